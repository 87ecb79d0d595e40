"""Classical tests and effect sizes of plain means, by hand and against SciPy."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from stead.comparing import Resampling, compare
from stead.comparing.inference import (
    NOT_PLAIN,
    OTHER_ITEMS,
    rank_biserial,
    sign_test,
    standardised_difference,
    wilcoxon,
)
from stead.records.comparison import RunPair
from stead.records.scores import Evaluation
from tests.comparing.made import evaluation, evaluation_of_rows
from tests.scoring.strategies import examples


def pairs_of(own: Evaluation, **options: Any) -> tuple[RunPair, ...]:
    return compare(own, Resampling(resamples=50, tests="wilcoxon,sign", **options)).pairs


def test_sign_test_by_hand() -> None:
    """Five wins, one loss, two ties: 2 (C(6,0) + C(6,1)) / 2^6 = 14/64."""
    own = evaluation({"a": [1, 1, 1, 1, 1, 0, 0.5, 0], "b": [0, 0, 0, 0, 0, 1, 0.5, 0]})
    found = pairs_of(own)[0].test("sign")
    assert found.p == pytest.approx(14 / 64)
    assert (found.units, found.exact) == (6, True)


def test_wilcoxon_by_hand() -> None:
    """Differences .3 .2 -.1: ranks won 3 + 2, lost 1. Of 8 signs, W+ is 5 or more in 2 (5, 6): 2 * 2/8 = 1/2."""
    found = wilcoxon(np.array([0.3, 0.2, -0.1, 0.0]))
    assert found.p == pytest.approx(0.5)
    assert (found.units, found.exact) == (3, True)


def test_wilcoxon_is_that_of_scipy_also_when_there_are_many_items() -> None:
    chance = np.random.default_rng(1)
    first, second = chance.random(80), chance.random(80)
    found = pairs_of(evaluation({"a": first, "b": second}))[0].test("wilcoxon")
    assert found.p == pytest.approx(stats.wilcoxon(first - second).pvalue)
    assert not found.exact


@pytest.mark.parametrize("seed", range(4))
def test_wilcoxon_with_ties_is_that_of_scipy(seed: int) -> None:
    """SciPy goes through all signs too, slowly."""
    values = np.random.default_rng(seed).integers(1, 4, size=6) * np.random.default_rng(seed).choice([-1.0, 1.0], 6)
    found = wilcoxon(values)
    assert found.exact
    assert found.p == pytest.approx(stats.wilcoxon(values).pvalue)


def test_wilcoxon_with_ties_by_hand() -> None:
    """Ranks of 1 1 -2 are 1.5 1.5 3: won 3, lost 3. However signs fall, the sum is 0 or more away from 0: p = 1.

    Ranks of 1 1 2: won 6. Of 8 signs, only all plus and all minus are as far: 2/8.
    """
    assert wilcoxon(np.array([1.0, 1.0, -2.0])).p == 1
    assert wilcoxon(np.array([1.0, 1.0, 2.0])).p == 0.25


@pytest.mark.parametrize(
    ("differences", "exact"),
    [([0.1] * 13, True), ([0.1] * 14, False), (list(range(1, 51)), True), (list(range(1, 52)), False)],
)
def test_wilcoxon_says_whether_it_is_exact(differences: list[float], exact: bool) -> None:
    assert wilcoxon(np.array(differences, dtype=float)).exact is exact


def test_differences_that_are_equal_but_for_rounding_are_ties() -> None:
    """0.3 - 0.2 and 0.4 - 0.3 are not the same number; as ranks they are."""
    found = pairs_of(evaluation({"a": [0.3, 0.4, 0.1], "b": [0.2, 0.3, 0.2]}))[0]
    assert found.effects[1].value == pytest.approx((2 + 2 - 2) / 6)


def test_standardised_difference_by_hand() -> None:
    """Differences 1 2 3: mean 2, standard deviation 1."""
    assert standardised_difference(np.array([1.0, 2.0, 3.0])).value == pytest.approx(2)


def test_rank_biserial_by_hand() -> None:
    """Ranks of 3 -1 2 are 3 1 2: (3 + 2 - 1) / 6; of 1 -1 2 they are 1.5 1.5 3: (1.5 + 3 - 1.5) / 6."""
    assert rank_biserial(np.array([3.0, -1.0, 2.0])).value == pytest.approx(4 / 6)
    assert rank_biserial(np.array([1.0, -1.0, 2.0, 0.0])).value == pytest.approx(0.5)


def test_effect_sizes_of_no_difference_are_zero_and_of_a_constant_one_unbounded() -> None:
    nothing, constant = np.zeros(4), np.full(4, 0.25)
    assert (standardised_difference(nothing).value, rank_biserial(nothing).value) == (0, 0)
    assert standardised_difference(constant).value is None
    assert standardised_difference(constant).reason == "the differences do not vary"
    assert rank_biserial(constant).value == 1


def test_one_item_has_no_spread() -> None:
    assert standardised_difference(np.array([0.5])).reason == "the differences do not vary"


@examples(100)
@given(st.lists(st.integers(-3, 3).map(float), min_size=1, max_size=20))
def test_rank_biserial_is_that_of_scipys_rank_sums(differences: list[float]) -> None:
    values = np.array(differences)
    moved = values[values != 0]
    ranks = stats.rankdata(np.abs(moved))
    expected = (ranks[moved > 0].sum() - ranks[moved < 0].sum()) / ranks.sum() if len(moved) else 0
    assert rank_biserial(values).value == pytest.approx(expected)


def test_tests_by_lexelt_are_over_the_means_of_the_lexelts() -> None:
    """x gains .5 and .1, y loses .2: means .3 and -.2; by item there are three differences."""
    own = evaluation({"a": [0.5, 0.1, 0], "b": [0, 0, 0.2]}, lexelts=["x.n", "x.n", "y.n"])
    by_lexelt = pairs_of(own, unit="lexelt")[0]
    assert by_lexelt.test("sign").units == 2
    assert by_lexelt.test("wilcoxon").p == pytest.approx(wilcoxon(np.array([0.3, -0.2])).p)
    assert pairs_of(own)[0].test("sign").units == 3


ATTEMPTS: dict[str, list[list[float]]] = {"a": [[1, 1, 0.5], [1, 1, 0.25]], "b": [[1, 1, 0.5], [1, 0, 0]]}


def test_precision_is_a_plain_mean_only_over_the_same_items() -> None:
    precision, recall = pairs_of(evaluation_of_rows(ATTEMPTS, "best"))
    assert {test.reason for test in precision.tests} == {OTHER_ITEMS}
    assert {effect.reason for effect in precision.effects} == {OTHER_ITEMS}
    assert all(test.p is not None for test in recall.tests)
    same: dict[str, list[list[float]]] = {"a": ATTEMPTS["a"], "b": [[1, 1, 0.5], [1, 1, 0]]}
    assert all(test.p is not None for pair in pairs_of(evaluation_of_rows(same, "best")) for test in pair.tests)


@pytest.mark.parametrize(("name", "width"), [("coverage", 4), ("swords-f", 5)])
def test_an_f_is_no_plain_mean(name: str, width: int) -> None:
    rows = {run: np.full((3, width), value) for run, value in (("a", 1.0), ("b", 2.0))}
    rows["b"][:, :2] = 1
    f = pairs_of(evaluation_of_rows(rows, name))[-1]
    assert f.figure == "F"
    assert {test.reason for test in f.tests} == {NOT_PLAIN}


def test_pooled_figures_are_no_plain_means() -> None:
    """Hits over answers, where items have different numbers of answers."""
    rows = {"a": [[1, 1, 1, 2, 3], [1, 1, 2, 5, 3]], "b": [[1, 1, 0, 2, 3], [1, 1, 2, 5, 3]]}
    assert all(
        test.reason == NOT_PLAIN for pair in pairs_of(evaluation_of_rows(rows, "swords-f")) for test in pair.tests
    )


def test_items_that_do_not_count_are_left_out() -> None:
    own = evaluation({"a": [1, np.nan, 0.5, np.nan], "b": [0, np.nan, 0.25, np.nan]})
    assert pairs_of(own)[0].test("sign").units == 2


@examples(50)
@given(st.lists(st.integers(-2, 2).map(float), min_size=1, max_size=15))
def test_turning_the_differences_keeps_the_p_values(differences: list[float]) -> None:
    values = np.array(differences)
    assert sign_test(values).p == pytest.approx(sign_test(-values).p)
    assert wilcoxon(values).p == pytest.approx(wilcoxon(-values).p)
