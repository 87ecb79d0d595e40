"""SemDis 2014: both golds, answers between spaces and semicolons, and the mapping of forms."""

import pytest

from stead.core.faults import Severity, Source
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from tests.formats.made import (
    How,
    content,
    found,
    only_answers,
    only_weights,
    quickly,
    read,
    read_gold,
    read_mapping,
    read_run,
    refusal,
    written,
)

ERROR, REPAIRED = Severity.ERROR, Severity.REPAIRED


# ------------------------------------------------------------------------------------------------------ golds


def test_gold_1_has_two_blanks_after_the_separator_and_one_after_each_semicolon() -> None:
    weights = [("embaucher", 4.0), ("faire appel", 2.0), ("payer", 1.0)]
    assert only_weights("engager.v 12 ::  embaucher 4; faire appel 2; payer 1;\n") == weights


def test_gold_2_has_real_weights_and_is_graded() -> None:
    gold, report = read("engager.v 12 :: embaucher 2.88; payer 0.50; lancer 0.00;\n", "gold", How("semdis"))
    assert isinstance(gold, GoldStandard)
    assert list(gold) == [GoldRow("engager.v", "12", [("embaucher", 2.88), ("payer", 0.5), ("lancer", 0.0)])]
    assert gold.graded
    assert not report.faults


def test_gold_1_is_not_graded() -> None:
    gold, _ = read("engager.v 12 ::  embaucher 4; payer 1;\n", "gold", How("semdis"))
    assert isinstance(gold, GoldStandard)
    assert not gold.graded


# ----------------------------------------------------------------------------------------------------- answers


def test_answers_stand_between_blanks_and_semicolons() -> None:
    assert only_answers("engager.v 12 :: embaucher ; faire appel ; payer\n") == ["embaucher", "faire appel", "payer"]


def test_a_pronominal_verb_and_an_elision_are_kept() -> None:
    assert only_answers("aller.v 3 :: se rendre ; s'en aller ; s’enfuir\n") == ["se rendre", "s'en aller", "s’enfuir"]


def test_a_single_answer_needs_no_semicolon() -> None:
    assert only_answers("engager.v 12 :: embaucher\n", "semdis") == ["embaucher"]


def test_a_gold_given_as_run_is_refused() -> None:
    assert "gold standard" in refusal("engager.v 12 ::  embaucher 4; faire appel 2; payer 1;\n", "run")


def test_a_run_given_as_gold_is_refused() -> None:
    assert "looks like a run" in refusal("engager.v 12 :: embaucher ; faire appel\n", "gold")


# ----------------------------------------------------------------------------------------------------- mapping


def test_a_rule_holds_for_its_target_only() -> None:
    mapping, report = read_mapping("fatiguer(las.a)-->fatigué\nse rendre(aller.v)-->rendre\n")
    assert mapping.canonical == {"las.a": {"fatiguer": "fatigué"}, "aller.v": {"se rendre": "rendre"}}
    assert not report.faults


def test_comments_and_blank_lines_of_a_mapping_need_no_repair() -> None:
    mapping, report = read_mapping("# forms(x.y)-->canonical\n\n#\nfatiguer(las.a)-->fatigué\n")
    assert mapping.canonical == {"las.a": {"fatiguer": "fatigué"}}
    assert not report.faults


def test_blanks_around_the_parts_of_a_rule_are_no_part_of_them() -> None:
    mapping, _ = read_mapping("  se rendre (aller.v) -->  rendre  \r\n", "semdis")
    assert mapping.canonical == {"aller.v": {"se rendre": "rendre"}}


def test_a_mapping_with_blanks_before_its_arrows_is_recognised() -> None:
    mapping, _ = read_mapping("se rendre (aller.v) --> rendre\n")
    assert mapping.canonical == {"aller.v": {"se rendre": "rendre"}}


def test_a_form_may_contain_brackets() -> None:
    mapping, _ = read_mapping("rendre (se)(aller.v)-->rendre\n")
    assert mapping.canonical == {"aller.v": {"rendre (se)": "rendre"}}


@pytest.mark.parametrize("line", ["fatiguer-->fatigué", "fatiguer(las.a)", "(las.a)-->fatigué", "fatiguer(las.a)-->"])
def test_a_rule_that_cannot_be_read_is_left_out_and_reported(line: str) -> None:
    mapping, report = read_mapping(f"lasser(las.a)-->lassé\n{line}\n")
    assert mapping.canonical == {"las.a": {"lasser": "lassé"}}
    assert found(report) == [(2, ERROR, "malformed")]


def test_a_rule_that_cannot_be_read_is_refused_under_strict() -> None:
    assert "made.txt:2: " in refusal("lasser(las.a)-->lassé\nnonsense\n", "mapping", policy="strict")


def test_two_rules_for_the_same_form_are_never_settled_silently() -> None:
    _, report = read_mapping("lasser(las.a)-->lassé\nlasser(las.a)-->las\n")
    assert [(fault.line, fault.kind) for fault in report] == [(2, "repeated")]


def test_the_same_rule_twice_is_harmless() -> None:
    mapping, _ = read_mapping("lasser(las.a)-->lassé\nlasser(las.a)-->lassé\n")
    assert mapping.canonical == {"las.a": {"lasser": "lassé"}}


def test_the_mapping_knows_where_it_came_from() -> None:
    mapping, _ = read_mapping("lasser(las.a)-->lassé\n")
    sha256 = content("lasser(las.a)-->lassé\n").sha256
    assert (mapping.source.name, mapping.source.sha256, mapping.source.format) == ("made", sha256, "semdis")


def test_a_line_of_blanks_in_a_mapping_is_read_quickly() -> None:
    with quickly():
        _, report = read_mapping("lasser(las.a)-->lassé\n" + " " * 1_200 + "x\n")
    assert found(report) == [(2, ERROR, "malformed")]


def test_a_line_of_brackets_in_a_mapping_is_read_quickly() -> None:
    with quickly():
        _, report = read_mapping("lasser(las.a)-->lassé\n" + "(a)" * 10_000 + "\n")
    assert found(report) == [(2, ERROR, "malformed")]


# ---------------------------------------------------------------------------------------------------- writing


def test_what_is_written_is_read_again() -> None:
    source = Source("made", "")
    run = Run.of([RunRow("engager.v", "12", ["embaucher", "faire appel"]), RunRow("engager.v", "13", [])], source)
    gold = GoldStandard.of([GoldRow("engager.v", "12", [("embaucher", 2.88), ("payer", 0.1)])], source)
    assert read_run(written(run, "run", "semdis")[0], "semdis")[0] == list(run)
    assert read_gold(written(gold, "gold", "semdis")[0], "semdis")[0] == list(gold)


def test_answers_are_written_as_the_task_writes_them() -> None:
    run = Run.of([RunRow("engager.v", "12", ["embaucher", "faire appel"])], Source("made", ""))
    assert written(run, "run", "semdis") == ("engager.v 12 :: embaucher ; faire appel\n", [])
