"""Precision and recall at k, as papers on neural systems report them (P@1, P@3).

Every substitute with a positive gold weight counts the same.
"""

from dataclasses import dataclass

import numpy as np

from stead.core.alignment import Alignment
from stead.core.arrays import FloatArray
from stead.core.parameters import number
from stead.measures.base import Mean, divide_or_zero, rows

_PAPER = "standard in information retrieval"


@dataclass(frozen=True)
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


@dataclass(frozen=True)
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
