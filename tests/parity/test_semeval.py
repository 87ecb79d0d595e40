"""The synthetic kit of SemEval-2007 Task 10, scored by the formulas: every figure of every case."""

import re

import pytest

from stead import BadInput, ScoreResult, score
from stead.core.faults import Severity
from tests.parity.kit import (
    MEASURES,
    SEMEVAL,
    Case,
    assert_one_sentence,
    cases_of,
    expected_numbers,
    percentages,
    printed,
    printed_by_the_program,
)
from tests.scoring.figures import assert_near

CASES = {case["name"]: case for case in cases_of(SEMEVAL)}
NOTHING_ATTEMPTED = ["oot_file_as_best", "best_file_as_oot", "empty_best", "only_blank_best"]
SCORED = [name for name in CASES if name not in NOTHING_ATTEMPTED]
NEEDS_SKIPPING = {"malformed_best", "malformed_oot", "malformed_mw"}
AGREED = [name for name in SCORED if CASES[name]["agree"]]

BY_A_MATCHING_RULE = {
    ("spelling_best", "spelling_pairs"): "lenient,spelling=british",
    ("spelling_oot", "spelling_pairs"): "lenient,spelling=british",
    ("apostrophe_best", "apostrophes_removed"): "lenient,apostrophes=drop",
    ("apostrophe_oot", "apostrophes_removed"): "lenient,apostrophes=drop",
}
BY_THE_SUBSTITUTE_GOLD = {("unknown_id_mw", "within_T")}
NOT_A_RULE_OF_STEAD = {("dup_over_ten_oot", "first_ten_raw")}  # repeats unpaid, yet counted among the ten


def scored_as_submitted(case: Case) -> ScoreResult:
    return score(
        SEMEVAL / case["gold"],
        SEMEVAL / case["run"],
        measures=MEASURES[case["type"]],
        format="semeval",
        faults="skip",
    )


def scored_by_default(case: Case, match: str = "lenient") -> ScoreResult:
    return score(SEMEVAL / case["gold"], SEMEVAL / case["run"], measures=MEASURES[case["type"]], match=match)


def test_the_kit_is_all_there() -> None:
    assert len(CASES) == 63
    assert len(SCORED) == 59
    assert [name for name in NOTHING_ATTEMPTED if CASES[name]["by_formula"]["attempted"]] == []


@pytest.mark.parametrize("name", SCORED)
def test_the_formulas_give_the_figures_of_the_kit_on_the_files_as_submitted(name: str) -> None:
    case = CASES[name]
    assert_near(percentages(scored_as_submitted(case), case["type"]), expected_numbers(case))


@pytest.mark.parametrize("name", [name for name in SCORED if name not in NEEDS_SKIPPING])
def test_the_formulas_give_the_figures_of_the_kit_by_default(name: str) -> None:
    case = CASES[name]
    assert_near(percentages(scored_by_default(case), case["type"]), expected_numbers(case))


@pytest.mark.parametrize("name", AGREED)
def test_where_the_program_has_no_defect_its_printed_figures_come_out(name: str) -> None:
    case = CASES[name]
    expected = printed_by_the_program(case)
    own = printed(percentages(scored_as_submitted(case), case["type"]))
    assert {figure: own[figure] for figure in expected} == expected


def test_seventeen_cases_agree() -> None:
    assert len(AGREED) == 17


def lines_left_out(case: Case) -> list[int | None]:
    return [fault.line for fault in scored_as_submitted(case).reports[1].of(Severity.ERROR)]


@pytest.mark.parametrize("name", [name for name in SCORED if name != "malformed_mw"])
def test_the_lines_left_out_are_those_that_the_kit_calls_malformed(name: str) -> None:
    assert lines_left_out(CASES[name]) == CASES[name]["by_formula"].get("malformed_lines", [])


def test_the_multiword_lines_left_out_are_those_of_the_program_but_for_ids_that_are_no_number() -> None:
    lines = (SEMEVAL / "malformed_mw.txt").read_text(encoding="utf-8").splitlines()
    errors = CASES["malformed_mw"]["score_pl"]["figures"]["error_lines"]
    well_formed = re.compile(r"\S+ [^\d\s]\S* :: .*")
    assert lines_left_out(CASES["malformed_mw"]) == [n for n in errors if not well_formed.fullmatch(lines[n - 1])]


@pytest.mark.parametrize("name", NOTHING_ATTEMPTED)
def test_a_run_that_attempts_nothing_is_refused_in_a_sentence(name: str) -> None:
    with pytest.raises(BadInput) as refusal:
        scored_as_submitted(CASES[name])
    assert_one_sentence(refusal.value)


@pytest.mark.parametrize("name", ["empty_best", "only_blank_best"])
def test_a_run_without_an_answer_is_refused_by_default_too(name: str) -> None:
    with pytest.raises(BadInput) as refusal:
        scored_by_default(CASES[name])
    assert_one_sentence(refusal.value)


