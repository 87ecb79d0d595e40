"""Trains a blend: a first ranking without the sentence, then heads that see it, each judged on what it has not seen.

Items are divided into folds by document or by word. What is known of an item from other people's answers (`memory`)
never comes from its own document. The first stage scores every item by a forest that was trained without the item's
fold; on these scores the second stage is trained, in the same folds, and judged. The model that is kept is trained on
everything.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from stead.measures import parse_measure
from stead.scoring import Request, evaluate
from stead.systems.blend.folds import folds_of, groups_of
from stead.systems.blend.kit import Kit
from stead.systems.blend.learning import calibrate, learn
from stead.systems.blend.memory import Memory
from stead.systems.blend.model import HEADS, BlendModel, Calibration
from stead.systems.blend.neighbourhood import Neighbourhood
from stead.systems.blend.rows import shortlisted, with_signals
from stead.systems.blend.signals.base import Shortlist
from stead.systems.blend.slot import Slot
from stead.systems.blend.tables import Floats
from stead.systems.blend.trees import Forest
from stead.task import BadInput, GoldStandard, Item, Run, RunRow, Source

_NEGATIVES = 60
"""How many candidates that nobody answered the first stage learns from, for each item."""

Folds = npt.NDArray[np.int64]
Told = Callable[[str, float], None]


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
    told: Told = field(default=lambda *_: None)


@dataclass(frozen=True)
class Example:
    """An item, its candidates as they are known without its document, and the weight of each in the gold."""

    item: Item
    slot: Slot
    near: Neighbourhood
    weights: Floats


@dataclass(frozen=True)
class HeldOut:
    """What models said of the items that they were not trained on."""

    items: list[Item]
    words: list[list[str]]
    scores: dict[str, list[Floats]]
    weights: list[Floats]
    probabilities: list[Floats]
    cuts: list[float]

    def runs(self) -> dict[str, Run]:
        """Answers for each task: one, ten, all that are good enough."""
        return {
            "best": self._run("best", lambda words, _, __: words[:1]),
            "oot": self._run("oot", lambda words, _, __: words[:10]),
            "coverage": self._run("accept", _good_enough),
        }

    def _run(self, head: str, kept: Callable[[list[str], Floats, float], list[str]]) -> Run:
        rows = []
        for place, item in enumerate(self.items):
            order = np.argsort(-self.scores[head][place], kind="stable")
            words = [self.words[place][number] for number in order]
            answers = kept(words, self.probabilities[place][order], self.cuts[place])
            rows.append(RunRow(item.lexelt, item.id, answers))
        return Run.of(rows, Source(head, ""))


def _good_enough(words: list[str], probabilities: Floats, cut: float) -> list[str]:
    return [word for word, probability in zip(words, probabilities, strict=True) if probability >= cut]


def examples_of(training: Training, by: str) -> list[Example]:
    """The items that have a gold, with their candidates; what is answered in an item's own group is not known."""
    answers = {(row.lexelt, row.id): dict(row.weights) for row in training.gold}
    items = [item for item in training.items if (item.lexelt, item.id) in answers]
    if not items:
        raise BadInput("items and gold have nothing in common; are they of the same data set?")
    groups = groups_of(items, by)
    slots = [Slot(item) for item in items]
    golds = [{term.lower(): weight for term, weight in answers[item.lexelt, item.id].items()} for item in items]
    memories = {
        group: Memory.of(
            (".".join(slot.target), gold)
            for slot, gold, other in zip(slots, golds, groups, strict=True)
            if other != group
        )
        for group in dict.fromkeys(groups)
    }
    found, seen = [], dict[tuple[str, ...], Neighbourhood]()
    for place, (item, slot, gold, group) in enumerate(zip(items, slots, golds, groups, strict=True)):
        key = (*slot.target, group)
        if key not in seen:
            training.told("candidates", place / len(items))
            seen[key] = training.kit.neighbours.of(*slot.target, memories[group])
        weights = np.array([gold.get(word, 0.0) for word in seen[key].words], np.float32)
        found.append(Example(item, slot, seen[key], weights))
    return found


def train(training: Training) -> tuple[BlendModel, HeldOut]:
    """The model that is kept, and what its like say of documents that they have not seen."""
    examples = examples_of(training, "document")
    held_out, firsts, rows = _cross_validated(training, examples, "document")
    weights = held_out.weights
    heads = {head: _head(training, head, rows, weights) for head in HEADS}
    scores, accepted = np.concatenate(held_out.scores["accept"]), np.concatenate(weights) > 0
    calibration = calibrate(scores, accepted)
    memory = Memory.of((".".join(each.slot.target), dict(zip(each.near.words, each.weights.tolist(), strict=True)))
                       for each in examples)
    cut = _best_cut(training.gold, held_out, np.ones(len(examples), bool))
    return BlendModel({}, firsts, heads, calibration, cut, memory), held_out


