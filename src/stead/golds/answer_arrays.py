"""Annotations as arrays: one row for each annotation, one entry for each answer; repeated annotations are found."""

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

ItemKey = tuple[str, str]
NO_MULTIWORD = -1


@dataclass(frozen=True, eq=False, kw_only=True)
class AnswerArrays:
    """Row `i` is the annotation of `annotators[annotator_of[i]]` to `items[item_of[i]]`.

    The substitute in place `p` is `vocabulary[codes[p]]`, given in row `owners[p]`; the places of a row follow each
    other. `multiwords` has a code for each row, or `NO_MULTIWORD`.
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
        """How many substitutes each row has."""
        return np.bincount(self.owners, minlength=len(self))

    @property
    def named(self) -> BoolArray:
        """Which rows have a multiword."""
        return np.not_equal(self.multiwords, NO_MULTIWORD)

    def only(self, rows: BoolArray) -> "AnswerArrays":
        """Some of the rows."""
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

    def only_places(self, kept: BoolArray) -> "AnswerArrays":
        """Some of the substitutes."""
        return self if kept.all() else replace(self, owners=self.owners[kept], codes=self.codes[kept])

    def per_item(self, rows: BoolArray) -> IntArray:
        """How many of these rows each item has."""
        return np.bincount(self.item_of[rows], minlength=len(self.items))

    def annotations(self) -> list[Annotation]:
        """One annotation for each row."""
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
    """Each number once, in rising order."""
    ordered = np.sort(numbers)
    return np.asarray(ordered[first_of_run(ordered)])


def first_of_run(ordered: IntArray) -> BoolArray:
    """Which numbers differ from the one before."""
    is_first: BoolArray = np.ones(len(ordered), dtype=np.bool_)
    is_first[1:] = ordered[1:] != ordered[:-1]
    return is_first


def arrays_of(annotations: Annotations, items: Sequence[Item] | None) -> tuple[AnswerArrays, BoolArray]:
    """The answers, items in the order of `items` or else of their first annotation; and which rows are of known items.

    Rows of items that are not among `items` are left out.
    """
    keys, own = _item_keys(annotations)
    if items is None:
        order, position_of = keys, np.arange(len(keys))
    else:
        order = list(dict.fromkeys((item.lexelt, item.id) for item in items))
        positions = dict(zip(order, range(len(order)), strict=True))
        position_of = np.array([positions.get(key, -1) for key in keys], dtype=np.int64)
    item_of = position_of[own]
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
        owners=terms.positions,
        codes=terms.codes,
        multiwords=phrases.codes + len(terms.vocabulary),
    )
    return answers.only(known), known


def _item_keys(annotations: Annotations) -> tuple[list[ItemKey], IntArray]:
    """Each item once, in order of its first annotation, and the item of each annotation."""
    lexelts, ids = annotations.lexelts, annotations.ids
    numbers = lexelts.codes * len(ids.vocabulary) + ids.codes
    by_item = np.argsort(numbers)
    starts = np.flatnonzero(first_of_run(numbers[by_item]))
    first = np.minimum.reduceat(by_item, starts)
    order = np.argsort(first)
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    item_of = np.empty(len(numbers), dtype=np.int64)
    item_of[by_item] = np.repeat(place, np.diff(starts, append=len(numbers)))
    own = (column.codes[first[order]].tolist() for column in (lexelts, ids))
    keys = [(lexelts.vocabulary[lexelt], ids.vocabulary[identifier]) for lexelt, identifier in zip(*own, strict=True)]
    return keys, item_of


class TidiedAnswers(NamedTuple):
    """Answers in Unicode NFC with single blanks, how many that changed, and how many were nothing but blanks."""

    answers: AnswerArrays
    changed: int
    blank: int


def tidy_answers(answers: AnswerArrays) -> TidiedAnswers:
    """Level what nobody can see; answers that are nothing but blanks are left out, and multiwords too."""
    index: dict[str, int] = {}
    texts = [tidy(text) for text in answers.vocabulary]
    level = np.array([index.setdefault(text, len(index)) for text in texts], dtype=np.int64)
    different = np.array([text != own for text, own in zip(texts, answers.vocabulary, strict=True)], dtype=np.bool_)
    nothing = index.get("", -1)
    multiwords, codes = level[answers.multiwords], level[answers.codes]
    kept = codes != nothing
    changed = different[answers.codes] & kept, different[answers.multiwords] & (multiwords != nothing)
    levelled = replace(
        answers,
        vocabulary=list(index),
        codes=codes,
        multiwords=np.where(multiwords == nothing, NO_MULTIWORD, multiwords),
    )
    return TidiedAnswers(levelled.only_places(kept), sum(int(each.sum()) for each in changed), int((~kept).sum()))


def drop_repeats(answers: AnswerArrays) -> tuple[AnswerArrays, int]:
    """Each answer of an annotator to an item once, and how many were repeats."""
    kept = is_first_in_row(answers.owners, answers.codes)
    return answers.only_places(kept), int((~kept).sum())


def limit_answers(answers: AnswerArrays, most: int) -> tuple[AnswerArrays, int]:
    """The first answers of each annotator to each item, and how many were further ones."""
    ranks = Ragged(answers.codes, starts_of(answers.sizes)).ranks
    return answers.only_places(ranks < most), int((ranks >= most).sum())


_MOST_SHOWN = 20


def is_first_annotation(annotations: Annotations) -> BoolArray:
    """Which annotations are the first of their annotator to their item.

    A second one that says the same is harmless; one that says something else is refused, since nobody can know which
    of the two is meant.
    """
    columns = (annotations.lexelts, annotations.ids, annotations.annotators)
    numbers = np.zeros(len(annotations), dtype=np.int64)
    for column in columns:
        numbers = numbers * len(column.vocabulary) + column.codes
    if len(distinct(numbers)) == len(numbers):
        return np.ones(len(numbers), dtype=np.bool_)
    _, first, own = np.unique(numbers, return_index=True, return_inverse=True)
    is_first = np.zeros(len(annotations), dtype=np.bool_)
    is_first[first] = True
    problems = list(
        _conflicts(annotations, [(row, int(first[own[row]])) for row in np.flatnonzero(~is_first).tolist()])
    )
    if problems:
        more = [f"and {len(problems) - _MOST_SHOWN} more."] if len(problems) > _MOST_SHOWN else []
        raise BadInput(
            "\n".join(
                [
                    *problems[:_MOST_SHOWN],
                    *more,
                    f"{annotations.source.place}: {plural(len(problems), 'annotation')} of people who had "
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
                f"{annotations.place_of(row)}: {quote(other.annotator)} answers {quote(other.lexelt)} "
                f"{quote(other.id)} with {_describe_answer(other)}, but in {annotations.place_of(first)} with "
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
