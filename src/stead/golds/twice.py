"""Annotators who answered an item twice."""

from collections.abc import Iterator

import numpy as np

from stead.core.annotation import Annotation, Annotations
from stead.core.arrays import BoolArray
from stead.core.errors import BadInput
from stead.core.text import plural
from stead.formats import quote
from stead.golds.answers import distinct

_MOST_SHOWN = 20


def first_times(annotations: Annotations) -> BoolArray:
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
        _contradictions(annotations, [(row, int(first[own[row]])) for row in np.flatnonzero(~is_first).tolist()])
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


def _contradictions(annotations: Annotations, pairs: list[tuple[int, int]]) -> Iterator[str]:
    for row, first in pairs:
        one, other = annotations[first], annotations[row]
        if _said(one) != _said(other):
            yield (
                f"{annotations.place_of(row)}: {quote(other.annotator)} answers {quote(other.lexelt)} "
                f"{quote(other.id)} with {_shown_answer(other)}, but in {annotations.place_of(first)} with "
                f"{_shown_answer(one)}."
            )


def _said(annotation: Annotation) -> tuple[object, ...]:
    return annotation.substitutes, annotation.nil, annotation.name, annotation.multiword


def _shown_answer(annotation: Annotation) -> str:
    parts = [
        *(["NIL"] if annotation.nil else []),
        *(["NAME"] if annotation.name else []),
        *map(quote, annotation.substitutes),
        *([f"the multiword {quote(annotation.multiword)}"] if annotation.multiword else []),
    ]
    return ", ".join(parts) or "nothing"
