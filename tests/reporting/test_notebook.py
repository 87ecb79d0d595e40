"""Results as notebooks show them."""

from html.parser import HTMLParser
from typing import Any

import pytest

import stead
from stead.reporting.notebook import notebook_html
from tests.cli.running import EXAMPLES


class Page(HTMLParser):
    """The cells of the tables, and all text; refuses tags that are not closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.rows: list[list[str]] = []
        self.text = ""
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"}:
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data
        if self.open[-1] in {"td", "th"}:
            self.rows[-1][-1] += data


NASTY = ["<b>&amp;", "a|b", "x | y", "*_`~#[]", "\\", "\\|", "&lt;", "naïve", "'\"", "<script>alert(1)</script>"]


@pytest.mark.parametrize("name", NASTY)
def test_names_are_shown_as_they_are_and_are_no_markup(name: str) -> None:
    result = stead.score({"1": {"a": 2}}, {name: {"1": ["a"]}}, measures="best")
    page = Page(result._repr_html_())
    assert [name, "1/1", "100.00", "100.00"] in page.rows
    assert "script" not in page.open


def test_the_tables_are_those_of_the_text_with_notes_below() -> None:
    result = stead.score(EXAMPLES / "gold.txt", EXAMPLES / "runs" / "napper.txt", measures="best")
    page = Page(result._repr_html_())
    assert page.rows[0] == ["run", "answered", "best P", "best R"]
    assert page.rows[1][0] == "napper"
    assert page.text.rstrip().endswith("22 of 67 scored items not answered.")
    assert result.scores[0].signature.partition("|")[2] in page.text


def test_no_colour_is_set() -> None:
    html = stead.score({"1": {"a": 2}}, {"1": ["a"]}, measures="best")._repr_html_()
    assert "color: inherit" in html
    assert "#" not in html.replace("&#", "")
    assert "rgb" not in html


def test_a_long_table_is_cut_and_says_so() -> None:
    rows = "\n".join(f"| {number} |" for number in range(150))
    page = Page(notebook_html(f"| n |\n| ---: |\n{rows}\n", []))
    assert len(page.rows) == 101
    assert "50 more rows." in page.text


def results() -> dict[str, Any]:
    gold, run = EXAMPLES / "gold.txt", EXAMPLES / "runs" / "careful.txt"
    return {
        "score": stead.score(gold, run, measures="best"),
        "compare": stead.compare(gold, run, EXAMPLES / "runs" / "napper.txt", measures="best", resamples=20),
        "check": stead.check(gold),
        "sheet": stead.describe_gold(gold),
        "gold": stead.make_gold(EXAMPLES / "annotations.jsonl"),
        "agreement": stead.measure_agreement(EXAMPLES / "annotations.jsonl"),
        "pool": stead.posthoc.pool(gold, run),
        "simulation": stead.posthoc.simulate(targets=2, sentences=2),
    }


def test_every_result_has_a_page_without_markdown_in_it() -> None:
    for name, result in results().items():
        page = Page(result._repr_html_())
        assert page.text.strip(), name
        assert "**" not in page.text, name
        assert "| --" not in page.text, name
