"""ProLex (Zhang et al. 2024): F of the first ten answers against acceptable, or acceptable and proficient, substitutes.

A substitute is proficient if its CEFR level is at least that of the target. Which ones are is read from the gold.
"""

import numpy as np

from stead.core.arrays import FloatArray
from stead.core.parameters import choice, number
from stead.measures.base import Alignment, PooledF, rows


class ProlexF(PooledF):
    r"""Precision and recall of the first ten answers, pooled over the items that have a good substitute, and F.

    .. math::
        P = \frac{\sum_i |A_i[:10] \cap G_i|}{\sum_i |A_i[:10]|} \qquad
        R = \frac{\sum_i |A_i[:10] \cap G_i|}{\sum_i \min(|G_i|, 10)} \qquad
        F = \frac{2PR}{P+R}

    G are the substitutes that are acceptable and at least as advanced as the target (proficient), or all acceptable
    ones; items where G is empty are left out, with their answers.
    """

    name = "prolex-f"
    family = "prolex"
    paper = "Zhang et al. 2024"
    rewards = "substitutes that fit and are as advanced as the target, and nothing else"
    needs_detail = True

    depth: int = number(10, "number of answers that count")
    gold: str = choice(
        "proficient",
        {"proficient": "acceptable, of the target's CEFR level or above", "acceptable": "of any level"},
        "which substitutes are good",
    )

    @property
    def needs_of_gold(self) -> tuple[str, ...]:
        """What the gold must say besides the weights: which substitutes are proficient, unless all will do."""
        return ("proficient",) if self.gold == "proficient" else ()

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted (has a good substitute), attempted, hits, answers, wanted."""
        answers, gold, detail = alignment.answers, alignment.gold, alignment.known_detail
        proficient = self.gold == "proficient"
        good = detail.answer_proficient if proficient else answers.values > 0
        wanted = gold.sum_by_list(detail.gold_proficient) if proficient else gold.sizes.astype(np.float64)
        counted = wanted > 0
        return rows(
            counted,
            counted & alignment.answered,
            answers.sum_by_list(good & (answers.ranks < self.depth)),
            np.where(counted, np.minimum(answers.sizes, self.depth), 0),
            np.minimum(wanted, self.depth),
        )

    def ideal(self, alignment: Alignment) -> Alignment:
        """Answer with every good substitute, and no other."""
        if self.gold == "acceptable":
            return super().ideal(alignment)
        return alignment.ideal_of(alignment.known_detail.gold_proficient)
