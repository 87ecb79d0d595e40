"""Records of comparisons: rankings, agreement of rankings, intervals and tests, breakdowns, tables of the papers."""

from collections.abc import Iterator
from dataclasses import dataclass

from stead.records.scores import GoldSummary, headline_figure


@dataclass(frozen=True, slots=True)
class RankingCriterion:
    """What runs were ranked by: gold, group of items, measure and figure."""

    gold: str
    group: str
    measure: str
    label: str
    figure: str


@dataclass(frozen=True, slots=True)
class RankedRun:
    """A run in a ranking; a run without a value has no rank."""

    run: str
    value: float | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Runs, best first; equal runs share the better rank, and the next rank is left out (1, 2, 2, 4)."""

    by: RankingCriterion
    places: tuple[RankedRun, ...]

    def ranks(self) -> dict[str, int]:
        """Map each run that has a rank to it."""
        return {ranked.run: ranked.rank for ranked in self.places if ranked.rank is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class RankAgreement:
    """The agreement of two rankings on the runs that both have.

    `tau` is Kendall's tau-b with its two-sided p-value, `overlap` is rank-biased overlap with the parameter
    `persistence`. `left_out` are the runs that only one of the two rankings has.
    """

    first: RankingCriterion
    second: RankingCriterion
    runs: int
    left_out: tuple[str, ...]
    tau: float | None
    p: float | None
    overlap: float | None
    persistence: float
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldsRow:
    """A run on two gold standards; the difference is second rank minus first rank, as in Tanguy et al. 2018."""

    run: str
    first_value: float | None
    first_rank: int | None
    second_value: float | None
    second_rank: int | None
    rank_difference: int | None


@dataclass(frozen=True, slots=True)
class GoldsTable:
    """One measure of some runs on two gold standards, in the order of the second (Tanguy et al. 2018, tables 2, 3)."""

    first: RankingCriterion
    second: RankingCriterion
    rows: tuple[GoldsRow, ...]
    notes: tuple[str, ...] = ()
    schema: str = "stead.golds-table/1"


@dataclass(frozen=True, slots=True)
class MeasureColumn:
    """The group, measure and figure of a column in a table of results."""

    group: str
    measure: str
    label: str
    figure: str


@dataclass(frozen=True, slots=True)
class ResultsRow:
    """A run with a value for each column."""

    run: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """Runs ordered by one figure on all items, whatever the columns are (McCarthy & Navigli 2007, tables 1-6)."""

    ordered_by: RankingCriterion
    columns: tuple[MeasureColumn, ...]
    rows: tuple[ResultsRow, ...]
    schema: str = "stead.results-table/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A bootstrap confidence interval.

    `method` is the one that was used: `percentile` where BCa is not defined; then `reason` says why. `undefined` counts
    the resamples in which the figure had no value; they are left out.
    """

    low: float | None
    high: float | None
    level: float
    method: str
    undefined: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """One figure of one run, with its confidence interval."""

    run: str
    measure: str
    label: str
    figure: str
    value: float | None
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Confidence:
    """The confidence intervals of every figure of every run, on all items or on one group of them.

    `unit`, `units`, `items`, `procedure` and `signature` are as in a `Comparison`.
    """

    group: str
    unit: str
    units: int
    items: int
    procedure: dict[str, str]
    estimates: tuple[Estimate, ...]
    notes: tuple[str, ...]
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedTest:
    """A two-sided test of the null hypothesis that two runs do not differ.

    `p` is the p-value, `corrected` the p-value corrected within its family: the pairs of one figure of one measure.
    `exact` says that all cases were enumerated (or the exact distribution used), instead of a sample or an
    approximation; `cases` is their number (0 where none are drawn). `units` is the number of units in which the runs
    differ, for tests that use no others. `undefined` counts cases in which the figure had no value: they count against
    a difference.
    """

    test: str
    p: float | None
    corrected: float | None = None
    exact: bool = False
    cases: int = 0
    units: int = 0
    undefined: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True)
