"""The stale answer: a blank one is scored with the guesses of the item before."""

import pytest

from tests.official.made import GOLD, Score, report


def test_a_blank_answer_reuses_the_last_guesses(score: Score) -> None:
    """Item 2 earns 3/4 and its mode with the guess of item 1, and yet only one item is attempted."""
    gold = "bright.a 1 :: clever 3;smart 1;\nbright.a 2 :: clever 3;smart 1;\n"
    outcome = score("bright.a 1 :: clever\nbright.a 2 :: \n", gold)
    assert outcome.stdout == report("2 1", "150.00 75.00", "2 2", "100.00 100.00")


def test_in_oot_as_well(score: Score) -> None:
    outcome = score("bright.a 1 ::: clever;shiny\nbright.a 2 ::: \n", task="oot")
    assert outcome.stdout == report("2 1", "125.00 62.50", "2 2", "100.00 100.00", "oot")


@pytest.mark.parametrize("line", ["bright.a 7 :: shiny", "bright.a 3 :: shiny", "bright.a 1 :: shiny"])
def test_a_line_that_is_ignored_leaves_no_guesses(score: Score, line: str) -> None:
    """An unknown id, an item that is not scored, a second line: item 2 still sees "clever"."""
    outcome = score(f"bright.a 1 :: clever\n{line}\nbright.a 2 :: \n", f"{GOLD}bright.a 3 :: shiny 1;\n")
    assert outcome.stdout == report("2 1", "75.00 37.50", "2 2", "50.00 50.00")


def test_the_verbose_lines_show_the_stale_guesses(score: Score) -> None:
    outcome = score("bright.a 1 :: clever;shiny\nbright.a 2 :: \n", verbose=True)
    assert outcome.stdout.splitlines()[2:4] == [
        b"bright.a Item 2 mode 'shiny' : system 'clever' wrong",
        b"bright.a Item 2 credit 0.5 guesses 2 human responses 4: score is 0.5",
    ]


def test_with_nothing_before_it_there_is_nothing_to_reuse(score: Score) -> None:
    """Item 2 does not even attempt the mode."""
    outcome = score("bright.a 2 :: \nbright.a 1 :: clever\n")
    assert outcome.stdout == report("2 1", "75.00 37.50", "2 1", "100.00 50.00")


def test_semicolons_only_are_no_answer_and_leave_no_guesses(score: Score) -> None:
    outcome = score("bright.a 1 :: ;\nbright.a 2 :: \nbright.a 3 :: dull\n", f"{GOLD}bright.a 3 :: dull 2;\n")
    assert outcome.stdout == report("3 1", "100.00 33.33", "3 1", "100.00 33.33")
