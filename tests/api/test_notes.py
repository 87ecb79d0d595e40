"""Python says what the command line says, and warns where something does not count as it was given."""

import subprocess
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import stead
from stead.cli import main
from stead.cli.output import in_options

GOLD = "bright.a 1 :: clever 3;smart 1;\nbright.a 2 :: shiny 2;vivid 1;\ndog.n 3 :: hound 2;mutt 2;\n"
ODD_RUN = "bright.a 1 :: smart;smart\nbright.n 2 :: shiny\nbright.a 9 :: sun\nbright.a 1 :: clever\nno line\n"
WHOLE_RUN = "bright.a 1 :: clever\nbright.a 2 :: lit\ndog.n 3 :: hound\n"
ANNOTATIONS = (
    "lexelt\tid\tannotator\tsubstitutes\n"
    "bright.a\t1\tann\tclever\nbright.a\t1\tbea\tclever;smart;clever\nbright.a\t1\tcem\tsmart\n"
    "dog.n\t3\tann\thound\ndog.n\t3\tbea\thound\nrun.v\t4\tann\tsprint\nno line\n"
)
OTHER_GOLD = "bright.a 1 :: clever 2;\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with files in which a good deal is odd."""
    monkeypatch.chdir(tmp_path)
    texts = {"gold.txt": GOLD, "runs/odd.txt": ODD_RUN, "runs/whole.txt": WHOLE_RUN, "annotations.tsv": ANNOTATIONS}
    for name, text in {
        **texts,
        "runs/none.txt": "nothing\n",
        "other.txt": OTHER_GOLD,
        "bad.txt": f"{GOLD}no line\n",
    }.items():
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


@contextmanager
def recorded() -> Iterator[list[str]]:
    """The texts of the warnings of stead."""
    found: list[str] = []
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield found
    assert {each.category for each in caught} <= {stead.SteadWarning}
    found += [str(each.message) for each in caught]


Calls = tuple[Callable[[], Any], list[str], int]
RUNS = ("runs/odd.txt", "runs/whole.txt")
CALLS: dict[str, Calls] = {
    "score": (lambda: stead.score("gold.txt", *RUNS), ["score", "gold.txt", *RUNS], 0),
    "compare": (
        lambda: stead.compare("gold.txt", *RUNS, resamples=20),
        ["compare", "gold.txt", *RUNS, "--resamples", "20"],
        0,
    ),
    "leaderboard": (
        lambda: stead.leaderboard("runs", "gold.txt", resamples=20),
        ["leaderboard", "runs", "--gold", "gold.txt", "--resamples", "20", "-o", "site"],
        1,
    ),
    "agree": (
        lambda: stead.measure_agreement("annotations.tsv", resamples=0),
        ["agreement", "annotations.tsv", "--resamples", "0"],
        0,
    ),
    "humans": (lambda: stead.human_ceiling("annotations.tsv"), ["agreement", "annotations.tsv", "--humans"], 0),
    "make_gold": (lambda: stead.make_gold("annotations.tsv"), ["gold", "make", "annotations.tsv", "-o", "out.txt"], 1),
    "diff_golds": (lambda: stead.compare_golds("bad.txt", "gold.txt"), ["gold", "diff", "bad.txt", "gold.txt"], 0),
    "describe_gold": (lambda: stead.describe_gold("gold.txt"), ["gold", "stats", "gold.txt"], 0),
    "propose_curation": (
        lambda: stead.propose_curation("annotations.tsv"),
        ["gold", "curate", "annotations.tsv", "-o", "curation.tsv"],
        1,
    ),
    "pool": (lambda: stead.posthoc.pool("gold.txt", *RUNS), ["pool", "gold.txt", *RUNS, "-o", "pool.jsonl"], 1),
    "study": (
        lambda: stead.posthoc.study("gold.txt", "other.txt", *RUNS, resamples=0),
        ["study", "--gold1", "gold.txt", "--gold2", "other.txt", "--runs", *RUNS, "--resamples", "0"],
        0,
    ),
}
"""In Python, on the command line, and how many lines the command adds about the files it wrote."""


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("call", CALLS)
def test_a_result_has_the_notes_of_the_command_line_in_its_order(call: str, capfd: pytest.CaptureFixture[str]) -> None:
    function, words, about_files = CALLS[call]
    with recorded() as warned:
        notes = function().notes
    assert main(words) == 0
    lines = capfd.readouterr().err.splitlines()
    said = [line.removeprefix("stead: ") for line in lines if not line.endswith(" ...")]  # those tell of progress
    assert list(map(in_options, notes)) == said[: len(said) - about_files]
    assert [note for note in notes if note in warned] == list(dict.fromkeys(warned))


