"""Runs item by item: who wins where, which items nobody gets right, and what every run answered and earned."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import isnan

import numpy as np

from stead.comparing.naming import figure_named
from stead.comparing.stack import TOLERANCE, MeasureRows, Stack, stack
from stead.core.arrays import FloatArray
from stead.core.errors import UsageError
from stead.core.item import Item
from stead.records.comparison import Difficulty, Duel, DuelItem, ItemDifficulty
from stead.records.report import ReportItem, Sentence
from stead.records.scores import Evaluation, ItemStatistics, headline_figure
from stead.scoring import Credits, Request

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
    wanted = figure_named(figure, rows.figures, measure)
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
        self.known = {(item.lexelt, item.id): Sentence.of(item) for item in items}
        counts = Counter(identifier for _, identifier in self.known)
        self.by_id = {identifier: own for (_, identifier), own in self.known.items() if counts[identifier] == 1}

    def __call__(self, lexelt: str, identifier: str) -> Sentence | None:
        return self.known.get((lexelt, identifier)) or self.by_id.get(identifier)


def _of_first_measure(evaluation: Evaluation) -> list[ItemStatistics]:
    """What the first measure says of each item, run by run."""
    first = evaluation.statistics[0].measure
    return [each for each in evaluation.statistics if each.measure == first]


def _headline_credits(statistics: ItemStatistics) -> dict[Key, float | None]:
    column = statistics.figure_names.index(headline_figure(statistics.figure_names))
    values = (None if isnan(value) else value for value in statistics.figures[:, column].tolist())
    return dict(zip(zip(statistics.lexelts, statistics.ids, strict=True), values, strict=True))
