"""The runs on both golds (Tanguy et al. 2018, tables 2 and 3), and how sure the changes are."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from stead.comparing import agreement, golds_table, ranking
from stead.comparing.intervals import bootstrapped
from stead.comparing.naming import figure_named
from stead.comparing.resampling import Resampling
from stead.comparing.stability import kendall_tau
from stead.comparing.stack import TOLERANCE, stack
from stead.core.arrays import FloatArray, IntArray
from stead.core.gold import GoldStandard
from stead.records.comparison import GoldsRow
from stead.records.scores import Evaluation
from stead.records.study import RankChange, RankStudy
from stead.scoring import Request, evaluate

_FIRST, _SECOND = "first gold: ", "second gold: "


def rank_studies(request: Request, second: GoldStandard, how: Resampling) -> tuple[tuple[RankStudy, ...], Evaluation]:
    """Every measure on both golds; and the evaluation on the second."""
    mine = evaluate(request)
    theirs = evaluate(replace(request, gold=second))
    drawn = _drawn(mine, theirs, how) if how.resamples and len(request.runs) > 1 else {}
    return tuple(_studies(mine, theirs, drawn, how)), theirs


def _studies(
    mine: Evaluation, theirs: Evaluation, drawn: dict[str, tuple[FloatArray, FloatArray]], how: Resampling
) -> Iterator[RankStudy]:
    runs = list(dict.fromkeys(each.run for each in mine.statistics))
    for measure in dict.fromkeys(each.measure for each in mine.statistics):
        table = golds_table(mine, theirs, measure)
        tau, p = None, None
        if len(runs) > 1:
            found = agreement(ranking(mine, measure), ranking(theirs, measure))
            tau, p = found.tau, found.p
        changes, interval = {}, None
        if measure in drawn:
            first, second = drawn[measure]
            changes = dict(zip(runs, _ranks(second) - _ranks(first), strict=True))
            taus = kendall_tau(first, second)
            known = taus[~np.isnan(taus)]
            interval = _bounds(known, how.level) if len(known) else None
        rows = tuple(_change(row, changes.get(row.run), how.level) for row in table.rows)
        yield RankStudy(measure=measure, label=table.first.label, rows=rows, tau=tau, p=p, interval=interval)


def _drawn(mine: Evaluation, theirs: Evaluation, how: Resampling) -> dict[str, tuple[FloatArray, FloatArray]]:
    """For each measure the figures of the runs on both golds, on the same resamples of items: runs x resamples."""
    together = replace(
        mine,
        scores=(),
        statistics=tuple(
            replace(each, measure=f"{prefix}{each.measure}")
            for prefix, own in ((_FIRST, mine), (_SECOND, theirs))
            for each in own.statistics
        ),
    )
    stacked = stack(together, how.unit)
    if stacked.units.obstacle:
        return {}
    resampled = bootstrapped(stacked, seed=how.seed, resamples=how.resamples)
    by_name = {
        measure.measure: own.replicates[measure.figures.index(figure_named(None, measure.figures, measure.label))]
        for measure, own in zip(stacked.measures, resampled, strict=True)
    }
    measures = dict.fromkeys(each.measure for each in mine.statistics)
    return {name: (by_name[_FIRST + name], by_name[_SECOND + name]) for name in measures}


def _ranks(values: FloatArray) -> IntArray:
    """The rank of each run in each resample; equal runs share the better rank."""
    found = np.ones(values.shape, dtype=np.int64)
    for own in range(len(values)):
        found[own] += (values > values[own] + TOLERANCE).sum(axis=0)
    return found


def _bounds(values: FloatArray | IntArray, level: float) -> tuple[float, float]:
    tails = [100 * (1 - level) / 2, 100 * (1 + level) / 2]
    low, high = np.percentile(values, tails, method="inverted_cdf").tolist()
    return low, high


def _change(row: GoldsRow, drawn: IntArray | None, level: float) -> RankChange:
    interval, moved = None, None
    if drawn is not None and row.rank_difference is not None:
        low, high = _bounds(drawn, level)
        interval = int(low), int(high)
        moved = float(np.mean(np.sign(drawn) == np.sign(row.rank_difference)))
    return RankChange(
        run=row.run,
        first_value=row.first_value,
        first_rank=row.first_rank,
        second_value=row.second_value,
        second_rank=row.second_rank,
        difference=row.rank_difference,
        interval=interval,
        moved=moved,
    )
