"""Rankings on parts of the data."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau

from stead import UsageError
from stead.comparing import Sampling, growing_samples, split_half
from stead.comparing.meta_evaluation import kendall_tau
from tests.comparing.made import evaluation, evaluation_of_rows
from tests.scoring.strategies import examples

QUICK = Sampling(samples=60)
values = st.integers(0, 4).map(float)
two_lists = st.integers(2, 9).flatmap(
    lambda size: st.tuples(*[st.lists(values, min_size=size, max_size=size) for _ in range(2)])
)


@examples(200)
@given(two_lists)
def test_tau_is_that_of_scipy(lists: tuple[list[float], list[float]]) -> None:
    first, second = (np.array(each)[:, None] for each in lists)
    own, theirs = float(kendall_tau(first, second)[0]), float(kendalltau(*lists).statistic)
    assert own == pytest.approx(theirs, nan_ok=True)


@examples(50)
@given(two_lists)
def test_tau_is_symmetric(lists: tuple[list[float], list[float]]) -> None:
    first, second = (np.array(each)[:, None] for each in lists)
    one, other = float(kendall_tau(first, second)[0]), float(kendall_tau(second, first)[0])
    assert one == pytest.approx(other, nan_ok=True)


def test_pairs_of_which_one_has_no_value_are_left_out_of_tau() -> None:
    """a > b > c and a > b, c unknown: one pair is left, and it agrees."""
    first, second = np.array([[3.0], [2.0], [1.0]]), np.array([[3.0], [2.0], [np.nan]])
    assert kendall_tau(first, second).tolist() == [1]
    assert math.isnan(kendall_tau(first, np.full((3, 1), np.nan))[0])


def apart(noise: float, *, items: int = 40, runs: int = 6) -> dict[str, np.ndarray]:
    chance = np.random.default_rng(3)
    return {f"run{place}": place / 10 + chance.normal(0, noise, items) for place in range(runs)}


def test_runs_that_are_far_apart_keep_their_order_on_every_half() -> None:
    (found,) = split_half(evaluation(apart(0.001)), QUICK)
    assert (found.tau, found.low, found.high, found.undefined) == (1, 1, 1, 0)
    assert (found.compared_with, found.units, found.samples) == ("half", 20, 60)


def test_more_noise_is_less_stable() -> None:
    taus = [split_half(evaluation(apart(noise)), QUICK)[0].tau or 0 for noise in (0.001, 0.3, 3)]
    assert taus == sorted(taus, reverse=True)
    assert taus[2] < 0.5


def test_two_items_by_hand() -> None:
    """The halves are one item each: a wins the first, b the second, so the halves always disagree."""
    (found,) = split_half(evaluation({"a": [1, 0], "b": [0, 0.5]}), QUICK)
    assert (found.tau, found.low, found.high) == (-1, -1, -1)


def test_halves_of_an_odd_number_leave_one_out() -> None:
    assert split_half(evaluation(apart(0.1, items=5)), QUICK)[0].units == 2


def test_halves_of_lexelts_keep_the_items_of_a_lexelt_together() -> None:
    """Each lexelt has an item that a wins and one that b wins by less: every half has a first."""
    own = evaluation({"a": [1, 0, 1, 0], "b": [0, 0.9, 0, 0.9]}, lexelts=["x.n", "x.n", "y.n", "y.n"])
    by_lexelt, by_item = (split_half(own, Sampling(samples=60, unit=unit))[0] for unit in ("lexelt", "item"))
    assert (by_lexelt.tau, by_lexelt.units) == (1, 1)
    assert by_item.tau is not None
    assert by_item.tau < 1


def test_growing_samples_come_closer_to_the_whole() -> None:
    found = growing_samples(evaluation(apart(0.5)), QUICK, shares=(0.1, 0.5, 1))
    assert [each.units for each in found] == [4, 20, 40]
    taus = [each.tau or 0 for each in found]
    assert taus == sorted(taus)
    assert taus[-1] == 1
    assert {each.compared_with for each in found} == {"all"}


def test_sizes_that_come_out_the_same_are_there_once() -> None:
    found = growing_samples(evaluation(apart(0.5, items=3)), QUICK)
    assert [each.units for each in found] == [1, 2, 3]


@pytest.mark.parametrize("shares", [(), (0.0,), (0.5, 1.5), (-1,)])
def test_shares_lie_between_nought_and_one(shares: tuple[float, ...]) -> None:
    with pytest.raises(UsageError, match="shares above 0, up to 1"):
        growing_samples(evaluation(apart(0.5)), QUICK, shares=shares)


@pytest.mark.parametrize("function", [split_half, growing_samples])
def test_what_cannot_be_ranked_says_why(function: object) -> None:
    assert callable(function)
    one_run = function(evaluation({"a": [0, 1]}), QUICK)[0]
    assert (one_run.tau, one_run.reason) == (None, "there is one run: nothing to rank")
    one_item = function(evaluation({"a": [0], "b": [1]}), QUICK)[0]
    assert (one_item.tau, one_item.reason) == (None, "there is only one item")
    equal = function(evaluation({"a": [1, 1], "b": [1, 1]}), QUICK)[0]
    assert (equal.tau, equal.reason, equal.undefined) == (None, "no sample separates the runs", 60)
    nothing = function(evaluation_of_rows({"a": [[0, 0, 0]] * 2, "b": [[0, 0, 0]] * 2}, "best-mode"), QUICK)[0]
    assert (nothing.tau, nothing.reason) == (None, "no sample separates the runs")


def test_a_further_run_is_ranked_on_the_same_halves() -> None:
    """The order of the first two runs decides tau; a third that equals the first adds one tie to each half."""
    two = split_half(evaluation({"a": [1, 0, 1, 0], "b": [0, 1, 0, 0.5]}), QUICK)
    again = split_half(evaluation({"a": [1, 0, 1, 0], "b": [0, 1, 0, 0.5], "c": [1, 0, 1, 0]}), QUICK)
    assert two[0].tau == pytest.approx(again[0].tau)
