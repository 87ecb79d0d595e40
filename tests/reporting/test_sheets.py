"""Sheets of sections in every form."""

import json

import pytest

from stead.core.errors import UsageError
from stead.records.sheet import Section, Sheet
from stead.reporting.sheets import SHEET_RENDERERS, render_sheet

SHEET = Sheet(
    "A sheet",
    (
        Section("Numbers", ("what", "value"), (("third", 1 / 3), ("whole", 2.0), ("count", 7), ("none", None))),
        Section("Empty", ("what", "value"), ()),
        Section("Words", text="Not computed."),
        Section("Odd", ("a|b", "c"), (("<b>\t&_%", "x\ny"),), "A caption.", labels=2),
    ),
    "gold|max:3",
)


def test_text() -> None:
    assert render_sheet(SHEET, "text") == (
        "A sheet\n\n"
        "Numbers\n─────────────\nwhat    value\n─────────────\n"
        "third  0.3333\nwhole       2\ncount       7\nnone        -\n\n"
        "Words: Not computed.\n\n"
        "Odd\n──────────────\na|b       c\n──────────────\n<b>\\t&_%  x\\ny\nA caption.\n\n"
        "signature: gold|max:3\n"
    )


def test_markdown() -> None:
    page = render_sheet(SHEET, "markdown")
    assert page.startswith("# A sheet\n\n**Numbers**\n\n| what | value |\n| --- | ---: |\n| third | 0.3333 |\n")
    assert "**Words**\n\nNot computed.\n" in page
    assert "| a\\|b | c |\n| --- | --- |\n| \\<b\\>\\\\t&amp;\\_% | x\\\\ny |\n" in page
    assert "Empty" not in page
    assert "signature: `gold|max:3`" in page


def test_latex() -> None:
    page = render_sheet(SHEET, "latex")
    assert r"\paragraph{Words} Not computed." in page
    assert r"\textless{}b\textgreater{}\textbackslash{}t\&\_\%" in page
    assert page.count(r"\begin{table}") == 2
    assert "% signature: gold|max:3" in page


def test_json_keeps_every_digit_and_every_section() -> None:
    document = json.loads(render_sheet(SHEET, "json"))
    assert document["schema"] == "stead.sheet/1"
    assert document["sections"][0]["records"][0] == {"what": "third", "value": 1 / 3}
    assert document["sections"][1] == {"title": "Empty", "text": "", "records": []}


def test_tsv_is_one_value_a_line() -> None:
    lines = render_sheet(SHEET, "tsv").splitlines()
    assert lines[0] == "section\trow\tcolumn\tvalue"
    assert lines[2] == f"Numbers\t1\tvalue\t{1 / 3}"
    assert lines[-2] == "Odd\t1\ta|b\t<b>\\t&_%"
    assert {line.count("\t") for line in lines} == {3}


def test_there_are_these_forms_and_no_others() -> None:
    assert list(SHEET_RENDERERS) == ["text", "markdown", "latex", "tsv", "csv", "json"]
    with pytest.raises(UsageError, match="format is one of text, markdown, latex, tsv, csv, json, not 'html'"):
        render_sheet(SHEET, "html")
