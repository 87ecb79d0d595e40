"""What agreement finds: records that the reports read and that become JSON as they are."""

from dataclasses import dataclass, field
from typing import Literal

from stead.core.faults import Source
from stead.records.scores import Figures, Score

Interval = tuple[float, float]
"""Lower and upper bound."""

Scale = Literal["percent", "plain"]
"""Whether papers print a coefficient as a percentage, or as it is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementFigure:
    """One coefficient on one group of items, signed.

    `items` counts the items that the coefficient is taken over, `compared` what it counts on them (`unit` says what
    that is: pairs of answers, items, ...), `left_out` the other items of the group, by reason. The intervals resample
    items, and whole lexelts; None where there is nothing to resample.
    """

    group: str
    coefficient: str
    family: str
    scale: Scale
    value: float | None
    interval_by_item: Interval | None
    interval_by_lexelt: Interval | None
    items: int
    compared: int
    unit: str
    left_out: dict[str, int]
    signature: str


@dataclass(frozen=True, slots=True)
class AnnotatorSummary:
    """What one person did: how many answers with substitutes, and how many of those.

    `others` counts the answers of every other kind that anybody gave; `missing` the items of the data set that the
    person has no row for.
    """

    name: str
    answers: int
    substitutes: int
    others: dict[str, int]
    missing: int


@dataclass(frozen=True, slots=True)
class PairCounts:
    """How many pairs of annotators there are on all items together, and why some give no pair of answers."""

    possible: int
    used: int
    left_out: dict[str, int]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Which items were left out, and which answers (lexelt, id, annotator) or candidates (lexelt, id, candidate).

    Both by reason. What is missing is named only where less is missing than was given: in a crowd nobody answers
    most items.
    """

    items: dict[str, tuple[tuple[str, str], ...]]
    answers: dict[str, tuple[tuple[str, str, str], ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The agreement of some people on one data set."""

    kind: Literal["annotations", "ratings"]
    source: Source
    items: int
    annotators: tuple[AnnotatorSummary, ...]
    without: tuple[str, ...]
    figures: tuple[AgreementFigure, ...]
    pairs: PairCounts
    left_out: LeftOut
    notes: tuple[str, ...] = field(default=())
    schema: str = "stead.agreement/1"


@dataclass(frozen=True, slots=True)
class MeanScore:
    """The plain mean of the figures of some annotators, and of the ceilings of the golds they were scored against."""

    measure: str
    figures: Figures
    ceiling: Figures
    annotators: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HumanScores:
    """Each annotator scored as a run against the gold of the others; `run` of a score is the annotator."""

    source: Source
    items: int
    without: tuple[str, ...]
    scores: tuple[Score, ...]
    means: tuple[MeanScore, ...]
    notes: tuple[str, ...] = field(default=())
    schema: str = "stead.humans/1"
