"""Decision trees as arrays: forests learned by LightGBM are used without it, from a file of nothing but numbers.

A node sends a row to the left if its value is at most the threshold, and a row without a value (NaN) to the side that
the training chose. Children below zero are leaves: the complement (~) of a leaf's number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

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
_NODES_AT_ONCE = 1 << 15


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

    def scores(self, rows: Floats) -> Floats:
        """The sum of the leaves that each row reaches; few rows at a time, so that they stay in the cache."""
        step = max(1, _NODES_AT_ONCE // max(1, len(self.roots)))
        parts = [self._scores(rows[start : start + step]) for start in range(0, len(rows), step)]
        return np.concatenate(parts) if parts else np.empty(0)

    def _scores(self, rows: Floats) -> Floats:
        trees = len(self.roots)
        reached = np.tile(self.roots.astype(np.intp), len(rows))
        going = np.flatnonzero(reached >= 0)
        flat, width = np.ascontiguousarray(rows).ravel(), rows.shape[1]
        nodes, starts = reached[going], going // trees * width
        while len(going):
            values = flat.take(starts + self._columns.take(nodes))
            left = values <= self.thresholds.take(nodes)
            left |= np.isnan(values) & self.missing_left.take(nodes)
            nodes = self._children.take(2 * nodes + left)
            reached[going] = nodes
            inner = nodes >= 0
            nodes, going, starts = nodes[inner], going[inner], starts[inner]
        return np.asarray(self.leaves[~reached].reshape(len(rows), trees).sum(axis=1))

    @cached_property
    def _columns(self) -> npt.NDArray[np.intp]:
        """The columns in the type that NumPy indexes by, as `_children` are."""
        return self.columns.astype(np.intp)

    @cached_property
    def _children(self) -> npt.NDArray[np.intp]:
        """The right and the left child of each node, alternately."""
        return np.column_stack([self.right, self.left]).astype(np.intp).ravel()

    def arrays(self, name: str) -> dict[str, npt.NDArray[Any]]:
        """The arrays of a model file."""
        return {f"{name}.{part}": getattr(self, part) for part in TYPES}

    @classmethod
    def of_arrays(cls, name: str, arrays: Mapping[str, npt.NDArray[Any]]) -> "Forest":
        """Read a forest from the arrays of a model file."""
        return cls(**{part: arrays[f"{name}.{part}"] for part in TYPES})


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
