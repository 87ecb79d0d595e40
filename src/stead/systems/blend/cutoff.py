"""The cut-off: the number of most probable words with the best expected balance of precision and recall.

Coverage (Jabbari et al. 2010, section 5) asks for all good words and no bad ones: with |A|w the weight of the answers,
P = |A|w / (|A|w + |A - H|) and R = |A|w / |H|w. For the first n words both are estimated from their probabilities p:
a word weighs p (1 + slope p), since words that are more probable are also answered by more people, and is bad with
1 - p. The n with the highest balance P + (1 - balance) R is taken. One threshold for all sentences cannot do this: what
is worth adding depends on how much there is to be found.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stead.systems.blend.word_tables import Floats


@dataclass(frozen=True)
class Cutoff:
    """The learned cut-off rule: how many words to keep."""

    slope: float
    balance: float

    def number(self, probabilities: Floats) -> int:
        """The number of words to keep, given their probabilities in descending order."""
        if not len(probabilities):
            return 0
        weight = np.cumsum(probabilities * (1 + self.slope * probabilities))
        bad = np.cumsum(1 - probabilities)
        promised = self.balance * weight / (weight + bad) + (1 - self.balance) * weight / weight[-1]
        return int(np.argmax(promised)) + 1


def slope_of(probabilities: Floats, weights: Floats) -> float:
    """The slope of weight over probability: least squares of weight = 1 + slope p over the words that were answered."""
    answered = weights > 0
    likely, extra = probabilities[answered], weights[answered] - 1
    return float(max(0.0, likely @ extra / (likely @ likely))) if answered.any() else 0.0


BALANCES: Sequence[float] = tuple(round(0.2 + 0.025 * step, 3) for step in range(25))
"""The balances that are tried."""
