"""Approximate randomisation: if two runs are equally good, swapping their rows on any unit makes no difference.

Noreen (1989); Yeh (2000), "More accurate tests for the statistical significance of result differences". Sums after a
swap are the sums before it, minus the differences of the swapped rows, so that one product of the swaps with all
columns serves every pair of runs and every measure. Where two runs differ on few units, all ways to swap are
enumerated.
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
    """The outcome of swapping the rows of one measure: in how many cases each pair was at least as far apart.

    `extreme` and `undefined` are figures x pairs, the others have one value for each pair.
    """

    extreme: IntArray
    undefined: IntArray
    cases: IntArray
    exact: BoolArray
    units: IntArray

    def test(self, figure: int, pair: int) -> PairedTest:
        """The test of a pair; a sample counts the observed case as one more, an enumeration includes it anyway."""
        extreme, cases, exact = int(self.extreme[figure, pair]), int(self.cases[pair]), bool(self.exact[pair])
        p = extreme / cases if exact else (extreme + 1) / (cases + 1)
        undefined = int(self.undefined[figure, pair])
        return PairedTest(test=NAME, p=p, exact=exact, cases=cases, units=int(self.units[pair]), undefined=undefined)


@dataclass(frozen=True, eq=False)
class _Star:
    """One run, those it is compared with by one measure, and the numbers of these pairs."""

    first: int
    others: list[int]
    pair_numbers: list[int]


def randomise(stack: Stack, pairs: Sequence[NumberedPair], *, seed: int, resamples: int) -> list[Randomised]:
    """Swap the rows of every pair, for every measure."""
    outcomes = [_unswapped(stack, measure, pairs, resamples) for measure in stack.measures]
    for measure, outcome in zip(stack.measures, outcomes, strict=True):
        for number in np.flatnonzero(outcome.exact).tolist():
            _swap_every_way(stack, measure, pairs[number], number, outcome)
    stars = [_stars(pairs, outcome) for outcome in outcomes]
    if any(stars):
        for swaps in random_swaps(seed, resamples, stack.units.count):
            sums = stack.columns @ swaps.T
            for measure, outcome, centres in zip(stack.measures, outcomes, stars, strict=True):
                for star in centres:
                    _swap_at_random(stack, measure, star, sums, outcome)
    return outcomes


def _unswapped(stack: Stack, measure: MeasureRows, pairs: Sequence[NumberedPair], resamples: int) -> Randomised:
    """The outcome before any swap; pairs with no more ways to swap than resamples will be enumerated."""
    columns = measure.column_numbers
    units = np.array([differing_units(stack.columns, columns[a], columns[b]).sum() for a, b in pairs], dtype=np.int64)
    exact = units < np.log2(resamples + 0.5)
    cases = np.where(exact, 2 ** np.minimum(units, 62), resamples)
    nothing = np.zeros((len(measure.figures), len(pairs)), dtype=np.int64)
    return Randomised(nothing, nothing.copy(), cases, exact, units)


def _stars(pairs: Sequence[NumberedPair], outcome: Randomised) -> list[_Star]:
    """The pairs that are sampled, grouped by their first run."""
    by_run: dict[int, _Star] = {}
    for number, (first, second) in enumerate(pairs):
        if not outcome.exact[number]:
            star = by_run.setdefault(first, _Star(first, [], []))
            star.others.append(second)
            star.pair_numbers.append(number)
    return list(by_run.values())


def _swap_at_random(stack: Stack, measure: MeasureRows, star: _Star, sums: FloatArray, outcome: Randomised) -> None:
    """Count one block of swaps, given their sums over the columns: columns x swaps."""
    mine, theirs = measure.column_numbers[star.first], measure.column_numbers[star.others]
    _Before(measure, stack.totals[mine], stack.totals[theirs]).count(
        sums[mine] - sums[theirs], star.pair_numbers, outcome
    )


def _swap_every_way(stack: Stack, measure: MeasureRows, pair: NumberedPair, number: int, outcome: Randomised) -> None:
    mine, theirs = (measure.column_numbers[run] for run in pair)
    where = differing_units(stack.columns, mine, theirs)
    rows = stack.columns[mine][:, where] - stack.columns[theirs][:, where]
    moved = rows @ _every_swap(int(outcome.units[number])).T
    _Before(measure, stack.totals[mine], stack.totals[theirs][None]).count(moved[None], [number], outcome)


_every_swap = cache(every_swap)


@dataclass(frozen=True, eq=False)
class _Before:
    """The sums of one run (fields) and of others (others x fields) before swapping."""

    measure: MeasureRows
    mine: FloatArray
    theirs: FloatArray

    def count(self, moved: FloatArray, pair_numbers: list[int], outcome: Randomised) -> None:
        """Count extreme cases after moving these sums from the one run to the others: others x fields x swaps."""
        mine, theirs = self.mine[:, None], self.theirs[..., None]
        observed = self.measure.combined(mine) - self.measure.combined(theirs)[..., 0]
        differences = self.measure.combined(mine - moved)
        differences -= self.measure.combined(theirs + moved)
        np.abs(differences, out=differences)
        below = np.count_nonzero(differences < np.abs(observed)[..., None] - TOLERANCE, axis=-1)
        outcome.extreme[:, pair_numbers] += differences.shape[-1] - below  # an undefined case counts as extreme
        outcome.undefined[:, pair_numbers] += np.count_nonzero(~np.isfinite(differences), axis=-1)
