"""Annotations as arrays: one row for each annotation, one position for each answer; tidied, limited and curated."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from stead.core.annotation import Annotation, Annotations
from stead.core.arrays import BoolArray, IntArray, Ragged, is_first_in_row, starts_of
from stead.core.errors import BadInput
from stead.core.item import Item
from stead.core.text import plural, tidy
from stead.formats import quote
from stead.golds.decisions import DROPPING, SPLIT, Curation, Decision

ItemKey = tuple[str, str]
NO_MULTIWORD = -1


@dataclass(frozen=True, eq=False, kw_only=True)
class AnswerArrays:
    """Annotations by row: row `i` is the annotation of `annotators[annotator_of[i]]` to `items[item_of[i]]`.

    The substitute at position `p` is `vocabulary[codes[p]]`, given in row `owners[p]`; the positions of a row are
    adjacent. `multiwords` has a code for each row, or `NO_MULTIWORD`.
    """

    items: list[ItemKey]
    annotators: list[str]
    vocabulary: list[str]
    item_of: IntArray
    annotator_of: IntArray
    nil: BoolArray
    name: BoolArray
    owners: IntArray
    codes: IntArray
    multiwords: IntArray

    def __len__(self) -> int:
        return len(self.item_of)

    @property
    def sizes(self) -> IntArray:
        """The number of substitutes in each row."""
        return np.bincount(self.owners, minlength=len(self))

    @property
    def named(self) -> BoolArray:
        """Which rows name a multiword."""
        return np.not_equal(self.multiwords, NO_MULTIWORD)

    def only(self, rows: BoolArray) -> "AnswerArrays":
        """Select rows."""
        if rows.all():
            return self
        kept = rows[self.owners]
        return replace(
            self,
            item_of=self.item_of[rows],
            annotator_of=self.annotator_of[rows],
            nil=self.nil[rows],
            name=self.name[rows],
            owners=(np.cumsum(rows) - 1)[self.owners[kept]],
            codes=self.codes[kept],
            multiwords=self.multiwords[rows],
        )

    def only_positions(self, kept: BoolArray) -> "AnswerArrays":
        """Select substitutes by position."""
        return self if kept.all() else replace(self, owners=self.owners[kept], codes=self.codes[kept])

    def per_item(self, rows: BoolArray) -> IntArray:
        """Count these rows by item."""
        return np.bincount(self.item_of[rows], minlength=len(self.items))

    def annotations(self) -> list[Annotation]:
        """Convert every row to an annotation."""
        terms = [self.vocabulary[code] for code in self.codes.tolist()]
        ends = np.cumsum(self.sizes).tolist()
        columns = (self.item_of, self.annotator_of, self.nil, self.name, self.multiwords)
        rows = zip([0, *ends][: len(self)], ends, *(column.tolist() for column in columns), strict=True)
        return [
            Annotation(
                lexelt=self.items[item][0],
                id=self.items[item][1],
                annotator=self.annotators[person],
                substitutes=tuple(terms[start:end]),
                nil=nil,
                name=name,
                multiword="" if phrase == NO_MULTIWORD else self.vocabulary[phrase],
            )
            for start, end, item, person, nil, name, phrase in rows
        ]


def distinct(numbers: IntArray) -> IntArray:
    """Sort numbers and drop repeats."""
    ordered = np.sort(numbers)
    return np.asarray(ordered[first_of_run(ordered)])


def first_of_run(ordered: IntArray) -> BoolArray:
    """Mark the numbers that differ from the one before."""
    is_first: BoolArray = np.ones(len(ordered), dtype=np.bool_)
    is_first[1:] = ordered[1:] != ordered[:-1]
    return is_first


def arrays_of(annotations: Annotations, items: Sequence[Item] | None) -> tuple[AnswerArrays, BoolArray]:
    """Convert annotations to arrays; also returns which annotations are of known items.

    Items are in the order of `items`, or else of their first annotation. Rows of items that are not among `items` are
    left out.
    """
    keys, item_numbers = _item_keys(annotations)
    if items is None:
        order, position_of = keys, np.arange(len(keys))
    else:
        order = list(dict.fromkeys((item.lexelt, item.id) for item in items))
        positions = dict(zip(order, range(len(order)), strict=True))
        position_of = np.array([positions.get(key, -1) for key in keys], dtype=np.int64)
    item_of = position_of[item_numbers]
    known: BoolArray = item_of >= 0
    terms, phrases = annotations.substitutes, annotations.multiwords
    answers = AnswerArrays(
        items=order,
        annotators=annotations.annotators.vocabulary,
        vocabulary=[*terms.vocabulary, *phrases.vocabulary],
        item_of=item_of,
        annotator_of=annotations.annotators.codes,
        nil=annotations.nil,
        name=annotations.name,
        owners=terms.owners,
        codes=terms.codes,
        multiwords=phrases.codes + len(terms.vocabulary),
    )
    return answers.only(known), known


def _item_keys(annotations: Annotations) -> tuple[list[ItemKey], IntArray]:
    """The distinct items, in order of their first annotation, and the number of each annotation's item."""
    lexelts, ids = annotations.lexelts, annotations.ids
    numbers = lexelts.codes * len(ids.vocabulary) + ids.codes
    by_item = np.argsort(numbers)
    starts = np.flatnonzero(first_of_run(numbers[by_item]))
    first = np.minimum.reduceat(by_item, starts)
    order = np.argsort(first)
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    item_of = np.empty(len(numbers), dtype=np.int64)
    item_of[by_item] = np.repeat(rank, np.diff(starts, append=len(numbers)))
    columns = (column.codes[first[order]].tolist() for column in (lexelts, ids))
    keys = [
        (lexelts.vocabulary[lexelt], ids.vocabulary[identifier]) for lexelt, identifier in zip(*columns, strict=True)
    ]
    return keys, item_of


