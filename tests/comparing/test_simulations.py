"""Are the statistics right? Data made with a known truth: intervals cover it, tests of nothing find nothing.

Small simulations run always, with a tolerance of three and a half standard errors (or a chance of 1 in 1000 to fail
what is right); `make soak` runs the long ones, with the bars that the intervals have to meet.
"""

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from scipy.stats import kstest

from stead.comparing import Resampling, compare
from stead.core.arrays import FloatArray
from stead.records.comparison import Interval
from stead.records.scores import Evaluation
from tests.comparing.made import evaluation, evaluation_of_rows

Chance = np.random.Generator
ITEMS = 150
SHAPE = (0.5, 3.0)  # skewed as credits are: many near 0, few near 1
TRUE_MEAN = SHAPE[0] / sum(SHAPE)
RUNS_AT_ONCE = 20
LEXELTS = 50


def drawn_credits(chance: Chance) -> FloatArray:
    return chance.beta(*SHAPE, size=ITEMS)


def means(chance: Chance) -> Evaluation:
    return evaluation({f"run{place}": drawn_credits(chance) for place in range(RUNS_AT_ONCE)})


def precisions(chance: Chance) -> Evaluation:
    rows = {}
    for place in range(RUNS_AT_ONCE):
        attempted = (chance.random(ITEMS) < 0.7).astype(float)
        rows[f"run{place}"] = np.column_stack([np.ones(ITEMS), attempted, attempted * drawn_credits(chance)])
    return evaluation_of_rows(rows, "best")


def harmonic_means(chance: Chance) -> Evaluation:
    """Averaged P and R with the means m and m / 2: F is 2 (m * m/2) / (m + m/2) = 2/3 m."""
    rows = {}
    for place in range(RUNS_AT_ONCE):
        precision = drawn_credits(chance)
        recall = precision * chance.random(ITEMS)
        rows[f"run{place}"] = np.column_stack([np.ones((ITEMS, 2)), precision, recall])
    return evaluation_of_rows(rows, "coverage")


def clustered(chance: Chance) -> Evaluation:
    """Items of a lexelt are alike: half of the variance is between lexelts, whose items are 1 to 5."""
    lexelts = np.repeat(np.arange(LEXELTS), chance.integers(1, 6, size=LEXELTS))
    runs = {
        f"run{place}": 0.5 + chance.normal(0, 0.1, LEXELTS)[lexelts] + chance.normal(0, 0.1, len(lexelts))
        for place in range(RUNS_AT_ONCE)
    }
    return evaluation(runs, lexelts=[f"word{number}.n" for number in lexelts])


CASES: dict[str, tuple[Callable[[Chance], Evaluation], str, float]] = {
    "mean": (means, "mean", TRUE_MEAN),
    "precision": (precisions, "P", TRUE_MEAN),
    "harmonic mean": (harmonic_means, "F", 2 / 3 * TRUE_MEAN),
    "clustered mean": (clustered, "mean", 0.5),
}


def intervals(case: str, repeats: int, *, method: str, unit: str) -> Iterator[Interval]:
    make, figure, _ = CASES[case]
    chance = np.random.default_rng(17)
    for repeat in range(repeats):
        procedure = Resampling(resamples=1000, interval=method, unit=unit, seed=repeat, tests="bootstrap")
        found = compare(make(chance), procedure, baseline="run0")
        yield from (each.interval for each in found.estimates if each.figure == figure)


def coverage(case: str, repeats: int, *, method: str = "bca", unit: str = "item") -> float:
    truth = CASES[case][2]
    found = list(intervals(case, repeats, method=method, unit=unit))
    assert len(found) == repeats * RUNS_AT_ONCE
    return sum(1 for each in found if (each.low or 0) <= truth <= (each.high or 0)) / len(found)


@pytest.mark.parametrize("method", ["bca", "percentile"])
@pytest.mark.parametrize(("case", "unit"), [("mean", "item"), ("precision", "item"), ("clustered mean", "lexelt")])
def test_intervals_cover_the_truth_about_as_often_as_they_say(case: str, unit: str, method: str) -> None:
    """240 intervals: the standard error of a coverage of .95 is .0141."""
    assert coverage(case, 12, method=method, unit=unit) == pytest.approx(0.95, abs=3.5 * 0.0141)


