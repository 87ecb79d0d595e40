"""Figures by group of items, and item by item: wins and losses, difficulty, answers and their credit."""

from collections.abc import Iterator, Sequence

import numpy as np

from stead.comparing.stack import TOLERANCE, ItemKey, MeasureRows, Stack, find_figure, none_if_nan, stack
from stead.core.arrays import BoolArray, FloatArray
from stead.core.errors import UsageError
from stead.core.item import Item
from stead.records.comparison import Breakdown, BreakdownRow, Difficulty, Duel, DuelItem, ItemDifficulty
from stead.records.report import ReportItem, ReportSentence
from stead.records.scores import Evaluation, ItemStatistics
from stead.scoring import NMWS, Credits, Grouping, Request, Sentences, headline_credits


def breakdown(evaluation: Evaluation, grouping: Grouping, *, measures: Sequence[str] | None = None) -> Breakdown:
    """The figures of every run on every group of items."""
    stacked = stack(evaluation, "item", measures=measures)
    groups = items_by_group(evaluation, grouping)
    rows = tuple(row for group, items in groups.items() for row in _rows(stacked, group, items))
    return Breakdown(grouping.name, tuple(groups), rows)


def breakdowns(evaluation: Evaluation, groupings: Sequence[Grouping]) -> tuple[Breakdown, ...]:
    """The breakdowns by several groupings, joined by name; also what was scored on single words only (NMWS)."""
    by_name: dict[str, Breakdown] = {}
    for part in (*(breakdown(evaluation, grouping) for grouping in groupings), *_single_words(evaluation)):
        before = by_name.get(part.grouping, Breakdown(part.grouping, (), ()))
        by_name[part.grouping] = Breakdown(
            part.grouping, (*before.groups, *part.groups), (*before.rows, *part.rows), before.schema
        )
    return tuple(by_name.values())


def _single_words(evaluation: Evaluation) -> Iterator[Breakdown]:
    """The scores of NMWS, which is not a group of items, but the same items with fewer substitutes."""
    rows = tuple(
        BreakdownRow(
            group=score.group,
            run=score.run,
            measure=score.measure,
            label=score.label,
            figure=figure,
            value=value,
            items=score.scored,
            scored=score.scored,
        )
        for score in evaluation.scores
        if score.group == NMWS
        for figure, value in score.figures.items()
    )
    if rows:
        yield Breakdown(NMWS.partition("=")[0], (NMWS,), rows)


def _rows(stacked: Stack, group: str, items: set[ItemKey]) -> Iterator[BreakdownRow]:
    chosen: BoolArray = np.array([item in items for item in stacked.items], dtype=np.bool_)
    for measure in stacked.measures:
        sums = np.array([rows[chosen].sum(axis=0) for rows in measure.rows])
        figures = measure.combined(sums[..., None])[..., 0]
        for figure, values in zip(measure.figures, figures.tolist(), strict=True):
            for run, value, run_sums in zip(stacked.runs, values, sums, strict=True):
                yield BreakdownRow(
                    group=group,
                    run=run,
                    measure=measure.measure,
                    label=measure.label,
                    figure=figure,
                    value=none_if_nan(value),
                    items=int(np.count_nonzero(chosen)),
                    scored=int(run_sums[0]),
                )


def items_by_group(evaluation: Evaluation, grouping: Grouping) -> dict[str, set[ItemKey]]:
    """The items of each group, in the order of the groups."""
    items = list(
        dict.fromkeys(
            item
            for statistics in evaluation.statistics
            for item in zip(statistics.lexelts, statistics.ids, strict=True)
        )
    )
    labels = grouping.labels([lexelt for lexelt, _ in items], [identifier for _, identifier in items])
    groups: dict[str, set[ItemKey]] = {label: set() for label in grouping.distinct(labels)}
    for item, label in zip(items, labels, strict=True):
        groups[label].add(item)
    return {f"{grouping.name}={label}": chosen for label, chosen in groups.items()}


