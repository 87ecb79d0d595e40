"""The ratings of raters as a table of arrays, from which the coefficients for ratings are computed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stead.agreement.answer_table import check_people
from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.core.errors import BadInput
from stead.core.faults import Caution
from stead.core.rating import Rating
from stead.core.text import plural
from stead.golds import prepare_ratings

MOST_VALUES = 101
"""The most values of a scale: those of a slider from 0 to 100."""

_SHOWN = 3


@dataclass(frozen=True, eq=False, kw_only=True)
class RatingTable:
    """The number of raters who gave each value to each candidate; candidates are sorted by item.

    `raters` has the number of ratings of each.
    """

    lexelts: list[str]
    ids: list[str]
    raters: dict[str, int]
    values: FloatArray
    candidates: list[str]
    owners: IntArray
    value_counts: FloatArray

    def __len__(self) -> int:
        return len(self.ids)

    def sum_by_list(self, of_candidates: FloatArray | BoolArray) -> FloatArray:
        """Sum numbers of candidates by item."""
        return np.bincount(self.owners, weights=of_candidates, minlength=len(self)).astype(np.float64, copy=False)

    @cached_property
    def ratings(self) -> FloatArray:
        """The number of ratings of each candidate."""
        sums: FloatArray = self.value_counts.sum(axis=1)
        return sums

    @cached_property
    def compared(self) -> BoolArray:
        """Which candidates have two or more ratings."""
        return np.greater_equal(self.ratings, 2)

    @cached_property
    def deviations(self) -> FloatArray:
        """The standard deviation of the ratings of each candidate."""
        return standard_deviations(self.values, self.value_counts)


def standard_deviations(values: FloatArray, counts: FloatArray) -> FloatArray:
    """The standard deviation of each row, in which value i occurs `counts[:, i]` times; 0 for a single value.

    The denominator is n - 1, as in the filter and the figures of Tanguy et al. (2018).
    """
    numbers = counts.sum(axis=1)
    means = counts @ values / np.maximum(numbers, 1)
    squares = np.square(values - means[:, np.newaxis]) * counts
    deviations: FloatArray = np.sqrt(squares.sum(axis=1) / np.maximum(numbers - 1, 1))
    return deviations


def tabulate_ratings(ratings: Sequence[Rating], without: Sequence[str], location: str) -> tuple[RatingTable, list[str]]:
    """Tabulate ratings without those of some raters; also returns notes."""
    prepared = prepare_ratings(ratings, location)
    _refuse_many_values(prepared.ratings, location)
    raters = list(dict.fromkeys(rating.rater for rating in prepared.ratings))
    check_people(raters, without, location)
    kept, repeats = _once_each([rating for rating in prepared.ratings if rating.rater not in set(without)], location)
    notes = [
        Caution(f"{location}: {plural(repeats, 'rating')} given a second time, the same as the first; counted once.")
    ]
    return _table(kept), [*prepared.notes(location), *(notes if repeats else [])]


def _refuse_many_values(ratings: Sequence[Rating], location: str) -> None:
    different = len({rating.value for rating in ratings})
    if different > MOST_VALUES:
        raise BadInput(f"{location}: {different} different values; expected a scale of {MOST_VALUES} at most.")


def _once_each(ratings: Sequence[Rating], location: str) -> tuple[list[Rating], int]:
    """Keep one rating of each rater and candidate; count repeats, and refuse different ones."""
    first: dict[tuple[str, str, str, str], Rating] = {}
    others: list[Rating] = []
    for rating in ratings:
        key = (rating.lexelt, rating.id, rating.candidate, rating.rater)
        if first.setdefault(key, rating).value != rating.value:
            others.append(rating)
    if others:
        shown = "; ".join(map(_describe, others[:_SHOWN])) + ("; ..." if len(others) > _SHOWN else "")
        raise BadInput(
            f"{location}: {plural(len(others), 'second rating')} by the same rater of the same candidate, different "
            f"from the first ({shown}); expected one each. Keep the one that counts."
        )
    return list(first.values()), len(ratings) - len(first)


def _describe(rating: Rating) -> str:
    return f"{rating.rater} on {rating.candidate!r} in {rating.lexelt} {rating.id}"


def _table(ratings: Sequence[Rating]) -> RatingTable:
    items: dict[tuple[str, str], int] = {}
    candidates: dict[tuple[int, str], int] = {}
    for rating in ratings:
        item = items.setdefault((rating.lexelt, rating.id), len(items))
        candidates.setdefault((item, rating.candidate), len(candidates))
    owners = np.array([item for item, _ in candidates], dtype=np.int64)
    order = np.argsort(owners, kind="stable")
    positions, names = np.argsort(order), [candidate for _, candidate in candidates]
    units = [candidates[items[rating.lexelt, rating.id], rating.candidate] for rating in ratings]
    values, which = np.unique(np.array([rating.value for rating in ratings], dtype=np.float64), return_inverse=True)
    value_counts = np.zeros((len(candidates), len(values)))
    np.add.at(value_counts, (positions[units], which), 1.0)
    return RatingTable(
        lexelts=[lexelt for lexelt, _ in items],
        ids=[identifier for _, identifier in items],
        raters=dict(Counter(rating.rater for rating in ratings)),
        values=values,
        candidates=[names[candidate] for candidate in order.tolist()],
        owners=owners[order],
        value_counts=value_counts,
    )
