"""How far the ranking of the runs would be the same on fewer items, or on others.

Split halves compare the rankings on two halves of the units; growing samples compare the ranking on a part with that
on all.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from stead.comparing.sampling import Sampling, direction, halves, obstacle_to_ranking, orders, samples
from stead.comparing.signature import signature
from stead.comparing.stack import Stack, stack
from stead.core.arrays import FloatArray
from stead.core.errors import UsageError
from stead.records.comparison import Stability
from stead.records.scores import Evaluation

_MIDDLE = (0.025, 0.975)
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)

Taus = list[list[FloatArray]]
"""For each measure and figure: the tau of each sample."""


def split_half(
    evaluation: Evaluation, sampling: Sampling | None = None, *, measures: Sequence[str] | None = None
) -> tuple[Stability, ...]:
    """Kendall's tau between the rankings on two halves of the units, for every figure."""
    own = sampling or Sampling()
    stacked = stack(evaluation, own.unit, measures=measures)
    size = stacked.units.count // 2
    drawn = () if obstacle_to_ranking(stacked) else halves(stacked, own)
    taus = _taus(stacked, drawn)
    return tuple(_Report(evaluation, stacked, own, "half").records(taus, size))


def growing_samples(
    evaluation: Evaluation,
    sampling: Sampling | None = None,
    *,
    measures: Sequence[str] | None = None,
    shares: Sequence[float] = SHARES,
) -> tuple[Stability, ...]:
    """Kendall's tau between the ranking on samples of several sizes and that on all units, for every figure."""
    own = sampling or Sampling()
    if not shares or not all(0 < share <= 1 for share in shares):
        raise UsageError(f"the sizes of samples are shares above 0, up to 1, not {shares!r}.")
    stacked = stack(evaluation, own.unit, measures=measures)
    report = _Report(evaluation, stacked, own, "all")
    found: list[Stability] = []
    for size in dict.fromkeys(max(1, round(share * stacked.units.count)) for share in shares):
        found += report.records(_taus_to_all(stacked, own, size), size)
    return tuple(found)


def _taus_to_all(stacked: Stack, sampling: Sampling, size: int) -> Taus:
    whole = [measure.values[..., None] for measure in stacked.measures]
    drawn = () if obstacle_to_ranking(stacked) else samples(stacked, sampling, size)
    return _taus(stacked, ((part, whole) for part in drawn))


def _taus(stacked: Stack, drawn: "Iterator[tuple[list[FloatArray], list[FloatArray]]] | tuple[()]") -> Taus:
    found: Taus = [[np.zeros(0) for _ in measure.figures] for measure in stacked.measures]
    for first, second in drawn:
        for own, mine, theirs in zip(found, first, second, strict=True):
            for figure in range(len(own)):
                own[figure] = np.append(own[figure], kendall_tau(mine[figure], theirs[figure]))
    return found


def kendall_tau(first: FloatArray, second: FloatArray) -> FloatArray:
    """Kendall's tau-b between each two columns of runs x samples; NaN where all runs are tied.

    SciPy has it for one pair of rankings at a time, which takes minutes where this takes a second.
    """
    agreeing, mine, theirs = (np.zeros(max(first.shape[1], second.shape[1])) for _ in range(3))
    for apart, also_apart in orders(first, second):
        one, other = direction(apart), direction(also_apart)
        agreeing += (one * other).sum(axis=0)
        mine += (one**2).sum(axis=0)
        theirs += (other**2).sum(axis=0)
    scale = np.sqrt(mine * theirs)
    found: FloatArray = np.divide(agreeing, scale, out=np.full_like(agreeing, np.nan), where=scale > 0)
    return found


class _Report:
    """What becomes of taus."""

    def __init__(self, evaluation: Evaluation, stacked: Stack, sampling: Sampling, compared_with: str) -> None:
        self.stack, self.sampling, self.compared_with = stacked, sampling, compared_with
        self.signature = signature(f"stability:{compared_with}", sampling, evaluation, stacked.units)

    def records(self, taus: Taus, size: int) -> Iterator[Stability]:
        """One record for each figure."""
        for measure, own in zip(self.stack.measures, taus, strict=True):
            for figure, values in zip(measure.figures, own, strict=True):
                known = values[~np.isnan(values)]
                low, high = np.quantile(known, _MIDDLE).tolist() if len(known) else (None, None)
                yield Stability(
                    measure=measure.measure,
                    label=measure.label,
                    figure=figure,
                    compared_with=self.compared_with,
                    units=size,
                    samples=self.sampling.samples,
                    tau=float(known.mean()) if len(known) else None,
                    low=low,
                    high=high,
                    undefined=len(values) - len(known),
                    reason=obstacle_to_ranking(self.stack) or ("" if len(known) else "no sample tells the runs apart"),
                    signature=self.signature,
                )
