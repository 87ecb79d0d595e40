"""The subsets of the 2007 paper on the synthetic kit: NMWT, NMWS, MAN, RAND and parts of speech."""

import json
from pathlib import Path

import pytest

from stead import ScoreResult, read_gold, score
from stead.scoring import ALL, ScoringSettings
from stead.scoring.groups import multiword_items
from tests.parity.kit import (
    MEASURES,
    SEMEVAL,
    Case,
    cases_of,
    expected_numbers,
    percentages,
    printed,
    printed_by_the_program,
)
from tests.scoring.figures import assert_near

MEMBERS = json.loads((SEMEVAL / "expected_subsets.json").read_text(encoding="utf-8"))
CASES = cases_of(SEMEVAL, "expected_subsets.json")
NAMES = [f"{case['name']} {case['subset']}" for case in CASES]


def group_of(case: Case) -> str:
    """`pos=n` for `part of speech n (first letter after the word)`, `subset=RAND` for `RAND (targets ...)`."""
    words = case["subset"].split()
    return f"pos={words[3]}" if words[0] == "part" else f"subset={words[0]}"


def scored(case: Case, folder: Path) -> ScoreResult:
    manual = folder / "manual.txt"
    manual.write_text("\n".join(MEMBERS["man_targets"]), encoding="utf-8")
    return score(
        SEMEVAL / "gold.txt",
        SEMEVAL / f"{case['name']}.txt",
        measures=MEASURES[case["type"]],
        by=["subset", "pos"],
        multiwords=SEMEVAL / "gold_mw.txt",
        manual=manual,
    )


def test_the_kit_is_all_there() -> None:
    assert len(CASES) == 16


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_the_formulas_give_the_figures_of_the_kit(case: Case, tmp_path: Path) -> None:
    assert_near(percentages(scored(case, tmp_path), case["type"], group_of(case)), expected_numbers(case))


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case.get("agree")],
    ids=[name for name, case in zip(NAMES, CASES, strict=True) if case.get("agree")],
)
def test_where_the_program_has_no_defect_its_printed_figures_come_out(case: Case, tmp_path: Path) -> None:
    own = printed(percentages(scored(case, tmp_path), case["type"], group_of(case)))
    expected = printed_by_the_program(case)
    assert {figure: own[figure] for figure in expected} == expected


def test_the_items_with_a_multiword_target_are_those_of_the_kit() -> None:
    gold = read_gold(SEMEVAL / "gold_mw.txt")
    assert {identifier for _, identifier in multiword_items(gold, ScoringSettings())} == set(MEMBERS["mw_ids"])


@pytest.mark.parametrize(("kept", "left_out"), [("subset=NMWT", "subset=MWT"), ("subset=MAN", "subset=RAND")])
def test_a_subset_and_its_complement_make_up_the_whole(kept: str, left_out: str, tmp_path: Path) -> None:
    result = scored(CASES[0], tmp_path)
    best = {each.group: each for each in result.scores if each.measure == "best"}
    assert best[kept].scored + best[left_out].scored == best[ALL].scored
    assert best[kept].attempted + best[left_out].attempted == best[ALL].attempted
