"""Comparisons as tables: what the cells and captions say, by hand, and what happens when there is little layout."""

import re
from dataclasses import replace

import pytest

import stead
from stead.reporting.comparison_tables import format_p, format_ranges, further_tables, leaderboards
from stead.reporting.tables import Table, TableLayout, display_width, shorten
from tests.reporting.reports import example, run_of, small

WIDE = TableLayout(1000)


def tables(result: stead.ComparisonResult, layout: TableLayout = WIDE) -> dict[str, Table]:
    return {
        table.title: table for table in (*leaderboards(result.report, layout), *further_tables(result.report, layout))
    }


GOLD = {str(number): {"right": 2} for number in range(10)}
"""Ten items with one right answer."""


def right_on(name: str, count: int) -> stead.Run:
    return run_of(name, {str(number): ["right" if number < count else "wrong"] for number in range(10)})


@pytest.fixture(scope="module")
def three() -> stead.ComparisonResult:
    """`all` is right on ten items, `most` on nine, `none` on none.

    By all 2^10 swaps of ten differences, `all` and `none` are as far apart as ever in 2 of 1024 cases: p = .002; `most`
    and `none` in 2 of 512: p = .004. `all` and `most` differ on one item: p = 1. Holm: .006, .008, 1.
    """
    runs = [right_on("none", 0), right_on("most", 9), right_on("all", 10)]
    return stead.compare(GOLD, *runs, measures="best", resamples=2000)


def test_the_leaderboard_is_in_order_and_says_who_is_surely_beaten(three: stead.ComparisonResult) -> None:
    table = tables(three)["leaderboard"]
    assert table.columns == ("no.", "run", "best R")
    assert [row[:2] for row in table.rows] == [("1", "all"), ("2", "most"), ("3", "none")]
    assert table.rows[0][2] == "100.00 [100.00, 100.00] >3"
    assert re.fullmatch(r"90\.00 \[\d+\.\d\d, 100\.00\] >3", table.rows[1][2])
    assert table.rows[2][2] == "0.00 [0.00, 0.00]"


def test_the_caption_says_how_to_read_it(three: stead.ComparisonResult) -> None:
    assert tables(three)["leaderboard"].caption == (
        "Scores x 100; n = 10 items; brackets: 95 % interval (BCa bootstrap); test: approximate randomisation, "
        "corrected by Holm over 3 pairs a measure; 2000 resamples, seed 1. >2,4-6: better than runs 2 and 4 to 6 with "
        "p < 0.05."
    )


def test_the_caption_follows_the_procedure() -> None:
    options = {"tests": "bootstrap", "interval": "percentile", "level": 0.9, "correction": "none", "unit": "lexelt"}
    assert tables(small(**options))["leaderboard"].caption.startswith(
        "Scores x 100; n = 4 items of 2 lexelts, each taken as one; brackets: 90 % interval (percentile bootstrap); "
        "test: paired bootstrap, not corrected; 50 resamples, seed 1."
    )


def test_every_pair_is_there_once_the_better_run_first(three: stead.ComparisonResult) -> None:
    table = tables(three)["differences in best R"]
    assert table.columns == ("pair", "difference", "interval", "p by item", "p by lexelt")
    assert [(row[0], row[1], row[3]) for row in table.rows] == [
        ("all - most", "10.00", "1.000 "),
        ("all - none", "100.00", ".006*"),
        ("most - none", "90.00", ".008*"),
    ]
    assert table.rows[1][2] == "[100.00, 100.00]"


def test_every_measure_has_its_table_of_pairs_in_its_own_order() -> None:
    """`first` is right on five items with its one answer, `later` on all ten, but with its second."""
    first = right_on("first", 5)
    later = run_of("later", {str(number): ["wrong", "right"] for number in range(10)})
    by_title = tables(stead.compare(GOLD, first, later, measures="p@1,p@2", resamples=50))
    assert by_title["differences in p@1"].rows[0][:2] == ("first - later", "50.00")
    assert by_title["differences in p@2"].rows[0][:2] == ("later - first", "25.00")


def test_the_table_of_a_measure_says_how_many_items_it_is_defined_on() -> None:
    """Of the two items, the first has one heaviest substitute, the second has two."""
    gold = {"1": {"right": 2, "other": 1}, "2": {"right": 1, "other": 1}}
    runs = {"a": {"1": ["right"], "2": ["right"]}, "b": {"1": ["other"], "2": ["right"]}}
    by_title = tables(stead.compare(gold, runs, measures="best,best-mode", resamples=50))
    assert by_title["differences in best R"].caption.startswith("Differences x 100; n = 2 items;")
    assert by_title["differences in best-mode R"].caption.startswith("Differences x 100; n = 1 item;")


def test_with_a_baseline_only_its_pairs_are_tested_and_corrected_for() -> None:
    """As in `three`, but of two pairs: 2 * .00195 = .0039 for `all`, which comes first, then .0039 for `most`."""
    runs = [right_on("none", 0), right_on("most", 9), right_on("all", 10)]
    result = stead.compare(GOLD, *runs, measures="best", resamples=2000, baseline="none")
    table = tables(result)["differences in best R"]
    assert [(row[0], row[3]) for row in table.rows] == [("all - none", ".004*"), ("most - none", ".004*")]
    caption = tables(result)["leaderboard"].caption
    assert "corrected by Holm over 2 pairs a measure;" in caption
    assert caption.endswith(" Only pairs with none are tested.")
    assert [row[2].partition(">")[2] for row in tables(result)["leaderboard"].rows] == ["3", "3", ""]