class TidiedAnswers(NamedTuple):
    """Answers in Unicode NFC with single spaces; how many that changed, and how many were blank."""

    answers: AnswerArrays
    changed: int
    blank: int


def tidy_answers(answers: AnswerArrays) -> TidiedAnswers:
    """Normalise Unicode (NFC) and whitespace; blank answers and multiwords are left out."""
    index: dict[str, int] = {}
    texts = [tidy(text) for text in answers.vocabulary]
    codes_of = np.array([index.setdefault(text, len(index)) for text in texts], dtype=np.int64)
    different = np.array(
        [text != written for text, written in zip(texts, answers.vocabulary, strict=True)], dtype=np.bool_
    )
    nothing = index.get("", -1)
    multiwords, codes = codes_of[answers.multiwords], codes_of[answers.codes]
    kept = codes != nothing
    changed = different[answers.codes] & kept, different[answers.multiwords] & (multiwords != nothing)
    tidied = replace(
        answers,
        vocabulary=list(index),
        codes=codes,
        multiwords=np.where(multiwords == nothing, NO_MULTIWORD, multiwords),
    )
    return TidiedAnswers(tidied.only_positions(kept), sum(int(mask.sum()) for mask in changed), int((~kept).sum()))


def drop_repeats(answers: AnswerArrays) -> tuple[AnswerArrays, int]:
    """Keep each answer of an annotator to an item once; also returns how many were repeats."""
    kept = is_first_in_row(answers.owners, answers.codes)
    return answers.only_positions(kept), int((~kept).sum())


def limit_answers(answers: AnswerArrays, most: int) -> tuple[AnswerArrays, int]:
    """Keep the first `most` answers of each annotator to each item; also returns how many were dropped."""
    ranks = Ragged(answers.codes, starts_of(answers.sizes)).ranks
    return answers.only_positions(ranks < most), int((ranks >= most).sum())


# ------------------------------------------------------------------------------------------------------ curation

_DROPPED = NO_MULTIWORD


class Change(NamedTuple):
    """An accepted decision, and the number of answers that it changed (or of annotations that it dropped)."""

    decision: Decision
    changed: int


class CuratedAnswers(NamedTuple):
    """Answers after curation, what each decision changed, and why items are left out."""

    answers: AnswerArrays
    changes: tuple[Change, ...]
    dropped: dict[int, str]


def apply_curation(answers: AnswerArrays, curation: Curation) -> CuratedAnswers:
    """Apply the accepted decisions, in their order."""
    if not curation.accepted:
        return CuratedAnswers(answers, (), {})
    progress = _CurationInProgress(answers)
    changes = tuple(Change(decision, progress.apply(decision)) for decision in curation.accepted)
    return CuratedAnswers(progress.answers(), changes, progress.dropped)


