"""Tab-separated rows: every digit, and no name that breaks a row."""

import pytest

import stead
from stead.records.sheet import Section, Sheet
from stead.reporting.machine_readable import separated_records
from stead.reporting.score_tables import render_scores
from stead.reporting.sheets import render_sheet
from tests.reporting.examples import HOSTILE, evaluation


def cells(text: str) -> list[list[str]]:
    assert text.endswith("\n")
    return [line.split("\t") for line in text[:-1].split("\n")]


def test_one_row_for_each_figure() -> None:
    rows = cells(render_scores(evaluation(), "tsv"))
    names = ["run", "group", "measure", "figure", "value", "ceiling", "scored", "attempted", "signature"]
    assert rows[0] == names
    assert rows[1] == ["run", "all", "best", "P", "0.5", "0.75", "2", "1", "best|dup:once|v:1.0.0"]
    assert [row[2:4] for row in rows[1:]] == [
        ["best", "P"],
        ["best", "R"],
        ["best-mode", "P"],
        ["best-mode", "R"],
        ["rank@10", "mean"],
    ]


def test_one_row_for_each_item_with_its_gold_and_answers() -> None:
    result = stead.score({"1": {"a b": 2, "c": 1.5}, "2": {"d": 2, "e": 2}}, {"1": ["c"]}, measures="best-mode")
    rows = cells(result.to("tsv", per_item=True))
    assert rows == [
        ["run", "measure", "lexelt", "id", "gold", "answers", "missed", "credit", "counted", "attempted"],
        ["run 1", "best-mode", "", "1", "a b 2; c 1.5", "c", "a b", "0.0", "1", "1"],
        ["run 1", "best-mode", "", "2", "d 2; e 2", "", "d; e", "", "0", "0"],
    ]


def test_a_missing_figure_is_an_empty_cell() -> None:
    rows = cells(render_scores(evaluation(), "tsv"))
    assert rows[3][4:6] == ["", ""]


def test_every_digit_is_there() -> None:
    assert float(cells(render_scores(evaluation(), "tsv"))[5][4]) == 1 / 3


@pytest.mark.parametrize("per_item", [False, True], ids=["averages", "items"])
@pytest.mark.parametrize("place", ["run", "lexelt", "identifier", "group"])
@pytest.mark.parametrize(
    "name",
    ["a\tb", "a\nb", "a\r\nb", "a\x0bb\x0cc", "a\x1cb\x1db", "a\x85b", "a\u2028b\u2029c", '"a', HOSTILE],
    ids=ascii,
)
def test_no_name_breaks_a_row(place: str, name: str, per_item: bool) -> None:
    text = render_scores(evaluation(**{place: name}), "tsv", per_item=per_item)
    plain = render_scores(evaluation(**{place: "plain"}), "tsv", per_item=per_item)
    assert len(text.splitlines()) == len(plain.splitlines())
    assert [len(row) for row in cells(text)] == [len(row) for row in cells(plain)]


def test_no_name_is_run_as_a_formula() -> None:
    sheet = Sheet("Users", (Section("Users", ("name", "change"), (("=1+1", -0.5), ("-", 2)), ""),))
    assert [row[-1] for row in cells(render_sheet(sheet, "tsv"))] == ["value", "'=1+1", "-0.5", "'-", "2"]
    assert cells(separated_records([{"run": "=1+1", "value": -0.5}], "tsv"))[1] == ["'=1+1", "-0.5"]
