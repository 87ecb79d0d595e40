"""`--preset semeval2007` on the command line, in comparisons and in Python."""

from pathlib import Path

import pytest

import stead as package
from stead import UsageError
from tests.cli.running import Command, Write, cells, tsv

# Worked by hand: the first run earns 3/4, a stale 0, 1 and, in the wrong case, 0: 1.75 on 4 items, 3 of them attempted.
GOLD = "side.n 1 :: team 3;club 1;\nside.n 2 :: edge 2;rim 1;\ne commerce.J 3 :: trade 2;\nside.v 4 :: back 2;\n"
FIRST = "side.n 1 :: team\nside.n 2 :: \ne commerce.J 3 :: trade\nside.v 4 :: Back\nrubbish\n"
SECOND = "side.n 1 :: club\nside.n 2 :: edge\ne commerce.J 3 :: trade\nside.v 4 :: back\n"


@pytest.fixture
def files(write: Write) -> None:
    for name, text in (("gold.txt", GOLD), ("run.txt", FIRST), ("second.txt", SECOND)):
        write(name, text)


@pytest.mark.usefixtures("files")
def test_figures_groups_and_what_the_program_does_not_read(stead: Command) -> None:
    done = stead("score", "gold.txt", "run.txt", "--preset", "semeval2007", "--by", "pos")
    assert ["all", "run", "3/4", "58.33", "43.75", "50.00", "50.00"] in cells(done.out)
    assert ["pos=n", "run", "1/2", "75.00", "37.50", "50.00", "50.00"] in cells(done.out)
    assert "program:semeval2007|" in done.out
    assert "run.txt: 1 left out (malformed)" in done.err
    assert "lexelt" not in done.err


@pytest.mark.usefixtures("files")
def test_comparisons_have_intervals_tests_and_a_page(stead: Command) -> None:
    command = ("compare", "gold.txt", "run.txt", "second.txt", "--preset", "semeval2007", "--resamples", "50")
    done = stead(*command, "-o", "page.html")
    assert done.status == 0, done.err
    assert "43.75" in stead(*command).out
    assert "program:semeval2007" in Path("page.html").read_text(encoding="utf-8")


@pytest.mark.usefixtures("files")
@pytest.mark.parametrize(
    "options", [("--match", "exact"), ("--min-responses", "1"), ("-m", "gap"), ("-m", "best,oot"), ("--by", "subset")]
)
def test_whatever_the_program_does_not_know_is_refused(stead: Command, options: tuple[str, str]) -> None:
    done = stead("score", "gold.txt", "run.txt", "--preset", "semeval2007", *options)
    assert done.status == 2
    assert "2007 program" in done.err


@pytest.mark.usefixtures("files")
def test_a_run_of_the_other_task_is_refused_with_what_to_do(stead: Command) -> None:
    done = stead("score", "gold.txt", "run.txt", "--preset", "semeval2007", "-m", "oot")
    assert done.status == 1
    assert "run.txt: written as a run for best, but scored for oot." in done.err
    assert done.err.endswith("or score this task alone (--measures best).\n")


@pytest.mark.usefixtures("files")
def test_a_second_gold_is_refused(stead: Command, write: Write) -> None:
    write("other.txt", GOLD.replace("back 2", "back 3"))
    command = ("compare", "gold.txt", "run.txt", "second.txt", "--preset", "semeval2007", "--resamples", "50")
    done = stead(*command, "--other-gold", "other.txt")
    assert done.status == 2
    assert "there is no other" in done.err


def test_an_item_of_the_gold_that_is_not_scored_is_not_unknown() -> None:
    gold = {"1": {"team": 3, "club": 1}, "2": {"rim": 1}}
    result = package.score(gold, {"1": ["team"], "2": ["rim"]}, measures="best", preset="semeval2007")
    assert result.notes == ()
    assert result.scores[0].scored == 1


def test_the_ceiling_is_what_the_program_could_give() -> None:
    """Only `well lit` can be answered, and no mode with a hyphen can be hit."""
    gold = {"1": {"well-lit": 3, "dim": 1}, "2": {"non stop": 3, "dim": 2}}
    run = {"1": ["well lit"], "2": ["dim"]}
    best, mode = package.score(gold, run, measures="best,best-mode", preset="semeval2007").scores
    assert best.figures == best.ceiling
    assert best.ceiling["R"] == pytest.approx((3 / 4 + 2 / 5) / 2)
    assert mode.ceiling["R"] == 0


@pytest.mark.usefixtures("files")
def test_multiwords_that_only_blanks_answer_have_the_figures_of_the_program(stead: Command, write: Write) -> None:
    write("mw.txt", "run.v 3 :: carry on 3;\nrun.v 4 :: get up 2;\n")
    write("run_mw.txt", "run.v 3 :: ;\n")
    done = stead("score", "mw.txt", "run_mw.txt", "-m", "multiwords", "--preset", "semeval2007")
    assert ["run_mw", "1/2", "100.00", "50.00", "0.00", "0.00"] in cells(done.out)
    assert done.err == ""


@pytest.mark.usefixtures("files")
def test_what_is_to_be_left_out_is_named_by_its_options(stead: Command) -> None:
    done = stead("score", "gold.txt", "run.txt", "--preset", "semeval2007", "--match", "exact")
    assert "leave out --match, --min-responses, --mapping, --multiwords, --candidates, --weights, --faults" in done.err


