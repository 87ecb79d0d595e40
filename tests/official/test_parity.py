"""Byte for byte what the official program printed, on the synthetic kit and on the 2007 trial data."""

import json
from pathlib import Path
from typing import Any

import pytest

from stead.official.program import run_official
from tests.shared import shared

SEMEVAL = Path(__file__).resolve().parents[1] / "parity" / "semeval"
TRIAL_CASES = [f"{system}_{task}" for system in ("wordnet", "oracle", "shuffled", "hedger") for task in ("best", "oot")]
Case = dict[str, Any]


def cases_of(folder: Path) -> dict[str, Case]:
    cases: list[Case] = json.loads((folder / "expected.json").read_text(encoding="utf-8"))["cases"]
    return {case["name"]: case for case in cases}


def prints_usage(case: Case) -> bool:
    """The option test of the official program looks at file names; that one quirk is not kept."""
    return "usage_only" in case["score_pl"].get("figures", {})


SEMEVAL_CASES = cases_of(SEMEVAL)
SCORED = [name for name, case in SEMEVAL_CASES.items() if not prints_usage(case)]


def assert_same_output(case: Case) -> None:
    outcome = run_official(Path(case["run"]), Path(case["gold"]), case["type"])
    assert outcome.stdout == case["score_pl"]["stdout"].encode()
    assert outcome.status == case["score_pl"]["exit_code"]
    assert bool(outcome.message) == ("dies_with" in case["score_pl"])


def test_the_kit_is_all_there() -> None:
    assert len(SEMEVAL_CASES) == 63
    assert len(SCORED) == 62


@pytest.mark.parametrize("name", SCORED)
def test_semeval_kit(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SEMEVAL)
    assert_same_output(SEMEVAL_CASES[name])


@pytest.mark.parametrize("name", ["clean_best", "clean_oot", "clean_mw"])
def test_verbose(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(SEMEVAL)
    case = SEMEVAL_CASES[name]
    outcome = run_official(Path(case["run"]), Path(case["gold"]), case["type"], verbose=True)
    assert outcome.stdout == Path(case["verbose_stdout_file"]).read_bytes()
    assert outcome.status == 0


def test_a_file_name_with_an_option_in_it_is_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the official program prints its usage, the formula's figures stand (the run has no quirk)."""
    monkeypatch.chdir(SEMEVAL)
    case = SEMEVAL_CASES["gold_name_with_t"]
    figures = case["by_formula"]
    expected = (
        f"Total = {figures['total']}, attempted = {figures['attempted']}\n"
        f"precision = {figures['precision']:.2f}, recall = {figures['recall']:.2f}\n"
        f"Total with mode {figures['mode_total']} attempted {figures['mode_attempted']}\n"
        f"Mode precision = {figures['mode_precision']:.2f}, Mode recall = {figures['mode_recall']:.2f}\n"
    )
    assert run_official(Path(case["run"]), Path(case["gold"])).stdout.decode() == expected


@pytest.mark.parametrize("name", TRIAL_CASES)
def test_ls07_trial(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = shared("parity", "ls07-trial")
    monkeypatch.chdir(folder)
    assert_same_output(cases_of(folder)[name])


def test_ls07_trial_has_no_other_case() -> None:
    assert sorted(cases_of(shared("parity", "ls07-trial"))) == sorted(TRIAL_CASES)
