"""Records to JSON and back: nothing is lost, and the same record is the same bytes."""

import json
from dataclasses import dataclass
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.errors import BadInput
from stead.records.json import from_json, to_json
from stead.records.report import ComparisonReport
from tests.reporting.reports import HOSTILE, example, small
from tests.scoring.strategies import examples


class Pair(NamedTuple):
    name: str
    number: float


@dataclass(frozen=True)
class Inner:
    flag: bool
    counts: dict[str, int]


@dataclass(frozen=True, kw_only=True)
class Record:
    text: str
    whole: int
    number: float | None
    pairs: tuple[Pair, ...]
    inner: Inner | None
    nested: tuple[tuple[str, ...], ...]
    schema: str = "test/1"


texts = st.text(st.characters(exclude_categories=[]), max_size=8)
numbers = st.floats(allow_nan=False, allow_infinity=False)
wholes = st.integers(-(2**53), 2**53)
records = st.builds(
    Record,
    text=texts,
    whole=wholes,
    number=st.none() | numbers,
    pairs=st.lists(st.builds(Pair, texts, numbers), max_size=3).map(tuple),
    inner=st.none() | st.builds(Inner, st.booleans(), st.dictionaries(texts, wholes, max_size=3)),
    nested=st.lists(st.lists(texts, max_size=2).map(tuple), max_size=2).map(tuple),
    schema=st.just("test/1"),
)


@examples(200)
@given(records)
def test_a_record_comes_back_as_it_was(record: Record) -> None:
    text = to_json(record)
    again = from_json(Record, text, "here")
    assert again == record
    assert to_json(again) == text


def test_the_form_of_a_document() -> None:
    """One part a line, and one element of a list a line, so that two versions can be compared line by line."""
    record = Record(
        text="é",
        whole=1,
        number=0.5,
        pairs=(Pair("a", 1.0), Pair("b", 2.0)),
        inner=Inner(flag=True, counts={"x": 3}),
        nested=(),
    )
    assert to_json(record).splitlines() == [
        "{",
        '"text": "é",',
        '"whole": 1,',
        '"number": 0.5,',
        '"pairs": [',
        '["a", 1.0],',
        '["b", 2.0]',
        "],",
        '"inner": {"flag": true, "counts": {"x": 3}},',
        '"nested": [],',
        '"schema": "test/1"',
        "}",
    ]


def test_what_is_no_number_is_never_written() -> None:
    with pytest.raises(ValueError, match="JSON compliant"):
        to_json(Record(text="", whole=1, number=float("nan"), pairs=(), inner=None, nested=()))


def test_a_whole_number_will_do_for_a_number() -> None:
    text = to_json(Record(text="", whole=1, number=2.0, pairs=(), inner=None, nested=())).replace(
        '"number": 2.0', '"number": 2'
    )
    assert from_json(Record, text, "here").number == 2.0
    assert isinstance(from_json(Record, text, "here").number, float)


def test_one_line_end_or_another_order_of_keys_does_not_matter() -> None:
    record = Record(text="a", whole=1, number=None, pairs=(), inner=None, nested=())
    turned = dict(reversed(json.loads(to_json(record)).items()))
    assert from_json(Record, json.dumps(turned, indent=4), "here") == record


@pytest.mark.parametrize("result", [example, small], ids=["the bundled example", "four items"])
def test_a_comparison_survives_byte_by_byte(result: type) -> None:
    text = result().to("json")
    assert to_json(from_json(ComparisonReport, text, "here")) == text
    assert to_json(from_json(ComparisonReport, text.encode(), "here")) == text


def test_a_comparison_under_hostile_names_survives_byte_by_byte() -> None:
    text = small(*HOSTILE.values()).to("json")
    assert to_json(from_json(ComparisonReport, text, "here")) == text


def test_a_message_is_one_line_whatever_the_document_holds() -> None:
    with pytest.raises(BadInput) as caught:
        from_json(Record, '{"schema": "\\n\\u001b[31m"}', "here")
    assert str(caught.value).isprintable()
