"""The JSON document: whole, valid, versioned, and without numbers that are none."""

import json
from typing import Any

import pytest

import stead
from stead.reporting.score_tables import render_scores
from tests.reporting.examples import HOSTILE, evaluation

NUMBER = (int, float)
FIGURES = dict
SHAPE: dict[str, Any] = {
    "schema": str,
    "gold": {
        "name": str,
        "sha256": str,
        "format": str,
        "graded": bool,
        "items": int,
        "scored": int,
        "with_mode": int,
        "faults": dict,
    },
    "runs": [
        {
            "name": str,
            "sha256": str,
            "format": str,
            "items": int,
            "attempted": int,
            "blank": int,
            "left_out": int,
            "unknown_ids": list,
            "repeated_ids": list,
            "other_targets": list,
            "items_with_duplicates": int,
            "duplicates": int,
            "faults": dict,
            "task": str,
        }
    ],
    "scores": [
        {
            "run": str,
            "group": str,
            "measure": str,
            "label": str,
            "family": str,
            "figures": FIGURES,
            "ceiling": FIGURES,
            "scored": int,
            "attempted": int,
            "signature": str,
        }
    ],
    "notes": list,
}
ITEM = {"run": str, "lexelt": str, "id": str, "measure": str, "statistics": dict, "figures": dict}


def refuse(constant: str) -> float:
    raise AssertionError(f"{constant} is not JSON")


def parse_document(text: str) -> Any:
    return json.loads(text, parse_constant=refuse)


def check(value: Any, shape: Any) -> None:
    """The value has exactly the fields of the shape, with their types."""
    if isinstance(shape, dict):
        assert list(value) == list(shape)
        for name, inner in shape.items():
            check(value[name], inner)
    elif isinstance(shape, list):
        assert value
        for each in value:
            check(each, shape[0])
    else:
        assert isinstance(value, shape)
        assert shape is bool or not isinstance(value, bool)


@pytest.fixture(scope="module")
def result() -> stead.ScoreResult:
    gold = {("bright.a", 1): {"clever": 3, "smart": 1}, ("dog.n", 2): {"hound": 1, "mutt": 1}}
    runs = [{("bright.a", 1): ["smart"]}, {("dog.n", 2): ["mutt", "mutt"]}]
    return stead.score(gold, *runs, measures="semeval,jabbari,semdis", by="pos")


def test_the_document_has_the_shape_it_promises(result: stead.ScoreResult) -> None:
    document = parse_document(result.to("json"))
    check(document, SHAPE)
    assert document["schema"] == "stead.evaluation/1"


def test_items_are_there_only_if_asked_for(result: stead.ScoreResult) -> None:
    document = parse_document(result.to("json", per_item=True))
    check(document, {**SHAPE, "items": [ITEM]})
    assert len(document["items"]) == 2 * 2 * 12


def test_every_figure_is_a_number_or_null(result: stead.ScoreResult) -> None:
    document = parse_document(result.to("json", per_item=True))
    found = [
        value for score in document["scores"] for value in (*score["figures"].values(), *score["ceiling"].values())
    ]
    found += [value for item in document["items"] for value in item["figures"].values()]
    assert None in found
    assert all(value is None or isinstance(value, NUMBER) for value in found)
    assert all(isinstance(value, NUMBER) for item in document["items"] for value in item["statistics"].values())


def test_a_missing_figure_is_null() -> None:
    document = parse_document(render_scores(evaluation(), "json", per_item=True))
    assert document["scores"][1]["figures"] == {"P": None, "R": None}
    assert document["items"][1]["figures"] == {"P": None, "R": 0.0}


def test_figures_have_every_digit() -> None:
    assert parse_document(render_scores(evaluation(), "json"))["scores"][2]["figures"]["mean"] == 1 / 3


@pytest.mark.parametrize("name", [HOSTILE, "a\nb\tc", "日本", '"', "\x1b[2J", "\u2028"], ids=ascii)
def test_names_come_back_as_they_were(name: str) -> None:
    document = parse_document(
        render_scores(evaluation(name, name, group=name, lexelt=name, identifier=name), "json", per_item=True)
    )
    assert document["gold"]["name"] == document["runs"][0]["name"] == name
    assert document["scores"][-1]["group"] == name
    assert (document["items"][0]["lexelt"], document["items"][0]["id"]) == (name, name)


def test_notes_are_kept() -> None:
    assert parse_document(render_scores(evaluation(), "json"))["notes"] == ["A note."]


def test_the_same_evaluation_gives_the_same_bytes(result: stead.ScoreResult) -> None:
    assert result.to("json", per_item=True) == result.to("json", per_item=True)
