"""Random numbers: one stream for each purpose, so that no choice disturbs another.

A stream depends on the seed and the purpose alone.
"""

from enum import Enum

import numpy as np


class Purpose(Enum):
    """What random numbers are for: whose work it is, and a number that no other purpose of that work has.

    The numbers are part of every result. They stay as they are, and a new purpose gets a new one.
    """

    BOOTSTRAP = "comparing", 0
    SWAPS = "comparing", 1
    HALVES = "comparing", 2
    SAMPLES = "comparing", 3

    ITEMS = "posthoc", 0
    DISPATCH = "posthoc", 1
    PLANTED = "posthoc", 2
    REPEATS = "posthoc", 3
    RATERS = "posthoc", 4
    WORLD = "posthoc", 5
    ANNOTATORS = "posthoc", 6
    RUNS = "posthoc", 7
    RATINGS = "posthoc", 8

    def __init__(self, work: str, number: int) -> None:
        self.work, self.number = work, number


def stream(seed: int, purpose: Purpose, *numbers: int) -> np.random.Generator:
    """Random numbers that no other purpose uses; further numbers make streams of their own."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(purpose.number, *numbers)))
