"""The quirks in splitting and levelling an answer; the expected figures are worked out by hand."""

import pytest

from tests.official.made import Score, report


def test_a_trailing_semicolon_is_harmless(score: Score) -> None:
    assert score("bright.a 1 :: clever;;\n") == score("bright.a 1 :: clever\n")


def test_a_leading_semicolon_is_an_empty_first_guess(score: Score) -> None:
    """Half the credit, and the empty guess is not the mode."""
    outcome = score("bright.a 1 :: ;clever\n")
    assert outcome.stdout == report("2 1", "37.50 18.75", "2 1", "0.00 0.00")


def test_a_doubled_semicolon_is_an_empty_guess(score: Score) -> None:
    """(3 + 0 + 1) of 4 responses, by three guesses."""
    outcome = score("bright.a 1 :: clever;;smart\n")
    assert outcome.stdout == report("2 1", "33.33 16.67", "2 1", "100.00 50.00")


def test_guesses_are_not_trimmed(score: Score) -> None:
    outcome = score("bright.a 1 :: clever; smart\n")
    assert outcome.stdout == report("2 1", "37.50 18.75", "2 1", "100.00 50.00")


def test_capitals_count(score: Score) -> None:
    outcome = score("bright.a 1 :: Clever\n")
    assert outcome.stdout == report("2 1", "0.00 0.00", "2 1", "0.00 0.00")


def test_the_carriage_return_sticks_to_the_last_guess(score: Score) -> None:
    outcome = score("bright.a 1 :: clever;smart\r\n")
    assert outcome.stdout == report("2 1", "37.50 18.75", "2 1", "100.00 50.00")


def test_after_a_semicolon_the_carriage_return_is_a_guess(score: Score) -> None:
    outcome = score("bright.a 1 :: clever;\r\n")
    assert outcome.stdout == report("2 1", "37.50 18.75", "2 1", "100.00 50.00")


def test_best_counts_repeats_above_and_below_the_line(score: Score) -> None:
    """(3 + 3 + 1) of 4 responses, by three guesses."""
    outcome = score("bright.a 1 :: clever;clever;smart\n")
    assert outcome.stdout == report("2 1", "58.33 29.17", "2 1", "100.00 50.00")


def test_oot_pays_every_copy_and_warns(score: Score) -> None:
    outcome = score("bright.a 1 ::: clever;clever;smart\n", task="oot")
    expected = report("2 1", "175.00 87.50", "2 1", "100.00 50.00", "oot")
    assert outcome.stdout == b"WARNING OOT file contains duplicates on 1 lines\n" + expected


@pytest.mark.parametrize("last", ["wrong0", "wrong-9", "wrong 9"])
def test_oot_warns_of_repeats_beyond_the_tenth_guess_too(score: Score, last: str) -> None:
    wrong = ";".join(f"wrong{n}" for n in range(9))
    outcome = score(f"bright.a 1 ::: {wrong};wrong 9;{last}\n", task="oot")
    assert outcome.stdout.startswith(b"WARNING OOT file contains duplicates on 1 lines\n")


def test_oot_keeps_ten(score: Score) -> None:
    wrong = ";".join(f"wrong{n}" for n in range(9))
    outcome = score(f"bright.a 1 ::: {wrong};smart;clever\n", task="oot")
    assert outcome.stdout == report("2 1", "25.00 12.50", "2 1", "0.00 0.00", "oot")


@pytest.mark.parametrize("guess", ["well-lit", "well lit"])
def test_a_hyphenated_entry_matches_but_never_as_the_mode(score: Score, guess: str) -> None:
    outcome = score(f"bright.a 1 :: {guess}\n", "bright.a 1 :: well-lit 3;dull 1;\n")
    assert outcome.stdout == report("1 1", "75.00 75.00", "1 1", "0.00 0.00")


@pytest.mark.parametrize("gold", ["non-stop", "non stop"])
@pytest.mark.parametrize("guess", ["non-stop", "non stop"])
def test_non_is_joined_in_the_answer_only(score: Score, gold: str, guess: str) -> None:
    outcome = score(f"bright.a 1 :: {guess}\n", f"bright.a 1 :: {gold} 3;dull 1;\n")
    assert outcome.stdout == report("1 1", "0.00 0.00", "1 1", "0.00 0.00")


def test_joined_non_matches_a_gold_nonstop(score: Score) -> None:
    outcome = score("bright.a 1 :: non-stop\n", "bright.a 1 :: nonstop 3;dull 1;\n")
    assert outcome.stdout == report("1 1", "75.00 75.00", "1 1", "100.00 100.00")


@pytest.mark.parametrize("guess", ["one's own", "ones own"])
def test_one_apostrophe_is_removed_on_both_sides(score: Score, guess: str) -> None:
    outcome = score(f"bright.a 1 :: {guess}\n", "bright.a 1 :: one's own 3;dull 1;\n")
    assert outcome.stdout == report("1 1", "75.00 75.00", "1 1", "100.00 100.00")


def test_a_second_apostrophe_stays(score: Score) -> None:
    outcome = score("bright.a 1 :: its ones own\n", "bright.a 1 :: it's one's own 3;dull 1;\n")
    assert outcome.stdout == report("1 1", "0.00 0.00", "1 1", "0.00 0.00")


def test_no_american_spelling(score: Score) -> None:
    outcome = score("bright.a 1 :: color\n", "bright.a 1 :: colour 3;dull 1;\n")
    assert outcome.stdout == report("1 1", "0.00 0.00", "1 1", "0.00 0.00")
