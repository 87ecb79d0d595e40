"""`stead score --explain-official` at the command line; what it finds is tested in tests/official/explaining."""

import gzip
import json

import pytest

from tests.cli.running import GOLD, RUN, Command, Write

OPTION = "--explain-official"


@pytest.mark.usefixtures("write")
def test_a_clean_run_is_fine(stead: Command) -> None:
    done = stead("score", "gold.txt", "run.txt", OPTION)
    assert (done.status, done.err) == (0, "")
    assert "The two agree on every item: 3 scored, no difference." in done.out


def test_differences_are_fine_too(stead: Command, write: Write) -> None:
    write("run.txt", RUN.replace("shiny", "Shiny"))
    done = stead("score", "gold.txt", "run.txt", OPTION, "--format", "json")
    assert done.status == 0
    assert [item["causes"] for item in json.loads(done.out)["items"]] == [["case"]]


def test_the_separator_tells_the_task_unless_a_measure_does(stead: Command, write: Write) -> None:
    write("oot.txt", RUN.replace("::", ":::"))
    write("gold-multiwords.txt", "bright.a 1 :: look up 2;\n")
    write("multiwords.txt", "bright.a 1 :: look up\n")

    def task(*words: str) -> str:
        return str(json.loads(stead("score", *words, OPTION, "--format", "json").out)["task"])

    assert task("gold.txt", "run.txt") == "best"
    assert task("gold.txt", "oot.txt") == "oot"
    assert task("gold.txt", "oot.txt", "-m", "oot") == "oot"
    assert task("gold.txt", "run.txt", "-m", "best,best-mode") == "best"
    assert task("gold-multiwords.txt", "multiwords.txt", "-m", "multiwords") == "mw"


def test_packed_files_and_standard_input_are_read(stead: Command, write: Write) -> None:
    write("gold.txt.gz", gzip.compress(GOLD.encode()))
    done = stead("score", "gold.txt.gz", "-", OPTION, stdin=gzip.compress(RUN.encode()))
    assert done.status == 0
    assert "no difference" in done.out


def test_every_item_is_shown_if_asked_for(stead: Command, write: Write) -> None:
    write("many.txt", "".join(f"a.n {number} :: Cat\n" for number in range(31)))
    write("gold.txt", "".join(f"a.n {number} :: cat 2;\n" for number in range(31)))
    assert "1 more: --per-item" in stead("score", "gold.txt", "many.txt", OPTION).out
    assert "a.n     30" in stead("score", "gold.txt", "many.txt", OPTION, "--per-item").out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["run.txt"], "explains one run at a time, not 2"),
        (
            ["-m", "best,oot"],
            "one task of the 2007 program at a time: --measures is best, oot or multiwords, not best,oot@10.",
        ),
        (["-m", "oot@5"], "not oot@5."),
        (["--by", "pos"], "which knows no --by; leave --by out."),
        (["--match", "exact"], "which knows no --match; leave --match out."),
        (["--min-responses", "1"], "which knows no --min-responses"),
        (["--multiwords", "gold.txt"], "which knows no --multiwords"),
        (["--strict"], "which knows no --faults"),
        (["--from", "semdis"], "which reads no semdis files."),
    ],
)
@pytest.mark.usefixtures("write")
def test_what_the_2007_program_does_not_know_is_wrong_usage(stead: Command, words: list[str], said: str) -> None:
    done = stead("score", "gold.txt", "run.txt", *words, OPTION)
    assert (done.status, done.out) == (2, "")
    assert said in done.err


@pytest.mark.usefixtures("write")
def test_standard_input_is_read_once(stead: Command) -> None:
    assert stead("score", "-", "-", OPTION).status == 2


def test_a_run_without_an_answer_is_bad_input(stead: Command, write: Write) -> None:
    write("run.txt", "bright.a 1 :: \n")
    done = stead("score", "gold.txt", "run.txt", OPTION)
    assert (done.status, done.out) == (1, "")
    assert "run.txt: the run has 1 item, but no answer. The official program stops here, dividing by zero" in done.err


def test_a_death_is_said(stead: Command, write: Write) -> None:
    write("run.txt", "dog.n 3 :: hound\n")
    done = stead("score", "gold.txt", "run.txt", OPTION)
    assert done.status == 0
    assert "stead: The official program stops here, dividing by zero: no item with a mode is answered." in done.err


@pytest.mark.usefixtures("write")
def test_a_missing_file_is_bad_input(stead: Command) -> None:
    assert stead("score", "gold.txt", "absent.txt", OPTION).status == 1
