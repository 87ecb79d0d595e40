"""What is written comes back: everything through stead JSON Lines, and what a format can hold through that format."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stead.core.annotation import Annotation, Annotations
from stead.core.faults import Severity
from stead.core.item import Item
from stead.core.rating import Rating
from stead.core.substitutes import GoldStandard, Run, RunRow
from stead.formats import Kind
from tests.formats import strategies as made
from tests.formats.made import How, read, written

LINE_FORMATS = ["semeval", "evalita", "semdis"]
thorough = settings(max_examples=80, deadline=None)


def back(noun: object, kind: Kind, format: str) -> object:
    """The noun written and read again; nothing may be lost or left out on the way."""
    text, losses = written(noun, kind, format)
    assert losses == []
    again, report = read(text.encode(), kind, How(format))
    assert report.of(Severity.ERROR) == []
    return again


@thorough
@given(st.lists(made.items(), max_size=5, unique_by=lambda item: (item.lexelt, item.id)))
def test_items_survive_json_lines(items: list[Item]) -> None:
    assert back(items, "items", "stead") == items


@thorough
@given(st.lists(made.annotations, max_size=5))
def test_annotations_survive_json_lines(annotations: list[Annotation]) -> None:
    again = back(annotations, "annotations", "stead")
    assert isinstance(again, Annotations)
    assert list(again) == annotations


@thorough
@given(st.lists(made.table_annotations, max_size=5))
def test_annotations_survive_a_table(annotations: list[Annotation]) -> None:
    again = back(annotations, "annotations", "annotations-csv")
    assert isinstance(again, Annotations)
    assert list(again) == annotations


@thorough
@pytest.mark.parametrize("format", ["stead", "ratings-csv"])
@given(ratings=st.lists(made.ratings, max_size=5))
def test_ratings_survive(format: str, ratings: list[Rating]) -> None:
    assert back(ratings, "ratings", format) == ratings


@thorough
@given(made.golds())
def test_golds_survive_json_lines(gold: GoldStandard) -> None:
    again = back(gold, "gold", "stead")
    assert isinstance(again, GoldStandard)
    assert list(again) == list(gold)
    assert again.graded is gold.graded


@thorough
@given(made.runs())
def test_runs_survive_json_lines(run: Run) -> None:
    again = back(run, "run", "stead")
    assert isinstance(again, Run)
    assert list(again) == list(run)


@thorough
@given(made.scored_runs())
def test_scored_runs_survive_json_lines(run: Run) -> None:
    again = back(run, "run", "stead")
    assert isinstance(again, Run)
    assert list(again) == list(run)


@pytest.mark.parametrize("format", LINE_FORMATS)
@thorough
@given(gold=made.golds(made.line_keys, made.line_terms, st.none()))
def test_golds_survive_lines(format: str, gold: GoldStandard) -> None:
    again = back(gold, "gold", format)
    assert isinstance(again, GoldStandard)
    assert list(again) == list(gold)
    assert again.graded is gold.graded


@pytest.mark.parametrize("format", [*LINE_FORMATS, "semeval-oot"])
@thorough
@given(run=made.runs(made.line_keys, made.line_terms))
@example(run=Run.of([RunRow("e commerce.J", "125", ["$", "$100"])], made.MEMORY))
def test_runs_survive_lines(format: str, run: Run) -> None:
    again = back(run, "run", format)
    assert isinstance(again, Run)
    assert list(again) == list(run)


@thorough
@given(made.xml_items())
@example([Item(id="&amp;", lexelt="<R&D>.n", text="&#65; < ]]> &eacute;", start=0, end=5, language='"')])
def test_items_survive_xml(items: list[Item]) -> None:
    if items:
        assert back(items, "items", "semeval") == items


@thorough
@given(made.runs(made.line_keys, made.line_terms))
def test_a_run_is_the_same_in_every_format_that_holds_it(run: Run) -> None:
    rows = list(run)
    for name in (*LINE_FORMATS, "semeval-oot", "stead"):
        again = back(run, "run", name)
        assert isinstance(again, Run)
        assert list(again) == rows


@thorough
@given(made.golds(made.line_keys, made.line_terms, st.none()))
def test_writing_twice_gives_the_same_bytes(gold: GoldStandard) -> None:
    for name in (*LINE_FORMATS, "stead"):
        text, _ = written(gold, "gold", name)
        again, _ = read(text, "gold", How(name))
        assert written(again, "gold", name)[0] == text
