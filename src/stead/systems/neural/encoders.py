"""Sentence encoders: a vector for a span of a sentence, and one for the sentence as a whole.

mpnet                  the lower half of the encoder that `stead resources get mpnet` fetches (Song et al. 2020, trained
                       on sentences as by Reimers and Gurevych 2019), in 8 bits on CTranslate2
minilm                 a smaller one, which `stead resources get minilm` fetches (Wang et al. 2020)
bert:FOLDER            another of the kind: config.json, model.safetensors and tokenizer.json in a folder
checkpoint:NAME        of the transformers library: a folder, or the name of what was fetched from the hub
"""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput, UsageError
from stead.core.extras import import_extra
from stead.core.parallel import free_cores, map_in_order
from stead.resources import derive, folder, open_once
from stead.systems.neural.checkpoints import batch_by_length, open_checkpoint, pad
from stead.systems.neural.replicas import Replicas

_PURPOSE = "a sentence encoder"
_FILES = ("config.json", "model.safetensors", "tokenizer.json")
_LAYOUT = 1
"""Goes up when weights are converted differently."""
_LAYERS_OF_MPNET = 6
"""Half of its layers: the states in the middle tell best which words can stand for each other."""
_NUMBERS = ("hidden_size", "max_position_embeddings", "num_attention_heads", "num_hidden_layers", "vocab_size")
_WIDTHS = 4
"""Texts are padded to a multiple of this: each further batch costs as much as twenty tokens more."""
_TOKENS_AT_ONCE = 96
_MOST_TOKENS_AT_ONCE = 288
"""With more, very short texts take longer."""
Floats = npt.NDArray[np.float32]
_MOST_TOKENS = 256


class Span(NamedTuple):
    """A span of a text."""

    text: str
    start: int
    end: int


class _Architecture(NamedTuple):
    """What tells an architecture from others of the kind: its settings, and the names of its weights."""

    settings: Mapping[str, str]
    attention: Sequence[str]
    """The weights of queries, keys and values."""
    attended: str
    attention_norm: str
    second_embeddings: str
    """What is added to the embedding of a token."""
    relative_bias: str = ""
    """The weights that relate the distance of two tokens to their attention, for which positions are embedded."""
    positions_before: int = 0
    """How many positions come before that of the first token."""

    @property
    def embeds_positions(self) -> bool:
        """Whether the second embedding is that of the position: CTranslate2 has one or the other beside a bias."""
        return bool(self.relative_bias)


_ARCHITECTURES = {
    "bert": _Architecture(
        settings={"hidden_act": "gelu", "position_embedding_type": "absolute"},
        attention=("attention.self.query", "attention.self.key", "attention.self.value"),
        attended="attention.output.dense",
        attention_norm="attention.output.LayerNorm",
        second_embeddings="embeddings.token_type_embeddings.weight",
    ),
    "mpnet": _Architecture(
        settings={"hidden_act": "gelu"},
        attention=("attention.attn.q", "attention.attn.k", "attention.attn.v"),
        attended="attention.attn.o",
        attention_norm="attention.LayerNorm",
        second_embeddings="embeddings.position_embeddings.weight",
        relative_bias="encoder.relative_attention_bias.weight",
        positions_before=2,
    ),
}
_MOST_DISTANCE = 128
"""The distance from which on all tokens are equally far for MPNet."""
_USUAL_ARCHITECTURE = "bert"
"""Of a configuration that names none: those of the first years did not."""


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
    if text == "mpnet":
        return TransformerEncoder(folder(text) / "all-mpnet-base-v2", text, layers=_LAYERS_OF_MPNET)
    if text == "minilm":
        return TransformerEncoder(folder(text), text)
    if kind == "checkpoint" and rest:
        return CheckpointEncoder(rest)
    if kind == "bert" and rest:
        return TransformerEncoder(Path(rest), f"bert:{Path(rest).name}")
    raise UsageError(f"{text!r} is no encoder; there are mpnet, minilm, bert:FOLDER, checkpoint:NAME.")


