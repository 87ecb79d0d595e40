"""What a caller may give: paths, dicts, data frames and objects are the same data."""

from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import stead
from stead.api.systems import RunResult
from stead.core.faults import Source
from stead.core.substitutes import RunRow

GOLD = {("bright.a", "1"): {"clever": 3, "smart": 1}, ("side.n", "2"): {"team": 2}}
RUN = {("bright.a", "1"): ["smart", "clever"], ("side.n", "2"): ["team"]}
GOLD_COLUMNS: dict[str, list[Any]] = {
    "lexelt": ["bright.a", "bright.a", "side.n"],
    "id": ["1", "1", "2"],
    "substitute": ["clever", "smart", "team"],
    "weight": [3, 1, 2],
}
RUN_COLUMNS: dict[str, list[Any]] = {
    "lexelt": ["bright.a", "bright.a", "side.n"],
    "id": [1, 1, 2],
    "substitute": ["smart", "clever", "team"],
}
MAKERS = {"pandas": pd.DataFrame, "polars": pl.DataFrame}


@pytest.fixture(params=MAKERS)
def frame(request: pytest.FixtureRequest) -> Any:
    """What makes a data frame of columns."""
    return MAKERS[request.param]


def test_frames_and_dicts_are_scored_alike(frame: Any) -> None:
    of_dicts = stead.score(GOLD, RUN, measures="best,oot@10")
    of_frames = stead.score(frame(GOLD_COLUMNS), frame(RUN_COLUMNS), measures="best,oot@10")
    assert of_frames.records() == of_dicts.records()
    assert of_frames.value("best") == pytest.approx((4 / (2 * 4) + 1) / 2)


def test_a_frame_without_lexelts_is_scored_by_id(frame: Any) -> None:
    gold = frame({name: values for name, values in GOLD_COLUMNS.items() if name != "lexelt"})
    run = frame({name: values for name, values in RUN_COLUMNS.items() if name != "lexelt"})
    assert stead.score(gold, run, measures="best").value("best") == pytest.approx(3 / 4)


@pytest.mark.parametrize("missing", ["id", "substitute", "weight"])
def test_a_frame_that_lacks_a_column_is_refused_in_a_sentence(frame: Any, missing: str) -> None:
    gold = frame({name: values for name, values in GOLD_COLUMNS.items() if name != missing})
    with pytest.raises(stead.BadInput, match="gold: expected a data frame with the columns id, substitute, weight"):
        stead.score(gold, RUN)


def test_a_substitute_in_two_rows_is_refused(frame: Any) -> None:
    gold = frame({"id": ["1", "1"], "substitute": ["a", "a"], "weight": [1, 2]})
    with pytest.raises(stead.BadInput, match="the substitute 'a' of item 1 has two rows"):
        stead.score(gold, RUN)


def test_a_weight_that_is_none_is_refused(frame: Any) -> None:
    gold = frame({"id": ["1"], "substitute": ["a"], "weight": ["many"]})
    with pytest.raises(stead.BadInput, match="expected a text with a weight"):
        stead.score(gold, RUN)


def test_frames_are_read_by_every_function(frame: Any) -> None:
    gold, run = frame(GOLD_COLUMNS), frame(RUN_COLUMNS)
    assert stead.posthoc.pool(gold, run).pool.size == 3
    assert len(stead.describe_gold(gold).sections) > 1
    assert stead.score(gold, run, preset="semeval2007", measures="best").value("best") is not None


def test_records_make_a_frame(frame: Any) -> None:
    found = frame(stead.score(GOLD, RUN, measures="best").records())
    assert set(found["figure"]) == {"P", "R"}


@pytest.mark.parametrize("wrong", [7, None, [1, 2], object()])
def test_anything_else_is_refused_in_a_sentence(wrong: Any) -> None:
    with pytest.raises(stead.UsageError, match="gold is a path, a GoldStandard, a dict, a data frame, or the result"):
        stead.score(wrong, RUN)
    with pytest.raises(stead.UsageError, match="runs is a path, a Run, a dict, a data frame, or the result of `run`"):
        stead.score(GOLD, wrong)


@pytest.mark.parametrize("column", ["id", "lexelt"])
def test_what_is_missing_is_no_item(frame: Any, column: str) -> None:
    gold = frame({**GOLD_COLUMNS, column: [*GOLD_COLUMNS[column][:2], None]})
    with pytest.raises(stead.BadInput, match=f"row 3 of the data frame: expected a text or a whole number as {column}"):
        stead.score(gold, RUN)


def test_whole_numbers_that_a_frame_has_made_decimal_are_ids() -> None:
    gold = pd.DataFrame({"id": [1.0, 2.0], "substitute": ["a", "b"], "weight": [2, 2]})
    assert stead.score(gold, {"1": ["a"], "2": ["b"]}, measures="best").value("best") == 1