class _CurationInProgress:
    """Answers while decisions are applied: substitutes and multiwords in one array, indexed by term."""

    def __init__(self, answers: AnswerArrays) -> None:
        self.before = answers
        self.index = dict(zip(answers.vocabulary, range(len(answers.vocabulary)), strict=True))
        self.codes = np.concatenate([answers.codes, answers.multiwords])
        self.rows = np.concatenate([answers.owners, np.arange(len(answers))])
        self.is_multiword = np.repeat([False, True], [len(answers.codes), len(answers)])
        self.kept = np.ones(len(answers), dtype=np.bool_)
        self.dropped: dict[int, str] = {}
        self._order = np.argsort(self.codes, kind="stable")
        self._sorted = self.codes[self._order]
        self._positions: dict[int, IntArray] = {}
        self._items_of: dict[str, list[int]] = {}
        for position, (lexelt, _) in enumerate(answers.items):
            self._items_of.setdefault(lexelt, []).append(position)

    def apply(self, decision: Decision) -> int:
        """Apply one decision; returns the number of changes."""
        if decision.action in DROPPING:
            return self._leave_out(decision)
        positions = self._chosen(decision)
        if len(positions):
            self._read_as(positions, self.index[decision.form], decision.parts)
        return len(positions)

    def _leave_out(self, decision: Decision) -> int:
        items = self._items(decision)
        rows = self.kept & np.isin(self.before.item_of, items)
        self.kept &= ~rows
        for item in items:
            self.dropped.setdefault(item, f"{decision.action}: {decision.reason}")
        return int(rows.sum())

    def _chosen(self, decision: Decision) -> IntArray:
        """The positions at which the form of a decision was given, in the items that it is about."""
        code = self.index.get(decision.form)
        if code is None:
            return np.empty(0, dtype=np.int64)
        positions = self._positions_of(code)
        rows = self.rows[positions]
        chosen = self.kept[rows]
        if decision.lexelt:
            chosen &= np.isin(self.before.item_of[rows], self._items(decision))
        if decision.action == SPLIT:
            chosen &= ~self.is_multiword[positions]  # an annotator names one multiword
        return np.asarray(positions[chosen])

    def _read_as(self, positions: IntArray, old: int, parts: Sequence[str]) -> None:
        """Give positions other codes: none, one, or several, for which positions are added in the same rows."""
        self._positions[old] = np.setdiff1d(self._positions_of(old), positions)
        codes = [self.index.setdefault(part, len(self.index)) for part in parts] or [_DROPPED]
        for number, code in enumerate(codes):
            changed = positions if not number else self._further(positions)
            self.codes[changed] = code
            if code != _DROPPED:
                self._positions[code] = np.concatenate([self._positions_of(code), changed])

    def _further(self, positions: IntArray) -> IntArray:
        """Add positions in the rows of these."""
        start = len(self.codes)
        self.codes = np.concatenate([self.codes, np.full(len(positions), _DROPPED)])
        self.rows = np.concatenate([self.rows, self.rows[positions]])
        self.is_multiword = np.concatenate([self.is_multiword, np.zeros(len(positions), dtype=np.bool_)])
        return np.arange(start, len(self.codes))

    def _items(self, decision: Decision) -> list[int]:
        """The items of a decision's lexelt, or the single item that it names."""
        items = self._items_of.get(decision.lexelt, [])
        return [item for item in items if decision.id in {"", self.before.items[item][1]}]

    def _positions_of(self, code: int) -> IntArray:
        if code not in self._positions:
            start, end = np.searchsorted(self._sorted, [code, code + 1])
            self._positions[code] = self._order[start:end]
        return self._positions[code]

    def answers(self) -> AnswerArrays:
        """The curated answers; what a split added comes after the other answers of its row."""
        given = np.flatnonzero(~self.is_multiword & (self.codes != _DROPPED))
        given = given[np.argsort(self.rows[given], kind="stable")]
        changed = replace(
            self.before,
            vocabulary=list(self.index),
            owners=self.rows[given],
            codes=self.codes[given],
            multiwords=self.codes[self.is_multiword],
        )
        return changed.only(self.kept)


# --------------------------------------------------------------------------------------------- repeated annotations

_MOST_SHOWN = 20


def is_first_annotation(annotations: Annotations) -> BoolArray:
    """Mark the annotations that are the first of their annotator to their item.

    A second one that is the same is harmless; one that differs is refused, since nobody can know which of the two is
    meant.
    """
    columns = (annotations.lexelts, annotations.ids, annotations.annotators)
    numbers = np.zeros(len(annotations), dtype=np.int64)
    for column in columns:
        numbers = numbers * len(column.vocabulary) + column.codes
    if len(distinct(numbers)) == len(numbers):
        return np.ones(len(numbers), dtype=np.bool_)
    _, first, group_of = np.unique(numbers, return_index=True, return_inverse=True)
    is_first = np.zeros(len(annotations), dtype=np.bool_)
    is_first[first] = True
    problems = list(
        _conflicts(annotations, [(row, int(first[group_of[row]])) for row in np.flatnonzero(~is_first).tolist()])
    )
    if problems:
        more = [f"and {len(problems) - _MOST_SHOWN} more."] if len(problems) > _MOST_SHOWN else []
        raise BadInput(
            "\n".join(
                [
                    *problems[:_MOST_SHOWN],
                    *more,
                    f"{annotations.source.location}: {plural(len(problems), 'annotation')} of people who had "
                    "already answered the item differently. Nobody can know which is meant: keep one of them.",
                ]
            )
        )
    return is_first


def _conflicts(annotations: Annotations, pairs: list[tuple[int, int]]) -> Iterator[str]:
    for row, first in pairs:
        one, other = annotations[first], annotations[row]
        if _content(one) != _content(other):
            yield (
                f"{annotations.location_of(row)}: {quote(other.annotator)} answers {quote(other.lexelt)} "
                f"{quote(other.id)} with {_describe_answer(other)}, but in {annotations.location_of(first)} with "
                f"{_describe_answer(one)}."
            )


def _content(annotation: Annotation) -> tuple[object, ...]:
    return annotation.substitutes, annotation.nil, annotation.name, annotation.multiword


def _describe_answer(annotation: Annotation) -> str:
    parts = [
        *(["NIL"] if annotation.nil else []),
        *(["NAME"] if annotation.name else []),
        *map(quote, annotation.substitutes),
        *([f"the multiword {quote(annotation.multiword)}"] if annotation.multiword else []),
    ]
    return ", ".join(parts) or "nothing"
