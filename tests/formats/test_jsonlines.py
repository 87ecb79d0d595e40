"""stead JSON Lines: what is written, what is read, and what is refused."""

import json
from pathlib import Path

import pytest

from stead.core.annotation import Annotation, Annotations
from stead.core.errors import BadInput
from stead.core.faults import Severity, Source
from stead.core.item import Item
from stead.core.rating import Rating
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from stead.formats import Kind, Options, load, save
from tests.formats.made import How, found, read, read_gold, read_items, read_run, refusal, write_problem, written

ERROR = Severity.ERROR
MEMORY = Source("made", "")


def lines(kind: Kind, *records: object, **header: object) -> str:
    """A file of these records."""
    heading: dict[str, object] = {"schema": f"stead.{kind}/1", **header}
    return "".join(json.dumps(record) + "\n" for record in (heading, *records))


def read_annotations(data: str) -> list[Annotation]:
    annotations, report = read(data, "annotations", How())
    assert isinstance(annotations, Annotations)
    assert not report.faults
    return list(annotations)


def back(noun: object, kind: Kind) -> list[object]:
    """What comes back of a noun that was written and read without a fault."""
    text, losses = written(noun, kind, "stead")
    again, report = read(text, kind, How("stead", "strict"))
    assert losses == []
    assert not report.faults
    assert isinstance(again, list | Annotations | GoldStandard | Run)
    return list(again)


# --------------------------------------------------------------------------------------------- what it looks like


def test_the_first_line_says_what_follows() -> None:
    gold = GoldStandard.of([GoldRow("bright.a", "1", [("clever", 3.0)])], MEMORY)
    first, second = written(gold, "gold", "stead")[0].splitlines()
    assert json.loads(first)["schema"] == "stead.gold/1"
    assert json.loads(second) == {"lexelt": "bright.a", "id": "1", "weights": [["clever", 3.0]]}


def test_items_are_read_with_their_target() -> None:
    record = {"id": "1", "lexelt": "bright.a", "text": "a bright boy", "start": 2, "end": 8, "language": "english"}
    items, report = read_items(lines("items", record))
    assert items == [Item(id="1", lexelt="bright.a", text="a bright boy", start=2, end=8, language="english")]
    assert not report.faults


def test_annotations_are_read_with_who_and_when() -> None:
    record = {
        "lexelt": "bright.a",
        "id": "1",
        "annotator": "ann",
        "substitutes": ["clever", "smart"],
        "multiword": "bright spark",
        "comment": "hm",
        "time": "2009-09-01T12:00:00Z",
    }
    [annotation] = read_annotations(lines("annotations", record))
    assert annotation == Annotation(
        lexelt="bright.a",
        id="1",
        annotator="ann",
        substitutes=("clever", "smart"),
        multiword="bright spark",
        comment="hm",
        time="2009-09-01T12:00:00Z",
    )


def test_annotations_keep_their_phase() -> None:
    record = {"lexelt": "a.n", "id": "1", "annotator": "ann", "phase": "production"}
    annotations = read_annotations(lines("annotations", record))
    assert json.loads(written(annotations, "annotations", "stead")[0].splitlines()[1]) == record


def test_nil_and_name_are_flags() -> None:
    base = {"lexelt": "a.n", "id": "1", "annotator": "ann"}
    nil, name = read_annotations(lines("annotations", {**base, "nil": True}, {**base, "name": True}))
    assert (nil.nil, nil.name, name.nil, name.name) == (True, False, False, True)


def test_ratings_are_numbers_or_verdicts() -> None:
    base = {"lexelt": "a.n", "id": "1", "candidate": "b", "rater": "rita"}
    ratings, report = read(
        lines("ratings", {**base, "value": 3}, {**base, "value": "good", "time": "noon"}), "ratings", How()
    )
    assert ratings == [
        Rating(lexelt="a.n", id="1", candidate="b", rater="rita", value=3.0),
        Rating(lexelt="a.n", id="1", candidate="b", rater="rita", value="good", time="noon"),
    ]
    assert not report.faults


