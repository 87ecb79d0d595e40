"""A causal language model of the transformers library: how probable continuations of a text are."""

import copy
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stead.core.extras import library
from stead.systems.neural.batches import by_length, filled
from stead.systems.neural.checkpoints import open_checkpoint

Floats = npt.NDArray[np.float32]

_LETTERS_A_TOKEN = 16
"""No more of a text is looked at than this for each token that fits into the model."""


class _Text(NamedTuple):
    """The tokens before a continuation, and its own."""

    context: list[int]
    own: list[int]


class _Past(NamedTuple):
    """Tokens that all texts begin with, and the keys and values that the model keeps of them."""

    tokens: list[int]
    kept: Any


class CheckpointCausal:
    """Any causal model that was saved as a checkpoint; `text` is its folder or its name on the hub.

    A text begins with the token that the model has for beginnings, or, if there is none, with the one for ends, which
    sets documents apart in training.
    """

    def __init__(self, text: str) -> None:
        self._torch = library("torch", "this model")
        self._checkpoint = open_checkpoint(text, "causal")
        tokenizer = self._checkpoint.tokenizer
        self._begin = tokenizer.eos_token_id if tokenizer.bos_token_id is None else tokenizer.bos_token_id
        if self._begin is None:
            raise self._checkpoint.refuse("the tokenizer has no token for beginnings or ends of texts")
        self._reach = self._checkpoint.limit * _LETTERS_A_TOKEN
        self.name = f"checkpoint:{self._checkpoint.name}"

    def continuations(self, left: str, options: Sequence[str]) -> Floats:
        """The logarithm of the probability of each continuation of the text; NaN if it has no tokens, or too many.

        Tokens are those of the whole text: one that reaches into the continuation, such as a word with the blank before
        it, is the continuation's. What all texts begin with goes through the model once; a beginning that is too long
        is cut on its left.
        """
        found = np.full(len(options), np.nan, np.float32)
        places = [place for place, option in enumerate(options) if 0 < len(option) <= self._reach]
        texts = self._cut(dict(zip(places, self._texts(left, [options[place] for place in places]), strict=True)))
        if not texts:
            return found
        past = self._read(_common([text.context for text in texts.values()])[:-1])
        order = list(texts)
        sizes = [len(text.context) + len(text.own) for text in texts.values()]
        for part in by_length(sizes, self._checkpoint.vocabulary):
            some = [order[number] for number in part]
            found[some] = self._logs(past, [texts[place] for place in some])
        return found

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
        found = []
        for ids, offsets in zip(tokens["input_ids"], tokens["offset_mapping"], strict=True):
            first = next((at for at, (_, end) in enumerate(offsets) if end > len(left)), len(ids))
            found.append(_Text(ids[:first], ids[first:]))
        return found

    def _cut(self, texts: dict[int, _Text]) -> dict[int, _Text]:
        """Those that fit into the model, all with the same beginning."""
        room = self._checkpoint.limit - 1
        some = {place: text for place, text in texts.items() if 0 < len(text.own) <= room}
        surplus = max((len(text.context) + len(text.own) - room for text in some.values()), default=0)
        return {place: _Text([self._begin, *text.context[max(surplus, 0) :]], text.own) for place, text in some.items()}

    def _read(self, tokens: list[int]) -> _Past:
        """A model that keeps nothing, or has nothing to keep, reads the whole of each text."""
        if not tokens:
            return _Past([], None)
        with self._torch.inference_mode():
            found = self._checkpoint.model(input_ids=self._torch.tensor([tokens]), use_cache=True)
        kept = getattr(found, "past_key_values", None)
        return _Past([] if kept is None else tokens, kept)

    def _logs(self, past: _Past, texts: Sequence[_Text]) -> Floats:
        torch = self._torch
        rows = [[*text.context, *text.own][len(past.tokens) : -1] for text in texts]
        ids, own = filled(rows, self._checkpoint.padding)
        seen = np.concatenate([np.ones((len(rows), len(past.tokens)), np.int64), own], axis=1)
        given = {"input_ids": torch.from_numpy(ids), "attention_mask": torch.from_numpy(seen)}
        with torch.inference_mode():
            if past.kept is not None:
                given["past_key_values"] = copy.deepcopy(past.kept)
                given["past_key_values"].reorder_cache(torch.zeros(len(rows), dtype=torch.int64))
            logits = self._checkpoint.model(**given).logits
            return np.array(
                [
                    _sum_of_logs(torch, logits[number, len(row) - len(text.own) : len(row)], text.own)
                    for number, (row, text) in enumerate(zip(rows, texts, strict=True))
                ],
                np.float32,
            )


def _common(rows: Sequence[Sequence[int]]) -> list[int]:
    """What all rows begin with."""
    found = []
    for tokens in zip(*rows, strict=False):
        if len(set(tokens)) > 1:
            break
        found.append(tokens[0])
    return found


def _sum_of_logs(torch: Any, logits: Any, tokens: Sequence[int]) -> float:
    logs = torch.log_softmax(logits, dim=-1)
    return float(logs[torch.arange(len(tokens)), torch.tensor(tokens)].sum())
