"""The tables of the papers: two gold standards side by side, and results in the order of recall."""

from collections.abc import Iterator, Sequence

from stead.comparing.ranking import ranked, ranking
from stead.core.errors import UsageError
from stead.records.comparison import Column, GoldsRow, GoldsTable, Order, Place, Ranking, ResultsRow, ResultsTable
from stead.records.scores import Evaluation, Score
from stead.scoring import ALL


def golds_table(first: Evaluation, second: Evaluation, measure: str, figure: str | None = None) -> GoldsTable:
    """The same runs on two gold standards, in the order of the second (Tanguy et al. 2018, tables 2 and 3).

    Ranks are among the runs that both have.
    """
    mine, theirs = ranking(first, measure, figure), ranking(second, measure, figure)
    shared = {place.run for place in mine.places} & {place.run for place in theirs.places}
    before = {place.run: place for place in _among(mine, shared).places}
    rows = tuple(_golds_row(before[place.run], place) for place in _among(theirs, shared).places)
    if not rows:
        raise UsageError("the two evaluations have no run in common; runs are known by their names.")
    return GoldsTable(mine.by, theirs.by, rows, tuple(_left_out(mine, theirs, shared)))


def _among(whole: Ranking, runs: set[str]) -> Ranking:
    return ranked(whole.by, {place.run: place.value for place in whole.places if place.run in runs})


def _golds_row(before: Place, after: Place) -> GoldsRow:
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
        missing = [place.run for place in one.places if place.run not in shared]
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
    """Every figure of some measures, runs in the order of recall (or the mean) on all items.

    The order is that of the first measure unless `ordered_by` names another, and it is the same for every group, as in
    McCarthy & Navigli 2007: "we retain the same ordering for the further analysis tables when we look at subsets".
    """
    if not measures:
        raise UsageError("a table of results needs at least one measure.")
    order = ranking(evaluation, ordered_by or measures[0], figure)
    found = {(score.group, score.measure, score.run): score for score in evaluation.scores}
    columns = tuple(_columns(evaluation, measures, groups))
    rows = tuple(
        ResultsRow(place.run, tuple(_value(found, column, place.run) for column in columns)) for place in order.places
    )
    return ResultsTable(order.by, columns, rows)


def _columns(evaluation: Evaluation, measures: Sequence[str], groups: Sequence[str]) -> Iterator[Column]:
    for group in groups:
        for measure in measures:
            by = ranking(evaluation, measure, group=group).by
            score = _first_score(evaluation, by)
            yield from (Column(group, by.measure, by.label, figure) for figure in score.figures)


def _first_score(evaluation: Evaluation, by: Order) -> Score:
    return next(each for each in evaluation.scores if (each.group, each.measure) == (by.group, by.measure))


def _value(found: dict[tuple[str, str, str], Score], column: Column, run: str) -> float | None:
    score = found.get((column.group, column.measure, run))
    return None if score is None else score.figures[column.figure]
