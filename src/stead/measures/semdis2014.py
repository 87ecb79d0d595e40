"""SemDis 2014 (Fabre et al. 2014) and its normalised measures (Tanguy, Fabre and Rivière 2018, section 5.1).

Averages are over all items of the gold.
"""

import numpy as np

from stead.core.arrays import FloatArray
from stead.core.parameters import number
from stead.measures.base import Alignment, Mean, divide_or_zero, rows

_PAPER = "Tanguy et al. 2018"


class SemdisBest(Mean):
    r"""The weight of the first answer over all gold weight; further answers are ignored (equation 1).

    .. math:: BEST(i) = \frac{w_i(a_1)}{|G_i|_w}
    """

    name = "semdis-best"
    family = "semdis"
    paper = f"{_PAPER}, eq. 1"
    rewards = "a good first answer, more so where few substitutes are possible"
    ideal_size = 1

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        return _mean_rows(alignment, divide_or_zero(alignment.first_answer, alignment.gold_total))


class SemdisOot(Mean):
    r"""The weight of the first ten answers over all gold weight (equation 2).

    .. math:: OOT(i) = \frac{\sum_{a \in A_i[:10]} w_i(a)}{|G_i|_w}
    """

    name = "semdis-oot"
    family = "semdis"
    paper = f"{_PAPER}, eq. 2"
    rewards = "finding much of the gold within ten answers, in any order"

    depth: int = number(10, "number of answers that count")

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        return _mean_rows(alignment, divide_or_zero(alignment.answers.sums(self.depth), alignment.gold_total))


class SemdisBestNormalised(Mean):
    r"""BEST over its maximum on the item (section 5.1); the same quotient as `jabbari-best1`.

    .. math:: BEST_n(i) = \frac{w_i(a_1)}{\max w_i}
    """

    name = "semdis-best-norm"
    family = "semdis"
    paper = f"{_PAPER}, sec. 5.1"
    rewards = "a first answer that nothing beats; 1 is possible on every item"
    ideal_size = 1

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        return _mean_rows(alignment, divide_or_zero(alignment.first_answer, alignment.gold_max))


class SemdisOotNormalised(Mean):
    r"""OOT over its maximum on the item (section 5.1).

    .. math:: OOT_n(i) = \frac{\sum_{a \in A_i[:10]} w_i(a)}{\sum_{h \in G_i^{10}} w_i(h)}

    where :math:`G_i^{10}` are the ten heaviest substitutes.
    """

    name = "semdis-oot-norm"
    family = "semdis"
    paper = f"{_PAPER}, sec. 5.1"
    rewards = "finding the ten best substitutes; 1 is possible however many there are"

    depth: int = number(10, "number of answers that count")

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, score."""
        reached = alignment.answers.sums(self.depth)
        return _mean_rows(alignment, divide_or_zero(reached, alignment.gold.sums(self.depth)))


def _mean_rows(alignment: Alignment, score: FloatArray) -> FloatArray:
    return rows(np.ones(len(alignment)), alignment.answered, score)
