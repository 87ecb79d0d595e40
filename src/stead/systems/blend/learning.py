"""Forests learned with LightGBM: rankings by LambdaRank (Burges 2010), acceptance by the log loss."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput
from stead.core.extras import import_extra
from stead.systems.blend.trained_models import Calibration
from stead.systems.blend.trees import Forest, forest_from_lightgbm, mix_forests
from stead.systems.blend.word_tables import Floats

_MOST_WEIGHT = 30
_COMMON = {
    "feature_fraction": 0.5,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "max_bin": 63,
    "lambda_l2": 2.0,
    "verbosity": -1,
    "deterministic": True,
    "force_row_wise": True,
}
_LEARNING_TO_RANK = {"objective": "lambdarank", "label_gain": list(range(_MOST_WEIGHT + 1))}
_DETAILED = {"learning_rate": 0.07, "num_leaves": 31, "min_data_in_leaf": 60, "num_iterations": 220}
_PLAIN = {"learning_rate": 0.1, "num_leaves": 15, "min_data_in_leaf": 200, "num_iterations": 180}
OBJECTIVES: dict[str, dict[str, Any]] = {
    "ranking": {**_LEARNING_TO_RANK, **_DETAILED, "lambdarank_truncation_level": 25},
    "best": {**_LEARNING_TO_RANK, **_PLAIN, "lambdarank_truncation_level": 15},
    "accept": {"objective": "binary", **_PLAIN},
}
"""What each forest is to be good at; the truncation level says how far down an error matters."""

_ROWS_AT_ONCE = 1 << 18
_RIDGE = 1e-10
_MOST_STEPS = 100


@dataclass(frozen=True)
class LearnedForest:
    """A forest that LightGBM has learned, in LightGBM's own form, which is faster."""

    booster: Any
    threads: int

    @property
    def forest(self) -> Forest:
        """The forest as plain arrays."""
        return forest_from_lightgbm(self.booster.dump_model())

    def scores(self, items: Sequence[Floats]) -> list[Floats]:
        """Score the rows of many items."""
        ends = np.cumsum([len(each) for each in items])
        found: list[Floats] = []
        for _, places in groupby(range(len(items)), lambda place: ends[place] // _ROWS_AT_ONCE):
            part = [items[place] for place in places]
            scores = self.booster.predict(np.concatenate(part), raw_score=True, num_threads=self.threads)
            found += np.split(scores, np.cumsum([len(each) for each in part])[:-1])
        return found


@dataclass(frozen=True)
class ForestMixture:
    """A weighted sum of learned forests."""

    parts: Sequence[tuple[float, LearnedForest]]

    @property
    def forest(self) -> Forest:
        """The sum as one forest."""
        return mix_forests([(share, each.forest) for share, each in self.parts])

    def scores(self, items: Sequence[Floats]) -> list[Floats]:
        """Score the rows of many items with the sum of the forests."""
        weighted = [[share * scores for scores in forest.scores(items)] for share, forest in self.parts]
        return [np.sum(scores, axis=0) for scores in zip(*weighted, strict=True)]


def learn(
    head: str,
    rows: Sequence[Floats],
    weights: Sequence[Floats],
    seed: int,
    threads: int,
    *,
    hidden: Sequence[int] = (),
) -> LearnedForest:
    """Learn a forest for one head, without the excluded columns.

    Each group of rows is an item with the weights of its candidates in the gold.
    """
    if not rows:
        raise BadInput(
            "none of the answers is among the candidates, so that there is nothing to learn; "
            "are they in the language of the tables, and in the form of a dictionary?"
        )
    lightgbm = import_extra("lightgbm", "training a blend")
    labels = grades_of(np.concatenate(weights))
    settings = {**_COMMON, **OBJECTIVES[head], "seed": seed, "num_threads": threads}
    settings["min_data_in_leaf"] = min(
        settings["min_data_in_leaf"], 60 + len(labels) // 1000
    )  # smaller for little data
    if settings["objective"] == "binary":
        labels = labels > 0
    together = np.concatenate(rows)
    together[:, list(hidden)] = 0  # what is the same everywhere is never asked for
    data = lightgbm.Dataset(together, labels, group=[len(each) for each in rows])
    return LearnedForest(lightgbm.train(settings, data), threads)


def grades_of(weights: Floats) -> Floats:
    """Weights as the integer grades of LambdaRank: counts as they are, shares relative to the largest.

    Gains grow with grades in a line, and are divided by those of the best order: their unit does not matter. Nothing
    that was answered gets 0.
    """
    if np.array_equal(weights, np.floor(weights)):
        return np.minimum(weights, _MOST_WEIGHT)
    scaled = np.round(_MOST_WEIGHT * weights.astype(np.float64) / weights.max(), 4)  # .1 of .3 is 10, not a trace more
    return np.asarray(np.maximum(np.ceil(scaled), weights > 0))


def calibrate(scores: Floats, accepted: npt.NDArray[np.bool_]) -> Calibration:
    """Fit the calibration: the line in the logits with the highest likelihood, by Newton's method.

    Scores that tell all apart, or of which none is accepted, have no such line: a trace of a ridge, which leads back to
    the scores as they are, gives them one, and a step that makes matters worse is halved.
    """
    design = np.column_stack([scores, np.ones_like(scores)]).astype(np.float64)
    line = start = np.array([1.0, 0.0])

    def loss(tried: Floats) -> float:
        surprise = np.logaddexp(0, np.where(accepted, -1, 1) * (design @ tried)).sum()
        return float(surprise + _RIDGE / 2 * ((tried - start) ** 2).sum())

    for _ in range(_MOST_STEPS):
        probabilities = np.exp(-np.logaddexp(0, -(design @ line)))  # without the overflow of 1 / (1 + exp)
        curvature = (design * (probabilities * (1 - probabilities))[:, None]).T @ design + _RIDGE * np.eye(2)
        step = np.linalg.solve(curvature, design.T @ (accepted - probabilities) - _RIDGE * (line - start))
        most = loss(line) * (1 + 1e-12)  # rounding is no rise
        while loss(line + step) > most:
            step = step / 2
        line = line + step
        if float(np.abs(step).max()) < 1e-10:
            break
    return Calibration(float(line[0]), float(line[1]))
