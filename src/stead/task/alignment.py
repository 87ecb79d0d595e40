"""Gold and run, lined up: all that a measure needs to know, as arrays over the scored items."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stead.task.terms import IntArray

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Ragged:
    """One list of weights per item, stored flat."""

    values: FloatArray
    starts: IntArray

    def __len__(self) -> int:
        return len(self.starts) - 1

    @property
    def sizes(self) -> IntArray:
        """How long each list is."""
        return np.diff(self.starts)

    @property
    def _owners(self) -> IntArray:
        return np.repeat(np.arange(len(self), dtype=np.int64), self.sizes)

    def sums(self) -> FloatArray:
        """The sum of each list."""
        return self._added_up(self.values)

    def positives(self) -> FloatArray:
        """How many values of each list are above zero."""
        return self._added_up((self.values > 0).astype(np.float64))

    def _added_up(self, values: FloatArray) -> FloatArray:
        return np.bincount(self._owners, weights=values, minlength=len(self)).astype(np.float64, copy=False)

    def first(self, depth: int) -> FloatArray:
        """The first `depth` values of each list as a row of a matrix, padded with zeros."""
        matrix = np.zeros((len(self), depth))
        ranks = np.arange(len(self.values), dtype=np.int64) - np.repeat(self.starts[:-1], self.sizes)
        within = ranks < depth
        matrix[self._owners[within], ranks[within]] = self.values[within]
        return matrix


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """The scored items in gold order.

    `gold` holds the gold weights of each item, largest first. `answers` holds, for each answer in the order the
    system gave them, the gold weight it earns (0 if it is wrong), after the matching rules.
    """

    lexelts: list[str]
    ids: list[str]
    gold: Ragged
    answers: Ragged

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def gold_total(self) -> FloatArray:
        """|H|w: the sum of all weights."""
        return self.gold.sums()

    @property
    def gold_max(self) -> FloatArray:
        """maxw: the largest weight."""
        return self.gold.first(1)[:, 0]

    @property
    def has_mode(self) -> BoolArray:
        """Whether one substitute weighs strictly more than every other."""
        top = self.gold.first(2)
        return top[:, 0] > top[:, 1]

    @property
    def answered(self) -> BoolArray:
        """Whether the system attempted the item."""
        return self.answers.sizes > 0

    def ideal(self, size: int | None, where: BoolArray | None = None) -> "Alignment":
        """The same items (those in `where`) answered with their `size` heaviest substitutes, or with all of them."""
        sizes = self.gold.sizes if size is None else np.minimum(self.gold.sizes, size)
        sizes = sizes if where is None else sizes * where
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        ranks = np.arange(len(self.gold.values)) - np.repeat(self.gold.starts[:-1], self.gold.sizes)
        kept = self.gold.values[ranks < np.repeat(sizes, self.gold.sizes)]
        return Alignment(self.lexelts, self.ids, self.gold, Ragged(kept, starts))
