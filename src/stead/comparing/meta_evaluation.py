"""How far measures and data can be trusted to rank runs.

Split halves compare the rankings on two halves of the units; growing samples compare the ranking on a part with that
on all. The swap rate is how often two halves put a pair of runs in different orders, by the size of the difference
(Voorhees and Buckley 2002, "The effect of topic set size on retrieval experiment error"). Discriminative power is how
many pairs of runs a measure tells apart (Sakai 2006, "Evaluating evaluation metrics based on the bootstrap").
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from stead.comparing.random_draws import Sampling, direction, halves, obstacle_to_ranking, paired_differences, samples
from stead.comparing.stack import TOLERANCE, Stack, signature, stack
from stead.core.arrays import FloatArray, IntArray
from stead.core.errors import UsageError
from stead.core.parameters import settings
from stead.records.comparison import Comparison, DiscriminativePower, PairedTest, RunPair, Stability, SwapBin, SwapRate
from stead.records.scores import Evaluation

_MIDDLE = (0.025, 0.975)
SHARES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9)

Taus = list[list[FloatArray]]
"""For each measure and figure: the tau of each sample."""


def split_half(
    evaluation: Evaluation, sampling: Sampling | None = None, *, measures: Sequence[str] | None = None
) -> tuple[Stability, ...]:
    """Split-half stability: Kendall's tau between the rankings on two halves of the units, for every figure."""
    procedure = sampling or Sampling()
    stacked = stack(evaluation, procedure.unit, measures=measures)
    size = stacked.units.count // 2
    drawn = () if obstacle_to_ranking(stacked) else halves(stacked, procedure)
    taus = _taus(stacked, drawn)
    return tuple(_StabilityRecords(evaluation, stacked, procedure, "half").records(taus, size))


def growing_samples(
    evaluation: Evaluation,
    sampling: Sampling | None = None,
    *,
    measures: Sequence[str] | None = None,
    shares: Sequence[float] = SHARES,
) -> tuple[Stability, ...]:
    """Kendall's tau between the rankings on samples of increasing size and on all units, for every figure."""
    procedure = sampling or Sampling()
    if not shares or not all(0 < share <= 1 for share in shares):
        raise UsageError(f"the sizes of samples are shares above 0, up to 1, not {shares!r}.")
    stacked = stack(evaluation, procedure.unit, measures=measures)
    report = _StabilityRecords(evaluation, stacked, procedure, "all")
    stabilities: list[Stability] = []
    for size in dict.fromkeys(max(1, round(share * stacked.units.count)) for share in shares):
        stabilities += report.records(_taus_to_all(stacked, procedure, size), size)
    return tuple(stabilities)


def _taus_to_all(stacked: Stack, sampling: Sampling, size: int) -> Taus:
    whole = [measure.values[..., None] for measure in stacked.measures]
    drawn = () if obstacle_to_ranking(stacked) else samples(stacked, sampling, size)
    return _taus(stacked, ((part, whole) for part in drawn))


def _taus(stacked: Stack, drawn: "Iterator[tuple[list[FloatArray], list[FloatArray]]] | tuple[()]") -> Taus:
    taus: Taus = [[np.zeros(0) for _ in measure.figures] for measure in stacked.measures]
    for first, second in drawn:
        for by_figure, mine, theirs in zip(taus, first, second, strict=True):
            for figure in range(len(by_figure)):
                by_figure[figure] = np.append(by_figure[figure], kendall_tau(mine[figure], theirs[figure]))
    return taus


def kendall_tau(first: FloatArray, second: FloatArray) -> FloatArray:
    """Kendall's tau-b between the columns of two arrays, runs x samples; NaN where all runs are tied.

    SciPy computes one pair of rankings at a time, which takes minutes where this takes a second.
    """
    agreeing, mine, theirs = (np.zeros(max(first.shape[1], second.shape[1])) for _ in range(3))
    for apart, also_apart in paired_differences(first, second):
        one, other = direction(apart), direction(also_apart)
        agreeing += (one * other).sum(axis=0)
        mine += (one**2).sum(axis=0)
        theirs += (other**2).sum(axis=0)
    scale = np.sqrt(mine * theirs)
    taus: FloatArray = np.divide(agreeing, scale, out=np.full_like(agreeing, np.nan), where=scale > 0)
    return taus


class _StabilityRecords:
    """Makes records of taus."""

    def __init__(self, evaluation: Evaluation, stacked: Stack, sampling: Sampling, compared_with: str) -> None:
        self.stack, self.sampling, self.compared_with = stacked, sampling, compared_with
        self.signature = signature(f"stability:{compared_with}", settings(sampling), evaluation, stacked.units)

    def records(self, taus: Taus, size: int) -> Iterator[Stability]:
        """The record of each figure."""
        for measure, by_figure in zip(self.stack.measures, taus, strict=True):
            for figure, values in zip(measure.figures, by_figure, strict=True):
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
                    reason=obstacle_to_ranking(self.stack) or ("" if len(known) else "no sample separates the runs"),
                    signature=self.signature,
                )


