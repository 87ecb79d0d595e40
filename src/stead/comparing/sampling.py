"""Figures on random parts of the units: halves, and samples that grow."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from stead.comparing.chance import Purpose, random_places
from stead.comparing.resampling import seed, unit
from stead.comparing.stack import TOLERANCE, Stack
from stead.core.arrays import BoolArray, FloatArray
from stead.core.parameters import number, validate


@dataclass(frozen=True)
class Sampling:
    """How parts of the data are drawn."""

    unit: str = unit()
    samples: int = number(1000, "how many times the units are divided at random")
    seed: int = seed()

    def __post_init__(self) -> None:
        validate(self)


FiguresOfMeasures = list[FloatArray]
"""For each measure: figures x runs x samples."""


def halves(stack: Stack, sampling: Sampling) -> Iterator[tuple[FiguresOfMeasures, FiguresOfMeasures]]:
    """Figures on two halves that share no unit, some samples at a time; an odd unit is in neither."""
    size = stack.units.count // 2
    for places in random_places(sampling.seed, Purpose.HALVES, sampling.samples, stack.units.count):
        yield _figures(stack, places < size), _figures(stack, places >= stack.units.count - size)


def samples(stack: Stack, sampling: Sampling, size: int) -> Iterator[FiguresOfMeasures]:
    """Figures on samples of so many units; with the same seed a smaller sample is part of a larger one."""
    for places in random_places(sampling.seed, Purpose.SAMPLES, sampling.samples, stack.units.count):
        yield _figures(stack, places < size)


def _figures(stack: Stack, chosen: BoolArray) -> FiguresOfMeasures:
    sums = stack.columns @ chosen.T.astype(np.float64)
    return [measure.combined(stack.sums_of(sums, measure)) for measure in stack.measures]


def obstacle_to_ranking(stack: Stack) -> str:
    """Why parts of the units say nothing about the order of the runs, if they do not."""
    return stack.units.obstacle or ("there is one run: nothing to rank" if len(stack.runs) == 1 else "")


def orders(first: FloatArray, second: FloatArray) -> Iterator[tuple[FloatArray, FloatArray]]:
    """The differences of every pair of runs in two sets of samples (runs x samples), one run with all later at a time.

    Where one of the two has no value, neither has.
    """
    for run in range(len(first) - 1):
        mine, theirs = first[run] - first[run + 1 :], second[run] - second[run + 1 :]
        missing = np.isnan(mine) | np.isnan(theirs)
        yield np.where(missing, np.nan, mine), np.where(missing, np.nan, theirs)


def direction(differences: FloatArray) -> FloatArray:
    """1, -1, or 0 for a tie; also 0 for what has no value."""
    return np.where(np.abs(differences) > TOLERANCE, np.sign(differences), 0.0)
