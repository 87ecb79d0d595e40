"""Lining up a run with a gold: which line answers which item, and what is odd about a run."""

import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from stead import BadInput, Run, ScoreResult, read_forms, score
from stead.core.faults import Source
from stead.core.substitutes import RunRow
from stead.records.scores import RunSummary

GOLD = {
    ("bright.a", "1"): {"clever": 3, "smart": 1},
    ("bright.a", "2"): {"light": 2},
    ("bar.n", "3"): {"pub": 2, "public house": 2},
    ("bar.n", "4"): {"rod": 1},
}
"""Item 4 has too few responses to be scored."""


def run_of(*lines: tuple[str, str, Sequence[str]]) -> Run:
    return Run.of([RunRow(lexelt, identifier, list(own)) for lexelt, identifier, own in lines], Source("run", "0" * 64))


def score_lines(*lines: tuple[str, str, Sequence[str]], **options: Any) -> ScoreResult:
    return score(GOLD, run_of(*lines), measures=options.pop("measures", "best"), **options)


def summary(*lines: tuple[str, str, Sequence[str]], **options: Any) -> RunSummary:
    return score_lines(*lines, **options).evaluation.runs[0]


def test_attempted_and_total_are_over_the_scored_items() -> None:
    result = score_lines(("bright.a", "1", ["clever"]), ("bar.n", "4", ["rod"]), ("bar.n", "3", []))
    assert (result.scores[0].attempted, result.scores[0].scored) == (1, 3)
    assert (result.evaluation.gold.items, result.evaluation.gold.scored) == (4, 3)
    assert result.evaluation.gold.with_mode == 2
    run_summary = result.evaluation.runs[0]
    assert (run_summary.items, run_summary.attempted, run_summary.blank) == (3, 1, 1)


def test_an_unknown_id_is_reported_and_changes_nothing() -> None:
    line = ("bright.a", "1", ["clever"])
    result = score_lines(line, ("bright.a", "99", ["clever"]), ("bar.n", "x", ["pub"]))
    assert result.evaluation.runs[0].unknown_ids == ("99", "x")
    assert result.scores[0].figures == score_lines(line).scores[0].figures


def test_the_first_line_of_an_item_counts_and_the_others_are_reported() -> None:
    result = score_lines(("bright.a", "1", ["smart"]), ("bright.a", "1", ["clever"]), ("bright.a", "1", ["clever"]))
    assert result.evaluation.runs[0].repeated_ids == ("1", "1")
    assert result.value("best", "P") == pytest.approx(1 / 4)


def test_a_blank_first_line_counts_too() -> None:
    result = score_lines(("bright.a", "1", []), ("bright.a", "1", ["clever"]), ("bright.a", "2", ["light"]))
    run_summary = result.evaluation.runs[0]
    assert (run_summary.attempted, run_summary.blank, run_summary.repeated_ids) == (1, 1, ("1",))


def test_another_target_is_scored_and_reported() -> None:
    result = score_lines(("bright.n", "1", ["clever"]), ("bright.a", "2", ["light"]))
    assert result.evaluation.runs[0].other_targets == ("1",)
    assert result.scores[0].attempted == 2


def test_a_run_that_names_no_targets_has_no_other_targets() -> None:
    result = score(GOLD, {"1": ["clever"], "2": ["light"]}, measures="best")
    assert result.scores[0].attempted == 2
    assert result.evaluation.runs[0].other_targets == ()


@pytest.mark.parametrize("blank", [[], [""], [" "], ["-"], ["", " - "]], ids=str)
def test_an_answer_of_nothing_is_blank_and_not_attempted(blank: list[str]) -> None:
    own = summary(("bright.a", "1", blank), ("bright.a", "2", ["light"]))
    assert own.attempted == 1
    assert own.blank == 1


def test_an_empty_answer_among_others_does_not_count_in_the_size_of_the_answer() -> None:
    result = score_lines(("bright.a", "1", ["", "clever", " - "]))
    assert result.value("best", "P") == pytest.approx(3 / 4)


def test_every_line_of_a_run_is_accounted_for() -> None:
    own = summary(
        ("bright.a", "1", ["clever"]),
        ("bright.a", "1", ["smart"]),
        ("bright.a", "2", []),
        ("bar.n", "3", ["pub"]),
        ("bar.n", "99", ["pub"]),
    )
    assert own.items == own.attempted + own.blank + len(own.unknown_ids) + len(own.repeated_ids) == 5


def test_repeated_answers_are_counted_and_earn_nothing() -> None:
    result = score_lines(
        ("bright.a", "1", ["clever", "Clever", "smart", " clever "]),
        ("bar.n", "3", ["public house", "public-house"]),
        ("bright.a", "2", ["light"]),
        measures="best,oot@10",
    )
    run_summary = result.evaluation.runs[0]
    assert (run_summary.items_with_duplicates, run_summary.duplicates) == (2, 3)
    assert result.value("best", "R") == pytest.approx((4 / 2 / 4 + 2 / 4 + 1) / 3)
    assert result.value("oot@10", "R") == pytest.approx((1 + 2 / 4 + 1) / 3)


