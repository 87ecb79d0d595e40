"""TSAR-2022 lexical simplification (Saggion et al. 2022): MAP@k, Potential@k, Accuracy@k@top1.

Averages are over all items of the gold, or, with `over=run` and as in the official script, over the lines of the run.
"""

import numpy as np

from stead.core.arrays import BoolArray, FloatArray
from stead.core.parameters import choice, number
from stead.measures.base import Alignment, Mean, rows

_PAPER = "Saggion et al. 2022"
_OVER = {"gold": "all items of the gold", "run": "the items that the run has a line for, as in the official script"}


class _Simplification(Mean):
    """The base of the three measures: a mean over a choice of items."""

    def _rows(self, alignment: Alignment, score: FloatArray | BoolArray, over: str) -> FloatArray:
        counted = np.ones(len(alignment), dtype=np.bool_) if over == "gold" else alignment.with_line
        return rows(counted, counted & alignment.answered, np.where(counted, score, 0.0))


class MeanAveragePrecision(_Simplification):
    r"""The sum of the precision at each rank with a gold substitute, divided by k even if the gold is smaller.

    .. math:: MAP@k(i) = \frac{1}{k} \sum_{r=1}^{k} I(a_r \in H_i) \cdot P@r(i)
    """

    name = "map"
    family = "simplification"
    paper = _PAPER
    rewards = "many good answers among the first k, and good answers before bad ones"

    depth: int = number(10, "number of answers that count")
    over: str = choice("gold", _OVER, "items averaged over")

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        answers = alignment.answers
        hits = (answers.values > 0) & (answers.ranks < self.depth)
        running = np.cumsum(hits)
        before = np.concatenate([[0], running])[answers.starts[:-1]]
        precision = (running - answers.spread(before)) / (answers.ranks + 1)
        score = answers.sum_by_list(precision * hits) / self.depth
        return self._rows(alignment, score, self.over)


class Potential(_Simplification):
    r"""1 if any of the first k answers is in the gold.

    .. math:: Potential@k(i) = I(A_i[:k] \cap H_i \neq \emptyset)
    """

    name = "potential"
    family = "simplification"
    paper = _PAPER
    rewards = "at least one good answer among the first k"

    depth: int = number(10, "number of answers that count")
    over: str = choice("gold", _OVER, "items averaged over")

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        return self._rows(alignment, alignment.hits(self.depth) > 0, self.over)


class AccuracyTopOne(_Simplification):
    r"""1 if a most frequent gold substitute is among the first k answers (ACC@k@top1); any of several ties counts.

    .. math:: ACC@k@top1(i) = I(\exists a \in A_i[:k] : w_i(a) = \max w_i)
    """

    name = "acc-top1"
    family = "simplification"
    paper = _PAPER
    rewards = "the substitute that most people gave, among the first k answers"

    depth: int = number(1, "number of answers that count")
    over: str = choice("gold", _OVER, "items averaged over")

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        return self._rows(alignment, alignment.finds_heaviest(self.depth), self.over)
