"""The runs on both golds (Tanguy et al. 2018, tables 2 and 3), with intervals; and with less effort for gold 2.

Less effort means fewer raters, or a shallower pool.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np

from stead.comparing import agreement, golds_table, ranking
from stead.comparing.inference import resample_figures
from stead.comparing.meta_evaluation import kendall_tau
from stead.comparing.stack import TOLERANCE, find_figure, stack
from stead.core.arrays import FloatArray, IntArray, Ragged
from stead.core.faults import Source
from stead.core.random_streams import Purpose, stream
from stead.core.resampling import Resampling
from stead.core.substitutes import CanonicalForms, GoldStandard, Run
from stead.measures import Measure
from stead.measures.base import Alignment
from stead.posthoc.candidate_pools import graded_gold
from stead.posthoc.gold_comparison import spearman
from stead.posthoc.second_gold import JudgedPool, Judgements
from stead.records.comparison import GoldsRow
from stead.records.scores import Evaluation
from stead.records.study import Curve, CurvePoint, RankChange, RankStudy
from stead.scoring import Request, evaluate
from stead.scoring.align import align
from stead.scoring.indexed_gold import index_gold

_FIRST, _SECOND = "first gold: ", "second gold: "


def rank_studies(request: Request, second: GoldStandard, how: Resampling) -> tuple[tuple[RankStudy, ...], Evaluation]:
    """Rank the runs on both golds by every measure; also returns the evaluation on the second."""
    mine = evaluate(request)
    theirs = evaluate(replace(request, gold=second))
    drawn = _resampled_figures(mine, theirs, how) if how.resamples and len(request.systems) > 1 else {}
    return tuple(_studies(mine, theirs, drawn, how)), theirs


def _studies(
    mine: Evaluation, theirs: Evaluation, drawn: dict[str, tuple[FloatArray, FloatArray]], how: Resampling
) -> Iterator[RankStudy]:
    runs = list(dict.fromkeys(statistics.run for statistics in mine.statistics))
    for measure in dict.fromkeys(statistics.measure for statistics in mine.statistics):
        table = golds_table(mine, theirs, measure)
        tau, p = None, None
        if len(runs) > 1:
            agreed = agreement(ranking(mine, measure), ranking(theirs, measure))
            tau, p = agreed.tau, agreed.p
        changes, interval = {}, None
        if measure in drawn:
            first, second = drawn[measure]
            changes = dict(zip(runs, _ranks(second) - _ranks(first), strict=True))
            taus = kendall_tau(first, second)
            known = taus[~np.isnan(taus)]
            interval = _bounds(known, how.level) if len(known) else None
        rows = tuple(_change(row, changes.get(row.run), how.level) for row in table.rows)
        yield RankStudy(measure=measure, label=table.first.label, rows=rows, tau=tau, p=p, interval=interval)


def _resampled_figures(
    mine: Evaluation, theirs: Evaluation, how: Resampling
) -> dict[str, tuple[FloatArray, FloatArray]]:
    """The figures of the runs on both golds, by measure, on the same resamples of items: runs x resamples."""
    together = replace(
        mine,
        scores=(),
        statistics=tuple(
            replace(statistics, measure=f"{prefix}{statistics.measure}")
            for prefix, evaluation in ((_FIRST, mine), (_SECOND, theirs))
            for statistics in evaluation.statistics
        ),
    )
    stacked = stack(together, how.unit)
    if stacked.units.obstacle:
        return {}
    resampled = resample_figures(stacked, seed=how.seed, resamples=how.resamples)
    by_name = {
        measure.measure: evaluation.replicates[measure.figures.index(find_figure(None, measure.figures, measure.label))]
        for measure, evaluation in zip(stacked.measures, resampled, strict=True)
    }
    measures = dict.fromkeys(statistics.measure for statistics in mine.statistics)
    return {name: (by_name[_FIRST + name], by_name[_SECOND + name]) for name in measures}


def _ranks(values: FloatArray) -> IntArray:
    """The rank of each run in each resample; equal runs share the better rank."""
    ranks = np.ones(values.shape, dtype=np.int64)
    for run in range(len(values)):
        ranks[run] += (values > values[run] + TOLERANCE).sum(axis=0)
    return ranks


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


ENOUGH = 0.95
"""An effort is enough if Kendall's tau with the order by all of gold 2 is at least this, also for larger efforts."""

DRAWS = 20
_BY_HUNDRED = (2.5, 97.5)


class Rescoring:
    """Scores the runs on different weights of the pool's candidates, matching answers only once."""

    def __init__(
        self, judged: JudgedPool, runs: Sequence[Run], measures: Sequence[Measure], mapping: CanonicalForms | None
    ) -> None:
        self.judged, self.measures = judged, measures
        self.starts = judged.pool.candidates.starts
        numbered = _numbered(judged)
        indexed = index_gold(numbered, judged.rules, threshold=None)
        self.answers = [_answers(align(indexed, _apply_mapping(run, mapping)).alignment) for run in runs]
        self.lexelts, self.ids = judged.pool.lexelts, judged.pool.ids

    def scores(self, weights: FloatArray) -> list[FloatArray]:
        """The figure by which runs are ranked, for each measure."""
        order = np.lexsort((-weights, self.judged.pool.owners))
        gold = Ragged(weights[order], self.starts)
        scored = gold.sums() > 0
        padded = np.append(weights, 0.0)
        by_measure: list[list[float]] = [[] for _ in self.measures]
        for candidates, starts in self.answers:
            alignment = Alignment(
                lexelts=self.lexelts, ids=self.ids, gold=gold, answers=Ragged(padded[candidates], starts)
            )
            for values, measure in zip(by_measure, self.measures, strict=True):
                sums = measure.statistics(alignment)[scored].sum(axis=0)
                figures = dict(zip(measure.figures, measure.combine(sums), strict=True))
                values.append(float(figures[find_figure(None, measure.figures, str(measure))]))
        return [np.array(values) for values in by_measure]


