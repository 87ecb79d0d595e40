"""The whole comparison: what is in the record, what happens at the edges, and what must not move a number."""

import json
import math
from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest

from stead import UsageError, score
from stead.comparing import Resampling, compare, compare_groups
from stead.core.resampling import TESTS
from stead.measures import MEASURES
from stead.records.comparison import Comparison, RunPair
from stead.records.scores import Evaluation
from stead.scoring import by_lexelt, by_part_of_speech
from tests.comparing.made import evaluation, evaluation_of_rows, joined, mean_rows, statistics

QUICK = Resampling(resamples=200)
EVERY_TEST = ",".join(TESTS)


def many_runs(runs: int, items: int, seed: int = 0) -> dict[str, Any]:
    chance = np.random.default_rng(seed)
    level = chance.random(items)
    return {f"run{place}": np.clip(level + chance.normal(0, 0.3, items), 0, 1) for place in range(runs)}


def numbers(record: Any) -> list[float]:
    """Every number of a record, however deep."""
    if isinstance(record, dict):
        return [number for value in record.values() for number in numbers(value)]
    if isinstance(record, list | tuple):
        return [number for value in record for number in numbers(value)]
    return [record] if isinstance(record, float) else []


def test_a_comparison_of_real_scores() -> None:
    gold = {("bright.a", "1"): {"clever": 3, "smart": 1}, ("bright.a", "2"): {"shiny": 2}, ("run.v", "3"): {"flow": 2}}
    good = {"1": ["clever"], "2": ["shiny"], "3": ["flow"]}
    bad = {"1": ["smart"], "2": ["dark"]}
    own = compare(score(gold, good, bad, measures="best,oot@10").evaluation)
    assert own.runs == ("run 1", "run 2")
    assert [(each.run, each.measure, each.figure) for each in own.estimates[:4]] == [
        ("run 1", "best", "P"),
        ("run 2", "best", "P"),
        ("run 1", "best", "R"),
        ("run 2", "best", "R"),
    ]
    recall = next(pair for pair in own.pairs if (pair.measure, pair.figure) == ("best", "R"))
    # best: 3/4, 1, 1 against 1/4, 0, 0; apart by 1/2, 1, 1, so that only no swap and all swaps reach 2.5: 2/8
    assert recall.first_value == pytest.approx(2.75 / 3)
    assert recall.difference == pytest.approx(2.5 / 3)
    assert recall.test("randomisation").p == 0.25
    assert own.items == own.units == 3


def test_estimates_are_the_scores() -> None:
    own = evaluation(many_runs(3, 20))
    estimates = {each.run: each.value for each in compare(own, QUICK).estimates}
    for each in own.scores:
        assert estimates[each.run] == pytest.approx(each.figures["mean"], rel=0, abs=1e-15)


def test_every_pair_of_runs_is_there_once() -> None:
    found = compare(evaluation(many_runs(5, 10)), QUICK).pairs
    assert [(pair.first, pair.second) for pair in found] == [
        (f"run{first}", f"run{second}") for first in range(5) for second in range(first + 1, 5)
    ]


def test_more_runs_than_letters() -> None:
    own = compare(evaluation(many_runs(30, 12)), QUICK)
    assert len(own.pairs) == 30 * 29 / 2
    assert sorted(place.rank or 0 for place in own.rankings[0].places) == list(range(1, 31))


def test_a_baseline_is_compared_with_every_other_run() -> None:
    own = compare(evaluation(many_runs(4, 10)), QUICK, baseline="run1")
    assert [(pair.first, pair.second) for pair in own.pairs] == [("run0", "run1"), ("run2", "run1"), ("run3", "run1")]
    assert (own.baseline, len(own.estimates)) == ("run1", 4)


def test_a_baseline_is_one_of_the_runs() -> None:
    with pytest.raises(UsageError, match="'run9' is none of the runs; there are run0, run1"):
        compare(evaluation(many_runs(2, 5)), baseline="run9")


