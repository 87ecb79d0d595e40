"""Trains a blend: a first ranking without the sentence, then heads that see it, judged on items left out.

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
from stead.systems.blend.components import Kit
from stead.systems.blend.cross_validation import Judgement, best_stopping, figures_of
from stead.systems.blend.features import (
    Ranked,
    columns_of_later_rankings,
    columns_of_memory,
    feature_names,
    ordered,
    stages_of,
    with_signals,
)
from stead.systems.blend.learning import Learned, Mixture, calibrate, learn
from stead.systems.blend.past_answers import Memory
from stead.systems.blend.signals import Signal
from stead.systems.blend.trained_model import HEADS, BlendModel
from stead.systems.blend.training_data import BY, Example, examples_of, folds_of, groups_of, memory_of
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
    """Items with what people answered, and how a blend is to be trained on them."""

    items: Sequence[Item]
    gold: GoldStandard
    kit: Kit
    shortlist: int = 80
    folds: int = 5
    seed: int = 1
    threads: int = 2
    sample: int = 0
    """How many items are shown to signals behind the first stage, which cost more; 0: all."""
    by: Sequence[str] = BY
    progress: Progress = silent


@dataclass(frozen=True)
class Trained:
    """The model that is kept, and what its like said of documents and words that they had not seen."""

    model: BlendModel
    held_out: dict[str, list[Judgement]]


@dataclass(frozen=True)
class _Seen:
    """What forests see of an example."""

    example: Example
    ranked: Ranked

    @property
    def weights(self) -> Floats:
        return self.example.weights(self.ranked.words)


@dataclass(frozen=True)
class _Stages:
    """What the heads see, in which folds, and the rankings before each stage of signals, learned from everything."""

    seen: list[_Seen]
    fold_of: Folds
    rankings: list[Forest]


def train(training: Training, card: dict[str, object]) -> Trained:
    """Cross-validate by each kind of group, then learn from everything."""
    judged: dict[str, list[Judgement]] = {}
    kept: _Stages | None = None
    for by in training.by:
        examples = examples_of(training.items, training.gold, training.kit, by, training.progress)
        stages = _stages(training, examples, by)
        judged[by] = _judgements(training, stages)
        if kept is None:
            kept, memory = stages, memory_of(examples) if training.kit.remembers else Memory()
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
        "tables": training.kit.kind,
        "signals": list(training.kit.signal_names),
        "shortlist": training.shortlist,
        "features": list(feature_names(training.kit.signals)),
        **counts,
        "items of the last stage": len(kept.seen),
        "folds": training.folds,
        "seed": training.seed,
        "held_out": {by: figures_of(training.gold, each) for by, each in judged.items()},
        "importance": {head: _importance(training, forest) for head, forest in heads.items()},
    }
    stopping = best_stopping(judged[training.by[0]])
    return Trained(
        BlendModel(
            card=full, rankings=kept.rankings, heads=heads, calibration=calibration, stopping=stopping, memory=memory
        ),
        judged,
    )


def _importance(training: Training, forest: Forest) -> dict[str, int]:
    """How often a forest asks for each feature, those that it asks most first."""
    names = feature_names(training.kit.signals)
    asked = np.bincount(forest.columns, minlength=len(names))
    return {names[number]: int(asked[number]) for number in np.argsort(-asked, kind="stable") if asked[number]}


def _stages(training: Training, examples: list[Example], by: str) -> _Stages:
    """Every example ranked, stage by stage, by forests that were learned without its fold."""
    fold_of = folds_of(groups_of([each.item for each in examples], by), training.folds, training.seed)
    seen = [_Seen(each, Ranked(each.near.words, each.near.features)) for each in examples]
    rankings: list[Forest] = []
    for number, stage in enumerate(stages_of(training.kit.signals)):
        seen, forest = _ranked(training, seen, fold_of, f"ranking {number + 1} by {by}", first=not number)
        rankings.append(forest)
        if training.sample and number == 1:
            seen, fold_of = _sampled(training, seen, fold_of)
        seen = _signalled(training, seen, stage, by)
    return _Stages(seen, fold_of, rankings)


def _sampled(training: Training, seen: list[_Seen], fold_of: Folds) -> tuple[list[_Seen], Folds]:
    """Some examples, chosen by the seed."""
    chosen = np.sort(np.random.default_rng(training.seed).permutation(len(seen))[: training.sample])
    return [seen[place] for place in chosen], fold_of[chosen]


def _ranked(
    training: Training, seen: list[_Seen], fold_of: Folds, what: str, *, first: bool
) -> tuple[list[_Seen], Forest]:
    """The examples in the order of forests that were learned without their fold, and one learned from all."""
    depth = training.shortlist if first else None
    found: list[_Seen] = list(seen)
    for fold in range(training.folds):
        training.progress(what, fold / (training.folds + 1), 1)
        learned = _ranking(training, [seen[place] for place in np.flatnonzero(fold_of != fold)], first=first)
        own = np.flatnonzero(fold_of == fold)
        for place, scores in zip(own, learned.scores([seen[place].ranked.rows for place in own]), strict=True):
            found[place] = replace(seen[place], ranked=ordered(seen[place].ranked, scores, depth))
    return found, _ranking(training, seen, first=first).forest


def _ranking(training: Training, seen: Sequence[_Seen], *, first: bool) -> Learned:
    """Learned from all that people answered and, where candidates are many, some of what they did not."""
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


def _signalled(training: Training, seen: list[_Seen], stage: Sequence[Signal], by: str) -> list[_Seen]:
    """The rows with what the signals of a stage say, some items at a time."""
    found: list[_Seen] = []
    for start in range(0, len(seen), _BATCH):
        training.progress(f"{', '.join(signal.name for signal in stage)} by {by}", start / len(seen), 1)
        part = seen[start : start + _BATCH]
        told = with_signals([each.example.slot for each in part], [each.ranked for each in part], stage)
        found += [replace(each, ranked=own) for each, own in zip(part, told, strict=True)]
    return found


def _head(training: Training, head: str, seen: Sequence[_Seen]) -> Mixture:
    """Rankings learn from items where somebody's answer is in the list; acceptance also from the others.

    What people have answered before tells much of the same data and less of any other: a part of each head does
    without. No part sees the rankings behind the first, which have seen the same sentences.
    """
    useful = [each for each in seen if each.ranked.words and (head == "accept" or each.weights.any())]
    rows, weights = [each.ranked.rows for each in useful], [each.weights for each in useful]
    signals = training.kit.signals
    parts = {
        1 - _WITHOUT_MEMORY: columns_of_later_rankings(signals),
        _WITHOUT_MEMORY: columns_of_memory(signals),
    }
    return Mixture(
        [
            (share, learn(head, rows, weights, training.seed, training.threads, hidden=hidden))
            for share, hidden in parts.items()
        ]
    )


def _judgements(training: Training, stages: _Stages) -> list[Judgement]:
    """Scores of each fold by forests that learned from the others; probabilities and where to stop too."""
    seen, fold_of = stages.seen, stages.fold_of
    found: dict[int, Judgement] = {}
    for fold in range(training.folds):
        training.progress("heads", fold / training.folds, 1)
        others = [seen[place] for place in np.flatnonzero(fold_of != fold)]
        own = np.flatnonzero(fold_of == fold)
        rows = [seen[place].ranked.rows for place in own]
        scores = {head: _head(training, head, others).scores(rows) for head in HEADS}
        for place, *by_head in zip(own, *scores.values(), strict=True):
            each = seen[place]
            told = dict(zip(scores, by_head, strict=True))
            found[int(place)] = Judgement(each.example, each.ranked.words, told, np.empty(0), 0)
    judged = [found[place] for place in range(len(seen))]
    for fold in range(training.folds):
        _settle(judged, fold_of, fold)
    return judged


def _settle(judgements: list[Judgement], fold_of: Folds, fold: int) -> None:
    """The probabilities of a fold by the scores of the others, and the rule for stopping that is best for those."""
    others = [judgements[place] for place in np.flatnonzero(fold_of != fold)]
    line = calibrate(*_acceptance(others))

    def probable(each: Judgement) -> Judgement:
        return replace(each, probabilities=line.probabilities(each.scores["accept"]))

    stopping = best_stopping([probable(each) for each in others])
    for place in np.flatnonzero(fold_of == fold):
        own = probable(judgements[place])
        judgements[place] = replace(own, kept=stopping.number(own.probabilities[own.order("accept")]))


def _acceptance(judgements: Sequence[Judgement]) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """All scores, and whether anybody answered the word."""
    scores = np.concatenate([each.scores["accept"] for each in judgements])
    return scores, np.concatenate([each.weights for each in judgements]) > 0
