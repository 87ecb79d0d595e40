"""The quirks of the gold reader; the expected figures are worked out by hand."""

import pytest

from tests.official.made import GOLD, Score, report


@pytest.mark.parametrize("word", ["pn", "hypnotic", "sharpness"])
def test_pn_anywhere_deletes_an_entry(score: Score, word: str) -> None:
    """What is left, "dull 1", is too little to be scored."""
    gold = f"{GOLD}bright.a 3 :: {word} 3;dull 1;\n"
    outcome = score(f"bright.a 1 :: clever\nbright.a 3 :: {word}\n", gold)
    assert outcome.stdout == report("2 1", "75.00 37.50", "2 1", "100.00 50.00")


def test_the_mode_is_the_next_entry_after_pn(score: Score) -> None:
    outcome = score("bright.a 1 :: dull\n", "bright.a 1 :: pn 3;dull 2;\n")
    assert outcome.stdout == report("1 1", "100.00 100.00", "1 1", "100.00 100.00")


@pytest.mark.parametrize(("entries", "total"), [("dull 1;", 2), ("dull 2;", 3), ("dull 1;flat 1;", 3)])
def test_two_entries_or_a_first_count_above_one(score: Score, entries: str, total: int) -> None:
    outcome = score("bright.a 1 :: clever\n", f"{GOLD}bright.a 3 :: {entries}\n")
    assert outcome.stdout.startswith(f"Total = {total}, attempted = 1\n".encode())


def test_a_one_letter_entry_vanishes(score: Score) -> None:
    """Only dull is left: all the credit, and the mode."""
    outcome = score("bright.a 1 :: dull\n", "bright.a 1 :: x 3;dull 1;\n")
    assert outcome.stdout == report("1 1", "100.00 100.00", "1 1", "100.00 100.00")


def test_a_one_letter_item_stays_in_the_total_but_cannot_be_attempted(score: Score) -> None:
    outcome = score("bright.a 1 :: clever\nbright.a 3 :: x\n", f"{GOLD}bright.a 3 :: x 3;\n")
    assert outcome.stdout == report("3 1", "75.00 25.00", "2 1", "100.00 50.00")


def test_bytes_beyond_ascii_cut_an_entry(score: Score) -> None:
    outcome = score("bright.a 1 :: owner\n", "bright.a 1 :: café owner 3;dull 1;\n")
    assert outcome.stdout == report("1 1", "75.00 75.00", "1 1", "100.00 100.00")


def test_bytes_beyond_ascii_lose_an_entry(score: Score) -> None:
    outcome = score("bright.a 1 :: dull\n", "bright.a 1 :: più 3;dull 1;\n")
    assert outcome.stdout == report("1 1", "100.00 100.00", "1 1", "100.00 100.00")


def test_a_second_blank_before_the_count_spoils_the_entry(score: Score) -> None:
    outcome = score("bright.a 1 :: dull\n", "bright.a 1 :: flat 3;dull  1;\n")
    assert outcome.stdout == report("1 1", "0.00 0.00", "1 1", "0.00 0.00")


def test_the_mode_is_the_first_entry_not_the_largest(score: Score) -> None:
    outcome = score("bright.a 1 :: flat\n", "bright.a 1 :: flat 1;dull 3;\n")
    assert outcome.stdout == report("1 1", "25.00 25.00", "1 1", "100.00 100.00")


def test_no_mode_where_a_later_count_equals_the_first(score: Score) -> None:
    gold = f"{GOLD}bright.a 3 :: flat 2;dull 3;dim 2;\n"
    assert b"Total with mode 2 attempted 1\n" in score("bright.a 1 :: clever\n", gold).stdout


def test_blank_and_foreign_gold_lines_are_passed_over(score: Score) -> None:
    gold = f"\n{GOLD}\nno gold line\n"
    assert score("bright.a 1 :: clever\n", gold) == score("bright.a 1 :: clever\n")


def test_a_later_count_of_the_same_term_overwrites_the_earlier_one(score: Score) -> None:
    """One of two responses is left; what was given before counts nowhere."""
    outcome = score("bright.a 1 :: flat\n", "bright.a 1 :: flat 2;dull 1;flat 1;\n")
    assert outcome.stdout.splitlines()[1] == b"precision = 50.00, recall = 50.00"


@pytest.mark.parametrize(
    ("entry", "total"), [("x 3", 3), ("B&B 3", 3), ("caf\u00e9  3", 3), ("caf\u00e9 3", 2), (". 3", 2)]
)
def test_a_lone_entry_counts_if_a_word_character_or_blank_stands_before_its_count(
    score: Score, entry: str, total: int
) -> None:
    outcome = score("bright.a 1 :: clever\n", f"{GOLD}bright.a 3 :: {entry};\n")
    assert outcome.stdout.startswith(f"Total = {total}, attempted = 1\n".encode())


def test_of_two_entries_neither_need_be_legible(score: Score) -> None:
    outcome = score("bright.a 1 :: clever\n", f"{GOLD}bright.a 3 :: . 1;, 1;\n")
    assert outcome.stdout.startswith(b"Total = 3, attempted = 1\n")
