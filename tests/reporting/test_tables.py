"""How results become tables: one for each family, nothing left out."""

import math

import pytest

import stead
from stead.reporting.score_tables import evaluation_tables, item_tables, render_scores
from stead.reporting.study_tables import format_number
from stead.reporting.tables import FORMATS, percent
from tests.reporting.examples import evaluation


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (0.0, "0.00"),
        (1.0, "100.00"),
        (1 / 3, "33.33"),
        (2 / 3, "66.67"),
        (0.00004, "0.00"),
        (1.2066, "120.66"),
        (None, "-"),
        (math.nan, "-"),
    ],
)
def test_a_figure_is_a_percentage_with_two_decimals_or_a_dash(value: float | None, expected: str) -> None:
    assert percent(value) == expected


def test_there_is_a_table_for_each_family() -> None:
    first, second = evaluation_tables(evaluation())
    assert first.columns == ("run", "answered", "best P", "best R", "best-mode P", "best-mode R")
    assert second.columns == ("run", "answered", "rank@10")


def test_rows_are_as_long_as_the_heading() -> None:
    for table in (*evaluation_tables(evaluation()), *item_tables(evaluation())):
        assert {len(row) for row in table.rows} == {len(table.columns)}


def test_groups_have_a_column_of_their_own() -> None:
    runs = [{("bright.a", 1): ["clever"]}, {("bright.a", 1): ["smart"], ("dog.n", 2): ["hound"]}]
    gold = {("bright.a", 1): {"clever": 2}, ("dog.n", 2): {"hound": 2}}
    (table,) = evaluation_tables(stead.score(gold, *runs, measures="best", by="pos").evaluation)
    assert table.columns[:3] == ("group", "run", "answered")
    assert [row[:3] for row in table.rows] == [
        ("all", "run 1", "1/2"),
        ("all", "run 2", "2/2"),
        ("all", "ceiling", ""),
        ("pos=n", "run 1", "0/1"),
        ("pos=n", "run 2", "1/1"),
        ("pos=n", "ceiling", ""),
        ("pos=a", "run 1", "1/1"),
        ("pos=a", "run 2", "1/1"),
        ("pos=a", "ceiling", ""),
    ]


def test_precision_without_an_attempt_is_a_dash_and_recall_a_zero() -> None:
    gold = {("bright.a", 1): {"clever": 2}, ("dog.n", 2): {"hound": 2}}
    (table,) = evaluation_tables(stead.score(gold, {("bright.a", 1): ["clever"]}, measures="best", by="pos").evaluation)
    assert ("pos=n", "run 1", "0/1", "-", "0.00") in table.rows


def test_there_is_a_table_of_items_for_each_run() -> None:
    gold = {"1": {"clever": 2}}
    result = stead.score(gold, {"1": ["clever"]}, {"1": ["smart"]}, measures="best")
    first, second = item_tables(result.evaluation)
    assert (first.title, second.title) == ("run 1, item by item", "run 2, item by item")
    assert first.rows == (("", "1", "100.00", "100.00"),)


def test_every_measure_of_a_long_list_is_shown() -> None:
    measures = [f"oot@{depth}" for depth in range(1, 41)]
    result = stead.score({"1": {"clever": 2}}, {"1": ["clever"]}, measures=measures)
    (table,) = evaluation_tables(result.evaluation)
    assert len(table.columns) == 2 + 80


def test_every_run_of_a_long_list_is_shown() -> None:
    result = stead.score({"1": {"clever": 2}}, *([{"1": ["clever"]}] * 60), measures="best")
    (table,) = evaluation_tables(result.evaluation)
    assert len(table.rows) == 61


@pytest.mark.parametrize("format", list(FORMATS))
def test_every_renderer_shows_the_same_names(format: str) -> None:
    text = render_scores(evaluation("runner"), format)
    assert "runner" in text
    assert "rank@10" in text


def test_the_renderers_are_those_of_the_command_line() -> None:
    assert sorted(FORMATS) == ["csv", "json", "latex", "markdown", "text", "tsv"]


@pytest.mark.parametrize(
    ("value", "shown"), [(-0.003, "0.00"), (-0.0, "0.00"), (-0.007, "-0.01"), (None, "-"), (3.0, "3")]
)
def test_what_is_rounded_to_zero_has_no_sign(value: float | None, shown: str) -> None:
    assert format_number(value) == shown