def test_a_rating_of_nothing_survives() -> None:
    ratings = [
        Rating(lexelt="", id="", candidate="", rater="rita", value=0.0),
        Rating(
            lexelt="a.n", id="1", candidate="b", rater="rita", value="bad", comment="hm", time="noon", phase="posthoc"
        ),
    ]
    assert back(ratings, "ratings") == ratings


@pytest.mark.parametrize(
    ("odd", "problem"),
    [
        ({"coment": "hm"}, '"coment" is no field of it; comment may be meant'),
        ({"rater": " "}, "the name of the rater is empty"),
    ],
)
def test_a_rating_with_a_misspelt_field_or_of_nobody_is_left_out(odd: dict[str, str], problem: str) -> None:
    row = {"lexelt": "a.n", "id": "1", "candidate": "b", "rater": "rita", "value": 3}
    ratings, report = read(lines("ratings", row, {**row, **odd}), "ratings", How())
    assert ratings == [Rating(lexelt="a.n", id="1", candidate="b", rater="rita", value=3.0)]
    assert problem in report.faults[0].message


def test_a_rating_that_would_lose_a_letter_is_refused_or_left_out() -> None:
    row = {"lexelt": "a.n", "id": "1", "candidate": "bete", "rater": "rita", "value": 3}
    damaged = lines("ratings", row, {**row, "candidate": "good"}).replace("bete", "bête").encode("cp1252")
    assert 'It looks like windows-1252 ("bête")' in refusal(damaged, "ratings")
    ratings, report = read(damaged, "ratings", How(policy="skip"))
    assert ratings == [Rating(lexelt="a.n", id="1", candidate="good", rater="rita", value=3.0)]
    assert len(report.faults) == 1


def test_a_gold_is_graded_if_its_header_says_so() -> None:
    row = {"lexelt": "a.n", "id": "1", "weights": [["b", 2]]}
    for graded in (True, False):
        gold, _ = read(lines("gold", row, graded=graded), "gold", How())
        assert isinstance(gold, GoldStandard)
        assert gold.graded is graded


def test_names_of_a_gold_row_are_read() -> None:
    rows, _ = read_gold(lines("gold", {"lexelt": "a.n", "id": "1", "weights": [], "names": 3}))
    assert rows == [GoldRow("a.n", "1", [], 3.0)]


def test_a_run_is_read_with_its_scores() -> None:
    rows, report = read_run(lines("run", {"lexelt": "a.n", "id": "1", "answers": ["b", "c"], "scores": [0.9, 0.1]}))
    assert rows == [RunRow("a.n", "1", ["b", "c"], [0.9, 0.1])]
    assert not report.faults


def test_blank_lines_crlf_and_a_byte_order_mark_are_no_faults() -> None:
    data = "\ufeff" + lines("run", {"lexelt": "a.n", "id": "1", "answers": ["b"]}).replace("\n", "\r\n\r\n")
    rows, report = read_run(data)
    assert rows == [RunRow("a.n", "1", ["b"])]
    assert not report.faults


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\x0b", "\x1c"])
def test_a_line_separator_that_json_leaves_alone_ends_no_line(separator: str) -> None:
    text = '{"schema": "stead.run/1"}\n{"lexelt": "a.n", "id": "1", "answers": ["b%sc"]}\n'
    if separator in "\x0b\x1c":
        text = text.replace("%s", json.dumps(separator)[1:-1])
    rows, report = read_run(text.replace("%s", separator))
    assert rows == [RunRow("a.n", "1", [f"b{separator}c"])]
    assert not report.faults


# ------------------------------------------------------------------------------------------------------ lossless


def test_scores_survive_an_item_without_answers() -> None:
    rows = [RunRow("a.n", "1", ["b"], [0.5]), RunRow("a.n", "2", [], [])]
    again = back(Run.of(rows, MEMORY), "run")
    assert [row.scores for row in again if isinstance(row, RunRow)] == [[0.5], []]


