"""The sentence around a target: what stands in it, and what it is with a candidate in the target's place."""

from collections.abc import Sequence

from stead.core.item import Item
from stead.counts.count_settings import BEGIN, END
from stead.systems.language_models import LanguageModel, Window
from stead.words import ReplacedTarget, replace_target, split_sentences, tokenise


def sentence_bounds(text: str, start: int, end: int, language: str) -> tuple[int, int]:
    """Where the sentence of a place in a text begins and ends."""
    for sentence in split_sentences(text, language):
        if sentence.start <= start < sentence.end:
            return sentence.start, max(sentence.end, end)
    return 0, len(text)


def words_around(item: Item) -> list[str]:
    """The words of the target's sentence without the target, in small letters, in order."""
    first, last = sentence_bounds(item.text, item.start, item.end, item.language)
    return [
        token.text.lower()
        for token in tokenise(item.text, item.language)
        if token.is_word and first <= token.start < last and (token.end <= item.start or token.start >= item.end)
    ]


def windows(item: Item, candidates: Sequence[str], model: LanguageModel) -> list[Window]:
    """What the model sees of the sentence with each candidate, inflected, in the target's place."""
    return [_window(replace_target(item, candidate), item.language, model) for candidate in candidates]


def _window(replaced: ReplacedTarget, language: str, model: LanguageModel) -> Window:
    text, reach = replaced.text, model.order - 1
    first, last = sentence_bounds(text, replaced.start, replaced.end, language)
    left = [BEGIN, *model.words(text[first : replaced.start])][-reach:] if reach else []
    right = [*model.words(text[replaced.end : last]), END][:reach]
    return Window([*left, *model.words(text[replaced.start : replaced.end]), *right], len(left))
