"""The agreement of Tanguy et al. 2018: on substitutes (SemDis 2014, section 3.1) and on ratings (section 3.2).

What section 3.1 says of substitutes can be read in two ways; both are here. Krippendorff's alpha of
ratings is added.
"""

from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from stead.agreement.alpha import Alpha, Level
from stead.agreement.answer_table import AnswerTable, pair_count
from stead.agreement.coefficient import Coefficient, Rate
from stead.agreement.mccarthy2007 import too_few_answers, without_mode
from stead.agreement.rating_table import RatingTable
from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.measures.base import columns, divide_or_nan, rows
from stead.records.agreement import Scale

_SECTION_ON_SUBSTITUTES = "Tanguy, Fabre and Rivière 2018, section 3.1"


class SemdisSame(Rate[AnswerTable]):
    r"""How often two annotators agreed on a substitute: both proposed it, or neither did.

    .. math:: \frac{\sum_s \binom{n_s}{2} + \binom{N_s - n_s}{2}}{\sum_s \binom{N_s}{2}}

    s runs over every substitute that anybody proposed for an item, :math:`n_s` annotators proposed it, and :math:`N_s`
    gave substitutes for that item. This is what the paper says, word for word; but with seven annotators it cannot
    be below 42.9 %, and the paper reports 25.8 %: see `semdis-both`.
    """

    name: ClassVar[str] = "semdis-same"
    family: ClassVar[str] = "substitutes"
    paper: ClassVar[str] = _SECTION_ON_SUBSTITUTES
    unit: ClassVar[str] = "decision pairs"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """Pairs that agree, and all pairs, summed over substitutes."""
        tally = table.tally
        answers = table.answers[tally.owners]
        same = pair_count(tally.counts) + pair_count(answers - tally.counts)
        return rows(tally.sum_by_list(same), tally.sum_by_list(pair_count(answers)))

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """Two answers are needed."""
        return too_few_answers(table)


class SemdisBoth(Rate[AnswerTable]):
    r"""How often two annotators both proposed a substitute, where at least one of them did.

    .. math:: \frac{\sum_s \binom{n_s}{2}}{\sum_s \binom{N_s}{2} - \binom{N_s - n_s}{2}}

    With s, :math:`n_s` and :math:`N_s` as in `semdis-same`. It is never higher, and likely to be what was meant.
    """

    name: ClassVar[str] = "semdis-both"
    family: ClassVar[str] = "substitutes"
    paper: ClassVar[str] = _SECTION_ON_SUBSTITUTES
    unit: ClassVar[str] = "decision pairs"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """Pairs of whom both, and of whom at least one proposed a substitute, summed over substitutes."""
        tally = table.tally
        answers = table.answers[tally.owners]
        either = pair_count(answers) - pair_count(answers - tally.counts)
        return rows(tally.sum_by_list(pair_count(tally.counts)), tally.sum_by_list(either))

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """Two answers are needed."""
        return too_few_answers(table)


class SemdisModeAnnotators(Rate[AnswerTable]):
    r"""How many of the annotators who gave substitutes named the mode, on the items that have one.

    .. math:: \frac{\sum_{i \in T_M} n_{m_i}}{\sum_{i \in T_M} |P_i|}

    :math:`n_{m_i}` annotators named the mode of item i, :math:`|P_i|` gave substitutes for it.
    """

    name: ClassVar[str] = "semdis-mode-annotators"
    family: ClassVar[str] = "substitutes"
    paper: ClassVar[str] = _SECTION_ON_SUBSTITUTES
    unit: ClassVar[str] = "answers"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """Annotators with the mode, and annotators, where there is one."""
        return rows(_mode_counts(table), np.where(table.tally.has_mode, table.answers, 0.0))

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """A mode is needed."""
        return without_mode(table)


