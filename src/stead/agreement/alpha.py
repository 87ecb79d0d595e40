"""Krippendorff's alpha: agreement beyond what chance would give.

The figure itself comes from the library `krippendorff`. Its intervals resample whole items, which the library cannot:
they come from sums of coincidences, which give the same alpha.
"""

from abc import abstractmethod
from importlib.util import find_spec
from itertools import pairwise
from typing import ClassVar, Literal

import numpy as np

from stead.agreement.answers import AnswerTable
from stead.agreement.coefficient import Coefficient, Table
from stead.agreement.semeval2007 import TOO_FEW_ASKED, too_few_answers
from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.measures.base import ratio
from stead.records.agreement import Scale

Level = Literal["nominal", "ordinal", "interval"]
INSTALL = "pip install 'stead[agreement]'"
PAPER = "Krippendorff 2011, Computing Krippendorff's Alpha-Reliability"


def is_installed() -> bool:
    """Whether the library is there."""
    return find_spec("krippendorff") is not None


class Alpha(Coefficient[Table]):
    r"""Krippendorff's alpha of units that some people gave values to.

    .. math:: \alpha = 1 - \frac{D_o}{D_e}, \quad D_o = \sum_{c, k} o_{ck} \delta^2_{ck}, \quad
        D_e = \frac{1}{n - 1} \sum_{c, k} n_c n_k \delta^2_{ck}

    The coincidences :math:`o_{ck}` are the pairs of values c and k within units, each unit with m values sharing m by
    its pairs; :math:`n_c` are their sums, n the sum of those. Units with one value are left out.
    """

    family: ClassVar[str] = "alpha"
    paper: ClassVar[str] = PAPER
    scale: ClassVar[Scale] = "plain"
    corrected_for_chance: ClassVar[bool] = True
    level: Level = "nominal"
    values: FloatArray = np.array([0.0, 1.0])

    @abstractmethod
    def owners(self, table: Table) -> IntArray:
        """The item of each unit, in rising order."""

    @abstractmethod
    def counts(self, table: Table, units: IntArray) -> FloatArray:
        """How many people gave these units each value."""

    def statistics(self, table: Table) -> FloatArray:
        """The coincidences of each item, and how many of its units have two values or more."""
        owners = self.owners(table)
        counts = self.counts(table, np.arange(len(owners), dtype=np.int64))
        of_units = _coincidences(counts)
        units = counts.sum(axis=1) >= 2
        columns = [*of_units.reshape(len(owners), len(self.values) ** 2).T, units]
        return np.column_stack([np.bincount(owners, weights=each, minlength=len(table)) for each in columns])

    def combine(self, sums: FloatArray) -> FloatArray:
        """1 - observed / expected disagreement, NaN where all values are the same."""
        size = len(self.values)
        coincidences = sums[..., :-1].reshape(*sums.shape[:-1], size, size)
        of_values = coincidences.sum(axis=-1)
        distances = _distances(self.level, self.values, of_values)
        observed = (coincidences * distances).sum(axis=(-2, -1))
        crossed = of_values[..., :, np.newaxis] * of_values[..., np.newaxis, :]
        expected = (crossed * distances).sum(axis=(-2, -1))
        pairable = of_values.sum(axis=-1) - 1
        return np.subtract(1, ratio(observed * pairable, expected))

    def value(self, table: Table, items: IntArray, sums: FloatArray) -> float | None:
        """The alpha of the library; None where all values are the same, or nothing was valued twice."""
        if np.isnan(self.combine(sums)):
            return None
        owners = self.owners(table)
        begin, end = np.searchsorted(owners, items), np.searchsorted(owners, items, side="right")
        counts = self.counts(table, np.concatenate([np.arange(*each) for each in _joined(begin, end)]))
        return alpha_of(counts, self.values, self.level)


def alpha_of(counts: FloatArray, values: FloatArray, level: Level) -> float:
    """The library's alpha of units (rows) by how many people gave each value (columns)."""
    from krippendorff import alpha  # noqa: PLC0415 (not everybody has it)

    return float(alpha(value_counts=counts.astype(np.int64), value_domain=values, level_of_measurement=level))


def _joined(begin: IntArray, end: IntArray) -> list[tuple[int, int]]:
    """Ranges, those that follow each other joined: all items are one range."""
    breaks = np.flatnonzero(begin[1:] != end[:-1]) + 1
    edges = [0, *breaks.tolist(), len(begin)]
    return [(int(begin[one]), int(end[other - 1])) for one, other in pairwise(edges)]


def _coincidences(counts: FloatArray) -> FloatArray:
    """o_ck of each unit: n_c n_k / (m - 1), a value not being paired with itself."""
    together = counts[:, :, np.newaxis] * counts[:, np.newaxis, :]
    together -= counts[:, :, np.newaxis] * np.eye(counts.shape[1])
    shared: FloatArray = together / np.maximum(counts.sum(axis=1) - 1, 1)[:, np.newaxis, np.newaxis]
    return shared


def _distances(level: Level, values: FloatArray, of_values: FloatArray) -> FloatArray:
    """The squared distance of each two values; that of ordinal values depends on how often those between are used."""
    if level == "nominal":
        return 1 - np.eye(len(values))
    places = values if level == "interval" else np.cumsum(of_values, axis=-1) - of_values / 2
    return np.square(places[..., :, np.newaxis] - places[..., np.newaxis, :])


class AlphaSubstitutes(Alpha[AnswerTable]):
    """Krippendorff's alpha, nominal, of proposed or not proposed.

    The units are the substitutes that anybody proposed for an item; everybody who gave substitutes for the item
    proposed each of them or did not. A substitute that nobody proposed is no unit, so nobody can agree on it: low
    or negative values are usual, and say more in comparison than alone.
    """

    name: ClassVar[str] = "alpha-substitutes"
    unit: ClassVar[str] = "substitutes"

    def owners(self, table: AnswerTable) -> IntArray:
        """Each substitute of an item is a unit."""
        return table.tally.owners

    def counts(self, table: AnswerTable, units: IntArray) -> FloatArray:
        """Who did not, who did."""
        proposed = table.tally.counts[units]
        return np.column_stack([table.answers[table.tally.owners[units]] - proposed, proposed])

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """Two answers are needed."""
        return too_few_answers(table)


class AlphaMultiwords(Alpha[AnswerTable]):
    """Krippendorff's alpha, nominal, of part of a multiword or not, as `multiword-detection` asks it.

    The units are the items; whoever answered an item named a multiword or did not.
    """

    name: ClassVar[str] = "alpha-multiwords"
    unit: ClassVar[str] = "items"

    def owners(self, table: AnswerTable) -> IntArray:
        """Each item is a unit."""
        return np.arange(len(table), dtype=np.int64)

    def counts(self, table: AnswerTable, units: IntArray) -> FloatArray:
        """Who did not, who did."""
        named = table.multiword_tally.totals[units]
        return np.column_stack([table.asked[units] - named, named])

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """Two annotators are needed."""
        return {TOO_FEW_ASKED: table.asked < 2}
