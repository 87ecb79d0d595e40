"""Bootstrap intervals: seeded, of items and of lexelts, and where there are none."""

import numpy as np
import pytest

from stead.agreement import figures as figures_module
from stead.agreement.figures import interval, resample_sums, sum_by_cluster
from tests.agreement.made import ANNOTATIONS, answer, figures, measured

STATISTICS = np.array([[1.0, 1.0], [0.0, 1.0], [0.0, 2.0]])


def rate(sums: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    return np.divide(sums[..., 0], sums[..., 1])


def test_a_resample_draws_as_many_rows_as_there_are() -> None:
    """Each sum is of three of the rows, so of 3 to 6 units and of 0 to 3 agreed."""
    sums = resample_sums(STATISTICS, 500, seed=1)
    assert sums.shape == (500, 2)
    possible = {
        (a, b)
        for i in range(3)
        for j in range(3)
        for k in range(3)
        for a, b in [tuple((STATISTICS[i] + STATISTICS[j] + STATISTICS[k]).tolist())]
    }
    assert set(map(tuple, sums.tolist())) == possible


def test_every_row_is_drawn_alike() -> None:
    sums = resample_sums(np.eye(4), 5000, seed=1)
    assert sums.sum(axis=1).tolist() == [4.0] * 5000
    assert sums.mean(axis=0) == pytest.approx([1, 1, 1, 1], abs=0.06)


def test_the_same_seed_gives_the_same_and_another_seed_another() -> None:
    first = resample_sums(STATISTICS, 50, seed=1)
    assert np.array_equal(first, resample_sums(STATISTICS, 50, seed=1))
    assert not np.array_equal(first, resample_sums(STATISTICS, 50, seed=2))


def test_how_many_are_drawn_at_a_time_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = resample_sums(STATISTICS, 50, seed=1)
    monkeypatch.setattr(figures_module, "_CELLS_AT_A_TIME", 7)
    monkeypatch.setattr(figures_module, "_FEW_ROWS", 0)
    assert np.array_equal(whole, resample_sums(STATISTICS, 50, seed=1))


def test_the_interval_is_the_middle() -> None:
    sums = np.column_stack([np.arange(101.0), np.full(101, 100.0)])
    assert interval(sums, rate, 0.9) == pytest.approx((0.05, 0.95))


def test_resamples_without_a_figure_are_passed_over() -> None:
    sums = np.array([[1.0, 2.0], [np.nan, 1.0]])
    assert interval(sums, rate, 0.95) == (0.5, 0.5)
    assert interval(sums[1:], rate, 0.95) is None


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95])
@pytest.mark.parametrize("count", [1, 2, 3, 7, 100])
def test_the_bounds_are_the_usual_quantiles(count: int, confidence: float) -> None:
    values = np.random.default_rng(count).random(count)
    tail = (1 - confidence) / 2
    found = interval(np.column_stack([values, np.ones(count)]), rate, confidence)
    assert found == pytest.approx(np.quantile(values, [tail, 1 - tail]).tolist())


def test_clusters_are_added_up() -> None:
    assert sum_by_cluster(STATISTICS, np.array([5, 2, 5])).tolist() == [[0.0, 1.0], [1.0, 3.0]]


def test_intervals_hold_the_figure_and_differ_by_what_is_drawn() -> None:
    found = figures(measured(ANNOTATIONS, resamples=200))["pairwise"]
    assert found.value is not None
    assert found.interval_by_item is not None
    assert found.interval_by_lexelt is not None
    for low, high in (found.interval_by_item, found.interval_by_lexelt):
        assert 0 <= low <= found.value <= high <= 1
    assert found.interval_by_item != found.interval_by_lexelt


def test_one_lexelt_cannot_be_resampled_and_one_item_neither() -> None:
    found = figures(measured(ANNOTATIONS, "lexelt", resamples=50), "lexelt=bright.a")["pairwise"]
    assert found.interval_by_item is not None
    assert found.interval_by_lexelt is None
    found = figures(measured(ANNOTATIONS, "lexelt", resamples=50), "lexelt=run.v")["pairwise"]
    assert (found.interval_by_item, found.interval_by_lexelt) == (None, None)


def test_a_group_has_the_same_interval_whatever_other_groups_there_are() -> None:
    nouns = [each for each in ANNOTATIONS if each.lexelt == "bright.a"]
    alone = figures(measured(nouns, resamples=50))["pairwise"].interval_by_item
    within = figures(measured(ANNOTATIONS, "lexelt", resamples=50), "lexelt=bright.a")["pairwise"].interval_by_item
    assert alone == within


def test_a_figure_that_is_not_there_has_no_interval() -> None:
    rows = [answer(f"a.n {number}", who, nil=True) for number in range(3) for who in ("ann", "bob")]
    found = figures(measured(rows, resamples=20))
    assert (found["pairwise"].value, found["pairwise"].interval_by_item) == (None, None)
    assert found["multiword-detection"].interval_by_item == (1, 1)


def test_without_resamples_there_are_no_intervals() -> None:
    assert all(figure.interval_by_item is None for figure in measured(ANNOTATIONS, resamples=0).figures)


def test_wide_intervals_hold_the_truth_about_as_often_as_they_say() -> None:
    """Of 100 samples of 40 items from a population with a known rate, about 95 % have it in their interval."""
    chance = np.random.default_rng(7)
    held = 0
    for sample in range(100):
        agreed = (chance.random(40) < 0.3).astype(np.float64)
        statistics = np.column_stack([agreed, np.ones(40)])
        bounds = interval(resample_sums(statistics, 200, seed=sample), rate, 0.95)
        assert bounds is not None
        held += bounds[0] <= 0.3 <= bounds[1]
    assert 0.88 <= held / 100 <= 1
