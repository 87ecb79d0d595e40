"""Tables in the width of the medium: nothing is lost, and names are still told apart."""

import pytest

from stead.reporting.latex import latex_table
from stead.reporting.tables import (
    Table,
    TableLayout,
    display_width,
    divide_columns,
    fit_table,
    markdown_table,
    shorten,
    text_table,
    wrap_cells,
)

WIDE = Table(
    title="scores",
    columns=("run", *(f"group{place}" for place in range(9))),
    rows=(("a", *(f"{place}.00" for place in range(9))), ("b", *(f"{place}.50" for place in range(9)))),
    caption="caption",
)


def test_a_table_that_fits_is_left_alone() -> None:
    assert list(fit_table(WIDE, TableLayout(200))) == [WIDE]


def test_a_wide_table_is_divided_and_every_part_has_its_labels() -> None:
    """3 + 2 for the runs, 6 + 2 for each group: four groups at most in 40 characters, so three parts."""
    parts = list(fit_table(WIDE, TableLayout(40)))
    assert [part.title for part in parts] == [
        "scores, columns 1 to 3",
        "scores, columns 4 to 6",
        "scores, columns 7 to 9",
    ]
    assert [part.columns[1:] for part in parts] == [WIDE.columns[1:4], WIDE.columns[4:7], WIDE.columns[7:]]
    assert all([row[0] for row in part.rows] == ["a", "b"] for part in parts)
    assert {part.caption for part in parts} == {"caption"}


def test_a_wider_gap_leaves_less_room() -> None:
    """3 + 5 for the runs, 6 + 5 for each group: two groups, so five parts."""
    assert [len(part.columns) - 1 for part in fit_table(WIDE, TableLayout(40, gap=5))] == [2, 2, 2, 2, 1]


def test_parts_are_as_equal_as_can_be_but_no_wider_than_a_row() -> None:
    four = [["xxxx"]] * 4
    assert [len(part) for part in divide_columns(four, TableLayout(20), 0)] == [2, 2]
    narrow_first = [["x"], ["x"], ["x"], ["x" * 10]]
    assert [len(part) for part in divide_columns(narrow_first, TableLayout(12), 0)] == [3, 1]


def test_a_single_column_is_not_said_to_be_several() -> None:
    titles = [part.title for part in fit_table(WIDE, TableLayout(12), "measure")]
    assert titles == [f"scores, measure {place}" for place in range(1, 10)]


def test_a_label_that_can_be_broken_takes_no_more_than_its_share() -> None:
    long = Table(title="t", columns=("run", "x", "y"), rows=(("a name of many words " * 9, "1", "2"),))
    assert len(list(fit_table(long, TableLayout(60)))) == 2
    assert len(list(fit_table(long, TableLayout(60, label=20)))) == 1


def test_a_column_wider_than_a_row_stands_alone() -> None:
    assert [len(part) for part in divide_columns([["x" * 50], ["y"], ["z"]], TableLayout(20), 5)] == [1, 2]


@pytest.mark.parametrize("name", ["a-very-long-name-" * 9, "とても長い名前" * 9, "e\u0301" * 99])
def test_names_are_shortened_to_what_there_is_room_for(name: str) -> None:
    short = shorten(name, 20)
    assert display_width(short) <= 20
    assert display_width(short) >= 18
    assert (short[0], short[-1]) == (name[0], name[-1])
    (part,) = fit_table(Table(title="t", columns=("run", "x"), rows=((name, "1"),)), TableLayout(60, shortens=True))
    assert display_width(part.rows[0][0]) <= 20
    (whole,) = fit_table(Table(title="t", columns=("run", "x"), rows=((name, "1"),)), TableLayout(60))
    assert whole.rows[0][0] == name


def test_a_name_is_whole_where_a_shorter_one_would_save_no_part() -> None:
    """20 + 2 for the name: two of the figures, 10 + 2 each, fit beside it, and so they do beside 13 characters."""
    name, figures = "n" * 20, ("1" * 10,) * 3
    parts = fit_table(
        Table(title="t", columns=("run", *"xyz"), rows=((name, *figures),)), TableLayout(46, shortens=True)
    )
    assert [part.rows for part in parts] == [((name, *figures[:2]),), ((name, *figures[2:]),)]


WORDS = Table(
    title="data",
    columns=("name", "items", "licence"),
    rows=(("one:test", "1710", "none stated; research only"), ("two:dev", "9", "free")),
    labels=3,
    numbers=frozenset({1}),
)


def test_words_are_broken_into_lines_and_numbers_are_set_on_the_right() -> None:
    assert text_table(wrap_cells(WORDS, 30)).splitlines()[4:] == [
        "one:test   1710  none stated;",
        "                 research only",
        "two:dev       9  free",
    ]


@pytest.mark.parametrize("width", [40, 120])
def test_a_table_of_words_that_fits_stays_as_it_is(width: int) -> None:
    assert wrap_cells(WORDS, width + 4) == WORDS


def test_numbers_among_words_are_set_on_the_right_in_markdown_and_latex() -> None:
    assert "| --- | ---: | --- |" in markdown_table(WORDS)
    assert r"\begin{tabular}{lrl}" in latex_table(WORDS)