def test_paid_repeats_are_counted_all_the_same() -> None:
    line = ("bright.a", "1", ["clever", "clever", "wrong"])
    result = score_lines(line, measures="best,oot@10", match="lenient,duplicates=paid")
    run_summary = result.evaluation.runs[0]
    assert (run_summary.items_with_duplicates, run_summary.duplicates) == (1, 1)
    assert result.value("best", "P") == pytest.approx(6 / 3 / 4)
    assert result.value("oot@10", "P") == pytest.approx(6 / 4)


def test_repeats_are_those_of_the_matching_rules() -> None:
    line = ("bright.a", "1", ["Clever", "clever"])
    assert summary(line).duplicates == 1
    assert summary(line, match="exact").duplicates == 0


def test_repeats_can_be_refused_in_a_sentence_that_names_the_items() -> None:
    with pytest.raises(BadInput, match=r"^run: 2 items .*\(ids 1, 3\).*duplicates=error") as refusal:
        score_lines(
            ("bright.a", "1", ["clever", "Clever"]),
            ("bar.n", "3", ["pub", "pub"]),
            ("bright.a", "2", ["light"]),
            match="lenient,duplicates=error",
        )
    assert "\n" not in str(refusal.value)


def test_a_run_without_repeats_passes_where_they_are_refused() -> None:
    line = ("bright.a", "1", ["clever", "smart"])
    assert score_lines(line, match="lenient,duplicates=error").value("best", "R") == score_lines(line).value(
        "best", "R"
    )


SAME_IDS = {("bright.a", "1"): {"clever": 2}, ("bar.n", "1"): {"pub": 2}, ("bar.n", "2"): {"rod": 2}}


def test_where_ids_repeat_across_lexelts_an_item_is_known_by_both() -> None:
    run = run_of(("bar.n", "1", ["pub"]), ("bright.a", "1", ["pub"]), ("bar.v", "2", ["rod"]))
    result = score(SAME_IDS, run, measures="best")
    assert {item["lexelt"] + item["id"]: item["credit"] for item in result.items()} == {
        "bright.a1": 0,
        "bar.n1": 1,
        "bar.n2": 0,
    }
    run_summary = result.evaluation.runs[0]
    assert (run_summary.unknown_ids, run_summary.repeated_ids, run_summary.other_targets) == (("bar.v 2",), (), ())


@pytest.mark.parametrize("identifier", [1, "1"])
def test_ids_in_python_may_be_numbers(identifier: object) -> None:
    assert score({1: {"clever": 2}}, {identifier: ["clever"]}, measures="best").value("best") == 1


def test_two_items_of_a_gold_that_have_the_same_key_are_refused() -> None:
    """As numbers and as text these are the same id: one of the two could never be answered."""
    with pytest.raises(BadInput):
        score({1: {"clever": 2}, "1": {"pub": 2}}, {"1": ["clever"]}, measures="best")


def test_letters_that_are_composed_only_in_lower_case_match() -> None:
    """J with a caron has no capital of its own in Unicode."""
    assert score({"1": {"\u01f0": 2}}, {"1": ["J\u030c"]}, measures="best").value("best") == 1


# Matching rules that leave answers out


def test_the_target_itself_can_be_left_out_on_both_sides() -> None:
    gold = {("bright.a", "1"): {"Bright": 2, "clever": 2}, ("bright.a", "2"): {"bright": 5}}
    run = {("bright.a", "1"): ["BRIGHT", "clever"]}
    kept = score(gold, run, measures="best")
    dropped = score(gold, run, measures="best", match="lenient,target=drop")
    assert (kept.scores[0].scored, dropped.scores[0].scored) == (2, 1)
    assert (kept.value("best", "P"), dropped.value("best", "P")) == (1 / 2, 1)


def test_the_target_is_that_of_the_gold() -> None:
    gold = {("bright.a", "1"): {"clever": 2}}
    result = score(gold, {("clever.a", "1"): ["bright", "clever"]}, measures="best", match="lenient,target=drop")
    assert result.value("best", "P") == 1


MULTIWORD_GOLD = {("bar.n", "1"): {"public house": 2, "pub": 1, "ale-house": 1}}
MULTIWORD_RUN = {("bar.n", "1"): ["public house", "ale-house", "pub"]}


