"""The agreement on ratings of Tanguy et al. 2018 (section 3.2), and Krippendorff's alpha of the same."""

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from stead.agreement.alpha import Alpha, Level
from stead.agreement.coefficient import Coefficient, Rate
from stead.agreement.ratings import RatingTable
from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.measures.base import columns, divide_or_nan, rows
from stead.records.agreement import Scale

_PAPER = "Tanguy, Fabre and Rivière 2018, section 3.2"
_NORMAL_95 = 1.959963984540054
ONE_RATER = "no candidate was rated by two raters"


def one_rater(table: RatingTable) -> dict[str, BoolArray]:
    """Items on which no two ratings can be compared."""
    return {ONE_RATER: table.added_up(table.compared) == 0}


class Unanimous(Rate[RatingTable]):
    r"""How many candidates all their raters gave the same value.

    .. math:: \frac{|\{c : v_{c1} = v_{c2} = \dots\}|}{|C|}

    C holds the candidates of all items that two raters or more rated.
    """

    name: ClassVar[str] = "unanimous"
    family: ClassVar[str] = "ratings"
    paper: ClassVar[str] = _PAPER
    unit: ClassVar[str] = "candidates"

    def statistics(self, table: RatingTable) -> FloatArray:
        """Candidates with one value, and candidates."""
        alike = (table.value_counts > 0).sum(axis=1) == 1
        return rows(table.added_up(alike & table.compared), table.added_up(table.compared))

    def reasons(self, table: RatingTable) -> dict[str, BoolArray]:
        """Two raters are needed."""
        return one_rater(table)


class Deviation(Coefficient[RatingTable]):
    """What both figures on standard deviations have in common: the sums of deviations and of their squares."""

    family: ClassVar[str] = "deviations"
    paper: ClassVar[str] = _PAPER
    unit: ClassVar[str] = "candidates"
    scale: ClassVar[Scale] = "plain"

    def statistics(self, table: RatingTable) -> FloatArray:
        """Deviations, their squares, candidates."""
        own = np.where(table.compared, table.deviations, 0.0)
        return np.column_stack([table.added_up(each) for each in (own, own**2, table.compared)])

    def reasons(self, table: RatingTable) -> dict[str, BoolArray]:
        """Two raters are needed."""
        return one_rater(table)


class MeanDeviation(Deviation):
    r"""The mean, over candidates, of the standard deviation of a candidate's ratings.

    .. math:: \frac{1}{|C|} \sum_{c \in C} s_c, \quad s_c = \sqrt{\frac{\sum_r (v_{cr} - \bar{v}_c)^2}{n_c - 1}}

    :math:`v_{cr}` is what rater r gave candidate c, :math:`n_c` how many raters it had, two or more.
    """

    name: ClassVar[str] = "mean-standard-deviation"

    def combine(self, sums: FloatArray) -> FloatArray:
        """The mean."""
        deviations, _, candidates = columns(sums)
        return divide_or_nan(deviations, candidates)


class DeviationMargin(Deviation):
    r"""What the paper prints behind the mean standard deviation: half a 95 % interval, from a normal distribution.

    .. math:: 1.96 \sqrt{\frac{\sum_{c \in C} (s_c - \bar{s})^2}{(|C| - 1) |C|}}

    It takes every candidate for independent of the others; the intervals in brackets, which resample items and
    lexelts, do not.
    """

    name: ClassVar[str] = "standard-deviation-margin"

    def combine(self, sums: FloatArray) -> FloatArray:
        """Out of the sums of deviations and of their squares."""
        deviations, squares, candidates = columns(sums)
        spread = np.maximum(squares - deviations * divide_or_nan(deviations, candidates), 0.0)
        return _NORMAL_95 * np.sqrt(divide_or_nan(spread, candidates * np.maximum(candidates - 1, 0)))


class RatingAlpha(Alpha[RatingTable]):
    """Krippendorff's alpha of ratings: the units are candidates of items, the values those of the scale.

    Values are only equal or not (`alpha-nominal`), in an order (`alpha-ordinal`, their distance being how many ratings
    lie between them), or at distances from each other (`alpha-interval`).
    """

    unit: ClassVar[str] = "candidates"

    def __init__(self, level: Level, values: FloatArray) -> None:
        self.level, self.values = level, values

    @property
    def name(self) -> str:  # type: ignore[override]
        """After the level of measurement."""
        return f"alpha-{self.level}"

    def owners(self, table: RatingTable) -> IntArray:
        """Each candidate of an item is a unit."""
        return table.owners

    def counts(self, table: RatingTable) -> FloatArray:
        """How many raters gave each value."""
        return table.value_counts

    def reasons(self, table: RatingTable) -> dict[str, BoolArray]:
        """Two raters are needed."""
        return one_rater(table)


def rating_alphas(table: RatingTable) -> Iterator[RatingAlpha]:
    """Alpha at every level of measurement, on the values of this table."""
    levels: tuple[Level, ...] = ("nominal", "ordinal", "interval")
    return (RatingAlpha(level, table.values) for level in levels)
