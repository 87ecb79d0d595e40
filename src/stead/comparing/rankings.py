"""Rank runs by a figure, compare rankings, and lay them out as the tables of the papers.

Two rankings are compared by Kendall's tau-b and by rank-biased overlap (Webber, Moffat and Zobel 2010), in which the
top counts most.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby

from stead.comparing.stack import TOLERANCE, find_figure, find_measures
from stead.core.errors import UsageError
from stead.core.extras import import_extra
from stead.records.comparison import (
    GoldsRow,
    GoldsTable,
    MeasureColumn,
    RankAgreement,
    RankedRun,
    Ranking,
    RankingCriterion,
    ResultsRow,
    ResultsTable,
)
from stead.records.scores import Evaluation, Score
from stead.scoring import ALL


def rank_runs(by: RankingCriterion, values: Mapping[str, float | None]) -> Ranking:
    """Rank runs by value, best first; runs without a value come last, without a rank."""
    known = sorted(
        ((value, run) for run, value in values.items() if value is not None),
        key=lambda value_and_run: -value_and_run[0],
    )
    places: list[RankedRun] = []
    for position, (value, run) in enumerate(known, start=1):
        tied = bool(places) and known[position - 2][0] - value <= TOLERANCE
        places.append(RankedRun(run, value, places[-1].rank if tied else position))
    unknown = (RankedRun(run, None, None) for run, value in values.items() if value is None)
    return Ranking(by, (*places, *unknown))


def rankings(
    evaluation: Evaluation,
    *,
    measures: Sequence[str] | None = None,
    figures: Sequence[str] | None = None,
    groups: Sequence[str] = (ALL,),
) -> tuple[Ranking, ...]:
    """The rankings by group, measure and figure: all measures and figures unless some are named."""
    orders = _values(evaluation)
    labels = {by.measure: by.label for by in orders}
    wanted = [*labels] if measures is None else find_measures(measures, labels)
    for kind, names, present in (
        ("figure", figures, {by.figure for by in orders if by.measure in wanted}),
        ("group", groups, {by.group for by in orders}),
    ):
        unknown = [name for name in names or () if name not in present]
        if unknown:
            raise UsageError(f"the scores have no {kind} {unknown[0]!r}; there are {', '.join(sorted(present))}.")
    return tuple(
        rank_runs(by, values)
        for by, values in orders.items()
        if by.group in groups and by.measure in wanted and (figures is None or by.figure in figures)
    )


def ranking(evaluation: Evaluation, measure: str, figure: str | None = None, *, group: str = ALL) -> Ranking:
    """The ranking by one figure of one measure: by default recall, or else the mean."""
    by_figure = {ranked.by.figure: ranked for ranked in rankings(evaluation, measures=[measure], groups=[group])}
    return by_figure[find_figure(figure, by_figure, measure)]


def _values(evaluation: Evaluation) -> dict[RankingCriterion, dict[str, float | None]]:
    by_order: dict[RankingCriterion, dict[str, float | None]] = {}
    for score in evaluation.scores:
        for figure, value in score.figures.items():
            by = RankingCriterion(evaluation.gold.name, score.group, score.measure, score.label, figure)
            by_order.setdefault(by, {})[score.run] = value
    return by_order


def agreements(rankings: Sequence[Ranking], *, persistence: float = 0.9) -> tuple[RankAgreement, ...]:
    """The agreement of every two rankings."""
    return tuple(agreement(first, second, persistence=persistence) for first, second in combinations(rankings, 2))


def agreement(first: Ranking, second: Ranking, *, persistence: float = 0.9) -> RankAgreement:
    """The agreement of two rankings: Kendall's tau-b (by SciPy) and rank-biased overlap on the runs that both rank."""
    mine, theirs = first.ranks(), second.ranks()
    common = [run for run in mine if run in theirs]
    left_out = tuple(sorted(mine.keys() ^ theirs.keys()))
    tau, p, reason = _kendall([mine[run] for run in common], [theirs[run] for run in common])
    overlap = None
    if common:
        overlap = rank_biased_overlap(_tied(mine, common), _tied(theirs, common), persistence=persistence)
    return RankAgreement(
        first=first.by,
        second=second.by,
        runs=len(common),
        left_out=left_out,
        tau=tau,
        p=p,
        overlap=overlap,
        persistence=persistence,
        reason=reason,
    )


def _kendall(mine: Sequence[int], theirs: Sequence[int]) -> tuple[float | None, float | None, str]:
    stats = import_extra("scipy.stats", "Kendall's tau")
    if len(mine) < 2:
        return None, None, "fewer than two runs have a rank in both"
    if len(set(mine)) == 1 or len(set(theirs)) == 1:
        return None, None, "all runs are tied in one of the rankings"
    tau = stats.kendalltau(mine, theirs, variant="b")
    return float(tau.statistic), float(tau.pvalue), ""


def _tied(ranks: dict[str, int], runs: Iterable[str]) -> list[Collection[str]]:
    """The runs in order of rank, tied ones together."""
    ordered = sorted(runs, key=ranks.__getitem__)
    return [set(tied) for _, tied in groupby(ordered, key=ranks.__getitem__)]