@pytest.mark.soak
@pytest.mark.parametrize("method", ["bca", "percentile"])
@pytest.mark.parametrize(
    ("case", "unit"), [("mean", "item"), ("precision", "item"), ("harmonic mean", "item"), ("clustered mean", "lexelt")]
)
def test_95_percent_intervals_cover_93_to_97_percent(case: str, unit: str, method: str) -> None:
    assert 0.93 <= coverage(case, 200, method=method, unit=unit) <= 0.97


def test_intervals_by_item_are_too_narrow_where_items_of_a_lexelt_are_alike() -> None:
    by_item = list(intervals("clustered mean", 3, method="bca", unit="item"))
    by_lexelt = list(intervals("clustered mean", 3, method="bca", unit="lexelt"))
    widths = [[(each.high or 0) - (each.low or 0) for each in found] for found in (by_item, by_lexelt)]
    assert np.mean(widths[1]) > 1.2 * np.mean(widths[0])
    assert np.mean(np.array(widths[1]) > np.array(widths[0])) > 0.95


@pytest.mark.soak
def test_intervals_by_item_cover_too_seldom_where_items_of_a_lexelt_are_alike() -> None:
    assert coverage("clustered mean", 100, unit="item") < 0.9


def exchangeable(chance: Chance, *, alike: float = 0.0) -> Evaluation:
    """Two runs of which neither is better; where lexelts are alike, one run or the other knows the word."""
    lexelts = np.repeat(np.arange(20), 4)
    shared = chance.random(80)
    known = alike * chance.normal(size=20)[lexelts]
    runs = {"a": shared + known + chance.normal(0, 0.2, 80), "b": shared + chance.normal(0, 0.2, 80)}
    return evaluation(runs, lexelts=[f"word{number}.n" for number in lexelts])


def null_p_values(test: str, count: int, *, unit: str = "item", alike: float = 0.0) -> list[float]:
    chance = np.random.default_rng(23)
    found = []
    for repeat in range(count):
        procedure = Resampling(resamples=999, tests=test, unit=unit, seed=repeat)
        p = compare(exchangeable(chance, alike=alike), procedure).pairs[0].tests[0].p
        assert p is not None
        found.append(p)
    return found


TESTED = [("randomisation", "item", 0.0), ("randomisation", "lexelt", 0.3), ("wilcoxon", "item", 0.0)]


@pytest.mark.parametrize(("test", "unit", "alike"), TESTED)
def test_p_values_of_runs_that_do_not_differ_are_uniform(test: str, unit: str, alike: float) -> None:
    assert kstest(null_p_values(test, 200, unit=unit, alike=alike), "uniform").pvalue > 0.001


@pytest.mark.soak
@pytest.mark.parametrize(("test", "unit", "alike"), [*TESTED, ("bootstrap", "item", 0.0)])
def test_p_values_of_runs_that_do_not_differ_are_uniform_in_the_long_run(test: str, unit: str, alike: float) -> None:
    found = null_p_values(test, 3000, unit=unit, alike=alike)
    assert kstest(found, "uniform").pvalue > 0.001
    share = np.mean(np.array(found) <= 0.05)
    assert share == pytest.approx(0.05, abs=3.5 * np.sqrt(0.05 * 0.95 / 3000))


def test_tests_by_item_find_differences_that_are_not_there_where_items_of_a_lexelt_are_alike() -> None:
    found = np.array(null_p_values("randomisation", 200, unit="item", alike=0.3))
    assert np.mean(found <= 0.05) > 0.2


def test_a_difference_that_is_there_is_found() -> None:
    chance = np.random.default_rng(5)
    first = chance.random(200)
    own = evaluation({"a": first + 0.1 + chance.normal(0, 0.2, 200), "b": first})
    pair = compare(own, Resampling(tests="randomisation,bootstrap,wilcoxon,sign", resamples=999)).pairs[0]
    assert all(test.p is not None and test.p < 0.01 for test in pair.tests)
    assert (pair.interval.low or 0) > 0
