"""Confidence intervals from resampled figures: percentile, and bias-corrected and accelerated (BCa).

Efron (1987), "Better bootstrap confidence intervals"; Efron and Tibshirani (1993), chapter 14. The acceleration is
computed by leaving out one unit at a time, which is a sum minus a row.
"""

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from stead.comparing.random_draws import bootstrap_counts
from stead.comparing.stack import TOLERANCE, MeasureRows, Stack
from stead.core.arrays import FloatArray
from stead.records.comparison import Interval

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
