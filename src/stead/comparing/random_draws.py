"""Resamples, swaps, halves and samples of units, drawn at random, some rows of a matrix at a time.

What is drawn depends on the seed, the purpose and the number of units alone. All runs and all pairs share it, so that a
further run does not change the numbers of the others.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from stead.comparing.stack import TOLERANCE, Stack
from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.core.parameters import number, validate
from stead.core.random_streams import Purpose, stream
from stead.core.resampling import seed, unit

_MOST_ROWS = 512
_MOST_CELLS = 1 << 22


def row_blocks(rows: int, units: int) -> Iterator[int]:
    """Split the rows of a matrix over units into blocks; yields their sizes."""
    most = max(1, min(_MOST_ROWS, _MOST_CELLS // units))
    yield from (min(most, rows - start) for start in range(0, rows, most))


def bootstrap_counts(seed: int, resamples: int, units: int) -> Iterator[FloatArray]:
    """How often each unit is drawn in a bootstrap resample: resamples x units."""
    chance = stream(seed, Purpose.BOOTSTRAP)
    for rows in row_blocks(resamples, units):
        drawn = chance.integers(0, units, size=(rows, units))
        drawn += np.arange(rows)[:, None] * units
        counts = np.bincount(drawn.ravel(), minlength=rows * units)
        yield counts.reshape(rows, units).astype(np.float64)


def random_swaps(seed: int, resamples: int, units: int) -> Iterator[FloatArray]:
    """Random swaps, 1 where the rows of a unit are swapped: resamples x units."""
    chance = stream(seed, Purpose.SWAPS)
    for rows in row_blocks(resamples, units):
        yield chance.integers(0, 2, size=(rows, units), dtype=np.int8).astype(np.float64)


def every_swap(units: int) -> FloatArray:
    """All 2^units ways to swap: ways x units."""
    numbers = np.arange(1 << units, dtype=np.int64)[:, None]
    return ((numbers >> np.arange(units, dtype=np.int64)) & 1).astype(np.float64)


def random_orders(seed: int, purpose: Purpose, samples: int, units: int) -> Iterator[IntArray]:
    """The rank of each unit in a random order: samples x units. Ranks below k are a sample of k units."""
    chance = stream(seed, purpose)
    for rows in row_blocks(samples, units):
        ordered = np.broadcast_to(np.arange(units, dtype=np.int64), (rows, units))
        yield chance.permuted(ordered, axis=1)


@dataclass(frozen=True)
class Sampling:
    """How halves and samples of the data are drawn."""

    unit: str = unit()
    samples: int = number(1000, "number of random samples")
    seed: int = seed()

    def __post_init__(self) -> None:
        validate(self)


FiguresOfMeasures = list[FloatArray]
"""For each measure: figures x runs x samples."""


def halves(stack: Stack, sampling: Sampling) -> Iterator[tuple[FiguresOfMeasures, FiguresOfMeasures]]:
    """Figures on two disjoint halves of the units, in blocks of samples; an odd unit is in neither."""
    size = stack.units.count // 2
    for ranks in random_orders(sampling.seed, Purpose.HALVES, sampling.samples, stack.units.count):
        yield _figures(stack, ranks < size), _figures(stack, ranks >= stack.units.count - size)


def samples(stack: Stack, sampling: Sampling, size: int) -> Iterator[FiguresOfMeasures]:
    """Figures on samples of `size` units; with the same seed, smaller samples are parts of larger ones."""
    for ranks in random_orders(sampling.seed, Purpose.SAMPLES, sampling.samples, stack.units.count):
        yield _figures(stack, ranks < size)


def _figures(stack: Stack, chosen: BoolArray) -> FiguresOfMeasures:
    sums = stack.columns @ chosen.T.astype(np.float64)
    return [measure.combined(stack.sums_of(sums, measure)) for measure in stack.measures]


def obstacle_to_ranking(stack: Stack) -> str:
    """Why runs cannot be ranked on parts of the units, or an empty string."""
    return stack.units.obstacle or ("there is one run: nothing to rank" if len(stack.runs) == 1 else "")


def paired_differences(first: FloatArray, second: FloatArray) -> Iterator[tuple[FloatArray, FloatArray]]:
    """The differences of every pair of runs in two sets of samples (runs x samples), one run and all later at a time.

    Where one of the two has no value, both are NaN.
    """
    for run in range(len(first) - 1):
        mine, theirs = first[run] - first[run + 1 :], second[run] - second[run + 1 :]
        missing = np.isnan(mine) | np.isnan(theirs)
        yield np.where(missing, np.nan, mine), np.where(missing, np.nan, theirs)


def direction(differences: FloatArray) -> FloatArray:
    """The sign of differences: 1, -1, or 0 for ties and missing values."""
    return np.where(np.abs(differences) > TOLERANCE, np.sign(differences), 0.0)
