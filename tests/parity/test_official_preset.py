"""The preset semeval2007: stead's scorer with the readings and findings of the 2007 program."""

import json
import re
from pathlib import Path

import pytest

import stead
from stead.official.program_input import Task
from stead.reporting.tables import percent
from tests.parity.kit import SEMEVAL, cases_of

MEASURES = {"best": "best,best-mode", "oot": "oot@10,oot-mode@10", "mw": "multiwords"}
OFFICIAL = [
    json.loads(line)
    for line in (Path(__file__).parent / "official" / "cases.jsonl").read_text(encoding="utf-8").splitlines()
]
KIT = {
    case["name"]: case
    for case in cases_of(SEMEVAL)
    if "precision" in case["score_pl"]["stdout"] and "dies_with" not in case["score_pl"]
}


def assert_prints(task: Task, gold: Path, run: Path, printed: str) -> None:
    result = stead.score(gold, run, measures=MEASURES[task], preset="semeval2007")
    assert [percent(value) for score in result.scores for value in score.figures.values()] == re.findall(
        r"= (\d+\.\d\d)", printed
    )
    counts = [int(number) for number in re.findall(r"(?:Total = |attempted = |with mode |attempted )(\d+)", printed)]
    if counts:
        assert counts == [number for score in result.scores for number in (score.scored, score.attempted)]


@pytest.mark.parametrize("number", range(len(OFFICIAL)))
def test_small_files_plain_and_odd(number: int, tmp_path: Path) -> None:
    case, gold, run = OFFICIAL[number], tmp_path / "gold.txt", tmp_path / "run.txt"
    gold.write_text(case["gold"], encoding="utf-8", newline="")
    run.write_text(case["run"], encoding="utf-8", newline="")
    assert_prints(case["task"], gold, run, case["stdout"])


def test_the_kit_has_cases_with_figures() -> None:
    assert len(KIT) == 57


@pytest.mark.parametrize("name", KIT)
def test_the_synthetic_kit(name: str) -> None:
    case = KIT[name]
    assert_prints(case["type"], SEMEVAL / case["gold"], SEMEVAL / case["run"], case["score_pl"]["stdout"])
