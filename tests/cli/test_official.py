"""`stead official`: the 2007 program at the command line; what it computes is tested in tests/official."""

from pathlib import Path

import pytest

from tests.cli.running import Command, Write, run_script

OOT = "bright.a 1 ::: smart;clever\nbright.a 2 ::: shiny\n"


def test_best_is_the_default(stead: Command, write: Write) -> None:
    done = stead("official", "run.txt", "gold.txt")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "Total = 3, attempted = 3\n"
        "precision = 33.33, recall = 33.33\n"
        "Total with mode 2 attempted 2\n"
        "Mode precision = 50.00, Mode recall = 50.00\n"
    )
    assert stead("official", "run.txt", "gold.txt", "-t", "best").out == done.out


def test_out_of_ten(stead: Command, write: Write) -> None:
    done = stead("official", write("oot.txt", OOT), "gold.txt", "-t", "oot")
    assert done.status == 0
    assert done.out.splitlines()[1] == "precision = 75.00, recall = 50.00"
    assert done.out.splitlines()[3].startswith("precision = ")


def test_multiwords(stead: Command, example: Path) -> None:
    done = stead("official", "multiwords/lookout.txt", "gold-multiwords.txt", "-t", "mw")
    assert done.status == 0
    assert done.out.startswith("Total MWs in GS = ")


def test_verbose_shows_every_line(stead: Command, write: Write) -> None:
    done = stead("official", "run.txt", "gold.txt", "-v")
    assert "bright.a Item 1 mode 'clever' : system 'smart' wrong\n" in done.out
    assert done.out.endswith(stead("official", "run.txt", "gold.txt").out)


def test_options_may_stand_anywhere(stead: Command, write: Write) -> None:
    write("oot.txt", OOT)
    expected = stead("official", "oot.txt", "gold.txt", "-t", "oot").out
    assert stead("official", "-t", "oot", "oot.txt", "gold.txt").out == expected
    assert stead("official", "oot.txt", "-toot", "gold.txt").out == expected


def test_death_is_status_255_and_a_sentence(stead: Command, write: Write) -> None:
    done = stead("official", write("empty.txt", ""), "gold.txt")
    assert (done.status, done.out) == (255, "")
    assert done.err.startswith("stead: The official program stops here, dividing by zero: ")
    assert done.err.count("\n") == 1


def test_what_was_printed_before_death_stays_printed(stead: Command, write: Write) -> None:
    done = stead("official", "run.txt", "gold.txt", "-t", "oot")
    assert done.status == 255
    assert done.out == "".join(f"Error in run.txt on line {number}\n" for number in (1, 2, 3))


def test_the_status_255_reaches_the_shell(write: Write) -> None:
    write("empty.txt", "")
    done = run_script("stead", "official", "empty.txt", "gold.txt", folder=Path.cwd())
    assert done.returncode == 255


@pytest.mark.parametrize("words", [["nowhere.txt", "gold.txt"], ["run.txt", "nowhere.txt"]])
def test_a_missing_file_is_a_sentence_and_status_1(stead: Command, write: Write, words: list[str]) -> None:
    done = stead("official", *words)
    assert (done.status, done.out) == (1, "")
    assert done.err == "stead: nowhere.txt: cannot be read: No such file or directory.\n"


def test_a_folder_is_a_sentence_and_status_1(stead: Command, write: Write) -> None:
    Path("folder").mkdir()
    done = stead("official", "folder", "gold.txt")
    assert (done.status, done.out) == (1, "")
    assert "folder: cannot be read" in done.err


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        (["run.txt"], "GOLD"),
        ([], "SYSTEM"),
        (["run.txt", "gold.txt", "-t", "bets"], "'bets'"),
        (["run.txt", "gold.txt", "extra.txt"], "extra.txt"),
    ],
)
def test_wrong_usage_is_status_2(stead: Command, write: Write, words: list[str], fragment: str) -> None:
    done = stead("official", *words)
    assert (done.status, done.out) == (2, "")
    assert fragment in done.err


def test_a_name_that_looks_like_an_option_in_the_middle_is_scored(stead: Command, write: Write) -> None:
    """The old program printed its usage when a file's name contained -t or -v."""
    write("system-very-good.txt", Path("run.txt").read_bytes())
    assert stead("official", "system-very-good.txt", "gold.txt").out == stead("official", "run.txt", "gold.txt").out


def test_binary_files_are_no_traceback(stead: Command, write: Write) -> None:
    write("binary.bin", bytes(range(256)) * 3)
    assert stead("official", "binary.bin", "gold.txt").status == 255
    assert stead("official", "run.txt", "binary.bin").status == 255
