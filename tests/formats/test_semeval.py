"""SemEval-2007 gold and answers: each oddity of real files."""

from pathlib import Path

import pytest

import stead
from stead.core.errors import UsageError
from stead.core.faults import Severity, Source
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from stead.formats import Options, load
from tests.formats.made import (
    found,
    only_answers,
    only_weights,
    read_gold,
    read_run,
    refusal,
    write_problem,
    written,
)

ERROR, REPAIRED, NOTE = Severity.ERROR, Severity.REPAIRED, Severity.NOTE
MEMORY = Source("made", "0" * 64)


def gold_of(*rows: GoldRow, graded: bool | None = None) -> GoldStandard:
    return GoldStandard.of(rows, MEMORY, graded=graded)


def gold_and_oot_run(folder: Path) -> tuple[Path, Path]:
    """A gold file, and a run of the oot task."""
    gold, run = folder / "gold.txt", folder / "run.txt"
    gold.write_bytes(b"bright.a 1 :: clever 3;smart 1;\n")
    run.write_bytes(b"bright.a 1 ::: clever\n")
    return gold, run


# ------------------------------------------------------------------------------------------------------- gold


def test_a_gold_line_gives_lexelt_id_and_weights() -> None:
    rows, report = read_gold("bright.a 1 :: intelligent 3;clever 3;smart 1;\n")
    assert rows == [GoldRow("bright.a", "1", [("intelligent", 3.0), ("clever", 3.0), ("smart", 1.0)])]
    assert not report.faults


def test_a_closing_semicolon_or_none_makes_no_difference() -> None:
    assert only_weights("bright.a 1 :: clever 3;smart 1;") == only_weights("bright.a 1 :: clever 3;smart 1")


def test_blanks_after_semicolons_are_no_part_of_a_term() -> None:
    assert only_weights("bright.a 1 :: clever 3; smart 1; ") == [("clever", 3.0), ("smart", 1.0)]


def test_two_blanks_before_the_count_are_no_part_of_the_term() -> None:
    assert only_weights("plot.n 4 :: garden  1;") == [("garden", 1.0)]


def test_the_same_substitute_twice_is_kept_twice_for_the_matching_rules() -> None:
    assert only_weights("plot.n 4 :: garden 2;garden  1;") == [("garden", 2.0), ("garden", 1.0)]


def test_pn_entries_are_name_responses_and_no_substitutes() -> None:
    rows, report = read_gold("stone.n 3 :: rock 2;pn 3;")
    assert rows == [GoldRow("stone.n", "3", [("rock", 2.0)], names=3.0)]
    assert not report.faults


def test_two_pn_entries_add_up() -> None:
    [row], _ = read_gold("stone.n 3 :: pn 3;rock 2;pn  1;")
    assert (row.weights, row.names) == ([("rock", 2.0)], 4.0)


@pytest.mark.parametrize("term", ["hypnotic", "pneumatic", "pn tree", "the pn", "PN", "pn-x"])
def test_a_term_that_merely_contains_pn_is_a_substitute(term: str) -> None:
    [row], _ = read_gold(f"stone.n 3 :: {term} 2;")
    assert (row.weights, row.names) == ([(term, 2.0)], 0.0)


@pytest.mark.parametrize(
    "term",
    [
        pytest.param("Clever", id="upper case"),
        pytest.param("well-read", id="hyphen"),
        pytest.param("child's play", id="apostrophe"),
        pytest.param("full of light", id="multiword"),
        pytest.param("a", id="one letter"),
        pytest.param("7", id="a digit"),
        pytest.param("top 10", id="ends in a number"),
        pytest.param("smart.", id="dot"),
        pytest.param("naïve", id="accent"),
        pytest.param("賢い", id="another script"),
        pytest.param("e\u0301lan", id="decomposed"),
        pytest.param("bright", id="the target itself"),
        pytest.param("a::b", id="colons"),
        pytest.param("$100", id="dollar"),
        pytest.param("either/or", id="slash"),
    ],
)
def test_a_term_is_kept_as_it_is_written(term: str) -> None:
    assert only_weights(f"bright.a 1 :: {term} 3;clever 1;") == [(term, 3.0), ("clever", 1.0)]


