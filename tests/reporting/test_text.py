"""Tables for the terminal: aligned in any script, and unable to do anything to the terminal."""

import re
import unicodedata

import pytest

from stead.core.text import one_line as printable
from stead.reporting.score_tables import render_scores
from stead.reporting.tables import TERMINAL, Table, display_width, text_table
from tests.reporting.examples import HOSTILE, evaluation, table


def columns(text: str) -> int:
    """How many columns a terminal gives to a text, counted in another way than the code does."""
    seen = [character for character in unicodedata.normalize("NFC", text) if not unicodedata.combining(character)]
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in seen)


def body(text: str) -> list[str]:
    """The lines of a table that hold its rows."""
    return [line for line in text.splitlines() if "." in line]


def test_numbers_end_in_the_same_column() -> None:
    rows = body(text_table(table("a", "longer", "mid")))
    assert rows == ["a         0.10", "longer    1.00", "mid      10.00"]


@pytest.mark.parametrize(
    "name", ["日本語", "한국어", "e\u0301te\u0301", "ｆｕｌｌ", "Ελλάδα", "עברית", "a\u0308\u0323"]
)
def test_numbers_end_in_the_same_column_whatever_the_script(name: str) -> None:
    rows = body(text_table(table("plain", name, "a much longer name")))
    assert len({columns(row) for row in rows}) == 1


def test_a_rule_is_as_wide_as_the_table() -> None:
    lines = text_table(table("日本語の長い名前", "b")).splitlines()
    assert {len(line) for line in lines if set(line) == {"─"}} == {columns(lines[4])}


@pytest.mark.parametrize(("text", "expected"), [("", 0), ("abc", 3), ("日本", 4), ("e\u0301", 1), ("é", 1), ("ｆ", 2)])
def test_the_width_of_a_text(text: str, expected: int) -> None:
    assert display_width(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain naïve 日本", "plain naïve 日本"),
        ("a\x1b[2Jb", r"a\x1b[2Jb"),
        ("a\nb\tc\rd", r"a\nb\tc\rd"),
        ("a\x00b\x7f", r"a\x00b\x7f"),
        ("a\u202eb", r"a\u202eb"),
        ("a\u200bb", r"a\u200bb"),
        ("a\x9bb", r"a\x9bb"),
        ("a\udce9b", r"a\udce9b"),
        ("a\u2028b", r"a\u2028b"),
    ],
)
def test_what_cannot_be_seen_is_made_visible(text: str, expected: str) -> None:
    assert printable(text) == expected


@pytest.mark.parametrize("per_item", [False, True], ids=["averages", "items"])
@pytest.mark.parametrize("place", ["run", "gold", "lexelt", "identifier", "group"])
def test_no_name_can_move_the_cursor(place: str, per_item: bool) -> None:
    text = render_scores(evaluation(**{place: "a\x1b[2J\rb\u202ec\nd"}), "text", per_item=per_item, width=200)
    assert all(character.isprintable() or character == "\n" for character in text)
    plain = render_scores(evaluation(**{place: "abcd"}), "text", per_item=per_item, width=200)
    assert text.count("\n") == plain.count("\n")


def test_a_row_of_escaped_names_is_aligned_too() -> None:
    rows = body(text_table(table("a\x1bb", "c")))
    assert len(set(map(len, rows))) == 1


def test_a_hostile_name_stands_as_it_is() -> None:
    assert HOSTILE in render_scores(evaluation(HOSTILE), "text")


def test_a_missing_figure_is_a_dash_and_never_a_zero() -> None:
    text = render_scores(evaluation(), "text")
    row = next(line for line in text.splitlines() if line.startswith("run") and "1/2" in line)
    assert row.split() == ["run", "1/2", "50.00", "25.00", "-", "-"]
    assert "nan" not in text.lower()
    assert "none" not in text.lower()


def test_a_missing_figure_of_an_item_is_a_dash() -> None:
    lines = [line.split() for line in render_scores(evaluation(), "text", per_item=True).splitlines()]
    assert ["dog.n", "2", "-", "0.00"] in lines


def test_no_line_ends_in_spaces() -> None:
    for per_item in (False, True):
        text = render_scores(evaluation(group="pos=n"), "text", per_item=per_item)
        assert all(line == line.rstrip() for line in text.splitlines())


def test_every_table_has_a_title_a_heading_and_a_caption() -> None:
    text = render_scores(evaluation(), "text")
    assert "best (SemEval-2007)\n" in text
    assert "best, coverage, rank (Jabbari et al. 2010)\n" in text
    assert text.count("Scores x 100 on 2 of 2 items of gold") == 2
    assert "0 of them have a mode" in text


def test_a_table_without_rows_is_no_error() -> None:
    assert "run" in text_table(table())


@pytest.mark.parametrize("name", ["plain", "日本語", "עברית", "a\u0308"])
def test_a_style_adds_nothing_that_is_seen_or_moves_a_column(name: str) -> None:
    table = Table(
        title="title",
        columns=("run", "p"),
        rows=((name, ".001*"), ("other", ".400 "), (">2", "1.00 [0, 2] >2,4-6")),
        caption="caption",
    )
    styled = text_table(table, style=TERMINAL)
    assert re.sub(r"\x1b\[[\d;]*m", "", styled) == text_table(table)
    assert re.findall(r"\x1b\[1;32m(.*?)\x1b\[0m", styled) == [".001*", ">2,4-6"], "numbers are marked, names are not"
    assert styled.count("\x1b[0m") == styled.count("\x1b[") / 2, "every style ends"


def test_headings_cannot_do_anything_to_the_terminal() -> None:
    table = Table(title="a\x1b[31mb", columns=("run", "gold\x1b[2J\u202e"), rows=(("x", "1"),))
    assert "\x1b" not in text_table(table)
    assert "\u202e" not in text_table(table)
