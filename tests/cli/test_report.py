"""`stead report`: a saved comparison in another form, or with further runs."""

from pathlib import Path

import pytest

from tests.cli.running import RUN, Command, Write

FAST = ("-m", "best", "--resamples", "40")


@pytest.fixture
def saved(stead: Command, write: Write) -> Write:
    """A folder with a saved comparison of two runs, and a third run."""
    write("second.txt", RUN.replace("smart;clever", "clever"))
    write("third.txt", RUN.replace("shiny", "lit"))
    assert stead("compare", "gold.txt", "run.txt", "second.txt", *FAST, "-o", "saved.json").status == 0
    return write


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "tsv", "json", "html"])
def test_a_saved_comparison_is_shown_as_it_was(stead: Command, saved: Write, format: str) -> None:
    fresh = stead("compare", "gold.txt", "run.txt", "second.txt", *FAST, "--format", format)
    done = stead("report", "saved.json", "--format", format)
    assert done.status == 0
    assert all("intervals by bootstrap are too narrow" in line for line in done.err.splitlines())
    assert done.out == fresh.out


def test_what_was_odd_is_said_again(stead: Command, saved: Write) -> None:
    saved("odd.txt", "bright.a 1 :: clever\n")
    stead("compare", "gold.txt", "run.txt", "odd.txt", *FAST, "-o", "odd.json")
    assert "stead: odd: 2 of 3 scored items not answered.\n" in stead("report", "odd.json").err


def test_a_run_is_added(stead: Command, saved: Write) -> None:
    done = stead("report", "saved.json", "--add", "third.txt", "-o", "new.json")
    assert (done.status, done.out) == (0, "")
    fresh = stead("compare", "gold.txt", "run.txt", "second.txt", "third.txt", *FAST, "--format", "json")
    assert Path("new.json").read_text(encoding="utf-8") == fresh.out


def test_the_saved_file_may_be_the_new_one_too(stead: Command, saved: Write) -> None:
    stead("report", "saved.json", "--add", "third.txt", "-o", "saved.json")
    assert "third" in stead("report", "saved.json").out


def test_a_saved_comparison_is_read_from_standard_input(stead: Command, saved: Write) -> None:
    plain = stead("report", "saved.json").out
    assert stead("report", "-", stdin=Path("saved.json").read_bytes()).out == plain


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ([], 2, "COMPARISON"),
        (["nowhere.json"], 1, "nowhere.json: cannot be read: No such file"),
        (["gold.txt"], 1, "gold.txt: not JSON ("),
        (["saved.json", "--add", "nowhere.txt"], 1, "nowhere.txt: cannot be read: No such file"),
        (["saved.json", "--add", "gold.txt"], 1, "gold.txt: looks like a gold standard"),
        (["saved.json", "-o", "report.docx"], 2, "report.docx: the ending says the form"),
        (["saved.json", "--format", "docx"], 2, "invalid choice: 'docx'"),
        (["-", "--add", "-"], 2, "standard input (-) can be read only once"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_mistake_is_one_sentence(stead: Command, saved: Write, words: list[str], status: int, said: str) -> None:
    done = stead("report", *words)
    assert (done.status, done.out) == (status, "")
    assert said in done.err
    assert "Traceback" not in done.err


def test_scores_are_not_a_comparison(stead: Command, saved: Write) -> None:
    saved("scores.json", stead("score", "gold.txt", "run.txt", "--format", "json").out)
    done = stead("report", "scores.json")
    assert done.status == 1
    assert 'expected the schema stead.report/1, found "stead.evaluation/1"' in done.err