def test_two_blanks_after_the_separator_need_no_repair() -> None:
    assert only_weights("bright.a 1 ::  clever 3;") == [("clever", 3.0)]


def test_float_weights_are_kept() -> None:
    weights = [("clever", 2.43), ("smart", 0.5), ("lit", 0.0), ("dim", 0.0001)]
    assert only_weights("bright.a 1 :: clever 2.43;smart 0.5;lit 0.00;dim 1e-4;") == weights


def test_a_gold_that_is_not_sorted_by_count_keeps_its_order() -> None:
    assert only_weights("bright.a 1 :: dim 1;clever 3;lit 2;") == [("dim", 1.0), ("clever", 3.0), ("lit", 2.0)]


def test_an_item_without_substitutes_is_an_item() -> None:
    rows, report = read_gold("bright.a 1 :: clever 3;\nbright.a 2 ::\nbright.a 3 :: ;\n")
    assert [(row.id, row.weights) for row in rows] == [("1", [("clever", 3.0)]), ("2", []), ("3", [])]
    assert not report.faults


def test_tab_separated_columns_are_repaired_and_reported() -> None:
    rows, report = read_gold("bright.a\t1\t::\tclever\t3;smart 1;\n")
    assert rows == [GoldRow("bright.a", "1", [("clever", 3.0), ("smart", 1.0)])]
    assert found(report) == [(1, REPAIRED, "columns")]


@pytest.mark.parametrize("columns", ["price.n\t3\t::\t", "price.n  3 :: ", "asking price.n 3 :: "])
def test_repaired_columns_do_not_cost_a_substitute_its_dollar(columns: str) -> None:
    rows, _ = read_gold(f"{columns}$100 2;sum 1;\n")
    assert [row.weights for row in rows] in ([], [[("$100", 2.0), ("sum", 1.0)]])


def test_a_lexelt_of_several_words_needs_no_repair() -> None:
    rows, report = read_gold("e commerce.J 125 :: online trade 2;\n")
    assert rows == [GoldRow("e commerce.J", "125", [("online trade", 2.0)])]
    assert found(report) == []


def test_a_lexelt_with_blanks_and_no_part_of_speech_cannot_be_split_for_certain() -> None:
    rows, report = read_gold("bright.a 1 :: clever 3;\ne commerce 125 :: trade 2;\n")
    assert [row.id for row in rows] == ["1"]
    assert found(report) == [(2, ERROR, "malformed")]


def test_a_lexelt_with_two_parts_of_speech_needs_no_repair() -> None:
    rows, report = read_gold("bar.n.v 7 :: pub 3;\n")
    assert rows == [GoldRow("bar.n.v", "7", [("pub", 3.0)])]
    assert not report.faults


def test_a_gold_with_an_invalid_byte_is_refused_with_its_line_and_encoding() -> None:
    data = b"bright.a 1 :: clever 3;\nbright.a 2 :: na\xefve 2;clever 1;\n"
    assert refusal(data, "gold") == (
        'made.txt:2: byte 0xef is not valid UTF-8. It looks like windows-1252 ("naïve"): read it with '
        "`encoding='windows-1252'`, or save it as UTF-8."
    )
    rows, report = read_gold(data, policy="skip")
    assert ([row.id for row in rows], found(report)) == (["1"], [(2, ERROR, "encoding")])


def test_crlf_is_a_line_end() -> None:
    rows, report = read_gold(b"bright.a 1 :: clever 3\r\nbright.a 2 :: smart 1;\r\n")
    assert [row.weights for row in rows] == [[("clever", 3.0)], [("smart", 1.0)]]
    assert not report.faults


