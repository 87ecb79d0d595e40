"""Runs with names on the command line: `name=FILE`, and a run for each task."""

from pathlib import Path

import pytest

from tests.cli.running import RUN, Command, Write, cells

OOT = "bright.a 1 ::: clever\nbright.a 2 ::: vivid;lit\ndog.n 3 ::: hound;mutt\n"
"""Worked by hand: 3/4, 2/4 and 4/4 of the weights."""


@pytest.mark.parametrize(
    "words", [("mine=run.txt", "mine=x.txt"), ("mine.best", "mine.oot"), ("mine=mine.best", "mine=mine.oot")]
)
def test_a_system_with_a_run_for_each_task_is_one_row(stead: Command, write: Write, words: tuple[str, ...]) -> None:
    write("x.txt", OOT)
    write("mine.best", RUN)
    write("mine.oot", OOT)
    done = stead("score", "gold.txt", *words, "-m", "best,oot")
    assert ["mine", "3/3", "33.33", "33.33"] in cells(done.out)
    assert ["mine", "3/3", "75.00", "75.00"] in cells(done.out)
    assert "mine: best from the run for best; all other measures from the run for oot." in done.err


def test_a_name_stands_in_every_table_of_a_comparison(stead: Command, write: Write) -> None:
    write("x.txt", OOT)
    done = stead("compare", "gold.txt", "mine=run.txt", "mine=x.txt", "a b=run.txt", "-m", "best", "--resamples", "20")
    assert "the same run is given twice" in done.err
    write("y.txt", RUN)
    words = ("mine=run.txt", "mine=x.txt", "a b=y.txt", "-m", "best,oot", "--resamples", "20")
    done = stead("compare", "gold.txt", *words)
    assert done.status == 0
    assert "a b" in done.out
    assert "run.txt" not in done.out


def test_a_run_that_is_added_may_have_a_name(stead: Command, write: Write) -> None:
    write("x.txt", OOT)
    stead("compare", "gold.txt", "run.txt", "-m", "best", "--resamples", "20", "-o", "saved.json")
    done = stead("report", "saved.json", "--add", "mine=x.txt")
    assert done.status == 0
    assert "mine" in done.out


def test_a_file_with_an_equals_sign_in_its_name_is_that_file(stead: Command, write: Write) -> None:
    write("k=5.txt", RUN)
    done = stead("score", "gold.txt", "k=5.txt", "-m", "best")
    assert ["k=5", "3/3", "33.33", "33.33"] in cells(done.out)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("=run.txt", "=run.txt: expected name=FILE, or a file."),
        ("mine=", "mine=: expected name=FILE, or a file."),
        ("mine=absent.txt", "absent.txt: cannot be read: No such file or directory."),
    ],
)
def test_what_is_no_run_is_refused_in_a_sentence(stead: Command, write: Write, word: str, message: str) -> None:
    done = stead("score", "gold.txt", word)
    assert done.status in {1, 2}
    assert message in done.err


def test_an_output_is_not_written_over_a_named_run(stead: Command, write: Write) -> None:
    Path("x.txt").write_text(RUN, encoding="utf-8")
    done = stead("compare", "gold.txt", "mine=x.txt", "-o", "x.txt")
    assert done.status == 2
    assert "would overwrite" in done.err
