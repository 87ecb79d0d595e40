"""Training data of a blend: examples with candidates as in an unseen document, groups and folds, shared documents."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput, UsageError
from stead.core.item import Item, lemma_of
from stead.core.progress import Progress
from stead.core.substitutes import GoldStandard
from stead.systems.blend.candidates import Candidates, PastAnswers, tidy
from stead.systems.blend.components import Components
from stead.systems.blend.word_tables import Floats
from stead.systems.context import TargetContext
from stead.words import words_of

NEW_DOCUMENT, NEW_WORD = "document", "document and word"
"""What was left out of the training of the forests, and of the memory, that answer an item."""
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


def answered_items(items: Sequence[Item], gold: GoldStandard) -> list[tuple[Item, dict[str, float]]]:
    """The items that somebody answered, with the answers; at least one."""
    known = gold_answers(items, gold)
    if not known:
        raise BadInput("items and gold have nothing in common; are they of the same data set?")
    return known


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


@dataclass(frozen=True)
class Folds:
    """Two folds of each item: that of its document and that of its word.

    The forests of a fold learn from the items that have it neither for their document nor for their word, and score
    those whose document is in it. So an item for which both folds are the same, one in as many as there are folds, is
    scored by forests that know neither its document nor its word. All others are of another document only.
    """

    of_document: npt.NDArray[np.int64]
    of_word: npt.NDArray[np.int64]

    @classmethod
    def of(cls, items: Sequence[Item], folds: int, seed: int) -> "Folds":
        """Divide documents, and words, into folds."""
        documents = folds_of(documents_of(items), folds, seed)
        return cls(documents, folds_of(bunches_of(items), min(folds, _BUNCHES), seed))

    def learned_from(self, fold: int) -> npt.NDArray[np.int64]:
        """The indices of the items that the forests of a fold learn from."""
        return np.flatnonzero((self.of_document != fold) & (self.of_word != fold))

    def scored_by(self, fold: int) -> npt.NDArray[np.int64]:
        """The indices of the items that the forests of a fold score."""
        return np.flatnonzero(self.of_document == fold)

    @property
    def new_words(self) -> npt.NDArray[np.bool_]:
        """Whether the word of each item is left out too, and not only its document."""
        return np.asarray(self.of_document == self.of_word)

    def only(self, chosen: npt.NDArray[np.int64]) -> "Folds":
        """The folds of some of the items."""
        return Folds(self.of_document[chosen], self.of_word[chosen])


def examples_of(
    known: Sequence[tuple[Item, dict[str, float]]], components: Components, folds: Folds, progress: Progress
) -> list[TrainingExample]:
    """Make examples of items with answers; the memory of each lacks its document and, if that is left out, its word."""
    contexts, golds = [TargetContext(item) for item, _ in known], [answers for _, answers in known]
    items = [item for item, _ in known]
    bunches = [bunch if new else "" for bunch, new in zip(bunches_of(items), folds.new_words, strict=True)]
    groups = list(zip(documents_of(items), bunches, strict=True))
    memories = _memories(contexts, golds, groups) if components.uses_past_answers else {}
    near: dict[tuple[object, ...], Candidates] = {}
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


def _memories(
    contexts: Sequence[TargetContext], golds: Sequence[dict[str, float]], groups: Sequence[tuple[str, str]]
) -> dict[tuple[str, str], PastAnswers]:
    """For each document and bunch of words, the answers in all other documents to all other words."""
    targets = [".".join(context.target) for context in contexts]
    whole = PastAnswers.of(zip(targets, golds, strict=True))
    documents = documents_of([context.item for context in contexts])
    bunches = bunches_of([context.item for context in contexts])
    memories = {}
    for document, bunch in dict.fromkeys(groups):
        hidden = [
            number
            for number, (other_document, other_bunch) in enumerate(zip(documents, bunches, strict=True))
            if document == other_document or bunch == other_bunch
        ]
        memories[document, bunch] = whole.without(PastAnswers.of((targets[number], golds[number]) for number in hidden))
    return memories


def documents_of(items: Sequence[Item]) -> list[str]:
    """The document of each item; a sentence of no document is one by itself."""
    return [item.document or item.text for item in items]


def bunches_of(items: Sequence[Item]) -> list[str]:
    """The bunch of each item's word: words, whatever their part of speech, are divided into bunches."""
    lemmas = [lemma_of(item.lexelt).lower() for item in items]
    return [str(blake2b(lemma.encode(), digest_size=4).digest()[0] % _BUNCHES) for lemma in lemmas]


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
    texts = {(item.text, group) for item, group in zip(items, documents_of(items), strict=True)}
    return {group for text, group in texts if any(gram in theirs for gram in _grams(text))}


def without_documents(items: Sequence[Item], documents: set[str]) -> list[Item]:
    """The items of all other documents."""
    groups = documents_of(items)
    return [item for item, group in zip(items, groups, strict=True) if group not in documents]


def _grams(text: str) -> Iterator[tuple[str, ...]]:
    """The 8-grams of a text, without spaces and punctuation; of a shorter text, all its words."""
    words = [word.lower() for word in words_of(text)]
    for start in range(max(1, len(words) - _WORDS + 1) if words else 0):
        yield tuple(words[start : start + _WORDS])
