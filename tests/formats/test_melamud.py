"""Ranked candidates: RESULT lines with scores."""

from pathlib import Path

import pytest

from stead.core.faults import Severity, Source
from stead.core.substitutes import Run, RunRow
from stead.formats import load, sniff
from tests.formats.made import content, found, quickly, read_run, refusal, write_problem, written
from tests.shared import shared

MEMORY = Source("made", "")


def only(line: str) -> RunRow:
    [row], report = read_run(line)
    assert not report.faults
    return row


def test_candidates_are_sorted_by_score_and_ties_stay_in_the_order_of_the_file() -> None:
    row = only("RESULT\tbright.a 30\tdim 0.5\tclever 2\tlit 0.5\tdark -1.5\n")
    assert row == RunRow("bright.a", "30", ["clever", "dim", "lit", "dark"], [2.0, 0.5, 0.5, -1.5])


def test_candidates_and_lexelts_may_have_several_words() -> None:
    row = only("RESULT\te commerce.J 125\tfull of light 0.5\tup-and-coming 3\n")
    assert (row.lexelt, row.id, row.answers) == ("e commerce.J", "125", ["up-and-coming", "full of light"])


@pytest.mark.parametrize(
    ("score", "value"),
    [
        *(
            ("1", 1.0),
            ("-1", -1.0),
            ("+.5", 0.5),
            ("2.", 2.0),
            ("1e3", 1e3),
            ("1.5E-07", 1.5e-7),
            ("-2.5e+10", -2.5e10),
        ),
        *(("0", 0.0), ("1e-999", 0.0), ("1e308", 1e308), ("0" * 400 + "7", 7.0)),
    ],
)
def test_scores_in_every_notation(score: str, value: float) -> None:
    assert only(f"RESULT\tbright.a 1\tclever {score}\n").scores == [value]


@pytest.mark.parametrize(
    "candidate",
    [
        *(
            "clever",
            "clever x",
            "0.5",
            "clever 1.2.3",
            "clever e5",
            "clever .",
            "clever 1e",
            "clever 0x1",
            "clever 1_0",
        ),
        *(
            "clever nan",
            "clever NaN",
            "clever inf",
            "clever -inf",
            "clever 1e999",
            "clever " + "9" * 400,
            "clever 1e9999",
        ),
    ],
)
def test_a_line_with_a_candidate_without_a_score_is_reported_and_left_out_whole(candidate: str) -> None:
    rows, report = read_run(f"RESULT\tbright.a 1\tlit 1\nRESULT\tbright.a 2\tlit 1\t{candidate}\n")
    assert ([row.id for row in rows], found(report)) == (["1"], [(2, Severity.ERROR, "malformed")])


@pytest.mark.parametrize(
    "line", ["RESULT", "RESULT\t", "RESULT\tbright.a", "result\tbright.a 2\tx 1", "bright.a 2 :: x", "x\ty 1"]
)
def test_a_line_that_is_no_result_is_reported(line: str) -> None:
    rows, report = read_run(f"RESULT\tbright.a 1\tlit 1\n{line}\n", "melamud")
    assert ([row.id for row in rows], found(report)) == (["1"], [(2, Severity.ERROR, "malformed")])


def test_candidates_that_end_in_numbers_keep_them() -> None:
    assert only("RESULT\tbright.a 1\tcatch 22 0.5\n").answers == ["catch 22"]


def test_empty_columns_tabs_at_the_end_crlf_and_blanks_are_nothing() -> None:
    row = only("RESULT\t bright.a  1 \t\tlit  1 \t\t\r\n")
    assert row == RunRow("bright.a", "1", ["lit"], [1.0])


def test_an_item_without_candidates_is_kept() -> None:
    assert only("RESULT\tbright.a 1\n").answers == []


def test_the_file_is_recognised_and_is_a_run() -> None:
    assert sniff(content("RESULT\tbright.a 1\tlit 1\n"), "run").name == "melamud"
    assert "not like a gold standard" in refusal("RESULT\tbright.a 1\tlit 1\n", "gold")


# ------------------------------------------------------------------------------------------------------- writing


def run(*rows: RunRow) -> Run:
    return Run.of(rows, MEMORY)


def test_what_is_written_is_read_again() -> None:
    made = run(RunRow("e commerce.J", "1", ["full of light", "22 1"], [1e300, -1e-9]), RunRow("a.n", "2", [], []))
    text, losses = written(made, "run", "melamud")
    assert losses == []
    assert read_run(text)[0] == list(made)


