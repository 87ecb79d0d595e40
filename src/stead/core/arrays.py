"""Flat arrays for many short lists: `Ragged` numbers, `TermLists`, a `Column` of texts; look-up in sorted numbers.

A data set names the same few thousand terms over and over. Kept as one vocabulary and one array of codes, rules about
terms are applied once per distinct term, and everything about items is array arithmetic.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any, Generic, TypeVar

import numpy as np

from stead.core.parameters import Record

Value = TypeVar("Value", bound=np.generic)
Result = TypeVar("Result")
Other = TypeVar("Other", bound=np.generic)
Array = np.ndarray[tuple[Any, ...], np.dtype[Value]]
"""An array of some type, as `numpy.typing.NDArray`, which takes long to import."""
IntArray = Array[np.int64]
FloatArray = Array[np.float64]
BoolArray = Array[np.bool_]

_AT_A_TIME = 1 << 16  # arrays of this size stay in the cache
_MANY = 1 << 12  # numbers for which a table of hashes is worth its making
_SLOTS_FOR_EACH = 4  # at least: few numbers share a slot


def starts_of(sizes: IntArray) -> IntArray:
    """The starts of lists of these sizes, and the end of the last one."""
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


class _Layout(Record, eq=False):
    """Where lists of different lengths begin and end, whatever their values."""

    starts: IntArray

    @cached_property
    def sizes(self) -> IntArray:
        return np.diff(self.starts)

    @cached_property
    def owners(self) -> IntArray:
        return np.repeat(np.arange(len(self.starts) - 1, dtype=np.int64), self.sizes)

    @cached_property
    def ranks(self) -> IntArray:
        return np.arange(self.starts[-1], dtype=np.int64) - np.repeat(self.starts[:-1], self.sizes)


class Ragged(Record, Generic[Value], eq=False):
    """Lists of different lengths: the values of list `i` are `values[starts[i]:starts[i + 1]]`."""

    values: Array[Value]
    starts: IntArray

    def __len__(self) -> int:
        return len(self.starts) - 1

    def with_values(self, values: "Array[Other]") -> "Ragged[Other]":
        """Lists of the same lengths, of which whatever is known of these is known too."""
        others = Ragged(values, self.starts)
        vars(others)["_layout"] = self._layout
        return others

    @cached_property
    def _layout(self) -> "_Layout":
        return _Layout(self.starts)

    @property
    def sizes(self) -> IntArray:
        """The length of each list."""
        return self._layout.sizes

    @property
    def owners(self) -> IntArray:
        """For each value, the list it belongs to."""
        return self._layout.owners

    @property
    def ranks(self) -> IntArray:
        """For each value, its rank in its list, from 0."""
        return self._layout.ranks

    def only(self, kept: BoolArray) -> "Ragged[Value]":
        """The same lists with the values that are kept."""
        kept_before = np.concatenate([[0], np.cumsum(kept)])
        return Ragged(self.values[np.flatnonzero(kept)], kept_before[self.starts])

    def row(self, index: int) -> Array[Value]:
        """One list."""
        return self.values[self.starts[index] : self.starts[index + 1]]

    def rows(self, rows: Array[np.integer]) -> "Ragged[Value]":
        """The lists of these numbers, in any order."""
        indices = self.indices_of(rows)
        return Ragged(self.values[indices.values], indices.starts)

    def indices_of(self, rows: Array[np.integer]) -> "Ragged[np.int64]":
        """The indices of the values of these lists."""
        sizes = self.sizes_of(rows)
        starts = starts_of(sizes)
        before = np.repeat(self.starts[rows] - starts[:-1], sizes)
        return Ragged(before + np.arange(len(before), dtype=np.int64), starts)

    def sizes_of(self, rows: Array[np.integer]) -> IntArray:
        """The lengths of these lists."""
        return np.asarray(self.starts[rows + 1] - self.starts[rows])

    def part(self, start: int, stop: int) -> "Ragged[Value]":
        """The lists from `start` to `stop`."""
        starts = self.starts[start : stop + 1]
        return Ragged(self.values[starts[0] : starts[-1]], starts - starts[0])

    def spread(self, values: "Array[Other]") -> "Array[Other]":
        """Repeat other values, one for each list, for each value of the list; faster than to look them up by owner."""
        return np.repeat(values, self.sizes)

    def sum_by_list(self, values: Array[np.generic]) -> FloatArray:
        """Sum other values, one for each value of the lists, list by list."""
        return np.bincount(self.owners, weights=values, minlength=len(self)).astype(np.float64, copy=False)

    def sums(self, depth: int | None = None) -> FloatArray:
        """The sum of each list, or of its first `depth` values."""
        if depth == 1:
            return self.first(1)[:, 0].astype(np.float64, copy=False)
        depth = None if depth is None or depth >= self.sizes.max(initial=0) else depth
        if depth not in self._sums:
            within = self.values if depth is None else self.values * (self.ranks < depth)
            self._sums[depth] = self.sum_by_list(within)
        return self._sums[depth]

    @cached_property
    def positive(self) -> "Ragged[np.float64]":
        """1 for each value above zero."""
        return self.with_values(np.greater(self.values, 0).astype(np.float64))

    def first(self, depth: int) -> Array[Value]:
        """The first `depth` values of each list as a row of a matrix, padded with zeros."""
        if depth not in self._firsts:
            self._firsts[depth] = self._matrix(depth)
        return self._firsts[depth]

    def _matrix(self, depth: int) -> Array[Value]:
        matrix = np.zeros((len(self), depth), dtype=self.values.dtype)
        for rank in range(depth):  # several times faster than all at once, since few arrays are made
            long_enough = np.flatnonzero(self.sizes > rank)
            matrix[long_enough, rank] = self.values[self.starts[long_enough] + rank]
        return matrix

    def running_sums(self, depth: int) -> Array[Value]:
        """The sums of the first value, the first two, ... the first `depth` of each list, as a row of a matrix."""
        sums = self.first(depth).copy()
        for rank in range(1, depth):  # `cumsum` would go through row by row
            np.add(sums[:, rank - 1], sums[:, rank], out=sums[:, rank])
        return sums

    @cached_property
    def _sums(self) -> dict[int | None, FloatArray]:
        return {}

    @cached_property
    def _firsts(self) -> dict[int, Array[Value]]:
        return {}


Weights = Ragged[np.float64]
"""A list of weights for each item."""


def map_rows(function: Callable[[slice], Result], rows: IntArray) -> list[Result]:
    """Apply a function to slices of numbers in rising order that divide no row, side by side."""
    return _map(function, len(rows), _whole_rows(rows))


def _whole_rows(rows: IntArray) -> Iterator[slice]:
    """Slices of whole rows that stay in the cache; rows are in rising order."""
    start = 0
    while start < len(rows):
        stop = min(start + _AT_A_TIME, len(rows))
        if stop < len(rows):
            stop = int(np.searchsorted(rows, rows[stop], side="left"))
            if stop <= start:  # one row fills it all
                stop = int(np.searchsorted(rows, rows[start], side="right"))
        yield slice(start, stop)
        start = stop


def sort_by_row(numbers: IntArray) -> IntArray:
    """Sort numbers that are in rising order row by row, but not within the rows.

    A stable sort merges runs, and the rows are nearly that: it takes a third of the time of the sort that is fastest on
    numbers in no order.
    """
    return np.sort(numbers, kind="stable")


def heaviest_first(rows: IntArray, weights: FloatArray) -> IntArray:
    """The order that puts the heaviest of each row first, and equal ones as they were; rows are in rising order.

    Complex numbers are sorted by their real part, then by the imaginary one: in a single stable sort, which finds the
    rows in order. `lexsort` would first sort all weights without regard to rows.
    """
    keys = np.empty(len(rows), dtype=np.complex128)
    keys.real, keys.imag = rows, -weights
    return np.argsort(keys, kind="stable")


def is_first_in_row(rows: IntArray, codes: IntArray) -> BoolArray:
    """Which codes do not occur earlier in their row; rows are in rising order."""
    size = int(codes.max(initial=0)) + 1

    def mark(piece: slice) -> BoolArray:
        numbers = rows[piece] * size + codes[piece]
        rising = sort_by_row(numbers)  # much faster than finding the first of each: repeats are rare
        if not np.any(rising[1:] == rising[:-1]):
            return np.ones(len(numbers), dtype=np.bool_)
        first = np.zeros(len(numbers), dtype=np.bool_)
        first[np.unique(numbers, return_index=True)[1]] = True
        return first

    return np.concatenate(map_rows(mark, rows))


def find(wanted: IntArray, numbers: IntArray) -> IntArray:
    """The index of each of `wanted` in `numbers`, which are in rising order; -1 for what is not among them."""
    if not len(numbers):
        return np.full(len(wanted), -1)

    def find_piece(piece: slice) -> IntArray:
        indices = _nearest(wanted[piece], numbers)
        return np.where(numbers[indices] == wanted[piece], indices, -1)

    return in_pieces(find_piece, len(wanted))


def is_among(wanted: IntArray, numbers: IntArray) -> BoolArray:
    """Which of `wanted` are among `numbers`, which are in rising order."""
    return np.greater_equal(find(wanted, numbers), 0)


def values_at(indices: IntArray, values: Array[Value]) -> Array[Value]:
    """The values at these indices; 0 where an index is -1."""
    known = np.flatnonzero(indices >= 0)
    chosen = np.zeros(len(indices), dtype=values.dtype)
    chosen[known] = values[indices[known]]
    return chosen


def _nearest(wanted: IntArray, numbers: IntArray) -> IntArray:
    """The index of each of `wanted` in `numbers`, if it is there.

    Many are found by a table of hashes, if all that they can be are few enough; the rest by bisection.
    """
    if len(wanted) >= _MANY:
        first, last = np.searchsorted(numbers, [wanted.min(), wanted.max()]).tolist()
        if 0 < len(near := numbers[first : last + 1]) <= _AT_A_TIME:
            indices: IntArray = _find_by_hash(wanted, near) + first
            return indices
    return np.minimum(np.searchsorted(numbers, wanted), len(numbers) - 1)


def _find_by_hash(wanted: IntArray, numbers: IntArray) -> IntArray:
    """The index of each of `wanted` in `numbers`, if it is there; where numbers share a slot, by bisection."""
    bits = (len(numbers) * _SLOTS_FOR_EACH).bit_length()
    indices, slots, wanted_slots = np.arange(len(numbers)), _slots(numbers, bits), _slots(wanted, bits)
    table = np.zeros(1 << bits, dtype=np.int64)
    table[slots] = indices
    shared = np.zeros(len(table), dtype=np.bool_)
    shared[slots[table[slots] != indices]] = True
    likely = table[wanted_slots]
    unsure = np.flatnonzero(shared[wanted_slots] & (numbers[likely] != wanted))
    likely[unsure] = np.minimum(np.searchsorted(numbers, wanted[unsure]), len(numbers) - 1)
    return likely


def _slots(numbers: IntArray, bits: int) -> IntArray:
    hashes = numbers.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    return (hashes >> np.uint64(64 - bits)).astype(np.int64)


def in_pieces(function: Callable[[slice], Array[Value]], length: int) -> Array[Value]:
    """Apply a function to slices that stay in the cache, and join the results."""
    pieces = (slice(start, start + _AT_A_TIME) for start in range(0, length, _AT_A_TIME))
    return np.concatenate(_map(function, length, pieces))


def _map(function: Callable[[slice], Result], length: int, pieces: Iterable[slice]) -> list[Result]:
    """The results of all pieces, which are worked on side by side; whatever is small is one piece."""
    if length <= _AT_A_TIME:
        return [function(slice(0, length))]
    from stead.core.parallel import map_in_order  # noqa: PLC0415 (for large files only)

    return list(map_in_order(function, pieces))


class TermLists(Record, eq=False):
    """Lists of terms: those of list `i` are `vocabulary[code]` for each code in `lists.row(i)`."""

    vocabulary: list[str]
    lists: Ragged[np.int64]

    @classmethod
    def of(cls, lists: Iterable[Iterable[str]]) -> "TermLists":
        """Store lists of terms."""
        index: dict[str, int] = {}
        codes: list[int] = []
        starts = [0]
        for terms in lists:
            codes.extend(index.setdefault(term, len(index)) for term in terms)
            starts.append(len(codes))
        return cls(list(index), Ragged(np.array(codes, dtype=np.int64), np.array(starts, dtype=np.int64)))

    @property
    def codes(self) -> IntArray:
        """The codes of all lists."""
        return self.lists.values

    @property
    def starts(self) -> IntArray:
        """The start of each list, and the end of the last one."""
        return self.lists.starts

    @property
    def owners(self) -> IntArray:
        """For each code, the list it belongs to."""
        return self.lists.owners

    def used_terms(self) -> set[str]:
        """The terms that occur in a list; the vocabulary may have more."""
        return {self.vocabulary[code] for code in np.flatnonzero(np.bincount(self.codes)).tolist()}

    def __len__(self) -> int:
        return len(self.lists)

    def __getitem__(self, position: int) -> list[str]:
        position = range(len(self))[position]  # from the end, or an IndexError, as in any sequence
        return [self.vocabulary[code] for code in self.lists.row(position).tolist()]

    def __iter__(self) -> Iterator[list[str]]:
        terms = [self.vocabulary[code] for code in self.codes.tolist()]
        for begin, end in pairwise(self.starts.tolist()):
            yield terms[begin:end]


class Column(Record, eq=False):
    """One text for each row: that of row `i` is `vocabulary[codes[i]]`."""

    vocabulary: list[str]
    codes: IntArray

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Column":
        """Store texts."""
        index: dict[str, int] = {}
        codes = [index.setdefault(text, len(index)) for text in texts]
        return cls(list(index), np.array(codes, dtype=np.int64))

    def only(self, rows: BoolArray) -> "Column":
        """The rows that are True."""
        return Column(self.vocabulary, self.codes[rows])

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, position: int) -> str:
        return self.vocabulary[int(self.codes[position])]

    def __iter__(self) -> Iterator[str]:
        return map(self.vocabulary.__getitem__, self.codes.tolist())
