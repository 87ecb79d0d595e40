"""Jabbari, Hepple and Guthrie 2010: best, best1, weighted coverage, rank.

All are averaged over all items: an unanswered item scores 0, and there is no precision over attempted items only.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import ClassVar

import numpy as np

from stead.core.arrays import FloatArray, Weights
from stead.core.parameters import Declaration, number
from stead.measures.base import Alignment, Mean, Measure, columns, divide_or_nan, divide_or_zero, rows, truncation

_PAPER = "Jabbari et al. 2010"
_PENALTIES = ("mean-gold", "mean-answer")
_HIGHEST_PENALTY = 1_000_000


class JabbariBest(Mean):
    r"""SemEval's best divided by its maximum on the item, so that the right single answer scores 1 (section 4).

    .. math:: best(i) = \frac{\sum_{a \in A_i} w_i(a)}{\max w_i \cdot |A_i|}
    """

    name = "jabbari-best"
    family = "jabbari"
    paper = f"{_PAPER}, sec. 4"
    rewards = "naming only the most frequent substitute; full marks are possible on every item"
    ideal_size = 1

    depth: int | str = truncation()

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        answers = alignment.first_answers(self.depth)
        score = divide_or_zero(answers.sums(), answers.sizes * alignment.gold_max)
        return rows(np.ones(len(alignment)), alignment.answered, score)


class JabbariBest1(Mean):
    r"""The weight of the first answer over the largest weight (section 4).

    .. math:: best_1(i) = \frac{w_i(a_1)}{\max w_i}
    """

    name = "jabbari-best1"
    family = "jabbari"
    paper = f"{_PAPER}, sec. 4"
    rewards = "a good first answer, whatever follows it"
    ideal_size = 1

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        score = divide_or_zero(alignment.first_answer, alignment.gold_max)
        return rows(np.ones(len(alignment)), alignment.answered, score)


def _read_penalty(text: str) -> float | str:
    """Read `1`, `0.5`, `mean-gold` or `mean-answer`."""
    if text in _PENALTIES:
        return text
    value = float(text)
    if not 0 <= value <= _HIGHEST_PENALTY:
        raise ValueError(text)
    return int(value) if value == int(value) else value


class Coverage(Measure):
    r"""Weighted precision and recall of the answers, and their F (section 5).

    .. math::
        R(i) = \frac{|A_i|_w}{|H_i|_w} \qquad P(i) = \frac{|A_i|_w}{|A_i|_w + k |A_i - H_i|} \qquad F = \frac{2PR}{P+R}

    P and R are averages over all items, F is the harmonic mean of those averages. `k` is the penalty of a wrong
    answer: a number, the item's mean gold weight, or the mean weight of the item's answers.
    """

    name = "coverage"
    family = "jabbari"
    paper = f"{_PAPER}, sec. 5"
    rewards = "all good substitutes and no bad ones: knowing where to stop"
    figures = ("P", "R", "F")
    fields = ("counted", "attempted", "precision", "recall")
    quotients: ClassVar[Mapping[str, tuple[str, str]]] = {"P": ("precision", "counted"), "R": ("recall", "counted")}

    depth: int | str = truncation()
    k: float | str = field(
        default=1,
        metadata={
            "declaration": Declaration(
                "penalty of a wrong answer",
                f"a number from 0 to {_HIGHEST_PENALTY}, mean-gold or mean-answer",
                _read_penalty,
            )
        },
    )

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, precision, recall."""
        answers = alignment.first_answers(self.depth)
        weight, wrong = answers.sums(), answers.sizes - answers.positive.sums()
        precision = divide_or_zero(weight, weight + self._penalty(alignment, answers) * wrong)
        recall = divide_or_zero(weight, alignment.gold_total)
        return rows(np.ones(len(alignment)), alignment.answered, precision, recall)

    def _penalty(self, alignment: Alignment, answers: Weights) -> FloatArray:
        if self.k == "mean-gold":
            return divide_or_zero(alignment.gold_total, alignment.gold.sizes.astype(np.float64))
        if self.k == "mean-answer":
            return divide_or_zero(answers.sums(), answers.sizes.astype(np.float64))
        return np.full(len(alignment), float(self.k))

    def combine(self, sums: FloatArray) -> tuple[FloatArray, ...]:
        """Compute the averages of P and R, and their harmonic mean."""
        counted, _, precision, recall = columns(sums)
        harmonic = divide_or_zero(2 * precision * recall, precision + recall)
        return divide_or_nan(precision, counted), divide_or_nan(recall, counted), divide_or_nan(harmonic, counted)


class Rank(Mean):
    r"""The cumulated weight of the answers over that of the best order, averaged over ten ranks (section 6).

    .. math:: rank(i) = \frac{1}{10} \sum_{r=1}^{10} \frac{\sum_{j \le r} w_i(a_j)}{\sum_{j \le r} w_i(h_j)}

    where h are the gold substitutes, heaviest first. (The running text states the division upside down; the
    formulas and the worked examples have it this way.)
    """

    name = "rank"
    family = "jabbari"
    paper = f"{_PAPER}, sec. 6"
    rewards = "good answers before bad ones, the best of them first"

    depth: int = number(10, "number of ranks averaged")

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        longest = max(alignment.answers.sizes.max(initial=1), alignment.gold.sizes.max(initial=1))
        width = min(self.depth, int(longest))
        ratios = divide_or_zero(alignment.answers.running_sums(width), alignment.gold.running_sums(width))
        beyond = (self.depth - width) * ratios[:, -1]  # after the end of both lists the ratio stays the same
        return rows(np.ones(len(alignment)), alignment.answered, (ratios.sum(axis=1) + beyond) / self.depth)
