"""Approximate randomisation: small cases by hand, a plain loop over the same swaps, and SciPy's permutation test."""

from itertools import product
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import permutation_test

from stead.comparing import Resampling, compare
from stead.comparing.random_draws import random_swaps
from stead.core.arrays import FloatArray
from stead.measures import MEASURES
from stead.records.comparison import PairedTest, RunPair
from stead.records.scores import Evaluation
from tests.comparing.made import AVERAGED_F, POOLED, PRECISION_RECALL, evaluation, evaluation_of_rows, random_rows
from tests.scoring.strategies import examples


def pairs_of(own: Evaluation, **options: Any) -> tuple[RunPair, ...]:
    return compare(own, Resampling(**{"resamples": 500, **options})).pairs


def outcome(own: Evaluation, **options: Any) -> PairedTest:
    return pairs_of(own, **options)[0].test("randomisation")


def test_three_wins_by_hand() -> None:
    """Differences 1 1 1: of 8 ways to swap, only none and all leave a mean difference of 1: 2/8."""
    found = outcome(evaluation({"a": [1, 1, 1], "b": [0, 0, 0]}))
    assert (found.p, found.exact, found.cases, found.units) == (0.25, True, 8, 3)


def test_wins_and_a_loss_by_hand() -> None:
    """Differences .5 .25 -.25 add up to .5; +-.5 +-.25 +-.25 is 1, .5, .5, 0 or the same below zero: 6 of 8."""
    assert outcome(evaluation({"a": [0.5, 0.25, 0], "b": [0, 0, 0.25]})).p == 0.75


def test_lexelts_are_swapped_as_a_whole_by_hand() -> None:
    """Two lexelts, differences 1 + 1 and 1: 2 + 1 or -2 - 1 out of 4 ways; by item it would be 2 of 8."""
    own = evaluation({"a": [1, 1, 1], "b": [0, 0, 0]}, lexelts=["x.n", "x.n", "y.n"])
    found = outcome(own, unit="lexelt")
    assert (found.p, found.cases, found.units) == (0.5, 4, 2)


def test_only_the_items_that_differ_are_gone_through() -> None:
    same = [0.3] * 100
    found = outcome(evaluation({"a": [1, 1, 1, *same], "b": [0, 0, 0, *same]}))
    assert (found.p, found.exact, found.cases, found.units) == (0.25, True, 8, 3)


def test_items_that_are_equal_stay_equal_where_others_are_paid_more_than_once() -> None:
    """A column with a credit of 5 is rounded to another binary place than one without."""
    same = [1 / 3] * 40
    assert outcome(evaluation({"a": [5, *same], "b": [0, *same]})).units == 1


def test_a_sample_counts_the_runs_as_they_are_as_one_case_more() -> None:
    """40 wins: the chance of swapping all or none is 2^-39, so of 999 samples none is as extreme: (0 + 1) / 1000."""
    found = outcome(evaluation({"a": [1] * 40, "b": [0] * 40}), resamples=999)
    assert (found.p, found.exact, found.cases) == (0.001, False, 999)


@pytest.mark.parametrize(("resamples", "exact"), [(15, False), (16, True)])
def test_every_way_is_gone_through_if_there_are_no_more_than_resamples(resamples: int, exact: bool) -> None:
    found = outcome(evaluation({"a": [0.4, 0.3, 0.2, 0.1], "b": [0, 0, 0, 0]}), resamples=resamples)
    assert found.exact is exact
    assert found.cases == resamples


def brute_force(first: FloatArray, second: FloatArray, name: str) -> list[float]:
    """The p-value of each figure of a measure by swapping rows one by one, every way."""
    combine = MEASURES[name].combine
    cases = []
    for swaps in product([False, True], repeat=len(first)):
        swap = np.array(swaps)[:, None]
        mine, theirs = np.where(swap, second, first).sum(axis=0), np.where(swap, first, second).sum(axis=0)
        cases.append([float(a - b) for a, b in zip(combine(mine), combine(theirs), strict=True)])
    observed = cases[0]
    return [
        sum(1 for case in cases if not abs(case[place]) < abs(observed[place]) - 1e-9) / len(cases)
        for place in range(len(observed))
    ]


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("name", [PRECISION_RECALL, POOLED, AVERAGED_F])
def test_figures_that_are_no_plain_means_against_brute_force(name: str, seed: int) -> None:
    chance = np.random.default_rng(seed)
    first, second = (random_rows(chance, 7, name) for _ in range(2))
    own = evaluation_of_rows({"a": first, "b": second}, name)
    found = [pair.test("randomisation") for pair in pairs_of(own)]
    assert all(each.exact for each in found)
    assert [each.p for each in found] == pytest.approx(brute_force(first, second, name))


def mean_difference(first: FloatArray, second: FloatArray, axis: int) -> FloatArray:
    found: FloatArray = np.mean(first, axis=axis) - np.mean(second, axis=axis)
    return found


