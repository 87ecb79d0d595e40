"""The candidates of the WordNet baseline of SemEval-2007, in its four classes (McCarthy and Navigli 2007, section 5).

    1. synonyms from the first synset of the target
    2. synonyms from the hypernyms (verbs, nouns) or closely related classes (adjectives: similar to) of that synset
    3. synonyms from all synsets of the target
    4. synonyms from the hypernyms or closely related classes of all synsets

Adverbs have neither hypernyms nor closely related classes. What the lexicon's order is inside a class is kept; the
paper orders each by the frequency of the words, which is for the system to do.
"""

from collections.abc import Iterable, Sequence

from stead.lexicons.base import Lexicon, Sense

_CLOSE = {"n": "hypernym", "v": "hypernym", "a": "similar"}

FourClasses = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def four_classes(lexicon: Lexicon, lemma: str, pos: str) -> FourClasses:
    """The four classes of a target; a word that is in several is in the first of them only."""
    senses = lexicon.senses(lemma, pos)
    first = senses[:1]
    seen: set[str] = set()
    return (
        _new(_synonyms(first), seen),
        _new(_close(first, pos), seen),
        _new(_synonyms(senses), seen),
        _new(_close(senses, pos), seen),
    )


def _synonyms(senses: Sequence[Sense]) -> list[str]:
    return [word for sense in senses for word in sense.synonyms]


def _close(senses: Sequence[Sense], pos: str) -> list[str]:
    relation = _CLOSE.get(pos)
    return [word for sense in senses for word in sense.related(relation)] if relation else []


def _new(words: Iterable[str], seen: set[str]) -> tuple[str, ...]:
    """The words that have not been seen, each once, and seen from now on."""
    found = tuple(word for word in dict.fromkeys(words) if word not in seen)
    seen.update(found)
    return found
