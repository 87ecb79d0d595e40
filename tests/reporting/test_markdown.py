"""Tables as Markdown: nothing in a name is markup, and nothing breaks a row."""

import re
from html import unescape

import pytest

from stead.reporting.score_tables import render_scores
from stead.reporting.tables import Table, markdown_table
from tests.reporting.examples import HOSTILE, evaluation, table


def rows(text: str) -> list[list[str]]:
    """The cells of each row of a pipe table, as a reader of Markdown sees them."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    cells = [re.split(r"(?<!\\)(?:\\\\)*\|", line)[1:-1] for line in lines]
    return [[unescape(re.sub(r"\\(.)", r"\1", cell.strip())) for cell in line] for line in cells]


def test_a_table() -> None:
    assert markdown_table(table("a", "b")) == (
        "**title**\n\n| run | best P |\n| --- | ---: |\n| a | 0.10 |\n| b | 1.00 |\n\ncaption\n"
    )


@pytest.mark.parametrize("name", ["a|b", "a\\", "a\\|b", "|", "`a|b`", "a\nb", "a\r\n| b |", "a\u2028b", "\x0b|"])
def test_no_name_breaks_a_row(name: str) -> None:
    lines = [line for line in markdown_table(table(name, "plain")).splitlines() if line.startswith("|")]
    assert len(lines) == 4
    assert all(len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == 3 for line in lines)


@pytest.mark.parametrize("name", ["a|b", "a_b_c", "**bold**", "<b>", "`code`", "[a](b)", "a\\b", HOSTILE])
def test_a_name_is_read_back_as_it_was(name: str) -> None:
    assert rows(markdown_table(table(name)))[2][0] == name


@pytest.mark.parametrize("mark", ["<", ">", "_", "*", "`", "[", "]", "|", "\\"])
def test_every_mark_is_escaped(mark: str) -> None:
    assert f"| a\\{mark}b |" in markdown_table(table(f"a{mark}b"))


@pytest.mark.parametrize("name", ["a&lt;b", "~~a~~"], ids=["entity", "strike-through"])
def test_a_name_that_a_reader_would_interpret_is_escaped(name: str) -> None:
    assert f"| {name} |" not in markdown_table(table(name))


def test_titles_and_captions_are_escaped_too() -> None:
    text = markdown_table(table("a", title="<b>", caption="a_b*"))
    assert text.startswith("**\\<b\\>**\n")
    assert text.endswith("\na\\_b\\*\n")


@pytest.mark.parametrize("place", ["run", "gold", "lexelt", "identifier", "group"])
def test_no_name_anywhere_is_markup(place: str) -> None:
    for per_item in (False, True):
        text = render_scores(evaluation(**{place: HOSTILE}), "markdown", per_item=per_item)
        assert "<script>" not in text
        assert "[link]" not in text


def test_a_missing_figure_is_a_dash() -> None:
    table_rows = rows(render_scores(evaluation(), "markdown"))
    assert ["run", "1/2", "50.00", "25.00", "-", "-"] in table_rows
    assert ["dog.n", "2", "-", "0.00"] in rows(render_scores(evaluation(), "markdown", per_item=True))


def test_every_row_has_as_many_cells_as_the_heading() -> None:
    for per_item in (False, True):
        text = render_scores(evaluation(group="pos=n"), "markdown", per_item=per_item)
        for one in text.split("**")[2::2]:
            assert len({len(row) for row in rows(one)}) == 1


def test_commands_in_captions_are_code_and_everything_else_is_escaped() -> None:
    table = Table(title="t", columns=("a",), rows=(("1",),), caption="Of `x*`: `stead datasets get a_b` gets *it*.")
    assert markdown_table(table).endswith("\nOf \\`x\\*\\`: `stead datasets get a_b` gets \\*it\\*.\n")
