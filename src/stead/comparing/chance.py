"""Where chance comes from: one stream for each purpose, and the matrices that are drawn from it, some rows at a time.

A stream depends on the seed and the purpose alone, and what is drawn from it on the number of units. All runs and all
pairs share it, so that a further run changes nobody's numbers.
"""

from collections.abc import Iterator
from enum import IntEnum

import numpy as np

from stead.core.arrays import FloatArray, IntArray

_MOST_ROWS = 512
_MOST_CELLS = 1 << 22


class Purpose(IntEnum):
    """What chance is used for; the numbers are part of every result."""

    BOOTSTRAP = 0
    SWAPS = 1
    HALVES = 2
    SAMPLES = 3


def stream(seed: int, purpose: Purpose) -> np.random.Generator:
    """Random numbers that no other purpose uses."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(int(purpose),)))


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
