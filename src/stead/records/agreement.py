"""Records of inter-annotator agreement, which are rendered by `reporting` and written as JSON."""

from dataclasses import dataclass, field
from typing import Literal

from stead.core.faults import Source
from stead.records.scores import Figures, Score

Interval = tuple[float, float]
"""Lower and upper bound."""

Scale = Literal["percent", "plain"]
"""Whether papers print a coefficient as a percentage, or unchanged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementFigure:
    """One coefficient on one group of items, signed.

    `items` is the number of items that the coefficient is computed on, `compared` the number of units compared on them
    (`unit` names these: pairs of answers, items, ...), `left_out` the other items of the group, by reason. The
    intervals resample items, and whole lexelts; None where there is nothing to resample.
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
    """One annotator: the number of answers with substitutes, and of substitutes in them.

    `others` counts the answers of each other kind; `missing` is the number of items that the annotator has no row for.
    """

    name: str
    answers: int
    substitutes: int
    others: dict[str, int]
    missing: int


@dataclass(frozen=True, slots=True)
class PairCounts:
    """The number of pairs of annotators over all items, and why some of them give no pair of answers."""

    possible: int
    used: int
    left_out: dict[str, int]


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The items left out, and the answers (lexelt, id, annotator) or candidates (lexelt, id, candidate), by reason.

    Missing answers are listed only where fewer are missing than were given: in crowdsourcing, everybody skips most
    items.
    """

    items: dict[str, tuple[tuple[str, str], ...]]
    answers: dict[str, tuple[tuple[str, str, str], ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """The agreement of annotators or raters on one data set."""

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
    """The mean of the annotators' figures, and of the ceilings of the golds that they were scored against."""

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
