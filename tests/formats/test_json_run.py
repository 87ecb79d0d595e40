"""Runs as one JSON object: answers by id, with or without scores, on one line or many."""

import json
from pathlib import Path

import pytest

import stead
from stead.core.faults import Severity
from tests.formats.made import How, found, read, read_run, refusal, written


@pytest.mark.parametrize("indent", [None, 2])
def test_answers_are_read_in_their_order(indent: int | None) -> None:
    run, report = read_run(json.dumps({"1": ["clever", "smart"], "b 2": []}, indent=indent))
    assert [(row.id, row.answers, row.scores) for row in run] == [("1", ["clever", "smart"], None), ("b 2", [], None)]
    assert report.faults == []


def test_scores_of_pairs_are_kept_and_those_of_an_object_order_the_answers() -> None:
    run, _ = read_run('{"1": [["smart", 0.4], ["clever", 2]], "2": {"club": 0.1, "team": 7}}')
    rows = [(row.answers, row.scores) for row in run]
    assert rows == [(["smart", "clever"], [0.4, 2.0]), (["team", "club"], [7.0, 0.1])]


def test_a_fault_names_the_line_and_the_id_and_spares_the_other_items() -> None:
    text = '{\n"1": ["clever"],\n"2":\n5,\n"3": [["a", 1], "b"],\n"4": {"a": "x"}, "1": ["b"],\n"5": ["c"]\n}\n'
    run, report = read_run(text)
    assert [row.id for row in run] == ["1", "5"]
    assert [(line, kind) for line, _, kind in found(report)] == [
        (3, "malformed"),
        (5, "malformed"),
        (6, "malformed"),
        (6, "repeated"),
    ]
    assert report.faults[0].message == 'item "2": expected a list of answers, best first, found "5"; left out'


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"1": ["a"],\n"2" ["b"]}', "made.txt:2: not a JSON file (expected :, column 5)."),
        ('{"1": ["a"]\n "2": ["b"]}', "made.txt:2: not a JSON file (expected , or }, column 2)."),
        ('{"1": ["a"],\n}', 'made.txt:2: not a JSON file (expected ", column 1).'),
        ('{"1": ["a"]}\n{"2": ["b"]}', "made.txt:2: not a JSON file (expected the end of the file, column 1)."),
        ('{"1": ["a",\n', "made.txt: the file ends in the middle of a JSON object, on line 1: it was cut."),
        ('{"1": ["a"],\n "2": ["b\n', "made.txt: the file ends in the middle of a JSON object, on line 2: it was cut."),
        ('{"1": ["a"] "2": ["}"]}', "made.txt:1: not a JSON file"),
        ('{"1": {"a": NaN}}', "made.txt: not a JSON file (NaN is no JSON number)."),
        ('{"1": ' + "[" * 100_000, "made.txt: too many nested brackets."),
    ],
)
def test_what_is_no_json_is_refused_with_its_line(text: str, message: str) -> None:
    assert refusal(text, "run", "json").startswith(message)


def test_scores_of_some_items_only_are_reported() -> None:
    run, report = read_run('{"1": ["a"], "2": [["b", 1]]}')
    assert [row.scores for row in run] == [None, None]
    assert found(report) == [(None, Severity.REPAIRED, "scores")]


def test_a_run_is_written_an_item_a_line() -> None:
    run, _ = read('{"1": [["naïve", 1.5]], "2": []}', "run", How("json"))
    text, losses = written(run, "run", "json")
    assert (text, losses) == ('{\n"1": [["naïve", 1.5]],\n"2": []\n}\n', [])
    with_lexelts, _ = read("bright.a 1 :: clever\n", "run", How("semeval"))
    assert written(with_lexelts, "run", "json")[1] == ["the lexelts"]


def test_two_items_of_one_id_are_not_written_as_one() -> None:
    run, _ = read("bright.a 1 :: clever\nside.n 1 :: team\n", "run", How("semeval"))
    with pytest.raises(stead.BadInput, match='two items have the id "1"'):
        written(run, "run", "json")


def test_a_file_is_scored_as_the_same_dict_is(tmp_path: Path) -> None:
    run = {"1": ["smart", "clever"]}
    (tmp_path / "run.json").write_text(json.dumps(run), encoding="utf-8")
    gold = {"1": {"clever": 3, "smart": 1}}
    assert stead.score(gold, tmp_path / "run.json").value("best") == stead.score(gold, run).value("best") == 0.5