_BINS = 21  # as in the paper: twenty of equal width, and one for all that is larger
TOLERATED = 0.05
_TWO = 2  # the single difference of two runs does not show which differences are large enough


def swap_rates(
    evaluation: Evaluation,
    sampling: Sampling | None = None,
    *,
    measures: Sequence[str] | None = None,
    width: float = 0.01,
) -> tuple[SwapRate, ...]:
    """The share of pairs whose order differs between two halves of the units, by the size of the difference on one."""
    procedure = sampling or Sampling()
    if not 0 < width <= 1:
        raise UsageError(f"the width of a bin is a number above 0, up to 1, not {width!r}.")
    stacked = stack(evaluation, procedure.unit, measures=measures)
    tallies = [[_SwapCounts(width) for _ in measure.figures] for measure in stacked.measures]
    if not obstacle_to_ranking(stacked):
        for first, second in halves(stacked, procedure):
            for of_measure, mine, theirs in zip(tallies, first, second, strict=True):
                for tally, *figures in zip(of_measure, mine, theirs, strict=True):
                    tally.add(*figures)
    signed = signature("swap-rate", {**settings(procedure), "width": f"{width:g}"}, evaluation, stacked.units)
    return tuple(
        SwapRate(
            measure=measure.measure,
            label=measure.label,
            figure=figure,
            units=stacked.units.count // 2,
            samples=procedure.samples,
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
class _SwapCounts:
    """Counts of pairs by the size of their difference."""

    width: float
    pairs: IntArray = field(default_factory=_nothing)
    swapped: IntArray = field(default_factory=_nothing)
    tied: IntArray = field(default_factory=_nothing)
    undefined: int = 0

    def add(self, first: FloatArray, second: FloatArray) -> None:
        """Count the pairs of runs on two halves, given as runs x samples."""
        for mine, theirs in paired_differences(first, second):
            known = ~np.isnan(mine)
            self.undefined += int(np.count_nonzero(~known))
            one, other = mine[known], theirs[known]
            bins = np.minimum(np.floor(np.abs(one) / self.width + TOLERANCE), _BINS - 1).astype(np.int64)
            agreed = direction(one) * direction(other)
            self.pairs += _counts(bins)
            self.swapped += _counts(bins[agreed < 0])
            self.tied += _counts(bins[agreed == 0])

    def bins(self) -> Iterator[SwapBin]:
        """The record of each bin."""
        rows = zip(self.pairs.tolist(), self.swapped.tolist(), self.tied.tolist(), strict=True)
        for number, (pairs, swapped, tied) in enumerate(rows):
            high = None if number == _BINS - 1 else round((number + 1) * self.width, 9)
            rate = swapped / pairs if pairs else None
            yield SwapBin(
                low=round(number * self.width, 9), high=high, pairs=pairs, swapped=swapped, tied=tied, rate=rate
            )


def _counts(bins: IntArray) -> IntArray:
    return np.bincount(bins, minlength=_BINS)


def _needed(bins: Sequence[SwapBin]) -> float | None:
    """The lower bound of the first bin from which no rate exceeds what is tolerated."""
    needed = None
    for swap_bin in reversed([swap_bin for swap_bin in bins if swap_bin.rate is not None]):
        if swap_bin.rate is not None and swap_bin.rate > TOLERATED:
            break
        needed = swap_bin.low
    return needed


def discriminative_power(
    comparison: Comparison, *, test: str | None = None, level: float = 0.05
) -> tuple[DiscriminativePower, ...]:
    """The share of pairs with an uncorrected p-value below the level, for every figure.

    The test is the first of the comparison unless another of them is named.
    """
    names = comparison.procedure["tests"].split(",")
    wanted = names[0] if test is None else test
    if wanted not in names:
        raise UsageError(f"the comparison has no test {wanted!r}; it has {', '.join(names)}.")
    return tuple(_powers(comparison, wanted, level))


def _powers(comparison: Comparison, test: str, level: float) -> Iterator[DiscriminativePower]:
    families: dict[tuple[str, str], list[RunPair]] = {}
    for pair in comparison.pairs:
        families.setdefault((pair.measure, pair.figure), []).append(pair)
    for pairs in families.values():
        tests: list[PairedTest] = [pair.test(test) for pair in pairs]
        curve = tuple(sorted(paired.p for paired in tests if paired.p is not None))
        separated = sum(1 for p in curve if p < level)
        yield DiscriminativePower(
            measure=pairs[0].measure,
            label=pairs[0].label,
            figure=pairs[0].figure,
            test=test,
            level=level,
            pairs=len(curve),
            separated=separated,
            share=separated / len(curve) if curve else None,
            curve=curve,
            undefined=len(tests) - len(curve),
            signature=comparison.signature,
        )
