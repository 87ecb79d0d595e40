"""Learning a bi-encoder: listwise, over shortlists with the weights of the gold (Cao et al. 2007), with PyTorch.

The sentence encoder stays as it is, so that its vectors are computed once for all folds and epochs, and an epoch takes
seconds. Every item is scored by a bi-encoder that was learned without its fold.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

import numpy as np

from stead.core.extras import import_extra
from stead.core.item import Item
from stead.core.progress import Progress
from stead.systems.blend.signals import BiEncoderReading, BiEncoderSignal, Shortlist
from stead.systems.blend.training_cache import Arrays, TrainingCache
from stead.systems.blend.training_data import Folds
from stead.systems.blend.word_tables import Floats
from stead.systems.neural.biencoder import MATRICES, STORED, BiEncoder

EPOCHS = 3
_BATCH = 32
_RATE = 3e-4
_WARMING = 0.1
_LAST_RATE = 0.02
_DECAY = 0.01
_LONGEST_STEP = 1.0
_SCALE = 12.0
"""What a cosine is multiplied with at the start, so that differences of cosines are differences of log-odds."""
_NOWHERE = -1e9
_READ_AT_ONCE = 64


class RatedReading(NamedTuple):
    """The sentence and the candidates of an item, and the gold weight of each candidate."""

    reading: BiEncoderReading
    weights: Floats


def learn_biencoder(examples: Sequence[RatedReading], seed: int) -> BiEncoder:
    """Learn from the items of which at least one candidate is in the gold.

    In one thread: matrices are so small that threads would mostly wait for each other.
    """
    torch = import_extra("torch", "training a bi-encoder")
    threads_before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        with torch.random.fork_rng():
            torch.manual_seed(seed)
            return _learn(torch, [example for example in examples if example.weights.any()], seed)
    finally:
        torch.set_num_threads(threads_before)


def _learn(torch: Any, examples: Sequence[RatedReading], seed: int) -> BiEncoder:
    size = examples[0].reading.word.shape[0]
    start = {name: torch.zeros(size, size) for name in MATRICES} | {"bias": torch.zeros(size)}
    start["of_target"] = _SCALE * torch.eye(size)  # the cosine of the target in its sentence and the candidate
    weights = {name: torch.nn.Parameter(value) for name, value in start.items()}
    optimiser = torch.optim.AdamW(weights.values(), lr=_RATE * _SCALE, weight_decay=_DECAY)
    steps = EPOCHS * -(-len(examples) // _BATCH)
    warm = max(1, round(_WARMING * steps))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min((step + 1) / warm, max(_LAST_RATE, (steps - step) / max(1, steps - warm)))
    )
    for batch in _batches(examples, seed):
        loss = _loss(torch, weights, batch)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(weights.values(), _LONGEST_STEP)
        optimiser.step()
        schedule.step()
    return BiEncoder({name: value.detach().numpy() for name, value in weights.items()})


def _batches(examples: Sequence[RatedReading], seed: int) -> Iterator[list[RatedReading]]:
    """Every item once in an epoch, in random order."""
    random = np.random.default_rng(seed)
    for _ in range(EPOCHS):
        order = random.permutation(len(examples))
        for start in range(0, len(order), _BATCH):
            yield [examples[index] for index in order[start : start + _BATCH]]


def _loss(torch: Any, weights: dict[str, Any], batch: Sequence[RatedReading]) -> Any:
    """Cross entropy of the distribution over the shortlist and that of the gold weights."""
    target, sentence, word = (
        torch.from_numpy(np.stack([getattr(example.reading, side) for example in batch]))
        for side in ("target", "sentence", "word")
    )
    parts = target @ weights["of_target"] + sentence @ weights["of_sentence"] + word @ weights["of_word"]
    directions = parts + weights["bias"]
    longest = max(len(example.weights) for example in batch)
    candidates = np.zeros((len(batch), longest, word.shape[1]), np.float32)
    gold, there = np.zeros((len(batch), longest), np.float32), np.zeros((len(batch), longest), bool)
    for row, (reading, item_weights) in enumerate(batch):
        candidates[row, : len(item_weights)] = reading.candidates
        gold[row, : len(item_weights)] = item_weights / item_weights.sum()
        there[row, : len(item_weights)] = True
    logits = (torch.from_numpy(candidates) @ directions[:, :, None])[:, :, 0]
    logits = logits.masked_fill(~torch.from_numpy(there), _NOWHERE)
    return -(torch.from_numpy(gold) * torch.log_softmax(logits, 1)).sum(1).mean()


# ---------------------------------------------------------------------------------------------------------------- folds


@dataclass(frozen=True, kw_only=True)
class CrossFitting:
    """The settings of the training that the bi-encoder is part of; `model` names the signal with its encoder."""

    model: str
    folds: int
    seed: int
    cache: TrainingCache
    progress: Progress


@dataclass(frozen=True)
class KnownValues:
    """A signal whose values are known for each item of the training."""

    name: str
    features: tuple[str, ...]
    depth: int
    rows: Mapping[tuple[str, str], Floats]

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """The values of each item."""
        return [self.rows[_key(shortlist.context.item)] for shortlist in shortlists]


def _key(item: Item) -> tuple[str, str]:
    return item.lexelt, item.id


def cross_fit(
    signal: BiEncoderSignal,
    shortlists: Sequence[Shortlist],
    weights: Sequence[Floats],
    folds: Folds,
    settings: CrossFitting,
) -> tuple[BiEncoder, KnownValues]:
    """Learn a bi-encoder from all items, and score every item by one that was learned without its fold."""
    weights = [of_item[: signal.depth] for of_item in weights]
    asked = [(shortlist.context.item, shortlist.words[: signal.depth]) for shortlist in shortlists]

    @cache
    def rated() -> list[RatedReading]:
        readings: list[BiEncoderReading] = []
        for start in range(0, len(shortlists), _READ_AT_ONCE):
            settings.progress(f"{signal.name}, reading", start / len(shortlists), 1)
            readings += signal.read(shortlists[start : start + _READ_AT_ONCE])
        return [RatedReading(*parts) for parts in zip(readings, weights, strict=True)]

    def learn_and_score(fold: int) -> Arrays:
        """The stored weights of a bi-encoder without a fold, or of all items, and the rows of the items it scores."""
        examples = rated()
        settings.progress(f"{signal.name}, learning", fold / (settings.folds + 1), 1)
        chosen = range(len(examples)) if fold == settings.folds else folds.learned_from(fold)
        learned = learn_biencoder([examples[index] for index in chosen], settings.seed).arrays()
        stored = signal.with_weights(BiEncoder.of_arrays(learned))
        return [*learned.values(), *(stored.rows(examples[index].reading) for index in folds.scored_by(fold))]

    inputs = [[settings.model], asked, *weights, folds.of_document, folds.of_word]
    rows: dict[tuple[str, str], Floats] = {}
    for fold in range(settings.folds):
        known = settings.cache.get(signal.name, [EPOCHS, fold, *inputs], partial(learn_and_score, fold))
        for index, item_rows in zip(folds.scored_by(fold), known[len(STORED) :], strict=True):
            rows[_key(shortlists[index].context.item)] = item_rows
    everything = settings.folds  # the fold that no item is in
    of_all = settings.cache.get(signal.name, [EPOCHS, everything, *inputs], partial(learn_and_score, everything))
    learned = BiEncoder.of_arrays(dict(zip(STORED, of_all, strict=True)))
    return learned, KnownValues(signal.name, signal.features, signal.depth, rows)
