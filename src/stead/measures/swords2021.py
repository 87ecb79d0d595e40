"""SWORDS (Lee et al. 2021): precision, recall and F of the first ten answers against judged substitutes.

The sums are pooled over the items before they are divided.
"""

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.core.parameters import choice, number
from stead.measures.base import Alignment, PooledF, rows

_ACCEPTABLE = 0.5001  # more than half; the threshold of the reference program
_CONCEIVABLE = 0.1


class SwordsF(PooledF):
    r"""Precision and recall of the first ten answers, pooled over items, and their harmonic mean.

    .. math::
        P = \frac{\sum_i |A_i[:10] \cap G_i|}{\sum_i |A_i[:10]|} \qquad
        R = \frac{\sum_i |A_i[:10] \cap G_i|}{\sum_i \min(|G_i|, 10)} \qquad
        F = \frac{2PR}{P+R}

    G are the substitutes that more than half of the judges accept (acceptable), or a tenth or more (conceivable).
    """

    name = "swords-f"
    family = "swords"
    paper = "Lee et al. 2021"
    rewards = "good substitutes at the first ten ranks, and nothing else there"
    needs_detail = True

    depth: int = number(10, "number of answers that count")
    gold: str = choice(
        "acceptable",
        {"acceptable": "accepted by more than half of the judges", "conceivable": "by a tenth or more"},
        "which substitutes are good",
    )
    unjudged: str = choice(
        "wrong",
        {"wrong": "strict", "removed": "lenient: skipped before the first ten are taken"},
        "answers that nobody judged",
    )
    recall: str = choice(
        "capped",
        {"capped": "the good substitutes, at most `depth` of them", "full": "all good substitutes"},
        "denominator of recall",
    )

    @property
    def needs_of_gold(self) -> tuple[str, ...]:
        """What the gold must say besides the weights: how many people judged each substitute."""
        return ("judges",)

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted, attempted, hits, answers, wanted."""
        answers, detail = alignment.answers, alignment.known_detail
        kept = detail.answer_judged if self.unjudged == "removed" else np.ones(len(answers.values), dtype=np.bool_)
        within = kept & (_ranks_among(kept, answers.starts, answers.owners) < self.depth)
        hits = answers.sum_by_list((within & self._good(detail.answer_shares)).astype(np.float64))
        given = answers.sum_by_list(within.astype(np.float64))
        wanted = alignment.gold.sum_by_list(self._good(detail.gold_shares).astype(np.float64))
        if self.recall == "capped":
            wanted = np.minimum(wanted, self.depth)
        return rows(np.ones(len(alignment)), alignment.answered, hits, given, wanted)

    def _good(self, shares: FloatArray) -> BoolArray:
        return shares >= (_ACCEPTABLE if self.gold == "acceptable" else _CONCEIVABLE)

    def ideal(self, alignment: Alignment) -> Alignment:
        """Answer with every good substitute, and no other."""
        return alignment.ideal_of(self._good(alignment.known_detail.gold_shares))


def _ranks_among(kept: BoolArray, starts: IntArray, owners: IntArray) -> IntArray:
    """Rank each answer among the kept answers of its list, from 0."""
    running = np.concatenate([[0], np.cumsum(kept)])
    ranks: IntArray = running[:-1] - running[starts[owners]]
    return ranks
