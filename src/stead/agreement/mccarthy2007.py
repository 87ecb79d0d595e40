"""The agreement of SemEval-2007 (McCarthy and Navigli 2007, section 2.2)."""

from typing import ClassVar

import numpy as np

from stead.agreement.answer_table import AnswerTable, pair_count, pairs_within
from stead.agreement.coefficient import Rate
from stead.core.arrays import BoolArray, FloatArray
from stead.measures.base import rows

_PAPER = "McCarthy and Navigli 2007, section 2.2"
TOO_FEW_ANSWERS = "fewer than two annotators gave substitutes"
TOO_FEW_RESPONSES = "substitutes named fewer than two times in total"
NO_MODE = "no mode"
TOO_FEW_ASKED = "fewer than two annotators answered"
NO_MULTIWORD = "nobody named a multiword"
ONE_MULTIWORD = "only one annotator named a multiword"


def too_few_answers(table: AnswerTable) -> dict[str, BoolArray]:
    """The items with fewer than two answers to compare."""
    return {TOO_FEW_ANSWERS: table.answers < 2}


def without_mode(table: AnswerTable) -> dict[str, BoolArray]:
    """The items without a mode."""
    return {TOO_FEW_RESPONSES: ~table.tally.is_scored, NO_MODE: ~table.tally.has_mode}


class Pairwise(Rate[AnswerTable]):
    r"""Pairwise agreement: how much of what two annotators name is named by both.

    .. math:: \frac{\sum_{\{p_1, p_2\} \in P} \frac{|p_1 \cap p_2|}{|p_1 \cup p_2|}}{|P|}

    P holds every pair of answers to the same item, :math:`p` the set of substitutes of an answer. The mean is over all
    pairs of all items together, as the paper writes it, not over items; the two are the same where everybody
    answers everything. Pairs with an answer that names nothing (NIL, NAME, no answer) do not count.
    """

    name: ClassVar[str] = "pairwise"
    family: ClassVar[str] = "substitutes"
    paper: ClassVar[str] = _PAPER
    unit: ClassVar[str] = "pairs"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """The sum of the overlaps of pairs, and the number of pairs."""
        overlaps = np.zeros(len(table))
        for items, part in table.parts():
            overlaps[items] = _overlaps(part)
        return rows(overlaps, pair_count(table.answers))

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """Two answers are needed."""
        return too_few_answers(table)


def _overlaps(table: AnswerTable) -> FloatArray:
    """The sum of the overlaps of the pairs of each item; only pairs that share a substitute have any."""
    by_substitute = np.argsort(table.proposal_places, kind="stable")  # within a substitute by row
    first, second = pairs_within(table.tally.counts.astype(np.int64))
    size, answers = max(len(table.row_items), 1), table.proposal_rows[by_substitute]
    keys, shared = np.unique(answers[first] * size + answers[second], return_counts=True)
    one, other = keys // size, keys % size
    overlap = shared / (table.answer_sizes[one] + table.answer_sizes[other] - shared)
    return np.bincount(table.row_items[one], weights=overlap, minlength=len(table)).astype(np.float64, copy=False)


class ItemsWithMode(Rate[AnswerTable]):
    r"""How many items have a mode: a substitute that more annotators name than any other.

    .. math:: \frac{|T_M|}{|T|}

    T holds the items whose substitutes were named two or more times in total, those that are scored, :math:`T_M` those
    of them with a mode.
    """

    name: ClassVar[str] = "items-with-mode"
    family: ClassVar[str] = "substitutes"
    paper: ClassVar[str] = _PAPER
    unit: ClassVar[str] = "items"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """Whether there is a mode, and whether the item is scored."""
        return rows(table.tally.has_mode, table.tally.is_scored)

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """Two responses are needed."""
        return {TOO_FEW_RESPONSES: ~table.tally.is_scored}


