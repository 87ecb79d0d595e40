"""Training data of a blend: examples with candidates as in an unseen document, groups and folds, shared documents."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.core.progress import Progress
from stead.core.substitutes import GoldStandard
from stead.systems.blend.candidates import Candidates, PastAnswers, tidy
from stead.systems.blend.components import Components
from stead.systems.blend.word_tables import Floats
from stead.systems.context import TargetContext
from stead.words import words_of

BY = ("document", "lexelt")
_BUNCHES = 20
_WORDS = 8


@dataclass(frozen=True)
class TrainingExample:
    """An item, its gold answers, its candidates with features from others' answers, and the weight of each."""

    context: TargetContext
    gold: dict[str, float]
    candidates: Candidates

    @property
    def item(self) -> Item:
        """The item."""
        return self.context.item

    def weights(self, words: Sequence[str]) -> Floats:
        """The gold weight of each word."""
        return np.array([self.gold.get(word, 0.0) for word in words], np.float32)


def gold_answers(items: Sequence[Item], gold: GoldStandard) -> list[tuple[Item, dict[str, float]]]:
    """The items that somebody answered, with the answers; those that are tidied to the same word are added up."""
    answers: dict[tuple[str, str], dict[str, float]] = {}
    for row in gold:
        weights = answers[row.lexelt, row.id] = defaultdict(float)
        for term, weight in row.weights:
            if weight > 0:
                weights[tidy(term)] += weight
    answered = ((item, answers.get((item.lexelt, item.id))) for item in items)
    return [(item, dict(item_answers)) for item, item_answers in answered if item_answers]


def examples_of(
    items: Sequence[Item], gold: GoldStandard, components: Components, by: str, progress: Progress
) -> list[TrainingExample]:
    """Make examples of the items with a gold; answers from its own group (document or word) are hidden from each."""
    known = gold_answers(items, gold)
    if not known:
        raise BadInput("items and gold have nothing in common; are they of the same data set?")
    contexts, golds = [TargetContext(item) for item, _ in known], [answers for _, answers in known]
    groups = groups_of([item for item, _ in known], by)
    memories = _past_answers_by_group(contexts, golds, groups) if components.uses_past_answers else {}
    near: dict[tuple[str, ...], Candidates] = {}
    examples = []
    for number, (context, answers, group) in enumerate(zip(contexts, golds, groups, strict=True)):
        key = (*context.target, group)
        if key not in near:
            progress("candidates", number / len(known), 1)
            near[key] = components.finder.of(*context.target, memories.get(group, PastAnswers()))
        examples.append(TrainingExample(context, answers, near[key]))
    return examples


def past_answers_of(examples: Sequence[TrainingExample]) -> PastAnswers:
    """Collect the answers to all items."""
    return PastAnswers.of((".".join(example.context.target), example.gold) for example in examples)


def _past_answers_by_group(
    contexts: Sequence[TargetContext], golds: Sequence[dict[str, float]], groups: Sequence[str]
) -> dict[str, PastAnswers]:
    """For each group, the answers in all other groups."""
    whole = PastAnswers.of((".".join(context.target), gold) for context, gold in zip(contexts, golds, strict=True))
    by_group: dict[str, list[tuple[str, dict[str, float]]]] = {}
    for context, gold, group in zip(contexts, golds, groups, strict=True):
        by_group.setdefault(group, []).append((".".join(context.target), gold))
    return {group: whole.without(PastAnswers.of(answers)) for group, answers in by_group.items()}


def groups_of(items: Sequence[Item], by: str) -> list[str]:
    """The group of each item; a sentence of no document is one by itself, and words are grouped in bunches."""
    if by == "lexelt":
        return [str(blake2b(item.lexelt.encode(), digest_size=4).digest()[0] % _BUNCHES) for item in items]
    return [item.document or item.text for item in items]


def folds_of(groups: Sequence[str], folds: int, seed: int) -> npt.NDArray[np.int64]:
    """The fold of each item: large groups first, each to the smallest fold; the seed decides between equals."""
    sizes = Counter(groups)
    if not 2 <= folds <= len(sizes):
        raise UsageError(
            f"folds: {folds} of {len(sizes)} groups; expected at least 2, and a group for each.", parameter="folds"
        )
    ordered = sorted(sizes, key=lambda group: (-sizes[group], blake2b(f"{seed}\0{group}".encode()).digest()))
    loads = [0] * folds
    fold_of: dict[str, int] = {}
    for group in ordered:
        fold_of[group] = loads.index(min(loads))
        loads[fold_of[group]] += sizes[group]
    return np.array([fold_of[group] for group in groups])


def shared_documents(items: Sequence[Item], others: Iterable[Item]) -> set[str]:
    """The documents of items that share eight words in a row with any of the others."""
    theirs = {gram for text in {item.text for item in others} for gram in _grams(text)}
    texts = {(item.text, group) for item, group in zip(items, groups_of(items, "document"), strict=True)}
    return {group for text, group in texts if any(gram in theirs for gram in _grams(text))}


def without_documents(items: Sequence[Item], documents: set[str]) -> list[Item]:
    """The items of all other documents."""
    groups = groups_of(items, "document")
    return [item for item, group in zip(items, groups, strict=True) if group not in documents]


def _grams(text: str) -> Iterator[tuple[str, ...]]:
    """The 8-grams of a text, without spaces and punctuation; of a shorter text, all its words."""
    words = [word.lower() for word in words_of(text)]
    for start in range(max(1, len(words) - _WORDS + 1) if words else 0):
        yield tuple(words[start : start + _WORDS])
