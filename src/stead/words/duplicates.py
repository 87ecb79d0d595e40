"""When are two sentences nearly the same?"""

import re

from stead.words.tokens import words_of

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SHINGLE = 3
_NEAR = 0.5


def normalised(sentence: str) -> str:
    """What is left of a sentence when capitals, punctuation and the values of numbers do not count."""
    return _NUMBER.sub("0", " ".join(words_of(sentence.casefold())))


def shingles(normal: str) -> frozenset[tuple[str, ...]]:
    """Every three neighbouring words of a normalised sentence."""
    words = normal.split(" ")
    return frozenset(tuple(words[at : at + _SHINGLE]) for at in range(max(1, len(words) - _SHINGLE + 1)))


def nearly_same(one: frozenset[tuple[str, ...]], other: frozenset[tuple[str, ...]]) -> bool:
    """Whether two sentences share half of all the shingles they have between them (Jaccard)."""
    return len(one & other) >= _NEAR * len(one | other)
