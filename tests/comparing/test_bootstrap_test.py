"""The paired bootstrap test: by hand, and a plain loop over the same resamples."""

import numpy as np
import pytest

from stead.comparing import Resampling, compare
from stead.comparing.random_draws import bootstrap_counts
from stead.measures import MEASURES
from tests.comparing.made import evaluation, evaluation_of_rows, random_rows


def test_two_items_by_hand() -> None:
    """Differences 0 and 1: the observed mean is 1/2; resampled 0, 1/2, 1 (1/4, 1/2, 1/4), shifted -1/2, 0, 1/2.

    As far from zero as 1/2 are half of them.
    """
    own = evaluation({"a": [0.5, 1], "b": [0.5, 0]})
    found = compare(own, Resampling(tests="bootstrap", resamples=4000)).pairs[0].test("bootstrap")
    assert found.p == pytest.approx(0.5, abs=5 * np.sqrt(0.25 / 4000))
    assert found.cases == 4000


def test_runs_that_are_always_apart_have_the_smallest_p_value() -> None:
    """Every resample has a difference of 1, shifted to 0: none is as large as 1."""
    own = evaluation({"a": [1, 1, 1], "b": [0, 0, 0]})
    assert compare(own, Resampling(tests="bootstrap", resamples=99)).pairs[0].tests[0].p == 0.01


@pytest.mark.parametrize("name", ["best", "coverage", "swords-f"])
def test_a_plain_loop_over_the_same_resamples_finds_the_same(name: str) -> None:
    chance = np.random.default_rng(2)
    first, second = (random_rows(chance, 30, name) for _ in range(2))
    own = evaluation_of_rows({"a": first, "b": second}, name)
    combine = MEASURES[name].combine
    for figure, pair in enumerate(compare(own, Resampling(tests="bootstrap", resamples=300, seed=9)).pairs):
        observed = float(combine(first.sum(axis=0))[figure] - combine(second.sum(axis=0))[figure])
        extreme = 0
        for counts in (row for block in bootstrap_counts(9, 300, 30) for row in block):
            drawn = np.repeat(np.arange(30), counts.astype(int))
            apart = float(combine(first[drawn].sum(axis=0))[figure] - combine(second[drawn].sum(axis=0))[figure])
            extreme += not abs(apart - observed) < abs(observed) - 1e-9
        assert pair.tests[0].p == (extreme + 1) / 301
