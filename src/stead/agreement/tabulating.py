"""Annotations into a table, under matching rules; what is odd about them is said, what cannot be is refused."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np

from stead.agreement.answers import AnswerTable, State
from stead.core.annotation import Annotation, Annotations
from stead.core.arrays import BoolArray, IntArray, TermLists
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution
from stead.core.item import lemma_of
from stead.core.text import plural, tidy
from stead.golds import AnswerRules, first_times, notes_on_lookalikes
from stead.rules.matching import Rules
from stead.scoring.indexed_gold import NormalisedTerms


@dataclass(frozen=True, eq=False)
class Tabulated:
    """The table, and what a person should know about the annotations before believing figures."""

    table: AnswerTable
    rows: list[Annotation]
    notes: tuple[str, ...]


def tabulate(annotations: Annotations, rules: Rules, max_answers: int = AnswerRules.max_answers) -> Tabulated:
    """The annotations as a table, with the first answers of each annotator to each item."""
    if rules.duplicates == "paid":
        raise UsageError(
            "agreement compares sets of substitutes, in which nothing is twice; leave duplicates=paid out."
        )
    place = annotations.source.place
    once = first_times(annotations)
    rows, further = _limited(_by_item(list(annotations.only(once))), max_answers)
    table, repeated = _table(rows, rules)
    if repeated and rules.duplicates == "error":
        raise BadInput(
            f"{place}: {plural(repeated, 'substitute')} given twice in one answer; duplicates=error refuses that."
        )
    terms = annotations.substitutes
    notes = (
        *_notes(rows, place, int((~once).sum()), repeated),
        *(
            [Caution(f"{place}: {plural(further, 'answer')} beyond the first {max_answers} of an annotator: not used.")]
            * bool(further)
        ),
        *notes_on_lookalikes(place, terms.vocabulary, terms.codes),
    )
    return Tabulated(table, rows, notes)


def without_people(annotations: Annotations, without: Sequence[str]) -> Annotations:
    """The annotations but those of some people, whom there must be."""
    names, codes = annotations.annotators.vocabulary, annotations.annotators.codes
    used = np.bincount(codes, minlength=len(names)) > 0
    check_people(list(compress(names, used.tolist())), without, annotations.source.place)
    dropped = np.array([name in set(without) for name in names], dtype=np.bool_)
    return annotations.only(~dropped[codes])


def check_people(names: Sequence[str], without: Sequence[str], place: str) -> None:
    """Refuse to leave out somebody who is not there, and data of fewer than two people."""
    unknown = [name for name in without if name not in names]
    if unknown:
        raise UsageError(f"{place}: there is no annotator {unknown[0]!r} to leave out; there are {listed(names)}.")
    left = [name for name in names if name not in set(without)]
    if len(left) < 2:
        who = f"one annotator only ({left[0]})" if left else "no annotator"
        rest = f" without {listed(without)}" if without else ""
        raise BadInput(f"{place}: {who}{rest}; agreement needs the answers of two or more.")


def listed(names: Sequence[str], most: int = 10) -> str:
    """Names for a message, the first of them if there are many."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


# ------------------------------------------------------------------------------------------- one row an answer


def _by_item(rows: list[Annotation]) -> list[Annotation]:
    """The rows by item, items and people in the order in which they first come."""
    items = _numbers([(row.lexelt, row.id) for row in rows])
    return [rows[place] for place in np.argsort(items, kind="stable").tolist()]


def _limited(rows: list[Annotation], most: int) -> tuple[list[Annotation], int]:
    """The first answers of each row, and how many were further ones; as in a gold, blanks and repeats take no place."""
    further = 0
    for number, row in enumerate(rows):
        if len(row.substitutes) > most:
            ranks: dict[str, int] = {}
            own = [ranks.setdefault(tidy(term), len(ranks)) if tidy(term) else 0 for term in row.substitutes]
            kept = (term for term, rank in zip(row.substitutes, own, strict=True) if rank < most)
            rows[number] = replace(row, substitutes=tuple(kept))
            further += max(len(ranks) - most, 0)
    return rows, further


def _numbers(values: Sequence[object]) -> IntArray:
    """A number for each value, by first appearance."""
    index: dict[object, int] = {}
    return np.array([index.setdefault(value, len(index)) for value in values], dtype=np.int64)


# --------------------------------------------------------------------------------------------------- the table


def _table(rows: Sequence[Annotation], rules: Rules) -> tuple[AnswerTable, int]:
    """The table of rows that come by item, and how many substitutes stand twice in one row."""
    items = list(dict.fromkeys((row.lexelt, row.id) for row in rows))
    terms = NormalisedTerms.of(TermLists.of(row.substitutes for row in rows), rules, {})
    written = terms.codes != terms.index.get("", -1)
    counts = terms.counted(lambda: (lemma_of(row.lexelt) for row in rows), multiwords=rules.gold_multiwords)
    size = max(len(terms.index), 1)
    positions = terms.terms.positions
    proposals = np.unique(positions[counts] * size + terms.codes[counts])
    table = AnswerTable(
        lexelts=[lexelt for lexelt, _ in items],
        ids=[identifier for _, identifier in items],
        annotators=list(dict.fromkeys(row.annotator for row in rows)),
        row_items=_numbers([(row.lexelt, row.id) for row in rows]),
        row_annotators=_numbers([row.annotator for row in rows]),
        states=_states(rows, _marked(proposals // size, len(rows)), _marked(positions[written], len(rows))),
        multiwords=_multiwords(rows, rules),
        proposal_rows=proposals // size,
        proposal_terms=proposals % size,
        terms=size,
    )
    return table, int(np.count_nonzero(counts)) - len(proposals)


def _marked(places: IntArray, count: int) -> BoolArray:
    return np.bincount(places, minlength=count) > 0


def _states(rows: Sequence[Annotation], answered: BoolArray, written: BoolArray) -> IntArray:
    """What each row holds; substitutes count before anything else."""
    nil = np.array([row.nil for row in rows], dtype=np.bool_)
    name = np.array([row.name for row in rows], dtype=np.bool_)
    states = np.select(
        [answered, name, nil, written], [State.SUBSTITUTES, State.NAME, State.NIL, State.RULED_OUT], State.BLANK
    )
    return states.astype(np.int64)


def _multiwords(rows: Sequence[Annotation], rules: Rules) -> IntArray:
    """A number for the multiword of each row, -1 where there is none."""
    index = {"": -1}
    levelled: dict[str, int] = {"": -1}
    for row in rows:
        if row.multiword not in levelled:
            levelled[row.multiword] = index.setdefault(rules.normalise(row.multiword), len(index) - 1)
    return np.array([levelled[row.multiword] for row in rows], dtype=np.int64)


def _notes(rows: Sequence[Annotation], place: str, repeats: int, repeated: int) -> Iterator[str]:
    if repeats:
        yield Caution(f"{place}: {plural(repeats, 'row')} given a second time, the same as the first; counted once.")
    if repeated:
        yield Caution(f"{place}: {plural(repeated, 'substitute')} given twice in one answer; counted once.")
    both = sum(1 for row in rows if (row.nil or row.name) and any(map(str.strip, row.substitutes)))
    if both:
        yield Caution(
            f"{place}: {plural(both, 'answer')} marked NIL or NAME with substitutes all the same; "
            "the substitutes count."
        )
