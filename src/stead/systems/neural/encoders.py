"""Sentence encoders: a vector for a span of a sentence, and one for the sentence as a whole.

minilm                 the small encoder that `stead resources get minilm minilm-tokens` fetches, on ONNX Runtime
onnx:FOLDER            another of the kind: model.onnx and tokenizer.json in a folder
checkpoint:NAME        of the transformers library: a folder, or the name of what was fetched from the hub
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput, UsageError
from stead.core.extras import import_extra
from stead.core.parallel import map_in_order
from stead.resources import folder, open_once
from stead.systems.neural.checkpoints import batch_by_length, open_checkpoint, pad

_TOKENS_AT_ONCE = 96
"""Few, so that the sentences of one item keep every core busy to the end."""
Floats = npt.NDArray[np.float32]
_MOST_TOKENS = 256


class Span(NamedTuple):
    """A span of a text."""

    text: str
    start: int
    end: int


class Encoder(Protocol):
    """Gives spans of sentences vectors of length 1."""

    @property
    def name(self) -> str:
        """Its name in signatures."""

    @property
    def files(self) -> Sequence[Path]:
        """The files that its vectors depend on; none, if they are not known."""

    def vectors(self, spans: Sequence[Span]) -> tuple[Floats, Floats]:
        """For each text the mean vector of the tokens of the span, and of the whole text."""


@open_once
def open_encoder(text: str) -> Encoder:
    """Open the encoder of a name."""
    kind, _, rest = text.partition(":")
    if text == "minilm":
        return OnnxEncoder(folder("minilm") / "model.onnx", folder("minilm-tokens") / "tokenizer.json", text)
    if kind == "checkpoint" and rest:
        return CheckpointEncoder(rest)
    if kind == "onnx" and rest:
        return OnnxEncoder(Path(rest) / "model.onnx", Path(rest) / "tokenizer.json", f"onnx:{Path(rest).name}")
    raise UsageError(f"{text!r} is no encoder; there are minilm, onnx:FOLDER, checkpoint:NAME.")


class OnnxEncoder:
    """A transformer in ONNX's format, with the tokenizer that it was trained with."""

    def __init__(self, model: Path, tokenizer: Path, name: str) -> None:
        runtime = import_extra("onnxruntime", "a sentence encoder")
        tokenizers = import_extra("tokenizers", "a sentence encoder")
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
        self._inputs = [model_input.name for model_input in self._session.get_inputs()]
        self._size = int(self._session.get_outputs()[0].shape[-1])
        self.name, self.files = name, (model, tokenizer)

    def vectors(self, spans: Sequence[Span]) -> tuple[Floats, Floats]:
        """Encode texts of similar length together; one without any token has zeros."""
        encoded = self._tokenizer.encode_batch([span.text for span in spans])
        places, wholes = np.zeros((len(spans), self._size), np.float32), np.zeros((len(spans), self._size), np.float32)
        some = [row for row, encoding in enumerate(encoded) if encoding.ids]
        parts = batch_by_length([len(encoded[row].ids) for row in some], most=_TOKENS_AT_ONCE)
        chosen = [[some[index] for index in part] for part in parts]
        batches = map_in_order(lambda rows: self._states([encoded[row].ids for row in rows]), chosen)
        for rows, states in zip(chosen, batches, strict=True):
            for row, token_states in zip(rows, states, strict=True):
                offsets = encoded[row].offsets
                places[row], wholes[row] = mean_vectors(token_states[: len(offsets)], offsets, spans[row])
        return places, wholes

    def _states(self, rows: Sequence[Sequence[int]]) -> Floats:
        ids, mask = pad(rows, 0)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": np.zeros_like(ids)}
        return np.asarray(self._session.run(None, {name: given[name] for name in self._inputs})[0], np.float32)


class CheckpointEncoder:
    """Any encoder that was saved as a checkpoint; `text` is its folder or its name on the hub."""

    files = ()

    def __init__(self, text: str) -> None:
        self._torch = import_extra("torch", "this encoder")
        self._checkpoint = open_checkpoint(text, "encoder")
        self.name = f"checkpoint:{self._checkpoint.name}"

    def vectors(self, spans: Sequence[Span]) -> tuple[Floats, Floats]:
        """For each text the mean vector of the tokens of the span, and of the whole text, special tokens included.

        That mean of all tokens is what sentence encoders are trained with (Reimers and Gurevych 2019, section 3). A
        text that is too long is cut at its end; a place that was cut off, or has no tokens, has the vector of the text,
        and a text without any token has zeros.
        """
        ids, offsets = self._tokens([span.text for span in spans])
        size = int(self._checkpoint.model.config.hidden_size)
        places, wholes = np.zeros((len(spans), size), np.float32), np.zeros((len(spans), size), np.float32)
        some = [row for row, tokens in enumerate(ids) if tokens]
        for part in batch_by_length([len(ids[row]) for row in some]):
            rows = [some[index] for index in part]
            for row, token_states in zip(rows, self._states([ids[row] for row in rows]), strict=True):
                places[row], wholes[row] = mean_vectors(token_states[: len(ids[row])], offsets[row], spans[row])
        return places, wholes

    def _tokens(self, texts: list[str]) -> tuple[list[list[int]], list[list[tuple[int, int]]]]:
        if not texts:
            return [], []
        most = min(_MOST_TOKENS, self._checkpoint.limit)
        tokens = self._checkpoint.tokenizer(texts, truncation=True, max_length=most, return_offsets_mapping=True)
        return tokens["input_ids"], tokens["offset_mapping"]

    def _states(self, rows: Sequence[Sequence[int]]) -> Floats:
        ids, mask = (self._torch.from_numpy(array) for array in pad(rows, self._checkpoint.padding))
        with self._torch.inference_mode():
            states = self._checkpoint.model(input_ids=ids, attention_mask=mask).last_hidden_state
        return np.asarray(states.numpy(), np.float32)


def mean_vectors(states: Floats, offsets: Sequence[tuple[int, int]], span: Span) -> tuple[Floats, Floats]:
    """The mean over the tokens of the span (of all, if none is in it), and over all tokens; both of length 1."""
    inside = [at for at, (start, end) in enumerate(offsets) if start < span.end and end > span.start]
    whole = states.mean(axis=0)
    return _of_length_1(states[inside].mean(axis=0) if inside else whole), _of_length_1(whole)


def _of_length_1(vector: Floats) -> Floats:
    return vector / (np.linalg.norm(vector) or np.float32(1))