class ModePairwise(Rate[AnswerTable]):
    r"""The pairwise agreement of each answer with the mode, taken as an answer that names nothing else.

    .. math:: \frac{\sum_{i \in T_M} \sum_{p \in P_i} \frac{|p \cap \{m_i\}|}{|p \cup \{m_i\}|}}{\sum_{i \in T_M} |P_i|}

    :math:`P_i` holds the answers to item i that name substitutes, :math:`m_i` its mode. An answer earns 1 / n for n
    substitutes if the mode is among them, so that further substitutes cost what they cost in `pairwise`. How many
    annotators name the mode at all is `semdis-mode-annotators`.
    """

    name: ClassVar[str] = "mode-pairwise"
    family: ClassVar[str] = "substitutes"
    paper: ClassVar[str] = _PAPER
    unit: ClassVar[str] = "answers"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """1 / |p| for each answer with the mode, and the number of answers, where there is a mode."""
        with_mode = table.proposal_rows[table.tally.is_mode[table.proposal_places]]
        shares = np.zeros(len(table.row_items))
        shares[with_mode] = 1 / table.answer_sizes[with_mode]
        return rows(table.sum_by_list(shares), np.where(table.tally.has_mode, table.answers, 0.0))

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """A mode is needed."""
        return without_mode(table)


class MultiwordDetectionAgreement(Rate[AnswerTable]):
    r"""How often two annotators agree whether the target is part of a multiword.

    .. math:: \frac{|\{\{a, b\} \in P : a \text{ names a multiword} \Leftrightarrow b \text{ names one}\}|}{|P|}

    P holds every pair of annotators who answered the same item, also with NIL or NAME: it is a separate question.
    """

    name: ClassVar[str] = "multiword-detection"
    family: ClassVar[str] = "multiwords"
    paper: ClassVar[str] = _PAPER
    unit: ClassVar[str] = "pairs"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """Pairs that say the same, and all pairs."""
        named, asked = table.multiword_tally.totals, table.asked
        return rows(pair_count(named) + pair_count(asked - named), pair_count(asked))

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """Two annotators are needed."""
        return {TOO_FEW_ASKED: table.asked < 2}


class MultiwordIdentificationEither(Rate[AnswerTable]):
    r"""How often two annotators name the same multiword, where at least one of them names one.

    .. math:: \frac{|\{\{a, b\} \in P : m_a = m_b\}|}{|\{\{a, b\} \in P : a \text{ or } b \text{ names a multiword}\}|}

    P holds every pair of annotators who answered the same item, :math:`m_a` is the multiword that a names. The paper
    does not say which pairs it counts; this is `pairwise` on sets of one multiword or none.
    """

    name: ClassVar[str] = "multiword-identification-either"
    family: ClassVar[str] = "multiwords"
    paper: ClassVar[str] = _PAPER
    unit: ClassVar[str] = "pairs"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """Pairs that name the same, and pairs of whom one names something."""
        named, asked = table.multiword_tally.totals, table.asked
        return rows(_same_multiword(table), pair_count(asked) - pair_count(asked - named))

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """Two annotators are needed, and a multiword."""
        return {TOO_FEW_ASKED: table.asked < 2, NO_MULTIWORD: table.multiword_tally.totals < 1}


class MultiwordIdentificationBoth(Rate[AnswerTable]):
    r"""How often two annotators name the same multiword, where both name one.

    .. math:: \frac{|\{\{a, b\} \in P : m_a = m_b\}|}{|\{\{a, b\} \in P : a \text{ and } b \text{ name a multiword}\}|}

    The other reading of what the paper counts: see `multiword-identification-either`.
    """

    name: ClassVar[str] = "multiword-identification-both"
    family: ClassVar[str] = "multiwords"
    paper: ClassVar[str] = _PAPER
    unit: ClassVar[str] = "pairs"

    def statistics(self, table: AnswerTable) -> FloatArray:
        """Pairs that name the same, and pairs that name something."""
        return rows(_same_multiword(table), pair_count(table.multiword_tally.totals))

    def reasons(self, table: AnswerTable) -> dict[str, BoolArray]:
        """Two multiwords are needed."""
        named = table.multiword_tally.totals
        return {TOO_FEW_ASKED: table.asked < 2, NO_MULTIWORD: named < 1, ONE_MULTIWORD: named < 2}


def _same_multiword(table: AnswerTable) -> FloatArray:
    """The number of pairs of each item that name the same multiword."""
    return table.multiword_tally.sum_by_list(pair_count(table.multiword_tally.counts))