class EffectSize:
    """A standardised effect size; `name` is that of the literature."""

    name: str
    value: float | None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPair:
    """Two runs compared by one figure; the difference is first minus second."""

    first: str
    second: str
    measure: str
    label: str
    figure: str
    first_value: float | None
    second_value: float | None
    difference: float | None
    interval: Interval
    tests: tuple[PairedTest, ...]
    effects: tuple[EffectSize, ...]

    def test(self, name: str) -> PairedTest:
        """Find the test of this name."""
        return next(test for test in self.tests if test.test == name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Some runs compared on one gold standard, or on one group of its items.

    `unit` is what was resampled and swapped: items, or the lexelts that they belong to; `units` is their number.
    `scored` are the signatures of the scores that were compared.
    """

    gold: GoldSummary
    group: str
    runs: tuple[str, ...]
    baseline: str | None
    unit: str
    units: int
    items: int
    procedure: dict[str, str]
    estimates: tuple[Estimate, ...]
    pairs: tuple[RunPair, ...]
    rankings: tuple[Ranking, ...]
    notes: tuple[str, ...]
    scored: tuple[str, ...]
    signature: str
    schema: str = "stead.comparison/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscriminativePower:
    """The share of pairs of runs that one figure separates at a significance level, and all p-values in order."""

    measure: str
    label: str
    figure: str
    test: str
    level: float
    pairs: int
    separated: int
    share: float | None
    curve: tuple[float, ...]
    undefined: int
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stability:
    """The agreement of the ranking on a sample of the units with another: Kendall's tau-b over many samples.

    `compared_with` is `half` (the ranking on the other half of the units) or `all` (that on all units); `units` is the
    size of a sample. `low` and `high` bound the middle 95 % of the samples. `undefined` counts samples without a tau.
    """

    measure: str
    label: str
    figure: str
    compared_with: str
    units: int
    samples: int
    tau: float | None
    low: float | None
    high: float | None
    undefined: int
    reason: str
    signature: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapBin:
    """Pairs of runs whose difference on one half of the units is at least `low` and below `high` (None: any).

    A pair is swapped if the other half has it in the opposite order; `tied` pairs are equal on one of the halves. The
    rate is the share of swapped pairs.
    """

    low: float
    high: float | None
    pairs: int
    swapped: int
    tied: int
    rate: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapRate:
    """How often two halves of the units rank a pair of runs in opposite orders, by the size of the difference.

    `needed` is the smallest difference above which no bin has a rate above `tolerated`; None if there is none, and for
    a single pair of runs.
    """

    measure: str
    label: str
    figure: str
    units: int
    samples: int
    bins: tuple[SwapBin, ...]
    tolerated: float
    needed: float | None
    undefined: int
    reason: str
    signature: str


@dataclass(frozen=True, slots=True)
class WithoutAnnotator:
    """How a ranking changes if one annotator is left out of the gold."""

    annotator: str
    scored: int
    agreement: RankAgreement
    moved: int
    largest_move: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakdownRow:
    """One figure of one run on one group; `scored` is the number of its items on which the measure is defined."""

    group: str
    run: str
    measure: str
    label: str
    figure: str
    value: float | None
    items: int
    scored: int


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Figures by group; every item is in exactly one group, except in the subsets of 2007, which overlap."""

    grouping: str
    groups: tuple[str, ...]
    rows: tuple[BreakdownRow, ...]
    schema: str = "stead.breakdown/1"


@dataclass(frozen=True, slots=True)
class DuelItem:
    """An item with the credit of two runs; the difference is first minus second."""

    lexelt: str
    id: str
    first: float
    second: float
    difference: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """Two runs compared item by item, the largest differences first.

    `undefined` counts the items on which the figure has no value for a run; they are in no other count.
    """

    first: str
    second: str
    measure: str
    label: str
    figure: str
    wins: int
    losses: int
    ties: int
    undefined: int
    items: tuple[DuelItem, ...]


@dataclass(frozen=True, slots=True)
class ItemDifficulty:
    """How many of the runs get any credit on an item, and their mean credit."""

    lexelt: str
    id: str
    solved_by: int
    runs: int
    mean: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """The items by their difficulty for all runs, the hardest first.

    `unsolved` counts the items on which no run gets credit; `undefined` those on which the figure has no value for any
    run.
    """

    measure: str
    label: str
    figure: str
    unsolved: int
    undefined: int
    items: tuple[ItemDifficulty, ...]


Figure = tuple[str, str]
"""The names of a measure and of one of its figures."""


def headline_figures(comparison: Comparison) -> list[Figure]:
    """List the headline figure of each measure."""
    names: dict[str, list[str]] = {}
    for estimate in comparison.estimates:
        figures = names.setdefault(estimate.measure, [])
        if estimate.figure not in figures:
            figures.append(estimate.figure)
    return [(measure, headline_figure(figures)) for measure, figures in names.items()]


def all_figures(comparison: Comparison) -> list[Figure]:
    """List all figures, the headline figures first."""
    headlines = headline_figures(comparison)
    figures = dict.fromkeys((estimate.measure, estimate.figure) for estimate in comparison.estimates)
    return [*headlines, *(figure for figure in figures if figure not in headlines)]


def estimates_of(comparison: Comparison, figure: Figure) -> Iterator[Estimate]:
    """Select the estimates of one figure, run by run."""
    return (estimate for estimate in comparison.estimates if (estimate.measure, estimate.figure) == figure)
