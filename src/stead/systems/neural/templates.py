"""How a tokenizer frames one text, or two: learned from what it does to a word, so that it holds for any tokenizer."""

from collections.abc import Sequence
from typing import Any, NamedTuple


class Row(NamedTuple):
    """What goes into a model."""

    ids: tuple[int, ...]
    types: tuple[int, ...]
    """Which of two texts a token belongs to, for models that want to be told."""


class Template:
    """The special tokens before, between and behind texts."""

    def __init__(self, tokenizer: Any, texts: int) -> None:
        found = tokenizer(*["a"] * texts, return_token_type_ids=True)
        belongs = found.sequence_ids(0)
        tokens = list(zip(belongs, found["input_ids"], found["token_type_ids"], strict=True))
        first = [belongs.index(text) for text in range(texts)]
        behind = [at + belongs.count(text) for text, at in enumerate(first)]
        self._types = [tokens[at][2] for at in first]
        self._special = [
            Row(tuple(number for _, number, _ in tokens[start:end]), tuple(kind for _, _, kind in tokens[start:end]))
            for start, end in zip([0, *behind], [*first, len(tokens)], strict=True)
        ]

    @property
    def size(self) -> int:
        """How many tokens are special."""
        return sum(len(each.ids) for each in self._special)

    def row(self, texts: Sequence[Sequence[int]]) -> Row:
        """The texts in their frame."""
        ids, types = list(self._special[0].ids), list(self._special[0].types)
        for text, kind, special in zip(texts, self._types, self._special[1:], strict=True):
            ids += [*text, *special.ids]
            types += [*[kind] * len(text), *special.types]
        return Row(tuple(ids), tuple(types))

    def start(self, texts: Sequence[Sequence[int]]) -> int:
        """Where the last of the texts begins."""
        return self.size - len(self._special[-1].ids) + sum(len(text) for text in texts[:-1])
