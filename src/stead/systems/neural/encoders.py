"""Sentence encoders: a vector for a place in a sentence, and one for the sentence as a whole.

minilm                 the small encoder that `stead resources get minilm minilm-tokens` fetches, on ONNX Runtime
onnx:FOLDER            another of the kind: model.onnx and tokenizer.json in a folder
checkpoint:NAME        of the transformers library: a folder, or the name of what was fetched from the hub
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from stead.core.errors import BadInput, UsageError
from stead.core.extras import library
from stead.core.parallel import map_in_order
from stead.resources import folder
from stead.systems.neural.batches import by_length, filled
from stead.systems.neural.checkpoint_encoder import CheckpointEncoder
from stead.systems.neural.pooling import pooled
from stead.systems.neural.spans import Encoder, Floats, Span

_TOKENS_AT_ONCE = 96
"""Few, so that the sentences of one item keep every core busy to the end."""
_MOST_TOKENS = 256


class OnnxEncoder:
    """A transformer in ONNX's format, with the tokenizer that it was trained with."""

    def __init__(self, model: Path, tokenizer: Path, name: str) -> None:
        runtime = library("onnxruntime", "a sentence encoder")
        tokenizers = library("tokenizers", "a sentence encoder")
        for file in (model, tokenizer):
            if not file.is_file():
                raise BadInput(f"{file}: no such file; expected model.onnx and tokenizer.json in a folder.")
        options = runtime.SessionOptions()
        options.intra_op_num_threads = 1  # each core has sentences of its own
        try:
            self._session = runtime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
            self._tokenizer = tokenizers.Tokenizer.from_file(str(tokenizer))
        except Exception as error:  # each library has errors of its own for files that are damaged
            raise BadInput(f"{model.parent}: no encoder ({str(error).splitlines()[0][:100]}).") from None
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(_MOST_TOKENS)
        self._inputs = [each.name for each in self._session.get_inputs()]
        self._size = int(self._session.get_outputs()[0].shape[-1])
        self.name = name

    def vectors(self, spans: Sequence[Span]) -> tuple[Floats, Floats]:
        """Texts of like length go together; one without any token has zeros."""
        encoded = self._tokenizer.encode_batch([span.text for span in spans])
        places, wholes = np.zeros((len(spans), self._size), np.float32), np.zeros((len(spans), self._size), np.float32)
        some = [row for row, own in enumerate(encoded) if own.ids]
        parts = by_length([len(encoded[row].ids) for row in some], most=_TOKENS_AT_ONCE)
        chosen = [[some[place] for place in part] for part in parts]
        told = map_in_order(lambda rows: self._states([encoded[row].ids for row in rows]), chosen)
        for rows, states in zip(chosen, told, strict=True):
            for row, own in zip(rows, states, strict=True):
                offsets = encoded[row].offsets
                places[row], wholes[row] = pooled(own[: len(offsets)], offsets, spans[row])
        return places, wholes

    def _states(self, rows: Sequence[Sequence[int]]) -> Floats:
        ids, mask = filled(rows, 0)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        return np.asarray(self._session.run(None, {name: given[name] for name in self._inputs})[0], np.float32)


@cache
def open_encoder(text: str) -> Encoder:
    """The encoder of a name."""
    kind, _, rest = text.partition(":")
    if text == "minilm":
        return OnnxEncoder(folder("minilm") / "model.onnx", folder("minilm-tokens") / "tokenizer.json", text)
    if kind == "checkpoint" and rest:
        return CheckpointEncoder(rest)
    if kind == "onnx" and rest:
        return OnnxEncoder(Path(rest) / "model.onnx", Path(rest) / "tokenizer.json", f"onnx:{Path(rest).name}")
    raise UsageError(f"{text!r} is no encoder; there are minilm, onnx:FOLDER, checkpoint:NAME.")