def test_an_item_without_lexelt_survives() -> None:
    items = [Item(id="1", lexelt="", text="a bright boy", start=2, end=8)]
    assert back(items, "items") == items


def test_an_annotation_without_a_lexelt_survives() -> None:
    annotations = [Annotation(lexelt="", id="1", annotator="ada", substitutes=("clever",))]
    assert back(annotations, "annotations") == annotations


def test_a_target_at_the_very_start_survives() -> None:
    items = [Item(id="1", lexelt="bright.a", text="bright boy", start=0, end=6)]
    assert back(items, "items") == items


def test_which_substitutes_are_proficient_survives() -> None:
    rows = [GoldRow("a.n", "1", [("b", 1.0), ("c", 1.0), ("d", 0.0)], proficient=[True, False, False])]
    assert back(GoldStandard.of(rows, MEMORY), "gold") == rows


def test_equal_terms_of_a_gold_survive() -> None:
    rows = [GoldRow("a.n", "1", [("b", 1.0), ("b", 2.0), ("", 0.0)])]
    assert back(GoldStandard.of(rows, MEMORY), "gold") == rows


@pytest.mark.parametrize("graded", [True, False])
@pytest.mark.parametrize("weight", [1.0, 0.5])
def test_whether_a_gold_is_graded_survives(weight: float, graded: bool) -> None:
    gold = GoldStandard.of([GoldRow("a.n", "1", [("b", weight)])], MEMORY, graded=graded)
    again, _ = read(written(gold, "gold", "stead")[0], "gold", How())
    assert isinstance(again, GoldStandard)
    assert again.graded is graded


# -------------------------------------------------------------------------------------------------------- faults

GOOD: dict[Kind, dict[str, object]] = {
    "items": {"id": "1", "lexelt": "a.n", "text": "a b", "start": 0, "end": 1},
    "annotations": {"lexelt": "a.n", "id": "1", "annotator": "ann", "substitutes": ["b"]},
    "ratings": {"lexelt": "a.n", "id": "1", "candidate": "b", "rater": "rita", "value": 2},
    "gold": {"lexelt": "a.n", "id": "1", "weights": [["b", 2]]},
    "run": {"lexelt": "a.n", "id": "1", "answers": ["b"], "scores": [0.5]},
}

BAD: list[tuple[Kind, dict[str, object]]] = [
    ("items", {"id": 2}),
    ("items", {"lexelt": None}),
    ("items", {"text": ["a b"]}),
    ("items", {"start": 1}),
    ("items", {"start": -1}),
    ("items", {"end": 4}),
    ("items", {"start": 0.0}),
    ("items", {"start": False}),
    ("items", {"start": "0"}),
    ("items", {"language": 3}),
    ("annotations", {"annotator": 7}),
    ("annotations", {"substitutes": "b"}),
    ("annotations", {"substitutes": [1]}),
    ("annotations", {"substitutes": {"b": 1}}),
    ("annotations", {"nil": 1}),
    ("annotations", {"name": "no"}),
    ("annotations", {"time": 12}),
    ("annotations", {"multiword": None}),
    ("annotations", {"phase": 1}),
    ("ratings", {"candidate": 7}),
    ("ratings", {"rater": None}),
    ("ratings", {"value": "so-so"}),
    ("ratings", {"value": "2"}),
    ("ratings", {"value": 3.5}),
    ("ratings", {"value": -1}),
    ("ratings", {"value": True}),
    ("ratings", {"value": ["good"]}),
    ("ratings", {"value": None}),
    ("gold", {"weights": None}),
    ("gold", {"proficient": True}),
    ("gold", {"proficient": []}),
    ("gold", {"proficient": [True, False]}),
    ("gold", {"proficient": [1]}),
    ("gold", {"weights": {"b": 2}}),
    ("gold", {"weights": {"b2": 2}}),
    ("gold", {"weights": "b2"}),
    ("gold", {"weights": [["b"]]}),
    ("gold", {"weights": [["b", 2, 3]]}),
    ("gold", {"weights": [[2, "b"]]}),
    ("gold", {"weights": [["b", -1]]}),
    ("gold", {"weights": [["b", True]]}),
    ("gold", {"weights": [["b", "2"]]}),
    ("gold", {"weights": [["b", 10**400]]}),
    ("gold", {"names": "many"}),
    ("gold", {"names": -1}),
    ("gold", {"names": 10**400}),
    ("run", {"answers": "b"}),
    ("run", {"answers": [["b"]]}),
    ("run", {"scores": [0.5, 0.4]}),
    ("run", {"scores": ["high"]}),
    ("run", {"scores": [10**400]}),
    ("run", {"scores": 0.5}),
]