class SemdisModePropositions(Rate[AnswerTable]):
    r"""How many of all propositions are the mode, on the items that have one.

    .. math:: \frac{\sum_{i \in T_M} n_{m_i}}{\sum_{i \in T_M} \sum_s n_s}

    "The rate of propositions which are the most common substitute", word for word: an annotator with three
    substitutes makes three propositions.
    """

    name: ClassVar[str] = "semdis-mode-propositions"
    family: ClassVar[str] = "substitutes"
    paper: ClassVar[str] = _SECTION_ON_SUBSTITUTES
    unit: ClassVar[str] = "propositions"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """Propositions of the mode, and propositions, where there is one."""
        return rows(_mode_counts(table), np.where(table.tally.has_mode, table.tally.totals, 0.0))

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """A mode is needed."""
        return without_mode(table)


def _mode_counts(table: AnswerTable) -> FloatArray:
    return table.tally.sum_by_list(np.where(table.tally.is_mode, table.tally.counts, 0.0))


_SECTION_ON_RATINGS = "Tanguy, Fabre and Rivière 2018, section 3.2"
_NORMAL_95 = 1.959963984540054
ONE_RATER = "no candidate was rated by two raters"


def one_rater(table: RatingTable) -> dict[str, BoolArray]:
    """The items without two ratings to compare."""
    return {ONE_RATER: table.sum_by_list(table.compared) == 0}


class Unanimous(Rate[RatingTable]):
    r"""The rate of candidates that all their raters gave the same value.

    .. math:: \frac{|\{c : v_{c1} = v_{c2} = \dots\}|}{|C|}

    C holds the candidates of all items that two raters or more rated.
    """

    name: ClassVar[str] = "unanimous"
    family: ClassVar[str] = "ratings"
    paper: ClassVar[str] = _SECTION_ON_RATINGS
    unit: ClassVar[str] = "candidates"

    def statistics(self, table: RatingTable) -> FloatArray:
        """Candidates with one value, and candidates."""
        alike = (table.value_counts > 0).sum(axis=1) == 1
        return rows(table.sum_by_list(alike & table.compared), table.sum_by_list(table.compared))

    def reasons(self, table: RatingTable) -> dict[str, BoolArray]:
        """Two raters are needed."""
        return one_rater(table)


class Deviation(Coefficient[RatingTable]):
    """The base of both figures on standard deviations: sums of deviations and of their squares."""

    family: ClassVar[str] = "deviations"
    paper: ClassVar[str] = _SECTION_ON_RATINGS
    unit: ClassVar[str] = "candidates"
    scale: ClassVar[Scale] = "plain"

    def statistics(self, table: RatingTable) -> FloatArray:
        """Deviations, their squares, candidates."""
        deviations = np.where(table.compared, table.deviations, 0.0)
        return np.column_stack([table.sum_by_list(values) for values in (deviations, deviations**2, table.compared)])

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
    r"""What the paper prints after the mean standard deviation: half a 95 % interval, from a normal distribution.

    .. math:: 1.96 \sqrt{\frac{\sum_{c \in C} (s_c - \bar{s})^2}{(|C| - 1) |C|}}

    It assumes that candidates are independent; the intervals in brackets, which resample items and lexelts, do not.
    """

    name: ClassVar[str] = "standard-deviation-margin"

    def combine(self, sums: FloatArray) -> FloatArray:
        """The margin from the sums of deviations and of their squares."""
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
        """The name, with the level of measurement."""
        return f"alpha-{self.level}"

    def owners(self, table: RatingTable) -> IntArray:
        """Each candidate of an item is a unit."""
        return table.owners

    def counts(self, table: RatingTable) -> FloatArray:
        """The number of raters who gave each value."""
        return table.value_counts

    def reasons(self, table: RatingTable) -> dict[str, BoolArray]:
        """Two raters are needed."""
        return one_rater(table)


def rating_alphas(table: RatingTable) -> Iterator[RatingAlpha]:
    """Alpha at every level of measurement, on the values of this table."""
    levels: tuple[Level, ...] = ("nominal", "ordinal", "interval")
    return (RatingAlpha(level, table.values) for level in levels)
