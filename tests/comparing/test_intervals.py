"""Bootstrap intervals: small cases by hand, and SciPy's BCa on the very same resamples."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import bootstrap

from stead.comparing import Resampling, compare
from stead.comparing.inference import _accelerations, intervals, resample_figures
from stead.comparing.stack import stack
from stead.core.arrays import FloatArray
from stead.records.comparison import Interval
from stead.records.scores import Evaluation
from tests.comparing.made import evaluation, evaluation_of_rows
from tests.scoring.strategies import examples

RESAMPLES = 2000


def interval_of(own: Evaluation, **options: Any) -> Interval:
    return compare(own, Resampling(resamples=RESAMPLES, **options)).estimates[0].interval


def test_two_items_by_hand() -> None:
    """The mean of two draws from 0 and 1 is 0, 1/2, 1 in 1/4, 1/2, 1/4 of all cases."""
    own = evaluation({"a": [0, 1]})
    narrow = interval_of(own, interval="percentile", level=0.4)  # from the quantile 0.3 to 0.7
    wide = interval_of(own, interval="percentile", level=0.6)  # from the quantile 0.2 to 0.8
    assert (narrow.low, narrow.high) == (0.5, 0.5)
    assert (wide.low, wide.high) == (0, 1)


def test_acceleration_by_hand() -> None:
    """Scores 0 0 0 1: leaving one out gives 1/3 three times, and 0.

    Their mean is 1/4; apart from it are -1/12 three times and 1/4. Squares add up to 3/144 + 9/144 = 1/12, cubes to
    -3/1728 + 27/1728 = 1/72. So a = (1/72) / (6 (1/12)^1.5) = 0.09623.
    """
    left_out = np.array([[1 / 3, 1 / 3, 1 / 3, 0.0]])
    assert _accelerations(left_out)[0] == pytest.approx((1 / 72) / (6 * (1 / 12) ** 1.5))
    assert _accelerations(left_out)[0] == pytest.approx(0.09623, abs=1e-5)


def test_leaving_out_a_unit_is_a_sum_minus_a_row() -> None:
    own = stack(evaluation({"a": [0, 0, 0, 1]}), "item")
    assert resample_figures(own, seed=0, resamples=1)[0].left_out[0, 0].tolist() == [1 / 3, 1 / 3, 1 / 3, 0]


def scipy_bca(data: tuple[FloatArray, ...], statistic: Any, replicates: FloatArray, level: float) -> Any:
    """SciPy's interval for resamples that it did not draw itself."""
    drawn = SimpleNamespace(bootstrap_distribution=replicates)
    return bootstrap(
        data,
        statistic,
        n_resamples=0,
        bootstrap_result=drawn,
        confidence_level=level,
        paired=len(data) > 1,
        vectorized=True,
    ).confidence_interval


def mean(values: FloatArray, axis: int) -> FloatArray:
    found: FloatArray = np.mean(values, axis=axis)
    return found


def ratio_of_sums(above: FloatArray, below: FloatArray, axis: int) -> FloatArray:
    found: FloatArray = above.sum(axis=axis) / below.sum(axis=axis)
    return found


@pytest.mark.parametrize("level", [0.9, 0.95])
def test_bca_of_a_mean_is_that_of_scipy(level: float) -> None:
    scores = np.random.default_rng(3).beta(0.5, 3, size=40)
    own = evaluation({"a": scores})
    replicates = resample_figures(stack(own, "item"), seed=1, resamples=RESAMPLES)[0].replicates[0, 0]
    expected = scipy_bca((scores,), mean, replicates, level)
    found = interval_of(own, level=level)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_bca_of_a_quotient_of_sums_is_that_of_scipy() -> None:
    """Precision: a credit over the number of attempted items, which differs from resample to resample."""
    chance = np.random.default_rng(4)
    attempted = (chance.random(50) < 0.7).astype(float)
    credit = attempted * chance.beta(0.5, 2, size=50)
    own = evaluation_of_rows({"a": np.column_stack([np.ones(50), attempted, credit])}, "best")
    replicates = resample_figures(stack(own, "item"), seed=1, resamples=RESAMPLES)[0].replicates[0, 0]
    expected = scipy_bca((credit, attempted), ratio_of_sums, replicates, 0.95)
    found = interval_of(own)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_bca_of_a_difference_is_that_of_scipy() -> None:
    chance = np.random.default_rng(5)
    first = chance.beta(0.5, 2, size=45)
    second = np.clip(first + chance.normal(0.02, 0.1, size=45), 0, 1)
    own = evaluation({"a": first, "b": second})
    replicates = resample_figures(stack(own, "item"), seed=1, resamples=RESAMPLES)[0].replicates[0]
    expected = scipy_bca((first - second,), mean, replicates[0] - replicates[1], 0.95)
    found = compare(own, Resampling(resamples=RESAMPLES)).pairs[0].interval
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high), abs=1e-9)


