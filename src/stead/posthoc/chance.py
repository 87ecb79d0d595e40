"""Where chance comes from: one stream of random numbers for each purpose, so that no choice disturbs another."""

from enum import IntEnum

import numpy as np


class Purpose(IntEnum):
    """What chance is used for; the numbers are part of every result."""

    ITEMS = 0
    DISPATCH = 1
    PLANTED = 2
    REPEATS = 3
    RATERS = 4
    WORLD = 5
    ANNOTATORS = 6
    RUNS = 7
    RATINGS = 8


def stream(seed: int, purpose: Purpose, *numbers: int) -> np.random.Generator:
    """Random numbers that no other purpose uses; further numbers make streams of their own."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(int(purpose), *numbers)))
