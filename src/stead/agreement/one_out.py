"""The same figures without one annotator at a time."""

from collections.abc import Iterator

import numpy as np

from stead.agreement.answers import AnswerTable
from stead.agreement.sheet import Context, Sheet
from stead.task import AgreementFigure

WITHOUT = "without="
"""What the group of such figures begins with."""


def figures_without_each(sheet: Sheet[AnswerTable], context: Context) -> Iterator[AgreementFigure]:
    """Every coefficient that is no correction for chance, each annotator left out in turn; nothing for two of them."""
    plain = [coefficient for coefficient in sheet.coefficients if not coefficient.corrected_for_chance]
    whole = Sheet.of(plain, sheet.table)
    if len(sheet.table.annotators) > 2:
        for person in range(len(sheet.table.annotators)):
            yield from _figures_without(whole, person, context)


def _figures_without(sheet: Sheet[AnswerTable], person: int, context: Context) -> Iterator[AgreementFigure]:
    """Only the items that the annotator answered are looked at again."""
    table, group = sheet.table, f"{WITHOUT}{sheet.table.annotators[person]}"
    items = np.unique(table.row_items[table.row_annotators == person])
    others = Sheet.of(sheet.coefficients, table.of_items(items, without=person))
    used = sheet.statistics > 0
    before, after = sheet.statistics[items], others.statistics
    # Sums of everything less sums of a part: what is left of nothing may be a rounding error below it.
    sums = np.maximum(sheet.statistics.sum(axis=0) - before.sum(axis=0), 0.0) + after.sum(axis=0)
    counts = used.sum(axis=0) - used[items].sum(axis=0) + (after > 0).sum(axis=0)
    for coefficient, columns in zip(sheet.coefficients, sheet.columns, strict=True):
        value, units = float(coefficient.combine(sums[columns])), columns.stop - 1
        yield context.figure(
            coefficient,
            group,
            None if np.isnan(value) else value,
            size=len(table),
            items=int(counts[units]),
            compared=float(sums[units]),
            fewer=1,
        )
