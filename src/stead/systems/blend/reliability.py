"""How far probabilities can be believed: in bins of equal width, what was promised and what came true."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from stead.systems.blend.tables import Floats

BINS = 15


@dataclass(frozen=True, slots=True)
class Bin:
    """The candidates whose probability is in one of the bins.

    `expected` is the mean of the probabilities, `accepted` the share that came true; both 0 if it is empty.
    """

    low: float
    high: float
    count: int
    expected: float
    accepted: float


def reliability(probabilities: Floats, accepted: npt.NDArray[np.bool_]) -> list[Bin]:
    """Every bin, empty ones too; a probability of 1 is in the last."""
    places = np.minimum((probabilities * BINS).astype(int), BINS - 1)
    counts = np.bincount(places, minlength=BINS)
    sums = (np.bincount(places, values, BINS) for values in (probabilities, accepted))
    means = [(each / np.maximum(counts, 1)).tolist() for each in sums]
    return [
        Bin(number / BINS, (number + 1) / BINS, count, *own)
        for number, (count, *own) in enumerate(zip(counts.tolist(), *means, strict=True))
    ]


def calibration_error(bins: Sequence[Bin]) -> float:
    """Expected calibration error: how far probabilities are from shares, each bin as heavy as it is full."""
    total = sum(each.count for each in bins)
    return sum(each.count * abs(each.expected - each.accepted) for each in bins) / total
