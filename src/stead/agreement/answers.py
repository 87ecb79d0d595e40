"""Who answered what, as arrays: the table that the coefficients of production are computed from."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from itertools import pairwise

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray, Ragged, Weights, starts_of
from stead.rules.definitions import MIN_RESPONSES, is_mode, weighs_enough

_PAIRS_AT_A_TIME = 1 << 21


class State(IntEnum):
    """What a row holds: only the first of these can be compared with others.

    A pair is left out for the state of the side that stands later here.
    """

    SUBSTITUTES = 0
    NIL = 1
    NAME = 2
    RULED_OUT = 3
    BLANK = 4


STATE_NAMES = {
    State.NIL: "NIL",
    State.NAME: "NAME",
    State.RULED_OUT: "left out by the matching rules",
    State.BLANK: "blank",
}
"""What people read."""


@dataclass(frozen=True, eq=False, kw_only=True)
class AnswerTable:
    """One row for each answer of an annotator to an item, by item.

    `proposals` are the distinct substitutes of the rows under the matching rules: `proposal_terms[i]` was named in row
    `proposal_rows[i]`; there are `terms` different ones. `multiwords` holds a number for the phrase that a row names,
    or -1.
    """

    lexelts: list[str]
    ids: list[str]
    annotators: list[str]
    row_items: IntArray
    row_annotators: IntArray
    states: IntArray
    multiwords: IntArray
    proposal_rows: IntArray
    proposal_terms: IntArray
    terms: int

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def by_item(self) -> Ragged[np.int64]:
        """The states of the rows of each item."""
        return Ragged(self.states, starts_of(np.bincount(self.row_items, minlength=len(self))))

    @cached_property
    def by_row(self) -> Ragged[np.int64]:
        """The terms of the proposals of each row."""
        return Ragged(self.proposal_terms, starts_of(np.bincount(self.proposal_rows, minlength=len(self.row_items))))

    @cached_property
    def answer_sizes(self) -> FloatArray:
        """|p|: how many substitutes each row names."""
        return self.by_row.sizes.astype(np.float64)

    @cached_property
    def rows(self) -> FloatArray:
        """How many annotators have a row for each item."""
        return self.by_item.sizes.astype(np.float64)

    def rows_in(self, state: State) -> FloatArray:
        """How many rows of each item are in this state."""
        return self.added_up(self.states == state)

    @cached_property
    def answers(self) -> FloatArray:
        """How many annotators gave substitutes for each item."""
        return self.rows_in(State.SUBSTITUTES)

    def added_up(self, values: FloatArray | BoolArray) -> FloatArray:
        """Values of rows, added up item by item."""
        return self.by_item.added_up(values)

    @cached_property
    def tally(self) -> "Tally":
        """How many annotators named each substitute of each item."""
        return Tally.of(self.row_items[self.proposal_rows], self.proposal_terms, self.terms, len(self))

    @cached_property
    def proposal_places(self) -> IntArray:
        """For each proposal, where its substitute stands in the tally."""
        return np.searchsorted(self.tally.keys, self.row_items[self.proposal_rows] * self.terms + self.proposal_terms)

    @cached_property
    def multiword_tally(self) -> "Tally":
        """How many annotators named each multiword of each item."""
        named = self.multiwords >= 0
        numbers = int(self.multiwords.max(initial=0)) + 1
        return Tally.of(self.row_items[named], self.multiwords[named], numbers, len(self))

    @cached_property
    def asked(self) -> FloatArray:
        """How many annotators said whether each target is part of a multiword: those with any answer at all."""
        return self.added_up((self.states != State.BLANK) | (self.multiwords >= 0))

    def of_items(self, items: IntArray, without: int | None = None) -> "AnswerTable":
        """Some of the items (in rising order), all of their rows but those of one annotator."""
        chosen = self.by_item.places(items).values
        if without is not None:
            chosen = chosen[self.row_annotators[chosen] != without]
        proposals = self.by_row.places(chosen).values
        return AnswerTable(
            lexelts=[self.lexelts[item] for item in items.tolist()],
            ids=[self.ids[item] for item in items.tolist()],
            annotators=self.annotators,
            row_items=np.searchsorted(items, self.row_items[chosen]),
            row_annotators=self.row_annotators[chosen],
            states=self.states[chosen],
            multiwords=self.multiwords[chosen],
            proposal_rows=np.searchsorted(chosen, self.proposal_rows[proposals]),
            proposal_terms=self.proposal_terms[proposals],
            terms=self.terms,
        )

    def parts(self) -> Iterator[tuple[slice, "AnswerTable"]]:
        """The table in parts whose pairs of equal proposals fit into memory: people in their thousands make many."""
        pairs = self.tally.added_up(self.tally.counts * (self.tally.counts - 1) / 2)
        number = (np.cumsum(pairs) // _PAIRS_AT_A_TIME).astype(np.int64)
        bounds = [0, *(np.flatnonzero(np.diff(number)) + 1).tolist(), len(self)]
        if len(bounds) == 2:
            yield slice(0, len(self)), self
            return
        for start, stop in pairwise(bounds):
            yield slice(start, stop), self.of_items(np.arange(start, stop, dtype=np.int64))


@dataclass(frozen=True, eq=False)
class Tally(Weights):
    """How many rows of each item name each term: `keys` are `item * terms + term`, in rising order."""

    keys: IntArray

    @classmethod
    def of(cls, items: IntArray, terms: IntArray, size: int, count: int) -> "Tally":
        """Count terms (below `size`) of items (below `count`)."""
        keys, counts = np.unique(items * size + terms, return_counts=True)
        return cls(counts.astype(np.float64), starts_of(np.bincount(keys // size, minlength=count)), keys)

    @property
    def counts(self) -> FloatArray:
        """How many rows name each term."""
        return self.values

    @property
    def totals(self) -> FloatArray:
        """|H|: how often the substitutes of each item were named in all."""
        return self.sums()

    @cached_property
    def counted(self) -> BoolArray:
        """Which items count for modes: those that scoring keeps."""
        return weighs_enough(self.totals, MIN_RESPONSES)

    @cached_property
    def is_mode(self) -> BoolArray:
        """Which terms are the mode of their item, if it counts."""
        return is_mode(self) & self.counted[self.owners]

    @cached_property
    def has_mode(self) -> BoolArray:
        """Which items have a mode."""
        return self.added_up(self.is_mode) > 0


def pairs_of(numbers: FloatArray) -> FloatArray:
    """How many pairs so many make."""
    return numbers * (numbers - 1) / 2


def pairs_within(sizes: IntArray) -> tuple[IntArray, IntArray]:
    """Every pair of places within each of some lists of these sizes that lie one behind the other."""
    ends = np.cumsum(sizes)
    places = np.arange(int(sizes.sum()), dtype=np.int64)
    later = np.repeat(ends, sizes) - places - 1
    first = np.repeat(places, later)
    second = first + 1 + np.arange(len(first), dtype=np.int64) - np.repeat(np.cumsum(later) - later, later)
    return first, second
