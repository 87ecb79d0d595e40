"""Several answers in one, and scores after answers: every run is looked at, whatever its format."""

import json

import pytest

from stead.core.faults import Caution
from stead.formats import FORMATS
from tests.formats.made import read_run

TWSI = (
    "context_id\ttarget\ttarget_pos\ttarget_position\tgold_sense_ids\tpredict_sense_ids\tgolden_related\t"
    "predict_related\tcontext\n"
)
RUNS = {
    "stead": '{{"schema": "stead.run/1"}}\n{{"lexelt": "side.n", "id": "1", "answers": ["{0}"]}}\n',
    "json": '{{"1": ["{0}"]}}',
    "trec": "side.n/1 Q0 {0} 1 0.5 mine\n",
    "swords": '{{"substitutes": {{"1": [["{0}", 1]]}}}}',
    "tsar": "the side won\tside\t{0}\n",
    "melamud": "RESULT\tside.n 1\t{0} 1\n",
    "twsi": TWSI + "1\tside\tn\t4,8\t1\t2\tx:2\t{0}:2\tthe side won\n",
    "semeval": "side.n 1 :: {0}\n",
    "semeval-oot": "side.n 1 ::: {0}\n",
    "evalita": "side.n 1 :: {0}\n",
    "semdis": "side.n 1 :: {0}\n",
}


def test_every_format_of_runs_is_tried() -> None:
    assert set(RUNS) == {name for name, each in FORMATS.items() if "run" in each.readers}


@pytest.mark.parametrize(
    "text",
    [
        '{"1": [["team", 0.9], ["club", 0.4]], "2": [["smart", 0.4], ["clever", 2]]}',
        '{"schema": "stead.run/1"}\n{"lexelt": "side.n", "id": "2", "answers": ["a", "b"], "scores": [1, 2]}\n',
    ],
)
def test_the_order_of_a_list_goes_before_scores_that_contradict_it_and_a_warning_says_so(text: str) -> None:
    rows, report = read_run(text)
    assert [row.scores for row in rows if row.id == "2"] in ([[0.4, 2.0]], [[1.0, 2.0]])
    [note] = report.notes()
    assert isinstance(note, Caution)
    assert '(first: "2") contradict the order of the answers; the order was used, not the scores.' in note


@pytest.mark.parametrize("scores", ["[2, 1]", "[1, 1]"])
def test_scores_that_do_not_rise_contradict_no_order(scores: str) -> None:
    record = f'{{"lexelt": "side.n", "id": "2", "answers": ["a", "b"], "scores": {scores}}}'
    _, report = read_run(f'{{"schema": "stead.run/1"}}\n{record}\n{record.replace("2", "3", 1)}\n')
    assert list(report) == []


@pytest.mark.parametrize("answer", ["team / club", "team|club"])
@pytest.mark.parametrize("format", RUNS)
def test_several_answers_in_one_are_warned_of_once(format: str, answer: str) -> None:
    text = RUNS[format].format(answer.replace(" ", "%20") if format == "trec" else answer)
    rows, report = read_run(text, format)
    assert [row.answers for row in rows] == [[answer]]
    [note] = report.notes()
    assert isinstance(note, Caution)
    line = text.rstrip("\n").count("\n") + 1
    place = 'made.txt: item "1": ' if format == "swords" else f"made.txt:{line}: "
    assert note.startswith(f"{place}1 of 1 answers hold ")
    example = FORMATS[format].run_example.replace("\t", "\\t").replace("\n", "\\n")
    assert note.endswith(f'"{answer}" is read as one answer; expected "{example}".')


@pytest.mark.parametrize(
    ("format", "text"),
    [
        ("stead", RUNS["stead"].format('team 0.5", "club 0.2')),
        ("swords", RUNS["swords"].format('team 0.5", 1], ["club 0.2')),
        ("tsar", RUNS["tsar"].format("team 0.5\tclub 0.2")),
    ],
)
def test_scores_in_answers_are_warned_of_once(format: str, text: str) -> None:
    [note] = read_run(text, format)[1].notes()
    assert isinstance(note, Caution)
    assert '2 of 2 answers end in a number, read as part of the answer, as in "team 0.5"; expected "' in note


@pytest.mark.parametrize("format", RUNS)
def test_the_example_of_a_format_holds_two_answers(format: str) -> None:
    example = FORMATS[format].run_example
    header = {"stead": json.dumps({"schema": "stead.run/1"}) + "\n"}.get(format, "")
    text = TWSI + f"1\tside\tn\t4,8\t1\t2\tx:2\t{example}\tthe side won\n" if format == "twsi" else header + example
    [row], report = read_run(text, format)
    assert (len(row.answers), report.faults) == (2, [])
