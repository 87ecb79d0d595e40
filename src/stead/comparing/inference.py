"""Statistical inference from resampled figures: confidence intervals, paired tests, effect sizes, corrections.

Intervals are percentile, or bias-corrected and accelerated (BCa): Efron (1987), "Better bootstrap confidence
intervals"; Efron and Tibshirani (1993), chapter 14. The acceleration is computed by leaving out one unit at a time,
which is a sum minus a row.

Classical tests and effect sizes are defined on figures that are plain means over the units. A figure is a plain mean
for two runs if it is the sum of a credit over the number of items that count, and the same items count for both. Recall
is; precision is only if both runs attempted the same items; an F of averages is not.

Approximate randomisation: if two runs are equally good, swapping their rows on any unit makes no difference (Noreen
1989; Yeh 2000, "More accurate tests for the statistical significance of result differences"). Sums after a swap are the
sums before it, minus the differences of the swapped rows, so that one product of the swaps with all columns serves
every pair of runs and every measure. Where two runs differ on few units, all ways to swap are enumerated.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from statistics import NormalDist

import numpy as np

from stead.comparing.random_draws import bootstrap_counts, every_swap, random_swaps
from stead.comparing.stack import TOLERANCE, MeasureRows, Stack, Units, differing_units
from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.core.extras import import_extra
from stead.records.comparison import EffectSize, Interval, PairedTest

# ------------------------------------------------------------------------------------------------------------ intervals

_NORMAL = NormalDist()

_WHY_PERCENTILE = {
    "bias": "BCa is undefined: the figure lies outside all resamples",
    "jackknife": "BCa is undefined: without one of the units the figure has no value",
    "acceleration": "BCa is undefined: the figure depends on too few units",
}


@dataclass(frozen=True, eq=False)
class Resampled:
    """The figures of one measure on every resample, and with each unit left out: figures x runs x either."""

    replicates: FloatArray
    left_out: FloatArray


def resample_figures(stack: Stack, *, seed: int, resamples: int) -> list[Resampled]:
    """Compute the figures of all measures on the same resamples: one matrix product per block of resamples."""
    made = [np.empty((len(measure.figures), len(stack.runs), resamples)) for measure in stack.measures]
    begin = 0
    for counts in bootstrap_counts(seed, resamples, stack.units.count):
        sums = stack.columns @ counts.T
        block = slice(begin, begin + len(counts))
        for replicates, measure in zip(made, stack.measures, strict=True):
            replicates[:, :, block] = measure.combined(stack.sums_of(sums, measure))
        begin += len(counts)
    return [
        Resampled(replicates, _left_out(stack, measure))
        for replicates, measure in zip(made, stack.measures, strict=True)
    ]


def _left_out(stack: Stack, measure: MeasureRows) -> FloatArray:
    columns = stack.sums_of(stack.columns, measure)
    return measure.combined(stack.sums_of(stack.totals, measure)[..., None] - columns)


def intervals(
    estimates: FloatArray, replicates: FloatArray, left_out: FloatArray, *, level: float, method: str
) -> list[Interval]:
    """The interval of each estimate, from its row of resampled figures (which is sorted in place)."""
    replicates.sort(axis=1)
    defined = replicates.shape[1] - np.count_nonzero(np.isnan(replicates), axis=1)
    tails = np.tile([(1 - level) / 2, (1 + level) / 2], (len(estimates), 1))
    reasons = [""] * len(estimates)
    if method == "bca":
        accelerations = _accelerations(left_out)
        for row, (estimate, acceleration) in enumerate(zip(estimates.tolist(), accelerations.tolist(), strict=True)):
            known = replicates[row, : defined[row]]
            if len(known):
                tails[row], reasons[row] = _bca_tails(estimate, known, acceleration, level)
    bounds = _quantiles(replicates, defined, tails)
    return [
        _interval(bounds[row], level, method, reasons[row], undefined=replicates.shape[1] - int(defined[row]))
        for row in range(len(estimates))
    ]


def _interval(bounds: FloatArray, level: float, method: str, reason: str, *, undefined: int) -> Interval:
    low, high = bounds.tolist()
    if np.isnan(low):
        return Interval(
            low=None,
            high=None,
            level=level,
            method=method,
            undefined=undefined,
            reason="the figure has no value in any resample",
        )
    return Interval(
        low=low, high=high, level=level, method="percentile" if reason else method, undefined=undefined, reason=reason
    )


def _accelerations(left_out: FloatArray) -> FloatArray:
    """A sixth of the skewness of the contributions of units (Efron 1987, eq. 6.6); NaN if a unit is indispensable."""
    apart = left_out.mean(axis=1, keepdims=True) - left_out
    squares = (apart**2).sum(axis=1)
    cubes = (apart**3).sum(axis=1)
    scale = 6 * squares**1.5
    accelerations: FloatArray = np.divide(cubes, scale, out=np.where(np.isnan(cubes), np.nan, 0.0), where=scale > 0)
    return accelerations


def _bca_tails(
    estimate: float, replicates: FloatArray, acceleration: float, level: float
) -> tuple[tuple[float, float], str]:
    """The quantiles of the sorted resamples that bound the interval (Efron and Tibshirani 1993, eq. 14.10)."""
    plain = (1 - level) / 2, (1 + level) / 2
    below = np.searchsorted(replicates, [estimate - TOLERANCE, estimate + TOLERANCE]).mean() / len(replicates)
    if not 0 < below < 1:
        return plain, _WHY_PERCENTILE["bias"]
    if np.isnan(acceleration):
        return plain, _WHY_PERCENTILE["jackknife"]
    bias = _NORMAL.inv_cdf(below)
    shifts = [bias + _NORMAL.inv_cdf(tail) for tail in plain]
    if any(acceleration * shift >= 1 for shift in shifts):
        return plain, _WHY_PERCENTILE["acceleration"]
    low, high = (_NORMAL.cdf(bias + shift / (1 - acceleration * shift)) for shift in shifts)
    return (low, high), ""


def _quantiles(ordered: FloatArray, defined: FloatArray, tails: FloatArray) -> FloatArray:
    """Quantiles of the defined part of each row, interpolated linearly; NaN for rows without a defined value."""
    last = np.maximum(defined - 1, 0)[:, None]
    exact = tails * last
    below = np.floor(exact).astype(np.int64)
    low = np.take_along_axis(ordered, below, axis=1)
    high = np.take_along_axis(ordered, np.minimum(below + 1, last), axis=1)
    return low + (high - low) * (exact - below)


# --------------------------------------------------------------------------------------------------------- paired tests

_DECIMALS = 12  # differences that are equal but for rounding get equal ranks
_MOST_WITH_TIES = 13  # up to this number of units, all signs are enumerated where ranks are tied;
_MOST_WITHOUT = 50  # up to this number, SciPy has the exact distribution where they are not

NOT_PLAIN = "this figure is not a plain mean over the items"
OTHER_ITEMS = "the figure is not over the same items for both runs"


def bootstrap_tests(observed: FloatArray, resampled: FloatArray) -> list[PairedTest]:
    """The paired bootstrap test: how often resampled differences, shifted to zero, are as large as the observed one.

    Efron and Tibshirani (1993), chapter 16; Berg-Kirkpatrick, Burkett and Klein (2012), two-sided here.
    """
    cases = resampled.shape[1]
    shifted = np.abs(resampled - observed[:, None])
    below = np.count_nonzero(shifted < np.abs(observed)[:, None] - TOLERANCE, axis=1)
    undefined = np.count_nonzero(np.isnan(shifted), axis=1)
    return [
        PairedTest(test="bootstrap", p=(cases - under + 1) / (cases + 1), cases=cases, undefined=missing)
        for under, missing in zip(below.tolist(), undefined.tolist(), strict=True)
    ]


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


# -------------------------------------------------------------------------------------------------------- randomisation

NumberedPair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Randomised:
    """The outcome of swapping the rows of one measure: in how many cases each pair was at least as far apart.

    `extreme` and `undefined` are figures x pairs, the others have one value for each pair.
    """

    extreme: IntArray
    undefined: IntArray
    cases: IntArray
    exact: BoolArray
    units: IntArray

    def test(self, figure: int, pair: int) -> PairedTest:
        """The test of a pair; a sample counts the observed case as one more, an enumeration includes it anyway."""
        extreme, cases, exact = int(self.extreme[figure, pair]), int(self.cases[pair]), bool(self.exact[pair])
        p = extreme / cases if exact else (extreme + 1) / (cases + 1)
        undefined = int(self.undefined[figure, pair])
        units = int(self.units[pair])
        return PairedTest(test="randomisation", p=p, exact=exact, cases=cases, units=units, undefined=undefined)


@dataclass(frozen=True, eq=False)
class _Star:
    """One run, those it is compared with by one measure, and the numbers of these pairs."""

    first: int
    others: list[int]
    pair_numbers: list[int]


def randomise(stack: Stack, pairs: Sequence[NumberedPair], *, seed: int, resamples: int) -> list[Randomised]:
    """Swap the rows of every pair, for every measure."""
    outcomes = [_unswapped(stack, measure, pairs, resamples) for measure in stack.measures]
    for measure, outcome in zip(stack.measures, outcomes, strict=True):
        for number in np.flatnonzero(outcome.exact).tolist():
            _swap_every_way(stack, measure, pairs[number], number, outcome)
    stars = [_stars(pairs, outcome) for outcome in outcomes]
    if any(stars):
        for swaps in random_swaps(seed, resamples, stack.units.count):
            sums = stack.columns @ swaps.T
            for measure, outcome, centres in zip(stack.measures, outcomes, stars, strict=True):
                for star in centres:
                    _swap_at_random(stack, measure, star, sums, outcome)
    return outcomes


def _unswapped(stack: Stack, measure: MeasureRows, pairs: Sequence[NumberedPair], resamples: int) -> Randomised:
    """The outcome before any swap; pairs with no more ways to swap than resamples will be enumerated."""
    columns = measure.column_numbers
    units = np.array([differing_units(stack.columns, columns[a], columns[b]).sum() for a, b in pairs], dtype=np.int64)
    exact = units < np.log2(resamples + 0.5)
    cases = np.where(exact, 2 ** np.minimum(units, 62), resamples)
    nothing = np.zeros((len(measure.figures), len(pairs)), dtype=np.int64)
    return Randomised(nothing, nothing.copy(), cases, exact, units)


def _stars(pairs: Sequence[NumberedPair], outcome: Randomised) -> list[_Star]:
    """The pairs that are sampled, grouped by their first run."""
    by_run: dict[int, _Star] = {}
    for number, (first, second) in enumerate(pairs):
        if not outcome.exact[number]:
            star = by_run.setdefault(first, _Star(first, [], []))
            star.others.append(second)
            star.pair_numbers.append(number)
    return list(by_run.values())


def _swap_at_random(stack: Stack, measure: MeasureRows, star: _Star, sums: FloatArray, outcome: Randomised) -> None:
    """Count one block of swaps, given their sums over the columns: columns x swaps."""
    mine, theirs = measure.column_numbers[star.first], measure.column_numbers[star.others]
    _Before(measure, stack.totals[mine], stack.totals[theirs]).count(
        sums[mine] - sums[theirs], star.pair_numbers, outcome
    )


def _swap_every_way(stack: Stack, measure: MeasureRows, pair: NumberedPair, number: int, outcome: Randomised) -> None:
    mine, theirs = (measure.column_numbers[run] for run in pair)
    where = differing_units(stack.columns, mine, theirs)
    rows = stack.columns[mine][:, where] - stack.columns[theirs][:, where]
    moved = rows @ _every_swap(int(outcome.units[number])).T
    _Before(measure, stack.totals[mine], stack.totals[theirs][None]).count(moved[None], [number], outcome)


_every_swap = cache(every_swap)


@dataclass(frozen=True, eq=False)
class _Before:
    """The sums of one run (fields) and of others (others x fields) before swapping."""

    measure: MeasureRows
    mine: FloatArray
    theirs: FloatArray

    def count(self, moved: FloatArray, pair_numbers: list[int], outcome: Randomised) -> None:
        """Count extreme cases after moving these sums from the one run to the others: others x fields x swaps."""
        mine, theirs = self.mine[:, None], self.theirs[..., None]
        observed = self.measure.combined(mine) - self.measure.combined(theirs)[..., 0]
        differences = self.measure.combined(mine - moved)
        differences -= self.measure.combined(theirs + moved)
        np.abs(differences, out=differences)
        below = np.count_nonzero(differences < np.abs(observed)[..., None] - TOLERANCE, axis=-1)
        outcome.extreme[:, pair_numbers] += differences.shape[-1] - below  # an undefined case counts as extreme
        outcome.undefined[:, pair_numbers] += np.count_nonzero(~np.isfinite(differences), axis=-1)
