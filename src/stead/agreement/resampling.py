"""Bootstrap intervals: items, or whole lexelts, drawn again and again with replacement (Efron and Tibshirani 1993)."""

from collections.abc import Callable, Iterator
from functools import lru_cache

import numpy as np

from stead.core.arrays import FloatArray, IntArray
from stead.records.agreement import Interval

_CELLS_AT_A_TIME = 1 << 21
_FEW_ROWS = 100
_DIGITS = 12  # beyond these, sums depend on how a processor adds up


def resampled_sums(statistics: FloatArray, resamples: int, seed: int) -> FloatArray:
    """The sums of rows drawn with replacement, as many as there are, one row for each resample."""
    columns = np.ascontiguousarray(statistics.T)  # long rows: several times faster to multiply than long columns
    rows = len(statistics)
    drawn = _all_drawn(rows, resamples, seed) if rows <= _FEW_ROWS else _drawn(rows, resamples, seed)
    return np.concatenate([np.zeros((0, statistics.shape[1])), *((columns @ counts.T).T for counts in drawn)])


@lru_cache(maxsize=32)
def _all_drawn(rows: int, resamples: int, seed: int) -> tuple[FloatArray, ...]:
    """The same for few rows, kept: lexelts mostly have as many items as each other."""
    return tuple(_drawn(rows, resamples, seed))


def _drawn(rows: int, resamples: int, seed: int) -> Iterator[FloatArray]:
    """How often each row is drawn in each resample, some resamples at a time."""
    chance = np.random.default_rng(seed)
    at_a_time = max(1, _CELLS_AT_A_TIME // rows)
    for start in range(0, resamples, at_a_time):
        count = min(at_a_time, resamples - start)
        drawn = chance.integers(rows, size=(count, rows))
        drawn += np.arange(count)[:, np.newaxis] * rows
        yield np.bincount(drawn.ravel(), minlength=count * rows).reshape(count, rows).astype(np.float64)


def interval(sums: FloatArray, combine: Callable[[FloatArray], FloatArray], confidence: float) -> Interval | None:
    """The middle of what the resamples amount to; None if none of them has a figure."""
    figures = combine(sums)
    figures = np.sort(figures[~np.isnan(figures)])
    if not len(figures):
        return None
    tail = (1 - confidence) / 2
    low, high = (_quantile(figures, share) for share in (tail, 1 - tail))
    return round(low, _DIGITS), round(high, _DIGITS)


def _quantile(ordered: FloatArray, share: float) -> float:
    """Between the two values nearest to the place; np.quantile does the same, with far more ado."""
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return float(ordered[below] + (place - below) * (ordered[above] - ordered[below]))


def by_cluster(statistics: FloatArray, clusters: IntArray) -> FloatArray:
    """The statistics of the rows of each cluster, added up."""
    distinct, places = np.unique(clusters, return_inverse=True)
    columns = [np.bincount(places, weights=column, minlength=len(distinct)) for column in statistics.T]
    return np.column_stack(columns)
