"""Measure the agreement of annotators or raters: every coefficient on every group of items.

Also without one annotator at a time, and with all items, answers and pairs that were left out, and why.
"""

from collections.abc import Iterator, Sequence

import numpy as np

from stead.agreement.alpha import AlphaMultiwords, AlphaSubstitutes
from stead.agreement.answer_table import STATE_NAMES, AnswerState, AnswerTable, leave_out_people, pair_count, tabulate
from stead.agreement.coefficient import Coefficient, Table
from stead.agreement.figures import BY_ITEM, AgreementSettings, FigureContext, StatisticsSheet, groups_by
from stead.agreement.mccarthy2007 import (
    ItemsWithMode,
    ModePairwise,
    MultiwordDetectionAgreement,
    MultiwordIdentificationBoth,
    MultiwordIdentificationEither,
    Pairwise,
)
from stead.agreement.rating_table import RatingTable, tabulate_ratings
from stead.agreement.tanguy2018 import (
    DeviationMargin,
    MeanDeviation,
    SemdisBoth,
    SemdisModeAnnotators,
    SemdisModePropositions,
    SemdisSame,
    Unanimous,
    rating_alphas,
)
from stead.core.annotation import Annotations
from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.core.errors import BadInput
from stead.core.faults import Source
from stead.core.rating import Rating
from stead.records.agreement import Agreement, AgreementFigure, AnnotatorSummary, LeftOut, PairCounts
from stead.rules.definitions import Rules
from stead.scoring import ALL

COEFFICIENTS: tuple[Coefficient[AnswerTable], ...] = (
    Pairwise(),
    ItemsWithMode(),
    ModePairwise(),
    SemdisSame(),
    SemdisBoth(),
    SemdisModeAnnotators(),
    SemdisModePropositions(),
    MultiwordDetectionAgreement(),
    MultiwordIdentificationEither(),
    MultiwordIdentificationBoth(),
    AlphaSubstitutes(),
    AlphaMultiwords(),
)
"""The coefficients for annotations."""


def rating_coefficients(table: RatingTable) -> tuple[Coefficient[RatingTable], ...]:
    """The coefficients for ratings; alpha depends on their scale."""
    return (Unanimous(), MeanDeviation(), DeviationMargin(), *rating_alphas(table))


def annotation_agreement(
    annotations: Annotations, settings: AgreementSettings, groupings: Sequence[str] = ()
) -> Agreement:
    """Measure the agreement of annotators on substitutes and multiwords."""
    source = annotations.source
    kept = leave_out_people(annotations, settings.without)
    tabulated = tabulate(kept, settings.rules or Rules(), settings.max_answers)
    table = tabulated.table
    if not (table.rows >= 2).any():
        raise BadInput(
            f"{source.location}: no item was answered by two annotators, so there is nothing to compare. "
            "Are their items named alike?"
        )
    sheet = StatisticsSheet.of(COEFFICIENTS, table)
    context = FigureContext(settings, source, len(table.annotators))
    return Agreement(
        kind="annotations",
        source=source,
        items=len(table),
        annotators=annotator_summaries(table),
        without=settings.without,
        figures=(*_figures(sheet, context, groupings), *figures_without_each(sheet, context)),
        pairs=pair_counts(table),
        left_out=LeftOut(items_left_out(sheet.coefficients, table), answers_left_out(table)),
        notes=tuple(tabulated.notes),
    )


def rating_agreement(
    ratings: Sequence[Rating], settings: AgreementSettings, source: Source, groupings: Sequence[str] = ()
) -> Agreement:
    """Measure the agreement of raters on candidates."""
    table, oddities = tabulate_ratings(ratings, settings.without, source.location)
    if not table.compared.any():
        raise BadInput(f"{source.location}: no candidate was rated by two raters, so there is nothing to compare.")
    sheet = StatisticsSheet.of(rating_coefficients(table), table)
    context = FigureContext(settings, source, len(table.raters))
    return Agreement(
        kind="ratings",
        source=source,
        items=len(table),
        annotators=rater_summaries(table),
        without=settings.without,
        figures=tuple(_figures(sheet, context, groupings)),
        pairs=rating_pair_counts(table),
        left_out=LeftOut(items_left_out(sheet.coefficients, table), candidates_left_out(table)),
        notes=tuple(oddities),
    )


def _figures(
    sheet: StatisticsSheet[Table], context: FigureContext, groupings: Sequence[str]
) -> Iterator[AgreementFigure]:
    """The figures on all items, then on each group."""
    yield from sheet.figures(ALL, np.arange(len(sheet.table), dtype=np.int64), context)
    for grouping in dict.fromkeys(groupings):
        if grouping == BY_ITEM:
            yield from sheet.figures_by_item(context)
        else:
            for name, items in groups_by(grouping, sheet.table).items():
                yield from sheet.figures(name, items, context)


WITHOUT = "without="
"""The prefix of groups without one annotator."""


def figures_without_each(sheet: StatisticsSheet[AnswerTable], context: FigureContext) -> Iterator[AgreementFigure]:
    """The figures without each annotator in turn, if there are more than two.

    Coefficients that are corrected for chance are left out.
    """
    table = sheet.table
    if len(table.annotators) <= 2:
        return
    whole = StatisticsSheet.of(
        [coefficient for coefficient in sheet.coefficients if not coefficient.corrected_for_chance], table
    )
    sums, used = _sums_and_used(whole.statistics)
    for person, items in enumerate(_items_of_each(table)):
        others = StatisticsSheet.of(whole.coefficients, table.of_items(items, without=person))
        sums_before, used_before = _sums_and_used(whole.statistics[items])
        sums_after, used_after = _sums_and_used(others.statistics)
        # A sum minus a part of it may be below zero by a rounding error.
        sums_now = np.maximum(sums - sums_before, 0.0) + sums_after
        yield from _figures_without(whole, table.annotators[person], sums_now, used - used_before + used_after, context)