def test_a_percentile_interval_is_quantiles_of_the_resamples() -> None:
    own = evaluation({"a": np.random.default_rng(6).random(30)})
    replicates = resample_figures(stack(own, "item"), seed=1, resamples=RESAMPLES)[0].replicates[0, 0]
    found = interval_of(own, interval="percentile")
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(replicates, [0.025, 0.975])), abs=1e-15)


def test_resamples_of_an_independent_bootstrap_give_nearly_the_same() -> None:
    """SciPy draws for itself; the ends of an interval then differ by chance, here by less than a tenth of its width."""
    scores = np.random.default_rng(8).beta(0.5, 3, size=100)
    theirs = bootstrap((scores,), np.mean, n_resamples=5000, rng=np.random.default_rng(1)).confidence_interval
    found = compare(evaluation({"a": scores}), Resampling(resamples=5000)).estimates[0].interval
    assert (found.low, found.high) == pytest.approx((theirs.low, theirs.high), abs=(theirs.high - theirs.low) / 10)


def test_scores_that_are_all_equal_have_an_interval_of_one_point() -> None:
    found = interval_of(evaluation({"a": [0.25, 0.25, 0.25]}))
    assert (found.low, found.high, found.method, found.reason) == (0.25, 0.25, "bca", "")


def test_resamples_without_a_value_are_counted_and_left_out() -> None:
    """One of two items has a mode: it is missing from a quarter of the resamples."""
    own = evaluation({"a": [1, np.nan]})
    found = interval_of(own)
    assert (found.low, found.high) == (1, 1)
    assert found.undefined == pytest.approx(RESAMPLES / 4, abs=5 * np.sqrt(RESAMPLES * 3 / 16))


def test_bca_falls_back_where_a_unit_is_indispensable_and_says_so() -> None:
    found = interval_of(evaluation({"a": [1, np.nan, np.nan]}))
    assert found.method == "percentile"
    assert "without one of the units the figure has no value" in found.reason


def test_bca_falls_back_where_the_figure_lies_outside_all_resamples() -> None:
    (found,) = intervals(np.array([0.9]), np.array([[0.1, 0.2, 0.3]]), np.array([[0.1, 0.2]]), level=0.9, method="bca")
    assert found.method == "percentile"
    assert "outside all resamples" in found.reason
    assert (found.low, found.high) == pytest.approx((0.11, 0.29))


def test_bca_falls_back_where_the_acceleration_is_out_of_bounds() -> None:
    """One unit of 10,000 does it all: a = skewness / 6 is near 1/6, and a level of 1 - 1e-12 reaches 7 deviations."""
    left_out = np.zeros((1, 10_000))
    left_out[0, 0] = -1.0
    replicates = np.linspace(0, 1, 101)[None]
    (found,) = intervals(np.array([0.5]), replicates, left_out, level=1 - 1e-12, method="bca")
    assert found.method == "percentile"
    assert "too few units" in found.reason


scores_of_a_run = st.lists(st.integers(0, 4).map(lambda quarters: quarters / 4), min_size=2, max_size=12)


@examples(60)
@given(scores_of_a_run, st.sampled_from(["bca", "percentile"]))
def test_an_interval_lies_within_the_scores_and_is_in_order(scores: list[float], method: str) -> None:
    found = interval_of(evaluation({"a": scores}), interval=method)
    assert found.low is not None
    assert found.high is not None
    assert min(scores) - 1e-12 <= found.low <= found.high <= max(scores) + 1e-12


def test_a_higher_level_is_a_wider_interval() -> None:
    own = evaluation({"a": np.random.default_rng(9).random(60)})
    found = [interval_of(own, level=level) for level in (0.5, 0.8, 0.95, 0.99)]
    widths = [each.high - each.low for each in found if each.high is not None and each.low is not None]
    assert widths == sorted(widths)
    assert len(set(widths)) == 4
