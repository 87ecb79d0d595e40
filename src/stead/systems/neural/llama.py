"""Llama's transformer (Touvron et al. 2023) on NumPy, for a small model on a machine without a GPU, and its GGUF file.

Made for one question: how likely are some continuations of the same text? All are read in one pass, the text once: its
keys and values are shared by its continuations.

The file (SmolLM2) is converted once: weights as one mapped array, and its tokenizer. Weights are kept in the form they
are computed with: quantised ones would have to be expanded for every sentence. What is not computed here is refused;
other models come as checkpoints.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput
from stead.core.extras import import_extra
from stead.systems.neural.attention import Floats, TokenBatch, Tokens, attend, log_of_sum

_AT_ONCE = 64
"""Positions whose probabilities over the whole vocabulary are held at once."""


@dataclass(frozen=True)
class Shape:
    """The sizes of a model that its arrays do not determine."""

    layers: int
    heads: int
    shared_heads: int
    base: float
    epsilon: float


class Llama:
    """The forward pass; weights are arrays named as in GGUF files, each laid out as inputs x outputs."""

    def __init__(self, shape: Shape, weights: Mapping[str, npt.NDArray[Any]]) -> None:
        self.shape = shape
        self._embeddings = weights["token_embd.weight"]
        self._last = weights["output_norm.weight"]
        self._output = self._embeddings.T
        self._layers = [
            {name.removeprefix(f"blk.{n}."): weights[name] for name in weights if name.startswith(f"blk.{n}.")}
            for n in range(shape.layers)
        ]

    def score_continuations(self, text: Tokens, options: Sequence[Tokens]) -> list[Floats]:
        """For each continuation of a text the log-probability of each of its tokens, of which there is one at least."""
        batch = TokenBatch(text, options)
        state = np.asarray(self._embeddings[batch.tokens], np.float32)
        rotation = self._rotation(batch.places)
        for layer in self._layers:
            state = self._through(layer, state, batch, rotation)
        # the state after the text predicts the first token of every continuation
        firsts = self._logarithms(state[[batch.length - 1]], np.array([[option[0] for option in options]]))[0]
        wanted = np.array([token for option in options for token in option[1:]], np.int64)
        later = np.split(self._logarithms(state[batch.length :], wanted[:, None])[:, 0], batch.ends[:-1])
        return [np.concatenate([[first], rest]) for first, rest in zip(firsts, later, strict=True)]

    @property
    def _size(self) -> int:
        return int(self._layers[0]["attn_q.weight"].shape[1]) // self.shape.heads

    def _rotation(self, places: npt.NDArray[np.int64]) -> tuple[Floats, Floats]:
        """Cosines and sines of rotary positions (Su et al. 2021)."""
        speeds = self.shape.base ** (-np.arange(0, self._size, 2) / self._size)
        angles = places[:, None] * speeds
        return np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)

    def _through(
        self, layer: Mapping[str, Floats], state: Floats, batch: TokenBatch, rotation: tuple[Floats, Floats]
    ) -> Floats:
        """Apply one layer: tokens x width."""
        flat = self._normal(state, layer["attn_norm.weight"])

        def parts(name: str, heads: int) -> Floats:
            return (flat @ layer[name]).reshape(len(flat), heads, -1)

        query = _rotate(parts("attn_q.weight", self.shape.heads), rotation)
        keys = _rotate(parts("attn_k.weight", self.shape.shared_heads), rotation)
        attended = attend(batch, query, keys, parts("attn_v.weight", self.shape.shared_heads))
        after = state + attended @ layer["attn_output.weight"]
        flat = self._normal(after, layer["ffn_norm.weight"])
        gate = flat @ layer["ffn_gate.weight"]
        gate /= 1 + np.exp(-gate)
        gate *= flat @ layer["ffn_up.weight"]
        after += gate @ layer["ffn_down.weight"]
        return after

    def _normal(self, state: Floats, weight: Floats) -> Floats:
        """RMS normalisation (Zhang and Sennrich 2019): divide by the root of the mean square."""
        mean = np.einsum("ij,ij->i", state, state)[:, None] / state.shape[1]
        return np.asarray(state * (weight / np.sqrt(mean + self.shape.epsilon)))

    def _logarithms(self, states: Floats, wanted: npt.NDArray[np.int64]) -> Floats:
        """For each state the log-probabilities of some tokens."""
        normal = self._normal(states, self._last)
        logs = np.empty(wanted.shape, np.float32)
        for start in range(0, len(normal), _AT_ONCE):
            part = slice(start, start + _AT_ONCE)
            scores = normal[part] @ self._output
            logs[part] = np.take_along_axis(scores, wanted[part], axis=1) - log_of_sum(scores)[:, None]
        return logs


def _rotate(heads: Floats, rotation: tuple[Floats, Floats]) -> Floats:
    """Rotate tokens x heads x size: two neighbouring numbers are a point, turned by an angle for its position."""
    cosine, sine = (values[:, None] for values in rotation)
    even, odd = heads[..., 0::2], heads[..., 1::2]
    return np.stack([even * cosine - odd * sine, even * sine + odd * cosine], axis=-1).reshape(heads.shape)


# ----------------------------------------------------------------------------------------------------------------- GGUF

PURPOSE = "a language model in a GGUF file"
_EMBEDDINGS = "token_embd.weight"
_START = "<|endoftext|>"
"""The token between texts."""
_KIND = {"general.architecture": "llama", "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "smollm"}
_PREFIX = "llama."
_SETTINGS = frozenset(
    {
        *("block_count", "attention.head_count", "attention.head_count_kv", "rope.freq_base"),
        *("attention.layer_norm_rms_epsilon", "context_length"),
        *("embedding_length", "feed_forward_length", "rope.dimension_count", "vocab_size"),
    }
)
"""All that the file has; any other would change what has to be computed."""
_SIGNS_OF_DAMAGE = (ValueError, LookupError, TypeError, NotImplementedError, OSError)
_Number = TypeVar("_Number", int, float)
Sizes = Mapping[str, tuple[int, ...]]
"""Of each array by its name: inputs, then outputs."""


def convert_gguf(file: Path, folder: Path) -> None:
    """Convert a GGUF file: write its weights and tokenizer into a folder."""
    gguf = import_extra("gguf", PURPOSE)
    try:
        _convert(gguf, gguf.GGUFReader(str(file)), folder)
    except BadInput as fault:
        raise BadInput(f"{file}: {fault}") from None
    except _SIGNS_OF_DAMAGE as error:
        raise BadInput(f"{file}: no GGUF file that stead can use ({str(error)[:80]}).") from None


def open_converted(folder: Path) -> tuple[Llama, Any, int]:
    """Open the model, its tokenizer, and the token before a text."""
    tokenizers = import_extra("tokenizers", PURPOSE)
    record = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    flat = np.load(folder / "weights.npy", mmap_mode="r", allow_pickle=False)
    weights = {
        name: flat[start : start + int(np.prod(shape))].reshape(shape)
        for name, (start, shape) in record["places"].items()
    }
    tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    return Llama(Shape(**record["shape"]), weights), tokenizer, record["start"]


def _convert(gguf: Any, reader: Any, folder: Path) -> None:
    fields = {name: field.contents() for name, field in reader.fields.items()}
    for name, value in _KIND.items():
        if fields.get(name) != value:
            raise BadInput(f"expected {name} to be {value!r}, found {fields.get(name)!r:.60}.")
    tokens = _texts(fields, "tokenizer.ggml.tokens")
    if _START not in tokens:
        raise BadInput(f"expected {_START} among its tokens.")
    sizes = {tensor.name: tuple(tensor.shape.tolist()) for tensor in reader.tensors}
    shape = _checked_shape(fields, sizes, len(tokens))
    _tokenizer(tokens, _texts(fields, "tokenizer.ggml.merges")).save(str(folder / "tokenizer.json"))
    places = _write_weights(gguf, reader.tensors, folder / "weights.npy")
    record = {"shape": asdict(shape), "start": tokens.index(_START), "places": places}
    (folder / "model.json").write_text(json.dumps(record), encoding="utf-8")


def _write_weights(gguf: Any, tensors: Any, path: Path) -> dict[str, tuple[int, list[int]]]:
    """Write all weights as one array, with the offset and shape of each."""
    places: dict[str, tuple[int, list[int]]] = {}
    parts, end = [], 0
    for tensor in tensors:
        values = gguf.quants.dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
        if tensor.name != _EMBEDDINGS:  # rows of which are looked up; all others are multiplied with, from the left
            values = values.T
        places[tensor.name] = end, list(values.shape)
        parts.append(np.ravel(values))
        end += values.size
    np.save(path, np.concatenate(parts), allow_pickle=False)
    return places


# ---------------------------------------------------------------------------------------------------------- tokenizer


def _texts(fields: Mapping[str, Any], name: str) -> list[str]:
    texts = fields.get(name)
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise BadInput(f"expected a list of texts as {name}, found {texts!r:.60}.")
    return texts


def _tokenizer(tokens: list[str], merges: list[str]) -> Any:
    """The tokenizer: byte pairs of GPT-2's kind, digits one by one. Control tokens are not recognised in texts."""
    tokenizers = import_extra("tokenizers", PURPOSE)
    vocabulary = {token: number for number, token in enumerate(tokens)}
    pairs = []
    for merge in merges:
        left, _, right = merge.partition(" ")
        if not vocabulary.keys() >= {left, right, left + right}:
            raise BadInput(f"expected merges of two tokens into a third, found {merge!r:.60}.")
        pairs.append((left, right))
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, pairs))
    split = tokenizers.pre_tokenizers
    tokenizer.pre_tokenizer = split.Sequence(
        [split.Digits(individual_digits=True), split.ByteLevel(add_prefix_space=False)]
    )
    return tokenizer


