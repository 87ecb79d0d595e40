"""Division by zero: what was printed stays, status 255, and a sentence for a person."""

import pytest

from tests.official.made import GOLD, Score


@pytest.mark.parametrize("run", ["", "bright.a 1 :: \n", "bright.a 7 :: clever\n"])
def test_nothing_attempted(score: Score, run: str) -> None:
    outcome = score(run)
    assert (outcome.stdout, outcome.status) == (b"", 255)
    assert "no line of the run answers a scored item" in outcome.message


def test_no_term_of_the_gold_is_legible(score: Score) -> None:
    outcome = score("bright.a 1 :: a\n", "bright.a 1 :: a 2;\n")
    assert (outcome.stdout, outcome.status) == (b"", 255)
    assert "it reads no substitute of the gold standard (it drops terms of one letter)" in outcome.message


def test_what_was_printed_stays_printed(score: Score) -> None:
    outcome = score("rubbish\n")
    assert (outcome.stdout, outcome.status) == (b"Error in run.txt on line 1\n", 255)


def test_no_mode_attempted(score: Score) -> None:
    outcome = score("bright.a 3 :: dull\n", f"{GOLD}bright.a 3 :: dull 1;flat 1;\n")
    assert outcome.stdout == b"Total = 3, attempted = 1\nprecision = 50.00, recall = 16.67\n"
    assert outcome.status == 255
    assert "no item with a mode is answered" in outcome.message


def test_counts_of_nothing(score: Score) -> None:
    outcome = score("bright.a 1 :: dull\n", "bright.a 1 :: dull 0;flat 0;\n")
    assert (outcome.stdout, outcome.status) == (b"", 255)
    assert "item 1" in outcome.message


def test_no_multiword_given(score: Score) -> None:
    outcome = score("bright.a 1 :: \n", task="mw")
    assert (outcome.stdout, outcome.status) == (b"", 255)
    assert "gives no multiword" in outcome.message


def test_no_multiword_in_the_gold(score: Score) -> None:
    outcome = score("bright.a 1 :: bright spark\n", "bright.a 1 :: bright spark 1;\n", "mw")
    assert (outcome.stdout, outcome.status) == (b"", 255)
    assert "gold standard has no multiword" in outcome.message
