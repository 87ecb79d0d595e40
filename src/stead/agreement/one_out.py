"""The same figures without one annotator at a time."""

from collections.abc import Iterator

import numpy as np

from stead.agreement.answers import AnswerTable
from stead.agreement.sheet import Context, Sheet
from stead.core.arrays import FloatArray, IntArray
from stead.records.agreement import AgreementFigure

WITHOUT = "without="
"""What the group of such figures begins with."""


def figures_without_each(sheet: Sheet[AnswerTable], context: Context) -> Iterator[AgreementFigure]:
    """Every coefficient that is no correction for chance, each annotator left out in turn; nothing for two of them."""
    table = sheet.table
    if len(table.annotators) <= 2:
        return
    whole = Sheet.of([each for each in sheet.coefficients if not each.corrected_for_chance], table)
    sums, used = _sums_and_used(whole.statistics)
    for person, items in enumerate(_items_of_each(table)):
        others = Sheet.of(whole.coefficients, table.of_items(items, without=person))
        sums_before, used_before = _sums_and_used(whole.statistics[items])
        sums_after, used_after = _sums_and_used(others.statistics)
        # Sums of everything less sums of a part: what is left of nothing may be a rounding error below it.
        sums_now = np.maximum(sums - sums_before, 0.0) + sums_after
        yield from _figures(whole, table.annotators[person], sums_now, used - used_before + used_after, context)


def _sums_and_used(statistics: FloatArray) -> tuple[FloatArray, IntArray]:
    """The statistics added up, and how many items have any."""
    return statistics.sum(axis=0), np.count_nonzero(statistics, axis=0)


def _items_of_each(table: AnswerTable) -> list[IntArray]:
    """The items that each annotator has a row for, in rising order: only those change without the annotator."""
    order = np.argsort(table.row_annotators, kind="stable")
    counts = np.bincount(table.row_annotators, minlength=len(table.annotators))
    return np.split(table.row_items[order], np.cumsum(counts)[:-1])


def _figures(
    sheet: Sheet[AnswerTable], name: str, sums: FloatArray, used: IntArray, context: Context
) -> Iterator[AgreementFigure]:
    for coefficient, columns in zip(sheet.coefficients, sheet.columns, strict=True):
        units = columns.stop - 1
        yield context.figure(
            coefficient,
            f"{WITHOUT}{name}",
            coefficient.value(sums[columns]),
            size=len(sheet.table),
            items=int(used[units]),
            compared=float(sums[units]),
            fewer=1,
        )
