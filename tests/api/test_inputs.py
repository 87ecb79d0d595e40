"""What a caller may give: paths, dicts, data frames and objects are the same data."""

from typing import Any

import pandas as pd
import polars as pl
import pytest

import stead

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
    with pytest.raises(stead.BadInput, match="expected a gold standard"):
        stead.score(wrong, RUN)
    with pytest.raises(stead.BadInput, match="expected a run"):
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
