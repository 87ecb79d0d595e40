"""The page without a browser: one file, small enough, nothing in it that a name could do. See also test_browser."""

import base64
import gzip
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import stead
from stead.core.item import Item
from stead.reporting.page import comparison_page
from stead.reporting.page_data import escape_controls, page_data
from stead.reporting.page_details import PageDetails
from tests.reporting.large import task
from tests.reporting.reports import HOSTILE, WEIGHTS, example, gold_of, run_of, small


class Elements(HTMLParser):
    """Every element with its attributes, and the text outside of scripts and styles."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words, self._inside = "", ""
        self.scripts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        self._inside = tag
        if tag == "script":
            self.scripts.append("")

    def handle_endtag(self, tag: str) -> None:
        self._inside = ""

    def handle_data(self, data: str) -> None:
        if self._inside == "script":
            self.scripts[-1] += data
        elif self._inside != "style":
            self.words += data


def data_of(text: str) -> dict[str, Any]:
    """What the page's script reads."""
    packed = next(script for script in Elements(text).scripts if not script.lstrip().startswith('"use strict"'))
    found: dict[str, Any] = json.loads(gzip.decompress(base64.b64decode(packed)))
    return found


def hostile() -> stead.ComparisonResult:
    """Hostile texts wherever texts can be: names, gold, lexelts, ids, sentences, substitutes, answers, groups."""
    texts = list(HOSTILE.values())
    rows = {text: {text: 3.0, "clever": 1.0} for text in texts}
    items = [
        Item(id=text, lexelt=f"target{place // 2}.n", text=f"{text}|{text}", start=0, end=len(text))
        for place, text in enumerate(texts)
    ]
    runs = [run_of(text, {key: [text, *texts[place:]] for key in texts}) for place, text in enumerate(texts)]
    return stead.compare(gold_of(rows, HOSTILE["markup"]), *runs, measures="best,oot@10", resamples=30, items=items)


def test_it_is_one_file_that_fetches_nothing() -> None:
    elements = Elements(example().to("html")).found
    for tag, attributes in elements:
        assert tag not in {"iframe", "object", "embed", "base", "img", "form"}
        for name in ("src", "href", "action", "data", "poster", "srcset"):
            assert (attributes.get(name) or "#").startswith(("#", "data:,"))
    assert "url(" not in example().to("html")
    assert "@import" not in example().to("html")


def test_a_browser_is_told_to_run_this_script_and_no_other() -> None:
    text = example().to("html")
    policy = next(attributes["content"] for tag, attributes in Elements(text).found if "http-equiv" in attributes) or ""
    script = next(script for script in Elements(text).scripts if script.lstrip().startswith('"use strict"'))
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}';" in policy
    assert "default-src 'none';" in policy
    assert "'unsafe-inline'" not in policy.partition("script-src")[2]


def test_no_element_has_a_handler_of_its_own() -> None:
    for tag, attributes in Elements(example().to("html")).found:
        assert not [name for name in attributes if name.startswith("on")], tag


def test_hostile_texts_are_texts() -> None:
    plain, other = Elements(small(*map(str, range(len(HOSTILE)))).to("html")), Elements(hostile().to("html"))
    ours = {tag for tag, _ in plain.found}
    assert {tag for tag, _ in other.found} <= ours
    assert len(other.scripts) == 2
    assert "<script>alert(1)</script>" in other.words
    for tag, attributes in other.found:
        assert not [name for name in attributes if name.startswith("on")], tag


def test_control_characters_and_overrides_are_made_visible() -> None:
    text = hostile().to("html")
    assert all(character.isprintable() or character == "\n" for character in Elements(text).words)
    inside = json.dumps(data_of(text), ensure_ascii=False)
    assert not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", inside)
    assert r"\\u202egnirts\\u2066" in inside


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("naïve 日本 עברית", "naïve 日本 עברית"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("a\u202eb", "a\\u202eb"),
        ("a\x00b\nc", "a\\x00b\\nc"),
        ("a\udce9b", "a\\udce9b"),
    ],
)
def test_what_moves_or_reverses_is_escaped_and_what_languages_need_is_not(text: str, shown: str) -> None:
    assert escape_controls(text) == shown


@pytest.mark.parametrize(("items", "most"), [(300, 500_000), pytest.param(2_000, 2_000_000, marks=pytest.mark.soak)])
def test_the_page_of_twenty_runs_stays_small(items: int, most: int) -> None:
    made = task(runs=20, items=items)
    result = stead.compare(made.gold, *made.runs, items=made.items, resamples=20)
    assert len(result.report.items) == items
    assert len(result.report.comparisons[0].estimates) > 20 * 15, "with every measure"
    size = len(result.to("html").encode())
    assert size < most, f"{size:,} bytes"


