"""Decision trees as arrays: forests learned by LightGBM are used without it, from a file of nothing but numbers.

A node sends a row to the left if its value is at most the threshold, and a row without a value (NaN) to the side that
the training chose. Children below zero are leaves: the complement (~) of a leaf's number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from stead.systems.blend.word_tables import Floats

TYPES: Mapping[str, type[np.generic]] = {
    "roots": np.int32,
    "columns": np.int16,
    "thresholds": np.float64,
    "left": np.int32,
    "right": np.int32,
    "missing_left": np.bool_,
    "leaves": np.float64,
}
"""The parts of a forest as a file keeps them."""
_ROWS_AT_ONCE = 512
"""So that the sets of rows of all nodes stay in the processor's cache."""
_WORD = 64  # bits


@dataclass(frozen=True, kw_only=True)
class Forest:
    """The sum of many trees; nodes and leaves of all of them are numbered through."""

    roots: npt.NDArray[np.int32]
    columns: npt.NDArray[np.int16]
    thresholds: npt.NDArray[np.float64]
    left: npt.NDArray[np.int32]
    right: npt.NDArray[np.int32]
    missing_left: npt.NDArray[np.bool_]
    leaves: npt.NDArray[np.float64]

    def scores(self, rows: npt.NDArray[np.float32]) -> Floats:
        """The sum of the leaves that each row reaches."""
        steps = range(0, len(rows), _ROWS_AT_ONCE)
        parts = [self._plan.scores(rows[start : start + _ROWS_AT_ONCE]) for start in steps]
        return np.concatenate(parts) if parts else np.empty(0)

    @cached_property
    def _plan(self) -> "_TraversalPlan":
        return _TraversalPlan.of(self)

    def arrays(self, name: str) -> dict[str, npt.NDArray[Any]]:
        """The arrays of a model file."""
        return {f"{name}.{part}": getattr(self, part) for part in TYPES}

    @classmethod
    def of_arrays(cls, name: str, arrays: Mapping[str, npt.NDArray[Any]]) -> "Forest":
        """Read a forest from the arrays of a model file."""
        return cls(**{part: arrays[f"{name}.{part}"] for part in TYPES})


# ------------------------------------------------------------------------------------------------------------- scoring
#
# All rows go down all trees together, level by level. The rows that reach a node are a set of bits, so that a node
# divides 64 of them by two operations. The number of the leaf that a row reaches in a tree is put together from sets,
# too: one for each binary digit of the number.

_RowSets = npt.NDArray[np.uint64]
"""Sets of rows: a bit for each, in as many words as it takes."""
_Indices = npt.NDArray[np.intp]