def test_answers_without_scores_get_falling_ranks() -> None:
    text, _ = written(run(RunRow("a.n", "1", ["x", "y"])), "run", "melamud")
    assert text == "RESULT\ta.n 1\tx 2.0\ty 1.0\n"


def test_a_lost_order_is_said() -> None:
    assert "order" in write_problem(run(RunRow("a.n", "1", ["x", "y"], [1.0, 2.0])), "run", "melamud")


@pytest.mark.parametrize(
    "row",
    [
        RunRow("", "1", ["x"]),
        RunRow("a.n", "", ["x"]),
        RunRow("a.n", "1 2", ["x"]),
        RunRow("a\tb", "1", ["x"]),
        RunRow("a.n", "1\n", ["x"]),
        RunRow(" a.n", "1", ["x"]),
        RunRow("a.n", "1", [""]),
        RunRow("a.n", "1", [" x"]),
        RunRow("a.n", "1", ["x\ty"]),
        RunRow("a.n", "1", ["x\ny"]),
        RunRow("a.n", "1", ["x"], [float("nan")]),
        RunRow("a.n", "1", ["x"], [float("inf")]),
    ],
)
def test_what_would_be_read_otherwise_is_refused(row: RunRow) -> None:
    assert "cannot be written" in write_problem(run(row), "run", "melamud")


# ----------------------------------------------------------------------------------------------------- bad files


@pytest.mark.parametrize(
    "cell",
    [
        "x " + "1" * 100_000 + "x",
        "x " + "1." * 50_000,
        "1 " * 50_000 + "x",
        " " * 100_000 + "x",
        "x" + " " * 100_000,
        "x 1" + "e" * 100_000,
        "x 1e" + "1" * 100_000,
        "\t" * 100_000,
        "a 1\t" * 25_000,
    ],
)
def test_hostile_lines_are_read_quickly(cell: str) -> None:
    with quickly():
        read_run(f"RESULT\tbright.a 1\t{cell}\n")
        read_run(f"RESULT\t{cell}\n", "melamud")


def test_ten_megabytes_on_one_line_are_read_quickly() -> None:
    with quickly(5):
        assert len(only("RESULT\tbright.a 1" + f"\t{'clever ' * 6}0.5" * 200_000 + "\n").answers) == 200_000


# ------------------------------------------------------------------------------------------------ the real files


@pytest.mark.parametrize("name", ["frequency", "noisy", "random", "repeated"])
def test_the_rankings_of_the_trial_data_are_read_without_a_fault(name: str) -> None:
    path: Path = shared("parity", "gap", f"ranking_{name}.txt")
    run, report = load(path, "run")
    lines = path.read_text(encoding="utf-8").splitlines()
    assert (len(run), report.faults) == (300, [])
    assert [len(row.answers) for row in run] == [len(line.rstrip("\t").split("\t")) - 2 for line in lines]
    assert [f"{row.lexelt} {row.id}" for row in run] == [line.split("\t")[1] for line in lines]


# ------------------------------------------------------------------------------------ what the system itself writes


def test_the_systems_own_mark_is_a_ranking_too() -> None:
    text = "RANKED\tbright.a 30\tclever 0.34657\tdim 0.10000\nRANKED\tbright.a 31\tlit 1.00000\n"
    assert sniff(content(text), "run").name == "melamud"
    rows, report = read_run(text)
    assert [(row.id, row.answers) for row in rows] == [("30", ["clever", "dim"]), ("31", ["lit"])]
    assert not report.faults


LOG = """\
30\tbright.a\t2\tthe __bright__ boy
Generated lemmatized results
***************
GENERATED\tbright.a 30 ::: sunny;clever

Filtered results
***************
RANKED\tbright.a 30\tclever 0.34657\tdim 0.10000
"""


def test_of_a_log_only_the_rankings_are_read_and_the_rest_is_counted() -> None:
    [row], report = read_run(LOG)
    assert (row.lexelt, row.id, row.answers) == ("bright.a", "30", ["clever", "dim"])
    assert [(fault.line, str(fault.severity), fault.message) for fault in report] == [
        (1, "note", "a log: 6 lines without a ranking (sentences, headings, GENERATED) not read")
    ]


def test_other_lines_of_a_file_that_is_no_log_are_malformed() -> None:
    rows, report = read_run("RANKED\tbright.a 30\tclever 1\nRANKD\tbright.a 31\tclever 1\n")
    assert (len(rows), found(report)) == (1, [(2, Severity.ERROR, "malformed")])
