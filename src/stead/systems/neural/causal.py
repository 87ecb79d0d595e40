"""Causal language models: the probability of continuations of a text.

smollm2                the small model that `stead resources get smollm2` fetches, on NumPy
checkpoint:NAME        of the transformers library: a folder, or the name of what was fetched from the hub
"""

import copy
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from stead.core.errors import UsageError
from stead.core.extras import import_extra
from stead.resources import derive, folder, open_once
from stead.systems.neural.attention import Floats
from stead.systems.neural.checkpoints import batch_by_length, open_checkpoint, pad
from stead.systems.neural.llama import convert_gguf, open_converted

_LAYOUT = 3
"""Goes up when GGUF files are converted differently."""
_WAIT = "converting the language model: some seconds, this once."
_LEFT, _RIGHT = 48, 6
"""Tokens before and after the word that the small model reads."""
_LETTERS = 32
"""Characters for each of these tokens are enough: a text of any length costs no more than the part that is read."""
_LETTERS_A_TOKEN = 16
"""No more of a text is read than this for each token that fits into a checkpoint."""
_RIGHT_WORDS = 5


class Causal(Protocol):
    """A model that reads a text, then several continuations of it."""

    @property
    def name(self) -> str:
        """Its name in signatures."""

    def pairs(self, left: str, options: Sequence[tuple[str, str]]) -> Floats:
        """For each pair of a word and the text after it, their log-probabilities after the left text: options x 2."""


@open_once
def open_causal(text: str) -> Causal:
    """Open the language model of a name."""
    kind, _, rest = text.partition(":")
    if text == "smollm2":
        return GgufCausal(next(folder("smollm2").glob("*.gguf")), text)
    if kind == "checkpoint" and rest:
        return CheckpointCausal(rest)
    raise UsageError(f"{text!r} is no causal language model; there are smollm2, checkpoint:NAME.")


class GgufCausal:
    """The small model from its GGUF file."""

    def __init__(self, file: Path, name: str) -> None:
        self._model, self._tokenizer, start = open_converted(
            derive(f"gguf{_LAYOUT}", [file], lambda target: convert_gguf(file, target), _WAIT)
        )
        self.name = name
        self._start = [start]

    def pairs(self, left: str, options: Sequence[tuple[str, str]]) -> Floats:
        """Score words whole, and the text after them by its first tokens; the left text is cut to its last tokens."""
        context = self._start + self._tokens(left[-_LETTERS * _LEFT :])[-_LEFT:]
        right = {after: self._tokens(after[: _LETTERS * _RIGHT])[:_RIGHT] for _, after in options}
        pairs = [(self._tokens(word), right[after]) for word, after in options]
        logs = np.zeros((len(pairs), 2), np.float32)
        rows = [row for row, (word, _) in enumerate(pairs) if word]
        continuations = [[*pairs[row][0], *pairs[row][1]] for row in rows]
        by_token = self._model.score_continuations(context, continuations) if rows else []
        for row, values in zip(rows, by_token, strict=True):
            size = len(pairs[row][0])
            logs[row] = values[:size].sum(), values[size:].sum()
        return logs

    def _tokens(self, text: str) -> list[int]:
        return list(self._tokenizer.encode(text).ids)


class _Text(NamedTuple):
    """The tokens of a context and of its continuation."""

    context: list[int]
    continuation: list[int]


class _Past(NamedTuple):
    """Tokens that all texts begin with, and the model's cache of their keys and values."""

    tokens: list[int]
    kept: Any