def test_a_byte_order_mark_is_no_part_of_the_first_lexelt() -> None:
    rows, report = read_gold("\ufeffbright.a 1 :: clever 3;\n")
    assert rows[0].lexelt == "bright.a"
    assert not report.faults


@pytest.mark.parametrize("byte_order", ["utf-16-le", "utf-16-be"])
def test_utf16_is_read(byte_order: str) -> None:
    assert only_weights("\ufeffbright.a 1 :: naïve 3;\r\n".encode(byte_order)) == [("naïve", 3.0)]


def test_items_need_not_ascend_and_ids_may_repeat_across_lexelts() -> None:
    rows, report = read_gold("dim.a 9 :: dark 2;\nbright.a 9 :: clever 2;\nbright.a 1 :: lit 2;\n")
    assert [(row.lexelt, row.id) for row in rows] == [("dim.a", "9"), ("bright.a", "9"), ("bright.a", "1")]
    assert not report.faults


def test_a_second_line_for_an_item_is_left_out_and_reported() -> None:
    rows, report = read_gold("bright.a 1 :: clever 3;\nbright.a 1 :: smart 1;\n")
    assert rows == [GoldRow("bright.a", "1", [("clever", 3.0)])]
    assert found(report) == [(2, ERROR, "repeated")]


@pytest.mark.parametrize("entry", ["clever", "clever three", "clever -1", "clever nan", "clever inf", "clever 1e99"])
def test_an_entry_without_a_usable_weight_leaves_out_the_whole_line(entry: str) -> None:
    rows, report = read_gold(f"bright.a 1 :: smart 2;{entry};lit 1;\nbright.a 2 :: smart 1;\n")
    assert [row.id for row in rows] == ["2"]
    assert [fault[:2] for fault in found(report)] == [(1, ERROR)]


def test_the_message_about_a_gold_line_shows_a_gold_line() -> None:
    _, report = read_gold("bright.a 1 :: clever 3;\nbright.a 2 clever 3\n")
    [fault] = report.faults
    assert "clever 3" in fault.message.partition("found")[0]


# ----------------------------------------------------------------------------------------------------- answers


def test_best_answers_stand_behind_two_colons() -> None:
    rows, report = read_run("bright.a 1 :: smart;clever\n")
    assert rows == [RunRow("bright.a", "1", ["smart", "clever"])]
    assert not report.faults


def test_oot_answers_stand_behind_three_colons() -> None:
    assert only_answers("bright.a 1 ::: smart;clever;lit\n") == ["smart", "clever", "lit"]


def test_a_multiword_answer_is_one_answer() -> None:
    assert only_answers("bright.a 1 :: bright spark\n") == ["bright spark"]


def test_semicolons_at_either_end_or_doubled_make_no_answer() -> None:
    assert only_answers("bright.a 1 :: ;smart;;clever; ;\n") == ["smart", "clever"]


@pytest.mark.parametrize("line", ["bright.a 1 ::", "bright.a 1 :: ", "bright.a 1 :: ;", "bright.a 1 ::\r"])
def test_a_blank_answer_is_a_row_without_answers(line: str) -> None:
    rows, report = read_run(f"{line}\nbright.a 2 :: smart\n")
    assert [(row.id, row.answers) for row in rows] == [("1", []), ("2", ["smart"])]
    assert not report.faults


def test_an_answer_given_twice_stays_twice_for_the_matching_rules() -> None:
    assert only_answers("bright.a 1 :: smart;smart\n") == ["smart", "smart"]


def test_a_second_line_for_an_item_stays_for_the_scorer_to_count() -> None:
    rows, _ = read_run("bright.a 1 :: smart\nbright.a 1 :: clever\n")
    assert [row.answers for row in rows] == [["smart"], ["clever"]]


