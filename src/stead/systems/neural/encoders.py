"""Sentence encoders: a vector for a place in a sentence, and one for the sentence as a whole.

minilm                 the small encoder that `stead resources get minilm` fetches, on ONNX Runtime
onnx:FOLDER            another of the kind: model.onnx and tokenizer.json in a folder
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from stead._extras import library
from stead.resources import folder
from stead.task import BadInput, UsageError

Floats = npt.NDArray[np.float32]
_TOKENS_AT_ONCE = 2048
_MOST_TOKENS = 256


class Span(NamedTuple):
    """A place in a text."""

    text: str
    start: int
    end: int


class Encoder(Protocol):
    """What gives places in sentences vectors of length 1."""

    @property
    def name(self) -> str:
        """What signatures call it."""

    def vectors(self, spans: Sequence[Span]) -> tuple[Floats, Floats]:
        """For each the mean vector of the tokens of the place, and of the whole text."""


class OnnxEncoder:
    """A transformer in ONNX's format, with the tokenizer that it was trained with."""

    def __init__(self, place: Path, name: str) -> None:
        runtime = library("onnxruntime", "this encoder", "encoder")
        tokenizers = library("tokenizers", "this encoder", "encoder")
        model, tokenizer = place / "model.onnx", place / "tokenizer.json"
        for file in (model, tokenizer):
            if not file.is_file():
                raise BadInput(f"{file}: no such file; expected model.onnx and tokenizer.json in a folder.")
        options = runtime.SessionOptions()
        options.add_session_config_entry("session.intra_op.allow_spinning", "0")
        try:
            self._session = runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
            self._tokenizer = tokenizers.Tokenizer.from_file(str(tokenizer))
        except Exception as error:  # each library has errors of its own for files that are damaged
            raise BadInput(f"{place}: no encoder ({str(error).splitlines()[0][:100]}).") from None
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_MOST_TOKENS)
        self._inputs = [each.name for each in self._session.get_inputs()]
        self.name = name

    def vectors(self, spans: Sequence[Span]) -> tuple[Floats, Floats]:
        """Texts of like length go together, so that little is wasted on filling."""
        encoded = self._tokenizer.encode_batch([span.text for span in spans])
        order = sorted(range(len(spans)), key=lambda place: len(encoded[place].ids))
        found: list[tuple[Floats, Floats]] = [(_NONE, _NONE)] * len(spans)
        for part in _parts(order, [len(each.ids) for each in encoded]):
            states = self._states([encoded[place] for place in part])
            for place, own in zip(part, states, strict=True):
                found[place] = _pooled(own, encoded[place].offsets, spans[place])
        return np.stack([place for place, _ in found]), np.stack([whole for _, whole in found])

    def _states(self, encoded: Sequence[Any]) -> Floats:
        width = max(len(each.ids) for each in encoded)
        ids, mask = np.zeros((len(encoded), width), np.int64), np.zeros((len(encoded), width), np.int64)
        for row, each in enumerate(encoded):
            ids[row, : len(each.ids)], mask[row, : len(each.ids)] = each.ids, 1
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        return np.asarray(self._session.run(None, {name: given[name] for name in self._inputs})[0], np.float32)


_NONE: Floats = np.empty(0, np.float32)


def _parts(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Texts in their order, as many at a time as there are tokens allowed."""
    parts: list[list[int]] = [[]]
    for place in order:
        if parts[-1] and (len(parts[-1]) + 1) * sizes[place] > _TOKENS_AT_ONCE:
            parts.append([])
        parts[-1].append(place)
    return [part for part in parts if part]


def _pooled(states: Floats, offsets: Sequence[tuple[int, int]], span: Span) -> tuple[Floats, Floats]:
    """The mean over the tokens of the place (of all, if it was cut off), and over all tokens."""
    inside = [at for at, (start, end) in enumerate(offsets) if start < span.end and end > span.start]
    whole = states[: len(offsets)].mean(axis=0)
    place = states[inside].mean(axis=0) if inside else whole
    return place / np.linalg.norm(place), whole / np.linalg.norm(whole)


@cache
def open_encoder(text: str) -> Encoder:
    """The encoder of a name."""
    kind, _, rest = text.partition(":")
    if text == "minilm":
        return OnnxEncoder(folder("minilm"), "minilm")
    if kind != "onnx" or not rest:
        raise UsageError(f"{text!r} is no encoder; there are minilm, onnx:FOLDER.")
    return OnnxEncoder(Path(rest), f"onnx:{Path(rest).name}")
