"""Classical paired tests, effect sizes, and corrections for multiple tests.

Tests and effect sizes are defined on figures that are plain means over the units. A figure is a plain mean for two runs
if it is the sum of a credit over the number of items that count, and the same items count for both. Recall is;
precision is only if both runs attempted the same items; an F of averages is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stead.comparing.random_draws import every_swap
from stead.comparing.stack import MeasureRows, Units
from stead.core.arrays import BoolArray, FloatArray
from stead.core.extras import import_extra
from stead.records.comparison import EffectSize, PairedTest

_DECIMALS = 12  # differences that are equal but for rounding get equal ranks
_MOST_WITH_TIES = 13  # up to this number of units, all signs are enumerated where ranks are tied;
_MOST_WITHOUT = 50  # up to this number, SciPy has the exact distribution where they are not

NOT_PLAIN = "this figure is not a plain mean over the items"
OTHER_ITEMS = "the figure is not over the same items for both runs"


@dataclass(frozen=True, eq=False)
class PlainMeans:
    """The mean of each unit for each run (runs x units, NaN where no item counts), and which items count."""

    means: FloatArray
    counted: Sequence[BoolArray]

    def differences(self, first: int, second: int) -> FloatArray | None:
        """The differences unit by unit, or None if the two runs are not over the same items."""
        if not np.array_equal(self.counted[first], self.counted[second]):
            return None
        apart = self.means[first] - self.means[second]
        differences: FloatArray = np.round(apart[~np.isnan(apart)], _DECIMALS) + 0.0
        return differences


def plain_means(measure: MeasureRows, figure: str, units: Units) -> PlainMeans | None:
    """The means that a figure is computed from, or None if it is not a plain mean for every run."""
    if figure not in measure.first.quotients:
        return None
    credit, count = (measure.first.fields.index(name) for name in measure.first.quotients[figure])
    counts = [rows[:, count] for rows in measure.rows]
    if any(np.any((flags != 0) & (flags != 1)) for flags in counts):
        return None
    fields = [units.added_up(rows[:, [credit, count]]) for rows in measure.rows]
    means = [np.divide(sums, sizes, out=np.full_like(sums, np.nan), where=sizes > 0) for sums, sizes in fields]
    return PlainMeans(np.array(means), [flags > 0 for flags in counts])


def wilcoxon(differences: FloatArray) -> PairedTest:
    """Wilcoxon's (1945) signed-rank test by SciPy; units without a difference are left out, as in the original.

    It is exact where SciPy's is; where ranks are tied, all signs are enumerated here, since SciPy takes a second.
    """
    stats = import_extra("scipy.stats", "the Wilcoxon test")
    moved = differences[differences != 0]
    tied = len(np.unique(np.abs(moved))) < len(moved)
    exact = len(moved) <= (_MOST_WITH_TIES if tied else _MOST_WITHOUT)
    if not len(moved):
        p = 1.0
    elif tied and exact:
        p = _exact_wilcoxon(moved)
    else:
        p = float(stats.wilcoxon(moved, method="exact" if exact else "asymptotic").pvalue)
    return PairedTest(test="wilcoxon", p=p, exact=exact, units=len(moved))


def _exact_wilcoxon(moved: FloatArray) -> float:
    """The exact p-value: the share of all sign patterns whose sum of ranks is at least as far from zero."""
    ranks = _twice_the_ranks(np.abs(moved))
    sums = (1 - 2 * every_swap(len(moved))) @ ranks
    return float(np.mean(np.abs(sums) >= abs((np.sign(moved) * ranks).sum())))


def _twice_the_ranks(sizes: FloatArray) -> FloatArray:
    """Ranks from 1, ties at their mean rank, times two so that they are whole numbers."""
    ordered = np.sort(sizes)
    ranks = ordered.searchsorted(sizes) + ordered.searchsorted(sizes, side="right") + 1
    return ranks.astype(np.float64)


def sign_test(differences: FloatArray) -> PairedTest:
    """The sign test, exact by the binomial distribution (Conover 1999, sec. 3.4); ties are left out."""
    stats = import_extra("scipy.stats", "the sign test")
    wins, losses = int((differences > 0).sum()), int((differences < 0).sum())
    p = float(stats.binomtest(wins, wins + losses).pvalue) if wins + losses else 1.0
    return PairedTest(test="sign", p=p, exact=True, units=wins + losses)


def effect_sizes(differences: FloatArray) -> tuple[EffectSize, ...]:
    """The effect sizes of plain differences."""
    return standardised_difference(differences), rank_biserial(differences)


EFFECTS = ("d_z", "rank-biserial")


def standardised_difference(differences: FloatArray) -> EffectSize:
    """Cohen's d_z: the mean difference over the standard deviation of the differences (Cohen 1988; Lakens 2013)."""
    if not np.any(differences):
        return EffectSize("d_z", 0.0)
    if len(differences) < 2 or np.ptp(differences) == 0:
        return EffectSize("d_z", None, "the differences do not vary")
    return EffectSize("d_z", float(differences.mean() / differences.std(ddof=1)))


def rank_biserial(differences: FloatArray) -> EffectSize:
    """The matched-pairs rank-biserial correlation (Kerby 2014): the share of ranks won minus the share lost."""
    moved = differences[differences != 0]
    if not len(moved):
        return EffectSize("rank-biserial", 0.0)
    ranks = _twice_the_ranks(np.abs(moved))
    return EffectSize("rank-biserial", float((np.sign(moved) * ranks).sum() / ranks.sum()))


def correct_p_values(p_values: Sequence[float | None], method: str) -> list[float | None]:
    """Correct the p-values of one family of tests; tests without a p-value are not part of it."""
    known = [p for p in p_values if p is not None]
    corrected = iter(_CORRECTIONS[method](known) if known else [])
    return [None if p is None else next(corrected) for p in p_values]


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm (1979): the smallest of m p-values times m, the next times m - 1, ..., not decreasing, at most 1."""
    values = np.array(p_values)
    order = np.argsort(values, kind="stable")
    stepped = np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1))
    corrected = np.empty_like(values)
    corrected[order] = np.minimum(stepped, 1.0)
    return [float(p) for p in corrected]


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """The correction of Benjamini and Hochberg (1995), by SciPy."""
    stats = import_extra("scipy.stats", "the correction of Benjamini and Hochberg")
    return [float(p) for p in stats.false_discovery_control(p_values, method="bh")]


def _uncorrected(p_values: Sequence[float]) -> list[float]:
    return list(p_values)


_CORRECTIONS = {"holm": holm, "bh": benjamini_hochberg, "none": _uncorrected}