def test_one_run_has_intervals_and_no_pairs() -> None:
    own = compare(evaluation({"a": np.linspace(0, 1, 40)}), QUICK)
    assert own.pairs == ()
    assert own.estimates[0].interval.low is not None
    assert own.notes == ("There is one run: nothing to compare it with.",)


@pytest.mark.parametrize(("items", "notes"), [(29, 1), (30, 0)])
def test_few_units_are_said_to_be_few(items: int, notes: int) -> None:
    own = compare(evaluation(many_runs(2, items)), QUICK)
    said = "There are only 29 items: intervals by bootstrap are too narrow on fewer than 30."
    assert own.notes == (said,) * notes


@pytest.mark.parametrize("unit", ["item", "lexelt"])
@pytest.mark.parametrize("items", [3, 40])
def test_equal_runs_do_not_differ(unit: str, items: int) -> None:
    scores = np.random.default_rng(0).random(items)
    pair = compare(
        evaluation({"a": scores, "b": scores}), Resampling(resamples=100, tests=EVERY_TEST, unit=unit)
    ).pairs[0]
    assert [test.p for test in pair.tests] == [1, 1, 1, 1]
    assert [test.corrected for test in pair.tests] == [1, 1, 1, 1]
    assert (pair.difference, pair.interval.low, pair.interval.high) == (0, 0, 0)
    assert [effect.value for effect in pair.effects] == [0, 0]


def test_a_measure_that_is_undefined_on_all_items_says_so() -> None:
    rows = {"a": [[0, 0, 0]] * 3, "b": [[0, 0, 0]] * 3}
    own = compare(evaluation_of_rows(rows, "best-mode"), Resampling(resamples=50, tests=EVERY_TEST))
    for estimate in own.estimates:
        assert (estimate.value, estimate.interval.low) == (None, None)
        assert estimate.interval.reason == "the figure has no value on these items"
    for pair in own.pairs:
        assert (pair.difference, pair.interval.low) == (None, None)
        assert {test.p for test in pair.tests} == {None}
        assert pair.interval.reason == "the figure has no value for a and b"
        assert {test.reason for test in pair.tests} == {pair.interval.reason}
        assert {effect.reason for effect in pair.effects} == {pair.interval.reason}


def test_a_run_that_attempts_nothing_has_no_precision() -> None:
    rows = {"a": [[1, 1, 0.5]] * 3, "b": [[1, 0, 0]] * 3, "c": [[1, 1, 0.25]] * 3}
    own = compare(evaluation_of_rows(rows, "best"), Resampling(resamples=50))
    precision = {(pair.first, pair.second): pair for pair in own.pairs if pair.figure == "P"}
    assert precision["a", "b"].tests[0].reason == "the figure has no value for b"
    assert precision["a", "c"].tests[0].p == 0.25
    assert precision["a", "c"].tests[0].corrected == 0.25  # the only test of the family


def test_one_item_is_not_resampled_but_tested() -> None:
    pair = compare(evaluation({"a": [1], "b": [0]}), Resampling(resamples=50, tests=EVERY_TEST)).pairs[0]
    assert pair.interval.reason == "there is only one item"
    assert [test.p for test in pair.tests] == [1, None, 1, 1]
    assert pair.test("bootstrap").reason == "there is only one item"


def test_one_lexelt_cannot_be_clustered() -> None:
    own = evaluation({"a": [1, 0.5], "b": [0, 0]}, lexelts=["x.n", "x.n"])
    found = compare(own, Resampling(resamples=50, tests=EVERY_TEST, unit="lexelt"))
    reason = "all items (2) are of one lexelt, so clustering by lexelt is impossible"
    assert {test.reason for test in found.pairs[0].tests} == {reason}
    assert {estimate.interval.reason for estimate in found.estimates} == {reason}
    assert found.notes == (f"A{reason[1:]}: there are no intervals.",)


def test_items_without_any_lexelt_cannot_be_clustered() -> None:
    result = score({"1": {"a": 2}, "2": {"b": 2}}, {"1": ["a"]}, {"2": ["b"]}, measures="oot@10")
    found = compare(result.evaluation, Resampling(unit="lexelt"))
    assert {test.reason for pair in found.pairs for test in pair.tests} == {
        "no item names its lexelt, so clustering by lexelt is impossible"
    }