@pytest.mark.parametrize(("name", "same_file"), [("oot_file_as_best", "clean_oot"), ("best_file_as_oot", "clean_best")])
def test_by_default_the_other_separator_is_read(name: str, same_file: str) -> None:
    result = scored_by_default(CASES[name])
    assert result.scores[0].attempted == CASES[same_file]["by_formula"]["attempted"]


@pytest.mark.parametrize(("name", "variant"), BY_A_MATCHING_RULE)
def test_another_matching_rule_gives_the_variant(name: str, variant: str) -> None:
    case = CASES[name]
    result = scored_by_default(case, BY_A_MATCHING_RULE[name, variant])
    assert_near(percentages(result, case["type"]), case["by_formula_variants"][variant])


def scored_within_t(case: Case) -> ScoreResult:
    return score(SEMEVAL / "gold.txt", SEMEVAL / case["run"], measures="multiwords", multiwords=SEMEVAL / case["gold"])


def test_multiword_precision_is_over_the_answers_within_the_items_of_the_substitute_gold() -> None:
    case = CASES["unknown_id_mw"]
    own, expected = percentages(scored_within_t(case), "mw"), case["by_formula_variants"]["within_T"]
    over_answers = {"system_mw", "detected", "identified", "detection_precision", "identification_precision"}
    assert_near({name: own[name] for name in over_answers}, {name: expected[name] for name in over_answers})


def test_multiword_recall_is_over_all_items_with_a_gold_multiword() -> None:
    """The kit restricts the run to the items scored for substitutes, not the multiword gold."""
    case = CASES["unknown_id_mw"]
    assert_near(percentages(scored_within_t(case), "mw"), case["by_formula_variants"]["within_T"])


def test_no_variant_of_the_kit_is_forgotten() -> None:
    variants = {(name, variant) for name, case in CASES.items() for variant in case.get("by_formula_variants", ())}
    assert variants == BY_A_MATCHING_RULE.keys() | BY_THE_SUBSTITUTE_GOLD | NOT_A_RULE_OF_STEAD


@pytest.mark.parametrize("name", ["dup_best", "dup_oot", "near_dup_oot", "dup_over_ten_oot"])
def test_paying_every_copy_gives_what_the_program_printed(name: str) -> None:
    case = CASES[name]
    own = printed(percentages(scored_by_default(case, "lenient,duplicates=paid"), case["type"]))
    expected = printed_by_the_program(case)
    assert {figure: own[figure] for figure in expected} == expected


CREDIT = re.compile(r"(\S+) Item (\S+) credit (\S+)(?: guesses (\d+))? human responses \d+: score is \S+")
MODE = re.compile(r"(\S+) Item (\S+) mode '.*' (?:: system '.*')? ?(correct|wrong| ?found in guesses| ?not found)")


@pytest.mark.parametrize("name", ["clean_best", "clean_oot"])
def test_the_credit_of_each_item_is_that_of_the_programs_verbose_output(name: str) -> None:
    """The program shows the credit before it is divided by the number of guesses."""
    text = (SEMEVAL / CASES[name]["verbose_stdout_file"]).read_text(encoding="utf-8")
    expected = {match[2]: float(match[3]) / int(match[4] or 1) for match in CREDIT.finditer(text)}
    statistics = scored_by_default(CASES[name]).evaluation.statistics[0]
    rows = zip(statistics.ids, statistics.values.tolist(), strict=True)
    own = {identifier: credit for identifier, (_, attempted, credit) in rows if attempted}
    assert len(own) == CASES[name]["by_formula"]["attempted"]
    assert own == pytest.approx(expected, rel=0, abs=1e-12)


@pytest.mark.parametrize("name", ["clean_best", "clean_oot"])
def test_the_modes_found_are_those_of_the_programs_verbose_output(name: str) -> None:
    text = (SEMEVAL / CASES[name]["verbose_stdout_file"]).read_text(encoding="utf-8")
    hits = {match[2]: match[3].strip() in {"correct", "found in guesses"} for match in MODE.finditer(text)}
    statistics = scored_by_default(CASES[name]).evaluation.statistics[1]
    rows = zip(statistics.ids, statistics.values.tolist(), strict=True)
    own = {identifier: hit == 1 for identifier, (_, attempted, hit) in rows if attempted}
    assert len(own) == CASES[name]["by_formula"]["mode_attempted"]
    assert own == hits


def test_the_multiwords_found_are_those_of_the_programs_verbose_output() -> None:
    text = (SEMEVAL / "verbose_clean_mw.txt").read_text(encoding="utf-8")
    human = re.findall(r"^\S+ (\S+) human mode is (.*) system (.*)$", text, re.MULTILINE)
    alone = re.findall(r"^\S+ (\S+) No MW found by annotators, system ", text, re.MULTILINE)
    expected = {identifier: (1.0, float(gold == own)) for identifier, gold, own in human}
    expected |= dict.fromkeys(alone, (0.0, 0.0))
    detection, identification = scored_by_default(CASES["clean_mw"]).evaluation.statistics
    rows = zip(detection.ids, detection.values.tolist(), identification.values.tolist(), strict=True)
    own = {identifier: (detected[2], identified[2]) for identifier, detected, identified in rows if detected[1]}
    assert own == expected
