"""Discriminative power: the share of pairs that a measure separates."""

import numpy as np
import pytest

from stead import UsageError
from stead.comparing import Resampling, compare, discriminative_power
from tests.comparing.made import evaluation, evaluation_of_rows


def test_by_hand() -> None:
    """a wins all 7 items against b and c, p = 2 / 128; b and c are equal, p = 1: two of three pairs are separated."""
    own = compare(evaluation({"a": [1] * 7, "b": [0] * 7, "c": [0] * 7}))
    (found,) = discriminative_power(own)
    assert found.curve == (2 / 128, 2 / 128, 1.0)
    assert (found.pairs, found.separated) == (3, 2)
    assert found.share == pytest.approx(2 / 3)
    assert (found.test, found.level, found.undefined) == ("randomisation", 0.05, 0)


def test_the_level_itself_does_not_separate() -> None:
    own = compare(evaluation({"a": [1, 1, 1], "b": [0, 0, 0]}))
    assert discriminative_power(own, level=0.25)[0].separated == 0
    assert discriminative_power(own, level=0.2501)[0].separated == 1


def test_p_values_are_not_corrected() -> None:
    chance = np.random.default_rng(0)
    own = compare(evaluation({f"run{place}": chance.random(30) for place in range(5)}), Resampling(resamples=500))
    (found,) = discriminative_power(own)
    assert found.curve == tuple(sorted(pair.tests[0].p for pair in own.pairs if pair.tests[0].p is not None))


def test_each_figure_has_its_own_and_pairs_without_a_test_are_counted() -> None:
    rows = {"a": [[1, 1, 0.5]] * 3, "b": [[1, 0, 0]] * 3, "c": [[1, 1, 0.25]] * 3}
    precision, recall = discriminative_power(compare(evaluation_of_rows(rows, "best")))
    assert (precision.figure, precision.pairs, precision.undefined) == ("P", 1, 2)
    assert (recall.figure, recall.pairs, recall.undefined) == ("R", 3, 0)


def test_one_run_has_no_pairs() -> None:
    assert discriminative_power(compare(evaluation({"a": [0, 1]}))) == ()


def test_another_test_can_be_named() -> None:
    own = compare(evaluation({"a": [1] * 6, "b": [0] * 6}), Resampling(tests="randomisation,sign"))
    assert discriminative_power(own, test="sign")[0].curve == (2 / 64,)
    with pytest.raises(UsageError, match="no test 'wilcoxon'; it has randomisation, sign"):
        discriminative_power(own, test="wilcoxon")


def test_a_measure_with_more_noise_separates_less() -> None:
    chance = np.random.default_rng(1)
    quality = np.linspace(0.2, 0.8, 8)
    shares = []
    for noise in (0.05, 2.0):
        runs = {f"run{place}": level + chance.normal(0, noise, 40) for place, level in enumerate(quality)}
        shares.append(discriminative_power(compare(evaluation(runs), Resampling(resamples=500)))[0].share)
    assert shares[0] == 1
    assert shares[1] is not None
    assert shares[1] < 0.5
