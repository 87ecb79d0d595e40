"""Resamples, swaps and orders of units, drawn at random, some rows of a matrix at a time.

What is drawn depends on the seed, the purpose and the number of units alone. All runs and all pairs share it, so that a
further run changes nobody's numbers.
"""

from collections.abc import Iterator

import numpy as np

from stead.core.arrays import FloatArray, IntArray
from stead.core.random_streams import Purpose, stream

_MOST_ROWS = 512
_MOST_CELLS = 1 << 22


def blocks(rows: int, units: int) -> Iterator[int]:
    """How many rows of a matrix over units to make at a time."""
    most = max(1, min(_MOST_ROWS, _MOST_CELLS // units))
    yield from (min(most, rows - start) for start in range(0, rows, most))


def bootstrap_counts(seed: int, resamples: int, units: int) -> Iterator[FloatArray]:
    """How often each unit is drawn, with replacement, as many as there are: resamples x units."""
    chance = stream(seed, Purpose.BOOTSTRAP)
    for rows in blocks(resamples, units):
        drawn = chance.integers(0, units, size=(rows, units))
        drawn += np.arange(rows)[:, None] * units
        counts = np.bincount(drawn.ravel(), minlength=rows * units)
        yield counts.reshape(rows, units).astype(np.float64)


def random_swaps(seed: int, resamples: int, units: int) -> Iterator[FloatArray]:
    """1 where the rows of a unit are swapped, by the toss of a coin: resamples x units."""
    chance = stream(seed, Purpose.SWAPS)
    for rows in blocks(resamples, units):
        yield chance.integers(0, 2, size=(rows, units), dtype=np.int8).astype(np.float64)


def every_swap(units: int) -> FloatArray:
    """Each of the 2^units ways to swap."""
    numbers = np.arange(1 << units, dtype=np.int64)[:, None]
    return ((numbers >> np.arange(units, dtype=np.int64)) & 1).astype(np.float64)


def random_places(seed: int, purpose: Purpose, samples: int, units: int) -> Iterator[IntArray]:
    """The place of each unit in a random order: samples x units. The first k places are a sample of k units."""
    chance = stream(seed, purpose)
    for rows in blocks(samples, units):
        ordered = np.broadcast_to(np.arange(units, dtype=np.int64), (rows, units))
        yield chance.permuted(ordered, axis=1)
