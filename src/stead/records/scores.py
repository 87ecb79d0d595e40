"""Records of scores, which are rendered by `reporting` and written as JSON."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import field
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np

from stead.core.arrays import FloatArray
from stead.core.parameters import Record

Figures = dict[str, float | None]
"""A measure's figures by name (`P`, `R`, ...), from 0 to 1; None where the denominator is 0."""

FaultCounts = dict[str, dict[str, int]]
"""The number of faults of each kind, by severity."""


def headline_figure(names: Sequence[str]) -> str:
    """Choose the figure of a measure that tables are ordered by.

    F, recall or the mean, since runs may leave items out.
    """
    return next((name for name in ("F", "R", "mean") if name in names), names[0])


class WeightedTerm(NamedTuple):
    """A gold substitute with its weight, or an answer with its credit."""

    term: str
    weight: float


class ItemOutcome(Record, kw_only=True):
    """What a run earns on an item by a measure: its answers, what of the gold they miss, and the credit.

    `credit` is the measure's headline figure on the item alone, None where it is not defined. `counted` and `attempted`
    are the item's share of the denominators: 1 if the measure is defined on it, and if the run answers it too.
    """

    run: str
    measure: str
    lexelt: str
    id: str
    sentence: str
    target: str
    gold: tuple[WeightedTerm, ...]
    answers: tuple[WeightedTerm, ...]
    missed: tuple[str, ...]
    credit: float | None
    counted: float
    attempted: float


class Division(Record):
    """A grouping of the items: its kind, its name, and the table of ids or lexelts that it needs."""

    kind: str
    name: str
    table: dict[str, str]


class GoldSummary(Record, kw_only=True):
    """The gold standard as it was scored with."""

    name: str
    sha256: str
    format: str
    graded: bool
    items: int
    scored: int
    with_mode: int
    faults: FaultCounts


class RunSummary(Record, kw_only=True):
    """A run as it was scored: items attempted, and everything that was wrong with it.

    A system with a run for each of several tasks has a summary for each, with the same `name` and its `task`, which the
    signatures of its scores name too; `task` is empty for the only run of a system.
    """

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
    task: str = ""

    @property
    def label(self) -> str:
        """The name, with the task if the system has several runs."""
        return f"{self.name} ({self.task})" if self.task else self.name


def system_names(runs: Iterable[RunSummary]) -> tuple[str, ...]:
    """The names of the systems that have these runs, each once."""
    return tuple(dict.fromkeys(run.name for run in runs))


class Score(Record, kw_only=True):
    """One measure of one run on one group of items, signed.

    `scored` is the number of items that the measure is defined on (for a mode measure, those with a mode); `attempted`
    that of items in the denominator of precision. `label` is the measure's name without default parameters, for tables.
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


class ItemStatistics(Record, kw_only=True, eq=False):
    """The statistics of one measure on each item of one run; their sums give the score.

    Row `i` of `values` holds the item's `fields`; row `i` of `figures` the measure's figures on that item alone
    (NaN where it has none), which `combine` computes from the values. `quotients` names the figures that are the sum of
    one field over the sum of another, with those fields; other figures are computed from sums in some other way.
    `parts` gives the values, some items at a time: they are many, and may have to be computed first.
    """

    run: str
    measure: str
    label: str
    lexelts: list[str]
    ids: list[str]
    fields: tuple[str, ...]
    parts: Callable[[], Sequence[FloatArray]]
    figure_names: tuple[str, ...]
    combine: Callable[[FloatArray], tuple[FloatArray, ...]]
    quotients: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: the values themselves, not how to compute them."""
        return {**self.__dict__, "parts": partial(list, [self.values])}

    @cached_property
    def values(self) -> FloatArray:
        """The fields of each item."""
        return np.concatenate([np.zeros((0, len(self.fields))), *self.parts()])

    @cached_property
    def figures(self) -> FloatArray:
        """The figures of each item."""
        return np.column_stack(self.combine(self.values))


class Evaluation(Record, kw_only=True, eq=False):
    """All scores of one or more runs on one gold standard."""

    gold: GoldSummary
    runs: tuple[RunSummary, ...]
    scores: tuple[Score, ...]
    statistics: tuple[ItemStatistics, ...]
    notes: tuple[str, ...] = field(default=())
    schema: str = "stead.evaluation/1"

    @property
    def systems(self) -> tuple[str, ...]:
        """The names of the systems: one may have several runs."""
        return system_names(self.runs)
