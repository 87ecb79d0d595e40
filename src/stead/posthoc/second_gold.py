"""Gold 2: the ratings of the pool as weights, alone or added to the counts of the first gold."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray, Weights, starts_of
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution, Source
from stead.core.parameters import Setting, shorten_hash, sign_procedure
from stead.core.pool import CandidatePool
from stead.core.rating import MAX_RATING, VERDICTS, Rating
from stead.core.substitutes import GoldRow, GoldStandard
from stead.core.text import plural
from stead.golds import MadeGold, RatingRules, make_rated_gold
from stead.posthoc.filtering import rating_value
from stead.rules.definitions import Rules, majorities
from stead.scoring.indexed_gold import index_gold

MERGES = {
    "posthoc": "the ratings only (Tanguy et al. 2018)",
    "added": "the counts of the first gold plus the ratings, rescaled to counts",
}
"""How the first gold and the ratings are merged."""

Key = tuple[str, str]


def extend_gold(
    gold: GoldStandard,
    ratings: Sequence[Rating],
    source: Source,
    *,
    grade: RatingRules | None = None,
    merge: str = "posthoc",
    annotators: int | None = None,
    rules: Rules | None = None,
    policy: str = "repair",
    machines: str = "leave-out",
) -> MadeGold:
    """Make the second gold. `annotators` is the number who made the first: by default its largest count.

    The ratings of machines count only if `machines` is `include`.
    """
    if merge not in MERGES:
        raise UsageError(f"merge is one of {', '.join(MERGES)}, not {merge!r}.", parameter="merge")
    if annotators is not None and (merge != "added" or annotators < 1):
        raise UsageError("annotators is a whole number from 1, and only for `merge='added'`.", parameter="annotators")
    made = make_rated_gold(ratings, source, grade, policy=policy, machines=machines)
    extending = _Extending(gold, made, rules or Rules())
    if merge == "posthoc":
        return extending.finished(made.gold, merge, ())
    if gold.graded:
        raise UsageError(
            f"{gold.source.location}: a graded gold has no counts to add ratings to; use `merge='posthoc'`."
        )
    people = annotators or int(max(gold.weights, default=0))
    if not people:
        raise BadInput(f"{gold.source.location}: the first gold has no weight above 0.")
    most = MAX_RATING if not isinstance(ratings[0].value, str) else len(VERDICTS) - 1
    merged = GoldStandard.of(extending.added(people / most), Source("gold", ""), graded=True)
    meaning = "a rating is multiplied by this number over the best rating, and added to the count"
    return extending.finished(merged, merge, (Setting("annotators", "annotators", str(people), meaning),))


class _Extending:
    """Merges the first gold and the ratings."""

    def __init__(self, gold: GoldStandard, made: MadeGold, rules: Rules) -> None:
        self.gold, self.made, self.rules = gold, made, rules
        self.rated = {(row.lexelt, row.id): row for row in made.gold}
        if not any((row.lexelt, row.id) in self.rated for row in gold):
            raise BadInput(
                f"{gold.source.location}: no item of the first gold was rated. Are gold and ratings of the same data?"
            )

    def added(self, factor: float) -> Iterator[GoldRow]:
        """Counts plus ratings; the items of the first gold come first."""
        waiting = dict(self.rated)
        for row in self.gold:
            rated = waiting.pop((row.lexelt, row.id), None)
            yield row if rated is None else self._row(row, rated, factor)
        yield from (
            row._replace(weights=[(term, weight * factor) for term, weight in row.weights]) for row in waiting.values()
        )

    def _row(self, first: GoldRow, second: GoldRow, factor: float) -> GoldRow:
        weights: dict[str, tuple[str, float]] = {}
        for term, weight in [*first.weights, *((term, weight * factor) for term, weight in second.weights)]:
            form, before = weights.get(self.rules.normalise(term), (term, 0.0))
            weights[self.rules.normalise(term)] = form, before + weight
        return first._replace(weights=sorted(weights.values(), key=lambda pair: (-pair[1], pair[0])))

    def _unrated(self) -> int:
        """The number of substitutes of the first gold that nobody rated."""
        unrated = 0
        for row in self.gold:
            rated_row = self.rated.get((row.lexelt, row.id))
            rated = {self.rules.normalise(term) for term, _ in rated_row.weights} if rated_row else set()
            unrated += sum(1 for term, weight in row.weights if weight > 0 and self.rules.normalise(term) not in rated)
        return unrated

    def finished(self, gold: GoldStandard, merge: str, settings: Sequence[Setting]) -> MadeGold:
        """The gold with its procedure, counts and signature."""
        unrated = self._unrated()
        procedure = (
            *self.made.procedure,
            Setting("merge", "merge", merge, f"how the first gold is used: {MERGES[merge]}"),
            *settings,
            Setting("match", "matching", str(self.rules), "when a rated candidate is a substitute of the first gold"),
            Setting("gold1", "first gold", shorten_hash(self.gold.source.sha256), "the gold that was extended"),
        )
        counts = {**self.made.counts, "substitutes of the first gold that nobody rated": unrated}
        lost = "left out" if merge == "posthoc" else "kept with their counts"
        location = self.gold.source.location
        notes = [Caution(f"{location}: {plural(unrated, 'substitute')} of the first gold that nobody rated: {lost}.")]
        return replace(
            self.made,
            gold=gold,
            procedure=procedure,
            counts=counts,
            notes=(*self.made.notes, *(notes if unrated else ())),
            signature=sign_procedure("gold", procedure),
        )


class Judgements(Weights, kw_only=True, eq=False):
    """The ratings of the pool, a list for each candidate.

    `elsewhere` counts ratings of candidates that are not in the pool, `again` second ratings by the same rater; `used`
    are all others, in the order in which they were given.
    """

    raters: int
    elsewhere: int
    again: int = 0
    used: Sequence[Rating] = ()

    def means(self, chosen: BoolArray | None = None) -> FloatArray:
        """The mean of the (chosen) ratings of each candidate; 0 if there are none."""
        owners, values = (self.owners, self.values) if chosen is None else (self.owners[chosen], self.values[chosen])
        counts = np.bincount(owners, minlength=len(self))
        sums = np.bincount(owners, weights=values, minlength=len(self))
        return np.divide(sums, counts, out=np.zeros(len(counts)), where=counts > 0)

    def majorities(self, chosen: BoolArray | None = None) -> FloatArray:
        """The majority of the (chosen) ratings of each candidate; 0 if there are none."""
        owners, values = (self.owners, self.values) if chosen is None else (self.owners[chosen], self.values[chosen])
        return majorities(values, owners, len(self))

    def weights(self, grade: str, chosen: BoolArray | None = None) -> FloatArray:
        """The weight of each candidate by its (chosen) ratings: `mean` or `majority`."""
        return self.means(chosen) if grade == "mean" else self.majorities(chosen)


class JudgedPool:
    """The candidates of a pool with their weights in both golds."""

    def __init__(self, pool: CandidatePool, first: GoldStandard, second: GoldStandard, rules: Rules) -> None:
        self.pool, self.rules = pool, rules
        self.normalised = [rules.normalise(term) for term in pool.candidates.vocabulary]
        self.first, _ = self._weights(first)
        self.second, missing = self._weights(second)
        self.not_in_second = missing

    def _weights(self, gold: GoldStandard) -> tuple[FloatArray, int]:
        """The weight of each candidate in a gold, 0 if it is absent; also returns how many are absent."""
        indexed = index_gold(gold, self.rules, threshold=None)
        keys = zip(self.pool.lexelts, self.pool.ids, strict=True)
        rows = np.array([indexed.rows.get(indexed.key(*key), -1) for key in keys], dtype=np.int64)
        if not (rows >= 0).any():
            raise BadInput(f"{gold.source.location}: has no item of the pool. Are they of the same data set?")
        codes = np.array([indexed.index.get(level, indexed.size) for level in self.normalised], dtype=np.int64)
        own_rows, own_codes = rows[self.pool.owners], codes[self.pool.candidates.codes]
        weights = indexed.look_up(np.maximum(own_rows, 0), own_codes)
        named = np.unique(gold.substitutes.owners * indexed.size + self._codes(gold, indexed.index))
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
        """The first rating of every rater of a candidate of the pool; other ratings are only counted."""
        index: dict[tuple[str, str, str], int] = {}
        starts = self.pool.candidates.starts.tolist()
        codes = self.pool.candidates.codes.tolist()
        for row, (lexelt, identifier) in enumerate(zip(self.pool.lexelts, self.pool.ids, strict=True)):
            for candidate in range(starts[row], starts[row + 1]):
                index[lexelt, identifier, self.normalised[codes[candidate]]] = candidate
        normalised = _NormalisedForms(self.rules)
        candidates = np.array(
            [index.get((rating.lexelt, rating.id, normalised[rating.candidate]), -1) for rating in ratings],
            dtype=np.int64,
        )
        known = candidates >= 0
        if len(ratings) and not known.any():
            raise BadInput("no rating is of a candidate of the pool. Are they of the same data set?")
        first = _is_first_rating(candidates, [rating.rater for rating in ratings]) & known
        used = [rating for rating, is_first in zip(ratings, first.tolist(), strict=True) if is_first]
        values = np.array([rating_value(rating) for rating in used], dtype=np.float64)
        order = np.argsort(candidates[first], kind="stable")
        sizes = np.bincount(candidates[first], minlength=self.pool.size)
        raters, elsewhere = len({rating.rater for rating in used}), int(np.count_nonzero(~known))
        return Judgements(
            values=values[order],
            starts=starts_of(sizes),
            raters=raters,
            elsewhere=elsewhere,
            again=len(ratings) - elsewhere - len(used),
            used=used,
        )


def _is_first_rating(candidates: IntArray, raters: Sequence[str]) -> BoolArray:
    """Mark the ratings that are the first of their rater and candidate."""
    numbers: dict[str, int] = {}
    codes = np.array([numbers.setdefault(rater, len(numbers)) for rater in raters], dtype=np.int64)
    is_first = np.zeros(len(candidates), dtype=np.bool_)
    is_first[np.unique(candidates * max(len(numbers), 1) + codes, return_index=True)[1]] = True
    return is_first


class _NormalisedForms(dict[str, str]):
    """Normalised forms, each computed once."""

    def __init__(self, rules: Rules) -> None:
        super().__init__()
        self.rules = rules

    def __missing__(self, term: str) -> str:
        self[term] = self.rules.normalise(term)
        return self[term]