# ------------------------------------------------------------------------------------------------------------- checks


def _checked_shape(fields: Mapping[str, Any], sizes: Sizes, tokens: int) -> Shape:
    """The shape of the network, if all settings and arrays are known."""
    settings = {name.removeprefix(_PREFIX): value for name, value in fields.items() if name.startswith(_PREFIX)}
    for name in sorted(settings.keys() - _SETTINGS):
        raise BadInput(f"expected no {_PREFIX}{name}, found {settings[name]!r:.60}.")
    shape = Shape(
        layers=_above_zero(settings, "block_count", int),
        heads=_above_zero(settings, "attention.head_count", int),
        shared_heads=_above_zero(settings, "attention.head_count_kv", int),
        base=_above_zero(settings, "rope.freq_base", float),
        epsilon=_above_zero(settings, "attention.layer_norm_rms_epsilon", float),
    )
    width = sizes.get(_EMBEDDINGS, (0,))[0]
    inner = sizes.get("blk.0.ffn_gate.weight", (0,))[-1]
    head = sizes.get("blk.0.attn_q.weight", (0,))[-1] // shape.heads
    _check_arrays(sizes, _expected_arrays(shape, width, inner, head, tokens))
    if head % 2 or shape.heads % shape.shared_heads:  # numbers are rotated in pairs, and groups of heads share keys
        raise BadInput(
            f"expected heads of an even size in groups of one size, found {shape.heads} heads of {head} numbers "
            f"for {shape.shared_heads}."
        )
    by_arrays = {
        "embedding_length": width,
        "feed_forward_length": inner,
        "rope.dimension_count": head,
        "vocab_size": tokens,
    }
    for name, size in by_arrays.items():
        if settings.get(name, size) != size:
            raise BadInput(f"expected {_PREFIX}{name} to be {size}, found {settings[name]!r:.60}.")
    return shape


