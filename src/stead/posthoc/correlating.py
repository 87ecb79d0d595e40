"""Rank correlation and the rank-sum test, with what they are taken over."""

from typing import NamedTuple

import numpy as np

from stead.core.arrays import FloatArray
from stead.core.extras import library


class Correlation(NamedTuple):
    """Spearman's rho with its two-sided p-value; None where one side does not vary."""

    rho: float | None
    p: float | None
    number: int


def spearman(first: FloatArray, second: FloatArray) -> Correlation:
    """Spearman's rank correlation, ties at their mean rank."""
    if len(first) < 3 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return Correlation(None, None, len(first))
    found = library("scipy.stats", "Spearman's rho").spearmanr(first, second)
    return Correlation(float(found.statistic), float(found.pvalue), len(first))


class RankSum(NamedTuple):
    """Wilcoxon's rank-sum test (Mann and Whitney's U), two-sided; `superiority` is the chance that the first is larger.

    Ties count half, so that .5 means no difference.
    """

    superiority: float | None
    p: float | None
    first: int
    second: int


def rank_sum(first: FloatArray, second: FloatArray) -> RankSum:
    """Whether values of one group tend to be larger than those of another."""
    if not len(first) or not len(second):
        return RankSum(None, None, len(first), len(second))
    found = library("scipy.stats", "the rank-sum test").mannwhitneyu(first, second, alternative="two-sided")
    share = float(found.statistic) / (len(first) * len(second))
    return RankSum(share, float(found.pvalue), len(first), len(second))