class TransformerEncoder:
    """BERT's architecture (Devlin et al. 2019), or MPNet's, in 8 bits, with the tokenizer that it was trained with.

    Of an encoder with many layers, the first may be enough; 0 means all.
    """

    def __init__(self, source: Path, name: str, *, layers: int = 0, quantization: str = "int8") -> None:
        runtime = import_extra("ctranslate2", _PURPOSE)
        tokenizers = import_extra("tokenizers", _PURPOSE)
        self.name, self.files = name, [source / file for file in _FILES]
        for file in self.files:
            if not file.is_file():
                raise BadInput(f"{file}: no such file; expected {', '.join(_FILES)} in a folder.")
        kind = f"bert{_LAYOUT}-{quantization}{f'-{layers}' if layers else ''}"
        converted = derive(kind, self.files, lambda target: convert_encoder(source, target, quantization, layers))
        self._replicas = Replicas(runtime.Encoder, converted, quantization)
        self._view = runtime.StorageView.from_array
        config = _config_of(source / "config.json")
        self._size = int(config["hidden_size"])
        architecture = _ARCHITECTURES[config["model_type"]]
        self._embeds_positions = architecture.embeds_positions
        try:
            self._tokenizer = tokenizers.Tokenizer.from_file(str(source / "tokenizer.json"))
        except Exception as error:  # the library has no errors of its own
            raise BadInput(f"{source}: no encoder ({str(error).splitlines()[0][:100]}).") from None
        if self._tokenizer.get_vocab_size() > config["vocab_size"]:
            raise BadInput(f"{source}: the tokenizer has more tokens than the encoder.")
        self._tokenizer.no_padding()
        positions = int(config["max_position_embeddings"]) - architecture.positions_before
        self._longest = min(_MOST_TOKENS, positions)
        self._tokenizer.enable_truncation(self._longest)

    def vectors(self, spans: Sequence[Span]) -> tuple[Floats, Floats]:
        """Encode texts of nearly the same length together; one without any token has zeros."""
        encoded = self._tokenizer.encode_batch([span.text for span in spans])
        places, wholes = np.zeros((len(spans), self._size), np.float32), np.zeros((len(spans), self._size), np.float32)
        batches = _batches([len(encoding.ids) for encoding in encoded], self._longest)
        states_of_batches = map_in_order(
            lambda batch: self._states([encoded[text].ids for text in batch.texts], batch.width), batches
        )
        for batch, states in zip(batches, states_of_batches, strict=True):
            for text, token_states in zip(batch.texts, states, strict=True):
                offsets = encoded[text].offsets
                places[text], wholes[text] = mean_vectors(token_states[: len(offsets)], offsets, spans[text])
        return places, wholes

    def _states(self, texts: Sequence[Sequence[int]], width: int) -> Floats:
        """The states of the tokens of texts, padded with what counts for nothing."""
        ids, lengths = np.zeros((len(texts), width), np.int32), np.array([*map(len, texts)], np.int32)
        for row, tokens in zip(ids, texts, strict=True):
            row[: len(tokens)] = tokens
        second = [[*range(width)]] * len(texts) if self._embeds_positions else None
        output = self._replicas.model.forward_batch(self._view(ids), self._view(lengths), second)
        return np.array(output.last_hidden_state)


class _Batch(NamedTuple):
    """Texts by index, and the number of tokens that each is padded to."""

    width: int
    texts: Sequence[int]


