"""What comparing finds: intervals, paired tests and effect sizes, as records that become JSON as they are.

Wherever a number cannot be had it is None, and `reason` says why.
"""

from dataclasses import dataclass

from stead.task.rankings import Ranking
from stead.task.results import GoldSummary


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
class Estimate:
    """One figure of one run, with its interval."""

    run: str
    measure: str
    label: str
    figure: str
    value: float | None
    interval: Interval


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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


@dataclass(frozen=True, slots=True)
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