def test_every_run_is_in_the_leaderboard_in_order() -> None:
    rows = re.findall(r'<th scope="row" title="([^"]*)"', example().to("html"))
    assert rows == ["careful", "napper", "parrot", "hedger", "magpie"]


def test_equal_runs_share_a_rank_and_the_next_one_is_left_out() -> None:
    gold = {"1": {"a": 2}, "2": {"b": 2}}
    runs = [
        run_of(name, {"1": [first], "2": ["b"]}) for name, first in (("x", "a"), ("y", "c"), ("z", "a"), ("w", "d"))
    ]
    text = stead.compare(gold, *runs, measures="best", resamples=20).to("html")
    assert re.findall(r'</th><td data-value="(\d+)">', text) == ["1", "1", "3", "3"]


def test_what_has_no_value_is_a_dash_and_sorts_as_nothing() -> None:
    runs = [run_of("one", {"1": ["a"]}), run_of("two", {"1": ["b"]})]
    text = stead.compare({"1": {"a": 1, "b": 1}}, *runs, measures="best-mode", resamples=20).to("html")
    assert '<td data-figure="0" data-value="">-</td>' in text


@pytest.mark.parametrize("names", [("alone",), tuple(f"system {number}" for number in range(40))], ids=len)
def test_one_run_or_forty_make_a_page(names: tuple[str, ...]) -> None:
    text = small(*names, measures="best").to("html")
    assert len(data_of(text)["runs"]) == len(names)
    assert ("hidden" in text.partition('id="differences"')[2].partition(">")[0]) is (len(names) == 1)


def test_one_item_makes_a_page() -> None:
    text = stead.compare({"1": {"a": 2}}, {"1": ["a"]}, {"1": ["b"]}, resamples=20).to("html")
    assert "no intervals" in text
    assert len(data_of(text)["items"]) == 1


def test_the_words_follow_the_procedure() -> None:
    text = small(unit="lexelt", level=0.9, correction="none").to("html")
    assert "a line its 90 % confidence interval" in text
    assert 'interval <span id="interval-unit">by lexelt</span>' in text
    assert "p &lt; .05 (not corrected)" in text


def test_what_was_odd_is_told() -> None:
    gold = gold_of(WEIGHTS)
    run = run_of("odd", {"1": ["clever", "clever"], "99": ["x"]})
    words = Elements(stead.compare(gold, run, measures="best", resamples=20).to("html")).words
    assert "odd: 3 of 4 scored items not answered." in words
    assert "odd: 1 repeated answer on 1 item" in words
    assert "odd: 1 id not in the gold, ignored (99)." in words


def test_faults_of_files_are_told(tmp_path: Path) -> None:
    (tmp_path / "run.txt").write_text("bright.a 1 :: clever\nnonsense\n", encoding="utf-8")
    gold = {"1": {"clever": 2}}
    words = Elements(stead.compare(gold, tmp_path / "run.txt", measures="best", resamples=20).to("html")).words
    assert "run, lines of the file: 1 left out (malformed)." in words


def test_items_are_said_once_and_come_back_whole() -> None:
    report = example().report
    for item, packed in zip(report.items, page_data(report, PageDetails())["items"], strict=True):
        terms = [tuple(term) for term in packed["terms"]]
        assert [terms[place] for place in packed["gold"]] == [tuple(entry) for entry in item.gold]
        assert [[terms[place] for place in own] for own in packed["answers"]] == [
            [tuple(entry) for entry in own] for own in item.answers
        ]
        assert len(set(terms)) == len(terms)


def test_two_golds_have_a_table_of_their_own() -> None:
    second = {key: {"lit": 2.0} for key in WEIGHTS}
    words = Elements(small(other_gold=second).to("html")).words
    assert "Ranks on two golds" in words
    assert "Ranks on two golds" not in Elements(small().to("html")).words


def test_what_was_refused_is_on_the_page_with_its_reason() -> None:
    text = comparison_page(small().report, refused={"<b>x</b>.txt": "the file is empty."})
    assert "<strong>&lt;b&gt;x&lt;/b&gt;.txt</strong>: the file is empty." in text


def test_links_lead_to_the_pages_of_systems() -> None:
    text = comparison_page(small("a b", "two").report, links={"a b": "systems/a b.html"})
    assert '<a href="systems/a%20b.html"><bdi dir="auto">a b</bdi></a>' in text
    assert text.count('<a href="systems/') == 1
