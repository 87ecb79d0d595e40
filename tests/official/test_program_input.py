"""Which lines of a run are read; the expected figures are worked out by hand."""

from pathlib import Path

import pytest

from stead.official.program import Outcome, run_official
from tests.official.made import Score, report


@pytest.mark.parametrize(
    "line",
    [
        "bright.a 2 ::: shiny",
        "bright.a 2 ::shiny",
        "bright.a 2 ::",
        "bright.a  2 :: shiny",
        "bright.a\t2\t::\tshiny",
        "bright.a 2 shiny",
        "bright.a :: shiny",
        "# a comment",
    ],
)
def test_another_form_is_an_error_and_skipped(score: Score, line: str) -> None:
    outcome = score(f"bright.a 1 :: clever\n\n{line}\n")
    expected = report("2 1", "75.00 37.50", "2 1", "100.00 50.00")
    assert outcome == Outcome(b"Error in run.txt on line 3\n" + expected, 0, "")


def test_oot_wants_three_colons(score: Score) -> None:
    outcome = score("bright.a 1 ::: clever\nbright.a 2 :: shiny\n", task="oot")
    expected = report("2 1", "75.00 37.50", "2 1", "100.00 50.00", "oot")
    assert outcome.stdout == b"Error in run.txt on line 2\n" + expected


def test_blank_lines_are_no_errors(score: Score) -> None:
    outcome = score("\n  \t\r\nbright.a 1 :: clever")
    assert outcome.stdout == report("2 1", "75.00 37.50", "2 1", "100.00 50.00")


def test_errors_name_the_file_as_it_was_given(score: Score, tmp_path: Path) -> None:
    score("rubbish\nbright.a 1 :: clever\n")
    outcome = run_official(tmp_path / "run.txt", tmp_path / "gold.txt")
    assert outcome.stdout.startswith(f"Error in {tmp_path / 'run.txt'} on line 1\n".encode())


def test_a_file_name_beyond_ascii_keeps_its_bytes(score: Score) -> None:
    score("rubbish\nbright.a 1 :: clever\n")
    Path("run.txt").rename("žlutý.txt")
    outcome = run_official(Path("žlutý.txt"), Path("gold.txt"))
    assert outcome.stdout.startswith("Error in žlutý.txt on line 1\n".encode())


def test_only_the_id_is_matched(score: Score) -> None:
    outcome = score("zebra.v 1 :: clever\n")
    assert outcome.stdout == report("2 1", "75.00 37.50", "2 1", "100.00 50.00")


def test_an_unknown_id_is_ignored(score: Score) -> None:
    outcome = score("bright.a 1 :: clever\nbright.a x7 :: shiny\n")
    assert outcome.stdout == report("2 1", "75.00 37.50", "2 1", "100.00 50.00")


def test_the_first_line_of_an_id_counts(score: Score) -> None:
    outcome = score("bright.a 1 :: smart\nbright.a 1 :: clever\n")
    assert outcome.stdout == report("2 1", "25.00 12.50", "2 1", "0.00 0.00")


@pytest.mark.parametrize("lexelt", ["e bright.a", " bright.a", "\tbright.a", "\u00e9t\u00e9 bright.a"])
def test_a_line_may_begin_anywhere(score: Score, lexelt: str) -> None:
    outcome = score(f"{lexelt} 1 :: clever\n")
    assert outcome.stdout == report("2 1", "75.00 37.50", "2 1", "100.00 50.00")
