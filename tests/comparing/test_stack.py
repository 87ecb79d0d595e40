"""Statistics side by side: exact sums, each column once, items lined up."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead import GoldStandard, UsageError, score
from stead.comparing import Resampling, compare
from stead.comparing import stack as stack_module
from stead.comparing.stack import round_for_exact_sums, stack
from stead.core.faults import Source
from stead.core.substitutes import GoldRow
from stead.measures import MEASURES
from tests.comparing.made import evaluation, evaluation_of_rows, joined, mean_rows, statistics
from tests.scoring.strategies import Golds, Runs, examples, tasks

finite = st.floats(0, 1e6, allow_subnormal=False)


@examples(200)
@given(st.lists(finite, min_size=1, max_size=40), st.data())
def test_sums_are_exact_however_often_each_value_is_drawn_and_in_whatever_order(
    values: list[float], data: st.DataObject
) -> None:
    column = round_for_exact_sums(np.array(values))
    drawn = data.draw(st.lists(st.sampled_from(range(len(values))), min_size=len(values), max_size=len(values)))
    exact = sum(Fraction(float(column[place])) for place in drawn)
    in_order, backwards = sum(column[place] for place in drawn), sum(column[place] for place in reversed(drawn))
    assert Fraction(float(in_order)) == exact == Fraction(float(backwards))


@examples(200)
@given(st.lists(finite, min_size=1, max_size=40))
def test_hardly_anything_is_rounded_away(values: list[float]) -> None:
    column = round_for_exact_sums(np.array(values))
    assert np.abs(column - values).max() <= max(1, max(values) * len(values)) * 2.0**-51


def test_whole_numbers_stay_as_they_are() -> None:
    values = np.array([0.0, 1.0, 7.0, 12345.0])
    assert round_for_exact_sums(values).tolist() == values.tolist()


def test_a_column_of_zeros_has_no_negative_zero() -> None:
    assert not np.signbit(round_for_exact_sums(np.array([-0.0, 0.0]))).any()


def test_each_distinct_column_is_kept_once() -> None:
    """Two runs that count and attempt all three items: one column of ones for both, and two columns of scores."""
    stacked = stack(evaluation({"a": [0.5, 0, 1], "b": [0.25, 0, 1]}), "item")
    assert stacked.columns.tolist() == [[1, 1, 1], [0.5, 0, 1], [0.25, 0, 1]]
    assert stacked.measures[0].column_numbers.tolist() == [[0, 0, 1], [0, 0, 2]]


def test_rows_of_a_lexelt_are_added_up() -> None:
    stacked = stack(evaluation({"a": [0.5, 0.25, 1]}, lexelts=["x.n", "y.n", "x.n"]), "lexelt")
    assert stacked.units.count == 2
    assert stacked.columns[stacked.measures[0].column_numbers[0]].tolist() == [[2, 1], [2, 1], [1.5, 0.25]]


def test_values_are_those_of_the_scores() -> None:
    own = evaluation({"a": [0.1, 0.7, 0.4], "b": [1 / 3, 1 / 7, 0]})
    values = stack(own, "lexelt").measures[0].values[0].tolist()
    assert values == pytest.approx([each.figures["mean"] for each in own.scores], rel=0, abs=1e-15)


def test_an_item_that_only_one_run_brings_along_is_zeros_to_the_other() -> None:
    rows = {"a": [[1, 1, 1], [0, 1, 0]], "b": [[1, 0, 0]]}
    parts = [
        statistics("a", rows["a"], MEASURES["mw-detection"], ["x.n", "y.n"], {"a": ["1", "2"]}),
        statistics("b", rows["b"], MEASURES["mw-detection"], ["x.n"], {"b": ["1"]}),
    ]
    stacked = stack(joined(parts), "item")
    assert list(stacked.items) == [("x.n", "1"), ("y.n", "2")]
    assert [own.tolist() for own in stacked.measures[0].rows] == [rows["a"], [[1, 0, 0], [0, 0, 0]]]


def test_multiwords_without_a_gold_of_substitutes_are_such_a_case() -> None:
    gold = {("x.n", "1"): {"hot dog": 2}}
    first = {("x.n", "1"): ["hot dog"], ("y.n", "2"): ["top dog"]}
    result = score(gold, first, {("x.n", "1"): ["hot potato"]}, measures="multiwords")
    pair = compare(result.evaluation, measures=["mw-detection"]).pairs[0]
    assert (pair.figure, pair.first_value, pair.second_value) == ("P", 0.5, 1)


def judged(gold: Golds) -> GoldStandard:
    rows = [
        GoldRow("", item, list(weights.items()), judges=[5.0] * len(weights), proficient=[True] * len(weights))
        for item, weights in gold.items()
    ]
    return GoldStandard.of(rows, Source("gold", "0" * 64))


@examples(60)
@given(tasks())
def test_figures_taken_directly_are_those_that_combine_makes(task: tuple[Golds, Runs]) -> None:
    gold, run = task
    names = [name for name, measure in MEASURES.items() if measure.task != "mw"]
    own = stack(score(judged(gold), run, measures=names, min_responses=0).evaluation, "item")
    for measure in own.measures:
        sums = measure.rows[0].T
        expected = np.stack(measure.first.combine(measure.rows[0]))
        np.testing.assert_array_equal(measure.combined(sums[None])[:, 0], expected)


def test_quotients_that_are_declared_are_what_combine_makes() -> None:
    """On sums that have nothing to do with any data."""
    for measure in MEASURES.values():
        sums = np.random.default_rng(0).uniform(0.1, 2, size=(50, len(measure.fields)))
        figures = dict(zip(measure.figures, measure.combine(sums), strict=True))
        for name, (above, below) in measure.quotients.items():
            places = measure.fields.index(above), measure.fields.index(below)
            np.testing.assert_allclose(figures[name], sums[:, places[0]] / sums[:, places[1]], rtol=1e-15)


def test_what_is_no_quotient_is_declared_by_none() -> None:
    assert {name for name, measure in MEASURES.items() if {*measure.figures} - {*measure.quotients}} == {
        "coverage",
        "swords-f",
        "prolex-f",
    }


@pytest.mark.parametrize("name", ["oot", "oot@10"])
def test_a_measure_can_be_named_in_short(name: str) -> None:
    result = score({"1": {"a": 2}, "2": {"b": 2}}, {"1": ["a"]}, measures="best,oot@10")
    assert [each.measure for each in stack(result.evaluation, "item", measures=[name]).measures] == ["oot@10"]


@pytest.mark.parametrize(
    ("names", "complaint"), [(["rank"], "not scored"), (["x"], "not a measure"), ([], "no measure")]
)
def test_a_measure_that_was_not_scored_is_refused(names: list[str], complaint: str) -> None:
    result = score({"1": {"a": 2}}, {"1": ["a"]}, measures="best")
    with pytest.raises(UsageError, match=complaint):
        stack(result.evaluation, "item", measures=names)


def test_the_numbers_are_the_same_when_memory_allows_one_measure_at_a_time(monkeypatch: Any) -> None:
    rows = np.random.default_rng(1).random((2, 30, 2))
    parts = [
        statistics(run, mean_rows(rows[place, :, number]), MEASURES[name])
        for place, run in enumerate(["a", "b"])
        for number, name in enumerate(["rank", "gap"])
    ]
    own = joined(parts)
    whole = compare(own, Resampling(resamples=200, tests="randomisation,bootstrap"))
    monkeypatch.setattr(stack_module, "_REPLICATES_AT_ONCE", 1)
    assert len(list(stack(own, "item").parts(200))) == 2
    assert compare(own, Resampling(resamples=200, tests="randomisation,bootstrap")) == whole


def test_a_measure_without_a_value_has_none() -> None:
    own = stack(evaluation_of_rows({"a": [[0, 0, 0]]}, "best-mode"), "item")
    assert all(math.isnan(value) for value in own.measures[0].values.ravel().tolist())