class CheckpointCausal:
    """Any causal model that was saved as a checkpoint; `text` is its folder or its name on the hub.

    A text begins with the token that the model has for beginnings, or, if there is none, with the one for ends, which
    sets documents apart in training.
    """

    def __init__(self, text: str) -> None:
        self._torch = import_extra("torch", "this model")
        self._checkpoint = open_checkpoint(text, "causal")
        tokenizer = self._checkpoint.tokenizer
        self._begin = tokenizer.eos_token_id if tokenizer.bos_token_id is None else tokenizer.bos_token_id
        if self._begin is None:
            raise self._checkpoint.refuse("the tokenizer has no token for beginnings or ends of texts")
        self._reach = self._checkpoint.limit * _LETTERS_A_TOKEN
        self.name = f"checkpoint:{self._checkpoint.name}"

    def pairs(self, left: str, options: Sequence[tuple[str, str]]) -> Floats:
        """Score words whole, and the text after them by its first words."""
        both = [f"{word}{' '.join(after.split(' ')[:_RIGHT_WORDS])}" for word, after in options]
        logs = self.continuations(left, [*(word for word, _ in options), *both])
        words, wholes = logs[: len(options)], logs[len(options) :]
        return np.column_stack([words, wholes - words])

    def continuations(self, left: str, options: Sequence[str]) -> Floats:
        """The logarithm of the probability of each continuation of the text; NaN if it has no tokens, or too many.

        Tokens are those of the whole text: one that reaches into the continuation, such as a word with the space before
        it, is the continuation's. What all texts begin with goes through the model once; a beginning that is too long
        is cut on its left.
        """
        logs = np.full(len(options), np.nan, np.float32)
        usable = [index for index, option in enumerate(options) if 0 < len(option) <= self._reach]
        texts = self._cut(dict(zip(usable, self._texts(left, [options[index] for index in usable]), strict=True)))
        if not texts:
            return logs
        past = self._read(_common([text.context for text in texts.values()])[:-1])
        order = list(texts)
        sizes = [len(text.context) + len(text.continuation) for text in texts.values()]
        for part in batch_by_length(sizes, self._checkpoint.vocabulary):
            some = [order[number] for number in part]
            logs[some] = self._logs(past, [texts[index] for index in some])
        return logs

    def _texts(self, left: str, options: Sequence[str]) -> list[_Text]:
        if not options:
            return []
        left = left[-self._reach :]
        tokens = self._checkpoint.tokenizer(
            [f"{left}{option}" for option in options],
            add_special_tokens=False,
            return_offsets_mapping=True,
            split_special_tokens=True,
        )
        texts = []
        for ids, offsets in zip(tokens["input_ids"], tokens["offset_mapping"], strict=True):
            first = next((at for at, (_, end) in enumerate(offsets) if end > len(left)), len(ids))
            texts.append(_Text(ids[:first], ids[first:]))
        return texts

    def _cut(self, texts: dict[int, _Text]) -> dict[int, _Text]:
        """Keep the texts that fit into the model, cut to the same context."""
        room = self._checkpoint.limit - 1
        some = {index: text for index, text in texts.items() if 0 < len(text.continuation) <= room}
        surplus = max((len(text.context) + len(text.continuation) - room for text in some.values()), default=0)
        return {
            index: _Text([self._begin, *text.context[max(surplus, 0) :]], text.continuation)
            for index, text in some.items()
        }

    def _read(self, tokens: list[int]) -> _Past:
        """Run the model on the common prefix; without a cache, every text is read whole."""
        if not tokens:
            return _Past([], None)
        with self._torch.inference_mode():
            output = self._checkpoint.model(input_ids=self._torch.tensor([tokens]), use_cache=True)
        kept = getattr(output, "past_key_values", None)
        return _Past([] if kept is None else tokens, kept)

    def _logs(self, past: _Past, texts: Sequence[_Text]) -> Floats:
        torch = self._torch
        rows = [[*text.context, *text.continuation][len(past.tokens) : -1] for text in texts]
        ids, mask = pad(rows, self._checkpoint.padding)
        seen = np.concatenate([np.ones((len(rows), len(past.tokens)), np.int64), mask], axis=1)
        given = {"input_ids": torch.from_numpy(ids), "attention_mask": torch.from_numpy(seen)}
        with torch.inference_mode():
            if past.kept is not None:
                given["past_key_values"] = copy.deepcopy(past.kept)
                given["past_key_values"].reorder_cache(torch.zeros(len(rows), dtype=torch.int64))
            logits = self._checkpoint.model(**given).logits
            return np.array(
                [
                    _sum_of_logs(torch, logits[number, len(row) - len(text.continuation) : len(row)], text.continuation)
                    for number, (row, text) in enumerate(zip(rows, texts, strict=True))
                ],
                np.float32,
            )


def _common(rows: Sequence[Sequence[int]]) -> list[int]:
    """The common prefix of all rows."""
    prefix = []
    for tokens in zip(*rows, strict=False):
        if len(set(tokens)) > 1:
            break
        prefix.append(tokens[0])
    return prefix


def _sum_of_logs(torch: Any, logits: Any, tokens: Sequence[int]) -> float:
    logs = torch.log_softmax(logits, dim=-1)
    return float(logs[torch.arange(len(tokens)), torch.tensor(tokens)].sum())