def duel(evaluation: Evaluation, first: str, second: str, measure: str, figure: str | None = None) -> Duel:
    """Compare two runs item by item: wins, losses and ties of the first."""
    stacked, rows, name, credit = _credits(evaluation, measure, figure)
    for run in (first, second):
        if run not in stacked.runs:
            raise UsageError(f"{run!r} is none of the runs; there are {', '.join(stacked.runs)}.")
    mine, theirs = credit[stacked.runs.index(first)], credit[stacked.runs.index(second)]
    items = sorted(_duel_items(stacked, mine, theirs), key=lambda item: -abs(item.difference))
    return Duel(
        first=first,
        second=second,
        measure=rows.measure,
        label=rows.label,
        figure=name,
        wins=sum(1 for item in items if item.difference > TOLERANCE),
        losses=sum(1 for item in items if item.difference < -TOLERANCE),
        ties=sum(1 for item in items if abs(item.difference) <= TOLERANCE),
        undefined=len(stacked.items) - len(items),
        items=tuple(items),
    )


def _duel_items(stacked: Stack, mine: FloatArray, theirs: FloatArray) -> Iterator[DuelItem]:
    for (lexelt, identifier), one, other in zip(stacked.items, mine.tolist(), theirs.tolist(), strict=True):
        if not np.isnan(one - other):
            yield DuelItem(lexelt, identifier, one, other, one - other)


def difficulty(evaluation: Evaluation, measure: str, figure: str | None = None) -> Difficulty:
    """Rank items by difficulty: how many runs earn credit on each, hardest first."""
    stacked, rows, name, credit = _credits(evaluation, measure, figure)
    items = sorted(_difficulties(stacked, credit), key=lambda item: (item.solved_by, item.mean))
    return Difficulty(
        measure=rows.measure,
        label=rows.label,
        figure=name,
        unsolved=sum(1 for item in items if item.solved_by == 0),
        undefined=len(stacked.items) - len(items),
        items=tuple(items),
    )


def _difficulties(stacked: Stack, credit: FloatArray) -> Iterator[ItemDifficulty]:
    for column, (lexelt, identifier) in enumerate(stacked.items):
        known = credit[~np.isnan(credit[:, column]), column]
        if len(known):
            solved = int(np.count_nonzero(known > TOLERANCE))
            yield ItemDifficulty(lexelt, identifier, solved, len(known), float(known.mean()))


def _credits(evaluation: Evaluation, measure: str, figure: str | None) -> tuple[Stack, MeasureRows, str, FloatArray]:
    """The figure of every run on every single item: by default recall, or else the mean."""
    stacked = stack(evaluation, "item", measures=[measure])
    rows = stacked.measures[0]
    wanted = find_figure(figure, rows.figures, measure)
    return stacked, rows, wanted, rows.item_figures[rows.figures.index(wanted)]


def report_items(request: Request, evaluation: Evaluation, sentences: Sequence[Item]) -> Iterator[ReportItem]:
    """List every scored item with its sentence, gold, answers and credit, in the order of the gold."""
    paid, sentence_of = Credits(request), Sentences(sentences)
    gold, answers = paid.gold(), [paid.of_run(run) for run in request.runs_for(request.measures[0])]
    credit = [
        dict(zip(zip(statistics.lexelts, statistics.ids, strict=True), headline_credits(statistics), strict=True))
        for statistics in _of_first_measure(evaluation)
    ]
    for item in dict.fromkeys(item for by_item in credit for item in by_item):
        key, sentence = paid.indexed.key(*item), sentence_of(*item)
        yield ReportItem(
            lexelt=item[0],
            id=item[1],
            sentence=None if sentence is None else ReportSentence.of(sentence),
            gold=gold.get(key, ()),
            answers=tuple(by_item.get(key, ()) for by_item in answers),
            credit=tuple(by_item.get(item) for by_item in credit),
        )


def _of_first_measure(evaluation: Evaluation) -> list[ItemStatistics]:
    """The statistics of the first measure, run by run."""
    first = evaluation.statistics[0].measure
    return [statistics for statistics in evaluation.statistics if statistics.measure == first]
