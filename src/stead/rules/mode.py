"""The mode of an item, and its gold multiword: what annotators name more often than anything else.

Both are of McCarthy and Navigli (2007, section 3), "SemEval-2007 Task 10: English Lexical Substitution Task".
"""

import numpy as np

from stead.core.arrays import BoolArray, Weights

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
    alone = np.equal(weights.added_up(on_top), 1)
    found: BoolArray = on_top & alone[weights.owners]
    return found


def has_gold_multiword(named: Weights) -> BoolArray:
    r"""Whether annotators agree on a multiword: the mode of those that they name, named by two or more.

    .. math:: \exists m_i \land w_i(m_i) \geq 2

    Given how many annotators name each multiword of an item, largest first.
    """
    return has_mode(named) & np.greater_equal(named.first(1)[:, 0], AGREED)
