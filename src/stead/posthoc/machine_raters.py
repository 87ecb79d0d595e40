r"""Machines as raters: how far they agree with people, how many people one is worth, which ranking it would give.

All correlations are Pearson's, over candidates that two or more people and the machine have rated; every candidate
weighs the same, however many people rated it. The worth of a machine follows from the formula of Spearman (1910) and
Brown (1910). If the ratings of two people correlate by r, the mean of k people correlates with one more person by

.. math:: \sqrt{r \cdot \frac{k r}{1 + (k - 1) r}}

so that a machine whose ratings correlate with those of one person by m is worth

.. math:: k = \frac{R (1 - r)}{r (1 - R)}, \quad R = \frac{m^2}{r}

people; a person is worth 1. Where R is 1 or more, no number of people is enough.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np

from stead.core.annotation import is_machine
from stead.core.arrays import FloatArray, IntArray
from stead.core.faults import Caution, Source
from stead.core.random_streams import Purpose, stream
from stead.core.rating import Rating
from stead.core.resampling import Resampling
from stead.core.substitutes import GoldStandard
from stead.core.text import plural
from stead.posthoc.candidate_pools import graded_gold
from stead.posthoc.rank_changes import rank_studies
from stead.posthoc.second_gold import JudgedPool, Judgements
from stead.records.study import MachineRater, NamedFigure, RankStudy, Worth
from stead.scoring import Request

_CHUNK = 100  # resamples at a time

WITH_PEOPLE = "correlation of the machine with the mean of the people"
OF_PERSON = "correlation of a person with the mean of the others"
WITH_PERSON = "correlation of the machine with one person"
OF_TWO = "correlation of one person with another"


def split_ratings(ratings: Sequence[Rating]) -> tuple[list[Rating], list[Rating]]:
    """The ratings of people, and those of machines."""
    by_machine = [is_machine(rating.rater) for rating in ratings]
    return [*compress(ratings, [not machine for machine in by_machine])], [*compress(ratings, by_machine)]


def machine_raters(
    judged: JudgedPool, people: Judgements, ratings: Sequence[Rating], how: Resampling, request: Request
) -> Iterator[MachineRater]:
    """Compare each machine with the people who rated the same candidates; `request` ranks the runs on gold 2."""
    for name in dict.fromkeys(rating.rater for rating in ratings):
        judgements = judged.judgements([rating for rating in ratings if rating.rater == name])
        values = np.where(judgements.sizes > 0, judgements.means(), np.nan)
        pairs = _RatedPairs(judged, people, values)
        drawn = pairs.resampled(how)
        figures = [
            NamedFigure(label, _number(value), _interval(replicates, how.level))
            for label, value, replicates in zip(pairs.moments, pairs.correlations(), drawn.T, strict=True)
        ]
        ranks: tuple[RankStudy, ...] = ()  # somebody who accepts nothing ranks nobody
        if np.nan_to_num(values).any():
            ranks, _ = rank_studies(request, _gold_of(judged, values, name), how)
        yield MachineRater(
            name=name,
            ratings=len(judgements.values),
            unrated=int(np.count_nonzero(judgements.sizes == 0)),
            candidates=pairs.candidates,
            figures=tuple(figures),
            worth=_worth(pairs.correlations(), drawn, how.level),
            ranks=ranks if len(request.runs) > 1 else (),
        )


def notes_on_machines(machines: Sequence[MachineRater]) -> Iterator[str]:
    """Notes on machines that have not rated everything."""
    for machine in machines:
        if machine.unrated:
            unrated = plural(machine.unrated, "candidate")
            yield Caution(f"{machine.name}: {unrated} without a rating of it; 0 in its ranking of the systems.")


def _gold_of(judged: JudgedPool, values: FloatArray, name: str) -> GoldStandard:
    """The gold that the ratings of a machine alone would make."""
    return graded_gold(judged.pool, np.nan_to_num(values), Source(name, ""))


class _RatedPairs:
    """Pairs of ratings of the same candidate, as weighted sums by item: 1, x, y, xx, yy, xy."""

    def __init__(self, judged: JudgedPool, people: Judgements, machine: FloatArray) -> None:
        sizes, owners, values = people.sizes, people.owners, people.values
        compared = (sizes >= 2) & ~np.isnan(machine)
        self.candidates = int(np.count_nonzero(compared))
        self.judged = judged
        kept = compared[owners]
        owners, values = owners[kept], values[kept]
        number = sizes[owners].astype(np.float64)
        sums = np.bincount(owners, weights=values, minlength=len(sizes))
        of_machine, of_others, shares = machine[owners], (sums[owners] - values) / (number - 1), 1 / number
        self.moments = {
            WITH_PEOPLE: self._sums(_Pairs(of_machine, of_others, shares, owners)),
            OF_PERSON: self._sums(_Pairs(values, of_others, shares, owners)),
            WITH_PERSON: self._sums(_Pairs(of_machine, values, shares, owners)),
            OF_TWO: self._sums(_Pairs(values, of_others, shares, owners), among_two=True),
        }

    def _sums(self, pairs: "_Pairs", *, among_two: bool = False) -> FloatArray:
        """The sums of each item. Of all pairs of two people, y is another person's rating: its square is that of x."""
        x, y, weights = pairs.x, pairs.y, pairs.weights
        squares = x * x if among_two else y * y
        columns = (np.ones(len(x)), x, y, x * x, squares, x * y)
        items = self.judged.pool.owners[pairs.owners]
        number = len(self.judged.pool)
        return np.column_stack([np.bincount(items, weights * column, minlength=number) for column in columns])

    def correlations(self) -> FloatArray:
        """Every correlation, on all items."""
        return np.array([_correlation(sums.sum(axis=0)) for sums in self.moments.values()])

    def resampled(self, how: Resampling) -> FloatArray:
        """Every correlation on resamples of items or lexelts: resamples x correlations."""
        units = self._units(how.unit)
        number = int(units.max(initial=-1)) + 1
        by_unit = [
            np.column_stack([np.bincount(units, column, minlength=number) for column in sums.T])
            for sums in self.moments.values()
        ]
        chance = stream(how.seed, Purpose.MACHINES)
        drawn = []
        for begin in range(0, how.resamples, _CHUNK):
            size = min(_CHUNK, how.resamples - begin)
            counts = chance.multinomial(number, np.full(number, 1 / number), size=size).astype(np.float64)
            drawn.append(np.column_stack([_correlation(counts @ sums) for sums in by_unit]))
        return np.concatenate([np.empty((0, len(by_unit))), *drawn])

    def _units(self, unit: str) -> IntArray:
        """The unit of each item: the item itself, or its lexelt."""
        if unit == "item":
            return np.arange(len(self.judged.pool))
        index: dict[str, int] = {}
        return np.array([index.setdefault(lexelt, len(index)) for lexelt in self.judged.pool.lexelts], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class _Pairs:
    """Pairs of ratings with their weights and candidates."""

    x: FloatArray
    y: FloatArray
    weights: FloatArray
    owners: IntArray


def _correlation(sums: FloatArray) -> FloatArray:
    """Pearson's correlation from sums of 1, x, y, xx, yy, xy; NaN where one side does not vary."""
    total, x, y, xx, yy, xy = np.moveaxis(sums, -1, 0)
    with np.errstate(invalid="ignore", divide="ignore"):
        spread = np.sqrt(np.maximum(total * xx - x * x, 0.0) * np.maximum(total * yy - y * y, 0.0))
        return np.asarray(np.where(spread > 1e-12, (total * xy - x * y) / spread, np.nan))


def _worth(correlations: FloatArray, drawn: FloatArray, level: float) -> Worth | None:
    """How many people a machine is worth; None if that is not defined."""
    value = float(_people(correlations))
    if np.isnan(value):
        return None
    bounds = _interval(_people(drawn), level)
    low, high = (None, None) if bounds is None else bounds
    return Worth(people=_finite(value), low=_finite(low), high=_finite(high), has_interval=bounds is not None)


def _people(correlations: FloatArray) -> FloatArray:
    """The number of people, infinite where no number is enough; in the order of the columns of `_RatedPairs`."""
    of_machine, of_two = correlations[..., 2], correlations[..., 3]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.square(np.maximum(of_machine, 0.0)) / of_two
        number = share * (1 - of_two) / (of_two * (1 - share))
        return np.asarray(np.where(of_two > 0, np.where(share >= 1, np.inf, number), np.nan))


def _interval(replicates: FloatArray, level: float) -> tuple[float, float] | None:
    known = replicates[~np.isnan(replicates)]
    if not len(known):
        return None
    low, high = np.percentile(known, [50 * (1 - level), 50 * (1 + level)], method="inverted_cdf").tolist()
    return low, high


def _number(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def _finite(value: float | None) -> float | None:
    return value if value is not None and np.isfinite(value) else None
