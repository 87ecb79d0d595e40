"""Whether what a model is judged on was seen in training: sentences that share eight words in a row."""

from collections.abc import Iterable, Iterator, Sequence

from stead.core.item import Item
from stead.systems.blend.folds import groups_of
from stead.words import words_of

_WORDS = 8


def shared_documents(items: Sequence[Item], others: Iterable[Item]) -> set[str]:
    """The documents of items that share eight words in a row with any of the others."""
    theirs = {gram for text in {item.text for item in others} for gram in _grams(text)}
    own = {(item.text, group) for item, group in zip(items, groups_of(items, "document"), strict=True)}
    return {group for text, group in own if any(gram in theirs for gram in _grams(text))}


def without_documents(items: Sequence[Item], documents: set[str]) -> list[Item]:
    """The items of all other documents."""
    groups = groups_of(items, "document")
    return [item for item, group in zip(items, groups, strict=True) if group not in documents]


def _grams(text: str) -> Iterator[tuple[str, ...]]:
    """Sequences of eight words, whatever the spaces and signs between them; of a shorter text, all its words."""
    words = [word.lower() for word in words_of(text)]
    for start in range(max(1, len(words) - _WORDS + 1) if words else 0):
        yield tuple(words[start : start + _WORDS])
