"""Train a blend: a first ranking without the sentence, then heads that see it, evaluated on held-out items.

Every stage scores an item by a forest that was trained without the item's fold; on these scores the next is trained, in
the same folds, and the last is judged. So no forest that scores an item was trained on its fold, and no memory that the
item is shown has the answers of its group. What the forest was trained on is one step nearer: the columns of the other
items come from rankings, and from memories, that may know the item. The model that is kept is trained on everything.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from stead.core.errors import UsageError
from stead.core.gold import GoldStandard
from stead.core.item import Item
from stead.core.progress import Progress, silent
from stead.systems.blend.candidates import PastAnswers
from stead.systems.blend.components import Components
from stead.systems.blend.cross_validation import Prediction, best_cutoff, figures_of
from stead.systems.blend.features import (
    RankedCandidates,
    Signal,
    add_signals,
    feature_names,
    later_ranking_columns,
    past_answer_columns,
    rerank,
    stages_of,
)
from stead.systems.blend.learning import ForestMixture, LearnedForest, calibrate, learn
from stead.systems.blend.trained_models import HEADS, BlendModel
from stead.systems.blend.training_data import BY, TrainingExample, examples_of, folds_of, groups_of, past_answers_of
from stead.systems.blend.trees import Forest
from stead.systems.blend.word_tables import Floats

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
            documents = groups_of([each.item for each in examples], "document")
            counts = {
                "items": len(examples),
                "lexelts": len({each.item.lexelt for each in examples}),
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
        "held_out": {by: figures_of(training.gold, each) for by, each in judged.items()},
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
    fold_of = folds_of(groups_of([each.item for each in examples], by), training.folds, training.seed)
    seen = [
        _RankedExample(each, RankedCandidates(each.candidates.words, each.candidates.features)) for each in examples
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
    return [seen[place] for place in chosen], fold_of[chosen]


def _rank_examples(
    training: Training, seen: list[_RankedExample], fold_of: Folds, what: str, *, first: bool
) -> tuple[list[_RankedExample], Forest]:
    """Rank the examples by forests that were learned without their fold; also return one learned from all."""
    depth = training.shortlist if first else None
    found: list[_RankedExample] = list(seen)
    for fold in range(training.folds):
        training.progress(what, fold / (training.folds + 1), 1)
        learned = _learn_ranking(training, [seen[place] for place in np.flatnonzero(fold_of != fold)], first=first)
        own = np.flatnonzero(fold_of == fold)
        for place, scores in zip(own, learned.scores([seen[place].ranked.rows for place in own]), strict=True):
            found[place] = replace(seen[place], ranked=rerank(seen[place].ranked, scores, depth))
    return found, _learn_ranking(training, seen, first=first).forest


def _learn_ranking(training: Training, seen: Sequence[_RankedExample], *, first: bool) -> LearnedForest:
    """Learn a ranking from all answers and, where there are many candidates, a sample of the others."""
    random = np.random.default_rng(training.seed)
    rows, weights = [], []
    for each in seen:
        own = each.weights
        if own.any():
            others = random.permutation(np.flatnonzero(own == 0))[: _NEGATIVES if first else None]
            chosen = np.concatenate([np.flatnonzero(own), others])
            rows.append(each.ranked.rows[chosen])
            weights.append(own[chosen])
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
    useful = [each for each in seen if each.ranked.words and (head == "accept" or each.weights.any())]
    rows, weights = [each.ranked.rows for each in useful], [each.weights for each in useful]
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
    found: dict[int, Prediction] = {}
    for fold in range(training.folds):
        training.progress("heads", fold / training.folds, 1)
        others = [seen[place] for place in np.flatnonzero(fold_of != fold)]
        own = np.flatnonzero(fold_of == fold)
        rows = [seen[place].ranked.rows for place in own]
        scores = {head: _head(training, head, others).scores(rows) for head in HEADS}
        for place, *by_head in zip(own, *scores.values(), strict=True):
            each = seen[place]
            item_scores = dict(zip(scores, by_head, strict=True))
            found[int(place)] = Prediction(each.example, each.ranked.words, item_scores, np.empty(0), 0)
    judged = [found[place] for place in range(len(seen))]
    for fold in range(training.folds):
        _settle(judged, fold_of, fold)
    return judged


def _settle(predictions: list[Prediction], fold_of: Folds, fold: int) -> None:
    """Set the probabilities of a fold by calibration on the others, and the cut-off that is best for those."""
    others = [predictions[place] for place in np.flatnonzero(fold_of != fold)]
    line = calibrate(*_acceptance(others))

    def probable(each: Prediction) -> Prediction:
        return replace(each, probabilities=line.probabilities(each.scores["accept"]))

    cutoff = best_cutoff([probable(each) for each in others])
    for place in np.flatnonzero(fold_of == fold):
        own = probable(predictions[place])
        predictions[place] = replace(own, kept=cutoff.number(own.probabilities[own.order("accept")]))


def _acceptance(predictions: Sequence[Prediction]) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """All acceptance scores, and whether anybody answered the word."""
    scores = np.concatenate([each.scores["accept"] for each in predictions])
    return scores, np.concatenate([each.weights for each in predictions]) > 0