def test_answers_to_a_lexelt_of_several_words_need_no_repair() -> None:
    rows, report = read_run("e commerce.J 125 :: trade\n")
    assert rows == [RunRow("e commerce.J", "125", ["trade"])]
    assert found(report) == []


def test_ids_need_not_be_numbers() -> None:
    rows, report = read_run("bright.a item-1/b :: smart\n")
    assert rows[0].id == "item-1/b"
    assert not report.faults


def test_both_separators_in_one_file_are_read_and_noted() -> None:
    rows, report = read_run("bright.a 1 :: smart\nbright.a 2 ::: clever\n")
    assert [row.answers for row in rows] == [["smart"], ["clever"]]
    assert found(report) == [(None, NOTE, "separator")]


def test_the_wrong_separator_is_an_error_of_its_line_where_one_is_demanded() -> None:
    rows, report = read_run("bright.a 1 :: smart\nbright.a 2 ::: clever\n", "semeval", separator="::")
    assert [row.id for row in rows] == ["1"]
    assert found(report) == [(2, ERROR, "separator")]


def test_a_file_with_only_the_wrong_separator_is_refused_under_from_semeval_for_that_reason(tmp_path: Path) -> None:
    gold, run = gold_and_oot_run(tmp_path)
    with pytest.raises(stead.BadInput, match=":::"):
        stead.score(gold, run, measures="best", format="semeval")


def test_four_colons_are_no_separator() -> None:
    rows, report = read_run("bright.a 1 :::: smart\nbright.a 2 :: clever\n")
    assert [row.id for row in rows] == ["2"]
    assert found(report) == [(1, ERROR, "malformed")]


def test_the_separator_of_the_other_task_is_a_note_without_from_semeval(tmp_path: Path) -> None:
    gold, run = gold_and_oot_run(tmp_path)
    result = stead.score(gold, run, measures="best")
    assert result.value("best") == 0.75
    assert [(fault.severity, fault.kind) for fault in result.reports[1]] == [(NOTE, "separator")]


# -------------------------------------------------------------------------------------------------- refusals


def test_a_run_given_as_gold_is_refused_in_one_sentence() -> None:
    message = refusal("bright.a 1 :: clever;smart\nbright.a 2 ::: full of light\nbright.a 3 ::\n" * 50, "gold")
    assert message.startswith("made.txt: looks like a run, not like a gold standard")
    assert "\n" not in message


def test_a_gold_given_as_run_is_refused_in_one_sentence() -> None:
    message = refusal("bright.a 1 :: clever 3;smart 1;\nbright.a 2 :: lit 2.5;\n", "run")
    assert message.startswith("made.txt: looks like a gold standard")
    assert "\n" not in message


def test_a_gold_with_tabs_given_as_run_is_refused() -> None:
    assert "gold standard" in refusal("bright.a\t1\t::\tclever\t3;smart\t1;\nbright.a\t2\t::\tlit\t2;\n", "run")


def test_a_gold_of_one_entry_given_as_run_is_never_read_without_a_word() -> None:
    try:
        _, report = read_run("bright.a 1 :: clever 3;\n")
    except stead.BadInput as error:
        assert "gold standard" in str(error)  # noqa: PT017 (a note would do as well)
    else:
        assert report.faults != []


def test_a_run_with_some_answers_that_end_in_numbers_is_a_run() -> None:
    rows, report = read_run("plane.n 1 :: Boeing 747;jet;aircraft\nplane.n 2 :: level 2\n")
    assert rows[0].answers == ["Boeing 747", "jet", "aircraft"]
    assert not report.faults


def test_items_given_as_gold_are_refused_in_one_sentence() -> None:
    data = '<corpus lang="x">\n<lexelt item="a.n">\n<instance id="1">\n</instance>\n</lexelt>\n</corpus>\n'
    assert "\n" not in refusal(data, "gold")


