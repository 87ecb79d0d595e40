"""Substitutes that look as if somebody had meant something else: NIL, NAME, or a letter that got lost."""

from collections.abc import Iterator, Sequence

import numpy as np

from stead._wording import counted
from stead.formats import shown
from stead.task.terms import IntArray

_MEANT = {
    "NIL": ("nil", "none", "n/a", "-", "--", "\N{EN DASH}", "\N{EM DASH}", "?"),
    "NAME": ("name",),
}
_MARKS = {word: mark for mark, words in _MEANT.items() for word in words}
_LOST = "\N{REPLACEMENT CHARACTER}"


def means_no_word(term: str) -> bool:
    """Whether a substitute looks like a mark of its own: NIL or NAME."""
    return term.strip().casefold() in _MARKS


def notes_on_lookalikes(place: str, vocabulary: Sequence[str], codes: IntArray) -> Iterator[str]:
    """One note for each such substitute; `codes` are the places of the answers in the vocabulary."""
    counts = np.bincount(codes, minlength=len(vocabulary)).tolist()
    used = [(term, count) for term, count in zip(vocabulary, counts, strict=True) if count]
    for term, count in sorted(pair for pair in used if means_no_word(pair[0])):
        mark = _MARKS[term.strip().casefold()]
        yield (
            f"{place}: {shown(term)} stands among the substitutes ({counted(count, 'answer')}) and is counted as a "
            f"word; if {mark} is meant, mark it as {mark}."
        )
    lost = sum(count for term, count in used if _LOST in term)
    if lost:
        yield (
            f"{place}: {counted(lost, 'answer')} with {_LOST} in the stead of a letter that was lost before: different "
            "words may look the same."
        )
