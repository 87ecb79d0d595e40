"""Figures by group of items, and item by item: wins and losses, difficulty, answers and their credit."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isnan

import numpy as np

from stead.comparing.stack import TOLERANCE, ItemKey, MeasureRows, Stack, find_figure, none_if_nan, stack
from stead.core.arrays import BoolArray, FloatArray
from stead.core.errors import UsageError
from stead.core.item import Item
from stead.records.comparison import Breakdown, BreakdownRow, Difficulty, Duel, DuelItem, ItemDifficulty
from stead.records.report import ReportItem, ReportSentence
from stead.records.scores import Evaluation, ItemStatistics, headline_figure
from stead.scoring import NMWS, Credits, Grouping, Request


def breakdown(evaluation: Evaluation, grouping: Grouping, *, measures: Sequence[str] | None = None) -> Breakdown:
    """Every figure of every run on every group."""
    stacked = stack(evaluation, "item", measures=measures)
    groups = items_by_group(evaluation, grouping)
    rows = tuple(row for group, items in groups.items() for row in _rows(stacked, group, items))
    return Breakdown(grouping.name, tuple(groups), rows)


def breakdowns(evaluation: Evaluation, groupings: Sequence[Grouping]) -> tuple[Breakdown, ...]:
    """All of these, those of the same name together, and with the subsets what was scored on single words only."""
    found: dict[str, Breakdown] = {}
    for each in (*(breakdown(evaluation, grouping) for grouping in groupings), *_single_words(evaluation)):
        before = found.get(each.grouping, Breakdown(each.grouping, (), ()))
        found[each.grouping] = Breakdown(
            each.grouping, (*before.groups, *each.groups), (*before.rows, *each.rows), before.schema
        )
    return tuple(found.values())


def _single_words(evaluation: Evaluation) -> Iterator[Breakdown]:
    """NMWS is no part of the items, but the same items with fewer substitutes: its scores are those of scoring."""
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
            for run, value, own in zip(stacked.runs, values, sums, strict=True):
                yield BreakdownRow(
                    group=group,
                    run=run,
                    measure=measure.measure,
                    label=measure.label,
                    figure=figure,
                    value=none_if_nan(value),
                    items=int(np.count_nonzero(chosen)),
                    scored=int(own[0]),
                )


def items_by_group(evaluation: Evaluation, grouping: Grouping) -> dict[str, set[ItemKey]]:
    """The items of each group, groups in order."""
    items = list(
        dict.fromkeys(item for each in evaluation.statistics for item in zip(each.lexelts, each.ids, strict=True))
    )
    labels = grouping.labels([lexelt for lexelt, _ in items], [identifier for _, identifier in items])
    groups: dict[str, set[ItemKey]] = {label: set() for label in grouping.distinct(labels)}
    for item, label in zip(items, labels, strict=True):
        groups[label].add(item)
    return {f"{grouping.name}={label}": chosen for label, chosen in groups.items()}


Key = tuple[str, str]
"""Lexelt and id."""


def duel(evaluation: Evaluation, first: str, second: str, measure: str, figure: str | None = None) -> Duel:
    """Wins and losses of the first run against the second, item by item."""
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
    for (lexelt, identifier), own, other in zip(stacked.items, mine.tolist(), theirs.tolist(), strict=True):
        if not np.isnan(own - other):
            yield DuelItem(lexelt, identifier, own, other, own - other)


def difficulty(evaluation: Evaluation, measure: str, figure: str | None = None) -> Difficulty:
    """How many runs earn anything on each item, the hardest first."""
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
    for place, (lexelt, identifier) in enumerate(stacked.items):
        known = credit[~np.isnan(credit[:, place]), place]
        if len(known):
            solved = int(np.count_nonzero(known > TOLERANCE))
            yield ItemDifficulty(lexelt, identifier, solved, len(known), float(known.mean()))


def _credits(evaluation: Evaluation, measure: str, figure: str | None) -> tuple[Stack, MeasureRows, str, FloatArray]:
    """The figure of every item alone, run by run: recall or the mean if not named."""
    stacked = stack(evaluation, "item", measures=[measure])
    rows = stacked.measures[0]
    wanted = find_figure(figure, rows.figures, measure)
    return stacked, rows, wanted, rows.item_figures[rows.figures.index(wanted)]


def report_items(request: Request, evaluation: Evaluation, sentences: Sequence[Item]) -> Iterator[ReportItem]:
    """Every scored item, in the order of the gold."""
    paid, sentence_of = Credits(request), _Sentences(sentences)
    gold, answers = paid.gold(), [paid.of_run(run) for run in request.runs]
    credit = [_headline_credits(each) for each in _of_first_measure(evaluation)]
    for item in dict.fromkeys(item for own in credit for item in own):
        key = paid.indexed.key(*item)
        yield ReportItem(
            lexelt=item[0],
            id=item[1],
            sentence=sentence_of(*item),
            gold=gold.get(key, ()),
            answers=tuple(own.get(key, ()) for own in answers),
            credit=tuple(own.get(item) for own in credit),
        )


class _Sentences:
    """The sentence of each item by lexelt and id, or by an id that only one has, since not every file has both."""

    def __init__(self, items: Sequence[Item]) -> None:
        self.known = {(item.lexelt, item.id): ReportSentence.of(item) for item in items}
        counts = Counter(identifier for _, identifier in self.known)
        self.by_id = {identifier: own for (_, identifier), own in self.known.items() if counts[identifier] == 1}

    def __call__(self, lexelt: str, identifier: str) -> ReportSentence | None:
        return self.known.get((lexelt, identifier)) or self.by_id.get(identifier)


def _of_first_measure(evaluation: Evaluation) -> list[ItemStatistics]:
    """What the first measure says of each item, run by run."""
    first = evaluation.statistics[0].measure
    return [each for each in evaluation.statistics if each.measure == first]


def _headline_credits(statistics: ItemStatistics) -> dict[Key, float | None]:
    column = statistics.figure_names.index(headline_figure(statistics.figure_names))
    values = (None if isnan(value) else value for value in statistics.figures[:, column].tolist())
    return dict(zip(zip(statistics.lexelts, statistics.ids, strict=True), values, strict=True))
