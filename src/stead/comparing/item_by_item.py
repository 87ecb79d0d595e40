"""Runs item by item: who wins where, and which items nobody gets right."""

from collections.abc import Iterator

import numpy as np

from stead.comparing.naming import figure_named
from stead.comparing.stack import TOLERANCE, MeasureRows, Stack, stack
from stead.core.arrays import FloatArray
from stead.core.errors import UsageError
from stead.records.comparison import Difficulty, Duel, DuelItem, ItemDifficulty
from stead.records.scores import Evaluation


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
