"""Krippendorff's alpha: agreement beyond what chance would give."""

from abc import abstractmethod
from itertools import pairwise
from typing import ClassVar, Literal

import numpy as np

from stead.agreement.answer_table import AnswerTable
from stead.agreement.coefficient import Coefficient, Table
from stead.agreement.mccarthy2007 import TOO_FEW_ASKED, too_few_answers
from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.measures.base import divide_or_nan
from stead.records.agreement import Scale

Level = Literal["nominal", "ordinal", "interval"]
PAPER = "Krippendorff 2011, Computing Krippendorff's Alpha-Reliability"


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
        """The item of each unit, sorted."""

    @abstractmethod
    def counts(self, table: Table) -> FloatArray:
        """The number of people who gave each value to each unit."""

    def statistics(self, table: Table) -> FloatArray:
        """Observed disagreement, the pairable values of each kind, and the number of units with two or more values.

        The distances of ordinal values are known only after summing up: all coincidences take the place of the
        disagreement.
        """
        owners, counts = self.owners(table), self.counts(table)
        sizes = counts.sum(axis=1)
        pairable = sizes >= 2
        weights = pairable / np.maximum(sizes - 1, 1)  # a value not being paired with itself
        if self.level == "ordinal":
            observed = _coincidences(counts, weights, np.searchsorted(owners, np.arange(len(table) + 1)))
        else:
            of_units = ((counts @ self._distances) * counts).sum(axis=1) * weights
            observed = _by_item(of_units[:, np.newaxis], owners, len(table))
        rest = np.column_stack([counts * pairable[:, np.newaxis], pairable])
        return np.concatenate([observed, _by_item(rest, owners, len(table))], axis=1)

    def combine(self, sums: FloatArray) -> FloatArray:
        """1 - observed / expected disagreement, NaN where all values are the same."""
        size = len(self.values)
        of_values = sums[..., -1 - size : -1]
        if self.level == "ordinal":  # their distance is how many values lie between them, half of each end
            distances = _squared_distances(np.cumsum(of_values, axis=-1) - of_values / 2)
            coincidences = sums[..., : size**2].reshape(*sums.shape[:-1], size, size)
            observed = (coincidences * distances).sum(axis=(-2, -1))
        else:
            distances, observed = self._distances, sums[..., 0]
        expected = ((distances @ of_values[..., np.newaxis])[..., 0] * of_values).sum(axis=-1)
        return np.subtract(1, divide_or_nan(observed * (of_values.sum(axis=-1) - 1), expected))

    @property
    def _distances(self) -> FloatArray:
        """The squared distance of every two values, if it does not depend on their frequencies."""
        return 1 - np.eye(len(self.values)) if self.level == "nominal" else _squared_distances(self.values)


def _by_item(of_units: FloatArray, owners: IntArray, items: int) -> FloatArray:
    """Sum the rows of units by item."""
    columns = [np.bincount(owners, weights=column, minlength=items) for column in of_units.T]
    return np.column_stack(columns).astype(np.float64)  # np.bincount returns integers if there are no units


def _coincidences(counts: FloatArray, weights: FloatArray, edges: IntArray) -> FloatArray:
    """The sum of n_c n_k / (m - 1) over the units of each item, which lie between two edges.

    The coincidences of a value with itself are not corrected, since their distance is zero.
    """
    weighted = counts * weights[:, np.newaxis]
    return np.array([(weighted[begin:end].T @ counts[begin:end]).ravel() for begin, end in pairwise(edges.tolist())])


def _squared_distances(positions: FloatArray) -> FloatArray:
    """The squared distance of every two positions."""
    return np.square(positions[..., :, np.newaxis] - positions[..., np.newaxis, :])


class AlphaSubstitutes(Alpha[AnswerTable]):
    """Krippendorff's alpha, nominal, of proposed or not proposed.

    The units are the substitutes that anybody proposed for an item; everybody who gave substitutes for the item
    proposed each of them or did not. A substitute that nobody proposed is not a unit, so nobody can agree on it: low
    or negative values are usual, and say more in comparison than alone.
    """

    name: ClassVar[str] = "alpha-substitutes"
    unit: ClassVar[str] = "substitutes"

    def owners(self, table: AnswerTable) -> IntArray:
        """Each substitute of an item is a unit."""
        return table.tally.owners

    def counts(self, table: AnswerTable) -> FloatArray:
        """The annotators who did not and who did propose each substitute."""
        proposed = table.tally.counts
        return np.column_stack([table.answers[table.tally.owners] - proposed, proposed])

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """Two answers are needed."""
        return too_few_answers(table)


class AlphaMultiwords(Alpha[AnswerTable]):
    """Krippendorff's alpha, nominal, of whether the target is part of a multiword, as in `multiword-detection`.

    The units are the items; whoever answered an item named a multiword or did not.
    """

    name: ClassVar[str] = "alpha-multiwords"
    unit: ClassVar[str] = "items"

    def owners(self, table: AnswerTable) -> IntArray:
        """Each item is a unit."""
        return np.arange(len(table), dtype=np.int64)

    def counts(self, table: AnswerTable) -> FloatArray:
        """The annotators who did not and who did name a multiword."""
        named = table.multiword_tally.totals
        return np.column_stack([table.asked - named, named])

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """Two annotators are needed."""
        return {TOO_FEW_ASKED: table.asked < 2}
