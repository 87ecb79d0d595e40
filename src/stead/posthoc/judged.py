"""The pool with everything that is known of its candidates: both weights, and every rating, as arrays."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray, Weights, starts_of
from stead.core.errors import BadInput
from stead.core.gold import GoldStandard
from stead.core.pool import CandidatePool
from stead.core.rating import Rating
from stead.posthoc.sittings import in_numbers
from stead.rules.matching import Rules
from stead.scoring.indexed_gold import index_gold


@dataclass(frozen=True, eq=False, kw_only=True)
class Judgements(Weights):
    """The ratings of the pool, a list for each candidate.

    `elsewhere` counts ratings of what is not in the pool, `again` second ratings of a candidate by the same rater;
    `used` are all others, in the order in which they were given.
    """

    raters: int
    elsewhere: int
    again: int = 0
    used: Sequence[Rating] = ()

    def means(self, chosen: BoolArray | None = None) -> FloatArray:
        """The mean of the ratings of each candidate, or of those that are chosen; 0 where there is none."""
        owners, values = (self.owners, self.values) if chosen is None else (self.owners[chosen], self.values[chosen])
        counts = np.bincount(owners, minlength=len(self))
        sums = np.bincount(owners, weights=values, minlength=len(self))
        return np.divide(sums, counts, out=np.zeros(len(counts)), where=counts > 0)

    def majorities(self, chosen: BoolArray | None = None) -> FloatArray:
        """What a strict majority of the ratings of each candidate says, else their lower median; 0 where there is none.

        More than half of the ratings are always in the middle too, so that the lower median is both.
        """
        owners, values = (self.owners, self.values) if chosen is None else (self.owners[chosen], self.values[chosen])
        in_order = values[np.lexsort((values, owners))]
        counts = np.bincount(owners, minlength=len(self))
        rated = counts > 0
        found = np.zeros(len(counts))
        found[rated] = in_order[(starts_of(counts)[:-1] + (counts - 1) // 2)[rated]]
        return found

    def weights(self, grade: str, chosen: BoolArray | None = None) -> FloatArray:
        """The weight of each candidate by its ratings, or by those that are chosen: `mean`, or `majority`."""
        return self.means(chosen) if grade == "mean" else self.majorities(chosen)


class JudgedPool:
    """Candidates with their first and second weights."""

    def __init__(self, pool: CandidatePool, first: GoldStandard, second: GoldStandard, rules: Rules) -> None:
        self.pool, self.rules = pool, rules
        self.levels = [rules.normalise(term) for term in pool.candidates.vocabulary]
        self.first, _ = self._weights(first)
        self.second, missing = self._weights(second)
        self.not_in_second = missing

    def _weights(self, gold: GoldStandard) -> tuple[FloatArray, int]:
        """The weight of each candidate in a gold, 0 if it is not there; how many are not even named."""
        indexed = index_gold(gold, self.rules, threshold=None)
        keys = zip(self.pool.lexelts, self.pool.ids, strict=True)
        rows = np.array([indexed.rows.get(indexed.key(*key), -1) for key in keys], dtype=np.int64)
        if not (rows >= 0).any():
            raise BadInput(f"{gold.source.place}: has no item of the pool. Are they of the same data set?")
        codes = np.array([indexed.index.get(level, indexed.size) for level in self.levels], dtype=np.int64)
        own_rows, own_codes = rows[self.pool.owners], codes[self.pool.candidates.codes]
        weights = indexed.look_up(np.maximum(own_rows, 0), own_codes)
        named = np.unique(gold.substitutes.positions * indexed.size + self._codes(gold, indexed.index))
        known = np.isin(own_rows * indexed.size + own_codes, named) & (own_rows >= 0) & (own_codes < indexed.size)
        return np.where(own_rows >= 0, weights, 0.0), int(np.count_nonzero(~known))

    def _codes(self, gold: GoldStandard, index: dict[str, int]) -> IntArray:
        terms = gold.substitutes
        return np.array([index[self.rules.normalise(term)] for term in terms.vocabulary], dtype=np.int64)[terms.codes]

    @cached_property
    def positive(self) -> BoolArray:
        """Which candidates the second gold has."""
        return np.greater(self.second, 0)

    @cached_property
    def in_first(self) -> BoolArray:
        """Which candidates the first gold has."""
        return np.greater(self.first, 0)

    def judgements(self, ratings: Sequence[Rating]) -> Judgements:
        """The first rating of every rater of a candidate of the pool; all other ratings are counted."""
        index: dict[tuple[str, str, str], int] = {}
        starts = self.pool.candidates.starts.tolist()
        codes = self.pool.candidates.codes.tolist()
        for row, (lexelt, identifier) in enumerate(zip(self.pool.lexelts, self.pool.ids, strict=True)):
            for candidate in range(starts[row], starts[row + 1]):
                index[lexelt, identifier, self.levels[codes[candidate]]] = candidate
        level = _Remembered(self.rules)
        places = np.array(
            [index.get((each.lexelt, each.id, level[each.candidate]), -1) for each in ratings], dtype=np.int64
        )
        known = places >= 0
        if len(ratings) and not known.any():
            raise BadInput("no rating is of a candidate of the pool. Are they of the same data set?")
        first = _first_times(places, [each.rater for each in ratings]) & known
        used = [rating for rating, own in zip(ratings, first.tolist(), strict=True) if own]
        values = np.array([in_numbers(each) for each in used], dtype=np.float64)
        order = np.argsort(places[first], kind="stable")
        sizes = np.bincount(places[first], minlength=self.pool.size)
        raters, elsewhere = len({each.rater for each in used}), int(np.count_nonzero(~known))
        return Judgements(
            values=values[order],
            starts=starts_of(sizes),
            raters=raters,
            elsewhere=elsewhere,
            again=len(ratings) - elsewhere - len(used),
            used=used,
        )


def _first_times(places: IntArray, raters: Sequence[str]) -> BoolArray:
    """Which ratings are the first of their rater in their place."""
    numbers: dict[str, int] = {}
    codes = np.array([numbers.setdefault(rater, len(numbers)) for rater in raters], dtype=np.int64)
    found = np.zeros(len(places), dtype=np.bool_)
    found[np.unique(places * max(len(numbers), 1) + codes, return_index=True)[1]] = True
    return found


class _Remembered(dict[str, str]):
    """Levelled forms, each worked out once."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, term: str) -> str:
        self[term] = self.rules.normalise(term)
        return self[term]
