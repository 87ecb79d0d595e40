"""Runs and golds as programs of information retrieval read them."""

import pytest

import stead
from stead.core.faults import Source
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from tests.formats.made import found, only_weights, read_gold, read_run, written


def test_a_run_is_written_an_answer_a_line() -> None:
    run = Run.of([RunRow("bright.a", "1", ["clever", "full of light"], [0.9, 0.4])], Source("my run", ""))
    text, losses = written(run, "run", "trec")
    assert text == "bright.a/1 Q0 clever 1 0.9 my%20run\nbright.a/1 Q0 full%20of%20light 2 0.4 my%20run\n"
    assert losses == []


def test_answers_without_scores_get_falling_ones() -> None:
    text, losses = written(Run.of([RunRow("", "7", ["a", "b"])], Source("x", "")), "run", "trec")
    assert text == "7 Q0 a 1 2.0 x\n7 Q0 b 2 1.0 x\n"
    assert losses == ["answers without scores (ranks were written as scores)"]


@pytest.mark.parametrize("text", ["100 %", "a/b", "%20", "tab\there", "naïve", "", "%", "\u3000"])
def test_the_escape_is_undone(text: str) -> None:
    run = Run.of([RunRow(f"x{text}", text, [text, "other"], [2.0, 1.0])], Source("x", ""))
    again, report = read_run(written(run, "run", "trec")[0], "trec")
    assert (list(again), report.faults) == (list(run), [])


def test_answers_are_read_by_score_as_other_programs_do() -> None:
    run, report = read_run("1 Q0 b 1 0.5 x\n2 Q0 c 1 1 x\n1 Q0 a 2 0.7 x\n")
    assert [(row.id, row.answers, row.scores) for row in run] == [("1", ["a", "b"], [0.7, 0.5]), ("2", ["c"], [1.0])]
    [note] = report.notes()
    assert 'the ranks of 1 of 2 items (first: "1") contradict the scores; the scores were used' in note


def test_equal_ranks_contradict_no_scores() -> None:
    _, report = read_run("1 Q0 b 1 0.5 x\n1 Q0 a 1 0.7 x\n")
    assert list(report) == []


def test_a_malformed_line_is_reported() -> None:
    _, report = read_run("1 Q0 a 1 0.5 x\n1 Q0 two words 2 0.4 x\n1 Q0 b 3 high x\n", "trec")
    assert [line for line, _, _ in found(report)] == [2, 3]
    assert report.faults[0].message.startswith("expected qid Q0 docno rank score tag, found ")


def test_what_a_run_loses_is_said() -> None:
    run = Run.of([RunRow("", "1", ["a", "a"], [2.0, 1.0]), RunRow("", "2", [])], Source("x", ""))
    assert written(run, "run", "trec")[1] == ["repeated answers", "items without answers"]


def test_a_gold_is_written_and_read_as_qrels() -> None:
    rows = [GoldRow("bright.a", "1", [("clever", 3.0), ("full of light", 0.5)], names=2.0)]
    text, losses = written(GoldStandard.of(rows, Source("x", "")), "gold", "trec")
    assert text == "bright.a/1 0 clever 3\nbright.a/1 0 full%20of%20light 0.5\nbright.a/1 0 pn 2\n"
    assert losses == []
    assert list(read_gold(text)[0]) == rows


def test_a_negative_relevance_weighs_nothing() -> None:
    assert only_weights("1 0 a 3\n1 0 b -1\n") == [("a", 3.0), ("b", 0.0)]


def test_a_substitute_that_comes_twice_is_reported() -> None:
    _, report = read_gold("1 0 a 3\n1 0 a 2\n")
    assert [kind for *_, kind in found(report)] == ["repeated"]
    twice = GoldStandard.of([GoldRow("", "1", [("a", 1.0), ("a", 2.0)])], Source("x", ""))
    with pytest.raises(stead.BadInput, match="two weights"):
        written(twice, "gold", "trec")