def test_items_given_as_run_are_refused_in_one_sentence() -> None:
    data = '<corpus lang="x">\n<lexelt item="a.n">\n<instance id="1">\n</instance>\n</lexelt>\n</corpus>\n'
    assert "\n" not in refusal(data, "run")


def test_an_empty_gold_is_refused_even_where_its_format_is_said() -> None:
    assert "empty" in refusal("\n \n", "gold", "semeval")


def test_a_mapping_is_not_held_by_this_format(tmp_path: Path) -> None:
    path = tmp_path / "mapping.txt"
    path.write_bytes(b"a(b.v)-->c\n")
    with pytest.raises(UsageError, match="semdis"):
        load(path, "mapping", Options(format="semeval"))


# --------------------------------------------------------------------------------------------------- writing


def test_a_gold_is_written_as_the_task_writes_it() -> None:
    row = GoldRow("bright.a", "1", [("clever", 3.0), ("full of light", 0.5)], names=2.0)
    assert written(gold_of(row), "gold", "semeval") == ("bright.a 1 :: clever 3;full of light 0.5;pn 2;\n", [])


def test_a_run_is_written_as_the_task_writes_it() -> None:
    run = Run.of([RunRow("bright.a", "1", ["clever", "bright spark"]), RunRow("bright.a", "2", [])], MEMORY)
    text, losses = written(run, "run", "semeval")
    assert [line.rstrip() for line in text.splitlines()] == ["bright.a 1 :: clever;bright spark", "bright.a 2 ::"]
    assert losses == []


def test_scores_of_answers_are_a_loss_that_is_said() -> None:
    assert "scores" in write_problem(Run.of([RunRow("a.n", "1", ["b"], [0.5])], MEMORY), "run", "semeval")


@pytest.mark.parametrize("term", ["a;b", "a\nb", " a", "a ", ""])
def test_an_answer_that_would_break_the_line_is_refused(term: str) -> None:
    assert "cannot be written" in write_problem(Run.of([RunRow("a.n", "1", [term])], MEMORY), "run", "semeval")


@pytest.mark.parametrize("term", ["a;b", "a\nb", " a", "a ", "", "pn"])
def test_a_substitute_that_would_be_read_as_something_else_is_refused(term: str) -> None:
    assert write_problem(gold_of(GoldRow("a.n", "1", [(term, 1.0)])), "gold", "semeval") != ""


@pytest.mark.parametrize(
    ("lexelt", "identifier"),
    [
        pytest.param("", "1", id="no lexelt"),
        pytest.param("a.n", "", id="no id"),
        pytest.param("a.n", "item 1", id="space in the id"),
        pytest.param("e commerce", "1", id="space in a lexelt without part of speech"),
        pytest.param("a\n.n", "1", id="line end in the lexelt"),
        pytest.param("a$b.n", "1", id="dollar in the lexelt"),
        pytest.param("e  commerce.J", "1", id="two spaces in the lexelt"),
    ],
)
def test_an_item_that_cannot_be_read_again_is_refused_or_said(lexelt: str, identifier: str) -> None:
    row = RunRow(lexelt, identifier, ["x"])
    run = Run.of([row], MEMORY)
    assert write_problem(run, "run", "semeval") != "" or read_run(written(run, "run", "semeval")[0])[0] == [row]


def test_a_graded_gold_of_whole_numbers_loses_its_grading_and_that_is_said() -> None:
    graded = gold_of(GoldRow("a.n", "1", [("x", 2.0), ("y", 1.0)]), graded=True)
    assert write_problem(graded, "gold", "semeval") != ""


def test_a_weight_too_large_to_be_read_again_is_refused_or_said() -> None:
    assert write_problem(gold_of(GoldRow("a.n", "1", [("x", 1e300)])), "gold", "semeval") != ""


def test_a_gold_whose_responses_are_all_names_keeps_them() -> None:
    row = GoldRow("a.n", "1", [], names=3.0)
    assert read_gold(written(gold_of(row), "gold", "semeval")[0])[0] == [row]
