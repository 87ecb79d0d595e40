"""SWORDS: data in JSON with every judge's label, and results with scores."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from stead.core.faults import Severity, Source
from stead.core.item import Item
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from stead.formats import load, load_any, sniff
from tests.formats.made import (
    How,
    content,
    found,
    quickly,
    read_gold,
    read_items,
    read_run,
    refusal,
    write_problem,
    written,
)
from tests.formats.made import read as read_noun
from tests.shared import shared

MEMORY = Source("made", "")
_ABSENT = object()


def data(**changes: Any) -> dict[str, Any]:
    """A small data set: two targets in one context, three judged substitutes."""
    return {
        "contexts": {"c:1": {"context": "The bright boy was bright.\n"}},
        "targets": {
            "t:1": {"context_id": "c:1", "target": "bright", "offset": 4, "pos": "ADJ"},
            "t:2": {
                "context_id": "c:1",
                "target": "boy",
                "offset": 11,
                "pos": "NOUN",
                "extra": {"coinco_lemma": "boy child", "coinco_ids": ["8"]},
            },
        },
        "substitutes": {
            "s:1": {"target_id": "t:1", "substitute": "clever"},
            "s:2": {"target_id": "t:1", "substitute": "made of light"},
            "s:3": {"target_id": "t:2", "substitute": "lad"},
        },
        "substitute_labels": {
            "s:1": ["TRUE", "FALSE", "TRUE", "UNSURE"],
            "s:2": ["FALSE", "FALSE"],
            "s:3": ["TRUE_IMPLICIT", "FALSE_IMPLICIT", "UNSURE"],
        },
        **changes,
    }


def changed(part: str, key: str, field: str, value: object) -> str:
    """The data set with one field of one record set, or absent."""
    document = data()
    if value is _ABSENT:
        del document[part][key][field]
    else:
        document[part][key][field] = value
    return json.dumps(document)


# ------------------------------------------------------------------------------------------------------- items


def test_a_target_is_an_item_with_the_part_of_speech_in_one_letter() -> None:
    items, report = read_items(json.dumps(data()))
    text = "The bright boy was bright.\n"
    assert items == [
        Item(id="t:1", lexelt="bright.a", text=text, start=4, end=10, language="en"),
        Item(id="t:2", lexelt="boy child.n", text=text, start=11, end=14, language="en"),
    ]
    assert not report.faults


@pytest.mark.parametrize(
    ("tag", "letter"),
    [("NOUN", "n"), ("PROPN", "n"), ("VERB", "v"), ("AUX", "v"), ("ADV", "r"), ("INTJ", "i"), ("", "x")],
)
def test_parts_of_speech_are_told_as_in_2007(tag: str, letter: str) -> None:
    [item, _], _ = read_items(changed("targets", "t:1", "pos", tag))
    assert item.lexelt == f"bright.{letter}"


def test_the_lemma_is_the_target_in_lower_case_unless_it_is_given() -> None:
    document = data(contexts={"c:1": {"context": "The BRIGHT boy"}})
    document["targets"]["t:1"]["target"] = "BRIGHT"
    assert [item.lexelt for item in read_items(json.dumps(document))[0]] == ["bright.a", "boy child.n"]


@pytest.mark.parametrize("offset", [0, 3, 5, 26, -7, 10**400])
def test_a_target_that_is_not_at_its_offset_is_reported_and_left_out(offset: int) -> None:
    items, report = read_items(changed("targets", "t:1", "offset", offset))
    assert [item.id for item in items] == ["t:2"]
    assert found(report) == [(None, Severity.ERROR, "malformed")]
    assert '"bright" is not at its offset' in report.faults[0].message
    assert report.faults[0].location == "made.txt"


_WRONG = [None, True, 1.5, [], {}, ["x"], {"x": 1}, _ABSENT, "\ud800"]


@pytest.mark.parametrize("value", [*_WRONG, 7])
@pytest.mark.parametrize("field", ["context_id", "target", "pos"])
def test_a_target_whose_text_is_of_the_wrong_type_is_left_out(field: str, value: object) -> None:
    items, report = read_items(changed("targets", "t:1", field, value))
    assert [item.id for item in items] == ["t:2"]
    assert len(report.of(Severity.ERROR)) == 1


@pytest.mark.parametrize("value", [*_WRONG, "4"])
def test_a_target_whose_offset_is_of_the_wrong_type_is_left_out(value: object) -> None:
    items, report = read_items(changed("targets", "t:1", "offset", value))
    assert [item.id for item in items] == ["t:2"]
    assert "offset is missing or is not a whole number" in report.faults[0].message


@pytest.mark.parametrize("value", [None, True, 1.5, [], ["x"], "text"])
def test_extra_information_of_the_wrong_type_is_passed_over(value: object) -> None:
    items, report = read_items(changed("targets", "t:1", "extra", value))
    assert (items[0].lexelt, report.faults) == ("bright.a", [])


def test_an_empty_target_is_left_out() -> None:
    assert len(read_items(changed("targets", "t:1", "target", ""))[0]) == 1


@pytest.mark.parametrize("value", [None, 1, [], "c:1", {}, {"context": 1}, {"context": ["The bright boy"]}])
def test_targets_without_a_context_are_left_out(value: object) -> None:
    items, report = read_items(json.dumps(data(contexts={"c:1": value})))
    assert items == []
    assert found(report) == [(None, Severity.ERROR, "malformed")] * 2


@pytest.mark.parametrize("value", [None, 1, [], "t:1", {}])
def test_targets_that_are_not_objects_are_left_out(value: object) -> None:
    items, report = read_items(json.dumps(data(targets={"t:1": value})))
    assert (items, len(report.faults)) == ([], 1)


# -------------------------------------------------------------------------------------------------------- gold


def test_a_substitute_weighs_how_many_said_true_and_knows_how_many_judged() -> None:
    rows, report = read_gold(json.dumps(data()))
    assert rows == [
        GoldRow(
            lexelt="bright.a",
            id="t:1",
            weights=[("clever", 2.0), ("made of light", 0.0)],
            names=0.0,
            judges=[3.0, 2.0],
            target="bright",
        ),
        GoldRow(lexelt="boy child.n", id="t:2", weights=[("lad", 1.0)], names=0.0, judges=[2.0], target="boy"),
    ]
    assert not report.faults


def test_substitutes_that_nobody_judged_are_kept_with_no_judges() -> None:
    document = data()
    document["substitute_labels"]["s:3"] = ["UNSURE", "UNSURE"]
    assert read_gold(json.dumps(document))[0][1].judges == [0.0]
    document["substitute_labels"]["s:3"] = []
    assert read_gold(json.dumps(document))[0][1].judges == [0.0]


def test_a_target_without_substitutes_is_a_row_without_weights() -> None:
    rows, _ = read_gold(json.dumps(data(substitutes={}, substitute_labels={})))
    assert [(row.weights, row.judges) for row in rows] == [([], []), ([], [])]


def test_a_gold_is_of_counts_and_knows_its_judges() -> None:
    gold, _ = read_noun(json.dumps(data()), "gold", How())
    assert isinstance(gold, GoldStandard)
    assert not gold.graded
    assert gold.judges is not None
    assert gold.judges.tolist() == [3.0, 2.0, 2.0]


@pytest.mark.parametrize("labels", [None, True, 2, "TRUE", {"TRUE": 1}, [["TRUE"]], [None], ["MAYBE"], [True], [{}]])
def test_labels_that_are_none_are_reported_and_the_substitute_left_out(labels: object) -> None:
    document = data()
    document["substitute_labels"]["s:1"] = labels
    rows, report = read_gold(json.dumps(document))
    assert rows[0].weights == [("made of light", 0.0)]
    assert rows[0].judges == [2.0]
    assert [fault.kind for fault in report] == ["malformed"]
    assert '"s:1"' in report.faults[0].message


@pytest.mark.parametrize("value", [*_WRONG, 7, "t:9"])
def test_a_substitute_of_no_target_is_reported_and_left_out(value: object) -> None:
    rows, report = read_gold(changed("substitutes", "s:1", "target_id", value))
    assert rows[0].weights == [("made of light", 0.0)]
    assert len(report.faults) == 1


@pytest.mark.parametrize("value", [*_WRONG, 7])
def test_a_substitute_that_is_no_text_is_reported_and_left_out(value: object) -> None:
    rows, report = read_gold(changed("substitutes", "s:1", "substitute", value))
    assert rows[0].weights == [("made of light", 0.0)]
    assert len(report.faults) == 1


def test_a_substitute_without_labels_is_reported_and_left_out() -> None:
    rows, report = read_gold(json.dumps(data(substitute_labels={})))
    assert [row.weights for row in rows] == [[], []]
    assert len(report.faults) == 3


@pytest.mark.parametrize("part", ["contexts", "targets", "substitutes", "substitute_labels"])
@pytest.mark.parametrize("value", [None, [], 1, "x"])
def test_a_gold_without_one_of_its_parts_is_refused_in_one_sentence(part: str, value: object) -> None:
    message = refusal(json.dumps(data(**{part: value})), "gold", "swords")
    assert repr(part) in message
    assert "\n" not in message


def test_faults_are_refused_if_the_policy_is_strict() -> None:
    message = refusal(changed("targets", "t:1", "offset", 5), "items", policy="strict")
    assert "faults=strict" in message


def test_a_key_that_stands_twice_is_reported() -> None:
    rows, report = read_run('{"substitutes": {"t:1": [["a", 1]], "t:2": [], "t:1": [["b", 1]]}}')
    assert [(row.id, row.answers) for row in rows] == [("t:1", ["b"]), ("t:2", [])]
    assert found(report) == [(None, Severity.REPAIRED, "repeated")]
    assert '"t:1"' in report.faults[0].message


# -------------------------------------------------------------------------------------------------------- runs


def results(*pairs: object, **more: object) -> str:
    return json.dumps({"substitutes": {"t:1": list(pairs), **more}})


def test_answers_are_sorted_by_score_and_ties_stay_in_the_order_of_the_file() -> None:
    [row], report = read_run(results(["c", 0.5], ["a", 2], ["d", 0.5], ["b", 1e3], ["e", -1]))
    assert row == RunRow("", "t:1", ["b", "a", "c", "d", "e"], [1e3, 2.0, 0.5, 0.5, -1.0])
    assert not report.faults


def test_an_item_without_answers_is_kept() -> None:
    assert [row.answers for row in read_run(results())[0]] == [[]]


@pytest.mark.parametrize(
    "pair",
    [
        *(None, 1, "a", [], {}, ["a"], ["a", 1, 2], [1, "a"], ["a", "1"], ["a", None], ["a", True], [None, 1.0]),
        *(["a", float("nan")], ["a", float("inf")], ["a", float("-inf")], ["a", 10**400], ["a", -(10**400)]),
        *([["a"], 1], ["\ud800", 1.0], {"a": 1}, "ab"),
    ],
)
def test_an_item_with_an_answer_that_is_none_is_reported_and_left_out(pair: object) -> None:
    rows, report = read_run(results(["b", 1.0], pair, **{"t:2": [["c", 1]]}))
    assert [row.id for row in rows] == ["t:2"]
    assert found(report) == [(None, Severity.ERROR, "malformed")]
    assert '"t:1"' in report.faults[0].message


@pytest.mark.parametrize("answers", [None, 1, True, "ab", {"ab": 1}, {}])
def test_answers_that_are_no_list_are_reported(answers: object) -> None:
    rows, report = read_run(results(**{"t:1": answers}))
    assert (rows, len(report.faults)) == ([], 1)


def test_scores_as_large_as_a_number_can_be_are_kept() -> None:
    [row], _ = read_run(results(["a", -1e308], ["b", 1e308]))
    assert row.scores == [1e308, -1e308]


def test_a_gold_given_as_a_run_is_refused_in_one_sentence() -> None:
    assert "looks like a gold standard" in refusal(json.dumps(data()), "run")


def test_a_run_given_as_a_gold_is_refused_in_one_sentence() -> None:
    assert "'contexts' is missing" in refusal(results(["a", 1]), "gold")


def test_what_a_file_holds_is_found_out() -> None:
    assert load_any(content(json.dumps(data())), How().options)[0] == "items"
    assert load_any(content(results(["a", 1])), How().options)[0] == "run"


# ----------------------------------------------------------------------------------------------------- writing


def run(*rows: RunRow) -> Run:
    return Run.of(rows, MEMORY)


def test_results_are_written_with_their_scores_and_read_again() -> None:
    made = run(RunRow("", "t:1", ["é", "b"], [2.5, -1e-9]), RunRow("", "t:2", [], []))
    text, losses = written(made, "run", "swords")
    assert losses == []
    assert list(read_run(text)[0]) == list(made)
    assert json.loads(text)["substitutes_lemmatized"] is False


def test_answers_without_scores_get_falling_ranks() -> None:
    text, losses = written(run(RunRow("", "t:1", ["c", "a", "b"])), "run", "swords")
    assert json.loads(text)["substitutes"] == {"t:1": [["c", 3.0], ["a", 2.0], ["b", 1.0]]}
    assert losses == ["answers without scores (ranks were written as scores)"]


def test_lost_lexelts_are_said() -> None:
    assert write_problem(run(RunRow("bright.a", "t:1", ["c"], [1.0])), "run", "swords") == "the lexelts"


def test_a_lost_order_is_said() -> None:
    assert "order" in write_problem(run(RunRow("", "t:1", ["a", "b"], [1.0, 2.0])), "run", "swords")


def test_items_that_differ_in_their_lexelt_alone_are_refused() -> None:
    assert "two items have the id" in write_problem(
        run(RunRow("a.n", "1", ["b"]), RunRow("c.n", "1", ["d"])), "run", "swords"
    )


@pytest.mark.parametrize("score", [float("nan"), float("inf")])
def test_scores_that_are_not_finite_are_refused(score: float) -> None:
    assert "not finite" in write_problem(run(RunRow("", "1", ["b"], [score])), "run", "swords")


# ---------------------------------------------------------------------------------------- files, and bad files


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("name", ["dev.json", "dev.json.gz", "dev"])
def test_files_are_read_packed_or_not_and_recognised(tmp_path: Path, name: str, indent: int | None) -> None:
    text = json.dumps(data(), indent=indent).encode()
    path = tmp_path / name
    path.write_bytes(gzip.compress(text) if name.endswith(".gz") else text)
    assert [row.id for row in load(path, "gold")[0]] == ["t:1", "t:2"]


def test_stead_json_lines_are_not_taken_for_swords_however_they_are_written() -> None:
    lines = '{"schema":"stead.run/1"}\n{"lexelt":"a.n","id":"1","answers":["\\"substitutes"]}\n'
    assert sniff(content(lines), "run").name == "stead"
    assert read_run(lines)[0][0].answers == ['"substitutes']


@pytest.mark.parametrize("text", ['{"substitutes": ', '{"substitutes"', '{"substitutes": {"a": [["b", 1]]}} x'])
def test_a_broken_file_is_refused_with_its_line(text: str) -> None:
    message = refusal("\n" + text, "run", "swords")
    assert message.startswith("made.txt:2: not a JSON file")
    assert "\n" not in message


@pytest.mark.parametrize("cut", range(1, 600, 37))
def test_a_truncated_file_is_refused(cut: int) -> None:
    assert "made.txt:" in refusal(json.dumps(data())[:cut], "gold", "swords")


@pytest.mark.parametrize("text", ["[1]", "1", '"x"', "null", "{}"])
def test_json_of_another_kind_is_refused(text: str) -> None:
    assert "'substitutes' is missing" in refusal(text, "run", "swords")


@pytest.mark.parametrize("inside", ["[" * 100_000, '{"a":' * 100_000, "[" * 800 + "]" * 800])
def test_deep_nesting_is_refused_or_left_out_quickly(inside: str) -> None:
    text = f'{{"substitutes": {{"t:1": {inside}}}}}'
    with quickly():
        if inside.endswith("]"):
            rows, report = read_run(text)
            assert (rows, len(report.faults)) == ([], 1)
        else:
            assert refusal(text, "run").startswith("made.txt:")


def test_a_number_of_thousands_of_digits_is_refused_in_one_sentence() -> None:
    message = refusal(f'{{"substitutes": {{"t:1": [["a", {"9" * 5_000}]]}}}}', "run")
    assert message.startswith("made.txt: ")
    assert "\n" not in message


@pytest.mark.parametrize("policy", ["repair", "skip", "strict"])
def test_bytes_that_are_not_utf8_are_refused(policy: str) -> None:
    text = results(["cafX", 1]).encode().replace(b"X", b"\xe9")
    assert "made.txt:1:" in refusal(text, "run", policy=policy)


def test_ids_with_control_characters_are_kept_and_shown_escaped() -> None:
    rows, report = read_run(results(**{"t\x1b[2J": [["a", 1]], "u\x00\n": 1}))
    assert [row.id for row in rows] == ["t:1", "t\x1b[2J"]
    assert '"u\\x00\\n"' in report.faults[0].message


@pytest.mark.parametrize("size", [10_000_000])
def test_ten_megabytes_on_one_line_are_read_quickly(size: int) -> None:
    with quickly(3):
        [row], _ = read_run(results(["x" * size, 1]))
    assert len(row.answers[0]) == size


# ---------------------------------------------------------------------------------------------- the real files


def real(name: str) -> Path:
    return shared("parity", "swords", name, what="the SWORDS data")


def test_the_development_half_is_read_without_a_fault() -> None:
    path = real("swords-v1.1_dev.json.gz")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        document = json.load(file)
    items, item_report = load(path, "items")
    gold, gold_report = load(path, "gold")
    assert (item_report.faults, gold_report.faults) == ([], [])
    assert (len(items), len(gold)) == (370, 370)
    labels = [label for each in document["substitute_labels"].values() for label in each]
    assert len(gold.substitutes.codes) == len(document["substitutes"]) == 22_978
    assert gold.weights.sum() == labels.count("TRUE")
    assert gold.judges is not None
    assert gold.judges.sum() == len(labels) - labels.count("UNSURE")
    assert [item.target for item in items] == [target["target"] for target in document["targets"].values()]


@pytest.mark.parametrize(("name", "items"), [("system_noisy.lsr.json", 370), ("system_wordnet.lsr.json", 353)])
def test_results_are_read_without_a_fault(name: str, items: int) -> None:
    path = real(name)
    run, report = load(path, "run")
    document = json.loads(path.read_text(encoding="utf-8"))["substitutes"]
    assert (len(run), report.faults) == (items, [])
    assert sum(map(len, run.answers)) == sum(map(len, document.values()))
    assert all(list(row.scores or ()) == sorted(row.scores or (), reverse=True) for row in run)
