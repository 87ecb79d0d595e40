"""Data frames of pandas and polars: what is made of a noun is read back as the same noun."""

import sys
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import stead
from stead.core.faults import Source
from stead.core.substitutes import GoldRow, RunRow
from tests.cli.running import EXAMPLES

LIBRARIES = {"pandas": pd.DataFrame, "polars": pl.DataFrame}


@pytest.fixture(params=LIBRARIES)
def library(request: pytest.FixtureRequest) -> Any:
    return request.param


def gold_of(given: Any) -> list[GoldRow]:
    return list(stead.score(given, {"1": ["clever"]}, measures="best", min_responses=0).request.gold)


def test_a_gold_comes_back_with_names_judges_and_items_without_substitutes(library: Any) -> None:
    rows = [
        GoldRow("bright.a", "1", [("clever", 3.0), ("smart", 1.5)], names=2.0),
        GoldRow("side.n", "2", []),
    ]
    frame = stead.to_frame(stead.GoldStandard.of(rows, Source("x", "")), library)
    assert isinstance(frame, LIBRARIES[library])
    assert list(frame.columns) == ["lexelt", "id", "substitute", "weight"]
    assert gold_of(frame) == rows
    weights = [("clever", 3.0), ("lit", 0.0)]
    known = [GoldRow("bright.a", "1", weights, judges=[4.0, 5.0], proficient=[True, False], target="Bright")]
    frame = stead.to_frame(stead.GoldStandard.of(known, Source("x", "")), library)
    assert list(frame.columns)[4:] == ["judges", "proficient", "target"]
    assert gold_of(frame) == known


@pytest.mark.parametrize("scores", [None, [0.5, 0.75]])
def test_a_run_comes_back_in_its_order_and_with_its_scores(library: Any, scores: list[float] | None) -> None:
    rows = [RunRow("side.n", "2", [], scores and []), RunRow("bright.a", "1", ["smart", "clever"], scores)]
    frame = stead.to_frame(stead.Run.of(rows, Source("x", "")), library)
    gold = {("bright.a", "1"): {"clever": 2}}
    [again] = stead.score(gold, {"mine": frame}, measures="best").request.runs
    assert list(again) == rows


def test_the_answers_of_a_frame_are_in_the_order_of_their_ranks(library: Any) -> None:
    columns = {"id": [1, 1, 1], "substitute": ["c", "a", "b"], "rank": [3, 1, 2]}
    [run] = stead.score({"1": {"a": 2}}, LIBRARIES[library](columns), measures="best").request.runs
    assert next(iter(run)).answers == ["a", "b", "c"]


@pytest.mark.parametrize(
    ("ranks", "message"),
    [
        (["2", "1"], "row 1 of the data frame: expected a whole number as rank, found '2'"),
        ([2, None], "row 2 of the data frame: expected a whole number as rank, found None"),
        ([1, 1], "row 2 of the data frame: expected a rank that no other answer to the item has as rank, found 1"),
        ([float("inf"), 1], "row 1 .* expected a whole number as rank, found inf"),
        ([1, -1], "row 2 .* expected a whole number as rank, found -1"),
        ([2.5, 1], "row 1 .* expected a whole number as rank, found 2.5"),
    ],
)
def test_a_rank_that_is_no_whole_number_or_comes_twice_is_refused(library: Any, ranks: list[Any], message: str) -> None:
    frame = LIBRARIES[library]({"id": ["1", "1"], "substitute": ["dim", "clever"], "rank": ranks})
    with pytest.raises(stead.BadInput, match=message):
        stead.score({"1": {"clever": 2}}, frame)


def test_a_column_of_ranks_without_any_is_as_none(library: Any) -> None:
    frame = LIBRARIES[library]({"id": ["1", "1"], "substitute": ["dim", "clever"], "rank": [None, None]})
    [run] = stead.score({"1": {"clever": 2}}, frame, measures="best").request.runs
    assert next(iter(run)).answers == ["dim", "clever"]


def test_ranks_go_before_scores_that_contradict_them_and_a_warning_says_so(library: Any) -> None:
    columns = {"id": ["7", "7"], "substitute": ["dim", "clever"], "rank": [1, 2], "score": [0.1, 0.9]}
    with pytest.warns(stead.SteadWarning, match=r"the scores of 1 of 1 item \(first: \"7\"\) contradict the order"):
        [run] = stead.score({"7": {"clever": 2}}, LIBRARIES[library](columns), measures="best").request.runs
    assert next(iter(run)).answers == ["dim", "clever"]


def test_without_ranks_the_answers_of_a_frame_are_in_the_order_of_their_scores(library: Any) -> None:
    frame = LIBRARIES[library]({"id": ["1", "1"], "substitute": ["dim", "clever"], "score": [0.1, 0.9]})
    result = stead.score({"1": {"clever": 2}}, frame, measures="best@1")
    assert result.value("best@1", "R") == 1.0


def test_a_missing_answer_beside_others_is_refused(library: Any) -> None:
    frame = LIBRARIES[library]({"id": ["1", "1"], "substitute": ["clever", None]})
    with pytest.raises(stead.BadInput, match="row 2 of the data frame: expected a text, since the item has other"):
        stead.score({"1": {"clever": 2}}, frame)


def test_annotations_come_back_as_they_were(library: Any) -> None:
    annotations = stead.read_annotations(EXAMPLES / "annotations.jsonl")
    frame = stead.to_frame(annotations, library)
    assert len(frame) == sum(max(1, len(annotation.substitutes)) for annotation in annotations)
    assert list(stead.make_gold(frame).gold) == list(stead.make_gold(annotations).gold)
    assert stead.measure_agreement(frame).records() == stead.measure_agreement(list(annotations)).records()