@pytest.mark.parametrize(("kind", "change"), BAD, ids=lambda value: str(value)[:40])
def test_a_malformed_record_is_left_out_and_reported_with_its_line(kind: Kind, change: dict[str, object]) -> None:
    noun, report = read(lines(kind, GOOD[kind], {**GOOD[kind], "id": "2", **change}), kind, How())
    assert isinstance(noun, list | Annotations | GoldStandard | Run)
    assert [row.id for row in noun] == ["1"]
    assert found(report) == [(3, ERROR, "malformed")]


NEEDED: dict[Kind, list[str]] = {
    "items": ["id", "lexelt", "text", "start", "end"],
    "annotations": ["lexelt", "id", "annotator"],
    "ratings": ["lexelt", "id", "candidate", "rater", "value"],
    "gold": ["lexelt", "id", "weights"],
    "run": ["lexelt", "id", "answers"],
}


@pytest.mark.parametrize(("kind", "field"), [(kind, field) for kind, fields in NEEDED.items() for field in fields])
def test_a_record_that_lacks_a_field_it_needs_is_reported(kind: Kind, field: str) -> None:
    short = {name: value for name, value in {**GOOD[kind], "id": "2"}.items() if name != field}
    _, report = read(lines(kind, GOOD[kind], short), kind, How())
    assert found(report) == [(3, ERROR, "malformed")]
    assert field in report.faults[0].message


def test_a_misspelt_field_of_answers_is_no_blank_answer() -> None:
    _, report = read_run(lines("run", {"lexelt": "a.n", "id": "1", "answer": ["b"]}))
    assert [fault[:2] for fault in found(report)] == [(2, ERROR)]


@pytest.mark.parametrize(
    "line",
    [
        pytest.param("[1, 2]", id="no object"),
        pytest.param("{", id="cut off"),
        pytest.param('{"lexelt": "a.n", "id": "2", "weights": [["b", NaN]]}', id="NaN"),
        pytest.param('{"lexelt": "a.n", "id": "2", "weights": [["b", Infinity]]}', id="infinity"),
        pytest.param('{"lexelt": "a.n", "id": "2", "weights": [["b", 1e999]]}', id="too large"),
        pytest.param('{"lexelt": "a.n", "id": "2", "weights": ' + "[" * 100_000, id="nested"),
        pytest.param('{"lexelt": "a.n", "id": "2", "weights": [["b", ' + "9" * 5_000 + "]]}", id="many digits"),
        pytest.param("a.n 1 :: b 2;", id="another format"),
    ],
)
def test_a_line_that_is_no_record_is_left_out_and_reported(line: str) -> None:
    rows, report = read_gold(lines("gold", GOOD["gold"]) + line + "\n")
    assert [row.id for row in rows] == ["1"]
    assert found(report) == [(3, ERROR, "malformed")]


@pytest.mark.parametrize("kind", ["items", "gold"])
def test_a_second_record_for_an_item_is_left_out_and_reported(kind: Kind) -> None:
    noun, report = read(lines(kind, GOOD[kind], GOOD[kind]), kind, How())
    assert isinstance(noun, list | GoldStandard)
    assert len(noun) == 1
    assert found(report) == [(3, ERROR, "repeated")]


