"""Numbers that mean the same in every language: where a candidate stands among the others, and not how much it has.

Cosines of one set of vectors are larger than those of another, and entries of one thesaurus longer; that a candidate is
nearer to its target than nine in ten of the others says as much of French as of English.
"""

from collections.abc import Sequence

import numpy as np

from stead.systems.blend.signals.base import Shortlist, Signal
from stead.systems.blend.tables import Floats

PERCENTILE_FEATURES = ("shared_entries", "shared_entries_cosine", "entry_size", "target_entry_size", "cosine")
"""What is known of candidates without a sentence, and is measured by another yardstick in each language."""


def standing(columns: Floats) -> Floats:
    """For each value the share of its column below it, equal ones counted half; what has no value keeps none."""
    return np.column_stack([_of_one(column) for column in columns.T]) if columns.size else columns


def _of_one(column: Floats) -> Floats:
    known = ~np.isnan(column)
    found = np.full(len(column), np.nan, np.float32)
    _, places, counts = np.unique(column[known], return_inverse=True, return_counts=True)
    if len(counts):
        found[known] = ((np.cumsum(counts) - counts / 2) / counts.sum())[places]
    return found


class RelativeSignal:
    """Another signal, each of its numbers as a standing in the shortlist."""

    def __init__(self, signal: Signal) -> None:
        self._signal = signal

    @property
    def name(self) -> str:
        """As the signal is called."""
        return self._signal.name

    @property
    def features(self) -> tuple[str, ...]:
        """The names of its numbers."""
        return tuple(f"{name}_standing" for name in self._signal.features)

    @property
    def depth(self) -> int:
        """As deep as the signal."""
        return self._signal.depth

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """Each shortlist by itself."""
        return [standing(each) for each in self._signal.values(shortlists)]