def test_an_item_without_a_lexelt_is_a_unit_of_its_own() -> None:
    own = evaluation(many_runs(2, 5), lexelts=["x.n", "", "x.n", "", "y.n"])
    found = compare(own, Resampling(resamples=50, unit="lexelt"))
    assert (found.units, found.items) == (4, 5)
    assert found.notes[0] == "2 items without a lexelt: each is a unit by itself."
    assert found.notes[1].startswith("There are only 4 lexelts")


def without_corrections(pairs: tuple[RunPair, ...]) -> list[RunPair]:
    return [replace(pair, tests=tuple(replace(test, corrected=None) for test in pair.tests)) for pair in pairs]


@pytest.mark.parametrize("unit", ["item", "lexelt"])
def test_a_further_run_changes_nobodys_numbers(unit: str) -> None:
    """To the last bit; but for corrections, which depend on how many pairs there are."""
    runs = many_runs(9, 70)
    lexelts = [f"word{place // 4}.n" for place in range(70)]
    procedure = Resampling(resamples=300, tests=EVERY_TEST, unit=unit)
    few = compare(evaluation(dict(list(runs.items())[:4]), lexelts=lexelts), procedure)
    many = compare(evaluation(runs, lexelts=lexelts), procedure)
    names = set(few.runs)
    kept = tuple(pair for pair in many.pairs if {pair.first, pair.second} <= names)
    assert without_corrections(kept) == without_corrections(few.pairs)
    assert tuple(each for each in many.estimates if each.run in names) == few.estimates


def test_a_further_measure_changes_nobodys_numbers() -> None:
    runs = many_runs(3, 40)
    parts = [
        statistics(run, mean_rows(scores), MEASURES[name]) for run, scores in runs.items() for name in ("rank", "gap")
    ]
    both = compare(joined(parts), QUICK)
    one = compare(joined(parts), QUICK, measures=["rank"])
    assert [pair for pair in both.pairs if pair.measure.startswith("rank")] == list(one.pairs)


def test_the_same_seed_gives_the_same_record_and_another_another() -> None:
    own = evaluation(many_runs(3, 30))
    assert compare(own, QUICK) == compare(own, QUICK)
    assert compare(own, QUICK).estimates != compare(own, replace(QUICK, seed=2)).estimates


def test_p_values_are_corrected_within_one_figure() -> None:
    """Three pairs, 8 ways to swap each; a and b differ on all three items, c equals b."""
    own = evaluation({"a": [1, 1, 1], "b": [0, 0, 0], "c": [0, 0, 0]})
    tests = {(pair.first, pair.second): pair.tests[0] for pair in compare(own).pairs}
    assert [(test.p, test.corrected) for test in tests.values()] == [(0.25, 0.75), (0.25, 0.75), (1, 1)]
    by_bh = [pair.tests[0].corrected for pair in compare(own, Resampling(correction="bh")).pairs]
    assert by_bh == pytest.approx([0.375, 0.375, 1])
    assert [pair.tests[0].corrected for pair in compare(own, Resampling(correction="none")).pairs] == [0.25, 0.25, 1]


def hard_cases() -> list[Evaluation]:
    return [
        evaluation({"a": [1]}),
        evaluation({"a": [np.nan, 1], "b": [np.nan, 0]}),
        evaluation(many_runs(3, 6), lexelts=["x.n"] * 6),
        evaluation_of_rows({"a": [[1, 0, 0]] * 2, "b": [[1, 1, 1]] * 2}, "best"),
        evaluation_of_rows({"a": [[0, 0, 0]], "b": [[0, 0, 0]]}, "best-mode"),
    ]


