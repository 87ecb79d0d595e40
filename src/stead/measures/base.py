"""What a measure is.

A measure gives each item a fixed tuple of numbers, its statistics, and has one function from their sums to the
score. Whatever is asked later (averages, tables by group, intervals, paired tests) reads those tuples.

Every tuple begins with `counted` (1 if the measure is defined on the item: what recall is taken over) and `attempted`
(1 if the system's answer is what precision is taken over).
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
    """Which file of SemEval-2007 the measure was made for, if it was."""
    ideal_size: ClassVar[int | None] = None
    """How many of the heaviest substitutes a perfect answer names; None for all of them."""
    quotients: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """The figures that are the sum of one field over the sum of another, with the names of both."""
    needs_detail: ClassVar[bool] = False
    """Whether the alignment must come with its detail."""

    @property
    def needs_judges(self) -> bool:
        """Whether the gold must say how many people judged each substitute."""
        return False

    @property
    def pools(self) -> tuple[str, ...]:
        """Which pools of candidates must be known."""
        return ()

    @abstractmethod
    def statistics(self, alignment: Alignment) -> FloatArray:
        """One row of `fields` for each item."""

    @abstractmethod
    def combine(self, sums: FloatArray) -> tuple[FloatArray, ...]:
        """The `figures` that sums of statistics amount to, NaN where a denominator is empty.

        The last axis of `sums` runs over `fields`; any axes before it (items, resamples) are kept.
        """

    def ideal(self, alignment: Alignment) -> Alignment:
        """The same items answered as well as this measure allows: its statistics give the ceiling."""
        return alignment.ideal(self.ideal_size)

    def __post_init__(self) -> None:
        validate(self)

    def __str__(self) -> str:
        """`oot@10`, `coverage(k=1)`: the depth behind an at sign, other parameters in brackets."""
        return self._printed(settings(self))

    @property
    def label(self) -> str:
        """The same without the parameters that are as they are by default: what a table has room for."""
        default = settings(type(self)())
        own = {name: value for name, value in settings(self).items() if name == "depth" or value != default[name]}
        return self._printed(own)

    def _printed(self, own: dict[str, str]) -> str:
        depth = own.pop("depth", None)
        rest = ",".join(f"{name}={value}" for name, value in own.items())
        return self.name + (f"@{depth}" if depth else "") + (f"({rest})" if rest else "")


class PrecisionRecall(Measure):
    """A credit per item: precision averages it over the attempted items, recall over all that count."""

    figures = ("P", "R")
    fields = ("counted", "attempted", "credit")
    quotients: ClassVar[Mapping[str, tuple[str, str]]] = {"P": ("credit", "attempted"), "R": ("credit", "counted")}

    def combine(self, sums: FloatArray) -> tuple[FloatArray, ...]:
        """P = credit / attempted, R = credit / counted."""
        counted, attempted, credit = columns(sums)
        return divide_or_nan(credit, attempted), divide_or_nan(credit, counted)


class Mean(Measure):
    """A score per item, averaged over every item; an unanswered one scores 0."""

    figures = ("mean",)
    fields = ("counted", "attempted", "score")
    quotients: ClassVar[Mapping[str, tuple[str, str]]] = {"mean": ("score", "counted")}

    def combine(self, sums: FloatArray) -> tuple[FloatArray, ...]:
        """The mean over the items that count."""
        counted, _, score = columns(sums)
        return (divide_or_nan(score, counted),)


def columns(sums: FloatArray) -> tuple[FloatArray, ...]:
    """The fields of statistics, one array each."""
    return tuple(np.moveaxis(sums, -1, 0))


def divide_or_nan(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Quotients, NaN where the denominator is empty: there is nothing to average."""
    missing = np.full_like(numerator, np.nan)
    return np.divide(numerator, denominator, out=missing, where=denominator > 0)


def divide_or_zero(numerators: FloatArray, denominators: FloatArray) -> FloatArray:
    """Quotients item by item; 0 where the denominator is 0 (an empty answer earns nothing)."""
    return np.divide(numerators, denominators, out=np.zeros_like(numerators), where=denominators > 0)


def rows(*fields: FloatArray | BoolArray) -> FloatArray:
    """Fields side by side, as statistics; each field lies together in memory, since sums run along it."""
    return np.array(fields, dtype=np.float64).T
