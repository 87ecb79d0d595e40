"""What counts: equal substitutes count as one, and items with too few responses do not count at all."""

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray

MIN_RESPONSES = 2
"""An item counts if its substitutes were named so often in all.

McCarthy and Navigli (2007, section 3): items "with 2 or more responses (non NIL or NAME)".
"""

_ROUNDING = 1e-9  # 0.1 + 0.7 reaches 0.8


def least_weight(*, graded: bool) -> float:
    """The weight that an item needs to be scored, unless somebody says otherwise.

    Counts are responses, of which SemEval-2007 asks for two; a graded gold is scored wherever it has any weight.
    """
    return 0.0 if graded else float(MIN_RESPONSES)


def weighs_enough(totals: FloatArray | IntArray, least: float) -> BoolArray:
    r"""Which items are scored, given their weights in all.

    .. math:: |H_i|_w > 0 \land |H_i|_w \geq least
    """
    return np.greater(totals, 0) & np.greater_equal(totals, least - _ROUNDING)


def merge_equal(places: IntArray, weights: FloatArray, count: int, *, graded: bool) -> FloatArray:
    r"""The weights of `count` distinct substitutes; `places` says which of them each of the `weights` is of.

    .. math:: w(s) = \sum_{t = s} w(t) \text{ for counts, } \max_{t = s} w(t) \text{ for graded weights}

    Annotators who give equal forms are counted together; of two grades for one substitute the higher holds.
    """
    if not graded:
        return np.bincount(places, weights=weights, minlength=count).astype(np.float64)
    largest = np.zeros(count)
    np.maximum.at(largest, places, weights)
    return largest
