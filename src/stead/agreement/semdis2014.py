"""The agreement of SemDis 2014, as Tanguy et al. 2018 (section 3.1) describe it, in both its readings."""

from typing import ClassVar

import numpy as np

from stead.agreement.answers import AnswerTable, pairs_of
from stead.agreement.coefficient import Rate
from stead.agreement.semeval2007 import too_few_answers, without_mode
from stead.core.arrays import BoolArray, FloatArray
from stead.measures.base import rows

_PAPER = "Tanguy, Fabre and Rivière 2018, section 3.1"


class SemdisSame(Rate[AnswerTable]):
    r"""How often two annotators did the same with a substitute: both proposed it, or neither did.

    .. math:: \frac{\sum_s \binom{n_s}{2} + \binom{N_s - n_s}{2}}{\sum_s \binom{N_s}{2}}

    s runs over every substitute that anybody proposed for an item, :math:`n_s` annotators proposed it, and :math:`N_s`
    gave substitutes for that item. This is what the paper says, word for word; but with seven annotators it cannot
    be below 42.9 %, and the paper found 25.8 %: see `semdis-both`.
    """

    name: ClassVar[str] = "semdis-same"
    family: ClassVar[str] = "substitutes"
    paper: ClassVar[str] = _PAPER
    unit: ClassVar[str] = "decision pairs"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """Pairs that did the same, and all pairs, for each substitute."""
        tally = table.tally
        answers = table.answers[tally.owners]
        same = pairs_of(tally.counts) + pairs_of(answers - tally.counts)
        return rows(tally.added_up(same), tally.added_up(pairs_of(answers)))

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """Two answers are needed."""
        return too_few_answers(table)


class SemdisBoth(Rate[AnswerTable]):
    r"""How often two annotators both proposed a substitute, where at least one of them did.

    .. math:: \frac{\sum_s \binom{n_s}{2}}{\sum_s \binom{N_s}{2} - \binom{N_s - n_s}{2}}

    With s, :math:`n_s` and :math:`N_s` as in `semdis-same`. It is never above that one, and likely to be what was
    meant.
    """

    name: ClassVar[str] = "semdis-both"
    family: ClassVar[str] = "substitutes"
    paper: ClassVar[str] = _PAPER
    unit: ClassVar[str] = "decision pairs"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """Pairs of whom both, and pairs of whom at least one proposed, for each substitute."""
        tally = table.tally
        answers = table.answers[tally.owners]
        either = pairs_of(answers) - pairs_of(answers - tally.counts)
        return rows(tally.added_up(pairs_of(tally.counts)), tally.added_up(either))

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
    paper: ClassVar[str] = _PAPER
    unit: ClassVar[str] = "answers"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """Annotators with the mode, and annotators, where there is one."""
        return rows(_named_the_mode(table), np.where(table.tally.has_mode, table.answers, 0.0))

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
    paper: ClassVar[str] = _PAPER
    unit: ClassVar[str] = "propositions"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """Propositions of the mode, and propositions, where there is one."""
        return rows(_named_the_mode(table), np.where(table.tally.has_mode, table.tally.totals, 0.0))

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """A mode is needed."""
        return without_mode(table)


def _named_the_mode(table: AnswerTable) -> FloatArray:
    return table.tally.added_up(np.where(table.tally.is_mode, table.tally.counts, 0.0))
