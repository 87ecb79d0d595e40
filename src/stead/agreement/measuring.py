"""The agreement of annotators or of raters: every coefficient on every group of items, and all that was left out."""

from collections.abc import Iterator, Sequence

import numpy as np

from stead.agreement.coefficient import Table
from stead.agreement.coefficients import COEFFICIENTS, rating_coefficients
from stead.agreement.grouping import BY_ITEM, groups
from stead.agreement.leaving_out import (
    annotator_summaries,
    answers_left_out,
    candidates_left_out,
    items_left_out,
    pair_counts,
    rater_summaries,
    rating_pair_counts,
)
from stead.agreement.one_out import figures_without_each
from stead.agreement.ratings import tabulate_ratings
from stead.agreement.settings import Settings
from stead.agreement.sheet import Context, Sheet
from stead.agreement.tabulating import tabulate, without_people
from stead.core.annotation import Annotations
from stead.core.errors import BadInput
from stead.core.rating import Rating
from stead.core.source import Source
from stead.records.agreement import Agreement, AgreementFigure, LeftOut
from stead.rules.matching import Rules
from stead.scoring import ALL


def annotation_agreement(annotations: Annotations, settings: Settings, divisions: Sequence[str] = ()) -> Agreement:
    """The agreement of annotators on what they produced."""
    source = annotations.source
    kept = without_people(annotations, settings.without)
    tabulated = tabulate(kept, settings.rules or Rules(), settings.max_answers)
    table = tabulated.table
    if not (table.rows >= 2).any():
        raise BadInput(
            f"{source.place}: no item was answered by two annotators, so there is nothing to compare. "
            "Are their items named alike?"
        )
    sheet = Sheet.of(COEFFICIENTS, table)
    context = Context(settings, source, len(table.annotators))
    return Agreement(
        kind="annotations",
        source=source,
        items=len(table),
        annotators=annotator_summaries(table),
        without=settings.without,
        figures=(*_figures(sheet, context, divisions), *figures_without_each(sheet, context)),
        pairs=pair_counts(table),
        left_out=LeftOut(items_left_out(sheet.coefficients, table), answers_left_out(table)),
        notes=tuple(tabulated.notes),
    )


def rating_agreement(
    ratings: Sequence[Rating], settings: Settings, source: Source, divisions: Sequence[str] = ()
) -> Agreement:
    """The agreement of raters on candidates."""
    table, oddities = tabulate_ratings(ratings, settings.without, source.place)
    if not table.compared.any():
        raise BadInput(f"{source.place}: no candidate was rated by two raters, so there is nothing to compare.")
    sheet = Sheet.of(rating_coefficients(table), table)
    context = Context(settings, source, len(table.raters))
    return Agreement(
        kind="ratings",
        source=source,
        items=len(table),
        annotators=rater_summaries(table),
        without=settings.without,
        figures=tuple(_figures(sheet, context, divisions)),
        pairs=rating_pair_counts(table),
        left_out=LeftOut(items_left_out(sheet.coefficients, table), candidates_left_out(table)),
        notes=tuple(oddities),
    )


def _figures(sheet: Sheet[Table], context: Context, divisions: Sequence[str]) -> Iterator[AgreementFigure]:
    """All items first, then each group."""
    yield from sheet.figures(ALL, np.arange(len(sheet.table), dtype=np.int64), context)
    for division in dict.fromkeys(divisions):
        if division == BY_ITEM:
            yield from sheet.figures_by_item(context)
        else:
            for name, items in groups(division, sheet.table).items():
                yield from sheet.figures(name, items, context)
