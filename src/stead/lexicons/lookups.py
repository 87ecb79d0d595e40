"""Lookups of target words: the four classes of the WordNet baseline, and records for proposing targets.

The candidates of the WordNet baseline of SemEval-2007 (McCarthy and Navigli 2007, section 3.1) are:

    1. synonyms from the first synset of the target
    2. synonyms from the hypernyms (verbs, nouns) or closely related classes (adjectives: similar to) of that synset
    3. synonyms from all synsets of the target
    4. synonyms from the hypernyms or closely related classes of all synsets

Adverbs have neither hypernyms nor closely related classes. Within a class the lexicon's order is kept; the paper orders
each by the frequency of the words, which is left to the system.
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
    """List the four classes of candidates of a target; a word of several classes is only in the first."""
    return _four_classes(lexicon, lemma, pos)


@lru_cache(_REMEMBERED)  # a data set has many sentences for each target
def _four_classes(lexicon: Lexicon, lemma: str, pos: str) -> FourClasses:
    senses = lexicon.senses(lemma, pos)
    relation = _CLOSE.get(pos)
    synonyms = [sense.synonyms for sense in senses]
    close = [sense.related(relation) for sense in senses] if relation else []
    seen: dict[str, None] = {}  # a dict keeps the order of first occurrence
    ends = []
    for lists in (synonyms[:1], close[:1], synonyms, close):
        seen.update(dict.fromkeys(chain.from_iterable(lists)))
        ends.append(len(seen))
    candidates = tuple(seen)
    return candidates[: ends[0]], candidates[ends[0] : ends[1]], candidates[ends[1] : ends[2]], candidates[ends[2] :]


def word_records(
    lexicon: Lexicon, frequencies: WordFrequencies, parts_of_speech: Iterable[str]
) -> Iterator["WordRecord"]:
    """Make a record for each word of these parts of speech; a synonym of several senses counts once.

    Phrases are skipped first: they are half of a lexicon, and never targets.
    """
    from stead.words import WordRecord  # noqa: PLC0415 (looking words up needs neither its rules nor NumPy)

    for pos in parts_of_speech:
        for lemma in filter(str.isalpha, lexicon.lemmas(pos)):
            senses = lexicon.senses(lemma, pos)
            synonyms = {synonym for sense in senses for synonym in sense.synonyms}
            yield WordRecord(lemma, pos, len(senses), len(synonyms), frequencies.of(lemma))


@lru_cache(1 << 14)
def with_capitals(lexicon: Lexicon, term: str, pos: str = "") -> str:
    """Write a term with the capitals that the lexicon always has it with (`world wide web`: `World Wide Web`)."""
    spellings = getattr(lexicon, "spellings", None)
    known: tuple[str, ...] = spellings(term, pos) or spellings(term, "") if spellings else ()
    return term if not known or any(spelling.islower() for spelling in known) else known[0]


@lru_cache(_REMEMBERED)
def is_mainly_name(lexicon: Lexicon | None, noun: str) -> bool:
    """Whether the first sense of a noun is written with a capital: `Peter`, but `rose`."""
    spellings = getattr(lexicon, "spellings", None)
    return spellings is not None and any(spelling[0].isupper() for spelling in spellings(noun, "n")[:1])
