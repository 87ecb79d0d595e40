"""Forests learned with LightGBM: rankings by LambdaRank (Burges 2010), acceptance by the log loss."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from stead._extras import library
from stead.systems.blend.model import Calibration
from stead.systems.blend.tables import Floats
from stead.systems.blend.trees import Forest, forest_of, mixed

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


@dataclass(frozen=True)
class Learned:
    """What LightGBM has learned, and is quick to ask as long as it is here."""

    booster: Any
    threads: int

    @property
    def forest(self) -> Forest:
        """What is kept of it."""
        return forest_of(self.booster.dump_model())

    def scores(self, items: Sequence[Floats]) -> list[Floats]:
        """What the forest says of the rows of many items."""
        ends = np.cumsum([len(each) for each in items])
        found: list[Floats] = []
        for _, places in groupby(range(len(items)), lambda place: ends[place] // _ROWS_AT_ONCE):
            part = [items[place] for place in places]
            told = self.booster.predict(np.concatenate(part), raw_score=True, num_threads=self.threads)
            found += np.split(told, np.cumsum([len(each) for each in part])[:-1])
        return found


@dataclass(frozen=True)
class Mixture:
    """Several that were learned differently, each with its share in what they say together."""

    parts: Sequence[tuple[float, Learned]]

    @property
    def forest(self) -> Forest:
        """One forest that says the same."""
        return mixed([(share, each.forest) for share, each in self.parts])

    def scores(self, items: Sequence[Floats]) -> list[Floats]:
        """What they say together of the rows of many items."""
        told = [[share * own for own in each.scores(items)] for share, each in self.parts]
        return [np.sum(own, axis=0) for own in zip(*told, strict=True)]


def learn(
    head: str,
    rows: Sequence[Floats],
    weights: Sequence[Floats],
    seed: int,
    threads: int,
    *,
    hidden: Sequence[int] = (),
) -> Learned:
    """A forest for one head, which does not see some columns.

    Each group of rows is an item with the weights of its candidates in the gold.
    """
    lightgbm = library("lightgbm", "training a blend", "train")
    labels = np.minimum(np.concatenate(weights), _MOST_WEIGHT)
    settings = {**_COMMON, **OBJECTIVES[head], "seed": seed, "num_threads": threads}
    settings["min_data_in_leaf"] = min(
        settings["min_data_in_leaf"], 60 + len(labels) // 1000
    )  # smaller for little data
    if settings["objective"] == "binary":
        labels = labels > 0
    together = np.concatenate(rows)
    together[:, list(hidden)] = 0  # what is the same everywhere is never asked for
    data = lightgbm.Dataset(together, labels, group=[len(each) for each in rows])
    return Learned(lightgbm.train(settings, data), threads)


def calibrate(scores: Floats, accepted: npt.NDArray[np.bool_]) -> Calibration:
    """The line in the logits that makes acceptance most likely, by Newton's method."""
    design = np.column_stack([scores, np.ones_like(scores)]).astype(np.float64)
    line = np.array([1.0, 0.0])
    for _ in range(25):
        probabilities = 1 / (1 + np.exp(-design @ line))
        curvature = (design * (probabilities * (1 - probabilities))[:, None]).T @ design + 1e-9 * np.eye(2)
        step = np.linalg.solve(curvature, design.T @ (accepted - probabilities))
        line += step
        if float(np.abs(step).max()) < 1e-10:
            break
    return Calibration(float(line[0]), float(line[1]))