@pytest.mark.parametrize("seed", [-1, "x", 1.5, True])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(stead.UsageError, match="seed is a whole number from 0"):
        stead.sample(["corpus.txt"], ["bright.a"], seed=seed)


def test_a_list_in_a_cell_is_refused_in_a_sentence() -> None:
    wrong = {**GOLD_COLUMNS, "substitute": [["clever"], "smart", "team"]}
    with pytest.raises(stead.BadInput, match=r"gold: item 1: expected a text with a weight .*, found \['clever'\]: 3"):
        stead.score(pd.DataFrame(wrong), RUN)
    with pytest.raises(stead.BadInput, match=r"expected texts as answers, found \[\['smart'\], 'clever'\]"):
        stead.score(GOLD, pd.DataFrame({**RUN_COLUMNS, "substitute": [["smart"], "clever", "team"]}))


@pytest.mark.parametrize("column", ["id", "substitute", "lexelt"])
def test_a_column_that_is_there_twice_is_refused_in_a_sentence(column: str) -> None:
    gold = pd.DataFrame(GOLD_COLUMNS)
    with pytest.raises(stead.BadInput, match=r"gold: expected a data frame with the columns .* each once; found"):
        stead.score(pd.concat([gold, gold[[column]]], axis=1), RUN)


# -------------------------------------------------------------------------------------------------------- results


def annotations() -> list[stead.Annotation]:
    """Two people on one item."""
    return [
        stead.Annotation(lexelt="bright.a", id="1", annotator=person, substitutes=("clever", other))
        for person, other in (("a", "smart"), ("b", "quick"))
    ]


def test_the_result_of_a_function_is_taken_for_what_it_holds(tmp_path: Path) -> None:
    made = stead.make_gold(annotations())
    run = {("bright.a", "1"): ["clever", "able"]}
    assert stead.score(made, run).records() == stead.score(made.gold, run).records()
    stead.write(made, tmp_path / "gold.jsonl")
    assert list(stead.read_gold(tmp_path / "gold.jsonl")) == list(made.gold)


def test_the_result_of_a_system_is_taken_for_its_run() -> None:
    answers = RunResult(stead.Run.of([RunRow("bright.a", "1", ["clever"])], Source("mine", "")), "mine")
    gold = {("bright.a", "1"): {"clever": 2}}
    assert stead.score(gold, answers, measures="best").value("best") == 1


def test_pools_and_dispatches_may_be_results_or_files(tmp_path: Path) -> None:
    gold, runs = {("bright.a", "1"): {"clever": 3}}, {("bright.a", "1"): ["able", "smart"]}
    pooled = stead.posthoc.pool(gold, runs, baselines={("bright.a", "1"): ["apt"]})
    assert pooled.pool.size == 4
    divided = stead.posthoc.dispatch(pooled, size=10)
    pooled.save(tmp_path / "pool.jsonl")
    divided.save(tmp_path / "dispatch.jsonl")
    for dispatch in (divided, divided.dispatch, tmp_path / "dispatch.jsonl"):
        for pool in (pooled, pooled.pool, tmp_path / "pool.jsonl"):
            assert stead.posthoc.verify_dispatch(dispatch, pool).holds
    ratings = [
        stead.Rating(lexelt="bright.a", id="1", candidate=term, rater="r", value=1) for term in ("clever", "able")
    ]
    found = [stead.posthoc.filter_ratings(ratings, dispatch=dispatch).to() for dispatch in (divided, divided.dispatch)]
    assert found[0] == found[1]


def test_one_baseline_may_be_a_file(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("bright.a 1 :: apt\n", encoding="utf-8")
    gold, runs = {("bright.a", "1"): {"clever": 3}}, {("bright.a", "1"): ["able"]}
    assert stead.posthoc.pool(gold, runs, baselines=str(tmp_path / "x.txt")).pool.size == 3


def test_the_items_of_a_dispatch_may_be_one_file_or_objects(tmp_path: Path) -> None:
    item = stead.Item(id="1", lexelt="bright.a", text="a bright boy", start=2, end=8, language="en")
    stead.write([item], tmp_path / "items.jsonl")
    pooled = stead.posthoc.pool({("bright.a", "1"): {"clever": 3}}, {("bright.a", "1"): ["able"]})
    found = [
        stead.posthoc.dispatch(pooled, size=10, items=items).records()
        for items in (str(tmp_path / "items.jsonl"), [tmp_path / "items.jsonl"], [item], item)
    ]
    assert found[0] == found[1] == found[2] == found[3] != []


def test_runs_are_added_to_a_file_as_to_its_comparison(tmp_path: Path) -> None:
    compared = stead.compare(GOLD, RUN, measures="best", resamples=50)
    compared.save(tmp_path / "saved.json")
    further = {("bright.a", "1"): ["clever"], ("side.n", "2"): ["group"]}
    added = [stead.add_runs(comparison, further) for comparison in (compared, str(tmp_path / "saved.json"))]
    assert added[0].records() == added[1].records()
