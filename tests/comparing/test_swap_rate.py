"""Swap rates: how often two halves disagree on a pair of runs."""

import numpy as np
import pytest

from stead import UsageError
from stead.comparing import Sampling, swap_rates
from stead.comparing.meta_evaluation import _needed, _SwapCounts
from stead.records.comparison import SwapBin
from tests.comparing.made import evaluation, evaluation_of_rows

QUICK = Sampling(samples=50)


def test_pairs_by_hand() -> None:
    """Three runs, one sample: on the first half .50 .47 .47, on the second .40 .45 .40.

    a-b: .03 apart, and turned; a-c: .03 apart, tied on the second; b-c: tied on the first, so in the first bin.
    """
    tally = _SwapCounts(0.01)
    tally.add(np.array([[0.5], [0.47], [0.47]]), np.array([[0.4], [0.45], [0.4]]))
    bins = [
        (each.low, each.high, each.pairs, each.swapped, each.tied, each.rate) for each in tally.bins() if each.pairs
    ]
    assert bins == [(0, 0.01, 1, 0, 1, 0), (0.03, 0.04, 2, 1, 1, 0.5)]
    assert tally.undefined == 0


def test_large_differences_are_in_the_last_bin_which_has_no_end() -> None:
    tally = _SwapCounts(0.01)
    tally.add(np.array([[0.9], [0.1]]), np.array([[0.1], [0.9]]))
    last = list(tally.bins())[-1]
    assert (last.low, last.high, last.pairs, last.swapped, last.rate) == (0.2, None, 1, 1, 1)


def test_pairs_without_a_value_are_counted_apart() -> None:
    tally = _SwapCounts(0.01)
    tally.add(np.array([[0.5], [np.nan]]), np.array([[0.4], [0.5]]))
    assert tally.undefined == 1
    assert sum(each.pairs for each in tally.bins()) == 0


def test_two_items_are_always_swapped() -> None:
    """a wins the first item by .05 and loses the second by .02: whichever half comes first, the other turns it."""
    (found,) = swap_rates(evaluation({"a": [0.05, 0], "b": [0, 0.02]}), QUICK)
    bins = {each.low: each for each in found.bins if each.pairs}
    assert set(bins) == {0.02, 0.05}
    assert {each.rate for each in bins.values()} == {1}
    assert sum(each.pairs for each in bins.values()) == 50
    assert found.needed is None


def test_runs_that_are_far_apart_are_never_swapped() -> None:
    (found,) = swap_rates(evaluation({"a": [0.5] * 6, "b": [0.3] * 6, "c": [0.1] * 6}), QUICK)
    assert sum(each.swapped for each in found.bins) == 0
    assert found.needed == 0.2
    assert sum(each.pairs for each in found.bins) == 3 * 50


def test_one_pair_of_runs_does_not_say_which_differences_are_large_enough() -> None:
    (found,) = swap_rates(evaluation({"a": [0.5] * 6, "b": [0.3] * 6}), QUICK)
    assert sum(each.pairs for each in found.bins) == 50
    assert found.needed is None


def test_larger_differences_are_swapped_less_often() -> None:
    chance = np.random.default_rng(4)
    runs = {f"run{place}": place / 50 + chance.normal(0, 0.2, 100) for place in range(10)}
    (found,) = swap_rates(evaluation(runs), Sampling(samples=200))
    rates = [each.rate for each in found.bins if each.rate is not None]
    assert rates[0] > 0.3
    assert rates[-1] < 0.05
    assert found.needed is not None
    assert 0 < found.needed <= 0.2


def bin_of(low: float, rate: float | None) -> SwapBin:
    return SwapBin(low=low, high=low + 0.01, pairs=0 if rate is None else 100, swapped=0, tied=0, rate=rate)


@pytest.mark.parametrize(
    ("rates", "needed"),
    [
        ([0.4, 0.2, 0.05, 0.01], 0.02),
        ([0.01, 0.2, 0.04, None], 0.02),
        ([0.4, None, 0.2, None], None),
        ([0.0, 0.0, 0.0, 0.0], 0.0),
        ([None, None, None, None], None),
    ],
)
def test_the_difference_that_is_needed(rates: list[float | None], needed: float | None) -> None:
    assert _needed([bin_of(place / 100, rate) for place, rate in enumerate(rates)]) == needed


@pytest.mark.parametrize("width", [0, -0.1, 2, float("nan")])
def test_a_bin_has_a_width(width: float) -> None:
    with pytest.raises(UsageError, match="width of a bin"):
        swap_rates(evaluation({"a": [0, 1], "b": [1, 0]}), QUICK, width=width)


def test_bins_are_as_wide_as_asked_for() -> None:
    (found,) = swap_rates(evaluation({"a": [0.5, 0.5], "b": [0, 0]}), QUICK, width=0.1)
    assert [each.low for each in found.bins[:3]] == [0, 0.1, 0.2]
    assert [each.low for each in found.bins if each.pairs] == [0.5]


def test_what_cannot_be_ranked_says_why() -> None:
    (one_run,) = swap_rates(evaluation({"a": [0, 1]}), QUICK)
    assert (one_run.reason, one_run.needed) == ("there is one run: nothing to rank", None)
    precision = swap_rates(evaluation_of_rows({"a": [[0, 0, 0]] * 2, "b": [[0, 0, 0]] * 2}, "best-mode"), QUICK)[0]
    assert (precision.undefined, precision.needed) == (50, None)
