"""Train a blend: a first ranking without the sentence, then heads that see it, evaluated on held-out items.

Forests are learned with LightGBM: rankings by LambdaRank (Burges 2010), acceptance by the log loss. Every stage scores
an item by a forest that was trained without the item's fold; on these scores the next is trained, in the same folds,
and the last is judged. So no forest that scores an item was trained on its fold, and no memory that the item is shown
has the answers of its group. What the forest was trained on is one step nearer: the columns of the other items come
from rankings, and from memories, that may know the item. The model that is kept is trained on everything.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput, UsageError
from stead.core.extras import import_extra
from stead.core.item import Item
from stead.core.progress import Progress, silent
from stead.core.substitutes import GoldStandard
from stead.systems.blend.candidates import PastAnswers
from stead.systems.blend.components import Components
from stead.systems.blend.cross_validation import Prediction, best_cutoff, figures_of
from stead.systems.blend.features import (
    RankedCandidates,
    add_signals,
    feature_names,
    later_ranking_columns,
    past_answer_columns,
    rerank,
    stages_of,
)
from stead.systems.blend.signals import Signal
from stead.systems.blend.trained_models import HEADS, BlendModel, Calibration
from stead.systems.blend.training_data import BY, TrainingExample, examples_of, folds_of, groups_of, past_answers_of
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
        ends = np.cumsum([len(rows) for rows in items])
        scores: list[Floats] = []
        for _, batch in groupby(range(len(items)), lambda item: ends[item] // _ROWS_AT_ONCE):
            part = [items[item] for item in batch]
            together = self.booster.predict(np.concatenate(part), raw_score=True, num_threads=self.threads)
            scores += np.split(together, np.cumsum([len(rows) for rows in part])[:-1])
        return scores


@dataclass(frozen=True)
class ForestMixture:
    """A weighted sum of learned forests."""

    parts: Sequence[tuple[float, LearnedForest]]

    @property
    def forest(self) -> Forest:
        """The sum as one forest."""
        return mix_forests([(share, learned.forest) for share, learned in self.parts])

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
    data = lightgbm.Dataset(together, labels, group=[len(item_rows) for item_rows in rows])
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


# --------------------------------------------------------------------------------------------------------------- stages

_NEGATIVES = 50
"""How many candidates that nobody answered the first ranking learns from, for each item."""
_WITHOUT_MEMORY = 0.3
"""The share of a head that does not know what people have answered before."""
_BATCH = 64

Folds = npt.NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Training:
    """Items with their gold answers, and the settings of the training."""

    items: Sequence[Item]
    gold: GoldStandard
    components: Components
    shortlist: int = 80
    folds: int = 5
    seed: int = 1
    threads: int = 2
    sample: int = 0
    """Items that signals after the first stage, which cost more, are computed for; 0: all."""
    by: Sequence[str] = BY
    progress: Progress = silent


@dataclass(frozen=True)
class TrainedBlend:
    """The final model, and the held-out predictions of the models of the folds."""

    model: BlendModel
    held_out: dict[str, list[Prediction]]


@dataclass(frozen=True)
class _RankedExample:
    """A training example with its candidates as ranked so far."""

    example: TrainingExample
    ranked: RankedCandidates

    @property
    def weights(self) -> Floats:
        return self.example.weights(self.ranked.words)


@dataclass(frozen=True)
class _Stages:
    """The input of the heads, its folds, and the rankings before each stage of signals, learned from everything."""

    seen: list[_RankedExample]
    fold_of: Folds
    rankings: list[Forest]


def train(training: Training, card: dict[str, object]) -> TrainedBlend:
    """Cross-validate by each kind of group, then learn from everything."""
    judged: dict[str, list[Prediction]] = {}
    kept: _Stages | None = None
    for by in training.by:
        examples = examples_of(training.items, training.gold, training.components, by, training.progress)
        stages = _stages(training, examples, by)
        judged[by] = _predictions(training, stages)
        if kept is None:
            kept, past_answers = (
                stages,
                past_answers_of(examples) if training.components.uses_past_answers else PastAnswers(),
            )
            documents = groups_of([example.item for example in examples], "document")
            counts = {
                "items": len(examples),
                "lexelts": len({example.item.lexelt for example in examples}),
                "documents": len({*documents}),
            }
    if kept is None:
        raise UsageError("expected something to leave out: documents, or words.")
    training.progress("the model that is kept", 0.0, 1)
    heads = {head: _head(training, head, kept.seen).forest for head in HEADS}
    calibration = calibrate(*_acceptance(judged[training.by[0]]))
    full = {
        **card,
        "tables": training.components.kind,
        "signals": list(training.components.signal_names),
        "shortlist": training.shortlist,
        "features": list(feature_names(training.components.signals)),
        **counts,
        "items of the last stage": len(kept.seen),
        "folds": training.folds,
        "seed": training.seed,
        "held_out": {by: figures_of(training.gold, predictions) for by, predictions in judged.items()},
        "importance": {head: _importance(training, forest) for head, forest in heads.items()},
    }
    cutoff = best_cutoff(judged[training.by[0]])
    return TrainedBlend(
        BlendModel(
            card=full,
            rankings=kept.rankings,
            heads=heads,
            calibration=calibration,
            cutoff=cutoff,
            past_answers=past_answers,
        ),
        judged,
    )


def _importance(training: Training, forest: Forest) -> dict[str, int]:
    """The number of splits of a forest on each feature, the most frequent first."""
    names = feature_names(training.components.signals)
    asked = np.bincount(forest.columns, minlength=len(names))
    return {names[number]: int(asked[number]) for number in np.argsort(-asked, kind="stable") if asked[number]}


def _stages(training: Training, examples: list[TrainingExample], by: str) -> _Stages:
    """Rank every example, stage by stage, by forests that were learned without its fold."""
    fold_of = folds_of(groups_of([example.item for example in examples], by), training.folds, training.seed)
    seen = [
        _RankedExample(example, RankedCandidates(example.candidates.words, example.candidates.features))
        for example in examples
    ]
    rankings: list[Forest] = []
    for number, stage in enumerate(stages_of(training.components.signals)):
        seen, forest = _rank_examples(training, seen, fold_of, f"ranking {number + 1} by {by}", first=not number)
        rankings.append(forest)
        if training.sample and number == 1:
            seen, fold_of = _sample(training, seen, fold_of)
        seen = _add_signals(training, seen, stage, by)
    return _Stages(seen, fold_of, rankings)


def _sample(training: Training, seen: list[_RankedExample], fold_of: Folds) -> tuple[list[_RankedExample], Folds]:
    """Draw a sample of the examples by the seed."""
    chosen = np.sort(np.random.default_rng(training.seed).permutation(len(seen))[: training.sample])
    return [seen[index] for index in chosen], fold_of[chosen]


def _rank_examples(
    training: Training, seen: list[_RankedExample], fold_of: Folds, what: str, *, first: bool
) -> tuple[list[_RankedExample], Forest]:
    """Rank the examples by forests that were learned without their fold; also return one learned from all."""
    depth = training.shortlist if first else None
    reranked: list[_RankedExample] = list(seen)
    for fold in range(training.folds):
        training.progress(what, fold / (training.folds + 1), 1)
        learned = _learn_ranking(training, [seen[index] for index in np.flatnonzero(fold_of != fold)], first=first)
        held_out = np.flatnonzero(fold_of == fold)
        rows = [seen[index].ranked.rows for index in held_out]
        for index, scores in zip(held_out, learned.scores(rows), strict=True):
            reranked[index] = replace(seen[index], ranked=rerank(seen[index].ranked, scores, depth))
    return reranked, _learn_ranking(training, seen, first=first).forest


def _learn_ranking(training: Training, seen: Sequence[_RankedExample], *, first: bool) -> LearnedForest:
    """Learn a ranking from all answers and, where there are many candidates, a sample of the others."""
    random = np.random.default_rng(training.seed)
    rows, weights = [], []
    for example in seen:
        item_weights = example.weights
        if item_weights.any():
            others = random.permutation(np.flatnonzero(item_weights == 0))[: _NEGATIVES if first else None]
            chosen = np.concatenate([np.flatnonzero(item_weights), others])
            rows.append(example.ranked.rows[chosen])
            weights.append(item_weights[chosen])
    return learn("ranking", rows, weights, training.seed, training.threads)


def _add_signals(
    training: Training, seen: list[_RankedExample], stage: Sequence[Signal], by: str
) -> list[_RankedExample]:
    """Append the features of the signals of a stage, a batch of items at a time."""
    with_signals: list[_RankedExample] = []
    for start in range(0, len(seen), _BATCH):
        training.progress(f"{', '.join(signal.name for signal in stage)} by {by}", start / len(seen), 1)
        part = seen[start : start + _BATCH]
        contexts, candidates = [example.example.context for example in part], [example.ranked for example in part]
        rows = add_signals(contexts, candidates, stage)
        with_signals += [replace(example, ranked=ranked) for example, ranked in zip(part, rows, strict=True)]
    return with_signals


def _head(training: Training, head: str, seen: Sequence[_RankedExample]) -> ForestMixture:
    """Learn a head: rankings from items whose answers are in the list, acceptance also from the others.

    What people have answered before tells much of the same data and less of any other: a part of each head does
    without. No part sees the rankings after the first, which have seen the same sentences.
    """
    useful = [example for example in seen if example.ranked.words and (head == "accept" or example.weights.any())]
    rows, weights = [example.ranked.rows for example in useful], [example.weights for example in useful]
    signals = training.components.signals
    parts = {
        1 - _WITHOUT_MEMORY: later_ranking_columns(signals),
        _WITHOUT_MEMORY: past_answer_columns(signals),
    }
    return ForestMixture(
        [
            (share, learn(head, rows, weights, training.seed, training.threads, hidden=hidden))
            for share, hidden in parts.items()
        ]
    )


def _predictions(training: Training, stages: _Stages) -> list[Prediction]:
    """Predict each fold by forests learned from the others; probabilities and cut-offs likewise."""
    seen, fold_of = stages.seen, stages.fold_of
    by_index: dict[int, Prediction] = {}
    for fold in range(training.folds):
        training.progress("heads", fold / training.folds, 1)
        others = [seen[index] for index in np.flatnonzero(fold_of != fold)]
        held_out = np.flatnonzero(fold_of == fold)
        rows = [seen[index].ranked.rows for index in held_out]
        scores = {head: _head(training, head, others).scores(rows) for head in HEADS}
        for index, *by_head in zip(held_out, *scores.values(), strict=True):
            example = seen[index]
            item_scores = dict(zip(scores, by_head, strict=True))
            by_index[int(index)] = Prediction(example.example, example.ranked.words, item_scores, np.empty(0), 0)
    judged = [by_index[index] for index in range(len(seen))]
    for fold in range(training.folds):
        _settle(judged, fold_of, fold)
    return judged


def _settle(predictions: list[Prediction], fold_of: Folds, fold: int) -> None:
    """Set the probabilities of a fold by calibration on the others, and the cut-off that is best for those."""
    others = [predictions[index] for index in np.flatnonzero(fold_of != fold)]
    line = calibrate(*_acceptance(others))

    def probable(prediction: Prediction) -> Prediction:
        return replace(prediction, probabilities=line.probabilities(prediction.scores["accept"]))

    cutoff = best_cutoff([probable(prediction) for prediction in others])
    for index in np.flatnonzero(fold_of == fold):
        calibrated = probable(predictions[index])
        order = calibrated.order("accept")
        predictions[index] = replace(calibrated, kept=cutoff.number(calibrated.probabilities[order]))


def _acceptance(predictions: Sequence[Prediction]) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """All acceptance scores, and whether anybody answered the word."""
    scores = np.concatenate([prediction.scores["accept"] for prediction in predictions])
    return scores, np.concatenate([prediction.weights for prediction in predictions]) > 0
