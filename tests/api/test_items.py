"""Item by item: gold, answers, what they miss and the credit, whose sums make the scores."""

import csv
import io
from pathlib import Path
from typing import Any

import pytest

import stead
from tests.cli.running import EXAMPLES
from tests.shared import shared

GOLD = {
    ("bright.a", "1"): {"clever": 3, "smart": 1},
    ("side.n", "2"): {"team": 2, "Club-House": 1, "squad": 1},
    ("dim.a", "3"): {"dark": 2},
}
BEST = {("bright.a", "1"): ["smart"], ("side.n", "2"): ["team", "gang"]}
OOT = {("bright.a", "1"): ["clever"], ("side.n", "2"): ["gang", "club house"]}


def records(**options: Any) -> dict[tuple[str, str], dict[str, Any]]:
    result = stead.score(GOLD, {"mine": {"best": BEST, "oot": OOT}}, measures="best,oot", **options)
    return {(record["measure"], record["id"]): record for record in result.items()}


def test_a_record_has_the_answers_of_the_run_that_its_measure_is_computed_from() -> None:
    found = records()
    assert found["best", "2"] == {
        "run": "mine",
        "measure": "best",
        "lexelt": "side.n",
        "id": "2",
        "gold": "team 2; Club-House 1; squad 1",
        "answers": "team; gang",
        "missed": "Club-House; squad",
        "credit": pytest.approx(2 / 4 / 2),
        "counted": 1,
        "attempted": 1,
    }
    assert found["oot@10", "1"]["answers"] == "clever"


def test_what_is_matched_by_the_rules_is_not_missed() -> None:
    assert records()["oot@10", "2"]["missed"] == "team; squad"
    assert records(match="exact")["oot@10", "2"]["missed"] == "team; Club-House; squad"


def test_an_item_without_an_answer_misses_everything() -> None:
    record = records()["best", "3"]
    assert [record[name] for name in ("answers", "missed", "credit", "counted", "attempted")] == ["", "dark", 0, 1, 0]


def test_sentences_are_in_the_records_if_they_are_given() -> None:
    item = stead.Item(id="1", lexelt="bright.a", text="a bright boy", start=2, end=8)
    found = records(items=[item])
    assert (found["best", "1"]["sentence"], found["best", "1"]["target"]) == ("a bright boy", "bright")
    assert found["best", "2"]["sentence"] == ""
    assert "sentence" not in records()["best", "1"]
    with pytest.raises(stead.BadInput, match="none of the sentences is of an item of the gold"):
        records(items=[stead.Item(id="x", lexelt="y.n", text="a", start=0, end=1)])


def test_items_of_an_undefined_measure_have_no_credit() -> None:
    result = stead.score({"1": {"a": 2, "b": 2}, "2": {"c": 3}}, {"1": ["a"], "2": ["c"]}, measures="best-mode")
    assert [(record["credit"], record["counted"]) for record in result.items()] == [(None, 0), (1, 1)]


def sums(text: str) -> dict[tuple[str, str], tuple[float, float]]:
    """Credit over attempted and over counted, by run and measure, from TSV."""
    totals: dict[tuple[str, str], list[float]] = {}
    for row in csv.DictReader(io.StringIO(text), delimiter="\t", quoting=csv.QUOTE_NONE):
        total = totals.setdefault((row["run"], row["measure"]), [0.0, 0.0, 0.0])
        for place, name in enumerate(("credit", "attempted", "counted")):
            total[place] += float(row[name] or 0)
    return {key: (credit / attempted, credit / counted) for key, (credit, attempted, counted) in totals.items()}


@pytest.mark.parametrize("preset", [None, "semeval2007"])
def test_the_credit_of_the_trial_items_of_semeval_2007_sums_up_to_the_printed_scores(preset: str | None) -> None:
    folder = shared("parity", "ls07-trial")
    runs = {
        name: {task: folder / f"{name}_{task}.txt" for task in ("best", "oot")}
        for name in ("hedger", "oracle", "shuffled", "wordnet")
    }
    measures = "best,best-mode,oot,oot-mode"
    result = stead.score(folder / "gold.txt", runs, measures=measures, preset=preset)
    found = sums(result.to("tsv", per_item=True))
    assert len(found) == 4 * 4
    for (run, measure), (precision, recall) in found.items():
        assert precision == pytest.approx(result.value(measure, "P", run=run), abs=1e-12)
        assert recall == pytest.approx(result.value(measure, "R", run=run), abs=1e-12)


def test_the_credit_of_the_examples_sums_up_to_the_scores_of_every_mean() -> None:
    runs = sorted((EXAMPLES / "runs").glob("*.txt"))
    result = stead.score(EXAMPLES / "gold.txt", *runs, measures="best,best-mode,rank,semdis-oot,gap,p@1")
    for (run, measure), (_, mean) in sums(result.to("tsv", per_item=True)).items():
        assert mean == pytest.approx(result.value(measure, run=run), abs=1e-12)


def test_scores_are_grouped_by_the_length_of_the_sentences() -> None:
    item = stead.Item(id="1", lexelt="bright.a", text="a bright boy", start=2, end=8)
    result = stead.score(GOLD, BEST, items=[item], by="length", measures="best")
    assert {score.group for score in result.scores} == {"all", "length=1-10", "length=(none)"}
    with pytest.raises(stead.UsageError, match="need the sentences of the items"):
        stead.score(GOLD, BEST, by="length")


def test_sentences_may_be_files(tmp_path: Path) -> None:
    items = sorted(EXAMPLES.glob("items.*.xml"))
    result = stead.score(EXAMPLES / "gold.txt", EXAMPLES / "runs/careful.txt", items=items, measures="best")
    assert all(record["target"] in record["sentence"] for record in result.items())
    assert all(record["target"] for record in result.items())