def _numbered(judged: JudgedPool) -> GoldStandard:
    """A gold whose weights are the numbers of the candidates, from 1: the credit of an answer identifies it."""
    numbers = np.arange(1, judged.pool.size + 1, dtype=np.float64)
    return graded_gold(judged.pool, numbers, Source("numbers", ""))


def _apply_mapping(run: Run, mapping: CanonicalForms | None) -> Run:
    return run if mapping is None else mapping.apply(run)


def _answers(alignment: Alignment) -> tuple[IntArray, IntArray]:
    """The candidate of each answer, -1 (the padding) if it is not in the pool."""
    return alignment.answers.values.astype(np.int64) - 1, alignment.answers.starts


def curves(
    rescoring: Rescoring, judged: JudgedPool, judgements: Judgements | None, seed: int, *, grade: str
) -> tuple[Curve, ...]:
    """A curve for each kind of effort and measure; `grade` is how ratings were made gold 2, "" if unknown."""
    whole = rescoring.scores(judged.second)
    all_curves: list[Curve] = []
    if judgements is not None and grade:
        all_curves += _curves("raters", rescoring, whole, list(_fewer_raters(judged, judgements, seed, grade)))
    all_curves += _curves("depth", rescoring, whole, list(_shallower(judged)))
    return tuple(all_curves)


Draws = list[tuple[int, list[FloatArray], float | None]]
"""Efforts, the weights drawn for each, and their closeness to gold 2."""


def _fewer_raters(
    judged: JudgedPool, judgements: Judgements, seed: int, grade: str
) -> Iterator[tuple[int, list[FloatArray], float | None]]:
    """Weights by 1, 2, ... random ratings of each candidate, or all where there are fewer."""
    most = int(judgements.sizes.max(initial=0))
    chance = stream(seed, Purpose.RATERS, 0)
    drawn: list[list[FloatArray]] = [[] for _ in range(most)]
    for _ in range(DRAWS):
        ranks = _random_ranks(judgements, chance)
        for number in range(1, most + 1):
            drawn[number - 1].append(judgements.weights(grade, ranks < number))
    for number, weights in enumerate(drawn, start=1):
        rhos = [spearman(drawn_weights, judged.second).rho for drawn_weights in weights[:3]]
        known = [rho for rho in rhos if rho is not None]
        yield number, weights if number < most else weights[:1], float(np.mean(known)) if known else None


def _random_ranks(judgements: Judgements, chance: np.random.Generator) -> IntArray:
    """The rank of each rating in a random order of its candidate's ratings, from 0."""
    order = np.lexsort((chance.random(len(judgements.values)), judgements.owners))
    ranks = np.empty(len(order), dtype=np.int64)
    ranks[order] = np.arange(len(order)) - judgements.starts[judgements.owners]
    return ranks


def _shallower(judged: JudgedPool) -> Iterator[tuple[int, list[FloatArray], float | None]]:
    """Weights by pools of depth 1, 2, ...: the first gold, and the first answers of each run."""
    places = judged.pool.places
    total = int(judged.positive.sum())
    for depth in range(1, int(places.max(initial=0)) + 1):
        seen = judged.in_first | ((places > 0) & (places <= depth))
        share = float(np.count_nonzero(seen & judged.positive)) / total if total else None
        yield depth, [np.where(seen, judged.second, 0.0)], share


def _curves(kind: str, rescoring: Rescoring, whole: list[FloatArray], draws: Draws) -> Iterator[Curve]:
    scores = [[rescoring.scores(weights) for weights in samples] for _, samples, _ in draws]
    for number, measure in enumerate(rescoring.measures):
        points = []
        for (effort, _, closeness), scores_of_effort in zip(draws, scores, strict=True):
            columns = np.column_stack([values[number] for values in scores_of_effort])
            points.append(_point(effort, kendall_tau(columns, whole[number][:, None]), closeness))
        yield Curve(kind, str(measure), measure.label, tuple(points), _enough(points))


def _point(effort: int, taus: FloatArray, closeness: float | None) -> CurvePoint:
    known = taus[~np.isnan(taus)]
    if not len(known):
        return CurvePoint(effort, None, None, None, closeness)
    low, high = np.percentile(known, _BY_HUNDRED).tolist()
    return CurvePoint(effort, float(known.mean()), low, high, closeness)


def _enough(points: Sequence[CurvePoint]) -> int | None:
    """The least effort from which the order stays as good as with all effort."""
    enough = None
    for point in reversed(points):
        if point.tau is None or point.tau < ENOUGH:
            break
        enough = point.effort
    return enough
