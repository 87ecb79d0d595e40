"""Runs in order, how far two orders agree, and the tables of the papers, as records."""

from collections.abc import Iterator
from dataclasses import dataclass

from stead.records.scores import GoldSummary, headline_figure


@dataclass(frozen=True, slots=True)
class Order:
    """What runs were ranked by."""

    gold: str
    group: str
    measure: str
    label: str
    figure: str


@dataclass(frozen=True, slots=True)
class Place:
    """A run in a ranking; without a rank if it has no value."""

    run: str
    value: float | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Runs, best first; equal ones share the better rank, and the next rank is left out (1, 2, 2, 4)."""

    by: Order
    places: tuple[Place, ...]

    def ranks(self) -> dict[str, int]:
        """The rank of each run that has one."""
        return {place.run: place.rank for place in self.places if place.rank is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class RankAgreement:
    """How far two rankings agree on the runs that both have.

    `tau` is Kendall's tau-b with its two-sided p-value, `overlap` is rank-biased overlap with the parameter
    `persistence`. `left_out` are runs that only one of the two ranks.
    """

    first: Order
    second: Order
    runs: int
    left_out: tuple[str, ...]
    tau: float | None
    p: float | None
    overlap: float | None
    persistence: float
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldsRow:
    """A run on two gold standards; the difference is the second rank minus the first, as in Tanguy et al. 2018."""

    run: str
    first_value: float | None
    first_rank: int | None
    second_value: float | None
    second_rank: int | None
    rank_difference: int | None


@dataclass(frozen=True, slots=True)
class GoldsTable:
    """One measure of some runs on two gold standards, in the order of the second (Tanguy et al. 2018, tables 2, 3)."""

    first: Order
    second: Order
    rows: tuple[GoldsRow, ...]
    notes: tuple[str, ...] = ()
    schema: str = "stead.golds-table/1"


@dataclass(frozen=True, slots=True)
class MeasureColumn:
    """What stands in a column of a table of results."""

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
    """Runs in the order of one figure on all items, whatever the columns show (McCarthy & Navigli 2007, tables 1-6)."""

    ordered_by: Order
    columns: tuple[MeasureColumn, ...]
    rows: tuple[ResultsRow, ...]
    schema: str = "stead.results-table/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """A confidence interval by bootstrap.

    `method` is the one that was used; where BCa is not defined that is `percentile`, and `reason` says why.
    `undefined` counts the resamples in which the figure had no value: they are left out.
    """

    low: float | None
    high: float | None
    level: float
    method: str
    undefined: int = 0
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """One figure of one run, with its interval."""

    run: str
    measure: str
    label: str
    figure: str
    value: float | None
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class PairedTest:
    """A two-sided test of the hypothesis that two runs do not differ.

    `p` is the p-value by itself, `corrected` the same within its family: all pairs of one figure of one measure.
    `exact` says that every case was gone through (or the exact distribution used), not a sample or an approximation;
    `cases` is how many there were (0 where none are drawn). `units` counts those in which the runs differ at all, where
    a test looks at no others. `undefined` counts cases in which the figure had no value: they count against a
    difference.
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
    """How large a difference is, in no unit: `name` is that of the literature."""

    name: str
    value: float | None
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Two runs by one figure: the difference is the first minus the second."""

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
        """The test of this name."""
        return next(each for each in self.tests if each.test == name)


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Some runs compared on one gold standard, or on one group of its items.

    `units` are what was resampled and swapped: the items, or the lexelts they belong to. `scored` are the signatures of
    the scores that were compared.
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
    pairs: tuple[Pair, ...]
    rankings: tuple[Ranking, ...]
    notes: tuple[str, ...]
    scored: tuple[str, ...]
    signature: str
    schema: str = "stead.comparison/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscriminativePower:
    """The share of pairs of runs that one figure separates at a level, and all p-values in rising order."""

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
    """How far the ranking on some of the units agrees with another: Kendall's tau-b over many samples.

    `compared_with` is `half` (the other half of the units) or `all` (the ranking on all of them); `units` is the size
    of a sample. `low` and `high` bound the middle 95 % of the samples. `undefined` counts samples without a tau.
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

    A pair is swapped if the other half has it the other way round; `tied` pairs are equal on one of the halves. The
    rate is the share of swapped pairs among all.
    """

    low: float
    high: float | None
    pairs: int
    swapped: int
    tied: int
    rate: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapRate:
    """How often two halves of the units put a pair of runs in different orders, by the size of the difference.

    `needed` is the smallest difference from which on no bin has a rate above `tolerated`; None of one pair of runs.
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
    """What becomes of a ranking if one annotator is left out of the gold."""

    annotator: str
    scored: int
    agreement: RankAgreement
    moved: int
    largest_move: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakdownRow:
    """One figure of one run on one group; `scored` counts the group's items on which the measure is defined."""

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
    """Figures by group; every item is in exactly one group, but for the subsets of 2007, which overlap."""

    grouping: str
    groups: tuple[str, ...]
    rows: tuple[BreakdownRow, ...]
    schema: str = "stead.breakdown/1"


@dataclass(frozen=True, slots=True)
class DuelItem:
    """An item with the credit of two runs; the difference is the first minus the second."""

    lexelt: str
    id: str
    first: float
    second: float
    difference: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Duel:
    """Two runs item by item, the largest differences first.

    `undefined` counts the items on which the figure has no value for one of the runs or both: they are in no count.
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
    """How many of the runs earn anything on an item, and how much on average."""

    lexelt: str
    id: str
    solved_by: int
    runs: int
    mean: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Difficulty:
    """The items by how hard they are for all runs together, the hardest first.

    `unsolved` counts the items on which no run earns anything; `undefined` those on which the figure has no value for
    any run.
    """

    measure: str
    label: str
    figure: str
    unsolved: int
    undefined: int
    items: tuple[ItemDifficulty, ...]

    def unsolved_items(self) -> tuple[ItemDifficulty, ...]:
        """The items on which no run earns anything."""
        return tuple(item for item in self.items if item.solved_by == 0)


Figure = tuple[str, str]
"""Measure and figure."""


def headline_figures(comparison: Comparison) -> list[Figure]:
    """One for each measure."""
    names: dict[str, list[str]] = {}
    for estimate in comparison.estimates:
        own = names.setdefault(estimate.measure, [])
        if estimate.figure not in own:
            own.append(estimate.figure)
    return [(measure, headline_figure(own)) for measure, own in names.items()]


def all_figures(comparison: Comparison) -> list[Figure]:
    """Headlines first, then every other figure."""
    headlines = headline_figures(comparison)
    everything = dict.fromkeys((estimate.measure, estimate.figure) for estimate in comparison.estimates)
    return [*headlines, *(figure for figure in everything if figure not in headlines)]


def of_figure(comparison: Comparison, figure: Figure) -> Iterator[Estimate]:
    """The estimates of one figure, run by run."""
    return (each for each in comparison.estimates if (each.measure, each.figure) == figure)
