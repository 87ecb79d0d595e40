"""What scoring finds: records that the reports read and that become JSON as they are."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Figures = dict[str, float | None]
"""A measure's figures by name (`P`, `R`, ...), as fractions of one; None where the denominator is empty."""

FaultCounts = dict[str, dict[str, int]]
"""How many faults of each kind, by severity."""


def headline_figure(names: Sequence[str]) -> str:
    """Of a measure's figures the one that tables are ordered by.

    F, recall or the mean, since runs may leave items out.
    """
    return next((name for name in ("F", "R", "mean") if name in names), names[0])


class Weighed(NamedTuple):
    """A term and its weight: that of a gold substitute, or what an answer earns."""

    term: str
    weight: float


@dataclass(frozen=True, slots=True)
class Division:
    """A way to divide the items: of what kind, under what name, and the table of ids or lexelts that it needs."""

    kind: str
    name: str
    table: dict[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldSummary:
    """The gold standard as it was used."""

    name: str
    sha256: str
    format: str
    graded: bool
    items: int
    scored: int
    with_mode: int
    faults: FaultCounts


@dataclass(frozen=True, slots=True, kw_only=True)
class RunSummary:
    """A run as it was used: what was attempted, and every oddity."""

    name: str
    sha256: str
    format: str
    items: int
    attempted: int
    blank: int
    left_out: int
    unknown_ids: tuple[str, ...]
    repeated_ids: tuple[str, ...]
    other_targets: tuple[str, ...]
    items_with_duplicates: int
    duplicates: int
    faults: FaultCounts


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One measure of one run on one group of items, signed.

    `scored` counts the items that the measure is defined on (for a mode measure, those with a mode); `attempted`
    those that precision is taken over. `label` is the measure's name without its defaults, for tables.
    """

    run: str
    group: str
    measure: str
    label: str
    family: str
    figures: Figures
    ceiling: Figures
    scored: int
    attempted: int
    signature: str


@dataclass(frozen=True, eq=False, kw_only=True)
class ItemStatistics:
    """What one measure says of each item of one run: numbers whose sums give the score.

    Row `i` of `values` holds the item's `fields`; row `i` of `figures` the measure's figures on that item alone
    (NaN where it has none), which `combine` makes of the values. `quotients` names the figures that are the sum of
    one field over the sum of another, with those fields; other figures are made of sums in some other way.
    """

    run: str
    measure: str
    label: str
    lexelts: list[str]
    ids: list[str]
    fields: tuple[str, ...]
    parts: Sequence[npt.NDArray[np.float64]]
    figure_names: tuple[str, ...]
    combine: Callable[[npt.NDArray[np.float64]], tuple[npt.NDArray[np.float64], ...]]
    quotients: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    @cached_property
    def values(self) -> npt.NDArray[np.float64]:
        """The fields of each item."""
        return np.concatenate([np.zeros((0, len(self.fields))), *self.parts])

    @cached_property
    def figures(self) -> npt.NDArray[np.float64]:
        """The figures of each item."""
        return np.column_stack(self.combine(self.values))


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Evaluation:
    """All scores of some runs on one gold standard."""

    gold: GoldSummary
    runs: tuple[RunSummary, ...]
    scores: tuple[Score, ...]
    statistics: tuple[ItemStatistics, ...]
    notes: tuple[str, ...] = field(default=())
    schema: str = "stead.evaluation/1"
