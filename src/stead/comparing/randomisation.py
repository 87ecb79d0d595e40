"""Approximate randomisation: if two runs are equally good, swapping their rows on any unit changes nothing much.

Noreen (1989); Yeh (2000), "More accurate tests for the statistical significance of result differences". Sums after a
swap are the sums before it, minus the differences of the swapped rows, so that one product of the swaps with all
columns serves every pair of runs and every measure. Where two runs differ on few units, every way to swap is gone
through.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from stead.comparing.random_draws import every_swap, random_swaps
from stead.comparing.stack import TOLERANCE, MeasureRows, Stack, differing_units
from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.records.comparison import PairedTest

NAME = "randomisation"
NumberedPair = tuple[int, int]


@dataclass(frozen=True, eq=False)
class Randomised:
    """What swapping one measure's rows did to each pair: how many cases were at least as far apart, and of how many.

    `extreme` and `undefined` are figures x pairs, the others one for each pair.
    """

    extreme: IntArray
    undefined: IntArray
    cases: IntArray
    exact: BoolArray
    units: IntArray

    def test(self, figure: int, pair: int) -> PairedTest:
        """A sample counts the runs as they are as one more case; going through all cases has that one anyway."""
        extreme, cases, exact = int(self.extreme[figure, pair]), int(self.cases[pair]), bool(self.exact[pair])
        p = extreme / cases if exact else (extreme + 1) / (cases + 1)
        undefined = int(self.undefined[figure, pair])
        return PairedTest(test=NAME, p=p, exact=exact, cases=cases, units=int(self.units[pair]), undefined=undefined)


@dataclass(frozen=True, eq=False)
class _Star:
    """One run and those it is compared with, by one measure; `places` says which pairs these are."""

    first: int
    others: list[int]
    places: list[int]


def randomise(stack: Stack, pairs: Sequence[NumberedPair], *, seed: int, resamples: int) -> list[Randomised]:
    """Swap the rows of every pair, for every measure."""
    found = [_unswapped(stack, measure, pairs, resamples) for measure in stack.measures]
    for measure, own in zip(stack.measures, found, strict=True):
        for place in np.flatnonzero(own.exact).tolist():
            _swap_every_way(stack, measure, pairs[place], place, own)
    stars = [_stars(pairs, own) for own in found]
    if any(stars):
        for swaps in random_swaps(seed, resamples, stack.units.count):
            sums = stack.columns @ swaps.T
            for measure, own, centres in zip(stack.measures, found, stars, strict=True):
                for star in centres:
                    _swap_at_random(stack, measure, star, sums, own)
    return found


def _unswapped(stack: Stack, measure: MeasureRows, pairs: Sequence[NumberedPair], resamples: int) -> Randomised:
    """Nothing counted yet; pairs with no more ways to swap than there are resamples will be gone through."""
    places = measure.places
    units = np.array([differing_units(stack.columns, places[a], places[b]).sum() for a, b in pairs], dtype=np.int64)
    exact = units < np.log2(resamples + 0.5)
    cases = np.where(exact, 2 ** np.minimum(units, 62), resamples)
    nothing = np.zeros((len(measure.figures), len(pairs)), dtype=np.int64)
    return Randomised(nothing, nothing.copy(), cases, exact, units)


def _stars(pairs: Sequence[NumberedPair], own: Randomised) -> list[_Star]:
    """The pairs that are sampled, by their first run."""
    found: dict[int, _Star] = {}
    for place, (first, second) in enumerate(pairs):
        if not own.exact[place]:
            star = found.setdefault(first, _Star(first, [], []))
            star.others.append(second)
            star.places.append(place)
    return list(found.values())


def _swap_at_random(stack: Stack, measure: MeasureRows, star: _Star, sums: FloatArray, own: Randomised) -> None:
    """Count one block of swaps, whose sums over the columns are given: columns x swaps."""
    mine, theirs = measure.places[star.first], measure.places[star.others]
    _Before(measure, stack.totals[mine], stack.totals[theirs]).count(sums[mine] - sums[theirs], star.places, own)


def _swap_every_way(stack: Stack, measure: MeasureRows, pair: NumberedPair, place: int, own: Randomised) -> None:
    mine, theirs = (measure.places[run] for run in pair)
    where = differing_units(stack.columns, mine, theirs)
    rows = stack.columns[mine][:, where] - stack.columns[theirs][:, where]
    moved = rows @ _every_swap(int(own.units[place])).T
    _Before(measure, stack.totals[mine], stack.totals[theirs][None]).count(moved[None], [place], own)


_every_swap = cache(every_swap)


@dataclass(frozen=True, eq=False)
class _Before:
    """The sums of one run (fields) and of others (others x fields) before anything is swapped."""

    measure: MeasureRows
    mine: FloatArray
    theirs: FloatArray

    def count(self, moved: FloatArray, places: list[int], own: Randomised) -> None:
        """Count the cases in which swaps move these sums from the one run to the others: others x fields x swaps."""
        mine, theirs = self.mine[:, None], self.theirs[..., None]
        observed = self.measure.combined(mine) - self.measure.combined(theirs)[..., 0]
        found = self.measure.combined(mine - moved)
        found -= self.measure.combined(theirs + moved)
        np.abs(found, out=found)
        below = np.count_nonzero(found < np.abs(observed)[..., None] - TOLERANCE, axis=-1)
        own.extreme[:, places] += found.shape[-1] - below  # a case without a value is not below: it counts against
        own.undefined[:, places] += np.count_nonzero(~np.isfinite(found), axis=-1)
