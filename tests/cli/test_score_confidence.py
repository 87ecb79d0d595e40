"""`stead score --confidence`: intervals beside the scores, the same that `stead compare` has."""

import json
import re

import pytest

import stead as lib
from stead.comparing import Resampling, compare, compare_groups
from stead.scoring import by_part_of_speech
from tests.cli.running import EXAMPLES, Command, Write, on_a_terminal, tsv

RUNS = sorted((EXAMPLES / "runs").glob("*.txt"))


def test_intervals_of_scores_are_those_of_comparisons() -> None:
    procedure = Resampling(resamples=200, seed=3, level=0.8)
    result = lib.score(EXAMPLES / "gold.txt", *RUNS, measures="best,coverage,gap", by="pos", confidence=procedure)
    groups = {"all": compare(result.evaluation, procedure)}
    groups |= compare_groups(result.evaluation, by_part_of_speech(), procedure)
    assert [group.group for group in result.confidence] == ["all", "pos=n", "pos=v", "pos=a", "pos=r"]
    for group in result.confidence:
        assert group.estimates == groups[group.group].estimates
        for estimate in group.estimates:
            own = result.value(estimate.measure, estimate.figure, run=estimate.run, group=group.group)
            assert estimate.value == pytest.approx(own)


def test_runs_do_not_change_the_intervals_of_one_another() -> None:
    alone, together = (
        lib.score(EXAMPLES / "gold.txt", *runs, measures="best", confidence=0.95) for runs in (RUNS[:1], RUNS)
    )
    assert alone.records()[0]["low"] == together.records()[0]["low"]


def test_by_hand(stead: Command, write: Write) -> None:
    """A run that is right on both items has no spread; one that is never right has none either."""
    write("both.txt", "a.n 1 :: x\na.n 2 :: y\n")
    write("none.txt", "a.n 1 :: z\na.n 2 :: z\n")
    write("tiny.txt", "a.n 1 :: x 2;\na.n 2 :: y 2;\n")
    done = stead("score", "tiny.txt", "both.txt", "none.txt", "-m", "best", "--confidence")
    assert re.search(r"^both +2/2  100\.00 \[100\.00, 100\.00\]  100\.00 \[100\.00, 100\.00\]$", done.out, re.MULTILINE)
    assert re.search(r"^none +2/2 +0\.00 \[0\.00, 0\.00\] +0\.00 \[0\.00, 0\.00\]$", done.out, re.MULTILINE)
    assert "Brackets: 95 % interval (BCa bootstrap by item, 10000 resamples, seed 1)." in " ".join(done.out.split())
    assert "signature: confidence|unit:item|resamples:10000|interval:bca|level:0.95|seed:1|units:2/2|" in done.out
    assert "stead: There are only 2 items: intervals by bootstrap are too narrow on fewer than 30." in done.err


def test_every_form_has_them(stead: Command, write: Write) -> None:
    words = ("score", "gold.txt", "run.txt", "-m", "best", "--confidence", "--level", "0.9", "--format")
    rows = tsv(stead(*words, "tsv").out)
    assert [row["interval_signature"].partition("|level:0.9|")[1] for row in rows] == ["|level:0.9|"] * 2
    shown = f"[{100 * float(rows[1]['low']):.2f}, {100 * float(rows[1]['high']):.2f}]"
    assert shown in stead(*words, "text").out
    assert shown.replace("[", "\\[").replace("]", "\\]") in stead(*words, "markdown").out
    assert shown.replace("[", "{[}").replace("]", "{]}") in stead(*words, "latex").out
    (group,) = json.loads(stead(*words, "json").out)["confidence"]
    assert [(each["figure"], str(each["interval"]["low"])) for each in group["estimates"]] == [
        (row["figure"], row["low"]) for row in rows
    ]
    assert "confidence" not in json.loads(stead(*words[:5], "--format", "json").out)


def test_groups_with_few_items_are_counted_in_a_note(stead: Command, write: Write) -> None:
    """Three items of two target words can be scored; the fourth has one response."""
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--by", "lexelt", "--confidence")
    assert "stead: 2 groups with few items: intervals there are too narrow, or missing." in done.err


def test_a_subset_with_a_gold_of_its_own_has_no_intervals_and_a_note_says_so(stead: Command, write: Write) -> None:
    done = stead("score", "gold.txt", "run.txt", "-m", "best", "--by", "subset", "--confidence", "--format", "tsv")
    rows = tsv(done.out)
    assert {row["group"] for row in rows if not row["low"]} == {"subset=NMWS"}
    assert "stead: There are no intervals for subset=NMWS, which is scored on a gold without multiwords." in done.err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--confidence", "--level", "2"], "level of confidence: expected a number between 0 and 1, such as 0.95"),
        (["--level", "0.9"], "--level is the level of confidence intervals; add --confidence."),
        (["--confidence", "--per-item"], "--confidence is about averages, not items; leave one of --per-item and"),
        (["--confidence", "--explain-official"], "which knows no --confidence; leave --confidence out."),
    ],
)
def test_mistakes(stead: Command, write: Write, words: list[str], message: str) -> None:
    done = stead("score", "gold.txt", "run.txt", *words)
    assert done.status == 2
    assert message in done.err


@pytest.mark.parametrize("width", [40, 80, 100])
def test_tables_fit_the_terminal(width: int) -> None:
    words = ("score", "gold.txt", "runs/careful.txt", "-m", "semeval,jabbari,semdis")
    status, sent = on_a_terminal("stdout", *words, environment={"COLUMNS": str(width)})
    assert status == 0
    lines = [line for line in sent.splitlines() if not line.startswith("signature: ")]
    assert max(map(len, lines)) <= width
    heads = {"best P", "best-mode R", "oot-mode@10 R", "rank@10", "semdis-oot@10"}
    assert heads <= {head.strip() for line in lines for head in line.split("  ")}


def test_without_a_terminal_tables_are_120_wide_whatever_columns_says(
    stead: Command, write: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    words = ("score", "gold.txt", "run.txt", "-m", ",".join(f"p@{k}" for k in range(1, 30)))
    lines = [line for line in stead(*words).out.splitlines() if not line.startswith("signature: ")]
    assert 100 < max(map(len, lines)) <= 120
    assert sum(line.startswith("run ") for line in lines) > 1  # the names of runs are in every part
    assert sum(line.startswith("Scores x 100") for line in lines) == 1


def test_a_file_after_the_option_is_no_level(stead: Command, write: Write) -> None:
    words = ("gold.txt", "run.txt", "-m", "best")
    before, after = stead("score", "--confidence", *words), stead("score", *words, "--confidence")
    assert (before.status, "Brackets: 95 % interval" in before.out) == (0, True)
    assert before.out == after.out
    number = stead("score", "--confidence", "0.9", *words)
    assert number.status == 2
    assert "there is no file 0.9; the level of confidence intervals is --level 0.9." in number.err


def test_in_python_true_is_95_percent_and_false_is_none() -> None:
    at, plain = (
        lib.score(EXAMPLES / "gold.txt", *RUNS[:1], measures="best", confidence=wanted).confidence
        for wanted in (True, False)
    )
    assert (at[0].procedure["level"], plain) == ("0.95", ())