@pytest.mark.parametrize("values", [(2.0, 3.0), ("good", "bad")])
def test_ratings_come_back_as_they_were(library: Any, values: tuple[Any, Any]) -> None:
    ratings = [
        stead.Rating(lexelt="bright.a", id="1", candidate=f"c{number}", rater="rita", value=value, first=first)
        for number, (value, first) in enumerate(zip(values, (None, values[0]), strict=True))
    ]
    frame = stead.to_frame(ratings, library)
    assert stead.posthoc.filter_ratings(frame).kept == stead.posthoc.filter_ratings(ratings).kept


def test_items_come_back_as_they_were(library: Any) -> None:
    items = stead.read_items(EXAMPLES / "items.en.xml")
    gold, run = EXAMPLES / "gold.txt", EXAMPLES / "runs" / "careful.txt"
    given = [
        stead.score(gold, run, items=these, measures="best").items()
        for these in (items, stead.to_frame(items, library))
    ]
    assert given[0] == given[1]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"id": ["1"], "annotator": ["a"]}, "annotations: expected a data frame with the columns id, annotator, subst"),
        (
            {"id": ["1"], "annotator": ["a"], "substitute": [5]},
            "row 1 of the data frame: expected a text as substitute",
        ),
        (
            {"id": ["1"], "annotator": ["a"], "substitute": ["x"], "nil": ["yes"]},
            "row 1 of the data frame: expected True or False as nil, found 'yes'",
        ),
    ],
)
def test_a_frame_that_is_no_table_of_annotations_is_refused(library: Any, columns: Any, message: str) -> None:
    with pytest.raises(stead.BadInput, match=message):
        stead.make_gold(LIBRARIES[library](columns))


def test_a_rating_that_is_neither_number_nor_verdict_is_refused(library: Any) -> None:
    frame = LIBRARIES[library]({"id": ["1"], "candidate": ["x"], "rater": ["r"], "value": ["fine"]})
    with pytest.raises(stead.BadInput, match=r"row 1 .*: expected a number or one of bad, .* 'fine'"):
        stead.posthoc.filter_ratings(frame)


def test_the_records_of_a_result_are_a_frame() -> None:
    result = stead.score({"1": {"a": 2}, "2": {"b": 2}}, {"1": ["a"]}, measures="best,coverage")
    for frame in (result.to_pandas(), result.to_polars()):
        assert list(frame.columns) == list(result.records()[0])
        assert frame["value"].to_list() == [record["value"] for record in result.records()]


def test_columns_of_several_types_are_texts() -> None:
    checked = stead.check(EXAMPLES / "gold.txt")
    assert len(checked.to_polars()) == len(checked.faults)
    sheet = stead.describe_gold(EXAMPLES / "gold.txt")
    assert len(sheet.to_polars()) == len(sheet.to_pandas()) == len(sheet.records())


def test_another_library_is_refused_in_a_sentence() -> None:
    with pytest.raises(stead.UsageError, match="library is 'pandas' or 'polars', not 'spark'"):
        stead.to_frame(stead.read_run(EXAMPLES / "runs" / "careful.txt"), "spark")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("absent", "message"),
    [("narwhals", r"pip install 'stead\[frames\]'"), ("polars", "a data frame needs polars.*: pip install polars")],
)
def test_what_is_not_installed_is_said(monkeypatch: pytest.MonkeyPatch, absent: str, message: str) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == absent]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, absent, None)
    with pytest.raises(stead.SteadError, match=message):
        stead.to_frame(stead.read_run(EXAMPLES / "runs" / "careful.txt"), "polars")


def test_a_frame_of_an_empty_noun_has_its_columns(library: Any, tmp_path: Path) -> None:
    frame = stead.to_frame(stead.Run.of([], Source("x", "")), library)
    assert (len(frame), list(frame.columns)) == (0, ["lexelt", "id", "rank", "substitute"])


@pytest.mark.parametrize("column", ["Score", "sentence"])
def test_a_column_that_would_not_be_used_is_refused_with_what_to_do(library: Any, column: str) -> None:
    frame = LIBRARIES[library]({"id": ["1"], "substitute": ["clever"], column: ["0.5"]})
    with pytest.raises(stead.BadInput, match=rf"run 1: .*not be used: \"{column}\"; .*frame\[\['id', 'substitute'\]\]"):
        stead.score({"1": {"clever": 2}}, frame)


def test_an_empty_gold_is_called_empty(library: Any) -> None:
    with pytest.raises(stead.BadInput, match="gold: the gold is empty; expected at least one item"):
        stead.score(LIBRARIES[library]({"id": [], "substitute": [], "weight": []}), {"1": ["clever"]})


@pytest.mark.filterwarnings("error")
def test_a_lazy_frame_is_to_be_collected() -> None:
    frame = pl.DataFrame({"id": ["1"], "substitute": ["clever"], "weight": [2]}).lazy()
    with pytest.raises(stead.UsageError, match=r"gold is a LazyFrame, .*; collect\(\) it first"):
        stead.score(frame, {"1": ["clever"]})
    with pytest.raises(stead.UsageError, match=r"runs is a LazyFrame, .*; collect\(\) it first"):
        stead.score({"1": {"clever": 2}}, frame)


def test_messages_name_the_runs_and_the_gold() -> None:
    result = stead.score({"1": {"clever": 2}}, {"mine": {"1": ["clever"]}}, measures="best")
    with pytest.raises(stead.UsageError, match=r"^run is one of 'mine', not 'zz'"):
        result.value("best", run="zz")
    with pytest.raises(stead.BadInput, match=r"no id of the run is in the gold \(run: 7; gold: 1\)"):
        stead.score({"1": {"clever": 2}}, {"7": ["clever"]})