def _batches(sizes: Sequence[int], longest: int) -> list[_Batch]:
    """Batches of texts of some numbers of tokens, the largest first, so that all cores are busy to the end.

    In 8 bits, padding changes the states of a text a little. So a text is padded by its own length, not by that of the
    others in its batch: what else is encoded changes nothing.
    """
    by_width: dict[int, list[int]] = {}
    for text in sorted((text for text, size in enumerate(sizes) if size), key=sizes.__getitem__):
        by_width.setdefault(min(longest, -(-sizes[text] // _WIDTHS) * _WIDTHS), []).append(text)
    most = max(_TOKENS_AT_ONCE, min(_MOST_TOKENS_AT_ONCE, sum(sizes) // free_cores()))
    batches = [
        _Batch(width, texts[start : start + max(1, most // width)])
        for width, texts in by_width.items()
        for start in range(0, len(texts), max(1, most // width))
    ]
    return sorted(batches, key=lambda batch: -batch.width * len(batch.texts))


def convert_encoder(source: Path, target: Path, quantization: str, layers: int = 0) -> None:
    """Write a model for CTranslate2 into a folder, from weights in the names of the transformers library."""
    specs = import_extra("ctranslate2.specs", _PURPOSE)
    config = _config_of(source / "config.json")
    architecture = _ARCHITECTURES[config["model_type"]]
    encoder = specs.TransformerEncoderSpec(
        min(layers or config["num_hidden_layers"], config["num_hidden_layers"]),
        config["num_attention_heads"],
        pre_norm=False,
        activation=specs.Activation.GELU,
        layernorm_embedding=True,
        num_source_embeddings=2,  # of tokens, and of positions or of the first of two sentences
        embeddings_merge=specs.EmbeddingsMerge.ADD,
        relative_attention_bias=bool(architecture.relative_bias),
    )
    spec = specs.TransformerEncoderModelSpec(encoder)
    try:
        _fill(spec.encoder, _Weights(source / "model.safetensors"), architecture)
        spec.register_vocabulary([str(number) for number in range(config["vocab_size"])])  # it is given numbers only
        spec.config.unk_token, spec.config.layer_norm_epsilon = "0", config["layer_norm_eps"]
        spec.validate()
        spec.optimize(quantization=None if quantization == "float32" else quantization)
        spec.save(str(target))
    except KeyError as error:
        raise BadInput(f"{source}: expected the weights {error.args[0]}, which are missing.") from None
    except Exception as error:  # each library has errors of its own for files that are damaged
        raise BadInput(f"{source}: no encoder ({str(error).splitlines()[0][:100]}).") from None


class _Weights:
    """The weights of a file, by name, each read when it is asked for: half of an encoder is not read for the other.

    The file is opened for each, since all that is read of an open one stays in memory.
    """

    def __init__(self, path: Path) -> None:
        self._open = partial(import_extra("safetensors", _PURPOSE).safe_open, path, framework="numpy")
        with self._open() as file:
            self._names = frozenset(file.keys())

    def __getitem__(self, name: str) -> Floats:
        if name not in self._names:
            raise KeyError(name)
        with self._open() as file:
            weight: Floats = file.get_tensor(name)
        return weight


def _fill(encoder: Any, weights: _Weights, architecture: _Architecture) -> None:
    """Fill a specification; what is multiplied with the same states is one matrix."""

    def set_linear(linear: Any, *names: str) -> None:
        linear.weight = np.concatenate([weights[f"{name}.weight"] for name in names])
        linear.bias = np.concatenate([weights[f"{name}.bias"] for name in names])

    def set_norm(norm: Any, name: str) -> None:
        norm.gamma, norm.beta = weights[f"{name}.weight"], weights[f"{name}.bias"]

    encoder.scale_embeddings = False
    of_tokens, second = encoder.embeddings
    of_tokens.weight, second.weight = (
        weights["embeddings.word_embeddings.weight"],
        weights[architecture.second_embeddings],
    )
    if architecture.embeds_positions:
        second.weight = second.weight[architecture.positions_before :]
    else:
        encoder.position_encodings.encodings = weights["embeddings.position_embeddings.weight"]
    set_norm(encoder.layernorm_embedding, "embeddings.LayerNorm")
    for number, layer in enumerate(encoder.layer):
        prefix = f"encoder.layer.{number}."
        set_linear(layer.self_attention.linear[0], *(f"{prefix}{name}" for name in architecture.attention))
        set_linear(layer.self_attention.linear[1], f"{prefix}{architecture.attended}")
        set_norm(layer.self_attention.layer_norm, f"{prefix}{architecture.attention_norm}")
        if architecture.relative_bias:
            layer.self_attention.relative_attention_bias = weights[architecture.relative_bias]
            layer.self_attention.relative_attention_max_distance = np.dtype("int32").type(_MOST_DISTANCE)
        set_linear(layer.ffn.linear_0, f"{prefix}intermediate.dense")
        set_linear(layer.ffn.linear_1, f"{prefix}output.dense")
        set_norm(layer.ffn.layer_norm, f"{prefix}output.LayerNorm")


def _config_of(path: Path) -> Mapping[str, Any]:
    """Read a configuration, and refuse another architecture."""
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
        kind = config.get("model_type", _USUAL_ARCHITECTURE)
        if kind not in _ARCHITECTURES:
            raise BadInput(f"{path}: expected model_type to be {' or '.join(_ARCHITECTURES)}, found {kind!r:.60}.")
        for name, expected in _ARCHITECTURES[kind].settings.items():
            if config.get(name, expected) != expected:
                raise BadInput(f"{path}: expected {name} to be {expected!r}, found {config[name]!r:.60}.")
        for name in _NUMBERS:
            if type(config[name]) is not int or config[name] < 1:
                raise BadInput(f"{path}: expected a number as {name}, found {config[name]!r:.60}.")
        return {**config, "model_type": kind, "layer_norm_eps": float(config["layer_norm_eps"])}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise BadInput(f"{path}: no configuration of an encoder ({str(error)[:100]}).") from None


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
