"""`lexsub_score`: EVALITA's name and usage, our figures."""

import re
from pathlib import Path

import pytest

from tests.cli.running import Command, Write, run_into_closed_pipe, run_script


def test_best_is_the_default(lexsub_score: Command, write: Write) -> None:
    """Four items, since one answer is enough: (.5 + .5) / 3 attempted, / 4 in all."""
    done = lexsub_score("run.txt", "gold.txt")
    assert done.status == 0
    assert done.out == (
        "Total = 4, attempted = 3\n"
        "precision = 33.33, recall = 25.00\n"
        "Total with mode 3 attempted 2\n"
        "Mode precision = 50.00, Mode recall = 33.33\n"
    )
    assert done.err == "stead: run: 1 of 4 scored items not answered.\n"


def test_an_item_with_one_answer_counts(lexsub_score: Command, stead: Command, write: Write) -> None:
    write("one.txt", "bright.a 1 :: clever 1;\nbright.a 2 :: shiny 2;\n")
    write("answers.txt", "bright.a 1 :: clever\nbright.a 2 :: shiny\n")
    assert lexsub_score("answers.txt", "one.txt").out.startswith("Total = 2, attempted = 2\n")
    assert "1 of 2 items" in stead("score", "one.txt", "answers.txt").out


def test_an_item_without_an_answer_does_not_count(lexsub_score: Command, write: Write) -> None:
    write("none.txt", "bright.a 1 :: clever 1;\nbright.a 2 :: \n")
    assert lexsub_score("run.txt", "none.txt").out.startswith("Total = 1, attempted = 1\n")


def test_out_of_ten(lexsub_score: Command, write: Write) -> None:
    done = lexsub_score("run.txt", "gold.txt", "-t", "oot")
    assert done.status == 0
    assert "precision = 50.00, recall = 37.50\n" in done.out


def test_the_worked_example_of_the_guidelines(lexsub_score: Command, write: Write) -> None:
    write("gold_it.txt", "fulmineo.a$7$::$veloce 3;rapido 2; istantaneo 1\n")
    write("run_it.txt", "fulmineo.a$7$::$veloce;rapido\n")
    assert "precision = 41.67, recall = 41.67\n" in lexsub_score("run_it.txt", "gold_it.txt").out


def test_verbose_has_one_line_for_each_item(lexsub_score: Command, write: Write) -> None:
    done = lexsub_score("run.txt", "gold.txt", "-v")
    assert done.out.splitlines()[:4] == [
        "bright.a 1 credit 0.500000 mode not found",
        "bright.a 2 credit 0.500000 mode found",
        "dog.n 3 credit 0.000000 no mode",
        "run.v 4 not attempted",
    ]
    assert done.out.endswith(lexsub_score("run.txt", "gold.txt").out)


def test_the_verbose_credits_add_up_to_the_recall(lexsub_score: Command, example: Path) -> None:
    done = lexsub_score("-v", "runs/napper.txt", "gold.txt")
    credit = sum(map(float, re.findall(r"credit (\S+)", done.out)))
    (recall,) = re.findall(r"^precision = \S+, recall = (\S+)$", done.out, re.MULTILINE)
    assert credit / 67 * 100 == pytest.approx(float(recall), abs=0.005)


def test_a_figure_without_a_denominator_is_a_dash(lexsub_score: Command, write: Write) -> None:
    done = lexsub_score("run.txt", write("tie.txt", "dog.n 3 :: hound 2;mutt 2;\n"))
    assert "Total with mode 0 attempted 0\nMode precision = -, Mode recall = -\n" in done.out


@pytest.mark.parametrize(
    ("words", "fragment"),
    [
        (["nowhere.txt", "gold.txt"], "nowhere.txt: cannot be read"),
        (["run.txt", "nowhere.txt"], "nowhere.txt: cannot be read"),
        (["gold.txt", "run.txt"], "looks like a run"),
        (["gold.txt", "gold.txt"], "looks like a gold"),
        (["empty.txt", "gold.txt"], "empty"),
        (["other.txt", "gold.txt"], "no id of the run"),
    ],
)
def test_bad_input_is_a_sentence_and_status_1(
    lexsub_score: Command, write: Write, words: list[str], fragment: str
) -> None:
    write("empty.txt", "")
    write("other.txt", "bright.a 99 :: clever\n")
    done = lexsub_score(*words)
    assert (done.status, done.out) == (1, "")
    assert fragment in done.err
    assert done.err.count("\n") == 1


def test_files_in_the_wrong_order_are_answered_with_the_order_of_this_command(
    lexsub_score: Command, write: Write
) -> None:
    """Here the system comes first and the gold second."""
    assert "Give the gold first" not in lexsub_score("gold.txt", "run.txt").err


@pytest.mark.parametrize(
    ("words", "fragment"), [([], "system_file"), (["run.txt"], "gold_file"), (["a", "b", "-t", "mw"], "'mw'")]
)
def test_wrong_usage_is_status_2(lexsub_score: Command, write: Write, words: list[str], fragment: str) -> None:
    done = lexsub_score(*words)
    assert (done.status, done.out) == (2, "")
    assert fragment in done.err


def test_the_command_is_installed() -> None:
    done = run_script("lexsub_score", "runs/careful.txt", "gold.txt")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"Total = 67, attempted = 67\n")


def test_a_reader_that_has_gone_is_no_traceback() -> None:
    status, words = run_into_closed_pipe("lexsub_score", "-v", "runs/careful.txt", "gold.txt")
    assert (status, words) == (0, "")
