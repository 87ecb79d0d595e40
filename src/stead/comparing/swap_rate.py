"""How often two halves of the data put a pair of runs in different orders, by the size of the difference.

Voorhees and Buckley (2002), "The effect of topic set size on retrieval experiment error".
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from stead.comparing.sampling import Sampling, direction, halves, obstacle_to_ranking, orders
from stead.comparing.signature import signature
from stead.comparing.stack import TOLERANCE, stack
from stead.core.arrays import FloatArray, IntArray
from stead.core.errors import UsageError
from stead.records.comparison import SwapBin, SwapRate
from stead.records.scores import Evaluation

_BINS = 21  # as in the paper: twenty of equal width, and one for all that is larger
TOLERATED = 0.05
_TWO = 2  # runs, whose one difference says nothing about which differences are large enough


def swap_rates(
    evaluation: Evaluation,
    sampling: Sampling | None = None,
    *,
    measures: Sequence[str] | None = None,
    width: float = 0.01,
) -> tuple[SwapRate, ...]:
    """The share of pairs whose order differs between two halves of the units, by bins of the difference on one half."""
    own = sampling or Sampling()
    if not 0 < width <= 1:
        raise UsageError(f"the width of a bin is a number above 0, up to 1, not {width!r}.")
    stacked = stack(evaluation, own.unit, measures=measures)
    tallies = [[_Tally(width) for _ in measure.figures] for measure in stacked.measures]
    if not obstacle_to_ranking(stacked):
        for first, second in halves(stacked, own):
            for of_measure, mine, theirs in zip(tallies, first, second, strict=True):
                for tally, *figures in zip(of_measure, mine, theirs, strict=True):
                    tally.add(*figures)
    signed = signature("swap-rate", own, evaluation, stacked.units, width=f"{width:g}")
    return tuple(
        SwapRate(
            measure=measure.measure,
            label=measure.label,
            figure=figure,
            units=stacked.units.count // 2,
            samples=own.samples,
            bins=tuple(tally.bins()),
            tolerated=TOLERATED,
            needed=_needed(tuple(tally.bins())) if len(stacked.runs) > _TWO else None,
            undefined=tally.undefined,
            reason=obstacle_to_ranking(stacked),
            signature=signed,
        )
        for measure, of_measure in zip(stacked.measures, tallies, strict=True)
        for figure, tally in zip(measure.figures, of_measure, strict=True)
    )


def _nothing() -> IntArray:
    return np.zeros(_BINS, dtype=np.int64)


@dataclass
class _Tally:
    """Pairs by the size of their difference."""

    width: float
    pairs: IntArray = field(default_factory=_nothing)
    swapped: IntArray = field(default_factory=_nothing)
    tied: IntArray = field(default_factory=_nothing)
    undefined: int = 0

    def add(self, first: FloatArray, second: FloatArray) -> None:
        """Count the pairs of runs x samples on two halves."""
        for mine, theirs in orders(first, second):
            known = ~np.isnan(mine)
            self.undefined += int(np.count_nonzero(~known))
            one, other = mine[known], theirs[known]
            bins = np.minimum(np.floor(np.abs(one) / self.width + TOLERANCE), _BINS - 1).astype(np.int64)
            agreed = direction(one) * direction(other)
            self.pairs += _counts(bins)
            self.swapped += _counts(bins[agreed < 0])
            self.tied += _counts(bins[agreed == 0])

    def bins(self) -> Iterator[SwapBin]:
        """One record for each size."""
        rows = zip(self.pairs.tolist(), self.swapped.tolist(), self.tied.tolist(), strict=True)
        for place, (pairs, swapped, tied) in enumerate(rows):
            high = None if place == _BINS - 1 else round((place + 1) * self.width, 9)
            rate = swapped / pairs if pairs else None
            yield SwapBin(
                low=round(place * self.width, 9), high=high, pairs=pairs, swapped=swapped, tied=tied, rate=rate
            )


def _counts(bins: IntArray) -> IntArray:
    return np.bincount(bins, minlength=_BINS)


def _needed(bins: Sequence[SwapBin]) -> float | None:
    """The lower bound of the smallest bin from which on no rate is above what is tolerated."""
    needed = None
    for each in reversed([each for each in bins if each.rate is not None]):
        if each.rate is not None and each.rate > TOLERATED:
            break
        needed = each.low
    return needed
