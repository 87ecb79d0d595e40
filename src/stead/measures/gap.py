"""Generalised average precision (Kishida 2005), for rankings of given candidates.

Thater et al. (2010), Melamud et al. (2015) and others rank a pool of candidates: usually all gold substitutes of the
target in any of its sentences. Candidates with equal scores are ties, and so are the candidates that a run leaves out
(they come last); the expected value over all orders of a tie is computed exactly. An item scores 0 if the run ranks
none of its candidates.
"""

from dataclasses import replace
from typing import NamedTuple, TypeVar

import numpy as np

from stead.core.arrays import Array, BoolArray, FloatArray, IntArray, Ragged, Weights, heaviest_first
from stead.core.parameters import choice
from stead.measures.base import Alignment, Mean, divide_or_zero, rows

Number = TypeVar("Number", np.int64, np.float64)


class Gap(Mean):
    r"""The sum of the mean weights down to each good answer, divided by the same sum for the ideal order.

    .. math:: GAP(i) = \frac{\sum_r I(x_r) \bar{x}_r}{\sum_r I(y_r) \bar{y}_r}

    where x are the weights of the ranked candidates, y those of the gold, heaviest first, I(x) is 1 if x > 0, and a bar
    is the mean of the first r weights. Items without any gold weight are left out of the average.
    """

    name = "gap"
    family = "ranking"
    paper = "Kishida 2005"
    rewards = "heavy substitutes before light ones, and both before wrong ones"
    needs_detail = True

    pool: str = choice(
        "gold",
        {
            "gold": "all gold substitutes of the target; other answers are skipped",
            "candidates": "the candidates of a file",
            "run": "the run's own answers",
        },
        "what is ranked",
    )
    multiwords: str = choice(
        "removed",
        {"removed": "from gold, pool and run, if they contain a space or a hyphen", "kept": "like other terms"},
        "multiwords",
    )
    ties: str = choice(
        "expected", {"expected": "mean over all orders", "file": "the order of the file"}, "candidates of equal score"
    )
    weights: str = choice(
        "counts",
        {"counts": "the gold weights", "shares": "the share of judges who accepted"},
        "weight of a substitute",
    )

    @property
    def pools(self) -> tuple[str, ...]:
        """The pools of candidates that the measure ranks."""
        return () if self.pool == "run" else (self.pool,)

    @property
    def needs_of_gold(self) -> tuple[str, ...]:
        """What the gold must say besides the weights: for shares, how many people judged each substitute."""
        return ("judges",) if self.weights == "shares" else ()

    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute counted (has gold weight), attempted, score."""
        if self not in alignment.of_gold:
            gold = self._gold(alignment)
            alignment.of_gold[self] = gold, _average_precision(gold)
        gold, best = alignment.of_gold[self]
        reached = self._run_precision(alignment, gold)
        counted = best > 0
        return rows(counted, counted & alignment.answered, divide_or_zero(reached, best))

    def ideal(self, alignment: Alignment) -> Alignment:
        """Answer with every substitute, in the order of the weights that this measure uses."""
        perfect = super().ideal(alignment)
        if self.weights == "counts":
            return perfect
        answers, detail = perfect.answers, perfect.known_detail
        order = heaviest_first(answers.owners, detail.answer_shares)
        return replace(
            perfect,
            answers=Ragged(answers.values[order], answers.starts),
            detail=replace(
                detail,
                answer_shares=detail.answer_shares[order],
                answer_compound=detail.answer_compound[order],
                pools={name: replace(pool, contains=pool.contains[order]) for name, pool in detail.pools.items()},
            ),
        )

    def _gold(self, alignment: Alignment, *, in_pool: bool = False) -> Weights:
        """Select the gold weights, or only those of substitutes that are candidates, heaviest first."""
        detail = alignment.known_detail
        kept = np.ones(len(alignment.gold.values), dtype=np.bool_)
        if self.multiwords == "removed":
            kept &= ~detail.gold_compound
        if in_pool:
            kept &= detail.pools[self.pool].contains_gold
        if self.weights == "counts":  # which are in order already
            return _scale_to_one(alignment.gold.only(kept), alignment)
        shares = alignment.gold.with_values(detail.gold_shares).only(kept)
        return shares.with_values(shares.values[heaviest_first(shares.owners, shares.values)])

    def _run_precision(self, alignment: Alignment, gold: Weights) -> FloatArray:
        """Sum the mean weights down to each good answer of the run's ranking, in expectation over ties."""
        ranking = self._ranking(alignment)
        starts = self._tie_starts(alignment, ranking)
        reached = _average_precision(ranking) if starts.all() else _TieGroups(ranking, starts).expected()
        if self.pool == "run":
            return reached
        pool = alignment.known_detail.pools[self.pool]
        if not pool.contains_gold.all():
            gold = self._gold(alignment, in_pool=True)
        sizes = pool.sizes(single_words=self.multiwords == "removed")
        left_out = _TiedGroup(
            weight_before=ranking.sums(),
            before=ranking.sizes,
            size=np.maximum(sizes - ranking.sizes, 0),
            weight=gold.sums() - ranking.sums(),
            good=gold.sizes - ranking.positive.sums(),
        )
        return np.where(ranking.sizes > 0, reached + left_out.expected(), 0.0)

    def _ranking(self, alignment: Alignment) -> "_RankedPool":
        detail = alignment.known_detail
        kept = np.ones(len(alignment.answers.values), dtype=np.bool_)
        if self.multiwords == "removed":
            kept &= ~detail.answer_compound
        if self.pool != "run":
            kept &= detail.pools[self.pool].contains
        if self.weights == "counts":
            ranked = _scale_to_one(alignment.answers.only(kept), alignment)
        else:
            ranked = alignment.answers.with_values(detail.answer_shares).only(kept)
        return _RankedPool(ranked.values, ranked.starts, detail.answer_scores[np.flatnonzero(kept)])

    def _tie_starts(self, alignment: Alignment, ranking: "_RankedPool") -> BoolArray:
        """Mark where a new score begins: everywhere, unless ties are averaged and the run has scores."""
        if self.ties == "file" or not alignment.known_detail.scored:
            return np.ones(len(ranking.values), dtype=np.bool_)
        starts: BoolArray = ranking.ranks == 0
        starts[1:] |= ranking.scores[1:] != ranking.scores[:-1]
        return starts


