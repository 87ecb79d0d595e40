"""Gold and run, lined up: all that a measure needs to know, as arrays over the scored items."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from stead.task.terms import IntArray

FloatArray = npt.NDArray[np.float64]
BoolArray = npt.NDArray[np.bool_]


@dataclass(frozen=True, eq=False)
class Ragged:
    """One list of weights per item, stored flat."""

    values: FloatArray
    starts: IntArray

    def __len__(self) -> int:
        return len(self.starts) - 1

    @cached_property
    def sizes(self) -> IntArray:
        """How long each list is."""
        return np.diff(self.starts)

    @cached_property
    def owners(self) -> IntArray:
        """For each value, the list it belongs to."""
        return np.repeat(np.arange(len(self), dtype=np.int64), self.sizes)

    @cached_property
    def ranks(self) -> IntArray:
        """For each value, its place in its list, from 0."""
        return np.arange(len(self.values), dtype=np.int64) - self.starts[self.owners]

    def sums(self, depth: int | None = None) -> FloatArray:
        """The sum of each list, or of its first `depth` values."""
        return self.added_up(self.values if depth is None else np.where(self.ranks < depth, self.values, 0.0))

    def positives(self) -> FloatArray:
        """How many values of each list are above zero."""
        return self.added_up((self.values > 0).astype(np.float64))

    def added_up(self, values: FloatArray) -> FloatArray:
        """Other values in the places of these, added up list by list."""
        return np.bincount(self.owners, weights=values, minlength=len(self)).astype(np.float64, copy=False)

    def first(self, depth: int) -> FloatArray:
        """The first `depth` values of each list as a row of a matrix, padded with zeros."""
        matrix = np.zeros((len(self), depth))
        within = self.ranks < depth
        matrix[self.owners[within], self.ranks[within]] = self.values[within]
        return matrix


@dataclass(frozen=True, eq=False)
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

    @cached_property
    def gold_total(self) -> FloatArray:
        """|H|w: the sum of all weights."""
        return self.gold.sums()

    @cached_property
    def gold_max(self) -> FloatArray:
        """maxw: the largest weight."""
        return self.gold.first(1)[:, 0]

    @cached_property
    def has_mode(self) -> BoolArray:
        """Whether one substitute weighs strictly more than every other."""
        top = self.gold.first(2)
        return top[:, 0] > top[:, 1]

    @cached_property
    def first_answer(self) -> FloatArray:
        """w(a1): the weight that the first answer earns."""
        return self.answers.first(1)[:, 0]

    @cached_property
    def answered(self) -> BoolArray:
        """Whether the system attempted the item."""
        return self.answers.sizes > 0

    def ideal(self, size: int | None, where: BoolArray | None = None) -> "Alignment":
        """The same items (those in `where`) answered with their `size` heaviest substitutes, or with all of them."""
        sizes = self.gold.sizes if size is None else np.minimum(self.gold.sizes, size)
        sizes = sizes if where is None else sizes * where
        starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
        kept = self.gold.values[self.gold.ranks < sizes[self.gold.owners]]
        return Alignment(self.lexelts, self.ids, self.gold, Ragged(kept, starts))