@pytest.mark.parametrize(
    ("dropped", "best", "oot"),
    [
        ([], 4 / 3 / 4, 1),
        (["gold"], 2 / 3 / 2, 1),
        (["run"], 2 / 2 / 4, 2 / 4),
        (["gold", "run"], 1 / 2, 1),
    ],
    ids=str,
)
def test_multiwords_can_be_left_out_on_either_side(dropped: list[str], best: float, oot: float) -> None:
    match = ",".join(["lenient", *(f"{side}_multiwords=drop" for side in dropped)])
    result = score(MULTIWORD_GOLD, MULTIWORD_RUN, measures="best,oot@10", match=match)
    assert result.value("best", "P") == pytest.approx(best)
    assert result.value("oot@10", "P") == pytest.approx(oot)


@pytest.mark.parametrize("match", ["lenient,run_multiwords=drop", "lenient,target=drop"])
def test_answers_that_a_rule_leaves_out_are_not_dropped_in_silence(match: str) -> None:
    """Every answer of item 1 is left out by the rule, so that the item is not attempted; the result must say so."""
    gold = {("bar.n", "1"): {"pub": 2}, ("bar.n", "2"): {"rod": 2}}
    own = score(gold, {("bar.n", "1"): [], ("bar.n", "2"): ["rod"]}, measures="best", match=match)
    out = "public house" if "multiwords" in match else "bar"
    other = score(gold, {("bar.n", "1"): [out], ("bar.n", "2"): ["rod"]}, measures="best", match=match)
    assert other.scores[0].attempted == own.scores[0].attempted == 1
    assert other.evaluation.runs[0].blank == 1 or other.evaluation.notes


# The mapping of answers to canonical forms


@pytest.fixture
def mapping(tmp_path: Path) -> Path:
    path = tmp_path / "mapping.txt"
    path.write_text("brill\u00e9(bright.a)-->clever\nse lever(bright.a)-->lever\n", encoding="utf-8")
    return path


FRENCH = {("bright.a", "1"): {"clever": 2}, ("bar.n", "2"): {"brill\u00e9": 2}}


def score_with_mapping(run: Mapping[Any, Sequence[str]], mapping: Path) -> ScoreResult:
    return score(FRENCH, run, measures="semdis-best,semdis-oot,best", mapping=mapping, match="semdis")


def test_a_mapping_holds_for_its_target_only_and_never_for_the_gold(mapping: Path) -> None:
    run = {("bright.a", "1"): ["brill\u00e9"], ("bar.n", "2"): ["brill\u00e9"]}
    assert score_with_mapping(run, mapping).value("semdis-best", "mean") == 1
    assert score(FRENCH, run, measures="semdis-best").value("semdis-best", "mean") == 1 / 2


def test_a_mapping_is_applied_before_multiwords_are_left_out(mapping: Path) -> None:
    """`se lever` is read as `lever`, a single word, in all items and in the subset of single words."""
    gold = {("bright.a", "1"): {"lever": 2}}
    result = score(gold, {("bright.a", "1"): ["se lever"]}, measures="best", mapping=mapping, by="subset")
    assert {one_score.group: one_score.figures["R"] for one_score in result.scores} == {"all": 1, "subset=NMWS": 1}


def test_repeats_that_a_mapping_makes_are_removed(mapping: Path) -> None:
    result = score_with_mapping({("bright.a", "1"): ["wrong", "clever", "brill\u00e9"]}, mapping)
    assert result.evaluation.runs[0].duplicates == 1
    assert result.value("best", "P") == 1 / 2


def test_a_mapping_is_applied_to_a_run_that_names_no_targets(mapping: Path) -> None:
    """Items are matched by id, so the target is the gold's."""
    assert score_with_mapping({"1": ["brill\u00e9"]}, mapping).value("best", "P") == 1


def test_a_mapping_finds_a_form_in_another_unicode_form(mapping: Path) -> None:
    """The rules call the composed and the decomposed letter the same."""
    decomposed = unicodedata.normalize("NFD", "brill\u00e9")
    assert score_with_mapping({("bright.a", "1"): [decomposed]}, mapping).value("best", "P") == 1


def test_faults_of_a_mapping_are_reported(mapping: Path) -> None:
    mapping.write_text("brill\u00e9(bright.a)-->clever\nno rule at all\n", encoding="utf-8")
    reports = score_with_mapping({("bright.a", "1"): ["brill\u00e9"]}, mapping).reports
    assert any(fault.line == 2 and fault.path == str(mapping) for report in reports for fault in report)


def test_faults_of_a_mapping_are_refused_if_faults_are(mapping: Path) -> None:
    mapping.write_text("brill\u00e9(bright.a)-->clever\nno rule at all\n", encoding="utf-8")
    with pytest.raises(BadInput):
        score(FRENCH, {"1": ["clever"]}, measures="best", mapping=mapping, faults="strict")


def test_a_mapping_loaded_before_gives_the_same_scores(mapping: Path) -> None:
    run = {("bright.a", "1"): ["brill\u00e9"]}
    result = score(FRENCH, run, measures="best", mapping=read_forms(mapping))
    assert result.scores == score(FRENCH, run, measures="best", mapping=mapping).scores
