"""Definitions of the field: modes, gold multiwords, majorities, which items are scored, how equal terms are merged.

Those of SemEval-2007 are by McCarthy and Navigli (2007, section 3), "SemEval-2007 Task 10: English Lexical Substitution
Task".
"""

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray, Weights, starts_of

AGREED = 2
"""How many annotators must name a multiword for it to be gold."""


def has_mode(weights: Weights) -> BoolArray:
    r"""Whether one substitute of an item weighs strictly more than every other; weights are given largest first.

    .. math:: m_i = s \iff w_i(s) > 0 \land \forall t \neq s: w_i(s) > w_i(t)

    A single substitute is the mode if it weighs anything.
    """
    top = weights.first(2)
    return np.greater(top[:, 0], top[:, 1])


def is_mode(weights: Weights) -> BoolArray:
    """Which weights are those of a mode, as `has_mode` defines it; weights are given in any order."""
    largest = np.zeros(len(weights))
    np.maximum.at(largest, weights.owners, weights.values)
    on_top = (weights.values == largest[weights.owners]) & (weights.values > 0)
    alone = np.equal(weights.sum_by_list(on_top), 1)
    is_largest_alone: BoolArray = on_top & alone[weights.owners]
    return is_largest_alone


def has_gold_multiword(named: Weights) -> BoolArray:
    r"""Whether annotators agree on a multiword: the mode of those that they name, named by two or more.

    .. math:: \exists m_i \land w_i(m_i) \geq 2

    Given how many annotators name each multiword of an item, largest first.
    """
    return has_mode(named) & np.greater_equal(named.first(1)[:, 0], AGREED)


MIN_RESPONSES = 2
"""An item is scored if its substitutes were named this many times in all.

McCarthy and Navigli (2007, section 3): items "with 2 or more responses (non NIL or NAME)".
"""

_ROUNDING = 1e-9  # 0.1 + 0.7 reaches 0.8


def least_weight(*, graded: bool) -> float:
    """The default for the weight that an item needs to be scored.

    Counts are responses, of which SemEval-2007 asks for two; a graded gold is scored wherever it has any weight.
    """
    return 0.0 if graded else float(MIN_RESPONSES)


def weighs_enough(totals: FloatArray | IntArray, least: float) -> BoolArray:
    r"""Which items are scored, given their weights in all.

    .. math:: |H_i|_w > 0 \land |H_i|_w \geq least
    """
    return np.greater(totals, 0) & np.greater_equal(totals, least - _ROUNDING)


def merge_equal(indices: IntArray, weights: FloatArray, count: int, *, graded: bool) -> FloatArray:
    r"""The weights of `count` distinct substitutes; `indices` says which of them each weight belongs to.

    .. math:: w(s) = \sum_{t = s} w(t) \text{ for counts, } \max_{t = s} w(t) \text{ for graded weights}

    Annotators who give equal forms are counted together; of two grades for one substitute the higher counts.
    """
    if not graded:
        return np.bincount(indices, weights=weights, minlength=count).astype(np.float64)
    largest = np.zeros(count)
    np.maximum.at(largest, indices, weights)
    return largest


def majorities(grades: FloatArray, candidates: IntArray, count: int) -> FloatArray:
    """The majority grade of each of `count` candidates, given the candidate of each grade; 0 where there is no grade.

    That is what more than half of the raters say, or else the lower median: one good and one reasonable make
    reasonable. More than half of the grades always include the middle one, so that the lower median is both.
    """
    ordered = grades[np.lexsort((grades, candidates))]
    sizes = np.bincount(candidates, minlength=count)
    graded = sizes > 0
    medians = np.zeros(count)
    medians[graded] = ordered[(starts_of(sizes)[:-1] + (sizes - 1) // 2)[graded]]
    return medians
