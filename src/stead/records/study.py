"""Whether a second gold was worth it: all figures of a study, as one document that reports render."""

from dataclasses import dataclass
from typing import NamedTuple

from stead.records.agreement import Interval
from stead.records.report import ReportSentence


@dataclass(frozen=True, slots=True)
class GoldRole:
    """A gold standard of the study; `substitutes` counts those with a weight above 0."""

    name: str
    sha256: str
    graded: bool
    items: int
    substitutes: int


@dataclass(frozen=True, slots=True)
class Named:
    """A number under a name, with its interval where it has one."""

    name: str
    value: float | None
    interval: Interval | None = None


@dataclass(frozen=True, slots=True)
class Correlated:
    """Spearman's rho of two columns of numbers, its two-sided p-value, and over how many."""

    what: str
    rho: float | None
    p: float | None
    number: int


@dataclass(frozen=True, slots=True)
class OriginColumn:
    """The candidates of one origin, counted by some bands or verdicts."""

    origin: str
    total: int
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class StudyBreakdown:
    """Candidates by origin and by band of their second weight, or by verdict."""

    bands: tuple[str, ...]
    columns: tuple[OriginColumn, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """The second weights of the candidates with one first weight: quartiles, and the ends within 1.5 of their range."""

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
    """Weight against the logarithm of corpus frequency in each gold, and the rank-sum test of new against old.

    `rarer` is the chance that a new substitute is rarer than one of the first gold; `unknown` counts substitutes
    that the list of frequencies does not have.
    """

    source: str
    correlations: tuple[Correlated, ...]
    rarer: float | None
    p: float | None
    new: int
    old: int
    unknown: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RankChange:
    """A run on both golds; `difference` is its second rank minus its first, `interval` where resampling puts that.

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
    """The runs in the order of the second gold; Kendall's tau between both orders, with its interval."""

    measure: str
    label: str
    rows: tuple[RankChange, ...]
    tau: float | None
    p: float | None
    interval: Interval | None


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """What a smaller effort would have given: tau with the order by the whole second gold, and how close its weights.

    `closeness` is rho with the whole second weights for raters, and the share of accepted candidates for the depth.
    """

    effort: int
    tau: float | None
    low: float | None
    high: float | None
    closeness: float | None


@dataclass(frozen=True, slots=True)
class Curve:
    """One kind of effort (`raters` or `depth`) by one measure; `enough` is the least that would have done."""

    kind: str
    measure: str
    label: str
    points: tuple[CurvePoint, ...]
    enough: int | None


class Judged(NamedTuple):
    """A candidate: first weight, second weight, whether a run has it, and how many rated it."""

    term: str
    first: float
    second: float
    in_runs: bool
    raters: int


@dataclass(frozen=True, slots=True)
class StudyItem:
    """An item with its candidates, the best first."""

    lexelt: str
    id: str
    sentence: ReportSentence | None
    candidates: tuple[Judged, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """Everything: the pool, the ratings, the two golds against each other, the runs on both, and an answer in words."""

    version: str
    answer: str
    first: GoldRole
    second: GoldRole
    scale: float
    runs: tuple[str, ...]
    items: int
    candidates: int
    origins: dict[str, int]
    production: tuple[Named, ...]
    ratings: tuple[Named, ...]
    raters_of_candidates: dict[str, int]
    correlations: tuple[Correlated, ...]
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
    schema: str = "stead.study/1"