class _RankedPool(Weights):
    scores: FloatArray


def _scale_to_one(weights: Weights, alignment: Alignment) -> Weights:
    """Divide the weights of each item by a power of two, so that none is above 1.

    Running sums over all items then stay small, and no item loses digits to the others.
    """
    exponents = np.frexp(alignment.gold_max)[1]
    return weights.with_values(np.ldexp(weights.values, weights.spread(-exponents)))


def _running_sums(lists: Weights) -> FloatArray:
    """Sum each list down to each rank."""
    total: FloatArray = np.concatenate([[0.0], np.cumsum(lists.values)])
    running: FloatArray = total[1:] - lists.spread(total[lists.starts[:-1]])
    return running


def _average_precision(lists: Weights) -> FloatArray:
    """Sum I(x) times the mean weight so far, down each list."""
    means = _running_sums(lists) / (lists.ranks + 1)
    return lists.sum_by_list(means * (lists.values > 0))


class _TiedGroup(NamedTuple):
    """Groups of ties, as arrays: weight and number of candidates before each, its size, weight and good candidates."""

    weight_before: FloatArray
    before: IntArray
    size: IntArray
    weight: FloatArray
    good: FloatArray

    def expected(self) -> FloatArray:
        """Sum I(x) times the mean weight so far over the ranks of the group, averaged over all orders.

        A good element e has rank j of m with probability 1/m, and then (j-1)/(m-1) of the other weight of the group
        comes before it: over all e this adds up to (good * S + W + (j-1)/(m-1) * (good - 1) * W) / m, where S is the
        weight before the group and W that of the group.
        """
        harmonic = _harmonic(int((self.before + self.size).max(initial=0)))
        inverse = harmonic[self.before + self.size] - harmonic[self.before]  # sum over j of 1 / (before + j)
        certain = (self.good * self.weight_before + self.weight) * inverse
        shared = divide_or_zero((self.good - 1) * self.weight, np.maximum(self.size - 1, 0).astype(np.float64))
        earlier = self.size - (self.before + 1) * inverse  # sum over j of (j - 1) / (before + j)
        total = divide_or_zero(certain + shared * earlier, self.size.astype(np.float64))
        return np.where(self.good > 0, total, 0.0)


class _TieGroups:
    """The answers grouped by equal score."""

    def __init__(self, ranking: Weights, starts: BoolArray) -> None:
        self.ranking = ranking
        self.owners = ranking.owners[starts]
        self.first = np.flatnonzero(starts)
        self.index = np.cumsum(starts) - 1

    def expected(self) -> FloatArray:
        """Sum the expected values of the groups of each item."""
        values, count = self.ranking.values, len(self.first)
        size = np.bincount(self.index, minlength=count)
        weight = np.bincount(self.index, weights=values, minlength=count).astype(np.float64)
        good = np.bincount(self.index, weights=values > 0, minlength=count).astype(np.float64)
        group = _TiedGroup(self._before(weight), self._before(size), size, weight, good)
        return np.bincount(self.owners, weights=group.expected(), minlength=len(self.ranking)).astype(np.float64)

    def _before(self, values: Array[Number]) -> Array[Number]:
        """Sum the values of the earlier groups of the same item."""
        total = np.concatenate([np.zeros(1, dtype=values.dtype), np.cumsum(values)])[:-1]
        new_item = np.ones(len(self.owners), dtype=np.bool_)
        new_item[1:] = self.owners[1:] != self.owners[:-1]
        item_of_group = np.cumsum(new_item) - 1
        before: Array[Number] = total - total[np.flatnonzero(new_item)][item_of_group]
        return before


def _harmonic(largest: int) -> FloatArray:
    """Compute the harmonic numbers H(0) to H(largest)."""
    return np.concatenate([[0.0], np.cumsum(1.0 / np.arange(1, largest + 1))])