def test_dicts_are_scored_as_files_of_them_would_be() -> None:
    gold = {("side.n", "1"): {"team": 3, "club": 1}, ("side.n", "2"): {"well-lit": 2}}
    run = {("side.n", "1"): ["Team", "club"], ("side.n", "2"): ["well-lit"]}
    result = package.score(gold, run, measures="best,best-mode", preset="semeval2007")
    assert result.value("best", "R") == pytest.approx((1 / 4 / 2 + 1) / 2)
    assert result.value("best-mode", "R") == 0  # a hyphenated mode is never hit
    with pytest.raises(UsageError, match="leave out `match`, `min_responses`"):
        package.score(gold, run, min_responses=1, preset="semeval2007")


OOT = "side.n 1 ::: club;team\nside.n 2 ::: edge\n"


@pytest.fixture
def tasks(write: Write) -> None:
    """A system with a run for each task, and one with a run for best only."""
    for name, text in (("gold.txt", GOLD), ("both.best", SECOND), ("both.oot", OOT), ("lone.best", FIRST)):
        write(name, text)


@pytest.mark.usefixtures("tasks")
def test_a_system_without_a_run_for_a_task_has_dashes_there(stead: Command) -> None:
    """Of both.oot: (1 + 3) / 4 and 2 / 3, on four items."""
    runs = ("both.best", "both.oot", "lone.best", "--preset", "semeval2007")
    done = stead("score", "gold.txt", *runs)
    assert done.status == 0
    assert ["both", "2/4", "83.33", "41.67", "100.00", "50.00"] in cells(done.out)
    assert ["lone", "3/4", "58.33", "43.75", "50.00", "50.00"] in cells(done.out)
    assert ["lone", "-", "-", "-", "-", "-"] in cells(done.out)
    assert "Scores x 100 on 4 of 4 items" in done.out
    assert "stead: lone: has no run for oot, and no figures there." in done.err
    compared = stead("compare", "gold.txt", *runs, "--table", "--resamples", "50")
    assert ["lone", "43.75", "50.00", "-", "-"] in cells(compared.out)
    one = stead("score", "gold.txt", "lone.best", "both.oot", "--preset", "semeval2007", "-m", "oot")
    assert ["both", "2/4", "83.33", "41.67"] in cells(one.out)
    assert "Scores x 100 on 4 of 4 items" in one.out
    assert "lone: has no run for oot, and no figures there." in one.err
    assert "lone: 4 of 4 scored items" not in one.err


def signed(out: str) -> list[str]:
    return [line.removeprefix("signature: ") for line in out.splitlines() if line.startswith("signature: ")]


@pytest.mark.usefixtures("tasks")
def test_each_signature_names_its_systems_where_they_differ_and_those_without_figures_have_none(stead: Command) -> None:
    done = stead("score", "gold.txt", "both.best", "both.oot", "lone.best", "--preset", "semeval2007")
    named = [(signature.partition("|")[0], signature.rpartition(" ")[2]) for signature in signed(done.out)]
    assert sorted(named) == [
        ("best,best-mode", "(both)"),
        ("best,best-mode", "(lone)"),
        ("oot@10,oot-mode@10", "(both)"),
    ]
    alike = stead("score", "gold.txt", "both.best", "lone.best", "--preset", "semeval2007")
    assert [signature.partition("|")[0] for signature in signed(alike.out)] == ["MEASURE"]
    assert "(" not in signed(alike.out)[0]


@pytest.mark.usefixtures("tasks")
def test_a_figure_of_the_program_has_the_same_signature_beside_other_measures(stead: Command, write: Write) -> None:
    write("gold.txt", GOLD + "side.n 5 :: alone 1;\n")  # one response: stead reads the item, the program does not
    words = ("score", "gold.txt", "both.best", "--preset", "semeval2007", "--format", "tsv", "-m")
    alone, beside = tsv(stead(*words, "best").out), tsv(stead(*words, "best,gap").out)
    assert "|items:4/4|" in alone[0]["signature"]
    assert [row for row in beside if row["measure"] == "best"] == alone


@pytest.mark.usefixtures("tasks")
def test_the_preset_holds_for_the_measures_that_it_has_and_the_others_are_named(stead: Command) -> None:
    """Back in the wrong case counts for stead alone: GAP of the first run is (1 + 0 + 1 + 1) / 4."""
    done = stead("score", "gold.txt", "lone.best", "--preset", "semeval2007", "-m", "best,gap", "--format", "tsv")
    rows = {(row["measure"].partition("(")[0], row["figure"]): row for row in tsv(done.out)}
    assert float(rows["best", "R"]["value"]) == pytest.approx(1.75 / 4)
    assert "program:semeval2007" in rows["best", "R"]["signature"]
    alone = stead("score", "gold.txt", "lone.best", "-m", "gap", "--format", "tsv")
    assert rows["gap", "mean"] == tsv(alone.out)[0]
    assert "Outside the preset semeval2007, since the 2007 program has none, and scored without it: gap." in done.err
    saved = stead("compare", "gold.txt", "lone.best", "--preset", "semeval2007", "-m", "best,gap", "-o", "saved.json")
    assert saved.status == 0
    again = stead("report", "saved.json", "--add", "both.best")
    assert (again.status, "was made with the preset semeval2007" in again.err) == (2, True)


@pytest.mark.usefixtures("tasks")
def test_a_file_of_the_other_task_is_noted(stead: Command) -> None:
    done = stead("score", "gold.txt", "lone.best", "-m", "best,oot")
    assert "stead: lone: oot@10 computed from a run for best, since there is none for oot." in done.err
    assert "computed from" not in stead("score", "gold.txt", "both.best", "both.oot", "-m", "best,oot").err
