"""The rules of the multiword task; the expected figures are worked out by hand."""

import pytest

from tests.official.made import Score, multiword_report

MULTIWORDS = "bright.a 1 :: bright spark 3;\nbright.a 2 :: as bright-eyed 2;bright one 1;\nbright.a 3 :: a 1;\n"


def test_detection_and_identification(score: Score) -> None:
    outcome = score("bright.a 1 :: bright spark\nbright.a 2 :: bright one\n", MULTIWORDS, "mw")
    assert outcome.stdout == multiword_report("2 2 2", "100.00 100.00", "50.00 50.00")


def test_unknown_and_unscored_ids_count_as_found(score: Score) -> None:
    run = "bright.a 1 :: bright spark\nbright.a 3 :: a bright\nbright.a 77 :: a bright\n"
    outcome = score(run, MULTIWORDS, "mw")
    assert outcome.stdout == multiword_report("2 3 1", "33.33 50.00", "33.33 50.00")


def test_a_blank_answer_is_not_found_and_yet_genuine(score: Score) -> None:
    outcome = score("bright.a 1 :: \nbright.a 2 :: as bright-eyed\n", MULTIWORDS, "mw")
    assert outcome.stdout == multiword_report("2 1 2", "200.00 100.00", "100.00 50.00")


@pytest.mark.parametrize("answer", ["Bright spark", "bright-spark", "bright spark ", "bright spark\r", "bright spark;"])
def test_the_comparison_is_literal(score: Score, answer: str) -> None:
    outcome = score(f"bright.a 1 :: {answer}\n", MULTIWORDS, "mw")
    assert outcome.stdout == multiword_report("2 1 1", "100.00 50.00", "0.00 0.00")


@pytest.mark.parametrize(("answer", "identified"), [("bright one's", "0.00 0.00"), ("bright ones", "100.00 100.00")])
def test_the_apostrophe_goes_from_the_gold_only(score: Score, answer: str, identified: str) -> None:
    outcome = score(f"bright.a 1 :: {answer}\n", "bright.a 1 :: bright one's 2;\n", "mw")
    assert outcome.stdout == multiword_report("1 1 1", "100.00 100.00", identified)


def test_ids_are_numbers(score: Score) -> None:
    outcome = score("bright.a x2 :: bright one\nbright.a 1 :: bright spark\n", MULTIWORDS, "mw")
    expected = multiword_report("2 1 1", "100.00 50.00", "100.00 50.00")
    assert outcome.stdout == b"Error in run.txt on line 1\n" + expected


def test_the_first_line_of_an_id_counts(score: Score) -> None:
    outcome = score("bright.a 1 :: bright one\nbright.a 1 :: bright spark\n", MULTIWORDS, "mw")
    assert outcome.stdout == multiword_report("2 1 1", "100.00 50.00", "0.00 0.00")


@pytest.mark.parametrize(
    "line", ["bright.a 1::bright spark", " bright.a 1  ::   bright spark", "a bright.a 1 :: bright spark"]
)
def test_blanks_around_the_separator_are_free(score: Score, line: str) -> None:
    outcome = score(f"{line}\n", MULTIWORDS, "mw")
    assert outcome.stdout == multiword_report("2 1 1", "100.00 50.00", "100.00 50.00")


@pytest.mark.parametrize(
    ("entries", "total"),
    [
        ("pn 3;", 3),
        ("bright hypnotist 2;", 3),
        ("bright one 1;bright spark 3;", 2),
        ("x 2;bright one 1;bright spark 3;", 3),
        ("caf\u00e9 3;bright spark 5;", 2),
    ],
)
def test_the_first_entry_decides_and_only_what_was_given_twice_can_be_the_mode(
    score: Score, entries: str, total: int
) -> None:
    outcome = score("bright.a 1 :: bright spark\n", f"{MULTIWORDS}bright.a 4 :: {entries}\n", "mw")
    assert outcome.stdout.startswith(f"Total MWs in GS = {total}, ".encode())
