"""Weights by item, made of plain lists."""

from collections.abc import Iterable

import numpy as np

from stead.core.arrays import Ragged, Weights, starts_of


def weights_of(lists: Iterable[Iterable[float]]) -> Weights:
    """Store lists of weights."""
    kept = [list(weights) for weights in lists]
    values = np.array([weight for weights in kept for weight in weights], dtype=np.float64)
    return Ragged(values, starts_of(np.array([len(weights) for weights in kept], dtype=np.int64)))
