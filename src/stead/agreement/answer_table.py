"""The answers of annotators as a table of arrays, from which the coefficients for annotations are computed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import cached_property
from itertools import compress, pairwise

import numpy as np

from stead.core.annotation import Annotation, Annotations
from stead.core.arrays import BoolArray, FloatArray, IntArray, Ragged, TermLists, Weights, starts_of
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution
from stead.core.item import lemma_of
from stead.core.text import plural, tidy
from stead.golds import AnswerRules, is_first_annotation, notes_on_suspicious_terms
from stead.rules.definitions import MIN_RESPONSES, Rules, is_mode, weighs_enough
from stead.scoring.indexed_gold import NormalisedTerms

_PAIRS_AT_A_TIME = 1 << 21


class AnswerState(IntEnum):
    """What a row holds; only substitutes can be compared.

    A pair of rows is left out because of the state that comes later in this list.
    """

    SUBSTITUTES = 0
    NIL = 1
    NAME = 2
    RULED_OUT = 3
    BLANK = 4


STATE_NAMES = {
    AnswerState.NIL: "NIL",
    AnswerState.NAME: "NAME",
    AnswerState.RULED_OUT: "left out by the matching rules",
    AnswerState.BLANK: "blank",
}
"""The states as shown to users."""


@dataclass(frozen=True, eq=False, kw_only=True)
class AnswerTable:
    """One row for each answer of an annotator to an item, sorted by item.

    Proposals are the distinct substitutes of the rows under the matching rules: `proposal_terms[i]` was named in row
    `proposal_rows[i]`; there are `terms` different ones. `multiwords` has a number for the phrase that a row names,
    or -1.
    """

    lexelts: list[str]
    ids: list[str]
    annotators: list[str]
    row_items: IntArray
    row_annotators: IntArray
    states: IntArray
    multiwords: IntArray
    proposal_rows: IntArray
    proposal_terms: IntArray
    terms: int

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def by_item(self) -> Ragged[np.int64]:
        """The states of the rows of each item."""
        return Ragged(self.states, starts_of(np.bincount(self.row_items, minlength=len(self))))

    @cached_property
    def by_row(self) -> Ragged[np.int64]:
        """The terms of the proposals of each row."""
        return Ragged(self.proposal_terms, starts_of(np.bincount(self.proposal_rows, minlength=len(self.row_items))))

    @cached_property
    def answer_sizes(self) -> FloatArray:
        """|p|: the number of substitutes in each row."""
        return self.by_row.sizes.astype(np.float64)

    @cached_property
    def rows(self) -> FloatArray:
        """The number of annotators with a row for each item."""
        return self.by_item.sizes.astype(np.float64)

    def rows_in(self, state: AnswerState) -> FloatArray:
        """The number of rows of each item in this state."""
        return self.sum_by_list(self.states == state)

    @cached_property
    def answers(self) -> FloatArray:
        """The number of annotators who gave substitutes for each item."""
        return self.rows_in(AnswerState.SUBSTITUTES)

    def sum_by_list(self, values: FloatArray | BoolArray) -> FloatArray:
        """Sum values of rows by item."""
        return self.by_item.sum_by_list(values)

    @cached_property
    def tally(self) -> "TermCounts":
        """The number of annotators who named each substitute of each item."""
        return TermCounts.of(self.row_items[self.proposal_rows], self.proposal_terms, self.terms, len(self))

    @cached_property
    def proposal_places(self) -> IntArray:
        """The position of each proposal's substitute in the tally."""
        return np.searchsorted(self.tally.keys, self.row_items[self.proposal_rows] * self.terms + self.proposal_terms)

    @cached_property
    def multiword_tally(self) -> "TermCounts":
        """The number of annotators who named each multiword of each item."""
        named = self.multiwords >= 0
        numbers = int(self.multiwords.max(initial=0)) + 1
        return TermCounts.of(self.row_items[named], self.multiwords[named], numbers, len(self))

    @cached_property
    def asked(self) -> FloatArray:
        """The number of annotators who said whether each target is part of a multiword: those with any answer."""
        return self.sum_by_list((self.states != AnswerState.BLANK) | (self.multiwords >= 0))

    def of_items(self, items: IntArray, without: int | None = None) -> "AnswerTable":
        """Select items (sorted), with all their rows or without those of one annotator."""
        chosen = self.by_item.indices_of(items).values
        if without is not None:
            chosen = chosen[self.row_annotators[chosen] != without]
        proposals = self.by_row.indices_of(chosen).values
        return AnswerTable(
            lexelts=[self.lexelts[item] for item in items.tolist()],
            ids=[self.ids[item] for item in items.tolist()],
            annotators=self.annotators,
            row_items=np.searchsorted(items, self.row_items[chosen]),
            row_annotators=self.row_annotators[chosen],
            states=self.states[chosen],
            multiwords=self.multiwords[chosen],
            proposal_rows=np.searchsorted(chosen, self.proposal_rows[proposals]),
            proposal_terms=self.proposal_terms[proposals],
            terms=self.terms,
        )

    def parts(self) -> Iterator[tuple[slice, "AnswerTable"]]:
        """Split the table into parts whose pairs of equal proposals fit into memory, for thousands of annotators."""
        pairs = self.tally.sum_by_list(self.tally.counts * (self.tally.counts - 1) / 2)
        number = (np.cumsum(pairs) // _PAIRS_AT_A_TIME).astype(np.int64)
        bounds = [0, *(np.flatnonzero(np.diff(number)) + 1).tolist(), len(self)]
        if len(bounds) == 2:
            yield slice(0, len(self)), self
            return
        for start, stop in pairwise(bounds):
            yield slice(start, stop), self.of_items(np.arange(start, stop, dtype=np.int64))


class TermCounts(Weights, eq=False):
    """The number of rows of each item that name each term; `keys` are `item * terms + term`, sorted."""

    keys: IntArray

    @classmethod
    def of(cls, items: IntArray, terms: IntArray, size: int, count: int) -> "TermCounts":
        """Count terms (below `size`) of items (below `count`)."""
        keys, counts = np.unique(items * size + terms, return_counts=True)
        return cls(counts.astype(np.float64), starts_of(np.bincount(keys // size, minlength=count)), keys)

    @property
    def counts(self) -> FloatArray:
        """The number of rows that name each term."""
        return self.values

    @property
    def totals(self) -> FloatArray:
        """|H|: how often the substitutes of each item were named in total."""
        return self.sums()

    @cached_property
    def is_scored(self) -> BoolArray:
        """Which items have enough responses to be scored; only these have modes."""
        return weighs_enough(self.totals, MIN_RESPONSES)

    @cached_property
    def is_mode(self) -> BoolArray:
        """Which terms are the mode of their item, if it is scored."""
        return is_mode(self) & self.is_scored[self.owners]

    @cached_property
    def has_mode(self) -> BoolArray:
        """Which items have a mode."""
        return self.sum_by_list(self.is_mode) > 0


def pair_count(numbers: FloatArray) -> FloatArray:
    """The number of pairs of n things: n (n - 1) / 2."""
    return numbers * (numbers - 1) / 2


def pairs_within(sizes: IntArray) -> tuple[IntArray, IntArray]:
    """Every pair of positions within each of several adjacent lists of these sizes."""
    ends = np.cumsum(sizes)
    positions = np.arange(int(sizes.sum()), dtype=np.int64)
    later = np.repeat(ends, sizes) - positions - 1
    first = np.repeat(positions, later)
    second = first + 1 + np.arange(len(first), dtype=np.int64) - np.repeat(np.cumsum(later) - later, later)
    return first, second


@dataclass(frozen=True, eq=False)
class Tabulated:
    """The table, the rows it is made of, and notes on the annotations."""

    table: AnswerTable
    rows: list[Annotation]
    notes: tuple[str, ...]


def tabulate(annotations: Annotations, rules: Rules, max_answers: int = AnswerRules.max_answers) -> Tabulated:
    """Tabulate annotations under matching rules, using the first `max_answers` of each annotator to each item."""
    if rules.duplicates == "paid":
        raise UsageError(
            "agreement compares sets of substitutes, which have no duplicates; do not give duplicates=paid."
        )
    location = annotations.source.location
    once = is_first_annotation(annotations)
    rows, further = _limit_answers(_by_item(list(annotations.only(once))), max_answers)
    table, repeated = _table(rows, rules)
    if repeated and rules.duplicates == "error":
        raise BadInput(
            f"{location}: {plural(repeated, 'substitute')} given twice in one answer; duplicates=error refuses that."
        )
    terms = annotations.substitutes
    unused = f"{plural(further, 'answer')} beyond the first {max_answers} of an annotator: not used."
    notes = (
        *_notes(rows, location, int((~once).sum()), repeated),
        *([Caution(f"{location}: {unused}")] if further else []),
        *notes_on_suspicious_terms(location, terms.vocabulary, terms.codes),
    )
    return Tabulated(table, rows, notes)


def leave_out_people(annotations: Annotations, without: Sequence[str]) -> Annotations:
    """Leave out the annotations of some people, who must be in the data."""
    names, codes = annotations.annotators.vocabulary, annotations.annotators.codes
    used = np.bincount(codes, minlength=len(names)) > 0
    check_people(list(compress(names, used.tolist())), without, annotations.source.location)
    dropped = np.array([name in set(without) for name in names], dtype=np.bool_)
    return annotations.only(~dropped[codes])


def check_people(names: Sequence[str], without: Sequence[str], location: str) -> None:
    """Refuse to leave out unknown people, and data of fewer than two people."""
    unknown = [name for name in without if name not in names]
    if unknown:
        raise UsageError(
            f"without: {location}: there is no annotator {unknown[0]!r} to leave out; there are {join_names(names)}.",
            parameter="without",
        )
    left = [name for name in names if name not in set(without)]
    if len(left) < 2:
        who = f"one annotator only ({left[0]})" if left else "no annotator"
        rest = f" without {join_names(without)}" if without else ""
        raise BadInput(f"{location}: {who}{rest}; agreement needs the answers of two or more.")


def join_names(names: Sequence[str], most: int = 10) -> str:
    """Join names for a message; of many, name the first."""
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


# ------------------------------------------------------------------------------------------ one row per answer


def _by_item(rows: list[Annotation]) -> list[Annotation]:
    """Sort rows by item, items in the order of their first row."""
    items = _numbers([(row.lexelt, row.id) for row in rows])
    return [rows[row] for row in np.argsort(items, kind="stable").tolist()]


def _limit_answers(rows: list[Annotation], most: int) -> tuple[list[Annotation], int]:
    """Keep the first answers of each row; as in a gold, blank answers and repeats do not count towards the limit."""
    further = 0
    for number, row in enumerate(rows):
        if len(row.substitutes) > most:
            ranks: dict[str, int] = {}
            term_ranks = [ranks.setdefault(tidy(term), len(ranks)) if tidy(term) else 0 for term in row.substitutes]
            kept = (term for term, rank in zip(row.substitutes, term_ranks, strict=True) if rank < most)
            rows[number] = replace(row, substitutes=tuple(kept))
            further += max(len(ranks) - most, 0)
    return rows, further


def _numbers(values: Sequence[object]) -> IntArray:
    """Number values by first appearance."""
    index: dict[object, int] = {}
    return np.array([index.setdefault(value, len(index)) for value in values], dtype=np.int64)


# --------------------------------------------------------------------------------------------------- the table


def _table(rows: Sequence[Annotation], rules: Rules) -> tuple[AnswerTable, int]:
    """The table of rows sorted by item, and how many substitutes are repeated within a row."""
    items = list(dict.fromkeys((row.lexelt, row.id) for row in rows))
    terms = NormalisedTerms.of(TermLists.of(row.substitutes for row in rows), rules, {})
    written = terms.codes != terms.index.get("", -1)
    counts = terms.counted(lambda: (lemma_of(row.lexelt) for row in rows), multiwords=rules.gold_multiwords)
    size = max(len(terms.index), 1)
    positions = terms.terms.owners
    proposals = np.unique(positions[counts] * size + terms.codes[counts])
    table = AnswerTable(
        lexelts=[lexelt for lexelt, _ in items],
        ids=[identifier for _, identifier in items],
        annotators=list(dict.fromkeys(row.annotator for row in rows)),
        row_items=_numbers([(row.lexelt, row.id) for row in rows]),
        row_annotators=_numbers([row.annotator for row in rows]),
        states=_states(rows, _rows_with(proposals // size, len(rows)), _rows_with(positions[written], len(rows))),
        multiwords=_multiwords(rows, rules),
        proposal_rows=proposals // size,
        proposal_terms=proposals % size,
        terms=size,
    )
    return table, int(np.count_nonzero(counts)) - len(proposals)


def _rows_with(rows: IntArray, count: int) -> BoolArray:
    return np.bincount(rows, minlength=count) > 0


def _states(rows: Sequence[Annotation], answered: BoolArray, written: BoolArray) -> IntArray:
    """The state of each row; substitutes take precedence over everything else."""
    nil = np.array([row.nil for row in rows], dtype=np.bool_)
    name = np.array([row.name for row in rows], dtype=np.bool_)
    states = np.select(
        [answered, name, nil, written],
        [AnswerState.SUBSTITUTES, AnswerState.NAME, AnswerState.NIL, AnswerState.RULED_OUT],
        AnswerState.BLANK,
    )
    return states.astype(np.int64)


def _multiwords(rows: Sequence[Annotation], rules: Rules) -> IntArray:
    """Number the multiwords of the rows; -1 where there is none."""
    index = {"": -1}
    numbers: dict[str, int] = {"": -1}
    for row in rows:
        if row.multiword not in numbers:
            numbers[row.multiword] = index.setdefault(rules.normalise(row.multiword), len(index) - 1)
    return np.array([numbers[row.multiword] for row in rows], dtype=np.int64)


def _notes(rows: Sequence[Annotation], location: str, repeats: int, repeated: int) -> Iterator[str]:
    if repeats:
        yield Caution(f"{location}: {plural(repeats, 'row')} given a second time, the same as the first; counted once.")
    if repeated:
        yield Caution(f"{location}: {plural(repeated, 'substitute')} given twice in one answer; counted once.")
    both = sum(1 for row in rows if (row.nil or row.name) and any(map(str.strip, row.substitutes)))
    if both:
        yield Caution(
            f"{location}: {plural(both, 'answer')} marked NIL or NAME, but with substitutes; the substitutes count."
        )
