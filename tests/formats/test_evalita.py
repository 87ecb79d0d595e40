"""EVALITA 2009: the examples of the guidelines, dollars lost and all."""

import pytest

from stead.core.faults import Severity, Source
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from tests.formats.made import (
    corpus,
    found,
    instance,
    only_answers,
    only_weights,
    read_gold,
    read_items,
    read_run,
    refusal,
    written,
)

ERROR, REPAIRED = Severity.ERROR, Severity.REPAIRED
FULMINEO = [("veloce", 3.0), ("rapido", 2.0), ("istantaneo", 1.0)]


def test_the_gold_example_of_the_guidelines_is_read() -> None:
    rows, report = read_gold("fulmineo.a$7$::$veloce 3;rapido 2; istantaneo 1\n")
    assert rows == [GoldRow("fulmineo.a", "7", FULMINEO)]
    assert not report.faults


def test_the_answer_example_of_the_guidelines_is_split_for_certain_and_reported() -> None:
    rows, report = read_run("fulmineo.a7::$veloce;rapido\n")
    assert rows == [RunRow("fulmineo.a", "7", ["veloce", "rapido"])]
    assert found(report) == [(1, REPAIRED, "columns")]


def test_an_answer_with_all_its_dollars_needs_no_repair() -> None:
    assert only_answers("fulmineo.a$7$::$veloce;rapido\n") == ["veloce", "rapido"]


def test_blanks_instead_of_dollars_need_no_repair() -> None:
    assert only_weights("fulmineo.a 7 :: veloce 3;rapido 2; istantaneo 1\n", "evalita") == FULMINEO
    assert only_answers("fulmineo.a 7 :: veloce;rapido\n", "evalita") == ["veloce", "rapido"]


def test_blanks_and_dollars_may_be_mixed() -> None:
    assert only_answers("fulmineo.a 7$:: veloce\n", "evalita") == ["veloce"]


def test_a_lexelt_with_two_parts_of_speech_splits_from_its_id() -> None:
    rows, _ = read_run("bar.n.v12::$locale\n")
    assert rows == [RunRow("bar.n.v", "12", ["locale"])]


def test_a_lexelt_that_contains_digits_splits_from_its_id() -> None:
    rows, _ = read_run("mp3.n12::$brano\n")
    assert rows == [RunRow("mp3.n", "12", ["brano"])]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("fulmineo7::$veloce", id="no part of speech"),
        pytest.param("fulmineo.a::$veloce", id="no id"),
        pytest.param("fulmineo.a$$::$veloce", id="an empty id"),
        pytest.param("7::$veloce", id="no lexelt"),
        pytest.param("::$veloce", id="neither lexelt nor id"),
        pytest.param("fulmineo.agg7::$veloce", id="no single letter"),
        pytest.param("fulmineo.a7b::$veloce", id="more than digits"),
        pytest.param("fulmineo.a$7$8$::$veloce", id="a column too many"),
        pytest.param("fulmineo.a$7$veloce", id="no separator"),
        pytest.param("fulmineo.a$7$:$veloce", id="one colon"),
    ],
)
def test_a_line_that_cannot_be_split_for_certain_is_an_error_with_its_number(line: str) -> None:
    rows, report = read_run(f"fulmineo.a$7$::$rapido\n{line}\n")
    assert rows == [RunRow("fulmineo.a", "7", ["rapido"])]
    assert found(report) == [(2, ERROR, "malformed")]
    assert str(report.faults[0]).startswith("made.txt:2: error: ")


def test_an_item_marked_nowhere_but_in_the_answer_is_left_out_under_skip() -> None:
    rows, report = read_run("fulmineo.a7::$veloce\nfulmineo.a$8$::$rapido\n", policy="skip")
    assert rows == [RunRow("fulmineo.a", "8", ["rapido"])]
    assert found(report) == [(1, ERROR, "columns")]


def test_lost_dollars_are_refused_under_strict() -> None:
    assert "made.txt:1: " in refusal("fulmineo.a7::$veloce\n", "run", policy="strict")


def test_both_tasks_use_two_colons_and_nothing_is_noted() -> None:
    _, report = read_run("fulmineo.a$7$::$" + ";".join(f"parola{letter}" for letter in "abcdefghij") + "\n")
    assert not report.faults


def test_accents_and_apostrophes_are_kept() -> None:
    assert only_answers("ciò.n$7$::$cos'è;perché\n") == ["cos'è", "perché"]


def test_crlf_is_a_line_end() -> None:
    assert only_answers(b"fulmineo.a$7$::$veloce\r\n") == ["veloce"]


def test_items_in_xml_are_read_by_this_name_too() -> None:
    data = corpus(instance("nel corso della <head>fulminea\n</head> offensiva", "7"), lexelt="fulmineo.a")
    items, report = read_items(data, "evalita")
    assert [(item.lexelt, item.id, item.target) for item in items] == [("fulmineo.a", "7", "fulminea")]
    assert not report.faults


def test_what_is_written_is_read_again() -> None:
    source = Source("made", "")
    run = Run.of([RunRow("fulmineo.a", "7", ["veloce", "in un lampo"])], source)
    gold = GoldStandard.of([GoldRow("fulmineo.a", "7", FULMINEO)], source)
    assert read_run(written(run, "run", "evalita")[0], "evalita")[0] == list(run)
    assert read_gold(written(gold, "gold", "evalita")[0], "evalita")[0] == list(gold)