def _sums_and_used(statistics: FloatArray) -> tuple[FloatArray, IntArray]:
    """The sums of statistics, and the number of items that have any."""
    return statistics.sum(axis=0), np.count_nonzero(statistics, axis=0)


def _items_of_each(table: AnswerTable) -> list[IntArray]:
    """The items that each annotator has a row for, sorted: only these change without the annotator."""
    order = np.argsort(table.row_annotators, kind="stable")
    counts = np.bincount(table.row_annotators, minlength=len(table.annotators))
    return np.split(table.row_items[order], np.cumsum(counts)[:-1])


def _figures_without(
    sheet: StatisticsSheet[AnswerTable], name: str, sums: FloatArray, used: IntArray, context: FigureContext
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


MISSING = "not annotated"
NOT_RATED = "not rated"
RATED_ONCE = "rated by one rater only"


def items_left_out(coefficients: Sequence[Coefficient[Table]], table: Table) -> dict[str, tuple[tuple[str, str], ...]]:
    """The items that are left out, by reason."""
    by_reason: dict[str, tuple[tuple[str, str], ...]] = {}
    for coefficient in coefficients:
        for reason, holds in coefficient.first_reasons(table).items():
            if reason not in by_reason and holds.any():
                by_reason[reason] = tuple(
                    (table.lexelts[item], table.ids[item]) for item in np.flatnonzero(holds).tolist()
                )
    return by_reason


def answers_left_out(table: AnswerTable) -> dict[str, tuple[tuple[str, str, str], ...]]:
    """The answers without substitutes, by state; also the missing ones, unless there are too many to list."""
    by_reason = {name: _answers(table, table.states == state) for state, name in STATE_NAMES.items()}
    missing = len(table) * len(table.annotators) - len(table.row_items)
    if missing <= len(table.row_items):
        by_reason[MISSING] = _missing(table)
    return {reason: answers for reason, answers in by_reason.items() if answers}


def _answers(table: AnswerTable, chosen: BoolArray) -> tuple[tuple[str, str, str], ...]:
    rows = np.flatnonzero(chosen)
    cells = zip(table.row_items[rows].tolist(), table.row_annotators[rows].tolist(), strict=True)
    return tuple((table.lexelts[item], table.ids[item], table.annotators[person]) for item, person in cells)


def _missing(table: AnswerTable) -> tuple[tuple[str, str, str], ...]:
    there = np.zeros((len(table), len(table.annotators)), dtype=np.bool_)
    there[table.row_items, table.row_annotators] = True
    cells = np.argwhere(~there).tolist()
    return tuple((table.lexelts[item], table.ids[item], table.annotators[person]) for item, person in cells)


def pair_counts(table: AnswerTable) -> PairCounts:
    """Count pairs of annotators on items: used, or left out because of the worse state of the two."""
    within = np.zeros(len(table))
    before, left_out = 0.0, {}
    for state in AnswerState:
        within += table.rows_in(state)
        total = float(pair_count(within).sum())
        left_out[STATE_NAMES.get(state, "")] = int(total - before)
        before = total
    used = left_out.pop("")
    possible = len(table) * (len(table.annotators) * (len(table.annotators) - 1) // 2)
    left_out[MISSING] = possible - int(before)
    return PairCounts(possible, used, {reason: number for reason, number in left_out.items() if number})


def annotator_summaries(table: AnswerTable) -> tuple[AnnotatorSummary, ...]:
    """Count the answers of each annotator by state."""
    people = len(table.annotators)
    states = np.zeros((people, len(AnswerState)), dtype=np.int64)
    np.add.at(states, (table.row_annotators, table.states), 1)
    named = np.bincount(table.row_annotators[table.proposal_rows], minlength=people)
    occurring = {state: word for state, word in STATE_NAMES.items() if states[:, state].any()}
    return tuple(
        AnnotatorSummary(
            name,
            answers=int(counts[AnswerState.SUBSTITUTES]),
            substitutes=int(substitutes),
            others={word: int(counts[state]) for state, word in occurring.items()},
            missing=len(table) - int(counts.sum()),
        )
        for name, counts, substitutes in zip(table.annotators, states, named, strict=True)
    )


# ----------------------------------------------------------------------------------------------------- ratings


def candidates_left_out(table: RatingTable) -> dict[str, tuple[tuple[str, str, str], ...]]:
    """The candidates with a single rating, which cannot be compared."""
    chosen = np.flatnonzero(~table.compared).tolist()
    lone = [(table.owners[candidate], table.candidates[candidate]) for candidate in chosen]
    named = tuple((table.lexelts[item], table.ids[item], candidate) for item, candidate in lone)
    return {RATED_ONCE: named} if named else {}


def rating_pair_counts(table: RatingTable) -> PairCounts:
    """Count pairs of raters on candidates."""
    raters = len(table.raters)
    possible = len(table.candidates) * (raters * (raters - 1) // 2)
    used = int(pair_count(table.ratings).sum())
    return PairCounts(possible, used, {NOT_RATED: possible - used} if possible > used else {})


def rater_summaries(table: RatingTable) -> tuple[AnnotatorSummary, ...]:
    """Count the ratings of each rater."""
    return tuple(
        AnnotatorSummary(name, answers=ratings, substitutes=ratings, others={}, missing=len(table.candidates) - ratings)
        for name, ratings in table.raters.items()
    )