def test_every_way_is_what_scipy_finds() -> None:
    chance = np.random.default_rng(3)
    first, second = chance.random(9), chance.random(9)
    theirs = permutation_test((first, second), mean_difference, permutation_type="samples", n_resamples=np.inf)
    assert outcome(evaluation({"a": first, "b": second}), resamples=1000).p == pytest.approx(theirs.pvalue)


@pytest.mark.parametrize("shift", [0.0, 0.05, 0.1])
def test_a_sample_is_near_what_scipy_finds_with_another_sample(shift: float) -> None:
    chance = np.random.default_rng(4)
    first = chance.random(60)
    second = first + shift + chance.normal(0, 0.2, size=60)
    theirs = permutation_test(
        (first, second), mean_difference, permutation_type="samples", n_resamples=9999, rng=np.random.default_rng(1)
    )
    found = outcome(evaluation({"a": first, "b": second}), resamples=9999)
    assert not found.exact
    assert found.p == pytest.approx(theirs.pvalue, abs=4 * np.sqrt(2 * 0.25 / 9999))


@pytest.mark.parametrize("unit", ["item", "lexelt"])
@pytest.mark.parametrize("name", [PRECISION_RECALL, POOLED, AVERAGED_F])
def test_a_sample_is_what_a_plain_loop_over_the_same_swaps_finds(name: str, unit: str) -> None:
    chance = np.random.default_rng(6)
    first, second, third = (random_rows(chance, 60, name) for _ in range(3))
    lexelts = [f"word{place // 3}.n" for place in range(60)]
    own = evaluation_of_rows({"a": first, "b": second, "c": third}, name, lexelts)
    units = 60 if unit == "item" else 20
    of_item = np.arange(60) // (60 // units)
    combine = MEASURES[name].combine
    runs = {"a": first, "b": second, "c": third}
    for pair in pairs_of(own, resamples=200, unit=unit, seed=5):
        figure = MEASURES[name].figures.index(pair.figure)
        mine, theirs = runs[pair.first], runs[pair.second]
        observed = float(combine(mine.sum(axis=0))[figure] - combine(theirs.sum(axis=0))[figure])
        extreme = 0
        for swaps in (row for block in random_swaps(5, 200, units) for row in block):
            swap = swaps[of_item][:, None] > 0
            after = [np.where(swap, b, a).sum(axis=0) for a, b in ((mine, theirs), (theirs, mine))]
            apart = float(combine(after[0])[figure] - combine(after[1])[figure])
            extreme += not abs(apart) < abs(observed) - 1e-9
        assert pair.test("randomisation").p == (extreme + 1) / 201, (pair.first, pair.second, pair.figure)


def test_a_swap_that_leaves_no_value_counts_against_a_difference() -> None:
    """a attempts both items, b the second only; swapping the first leaves a with one and b with both, and so on.

    Credits: a 1, 0; b -, 1. P is 1/2 and 1: apart by 1/2. Swap item 1: a has 0 of 1, b 2 of 2: apart by 1. Swap item 2:
    a 1, 1 of 2, b 0 of 1: apart by 1. Swap both: 1/2. All 4 are as extreme.
    """
    rows = {"a": [[1, 1, 1], [1, 1, 0]], "b": [[1, 0, 0], [1, 1, 1]]}
    found = outcome(evaluation_of_rows(rows, "best"))
    assert (found.p, found.undefined) == (1, 0)
    alone = {"a": [[1, 1, 1], [1, 0, 0]], "b": [[1, 0, 0], [1, 1, 1]]}  # swap either, and one run attempts nothing
    assert outcome(evaluation_of_rows(alone, "best")).undefined == 2


scores = st.integers(0, 3).map(lambda thirds: thirds / 3)
two_runs = st.integers(1, 8).flatmap(
    lambda size: st.tuples(*[st.lists(scores, min_size=size, max_size=size) for _ in range(2)])
)


@examples(80)
@given(two_runs, st.sampled_from([4, 1000]))
def test_exchanging_the_runs_turns_the_difference_and_nothing_else(
    runs: tuple[list[float], list[float]], resamples: int
) -> None:
    first, second = runs
    (one,) = pairs_of(evaluation({"a": first, "b": second}), resamples=resamples, tests="randomisation,bootstrap")
    (other,) = pairs_of(evaluation({"b": second, "a": first}), resamples=resamples, tests="randomisation,bootstrap")
    assert (one.difference or 0) == -(other.difference or 0)
    assert [test.p for test in one.tests] == [test.p for test in other.tests]
    for effect, turned in zip(one.effects, other.effects, strict=True):
        assert (effect.value is None) == (turned.value is None)
        assert (effect.value or 0) == pytest.approx(-(turned.value or 0), abs=1e-12)


@examples(80)
@given(two_runs, st.sampled_from([4, 1000]))
def test_a_p_value_is_above_zero_and_at_most_one(runs: tuple[list[float], list[float]], resamples: int) -> None:
    p = outcome(evaluation({"a": runs[0], "b": runs[1]}), resamples=resamples).p
    assert p is not None
    assert 0 < p <= 1