def _above_zero(settings: Mapping[str, Any], name: str, kind: type[_Number]) -> _Number:
    value = settings.get(name)
    if type(value) is not kind or not 0 < value < math.inf:
        raise BadInput(f"expected one number above zero as {_PREFIX}{name}, found {value!r:.60}.")
    return value


def _expected_arrays(
    shape: Shape, width: int, inner: int, head: int, tokens: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The names and sizes of all arrays that `llama` needs."""
    yield _EMBEDDINGS, (width, tokens)
    yield "output_norm.weight", (width,)
    for layer in range(shape.layers):
        for name, size in {
            "attn_norm": (width,),
            "attn_q": (width, shape.heads * head),
            "attn_k": (width, shape.shared_heads * head),
            "attn_v": (width, shape.shared_heads * head),
            "attn_output": (shape.heads * head, width),
            "ffn_norm": (width,),
            "ffn_gate": (width, inner),
            "ffn_up": (width, inner),
            "ffn_down": (inner, width),
        }.items():
            yield f"blk.{layer}.{name}.weight", size


def _check_arrays(sizes: Sizes, expected: Iterator[tuple[str, tuple[int, ...]]]) -> None:
    unknown = dict(sizes)
    for name, size in expected:
        if name not in sizes:
            raise BadInput(f"expected {name}, which is missing.")
        if unknown.pop(name) != size:
            wanted, actual = (" x ".join(map(str, numbers)) for numbers in (size, sizes[name]))
            raise BadInput(f"expected {wanted} numbers as {name}, found {actual}.")
    for name in unknown:
        raise BadInput(f"{name} is no part of the network that stead computes.")