def rank_biased_overlap(
    first: Sequence[Collection[str]], second: Sequence[Collection[str]], *, persistence: float = 0.9
) -> float:
    r"""The extrapolated rank-biased overlap of two rankings; a ranking is a list of sets of tied runs, best first.

    .. math:: RBO_{ext} = \frac{1-p}{p} \sum_{d=1}^{l} A_d p^d + A_l p^l

    where :math:`A_d` is the agreement of the first d: :math:`2 X_d / (|S_d| + |L_d|)`, the runs in common over the mean
    number of runs, which with ties may be more than d, since all tied runs are counted from the first rank they share
    (equation 28). Beyond the end of the shorter ranking, its agreement at the end is extrapolated (equation 32).
    """
    if not 0 < persistence < 1:
        raise UsageError(f"the persistence of rank-biased overlap lies between 0 and 1, not {persistence!r}.")
    shorter, longer = sorted((first, second), key=lambda ranking: sum(map(len, ranking)))
    agreements = list(_agreements(shorter, longer))
    if not agreements:
        raise UsageError("rank-biased overlap needs rankings of at least one run.")
    seen = sum(agreement * persistence**depth for depth, agreement in enumerate(agreements, start=1))
    return (1 - persistence) / persistence * seen + agreements[-1] * persistence ** len(agreements)


def _agreements(shorter: Sequence[Collection[str]], longer: Sequence[Collection[str]]) -> Iterator[float]:
    """The agreement at each depth of the longer ranking."""
    tops = list(_tops(longer))
    shorter_tops = list(_tops(shorter))
    end = len(shorter_tops)
    at_end = 0.0
    for depth, top in enumerate(tops, start=1):
        if depth <= end:
            other = shorter_tops[depth - 1]
            at_end = 2 * len(top & other) / (len(top) + len(other))
            yield at_end
        else:
            overlap = len(top & shorter_tops[-1]) if end else 0
            yield (overlap + at_end * (len(top) - end)) / len(top)


def _tops(ranking: Sequence[Collection[str]]) -> Iterator[set[str]]:
    """The runs down to each depth; tied runs are included from the first rank they share."""
    top: set[str] = set()
    for tied in ranking:
        top = top | set(tied)
        yield from [top] * len(tied)


def golds_table(first: Evaluation, second: Evaluation, measure: str, figure: str | None = None) -> GoldsTable:
    """The table of runs on two golds, in the order of the second (Tanguy et al. 2018, tables 2 and 3).

    Ranks are among the runs of both.
    """
    mine, theirs = ranking(first, measure, figure), ranking(second, measure, figure)
    shared = {ranked.run for ranked in mine.places} & {ranked.run for ranked in theirs.places}
    before = {ranked.run: ranked for ranked in _among(mine, shared).places}
    rows = tuple(_golds_row(before[ranked.run], ranked) for ranked in _among(theirs, shared).places)
    if not rows:
        raise UsageError("the two evaluations have no run in common; runs are known by their names.")
    return GoldsTable(mine.by, theirs.by, rows, tuple(_left_out(mine, theirs, shared)))


def _among(whole: Ranking, runs: set[str]) -> Ranking:
    return rank_runs(whole.by, {ranked.run: ranked.value for ranked in whole.places if ranked.run in runs})


def _golds_row(before: RankedRun, after: RankedRun) -> GoldsRow:
    moved = None if before.rank is None or after.rank is None else after.rank - before.rank
    return GoldsRow(
        run=after.run,
        first_value=before.value,
        first_rank=before.rank,
        second_value=after.value,
        second_rank=after.rank,
        rank_difference=moved,
    )


def _left_out(first: Ranking, second: Ranking, shared: set[str]) -> Iterator[str]:
    for one, other in ((first, "second"), (second, "first")):
        missing = [ranked.run for ranked in one.places if ranked.run not in shared]
        if missing:
            yield f"Left out, since the {other} evaluation does not have them: {', '.join(missing)}."


def results_table(
    evaluation: Evaluation,
    measures: Sequence[str],
    *,
    groups: Sequence[str] = (ALL,),
    ordered_by: str | None = None,
    figure: str | None = None,
) -> ResultsTable:
    """The table of results: the figures of some measures, runs in the order of recall (or the mean) on all items.

    The order is that of the first measure unless `ordered_by` names another, and it is the same for every group, as in
    McCarthy & Navigli 2007: "we retain the same ordering for the further analysis tables when we look at subsets".
    """
    if not measures:
        raise UsageError("a table of results needs at least one measure.")
    order = ranking(evaluation, ordered_by or measures[0], figure)
    scores = {(score.group, score.measure, score.run): score for score in evaluation.scores}
    columns = tuple(_columns(evaluation, measures, groups))
    rows = tuple(
        ResultsRow(ranked.run, tuple(_value(scores, column, ranked.run) for column in columns))
        for ranked in order.places
    )
    return ResultsTable(order.by, columns, rows)


def _columns(evaluation: Evaluation, measures: Sequence[str], groups: Sequence[str]) -> Iterator[MeasureColumn]:
    for group in groups:
        for measure in measures:
            by = ranking(evaluation, measure, group=group).by
            score = _first_score(evaluation, by)
            yield from (MeasureColumn(group, by.measure, by.label, figure) for figure in score.figures)


def _first_score(evaluation: Evaluation, by: RankingCriterion) -> Score:
    return next(score for score in evaluation.scores if (score.group, score.measure) == (by.group, by.measure))


def _value(scores: dict[tuple[str, str, str], Score], column: MeasureColumn, run: str) -> float | None:
    score = scores.get((column.group, column.measure, run))
    return None if score is None else score.figures[column.figure]
