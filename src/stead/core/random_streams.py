"""Random numbers: one independent stream for each purpose.

A stream depends on the seed and the purpose alone.
"""

from enum import Enum

import numpy as np


class Purpose(Enum):
    """A purpose of random numbers: the package, and a number that is unique in it.

    The numbers determine every result: never change one, and give a new purpose a new one.
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
    MACHINES = "posthoc", 9

    def __init__(self, work: str, number: int) -> None:
        self.work, self.number = work, number


def stream(seed: int, purpose: Purpose, *numbers: int) -> np.random.Generator:
    """The random generator of a purpose; further numbers make independent streams."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(purpose.number, *numbers)))
