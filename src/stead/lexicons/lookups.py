"""The candidates of the WordNet baseline of SemEval-2007, in its four classes (McCarthy and Navigli 2007, section 3.1).

    1. synonyms from the first synset of the target
    2. synonyms from the hypernyms (verbs, nouns) or closely related classes (adjectives: similar to) of that synset
    3. synonyms from all synsets of the target
    4. synonyms from the hypernyms or closely related classes of all synsets

Adverbs have neither hypernyms nor closely related classes. What the lexicon's order is inside a class is kept; the
paper orders each by the frequency of the words, which is for the system to do.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

from stead.lexicons.interface import Lexicon, WordFrequencies

if TYPE_CHECKING:
    from stead.words import WordRecord

_CLOSE = {"n": "hypernym", "v": "hypernym", "a": "similar"}
_REMEMBERED = 4096

FourClasses = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def four_classes(lexicon: Lexicon, lemma: str, pos: str) -> FourClasses:
    """The four classes of a target; a word that is in several is in the first of them only."""
    return _four_classes(lexicon, lemma, pos)


@lru_cache(_REMEMBERED)  # a data set has many sentences for each target
def _four_classes(lexicon: Lexicon, lemma: str, pos: str) -> FourClasses:
    senses = lexicon.senses(lemma, pos)
    relation = _CLOSE.get(pos)
    synonyms = [sense.synonyms for sense in senses]
    close = [sense.related(relation) for sense in senses] if relation else []
    seen: dict[str, None] = {}  # a dict keeps the order in which words first came
    ends = []
    for lists in (synonyms[:1], close[:1], synonyms, close):
        seen.update(dict.fromkeys(chain.from_iterable(lists)))
        ends.append(len(seen))
    found = tuple(seen)
    return found[: ends[0]], found[ends[0] : ends[1]], found[ends[1] : ends[2]], found[ends[2] :]


def word_records(
    lexicon: Lexicon, frequencies: WordFrequencies, parts_of_speech: Iterable[str]
) -> Iterator["WordRecord"]:
    """A record for each word of these parts of speech; a synonym of several senses counts once.

    Phrases are passed over before anything is asked about them: they are half of a lexicon, and none is a target.
    """
    from stead.words import WordRecord  # noqa: PLC0415 (looking words up needs neither its rules nor NumPy)

    for pos in parts_of_speech:
        for lemma in filter(str.isalpha, lexicon.lemmas(pos)):
            senses = lexicon.senses(lemma, pos)
            synonyms = {synonym for sense in senses for synonym in sense.synonyms}
            yield WordRecord(lemma, pos, len(senses), len(synonyms), frequencies.of(lemma))
