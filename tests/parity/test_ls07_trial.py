"""The trial data of SemEval-2007 Task 10: real gold, four made systems."""

from pathlib import Path

import pytest

from stead import ScoreResult, score
from tests.parity.kit import (
    MEASURES,
    Case,
    case_named,
    cases_of,
    expected_numbers,
    percentages,
    printed,
    printed_by_the_program,
)
from tests.scoring.figures import assert_near
from tests.shared import shared

SYSTEMS = ("wordnet", "oracle", "shuffled", "hedger")
CASES = [f"{system}_{task}" for system in SYSTEMS for task in ("best", "oot")]
SUBSETS = {
    "NMWS": "subset=NMWS",
    **{f"part of speech {letter} (first letter after the word)": f"pos={letter}" for letter in "nvar"},
}


def folder() -> Path:
    return shared("parity", "ls07-trial")


def scored(case: Case) -> ScoreResult:
    return score(
        folder() / "gold.txt", folder() / f"{case['name']}.txt", measures=MEASURES[case["type"]], by=["subset", "pos"]
    )


def test_the_kit_has_no_other_case() -> None:
    assert sorted(case["name"] for case in cases_of(folder())) == sorted(CASES)
    subsets = cases_of(folder(), "expected_subsets.json")
    assert {(case["name"], case["subset"]) for case in subsets} == {(name, sub) for name in CASES for sub in SUBSETS}


@pytest.mark.parametrize("name", CASES)
def test_the_formulas_give_the_figures_of_the_kit(name: str) -> None:
    case = case_named(folder(), name)
    assert_near(percentages(scored(case), case["type"]), expected_numbers(case))


@pytest.mark.parametrize("name", CASES)
def test_where_the_program_has_no_defect_its_printed_figures_come_out(name: str) -> None:
    case = case_named(folder(), name)
    own, program = printed(percentages(scored(case), case["type"])), printed_by_the_program(case)
    differing = {figure for figure in program if own[figure] != program[figure]}
    assert differing == set(case.get("differ_in", ()))


@pytest.mark.parametrize("subset", SUBSETS)
@pytest.mark.parametrize("name", CASES)
def test_subsets_have_the_figures_of_the_kit(name: str, subset: str) -> None:
    cases = cases_of(folder(), "expected_subsets.json")
    case = next(case for case in cases if (case["name"], case["subset"]) == (name, subset))
    assert_near(percentages(scored(case), case["type"], SUBSETS[subset]), expected_numbers(case))


def test_trial_totals_are_those_of_the_task() -> None:
    """300 gold lines, of which 295 are scored and 203 have a mode."""
    gold = scored(case_named(folder(), "wordnet_best")).evaluation.gold
    assert (gold.items, gold.scored, gold.with_mode) == (300, 295, 203)
