"""Figures by group of items: every way to divide them that scoring knows."""

from collections.abc import Iterator, Sequence

import numpy as np

from stead.comparing.grouped import labelled_items
from stead.comparing.stack import Item, Stack, no_value, stack
from stead.core.arrays import BoolArray
from stead.records.comparison import Breakdown, BreakdownRow
from stead.records.scores import Evaluation
from stead.scoring import NMWS, Grouping


def breakdown(evaluation: Evaluation, grouping: Grouping, *, measures: Sequence[str] | None = None) -> Breakdown:
    """Every figure of every run on every group."""
    stacked = stack(evaluation, "item", measures=measures)
    groups = labelled_items(evaluation, grouping)
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


def _rows(stacked: Stack, group: str, items: set[Item]) -> Iterator[BreakdownRow]:
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
                    value=no_value(value),
                    items=int(np.count_nonzero(chosen)),
                    scored=int(own[0]),
                )