def _cross_validated(
    training: Training, examples: list[Example], by: str
) -> tuple[HeldOut, Forest, list[Floats]]:
    fold_of = folds_of(groups_of([each.item for each in examples], by), training.folds, training.seed)
    first_scores: list[Floats] = [np.empty(0, np.float32)] * len(examples)
    for fold in range(training.folds):
        training.told(f"first ranking, without fold {fold + 1}", fold / training.folds)
        forest = _first(training, [each for each, own in zip(examples, fold_of, strict=True) if own != fold])
        for place in np.flatnonzero(fold_of == fold):
            first_scores[place] = forest.scores(examples[place].near.features).astype(np.float32)
    short = [
        shortlisted(each.near, scores, training.shortlist) for each, scores in zip(examples, first_scores, strict=True)
    ]
    lists = [Shortlist(each.slot, words) for each, (words, _) in zip(examples, short, strict=True)]
    rows = _in_context(training, [rows for _, rows in short], lists)
    weights = [_weights_of(each, words) for each, (words, _) in zip(examples, short, strict=True)]
    held_out = _judged(training, [each.item for each in examples], lists, rows, weights, fold_of)
    return held_out, _first(training, examples), rows


def _in_context(training: Training, rows: list[Floats], lists: list[Shortlist], batch: int = 64) -> list[Floats]:
    found: list[Floats] = []
    for start in range(0, len(rows), batch):
        training.told("signals", start / len(rows))
        part = slice(start, start + batch)
        found += with_signals(rows[part], lists[part], training.kit.signals)
    return found


def _weights_of(example: Example, words: list[str]) -> Floats:
    own = dict(zip(example.near.words, example.weights.tolist(), strict=True))
    return np.array([own[word] for word in words], np.float32)


def _first(training: Training, examples: list[Example]) -> Forest:
    """Learned from all that people answered and some of what they did not."""
    random = np.random.default_rng(training.seed)
    rows, weights = [], []
    for each in examples:
        answered = np.flatnonzero(each.weights > 0)
        if len(answered):
            others = random.permutation(np.flatnonzero(each.weights == 0))[:_NEGATIVES]
            chosen = np.concatenate([answered, others])
            rows.append(each.near.features[chosen])
            weights.append(each.weights[chosen])
    return learn("first", rows, weights, training.seed, training.threads)


def _head(training: Training, head: str, rows: Sequence[Floats], weights: Sequence[Floats]) -> Forest:
    """Rankings learn from items where somebody's answer is in the list; acceptance also from the others."""
    useful = [place for place, own in enumerate(weights) if len(own) and (head == "accept" or own.any())]
    return learn(
        head, [rows[place] for place in useful], [weights[place] for place in useful], training.seed, training.threads
    )


def _judged(
    training: Training,
    items: list[Item],
    lists: list[Shortlist],
    rows: list[Floats],
    weights: list[Floats],
    fold_of: Folds,
) -> HeldOut:
    """Scores, probabilities and cut-offs for each fold from the other ones."""
    empty = np.empty(0, np.float32)
    scores = {head: [empty] * len(items) for head in HEADS}
    for fold in range(training.folds):
        training.told(f"heads, without fold {fold + 1}", fold / training.folds)
        others = np.flatnonzero(fold_of != fold)
        for head in HEADS:
            forest = _head(training, head, [rows[place] for place in others], [weights[place] for place in others])
            for place in np.flatnonzero(fold_of == fold):
                scores[head][place] = forest.scores(rows[place]).astype(np.float32)
    words = [list(each.words) for each in lists]
    held_out = HeldOut(items, words, scores, weights, [empty] * len(items), [0.0] * len(items))
    for fold in range(training.folds):
        _calibrate_fold(training, held_out, fold_of, fold)
    return held_out


def _calibrate_fold(training: Training, held_out: HeldOut, fold_of: Folds, fold: int) -> None:
    """Probabilities from the scores of the other folds; then the cut-off that is best for them."""
    others, own = np.flatnonzero(fold_of != fold), np.flatnonzero(fold_of == fold)
    scores = held_out.scores["accept"]
    line = calibrate(
        np.concatenate([scores[place] for place in others]),
        np.concatenate([held_out.weights[place] for place in others]) > 0,
    )
    there = _with_probabilities(held_out, line)
    cut = _best_cut(training.gold, there, fold_of != fold)
    for place in own:
        held_out.probabilities[place] = there.probabilities[place]
        held_out.cuts[place] = cut


def _with_probabilities(held_out: HeldOut, line: Calibration) -> HeldOut:
    probabilities = [line.probabilities(own) for own in held_out.scores["accept"]]
    return HeldOut(held_out.items, held_out.words, held_out.scores, held_out.weights, probabilities, held_out.cuts)  # type: ignore[arg-type]


def _best_cut(gold: GoldStandard, held_out: HeldOut, chosen: npt.NDArray[np.bool_]) -> float:
    """The probability from which on answers give the highest coverage F (k = 1)."""
    answers = {(row.lexelt, row.id): sum(weight for _, weight in row.weights) for row in gold}
    totals = np.array([answers[item.lexelt, item.id] for item in held_out.items])
    values = []
    cuts = np.arange(0.02, 0.6, 0.01)
    for cut in cuts:
        precision, recall = [], []
        for place in np.flatnonzero(chosen):
            kept = held_out.weights[place][held_out.probabilities[place] >= cut]
            good, bad = float(kept.sum()), int((kept == 0).sum())
            precision.append(good / (good + bad) if len(kept) else 0.0)
            recall.append(good / totals[place])
        p, r = float(np.mean(precision)), float(np.mean(recall))
        values.append(2 * p * r / (p + r) if p + r else 0.0)
    return float(cuts[int(np.argmax(values))])
