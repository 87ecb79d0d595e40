"""Trains a blend: a first ranking without the sentence, then heads that see it, each judged on what it has not seen.

The first stage scores every item by a forest that was trained without the item's fold; on these scores the second stage
is trained, in the same folds, and judged. The model that is kept is trained on everything.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from stead.systems.blend.examples import Example, Told, examples_of, memory_of
from stead.systems.blend.folds import BY, folds_of, groups_of
from stead.systems.blend.held_out import Judgement, best_stopping, figures_of
from stead.systems.blend.kit import Kit
from stead.systems.blend.learning import calibrate, learn
from stead.systems.blend.model import HEADS, BlendModel
from stead.systems.blend.rows import feature_names, shortlisted, with_signals
from stead.systems.blend.signals.base import Shortlist
from stead.systems.blend.tables import Floats
from stead.systems.blend.trees import Forest
from stead.task import GoldStandard, Item

_NEGATIVES = 50
"""How many candidates that nobody answered the first stage learns from, for each item."""
_BATCH = 64

Folds = npt.NDArray[np.int64]
Judged = Callable[[Sequence[Floats]], list[Floats]]


@dataclass(frozen=True)
class Training:
    """Items with what people answered, and how a blend is to be trained on them."""

    items: Sequence[Item]
    gold: GoldStandard
    kit: Kit
    shortlist: int = 80
    folds: int = 5
    seed: int = 1
    threads: int = 2
    by: Sequence[str] = BY
    told: Told = field(default=lambda *_: None)


@dataclass(frozen=True)
class Trained:
    """The model that is kept, and what its like said of documents and words that they had not seen."""

    model: BlendModel
    held_out: dict[str, list[Judgement]]


@dataclass(frozen=True)
class _Second:
    """What the second stage sees of an example."""

    example: Example
    words: list[str]
    rows: Floats

    @property
    def weights(self) -> Floats:
        return self.example.weights(self.words)


def train(training: Training, card: dict[str, object]) -> Trained:
    """Cross-validate by each kind of group, then learn from everything."""
    judged: dict[str, list[Judgement]] = {}
    for by in training.by:
        examples = examples_of(training.items, training.gold, training.kit.neighbours, by, training.told)
        seconds, fold_of = _seconds(training, examples, by)
        judged[by] = _judgements(training, seconds, fold_of)
        if by == training.by[0]:
            kept = examples, seconds
    examples, seconds = kept
    training.told("the model that is kept", 0.0)
    heads = {head: _head(training, head, seconds) for head in HEADS}
    calibration = calibrate(*_acceptance(judged[training.by[0]]))
    figures = {by: figures_of(training.gold, each) for by, each in judged.items()}
    full = {
        **card,
        "signals": list(training.kit.signal_names),
        "shortlist": training.shortlist,
        "features": list(feature_names(training.kit.signals)),
        "items": len(examples),
        "lexelts": len({each.item.lexelt for each in examples}),
        "documents": len({*groups_of([each.item for each in examples], "document")}),
        "folds": training.folds,
        "seed": training.seed,
        "held_out": figures,
        "importance": {head: _importance(training, forest) for head, forest in heads.items()},
    }
    first = _first(training, examples)
    stopping = best_stopping(judged[training.by[0]])
    return Trained(BlendModel(full, first, heads, calibration, stopping, memory_of(examples)), judged)


def _importance(training: Training, forest: Forest) -> dict[str, int]:
    """How often a forest asks for each feature, those that it asks most first."""
    names = feature_names(training.kit.signals)
    asked = np.bincount(forest.columns, minlength=len(names))
    return {names[number]: int(asked[number]) for number in np.argsort(-asked, kind="stable") if asked[number]}


def _seconds(training: Training, examples: list[Example], by: str) -> tuple[list[_Second], Folds]:
    """What the second stage sees, by first rankings that were trained without the fold of each example."""
    fold_of = folds_of(groups_of([each.item for each in examples], by), training.folds, training.seed)
    short: dict[int, tuple[list[str], Floats]] = {}
    for fold in range(training.folds):
        training.told(f"first ranking by {by}", fold / training.folds)
        forest = _first(training, [each for each, own in zip(examples, fold_of, strict=True) if own != fold])
        for place in np.flatnonzero(fold_of == fold):
            near = examples[place].near
            short[int(place)] = shortlisted(near, forest.scores(near.features), training.shortlist)
    found: list[_Second] = []
    for start in range(0, len(examples), _BATCH):
        training.told(f"signals by {by}", start / len(examples))
        part = range(start, min(start + _BATCH, len(examples)))
        lists = [Shortlist(examples[place].slot, short[place][0]) for place in part]
        rows = with_signals([short[place][1] for place in part], lists, training.kit.signals)
        found += [_Second(examples[place], short[place][0], own) for place, own in zip(part, rows, strict=True)]
    return found, fold_of


def _first(training: Training, examples: list[Example]) -> Forest:
    """Learned from all that people answered and some of what they did not."""
    random = np.random.default_rng(training.seed)
    rows, weights = [], []
    for each in examples:
        own = each.weights(each.near.words)
        if own.any():
            others = random.permutation(np.flatnonzero(own == 0))[:_NEGATIVES]
            chosen = np.concatenate([np.flatnonzero(own), others])
            rows.append(each.near.features[chosen])
            weights.append(own[chosen])
    return learn("first", rows, weights, training.seed, training.threads)


def _head(training: Training, head: str, seconds: Sequence[_Second]) -> Forest:
    """Rankings learn from items where somebody's answer is in the list; acceptance also from the others."""
    useful = [each for each in seconds if each.words and (head == "accept" or each.weights.any())]
    rows, weights = [each.rows for each in useful], [each.weights for each in useful]
    return learn(head, rows, weights, training.seed, training.threads)


def _judgements(training: Training, seconds: list[_Second], fold_of: Folds) -> list[Judgement]:
    """Scores of each fold by forests that learned from the others; probabilities and where to stop too."""
    found: dict[int, Judgement] = {}
    for fold in range(training.folds):
        training.told("heads", fold / training.folds)
        others = [seconds[place] for place in np.flatnonzero(fold_of != fold)]
        forests = {head: _head(training, head, others) for head in HEADS}
        for place in np.flatnonzero(fold_of == fold):
            each = seconds[place]
            scores = {head: forest.scores(each.rows) for head, forest in forests.items()}
            found[int(place)] = Judgement(each.example, each.words, scores, np.empty(0), 0)
    ordered = [found[place] for place in range(len(seconds))]
    for fold in range(training.folds):
        _settle(ordered, fold_of, fold)
    return ordered


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