@pytest.mark.usefixtures("files")
def test_what_was_given_and_does_not_count_as_it_stands_is_warned_of_and_what_is_absent_is_not() -> None:
    with recorded() as warned:
        result = stead.score("gold.txt", "runs/odd.txt", measures="best")
    assert [text.partition(" (")[0] for text in warned] == [
        "runs/odd.txt: 1 left out",
        "odd: 1 repeated answer on 1 item",
        "odd: 1 id not in the gold, ignored",
        "odd: 1 id given a second time, ignored",
        "odd: 1 id with another lexelt than in the gold, matched by id",
    ]
    unanswered = "odd: 1 of 3 scored items not answered."
    assert unanswered in result.notes
    assert unanswered not in warned


def test_half_of_the_ids_wrong_is_not_silent() -> None:
    gold, run = {"1": {"team": 2}, "2": {"edge": 2}}, {"1": ["team"], "b2": ["edge"]}
    with pytest.warns(stead.SteadWarning, match=r"^run 1: 1 id not in the gold, ignored \(b2\)\.$"):
        result = stead.score(gold, run, measures="best")
    assert result.notes == (
        "run 1: 1 of 2 scored items not answered.",
        "run 1: 1 id not in the gold, ignored (b2).",
    )


def test_a_perfect_run_has_no_notes_and_nothing_is_printed_of_them() -> None:
    result = stead.score({"1": {"team": 2}}, {"1": ["team"]}, measures="best")
    assert result.notes == ()
    assert str(result) == result.to("text")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize("call", ["score", "compare", "leaderboard", "agree", "humans", "diff_golds", "pool", "study"])
def test_a_printed_result_shows_its_notes(call: str) -> None:
    with recorded():
        result = CALLS[call][0]()
    assert str(result).endswith("\nNotes:\n" + "".join(f"  {note}\n" for note in result.notes))


@pytest.mark.usefixtures("files")
def test_loading_a_file_warns_of_what_is_left_out() -> None:
    with pytest.warns(stead.SteadWarning, match=r"runs/odd\.txt: 1 left out \(malformed\)"):
        assert len(stead.read_run("runs/odd.txt")) == 4


@pytest.mark.usefixtures("files")
def test_a_warning_points_at_the_line_that_called_stead() -> None:
    with pytest.warns(stead.SteadWarning) as caught:
        stead.leaderboard("runs", "gold.txt", resamples=20, measures="best")
    assert {each.filename for each in caught} == {__file__}


@pytest.mark.usefixtures("files")
def test_the_tables_of_a_gold_warn_of_nothing_that_the_gold_did_not() -> None:
    with recorded():
        made = stead.make_gold("annotations.tsv")
    with recorded() as warned:
        made.data_sheet()
    assert not warned


@pytest.mark.usefixtures("files")
def test_the_command_line_prints_a_note_once() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "always", "-m", "stead", "score", "gold.txt", "runs/odd.txt", "-m", "best"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr.count("not in the gold") == 1
    assert "Warning" not in done.stderr


@pytest.mark.parametrize(
    ("answers", "found"),
    [
        (["team,club"], '"team,club" is read as one answer'),
        (["team 0.5", "club 0.1"], "2 of 2 answers end in a number"),
    ],
)
def test_answers_of_a_dict_that_look_like_something_else_are_warned_of(answers: list[str], found: str) -> None:
    with recorded() as warned:
        result = stead.score({"1": {"team": 3}}, {"1": answers}, measures="best")
    [warning] = warned
    assert warning in result.notes
    assert warning.startswith('run 1: item "1": ')
    assert found in warning


@pytest.mark.parametrize("answers", [["team", " "], ["team", ""], ["side 12", "team", "edge"]])
def test_a_blank_answer_or_one_number_of_a_dict_is_not_a_score(answers: list[str]) -> None:
    with recorded() as warned:
        stead.score({"1": {"team": 3}}, {"1": answers}, measures="best")
    assert not [warning for warning in warned if "end in a number" in warning]
