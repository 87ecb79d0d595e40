"""One annotator's answer to one item, and many of them in columns."""

from dataclasses import FrozenInstanceError, fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.annotation import Annotation, Annotations
from stead.core.faults import Source
from tests.formats import strategies

MEMORY = Source("made", "")


def test_an_annotation_needs_only_an_item_and_an_annotator() -> None:
    annotation = Annotation(lexelt="bright.a", id="1", annotator="ann")
    assert (annotation.substitutes, annotation.nil, annotation.name, annotation.multiword) == ((), False, False, "")


def test_an_annotation_knows_who_when_and_in_which_phase() -> None:
    assert {"annotator", "time", "phase"} <= {field.name for field in fields(Annotation)}


def test_an_annotation_is_a_value() -> None:
    annotation = Annotation(lexelt="bright.a", id="1", annotator="ann", substitutes=("clever",))
    assert {annotation: 1}[Annotation(lexelt="bright.a", id="1", annotator="ann", substitutes=("clever",))] == 1
    with pytest.raises(FrozenInstanceError):
        annotation.nil = True  # type: ignore[misc]


@given(st.lists(strategies.annotations, max_size=6))
def test_annotations_in_columns_are_a_sequence_of_them(rows: list[Annotation]) -> None:
    own = Annotations.of(rows, MEMORY)
    assert list(own) == rows
    assert [own[position] for position in range(len(own))] == rows
    assert own[1:4] == rows[1:4]
    assert own[::-1] == rows[::-1]
    assert list(reversed(own)) == rows[::-1]
    assert (len(own), own.lines.tolist()) == (len(rows), [0] * len(rows))


def test_positions_count_from_the_end_and_end_somewhere() -> None:
    own = Annotations.of(
        [Annotation(lexelt="a.n", id="1", annotator="ann"), Annotation(lexelt="a.n", id="2", annotator="ann")], MEMORY
    )
    assert own[-1].id == "2"
    with pytest.raises(IndexError):
        own[2]


def test_flags_are_plain_booleans() -> None:
    own = Annotations.of([Annotation(lexelt="a.n", id="1", annotator="ann", nil=True)], MEMORY)
    assert own[0].nil is True
    assert next(iter(own)).nil is True


def test_a_long_list_prints_short() -> None:
    own = Annotations.of([Annotation(lexelt="a.n", id=str(number), annotator="ann") for number in range(1_000)], MEMORY)
    assert repr(own) == "<Annotations: 1000 of 1 annotator>"
