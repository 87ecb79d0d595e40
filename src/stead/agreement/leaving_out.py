"""What is left out, and why: of the items, of the answers, of the pairs."""

from collections.abc import Sequence

import numpy as np

from stead.agreement.answers import STATE_NAMES, AnswerTable, State, pairs_of
from stead.agreement.coefficient import Coefficient, Table
from stead.agreement.ratings import RatingTable
from stead.core.arrays import BoolArray
from stead.records.agreement import AnnotatorSummary, PairCounts

MISSING = "not annotated"
NOT_RATED = "not rated"
RATED_ONCE = "rated by one rater only"


def first_reasons(coefficient: Coefficient[Table], table: Table) -> dict[str, BoolArray]:
    """The items that a coefficient leaves out, each under the first reason that holds."""
    found: dict[str, BoolArray] = {}
    taken = np.zeros(len(table), dtype=np.bool_)
    for reason, holds in coefficient.reasons(table).items():
        found[reason] = holds & ~taken
        taken |= holds
    return found


def items_left_out(coefficients: Sequence[Coefficient[Table]], table: Table) -> dict[str, tuple[tuple[str, str], ...]]:
    """The items for which any reason holds, by reason."""
    found: dict[str, tuple[tuple[str, str], ...]] = {}
    for coefficient in coefficients:
        for reason, holds in first_reasons(coefficient, table).items():
            if reason not in found and holds.any():
                found[reason] = tuple((table.lexelts[item], table.ids[item]) for item in np.flatnonzero(holds).tolist())
    return found


def answers_left_out(table: AnswerTable) -> dict[str, tuple[tuple[str, str, str], ...]]:
    """The answers that name nothing, by what they say instead; and who has no row, where that can be listed."""
    found = {name: _answers(table, table.states == state) for state, name in STATE_NAMES.items()}
    missing = len(table) * len(table.annotators) - len(table.row_items)
    if missing <= len(table.row_items):
        found[MISSING] = _missing(table)
    return {reason: answers for reason, answers in found.items() if answers}


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
    """Every pair of annotators on every item: used, or left out for the worse of its two sides."""
    within = np.zeros(len(table))
    before, left_out = 0.0, {}
    for state in State:
        within += table.rows_in(state)
        total = float(pairs_of(within).sum())
        left_out[STATE_NAMES.get(state, "")] = int(total - before)
        before = total
    used = left_out.pop("")
    possible = len(table) * (len(table.annotators) * (len(table.annotators) - 1) // 2)
    left_out[MISSING] = possible - int(before)
    return PairCounts(possible, used, {reason: number for reason, number in left_out.items() if number})


def annotator_summaries(table: AnswerTable) -> tuple[AnnotatorSummary, ...]:
    """What each annotator did."""
    people = len(table.annotators)
    states = np.zeros((people, len(State)), dtype=np.int64)
    np.add.at(states, (table.row_annotators, table.states), 1)
    named = np.bincount(table.row_annotators[table.proposal_rows], minlength=people)
    occurring = {state: word for state, word in STATE_NAMES.items() if states[:, state].any()}
    return tuple(
        AnnotatorSummary(
            name,
            answers=int(own[State.SUBSTITUTES]),
            substitutes=int(substitutes),
            others={word: int(own[state]) for state, word in occurring.items()},
            missing=len(table) - int(own.sum()),
        )
        for name, own, substitutes in zip(table.annotators, states, named, strict=True)
    )


# ----------------------------------------------------------------------------------------------------- ratings


def candidates_left_out(table: RatingTable) -> dict[str, tuple[tuple[str, str, str], ...]]:
    """The candidates whose rating can be compared with no other."""
    chosen = np.flatnonzero(~table.compared).tolist()
    lone = [(table.owners[candidate], table.candidates[candidate]) for candidate in chosen]
    named = tuple((table.lexelts[item], table.ids[item], candidate) for item, candidate in lone)
    return {RATED_ONCE: named} if named else {}


def rating_pair_counts(table: RatingTable) -> PairCounts:
    """Every pair of raters on every candidate."""
    raters = len(table.raters)
    possible = len(table.candidates) * (raters * (raters - 1) // 2)
    used = int(pairs_of(table.ratings).sum())
    return PairCounts(possible, used, {NOT_RATED: possible - used} if possible > used else {})


def rater_summaries(table: RatingTable) -> tuple[AnnotatorSummary, ...]:
    """What each rater did."""
    return tuple(
        AnnotatorSummary(name, answers=ratings, substitutes=ratings, others={}, missing=len(table.candidates) - ratings)
        for name, ratings in table.raters.items()
    )
