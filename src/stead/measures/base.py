"""The base classes of measures.

A measure gives each item a fixed tuple of numbers, its statistics, and has one function from their sums to the
score. Averages, tables by group, intervals and paired tests all read those tuples.

Every tuple begins with `counted` (1 if the measure is defined on the item: the denominator of recall) and `attempted`
(1 if the system answered such an item: the denominator of precision).
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

import numpy as np

from stead.core.alignment import Alignment
from stead.core.arrays import BoolArray, FloatArray
from stead.core.parameters import settings, validate

Task = Literal["best", "oot", "mw", ""]


@dataclass(frozen=True)
class Measure(ABC):
    """One published measure with its parameters: immutable, and `parse_measure(str(measure)) == measure`."""

    name: ClassVar[str]
    family: ClassVar[str]
    paper: ClassVar[str]
    rewards: ClassVar[str]
    figures: ClassVar[tuple[str, ...]]
    fields: ClassVar[tuple[str, ...]]
    task: ClassVar[Task] = ""
    """The task of SemEval-2007 that the measure was defined for, or an empty string."""
    ideal_size: ClassVar[int | None] = None
    """The number of heaviest substitutes in a perfect answer; None for all of them."""
    quotients: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """The figures that are the sum of one field over the sum of another, with the names of both fields."""
    needs_detail: ClassVar[bool] = False
    """Whether the measure reads the alignment's detail."""

    @property
    def needs_judges(self) -> bool:
        """Whether the gold must say how many people judged each substitute."""
        return False

    @property
    def pools(self) -> tuple[str, ...]:
        """The pools of candidates that the measure ranks."""
        return ()

    @abstractmethod
    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute the statistics of each item: one row of `fields`."""

    @abstractmethod
    def combine(self, sums: FloatArray) -> tuple[FloatArray, ...]:
        """Compute the `figures` from sums of statistics, NaN where a denominator is 0.

        The last axis of `sums` runs over `fields`; any axes before it (items, resamples) are kept.
        """

    def ideal(self, alignment: Alignment) -> Alignment:
        """Align the gold with perfect answers by this measure; their statistics give the ceiling."""
        return alignment.ideal(self.ideal_size)

    def __post_init__(self) -> None:
        validate(self)

    def __str__(self) -> str:
        """Print as `oot@10` or `coverage(k=1)`: the depth after an at sign, other parameters in brackets."""
        return self._print(settings(self))

    @property
    def label(self) -> str:
        """The measure's name without parameters that have their default value, for tables."""
        default = settings(type(self)())
        shown = {name: value for name, value in settings(self).items() if name == "depth" or value != default[name]}
        return self._print(shown)

    def _print(self, parameters: dict[str, str]) -> str:
        depth = parameters.pop("depth", None)
        rest = ",".join(f"{name}={value}" for name, value in parameters.items())
        return self.name + (f"@{depth}" if depth else "") + (f"({rest})" if rest else "")


class PrecisionRecall(Measure):
    """A credit per item: precision averages it over the attempted items, recall over all counted items."""

    figures = ("P", "R")
    fields = ("counted", "attempted", "credit")
    quotients: ClassVar[Mapping[str, tuple[str, str]]] = {"P": ("credit", "attempted"), "R": ("credit", "counted")}

    def combine(self, sums: FloatArray) -> tuple[FloatArray, ...]:
        """Compute P = credit / attempted and R = credit / counted."""
        counted, attempted, credit = columns(sums)
        return divide_or_nan(credit, attempted), divide_or_nan(credit, counted)


class Mean(Measure):
    """A score per item, averaged over all counted items; an unanswered item scores 0."""

    figures = ("mean",)
    fields = ("counted", "attempted", "score")
    quotients: ClassVar[Mapping[str, tuple[str, str]]] = {"mean": ("score", "counted")}

    def combine(self, sums: FloatArray) -> tuple[FloatArray, ...]:
        """Compute the mean score over the counted items."""
        counted, _, score = columns(sums)
        return (divide_or_nan(score, counted),)


def columns(sums: FloatArray) -> tuple[FloatArray, ...]:
    """Split statistics into their fields, one array each."""
    return tuple(np.moveaxis(sums, -1, 0))


def divide_or_nan(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Divide element by element; NaN where the denominator is 0, since there is nothing to average."""
    missing = np.full_like(numerator, np.nan)
    return np.divide(numerator, denominator, out=missing, where=denominator > 0)


def divide_or_zero(numerators: FloatArray, denominators: FloatArray) -> FloatArray:
    """Divide element by element; 0 where the denominator is 0 (an empty answer earns nothing)."""
    return np.divide(numerators, denominators, out=np.zeros_like(numerators), where=denominators > 0)


def rows(*fields: FloatArray | BoolArray) -> FloatArray:
    """Put fields side by side as statistics; each field is contiguous in memory, since sums run along it."""
    return np.array(fields, dtype=np.float64).T
