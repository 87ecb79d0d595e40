"""One annotator's answer to one item."""

from dataclasses import FrozenInstanceError, fields

import pytest

from stead.task import Annotation


def test_an_annotation_needs_only_an_item_and_an_annotator() -> None:
    annotation = Annotation("bright.a", "1", "ann")
    assert (annotation.substitutes, annotation.nil, annotation.name, annotation.multiword) == ((), False, False, "")


def test_an_annotation_knows_who_when_and_in_which_phase() -> None:
    assert {"annotator", "time", "phase"} <= {field.name for field in fields(Annotation)}


def test_an_annotation_is_a_value() -> None:
    annotation = Annotation("bright.a", "1", "ann", ("clever",))
    assert {annotation: 1}[Annotation("bright.a", "1", "ann", ("clever",))] == 1
    with pytest.raises(FrozenInstanceError):
        annotation.nil = True  # type: ignore[misc]
