"""The sentence around a target: what stands in it, and what it is with a candidate in the target's place."""

from stead.core.item import Item
from stead.words import split_sentences, tokenise


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
