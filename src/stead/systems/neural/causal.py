"""Causal language models: how likely are continuations of a text?

smollm2                the small model that `stead resources get smollm2` fetches, on NumPy
gguf:FILE              another of Llama's architecture, in a GGUF file
checkpoint:NAME        of the transformers library: a folder, or the name of what was fetched from the hub
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Protocol

import numpy as np

from stead.core.errors import BadInput, UsageError
from stead.resources import derive, folder
from stead.systems.neural.checkpoint_causal import CheckpointCausal
from stead.systems.neural.gguf_file import open_taken_apart, take_apart
from stead.systems.neural.llama import Floats

_LAYOUT = 3
"""Goes up when GGUF files are taken apart differently."""
_LETTERS = 32
"""So many for each token that is wanted are enough, and a text of any length costs no more than its part does."""
_WAIT = "taking the language model apart: some seconds, this once."


class Causal(Protocol):
    """What reads a text, then several continuations of it."""

    @property
    def name(self) -> str:
        """What signatures call it."""

    def pairs(self, left: str, options: Sequence[tuple[str, str]]) -> Floats:
        """For each pair of texts behind the left one the log-probability of each: options x 2."""


class GgufCausal:
    """A model from a GGUF file."""

    def __init__(self, file: Path, name: str, most_left: int = 48, most_right: int = 6) -> None:
        self._model, self._tokenizer, start = open_taken_apart(
            derive(f"gguf{_LAYOUT}", [file], lambda target: take_apart(file, target), _WAIT)
        )
        self.name = name
        self._most_left, self._most_right = most_left, most_right
        self._start = [start]

    def pairs(self, left: str, options: Sequence[tuple[str, str]]) -> Floats:
        """Of the first part whole, of the second its first tokens, as many of the left as are near."""
        tokens = self._start + self._tokens(left[-_LETTERS * self._most_left :])[-self._most_left :]
        follow = {after: self._tokens(after[: _LETTERS * self._most_right])[: self._most_right] for _, after in options}
        pairs = [(self._tokens(word), follow[after]) for word, after in options]
        found = np.zeros((len(pairs), 2), np.float32)
        some = [place for place, (word, _) in enumerate(pairs) if word]
        told = self._model.continued(tokens, [[*pairs[place][0], *pairs[place][1]] for place in some]) if some else []
        for place, values in zip(some, told, strict=True):
            number = len(pairs[place][0])
            found[place] = values[:number].sum(), values[number:].sum()
        return found

    def _tokens(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text).ids)


class PairsOfCheckpoint:
    """A checkpoint, asked for the first parts, then for both."""

    def __init__(self, name: str, most_words: int = 5) -> None:
        self._model = CheckpointCausal(name)
        self.name = self._model.name
        self._most_words = most_words

    def pairs(self, left: str, options: Sequence[tuple[str, str]]) -> Floats:
        """Of the second parts the first words."""
        both = [f"{word}{' '.join(after.split(' ')[: self._most_words])}" for word, after in options]
        found = self._model.continuations(left, [*(word for word, _ in options), *both])
        words, wholes = found[: len(options)], found[len(options) :]
        return np.column_stack([words, wholes - words])


@cache
def open_causal(text: str) -> Causal:
    """The language model of a name."""
    kind, _, rest = text.partition(":")
    if text == "smollm2":
        return GgufCausal(next(folder("smollm2").glob("*.gguf")), text)
    if kind == "checkpoint" and rest:
        return PairsOfCheckpoint(rest)
    if kind != "gguf" or not rest:
        raise UsageError(f"{text!r} is no causal language model; there are smollm2, gguf:FILE, checkpoint:NAME.")
    if not Path(rest).is_file():
        raise BadInput(f"{rest}: no such file.")
    return GgufCausal(Path(rest), f"gguf:{Path(rest).name}")
