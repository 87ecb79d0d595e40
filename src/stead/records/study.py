"""Records of a post hoc study: all figures on whether a second gold was worth it, as one document."""

from dataclasses import dataclass
from typing import NamedTuple

from stead.records.agreement import Interval
from stead.records.report import ReportSentence


@dataclass(frozen=True, slots=True)
class GoldRole:
    """A gold standard of the study; `substitutes` is the number of those with a weight above 0."""

    name: str
    sha256: str
    graded: bool
    items: int
    substitutes: int


@dataclass(frozen=True, slots=True)
class NamedFigure:
    """A figure with its name, and its confidence interval where it has one."""

    name: str
    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """Spearman's rho of two columns of numbers, its two-sided p-value, and the number of pairs."""

    what: str
    rho: float | None
    p: float | None
    number: int


@dataclass(frozen=True, slots=True)
class OriginColumn:
    """The candidates of one origin, counted by band or verdict."""

    origin: str
    total: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StudyBreakdown:
    """Candidates by origin and by band of their weight in gold 2, or by verdict."""

    bands: tuple[str, ...]
    columns: tuple[OriginColumn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """The box plot of the weights in gold 2 of the candidates with one weight in gold 1: whiskers within 1.5 IQR."""

    weight: float
    number: int
    low: float
    first: float
    median: float
    third: float
    high: float
    outliers: tuple[float, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TermFrequencies:
    """Correlation of weight and log frequency in each gold, and the rank-sum test of new against old substitutes.

    `rarer` is the probability that a new substitute is rarer than one of gold 1; `unknown` counts substitutes that are
    not in the frequency list.
    """

    source: str
    correlations: tuple[RankCorrelation, ...]
    rarer: float | None
    p: float | None
    new: int
    old: int
    unknown: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RankChange:
    """A run on both golds; `difference` is second rank minus first rank, `interval` its confidence interval.

    `moved` is the share of resamples in which the run moves in the same direction.
    """

    run: str
    first_value: float | None
    first_rank: int | None
    second_value: float | None
    second_rank: int | None
    difference: int | None
    interval: tuple[int, int] | None
    moved: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RankStudy:
    """The runs in the order of gold 2; Kendall's tau between both rankings, with its confidence interval."""

    measure: str
    label: str
    rows: tuple[RankChange, ...]
    tau: float | None
    p: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """How many people a machine is worth as a rater, with its confidence interval; None: more than any number."""

    people: float | None
    low: float | None
    high: float | None
    has_interval: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class MachineRater:
    """A machine that rated the pool, compared with people on `candidates` that it and two or more people rated.

    `ranks` are the runs on gold 2 (first) and on the gold that the machine alone would make (second); candidates that
    it has not rated (`unrated`) weigh 0 there.
    """

    name: str
    ratings: int
    unrated: int
    candidates: int
    figures: tuple[NamedFigure, ...]
    worth: Worth | None
    ranks: tuple[RankStudy, ...]


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The result of a smaller effort: Kendall's tau with the ranking by the whole of gold 2, and a second criterion.

    `closeness` is rho with the full weights of gold 2 for raters, and the share of accepted candidates for the depth.
    """

    effort: int
    tau: float | None
    low: float | None
    high: float | None
    closeness: float | None


@dataclass(frozen=True, slots=True)
class Curve:
    """One kind of effort (`raters` or `depth`) by one measure; `enough` is the least sufficient effort."""

    kind: str
    measure: str
    label: str
    points: tuple[CurvePoint, ...]
    enough: int | None


class JudgedCandidate(NamedTuple):
    """A candidate: weight in gold 1, weight in gold 2, whether a run has it, and the number of its raters."""

    term: str
    first: float
    second: float
    in_runs: bool
    raters: int


@dataclass(frozen=True, slots=True)
class StudyItem:
    """An item with its candidates, best first."""

    lexelt: str
    id: str
    sentence: ReportSentence | None
    candidates: tuple[JudgedCandidate, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A whole study: the pool, the ratings, the two golds compared, the runs on both, and an answer in words."""

    version: str
    answer: str
    first: GoldRole
    second: GoldRole
    scale: float
    runs: tuple[str, ...]
    items: int
    candidates: int
    origins: dict[str, int]
    production: tuple[NamedFigure, ...]
    ratings: tuple[NamedFigure, ...]
    raters_of_candidates: dict[str, int]
    correlations: tuple[RankCorrelation, ...]
    bands: StudyBreakdown
    boxes: tuple[Box, ...]
    changes: dict[str, int]
    lost_weights: dict[str, int]
    verdicts: StudyBreakdown | None
    frequencies: TermFrequencies | None
    positives: dict[str, int]
    ranks: tuple[RankStudy, ...]
    curves: tuple[Curve, ...]
    unit: str
    resamples: int
    level: float
    seed: int
    notes: tuple[str, ...]
    signature: str
    item_list: tuple[StudyItem, ...]
    machines: tuple[MachineRater, ...] = ()
    schema: str = "stead.study/1"
