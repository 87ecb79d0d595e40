"""The base of coefficients of agreement.

Like a measure, a coefficient gives each item a fixed tuple of numbers, its statistics, and has one function from their
sums to the figure. Tables by group, figures without one annotator and intervals are computed from those tuples.
"""

from abc import ABC, abstractmethod
from typing import ClassVar, Generic, Protocol, TypeVar

import numpy as np

from stead.core.arrays import BoolArray, FloatArray
from stead.measures.base import columns, divide_or_nan
from stead.records.agreement import Scale


class ItemTable(Protocol):
    """A table with one entry for each item."""

    @property
    def lexelts(self) -> list[str]:
        """The lexelt of each item."""

    @property
    def ids(self) -> list[str]:
        """The id of each item."""

    def __len__(self) -> int: ...


Table = TypeVar("Table", bound=ItemTable)


class Coefficient(ABC, Generic[Table]):
    """A published coefficient: statistics of each item, and a figure computed from their sums."""

    name: ClassVar[str]
    family: ClassVar[str]
    paper: ClassVar[str]
    unit: ClassVar[str]
    """What is compared or counted: pairs, answers, items, ..."""
    scale: ClassVar[Scale] = "percent"
    corrected_for_chance: ClassVar[bool] = False

    @abstractmethod
    def statistics(self, table: Table) -> FloatArray:
        """One row of numbers for each item; the last is its number of units, 0 for items that are left out."""

    @abstractmethod
    def combine(self, sums: FloatArray) -> FloatArray:
        """Compute the figure from sums of statistics, NaN where it is undefined; leading axes are kept."""

    @abstractmethod
    def reasons(self, table: Table) -> dict[str, BoolArray]:
        """The reasons for leaving out items, and the items that each holds for."""

    def first_reasons(self, table: Table) -> dict[str, BoolArray]:
        """The items that are left out, each under the first reason that holds."""
        first: dict[str, BoolArray] = {}
        left_out = np.zeros(len(table), dtype=np.bool_)
        for reason, holds in self.reasons(table).items():
            first[reason] = holds & ~left_out
            left_out |= holds
        return first

    def value(self, sums: FloatArray) -> float | None:
        """The figure on items whose statistics add up to `sums`, None if it is undefined."""
        figure = float(self.combine(sums))
        return None if np.isnan(figure) else figure

    def __str__(self) -> str:
        return self.name


class Rate(Coefficient[Table]):
    """A rate: its statistics are (agreed, compared), and the figure is the quotient of their sums."""

    def combine(self, sums: FloatArray) -> FloatArray:
        """Agreed / compared."""
        agreed, compared = columns(sums)
        return divide_or_nan(agreed, compared)
