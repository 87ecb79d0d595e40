"""The published JSON Schema: what is saved validates against it, and what is damaged does not."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import stead
from tests.reporting.reports import HOSTILE, example, run_of, small

SCHEMA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "docs/reference/report.schema.json").read_text(encoding="utf-8")
)
VALIDATOR = Draft202012Validator(SCHEMA)


def multiwords() -> stead.ComparisonResult:
    gold = {"1": {"look out": 2, "look": 1}, "2": {"give up": 3}}
    runs = run_of("one", {"1": ["look out"]}), run_of("two", {"2": ["give up"], "3": ["so what"]})
    return stead.compare(gold, *runs, measures="multiwords", resamples=50)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_every_part_of_the_schema_is_described() -> None:
    assert [name for name, part in SCHEMA["$defs"].items() if not part["description"]] == []


@pytest.mark.parametrize(
    "made",
    [
        example,
        small,
        multiwords,
        lambda: small("alone"),
        lambda: small(*HOSTILE.values()),
        lambda: small(other_gold={"1": {"smart": 2.5}, "2": {"lit": 1}, "3": {"cat": 1}, "4": {"run": 1}}),
    ],
)
def test_what_is_saved_validates(made: Callable[[], stead.ComparisonResult]) -> None:
    VALIDATOR.validate(json.loads(made().to("json")))


@pytest.mark.parametrize(
    "change",
    [
        lambda document: document.pop("gold"),
        lambda document: document.update(further=1),
        lambda document: document.update(schema="stead.report/2"),
        lambda document: document["runs"][0].update(items="5"),
        lambda document: document["items"][0]["gold"][0].append(1),
        lambda document: document["items"][0]["gold"][0].pop(),
        lambda document: document["comparisons"][0]["estimates"][0]["interval"].pop("low"),
    ],
)
def test_what_is_damaged_does_not(change: Callable[[dict[str, Any]], object]) -> None:
    document = json.loads(small().to("json"))
    change(document)
    assert not VALIDATOR.is_valid(document)
