"""Forests: what LightGBM has learned, without it."""

import lightgbm
import numpy as np
import pytest

from stead.systems.blend.trees import Forest, forest_from_lightgbm, mix_forests


@pytest.mark.parametrize(("missing", "leaves", "training"), [(0.0, 15, 600), (0.3, 15, 600), (0.3, 400, 4000)])
def test_scores_are_those_of_lightgbm(missing: float, leaves: int, training: int) -> None:
    random = np.random.default_rng(3)
    rows = random.normal(size=(training, 7)).astype(np.float32)
    rows[random.random(rows.shape) < missing] = np.nan
    labels = np.nan_to_num(rows[:, 0]) * np.nan_to_num(rows[:, 1]) > 0
    settings = {"objective": "binary", "num_leaves": leaves, "verbosity": -1, "num_threads": 1, "min_data_in_leaf": 5}
    booster = lightgbm.train(settings, lightgbm.Dataset(rows, labels), 30)
    forest = forest_from_lightgbm(booster.dump_model())
    asked = random.normal(size=(1100, 7)).astype(np.float32)
    asked[random.random(asked.shape) < 0.2] = np.nan  # also where training saw none
    assert forest.scores(asked) == pytest.approx(booster.predict(asked, raw_score=True), abs=1e-9)


def test_a_tree_that_is_one_leaf_says_the_same_of_all() -> None:
    forest = forest_from_lightgbm({"tree_info": [{"tree_structure": {"leaf_value": 0.25}}] * 2})
    assert forest.scores(np.zeros((3, 1), np.float32)).tolist() == [0.5, 0.5, 0.5]
    assert forest.scores(np.zeros((0, 1), np.float32)).tolist() == []


def test_a_forest_comes_back_from_its_arrays() -> None:
    node = {
        "split_feature": 0,
        "threshold": 1.5,
        "default_left": True,
        "missing_type": "NaN",
        "left_child": {"leaf_value": 1.0},
        "right_child": {"leaf_value": 2.0},
    }
    forest = forest_from_lightgbm({"tree_info": [{"tree_structure": node}]})
    again = Forest.of_arrays("x", forest.arrays("x"))
    assert again.scores(np.array([[1.5], [1.6], [np.nan]], np.float32)).tolist() == [1.0, 2.0, 1.0]


def test_a_mixture_says_what_its_parts_say_together() -> None:
    random = np.random.default_rng(5)
    rows = random.normal(size=(400, 4)).astype(np.float32)
    settings = {"objective": "binary", "num_leaves": 7, "verbosity": -1, "num_threads": 1, "min_data_in_leaf": 5}
    one, other = (
        forest_from_lightgbm(lightgbm.train(settings, lightgbm.Dataset(rows, rows[:, column] > 0), 8).dump_model())
        for column in (0, 1)
    )
    leaf = forest_from_lightgbm({"tree_info": [{"tree_structure": {"leaf_value": 2.0}}]})
    together = mix_forests([(0.7, one), (0.1, leaf), (0.3, other)])
    expected = 0.7 * one.scores(rows) + 0.2 + 0.3 * other.scores(rows)
    assert together.scores(rows) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("value", [0.1, -0.1, 1e-30, 0.0, 3e38, np.inf, -np.inf])
def test_a_threshold_has_more_digits_than_a_value(value: float) -> None:
    at = np.float32(value)
    below, above = (np.nextafter(np.float64(at), side) for side in (-np.inf, np.inf))
    for threshold, leaf in ((float(at), 1.0), (below, 1.0 if below == at else 2.0), (above, 1.0), (1e300, 1.0)):
        node = {
            "split_feature": 0,
            "threshold": threshold,
            "default_left": True,
            "missing_type": "NaN",
            "left_child": {"leaf_value": 1.0},
            "right_child": {"leaf_value": 2.0},
        }
        forest = forest_from_lightgbm({"tree_info": [{"tree_structure": node}]})
        expected = 2.0 if threshold == 1e300 and value == np.inf else leaf
        assert forest.scores(np.array([[at]])).tolist() == [expected], threshold
