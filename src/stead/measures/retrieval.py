"""Measures of information retrieval: precision, recall and hit at k, reciprocal rank, discounted cumulated gain.

Every substitute with a positive gold weight counts the same, but for the gain, which is the weight.
"""

import numpy as np

from stead.core.arrays import FloatArray, Weights
from stead.core.parameters import number
from stead.measures.base import Alignment, Mean, divide_or_zero, rows, truncation

_PAPER = "standard in information retrieval"


class PrecisionAt(Mean):
    r"""The share of the first k answers that are in the gold; missing answers count as wrong.

    .. math:: P@k(i) = \frac{|\{a \in A_i[:k] : w_i(a) > 0\}|}{k}
    """

    name = "p"
    family = "ranking"
    paper = _PAPER
    rewards = "good answers at the first k ranks"

    depth: int = number(1, "number of answers that count")

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        return rows(np.ones(len(alignment)), alignment.answered, alignment.hits(self.depth) / self.depth)


class RecallAt(Mean):
    r"""The share of the gold substitutes that are among the first k answers.

    .. math:: R@k(i) = \frac{|\{a \in A_i[:k] : w_i(a) > 0\}|}{|H_i|}
    """

    name = "r"
    family = "ranking"
    paper = _PAPER
    rewards = "finding every gold substitute within k answers, heavy or light"

    depth: int = number(10, "number of answers that count")

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        recall = divide_or_zero(alignment.hits(self.depth), alignment.gold.sizes.astype(np.float64))
        return rows(np.ones(len(alignment)), alignment.answered, recall)


class HitAt(Mean):
    r"""1 if any of the first k answers is in the gold; the same figure as `potential@k`.

    .. math:: hit@k(i) = I(A_i[:k] \cap H_i \neq \emptyset)
    """

    name = "hit"
    family = "ranking"
    paper = _PAPER
    rewards = "at least one good answer among the first k"

    depth: int = number(10, "number of answers that count")

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        return rows(np.ones(len(alignment)), alignment.answered, alignment.hits(self.depth) > 0)


class ReciprocalRank(Mean):
    r"""1 over the rank of the first answer that is in the gold, 0 if there is none: averaged, the MRR.

    .. math:: RR(i) = \frac{1}{\min \{r : w_i(a_r) > 0\}}
    """

    name = "mrr"
    family = "ranking"
    paper = "Voorhees 1999"
    rewards = "a good answer early; what follows it does not matter"

    depth: int | str = truncation()

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        answers = alignment.first_answers(self.depth)
        hits = np.flatnonzero(answers.values > 0)[::-1]
        score = np.zeros(len(alignment))
        score[answers.owners[hits]] = 1 / (answers.ranks[hits] + 1)  # the first hit of an item is written last
        return rows(np.ones(len(alignment)), alignment.answered, score)


class DiscountedGain(Mean):
    r"""The discounted cumulated gain of the first k answers over that of the best k: nDCG@k.

    .. math:: nDCG@k(i) = \frac{\sum_{r=1}^{k} w_i(a_r) / \log_2(r+1)}{\sum_{r=1}^{k} w_i(h_r) / \log_2(r+1)}

    where h are the gold substitutes, heaviest first. The gain is the gold weight itself (not 2 to its power), the
    discount the logarithm of r + 1, as evaluation programs have it; the paper divides by the logarithm of r, from its
    base on.
    """

    name = "ndcg"
    family = "ranking"
    paper = "Järvelin & Kekäläinen 2002"
    rewards = "heavy substitutes at early ranks"

    depth: int = number(10, "number of answers that count")

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        score = divide_or_zero(self._gain(alignment.answers), self._gain(alignment.gold))
        return rows(np.ones(len(alignment)), alignment.answered, score)

    def _gain(self, lists: Weights) -> FloatArray:
        """Sum the discounted weights of the first k of each list."""
        discounts = np.log2(np.arange(int(lists.sizes.max(initial=0))) + 2)
        discounted = lists.values / discounts[lists.ranks]
        return lists.sum_by_list(discounted * (lists.ranks < self.depth))