def test_a_pair_that_is_turned_round_keeps_its_interval(three: stead.ComparisonResult) -> None:
    pair = next(each for each in three.report.comparisons[0].pairs if (each.first, each.second) == ("none", "most"))
    assert pair.interval.low is not None
    assert pair.interval.high is not None
    shown = tables(three)["differences in best R"].rows[2][2]
    assert shown == f"[{-100 * pair.interval.high:.2f}, {-100 * pair.interval.low:.2f}]"


def test_ties_share_nothing_but_their_value() -> None:
    runs = [right_on("b", 5), right_on("a", 5), right_on("c", 5)]
    result = stead.compare(GOLD, *runs, measures="best", resamples=50)
    assert [row[1] for row in tables(result)["leaderboard"].rows] == ["b", "a", "c"]
    assert [row[1:3] for row in tables(result)["differences in best R"].rows] == [("0.00", "[0.00, 0.00]")] * 3


def test_one_run_has_no_pairs_and_no_marks() -> None:
    by_title = tables(small("alone", measures="best"))
    assert list(by_title) == ["leaderboard"]
    assert ">" not in by_title["leaderboard"].caption


def test_ranks_on_two_golds_in_the_layout_of_the_paper() -> None:
    second = {str(number): {"wrong": 2} for number in range(10)}
    runs = [right_on("all", 10), right_on("some", 3)]
    by_title = tables(stead.compare(GOLD, *runs, measures="best", resamples=50, other_gold=second))
    table = by_title["best R on two golds"]
    assert table.columns == ("run", "gold", "rank", "gold (2)", "rank", "difference")
    assert table.rows == (("some", "30.00", "2", "70.00", "1", "-1"), ("all", "100.00", "1", "0.00", "2", "+1"))


def test_a_measure_without_value_is_a_dash() -> None:
    runs = [run_of("one", {"1": ["a"]}), run_of("two", {"1": ["b"]})]
    by_title = tables(stead.compare({"1": {"a": 1, "b": 1}}, *runs, measures="best-mode", resamples=20))
    assert [row[2] for row in by_title["leaderboard"].rows] == ["-", "-"]
    assert by_title["differences in best-mode R"].rows[0][1:] == ("-", "-", "- ", "- ")


def test_the_number_of_items_is_that_of_the_comparison_not_of_the_gold() -> None:
    result = small(measures="best", min_responses=3)
    assert "n = 3 items" in tables(result)["leaderboard"].caption


@pytest.mark.parametrize(
    ("numbers", "said"),
    [([], ""), ([3], "3"), ([3, 4], "3,4"), ([3, 4, 5], "3-5"), ([1, 3, 4, 5, 7, 8, 10], "1,3-5,7,8,10")],
)
def test_numbers_are_said_as_short_as_can_be(numbers: list[int], said: str) -> None:
    assert format_ranges(numbers) == said


@pytest.mark.parametrize(
    ("p", "said"), [(None, "-"), (0.0, "< .001"), (0.0009, "< .001"), (0.001, ".001"), (0.0496, ".050"), (1.0, "1.000")]
)
def test_p_values_are_said_as_papers_do(p: float | None, said: str) -> None:
    assert format_p(p) == said


# -------------------------------------------------------------------------------------------------------- layout


@pytest.fixture(scope="module")
def wide() -> stead.ComparisonResult:
    names = [f"system-{number} with a rather long name, as people like to give" for number in range(12)]
    return small(*names, measures="best,best-mode,oot@10,coverage,gap,p@1")


@pytest.mark.parametrize("layout", [80, 100, 120, 200])
def test_no_leaderboard_is_wider_than_the_terminal(layout: int, wide: stead.ComparisonResult) -> None:
    text = wide.to("text", width=layout)
    lines = [line for line in text.splitlines() if not line.startswith("signature: ")]
    assert max(map(display_width, lines)) <= layout
    assert text.count("leaderboard") > (1 if layout < 200 else 0)


def test_a_column_that_is_wider_than_the_terminal_is_shown_all_the_same() -> None:
    text = example().to("text", width=20)
    for label in ("best R", "best-mode R", "oot@10 R", "coverage F", "gap"):
        assert label in text


def test_every_measure_is_in_one_part_exactly() -> None:
    narrow = list(leaderboards(example().report, TableLayout(70)))
    assert [label for table in narrow for label in table.columns[2:]] == [
        "best R",
        "best-mode R",
        "oot@10 R",
        "coverage F",
        "gap",
    ]


def test_long_names_are_shortened_on_a_terminal_only() -> None:
    name = "x" * 300
    result = small(name, "short", measures="best")
    assert name not in result.to("text")
    for form in ("markdown", "tsv", "json", "html"):
        assert name in result.to(form)
    assert name in result.to("latex").replace(r"\allowbreak{}", "")


@pytest.mark.parametrize(
    "text", ["", "short", "a name of exactly thirty chars", "日本語の名前" * 20, "é" * 99, "x" * 500]
)
def test_a_shortened_text_fits(text: str) -> None:
    by_title = shorten(text, 30)
    assert display_width(by_title) <= 30
    assert by_title == text or "…" in by_title


def test_two_long_names_with_different_ends_stay_different() -> None:
    assert shorten("system " * 9 + "one", 30) != shorten("system " * 9 + "two", 30)


def test_the_intervals_may_be_missing() -> None:
    """One item cannot be resampled."""
    result = stead.compare({"1": {"a": 2}}, {"1": ["a"]}, {"1": ["b"]}, measures="best", resamples=20)
    report = result.report
    assert report.comparisons[0].estimates[0].interval.low is None
    assert [row[2].partition(" ")[0] for row in tables(result)["leaderboard"].rows] == ["100.00", "0.00"]
    assert replace(report, notes=()) != report, "and a note says so"
