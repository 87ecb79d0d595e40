"""The trial data of SemEval-2007 Task 10: the items that differ are those that the kit lists."""

from pathlib import Path

import pytest

from stead.official.explain import OfficialDifferences
from tests.official.explaining.made import explained_case, numbers
from tests.parity.kit import case_named, printed, printed_by_the_program
from tests.shared import shared

CASES = [f"{system}_{task}" for system in ("wordnet", "oracle", "shuffled", "hedger") for task in ("best", "oot")]
HYPHENATED_MODES = {"35", "261", "262", "266", "267", "269"}
CAUSES = {
    **dict.fromkeys(HYPHENATED_MODES, ("hyphenated-mode",)),
    "53": ("one-letter",),
    **dict.fromkeys(("152", "154", "159"), ("joined-non",)),
}
"""As the kit's README says."""


def folder() -> Path:
    return shared("parity", "ls07-trial")


def explained(name: str) -> OfficialDifferences:
    return explained_case(folder(), case_named(folder(), name))


def differing(differences: OfficialDifferences, measure: str) -> set[str]:
    """The items whose credit by a measure differs by more than rounding."""
    return {
        item.id
        for item in differences.items
        if item.official[measure].credit != pytest.approx(item.corrected[measure].credit, rel=0, abs=1e-9)
    }


@pytest.mark.parametrize("name", CASES)
def test_the_items_are_those_of_the_kit(name: str) -> None:
    case, differences = case_named(folder(), name), explained(name)
    credit, mode = differences.measures
    assert differing(differences, credit) == set(case.get("items_with_other_credit", ()))
    assert differing(differences, mode) == set(case.get("items_with_other_mode_verdict", ()))


@pytest.mark.parametrize("name", CASES)
def test_each_item_has_the_cause_that_the_kit_names(name: str) -> None:
    for item in explained(name).items:
        assert item.causes == CAUSES[item.id]


@pytest.mark.parametrize("name", CASES)
def test_the_official_totals_are_those_that_the_program_printed(name: str) -> None:
    case = case_named(folder(), name)
    expected = printed_by_the_program(case)
    own = printed(numbers(case["type"], explained(name).official))
    assert {figure: own[figure] for figure in expected} == expected