def test_scores_that_only_some_answers_have_are_never_dropped_silently() -> None:
    rows, report = read_run(lines("run", GOOD["run"], {"lexelt": "a.n", "id": "2", "answers": ["c"]}))
    assert [row.scores for row in rows] == [[0.5], None] or report.faults != []


def test_a_lone_surrogate_never_becomes_a_traceback_on_writing(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    path.write_bytes(b'{"schema": "stead.run/1"}\n{"lexelt": "a.n", "id": "1", "answers": ["\\ud800"]}\n')
    with pytest.raises(BadInput, match=r"run.jsonl:2: .*half of a surrogate pair"):
        load(path, "run")


def test_strict_lists_every_malformed_record() -> None:
    message = refusal(lines("run", GOOD["run"], {}, {"id": "3"}), "run", policy="strict")
    assert "made.txt:3: " in message
    assert "made.txt:4: " in message


def test_an_invalid_byte_is_left_out_with_its_line_under_skip() -> None:
    data = lines("run", GOOD["run"], {**GOOD["run"], "id": "#"}).encode().replace(b"#", b"\xff")
    run, report = read(data, "run", How(policy="skip"))
    assert isinstance(run, Run)
    assert run.ids == ["1"]
    assert found(report) == [(3, ERROR, "encoding")]


# ------------------------------------------------------------------------------------------------------ refusals


def test_a_gold_given_as_run_is_refused_in_one_sentence() -> None:
    message = refusal(lines("gold", GOOD["gold"]), "run")
    assert "stead.run/1" in message
    assert "stead.gold/1" in message
    assert "\n" not in message


def test_a_run_given_as_gold_is_refused_in_one_sentence() -> None:
    assert "stead.run/1" in refusal(lines("run", GOOD["run"]), "gold")


@pytest.mark.parametrize("first", ["{}", '{"schema": 1}', '{"schema": "stead.run/2"}', "{", "[" * 100_000])
def test_a_file_that_does_not_say_what_it_holds_is_refused_in_one_sentence(first: str) -> None:
    message = refusal(first + "\n" + json.dumps(GOOD["run"]), "run", "stead")
    assert message.startswith("made.txt:1: ")
    assert "\n" not in message


def test_the_refused_header_is_named_by_its_line() -> None:
    assert refusal('\n\n{"schema": "stead.gold/1"}\n', "run").startswith("made.txt:3: ")


def test_an_empty_file_is_refused() -> None:
    assert "\n" not in refusal("", "run", "stead")


def test_weights_that_are_not_finite_are_not_written() -> None:
    gold = GoldStandard.of([GoldRow("a.n", "1", [("b", float("inf"))])], MEMORY)
    assert write_problem(gold, "gold", "stead") != ""


def test_options_and_files_work_together(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl.gz"
    run = Run.of([RunRow("a.n", "1", ["b"], [0.5])], MEMORY)
    assert save(run, "run", path, "stead") == []
    again, report = load(path, "run", Options(format="stead"))
    assert list(again) == list(run)
    assert again.name == "run"
    assert not report.faults


@pytest.mark.parametrize(
    ("kind", "record"),
    [
        ("annotations", {"lexelt": "bright.a", "id": "1", "annotator": "ann", "substitutes": ["clever"]}),
        ("ratings", {"lexelt": "bright.a", "id": "1", "candidate": "clever", "rater": "ann", "value": 2}),
    ],
)
def test_files_that_were_put_together_have_no_faults(kind: Kind, record: dict[str, object]) -> None:
    """As with `cat people.jsonl machine.jsonl`: the header of the second file is no annotation and no rating."""
    machine = {name: "machine:x" if value == "ann" else value for name, value in record.items()}
    again, report = read(lines(kind, record) + lines(kind, machine), kind, How())
    assert not report.faults
    assert isinstance(again, list | Annotations)
    assert len(again) == 2
