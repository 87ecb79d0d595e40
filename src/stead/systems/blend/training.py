"""Train a blend: a first ranking without the sentence, then heads that see it, evaluated on held-out items.

Forests are learned with LightGBM: rankings by LambdaRank (Burges 2010), acceptance by the log loss. Every stage scores
an item by a forest that was trained without the item's fold; on these scores the next is trained, in the same folds,
and the last is judged. So no forest that scores an item knows its document, and no memory that the item is shown has
the answers of its document; for one item in as many as there are folds, neither knows its word (see `Folds`). These
items, of new documents and new words, set the probabilities and the cut-off. What a forest was trained on is one step
nearer: the columns of the other items come from rankings, and from memories, that may know the item. The model that is
kept is trained on everything, items whose word is hidden among it, so that it learns what to do without a memory.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, groupby
from typing import Any

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput
from stead.core.extras import import_extra
from stead.core.item import Item
from stead.core.parallel import map_in_order
from stead.core.progress import Progress, silent
from stead.core.substitutes import GoldStandard
from stead.systems.blend.biencoder_training import CrossFitting, cross_fit
from stead.systems.blend.candidates import PastAnswers
from stead.systems.blend.components import Components, name_in_card
from stead.systems.blend.cross_validation import Prediction, best_cutoff, figures_of
from stead.systems.blend.features import (
    RankedCandidates,
    add_signals,
    columns_beside_an_encoder,
    feature_names,
    later_ranking_columns,
    past_answer_columns,
    rerank,
    stages_of,
)
from stead.systems.blend.signals import BiEncoderSignal, Shortlist, Signal
from stead.systems.blend.trained_models import HEADS, BlendModel, Calibration
from stead.systems.blend.training_cache import NO_CACHE, Arrays, CachedSignal, TrainingCache
from stead.systems.blend.training_data import (
    NEW_DOCUMENT,
    NEW_WORD,
    Folds,
    TrainingExample,
    answered_items,
    documents_of,
    examples_of,
    past_answers_of,
)
from stead.systems.blend.trees import Forest, forest_from_lightgbm, mix_forests
from stead.systems.blend.word_tables import Floats
from stead.systems.neural.biencoder import BiEncoder

_MOST_WEIGHT = 30
_COMMON = {
    "feature_fraction": 0.5,
    "bagging_fraction": 0.7,
    "bagging_freq": 1,
    "max_bin": 63,
    "lambda_l2": 2.0,
    "verbosity": -1,
    "num_threads": 1,  # its threads wait for each other at every step: forests are learned side by side instead
    "deterministic": True,
    "force_row_wise": True,
}
_LEARNING_TO_RANK = {"objective": "lambdarank", "label_gain": list(range(_MOST_WEIGHT + 1))}
_DETAILED = {"learning_rate": 0.07, "num_leaves": 31, "min_data_in_leaf": 60, "num_iterations": 220}
_PLAIN = {"learning_rate": 0.1, "num_leaves": 15, "min_data_in_leaf": 200, "num_iterations": 180}
OBJECTIVES: dict[str, dict[str, Any]] = {
    "ranking": {**_LEARNING_TO_RANK, **_DETAILED, "lambdarank_truncation_level": 25},
    "reranking": {**_LEARNING_TO_RANK, **_PLAIN, "lambdarank_truncation_level": 25},
    "best": {**_LEARNING_TO_RANK, **_PLAIN, "lambdarank_truncation_level": 15},
    "accept": {"objective": "binary", **_PLAIN},
}
"""What each forest is to be good at; the truncation level says how far down an error matters."""

_ROWS_AT_ONCE = 1 << 18
_RIDGE = 1e-10
_MOST_STEPS = 100


@dataclass(frozen=True)
class LearnedForest:
    """A forest that LightGBM has learned, as LightGBM writes it; its own program is faster in training."""

    text: str

    @cached_property
    def _booster(self) -> Any:
        return import_extra("lightgbm", "training a blend").Booster(model_str=self.text)

    @property
    def forest(self) -> Forest:
        """The forest as plain arrays."""
        return forest_from_lightgbm(self._booster.dump_model())

    def scores(self, items: Sequence[Floats]) -> list[Floats]:
        """Score the rows of many items."""
        ends = np.cumsum([len(rows) for rows in items])
        scores: list[Floats] = []
        for _, batch in groupby(range(len(items)), lambda item: ends[item] // _ROWS_AT_ONCE):
            part = [items[item] for item in batch]
            together = self._booster.predict(np.concatenate(part), raw_score=True, num_threads=1)
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
    *,
    hidden: Sequence[int] = (),
    cache: TrainingCache = NO_CACHE,
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
    settings = {**_COMMON, **OBJECTIVES[head], "seed": seed}
    settings["min_data_in_leaf"] = min(
        settings["min_data_in_leaf"], 60 + len(labels) // 1000
    )  # smaller for little data
    if settings["objective"] == "binary":
        labels = labels > 0
    together = np.concatenate(rows)
    together[:, list(hidden)] = 0  # what is the same everywhere is never asked for
    groups = [len(item_rows) for item_rows in rows]

    def grow() -> Arrays:
        booster = lightgbm.train(settings, lightgbm.Dataset(together, labels, group=groups))
        return [np.frombuffer(booster.model_to_string().encode(), np.uint8)]

    (text,) = cache.get("forest", [lightgbm.__version__, settings, groups, labels, together], grow)
    return LearnedForest(text.tobytes().decode())


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
    samples: Sequence[int] = ()
    """Items that the signals of each stage after the first, which cost more, are computed for; 0: all."""
    cache: TrainingCache = NO_CACHE
    """Where results are kept, so that a training that was killed resumes."""
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
    folds: Folds
    rankings: list[Forest]
    biencoder: BiEncoder | None


def train(training: Training, card: dict[str, object]) -> TrainedBlend:
    """Cross-validate, then learn from everything."""
    (trained,) = train_tiers(training, [TierTraining(card=card, signals=training.components.signal_names)])
    return trained


@dataclass(frozen=True, kw_only=True)
class TierTraining:
    """A model to be trained: its card, its signals, and how many items those of each stage after the first see."""

    card: dict[str, object]
    signals: Sequence[str]
    samples: Sequence[int] = ()


def train_tiers(training: Training, tiers: Sequence[TierTraining]) -> Iterator[TrainedBlend]:
    """Train several models on the same examples; what they share is computed once if there is a cache."""
    known = answered_items(training.items, training.gold)
    folds = Folds.of([item for item, _ in known], training.folds, training.seed)
    examples = examples_of(known, training.components, folds, training.progress)
    past_answers = past_answers_of(examples) if training.components.uses_past_answers else PastAnswers()
    counts = {
        "items": len(examples),
        "lexelts": len({example.item.lexelt for example in examples}),
        "documents": len({*documents_of([example.item for example in examples])}),
    }
    for tier in tiers:
        components = replace(training.components, signal_names=tier.signals)
        of_tier = replace(training, components=components, samples=tier.samples or training.samples)
        yield _train_heads(of_tier, _last_stage(of_tier, examples, folds), {**tier.card, **counts}, past_answers)


def _names(training: Training, stage: Sequence[Signal]) -> list[str]:
    """The names of the signals of a stage, with the models that were named."""
    names = {signal.name for signal in stage}
    return [name for name in training.components.signal_names if name.partition("=")[0] in names]


def _train_heads(
    training: Training, stages: _Stages, card: dict[str, object], past_answers: PastAnswers
) -> TrainedBlend:
    """Cross-validate the heads on the rows of some stages, and learn those that are kept."""
    judged = _predictions(training, stages)
    training.progress("the model that is kept", 0.0, 1)
    heads = {head: learned.forest for head, learned in _heads(training, stages.seen).items()}
    of_new_words = judged[NEW_WORD] or judged[NEW_DOCUMENT]  # of a handful of items, none may be of a new word
    full = {
        **card,
        "tables": training.components.kind,
        "signals": [*map(name_in_card, training.components.signal_names)],
        "shortlist": training.shortlist,
        "features": list(feature_names(training.components.signals)),
        "items of the last stage": len(stages.seen),
        "folds": training.folds,
        "seed": training.seed,
        "held_out": {left_out: figures_of(training.gold, some) for left_out, some in judged.items() if some},
        "importance": {head: _importance(training, forest) for head, forest in heads.items()},
    }
    model = BlendModel(
        card=full,
        rankings=stages.rankings,
        heads=heads,
        calibration=calibrate(*_acceptance(of_new_words)),
        cutoff=best_cutoff(of_new_words),
        past_answers=past_answers,
        biencoder=stages.biencoder,
    )
    return TrainedBlend(model, judged)


def _importance(training: Training, forest: Forest) -> dict[str, int]:
    """The number of splits of a forest on each feature, the most frequent first."""
    names = feature_names(training.components.signals)
    asked = np.bincount(forest.columns, minlength=len(names))
    return {names[number]: int(asked[number]) for number in np.argsort(-asked, kind="stable") if asked[number]}


def _last_stage(training: Training, examples: list[TrainingExample], folds: Folds) -> _Stages:
    """Rank every example, stage by stage, by forests that were learned without its fold."""
    seen = [
        _RankedExample(example, RankedCandidates(example.candidates.words, example.candidates.features))
        for example in examples
    ]
    rankings: list[Forest] = []
    biencoder: BiEncoder | None = None
    for number, stage in enumerate(stages_of(training.components.signals)):
        if number and (size := _sample_size(training, number)):
            chosen = np.sort(np.random.default_rng(training.seed).permutation(len(seen))[:size])
            seen, folds = [seen[index] for index in chosen], folds.only(chosen)
        seen, forest = _rank_examples(training, seen, folds, f"ranking {number + 1}", first=not number)
        rankings = [*rankings, forest]
        signals: list[Signal] = []
        for signal in stage:
            if isinstance(signal, BiEncoderSignal):
                biencoder, values = cross_fit(
                    signal,
                    [Shortlist(example.example.context, example.ranked.words) for example in seen],
                    [example.weights for example in seen],
                    folds,
                    CrossFitting(
                        model=_names(training, [signal])[0],
                        folds=training.folds,
                        seed=training.seed,
                        cache=training.cache,
                        progress=training.progress,
                    ),
                )
                signals.append(values)
            else:
                signals.append(CachedSignal(signal, _names(training, [signal])[0], training.cache))
        seen = _add_signals(training, seen, signals)
    return _Stages(seen, folds, rankings, biencoder)


def _sample_size(training: Training, stage: int) -> int:
    """How many items a stage after the first sees; 0: all. What is given for the last is for those after it too."""
    return (*training.samples[:stage], *training.samples[-1:], 0)[min(stage, len(training.samples)) - 1]


def _rank_examples(
    training: Training, seen: list[_RankedExample], folds: Folds, what: str, *, first: bool
) -> tuple[list[_RankedExample], Forest]:
    """Rank the examples by forests that were learned without their fold; also return one learned from all."""
    depth = training.shortlist if first else None

    def learn_and_score(fold: int) -> tuple[LearnedForest, Arrays]:
        training.progress(what, fold / (training.folds + 1), 1)
        everything = fold == training.folds
        chosen = range(len(seen)) if everything else folds.learned_from(fold)
        learned = _learn_ranking(training, [seen[index] for index in chosen], first=first)
        rows = [seen[index].ranked.rows for index in folds.scored_by(fold)]
        return learned, training.cache.get("scores", [learned.text, *rows], lambda: learned.scores(rows))

    *by_fold, (of_all, _) = map_in_order(learn_and_score, range(training.folds + 1), at_most=training.threads)
    reranked: list[_RankedExample] = list(seen)
    for fold, (_, fold_scores) in enumerate(by_fold):
        for index, scores in zip(folds.scored_by(fold), fold_scores, strict=True):
            reranked[index] = replace(seen[index], ranked=rerank(seen[index].ranked, scores, depth))
    return reranked, of_all.forest


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
    return learn("ranking" if first else "reranking", rows, weights, training.seed, cache=training.cache)


def _add_signals(training: Training, seen: list[_RankedExample], stage: Sequence[Signal]) -> list[_RankedExample]:
    """Append the features of the signals of a stage, a batch of items at a time."""

    def add(start: int) -> list[RankedCandidates]:
        training.progress(", ".join(signal.name for signal in stage), start / len(seen), 1)
        part = seen[start : start + _BATCH]
        contexts, candidates = [example.example.context for example in part], [example.ranked for example in part]
        return add_signals(contexts, candidates, stage)

    with_signals = chain.from_iterable(map(add, range(0, len(seen), _BATCH)))
    return [replace(example, ranked=ranked) for example, ranked in zip(seen, with_signals, strict=True)]


def _heads(training: Training, seen: Sequence[_RankedExample]) -> dict[str, ForestMixture]:
    """Learn the heads; whether a word is accepted is also asked of the ranking by weight.

    Lists are in the order of the sum: the ranking knows which of two words that are accepted more people answered.
    """
    best, accept = map_in_order(lambda head: _head(training, head, seen), HEADS, at_most=training.threads)
    return {"best": best, "accept": ForestMixture([*accept.parts, *best.parts])}


def _head(training: Training, head: str, seen: Sequence[_RankedExample]) -> ForestMixture:
    """Learn a head: rankings from items whose answers are in the list, acceptance also from the others.

    What people have answered before tells much of the same data and less of any other: a part of each head does
    without. No part sees the rankings after the first, which have seen the same sentences, nor, where an encoder reads
    the sentence with each word, the vectors of words alone: those have chosen the candidates.
    """
    useful = [example for example in seen if example.ranked.words and (head == "accept" or example.weights.any())]
    rows, weights = [example.ranked.rows for example in useful], [example.weights for example in useful]
    signals = training.components.signals
    beside = columns_beside_an_encoder(signals)
    parts = {
        1 - _WITHOUT_MEMORY: later_ranking_columns(signals),
        _WITHOUT_MEMORY: past_answer_columns(signals),
    }
    return ForestMixture(
        [
            (share, learn(head, rows, weights, training.seed, hidden=[*hidden, *beside], cache=training.cache))
            for share, hidden in parts.items()
        ]
    )


def _predictions(training: Training, stages: _Stages) -> dict[str, list[Prediction]]:
    """Predict each fold by forests learned without it, by what was left out; probabilities and cut-offs likewise."""
    seen, folds = stages.seen, stages.folds

    def score_fold(fold: int) -> dict[str, list[Floats]]:
        training.progress("heads", fold / training.folds, 1)
        others = [seen[index] for index in folds.learned_from(fold)]
        rows = [seen[index].ranked.rows for index in folds.scored_by(fold)]
        return {head: learned.scores(rows) for head, learned in _heads(training, others).items()}

    raw: dict[int, Prediction] = {}
    for fold, scores in enumerate(map_in_order(score_fold, range(training.folds), at_most=training.threads)):
        for index, *by_head in zip(folds.scored_by(fold), *scores.values(), strict=True):
            example = seen[index]
            item_scores = dict(zip(scores, by_head, strict=True))
            raw[int(index)] = Prediction(example.example, example.ranked.words, item_scores, np.empty(0), 0)
    judged: dict[str, list[Prediction]] = {NEW_DOCUMENT: [], NEW_WORD: []}
    for fold in range(training.folds):
        scored, new = folds.scored_by(fold), folds.new_words
        others = np.flatnonzero(folds.of_document != fold)
        settle = _settler([raw[int(index)] for index in (others[new[others]] if new[others].any() else others)])
        for index in scored:
            judged[NEW_WORD if new[index] else NEW_DOCUMENT].append(settle(raw[int(index)]))
    return judged


def _settler(others: Sequence[Prediction]) -> Callable[[Prediction], Prediction]:
    """A function that sets probabilities and the number of answers by what is best for other predictions."""
    line = calibrate(*_acceptance(others))

    def probable(prediction: Prediction) -> Prediction:
        return replace(prediction, probabilities=line.probabilities(prediction.scores["accept"]))

    cutoff = best_cutoff([probable(prediction) for prediction in others])

    def settle(prediction: Prediction) -> Prediction:
        calibrated = probable(prediction)
        order = calibrated.order("accept")
        return replace(calibrated, kept=cutoff.number(calibrated.probabilities[order]))

    return settle


def _acceptance(predictions: Sequence[Prediction]) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """All acceptance scores, and whether anybody answered the word."""
    scores = np.concatenate([prediction.scores["accept"] for prediction in predictions])
    return scores, np.concatenate([prediction.weights for prediction in predictions]) > 0