class _Questions(NamedTuple):
    """The different questions that nodes ask of a row: is the value of a column at most a threshold?

    A forest has several times as many nodes as different questions. The first `missing_left` of them are answered with
    yes if there is no value, the others with no.
    """

    columns: _Indices
    thresholds: npt.NDArray[np.float32]
    missing_left: int

    def answers(self, rows: npt.NDArray[np.float32]) -> _RowSets:
        """For each question the set of rows whose answer is yes."""
        columns = np.ascontiguousarray(rows.T)
        lowest = np.where(np.isnan(columns), np.float32(-np.inf), columns)
        width = -(-len(rows) // _WORD)
        bits = np.zeros((len(self.columns), width * _WORD // 8), np.uint8)
        for part, values in ((slice(self.missing_left), lowest), (slice(self.missing_left, None), columns)):
            yes = values.take(self.columns[part], axis=0) <= self.thresholds[part, np.newaxis]
            packed = np.packbits(yes, axis=1)
            bits[part, : packed.shape[1]] = packed
        return bits.view(np.uint64)


class _Level(NamedTuple):
    """The nodes of all trees at the same depth; what they divide their rows into is first all left, then all right."""

    asked: _Indices
    """The question of each node."""
    inner: _Indices
    """Which of the divided sets are those of the nodes of the next level, in their order."""
    leaves: _Indices
    """Which of them are those of leaves."""


class _Digit(NamedTuple):
    """A binary digit of the numbers of leaves in their trees: the leaves in whose numbers it is 1, tree by tree.

    Leaves are counted from 1; for a tree without such leaves there is 0, which no row reaches.
    """

    leaves: _Indices
    starts: _Indices
    """Where the leaves of each tree begin."""


class _TraversalPlan(NamedTuple):
    """A forest as it is gone through; leaves are numbered in each tree in the order in which levels meet them."""

    questions: _Questions
    roots: int
    """The number of trees that are not a single leaf."""
    levels: Sequence[_Level]
    digits: Sequence[_Digit]
    values: npt.NDArray[np.float64]
    """The values of leaves, tree by tree."""
    first_leaf: _Indices
    """Where the leaves of each tree begin."""

    def scores(self, rows: npt.NDArray[np.float32]) -> Floats:
        """The sum of the leaves that each row reaches."""
        answers = self.questions.answers(rows)
        sets: _RowSets = np.full((self.roots, answers.shape[1]), ~np.uint64(0))
        reached = [np.zeros((1, answers.shape[1]), np.uint64)]
        for level in self.levels:
            left = sets & answers.take(level.asked, axis=0)
            divided = np.concatenate([left, sets ^ left])
            reached.append(divided.take(level.leaves, axis=0))
            sets = divided.take(level.inner, axis=0)
        leaves = np.zeros((len(self.first_leaf), len(rows)), np.min_scalar_type(1 << len(self.digits)))
        members = np.concatenate(reached)
        for number, digit in enumerate(self.digits):
            ones = np.bitwise_or.reduceat(members.take(digit.leaves, axis=0), digit.starts, axis=0)
            bits = np.unpackbits(ones.view(np.uint8), axis=1, count=len(rows)).astype(leaves.dtype, copy=False)
            leaves |= np.left_shift(bits, number, dtype=leaves.dtype)
        reached_leaves = np.ascontiguousarray(leaves.T) + self.first_leaf  # small numbers are turned, not values
        return np.asarray(self.values.take(reached_leaves).sum(axis=1))

    @classmethod
    def of(cls, forest: Forest) -> Self:
        """Plan how to go through a forest."""
        questions, asked = _questions_of(forest)
        is_leaf = forest.roots < 0
        trees = np.flatnonzero(~is_leaf)
        nodes = forest.roots[trees]
        levels: list[_Level] = []
        owners, numbers = [np.empty(0, np.intp)], [np.empty(0, np.int32)]  # of all leaves but single ones
        while len(nodes):
            children = np.concatenate([forest.left[nodes], forest.right[nodes]])
            inner, leaves = np.flatnonzero(children >= 0), np.flatnonzero(children < 0)
            levels.append(_Level(asked[nodes], inner, leaves))
            both = np.tile(trees, 2)
            owners.append(both[leaves])
            numbers.append(~children[leaves])
            nodes, trees = children[inner], both[inner]
        owner = np.concatenate([*owners, np.flatnonzero(is_leaf)])
        number = np.concatenate([*numbers, ~forest.roots[is_leaf]])
        order = np.argsort(owner, kind="stable")
        sizes = np.bincount(owner, minlength=len(forest.roots))
        first_leaf = np.cumsum(sizes) - sizes
        ranks = np.arange(len(order)) - first_leaf[owner[order]]
        ones_of_digits = [ranks >> digit & 1 > 0 for digit in range(int(sizes.max(initial=1) - 1).bit_length())]
        return cls(
            questions=questions,
            roots=int((~is_leaf).sum()),
            levels=levels,
            digits=[_digit(order[ones], owner[order[ones]], len(forest.roots)) for ones in ones_of_digits],
            values=forest.leaves[number[order]],
            first_leaf=first_leaf,
        )


def _questions_of(forest: Forest) -> tuple[_Questions, _Indices]:
    """The different questions of a forest, and which of them each node asks."""
    asked, numbers = np.unique(
        np.column_stack([~forest.missing_left, forest.columns, _round_down(forest.thresholds)]),
        axis=0,
        return_inverse=True,
    )
    missing_left = int((asked[:, 0] == 0).sum())
    return _Questions(asked[:, 1].astype(np.intp), asked[:, 2].astype(np.float32), missing_left), numbers.ravel()


def _digit(leaves: _Indices, owners: _Indices, trees: int) -> _Digit:
    lacking = np.setdiff1d(np.arange(trees), owners)
    all_owners = np.concatenate([owners, lacking])
    order = np.argsort(all_owners, kind="stable")
    all_leaves = np.concatenate([leaves + 1, np.zeros(len(lacking), np.intp)])
    return _Digit(all_leaves[order], np.searchsorted(all_owners[order], np.arange(trees)))


def _round_down(thresholds: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    """The next lower numbers with fewer digits: no value of a row, which has as many, is between the two."""
    with np.errstate(over="ignore"):  # infinite is right, too
        rounded = thresholds.astype(np.float32)
    return np.where(rounded > thresholds, np.nextafter(rounded, np.float32(-np.inf)), rounded)


class _TreeBuilder:
    """Flattens nested trees, nodes in the order in which they are met."""

    def __init__(self) -> None:
        self.nodes: list[tuple[int, float, int, int, bool]] = []
        self.leaves: list[float] = []

    def add(self, node: Mapping[str, Any]) -> int:
        """Append a node; return its number, or the complement of the number of a leaf."""
        if "leaf_value" in node:
            self.leaves.append(node["leaf_value"])
            return ~(len(self.leaves) - 1)
        number = len(self.nodes)
        self.nodes.append((0, 0.0, 0, 0, False))  # its children come first
        # Where training met no missing value, LightGBM takes one for a zero.
        missing_left = node["default_left"] if node["missing_type"] == "NaN" else node["threshold"] >= 0
        left, right = self.add(node["left_child"]), self.add(node["right_child"])
        self.nodes[number] = (node["split_feature"], node["threshold"], left, right, missing_left)
        return number


def forest_from_lightgbm(dumped: Mapping[str, Any]) -> Forest:
    """The trees of a booster as LightGBM's `dump_model` gives them."""
    planting = _TreeBuilder()
    roots = [planting.add(tree["tree_structure"]) for tree in dumped["tree_info"]]
    nodes = zip(*planting.nodes, strict=True) if planting.nodes else ((),) * 5
    parts = zip((roots, *nodes, planting.leaves), TYPES.items(), strict=True)
    return Forest(**{name: np.array(part, kind) for part, (name, kind) in parts})


def mix_forests(shares: Sequence[tuple[float, Forest]]) -> Forest:
    """The weighted sum of several forests as one forest."""
    nodes = np.cumsum([0, *(len(forest.columns) for _, forest in shares)])
    leaves = np.cumsum([0, *(len(forest.leaves) for _, forest in shares)])

    def shift(part: str) -> npt.NDArray[np.int32]:
        """Shift the numbers of nodes and, below zero, of leaves to those in the mixed forest."""
        numbers = [getattr(forest, part) for _, forest in shares]
        together = [
            np.where(forest_numbers >= 0, forest_numbers + node, forest_numbers - leaf)
            for forest_numbers, node, leaf in zip(numbers, nodes, leaves, strict=False)
        ]
        return np.concatenate(together).astype(np.int32)

    return Forest(
        roots=shift("roots"),
        columns=np.concatenate([forest.columns for _, forest in shares]),
        thresholds=np.concatenate([forest.thresholds for _, forest in shares]),
        left=shift("left"),
        right=shift("right"),
        missing_left=np.concatenate([forest.missing_left for _, forest in shares]),
        leaves=np.concatenate([share * forest.leaves for share, forest in shares]),
    )
