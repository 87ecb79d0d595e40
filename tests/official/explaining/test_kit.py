"""Every case of the synthetic kit: the figures of both programs, and each difference explained by the right defect."""

import pytest

from stead import BadInput
from stead.official.explain import UNEXPLAINED
from tests.official.explaining.made import causes, explained_case, numbers
from tests.parity.kit import SEMEVAL, Numbers, cases_of, expected_numbers, printed, printed_by_the_program
from tests.scoring.figures import assert_near

CASES = {case["name"]: case for case in cases_of(SEMEVAL)}
NOTHING_ATTEMPTED = ["oot_file_as_best", "best_file_as_oot", "empty_best", "only_blank_best"]
EXPLAINED = [name for name in CASES if name not in NOTHING_ATTEMPTED]

EXPECTED = {
    "blank_best": {"stale-answer"},
    "blank_oot": {"stale-answer"},
    "dup_best": {"repeated-guess"},
    "dup_oot": {"repeated-guess"},
    "near_dup_oot": {"repeated-guess"},
    "dup_over_ten_oot": {"repeated-guess", "first-ten-written"},
    "space_after_semicolon_best": {"untrimmed-guess"},
    "space_after_semicolon_oot": {"untrimmed-guess"},
    "trailing_blank_best": {"untrimmed-guess"},
    "crlf_best": {"carriage-return"},
    "crlf_oot": {"carriage-return"},
    "empty_guess_best": {"empty-guess"},
    "empty_guess_oot": {"empty-guess"},
    "capital_best": {"case"},
    "capital_oot": {"case"},
    "proper_case_best": {"case"},
    "proper_case_oot": {"case"},
    "apostrophe_best": {"apostrophe"},
    "apostrophe_oot": {"apostrophe"},
    "hyphen_mode_best": {"hyphenated-mode"},
    "hyphen_mode_oot": {"hyphenated-mode"},
    "pn_inside_best": {"pn-anywhere"},
    "pn_inside_oot": {"pn-anywhere"},
    "one_letter_best": {"one-letter"},
    "one_letter_oot": {"one-letter"},
    "non_prefix_best": {"joined-non"},
    "non_prefix_oot": {"joined-non"},
    "odd_characters_best": {"odd-characters"},
    "odd_characters_oot": {"odd-characters"},
    "unsorted_gold_best": {"first-listed-mode"},
    "unsorted_gold_oot": {"first-listed-mode"},
    "double_blank_gold_best": {"double-space", "equal-gold-terms"},
    "double_blank_gold_oot": {"double-space", "equal-gold-terms"},
    "blank_mw": {"blank-detected"},
    "hyphen_mw": {"hyphen"},
    "capital_mw": {"case"},
    "crlf_mw": {"carriage-return"},
    "trailing_blank_mw": {"untrimmed-guess"},
    "malformed_mw": {"id-not-a-number"},
    "apostrophe_mw": {"apostrophe"},
}
"""Written from the kit's reasons; all other cases have no difference."""


def test_every_case_that_differs_in_its_figures_is_expected_to() -> None:
    """Two differ in what is printed only: a death at the mode figures, and a file name taken for an option."""
    differing = {name for name in EXPLAINED if not CASES[name]["agree"]}
    assert differing - EXPECTED.keys() == {"only_no_mode_best", "gold_name_with_t"}
    assert EXPECTED.keys() <= differing


def chosen(own: Numbers, expected: dict[str, str]) -> dict[str, str]:
    return {name: value for name, value in printed(own).items() if name in expected}


@pytest.mark.parametrize("name", EXPLAINED)
def test_the_official_totals_are_those_that_the_program_printed(name: str) -> None:
    case = CASES[name]
    expected = printed_by_the_program(case)
    assert chosen(numbers(case["type"], explained_case(SEMEVAL, case).official), expected) == expected


@pytest.mark.parametrize("name", EXPLAINED)
def test_the_corrected_totals_are_those_of_the_formulas(name: str) -> None:
    case = CASES[name]
    assert_near(numbers(case["type"], explained_case(SEMEVAL, case).corrected), expected_numbers(case))


@pytest.mark.parametrize("name", EXPLAINED)
def test_the_causes_are_the_defects_that_the_case_was_made_to_show(name: str) -> None:
    differences = explained_case(SEMEVAL, CASES[name])
    expected = EXPECTED.get(name, set())
    assert UNEXPLAINED not in causes(differences)
    assert causes(differences) == expected
    assert {cause for item in differences.items for cause in item.causes} == expected


@pytest.mark.parametrize("name", EXPLAINED)
def test_the_moves_of_the_causes_add_up_to_the_difference(name: str) -> None:
    differences = explained_case(SEMEVAL, CASES[name])
    for measure, own in differences.corrected.items():
        for figure, value in own.figures.items():
            official = differences.official[measure].figures[figure]
            if value is None or official is None:
                continue
            moved = sum(cause.moves[measure][figure] or 0 for cause in differences.causes)
            assert official + moved == pytest.approx(value, rel=0, abs=1e-9)


@pytest.mark.parametrize("name", NOTHING_ATTEMPTED)
def test_a_run_that_attempts_nothing_is_refused_in_the_words_of_both(name: str) -> None:
    with pytest.raises(BadInput) as refusal:
        explained_case(SEMEVAL, CASES[name])
    own, _, official = str(refusal.value).partition(" The official program stops here, dividing by zero: ")
    assert own.endswith((".", "?"))
    assert official.startswith("no line of the run answers a scored item")


def test_where_the_program_dies_it_is_said_and_the_rest_compared() -> None:
    differences = explained_case(SEMEVAL, CASES["only_no_mode_best"])
    assert differences.notes == (
        "The official program stops here, dividing by zero: no item with a mode is answered. Answer one, or read the "
        "mode figures as undefined.",
    )
    assert differences.official["best-mode"].figures["P"] is None
    assert differences.official == differences.corrected