@pytest.mark.parametrize("unit", ["item", "lexelt"])
@pytest.mark.parametrize("case", range(5))
def test_every_record_becomes_json_without_nan(case: int, unit: str) -> None:
    own = compare(hard_cases()[case], Resampling(resamples=40, tests=EVERY_TEST, unit=unit))
    document = asdict(own)
    assert json.loads(json.dumps(document, allow_nan=False))["schema"] == "stead.comparison/1"
    assert all(math.isfinite(number) for number in numbers(document))


def in_full(comparison: Comparison, group: str) -> list[tuple[str, float | None]]:
    assert comparison.group == group
    return [(each.run, each.value) for each in comparison.estimates]


def test_groups_are_compared_by_themselves() -> None:
    own = evaluation({"a": [1, 0.5, 0], "b": [0, 0.5, 1]}, lexelts=["x.n", "y.v", "z.n"])
    found = compare_groups(own, by_part_of_speech(), QUICK)
    assert list(found) == ["pos=n", "pos=v"]
    assert in_full(found["pos=n"], "pos=n") == [("a", 0.5), ("b", 0.5)]
    assert in_full(found["pos=v"], "pos=v") == [("a", 0.5), ("b", 0.5)]
    assert found["pos=n"].items == 2
    assert "group:pos=n" in found["pos=n"].signature


def test_a_group_is_what_its_items_alone_would_be() -> None:
    runs = many_runs(2, 20)
    lexelts = ["x.n"] * 8 + ["y.v"] * 12
    grouped = compare_groups(evaluation(runs, lexelts=lexelts), by_lexelt(), QUICK)["lexelt=x.n"]
    alone = compare(evaluation({run: scores[:8] for run, scores in runs.items()}, lexelts=["x.n"] * 8), QUICK)
    assert (grouped.estimates, grouped.pairs) == (alone.estimates, alone.pairs)


@pytest.mark.parametrize(
    ("options", "complaint"),
    [
        ({"tests": "t-test"}, "tests=t-test is not valid; tests is some of randomisation"),
        ({"tests": "sign,sign"}, "tests=sign,sign is not valid"),
        ({"tests": ""}, "tests="),
        ({"unit": "word"}, "unit=word is not valid; unit is item .*, lexelt"),
        ({"resamples": -1}, "resamples=-1 is not valid"),
        ({"resamples": 2.5}, "resamples=2.5 is not valid"),
        ({"level": 95}, "level=95 is not valid; level is a number between 0 and 1"),
        ({"level": float("nan")}, "level=nan is not valid"),
        ({"seed": -1}, "seed=-1 is not valid"),
        ({"correction": "bonferroni"}, "correction=bonferroni is not valid"),
        ({"interval": "t"}, "interval=t is not valid"),
    ],
)
def test_a_wrong_choice_is_one_clear_sentence(options: dict[str, Any], complaint: str) -> None:
    with pytest.raises(UsageError, match=complaint):
        Resampling(**options)


def test_runs_are_not_compared_without_resamples() -> None:
    with pytest.raises(UsageError, match="resamples is a whole number from 1 where runs are compared, not 0"):
        compare(evaluation({"a": [1.0], "b": [0.0]}), Resampling(resamples=0))


def test_resamples_that_are_too_few_for_the_correction_are_noted() -> None:
    """Forty items, one run right everywhere: p is 1/21 at best, three times that after Holm; 61 resamples would do."""
    runs = {"right": [1.0] * 40, "wrong": [0.0] * 40, "also wrong": [0.0] * 40}
    few = compare(evaluation(runs), Resampling(resamples=20))
    assert few.notes[-1] == (
        "With 20 resamples no p-value can be below 0.14 after Holm's correction for 3 pairs: draw 120 or more "
        "(`resamples`), or correct in another way."
    )
    for procedure in (Resampling(resamples=61), Resampling(resamples=20, correction="none")):
        assert not [note for note in compare(evaluation(runs), procedure).notes if "correction" in note]
    alike = {"one": [1.0, 0.0] * 20, "two": [0.0, 1.0] * 20, "three": [1.0, 1.0, 0.0, 0.0] * 10}
    assert not [note for note in compare(evaluation(alike), Resampling(resamples=20)).notes if "correction" in note]
