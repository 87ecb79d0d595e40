"""Substitutes that look as if somebody had meant something else: NIL, NAME, or a letter that got lost."""

from collections.abc import Iterator, Sequence

import numpy as np

from stead._wording import counted
from stead.formats import shown
from stead.task.terms import IntArray
from stead.task.tidying import tidy

_MEANT = {
    "NIL": ("nil", "none", "n/a", "-", "--", "\N{EN DASH}", "\N{EM DASH}", "?"),
    "NAME": ("name",),
}
_MARKS = {word: mark for mark, words in _MEANT.items() for word in words}
_LOST = "\N{REPLACEMENT CHARACTER}"


def notes_on_lookalikes(place: str, vocabulary: Sequence[str], codes: IntArray) -> Iterator[str]:
    """One note for each such substitute; `codes` are the places of the answers in the vocabulary."""
    counts = np.bincount(codes, minlength=len(vocabulary)).tolist()
    lost = 0
    for term, count in sorted(zip(vocabulary, counts, strict=True)):
        mark = _MARKS.get(tidy(term).casefold()) if count else None
        if mark:
            yield (
                f"{place}: {shown(term)} stands among the substitutes ({counted(count, 'answer')}) and is counted as a "
                f"word; if {mark} is meant, mark it as {mark}."
            )
        lost += count if _LOST in term else 0
    if lost:
        yield (
            f"{place}: {counted(lost, 'answer')} with {_LOST} in the stead of a letter that was lost before: different "
            "words may look the same."
        )
