"""Marian's translation models (Junczys-Dowmunt et al. 2018) as OPUS-MT publishes them, and a forward pass on NumPy.

A folder holds config.json, pytorch_model.bin, source.spm, target.spm and vocab.json. The weights are in a pickle, which
could run code: it is read by an unpickler that knows tensors of 32-bit numbers and nothing else. They are converted
once: for CTranslate2, in 8 bits, which translates; and as one mapped array for the forward pass here, which says how
likely some continuations of the same translation are and reads what they share once. Both languages share one
vocabulary in the file; here, each side has only the pieces that its own tokenizer makes: half the work at the output.
"""

import itertools
import json
import math
import pickle
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput
from stead.core.extras import import_extra
from stead.systems.neural.attention import Floats, TokenBatch, Tokens, attend, log_of_sum

PURPOSE = "a translation model"
FILES = ("config.json", "pytorch_model.bin", "source.spm", "target.spm", "vocab.json")
END, UNKNOWN = "</s>", "<unk>"
_EXPECTED = {
    "model_type": "marian",
    "activation_function": "swish",
    "normalize_before": False,
    "normalize_embedding": False,
    "scale_embedding": True,
    "share_encoder_decoder_embeddings": True,
    "static_position_embeddings": True,
}
"""All that changes what has to be computed."""

START = -1
"""The token before a translation, whose embedding is zero."""
_EPSILON = 1e-5


class Memory(NamedTuple):
    """What a decoder sees of a source text: for each layer keys and values, positions x heads x size."""

    keys: list[Floats]
    values: list[Floats]


class Marian:
    """The forward pass; a layer is post-norm, and its feed-forward network has swish activations."""

    def __init__(self, folder: Path) -> None:
        layout = json.loads((folder / _LAYOUT_FILE).read_text(encoding="utf-8"))
        numbers = np.load(folder / _WEIGHTS_FILE, mmap_mode="r", allow_pickle=False)
        self._heads = int(layout["heads"])
        self._weights: dict[str, Floats] = {
            name: numbers[start : start + math.prod(shape)].reshape(shape)
            for name, (start, shape) in layout["arrays"].items()
        }
        self._layers = {side: int(layout[side]) for side in ("encoder", "decoder")}
        width = self._weights["target"].shape[1]
        self._scale, self._positions = np.float32(math.sqrt(width)), _positions(width)
        self.numbers = {
            side: {piece: number for number, piece in enumerate(layout["pieces"][side])}
            for side in ("source", "target")
        }

    def read(self, source: Tokens) -> Memory:
        """Read a source text, without the token for its end."""
        tokens = [*source, self.numbers["source"][END]]
        state = self._weights["source"][tokens] * self._scale + self._positions[: len(tokens)]
        memory = Memory([], [])
        for layer in range(self._layers["encoder"]):
            name = f"encoder.{layer}."
            query, keys, values = self._split(state, f"{name}self", 3)
            state = self._finish(name, "self", state, _attend_to_all(query, keys, values))
            state = self._feed_forward(name, state)
        for layer in range(self._layers["decoder"]):
            keys, values = self._split(state, f"decoder.{layer}.cross.kv", 2)
            memory.keys.append(keys)
            memory.values.append(values)
        return memory

    def score_continuations(self, memory: Memory, text: Tokens, options: Sequence[Tokens]) -> list[Floats]:
        """For each continuation of the beginning of a translation the log-probability of each of its tokens."""
        batch = TokenBatch([START, *text], options)
        state = self._states(memory, batch)
        firsts = self._logarithms(state[[batch.length - 1]], np.array([[option[0] for option in options]]))[0]
        wanted = np.array([token for option in options for token in option[1:]], np.int64)
        later = np.split(self._logarithms(state[batch.length :], wanted[:, None])[:, 0], batch.ends[:-1])
        return [np.concatenate([[first], rest]) for first, rest in zip(firsts, later, strict=True)]

    def next_logarithms(self, memory: Memory, text: Tokens, options: Sequence[Tokens]) -> Floats:
        """For each continuation of the beginning of a translation the log-probabilities of all tokens after it."""
        batch = TokenBatch([START, *text], [[*option, START] for option in options])  # the last token is not read
        state = self._states(memory, batch)
        ends = [
            batch.length + end - 1 if option else batch.length - 1
            for option, end in zip(options, batch.ends, strict=True)
        ]
        scores = self._scores(state[ends])
        return np.asarray(scores - log_of_sum(scores)[:, None])

    def _states(self, memory: Memory, batch: TokenBatch) -> Floats:
        state = self._weights["target"][batch.tokens] * self._scale
        state[batch.tokens == START] = 0
        state += self._positions[batch.places]
        for layer, (keys, values) in enumerate(zip(*memory, strict=True)):
            name = f"decoder.{layer}."
            state = self._finish(name, "self", state, attend(batch, *self._split(state, f"{name}self", 3)))
            (query,) = self._split(state, f"{name}cross.q", 1)
            state = self._finish(name, "cross", state, _attend_to_all(query, keys, values))
            state = self._feed_forward(name, state)
        return np.asarray(state)

    def _linear(self, state: Floats, name: str) -> Floats:
        return np.asarray(state @ self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"])

    def _split(self, state: Floats, name: str, parts: int) -> list[Floats]:
        """Project states, and divide the result into parts of tokens x heads x size."""
        return [
            part.reshape(len(state), self._heads, -1) for part in np.split(self._linear(state, name), parts, axis=1)
        ]

    def _finish(self, layer: str, name: str, state: Floats, attended: Floats) -> Floats:
        return self._normal(state + self._linear(attended, f"{layer}{name}.out"), f"{layer}{name}.norm")

    def _feed_forward(self, layer: str, state: Floats) -> Floats:
        inner = self._linear(state, f"{layer}fc1")
        inner /= 1 + np.exp(-inner)
        return self._normal(state + self._linear(inner, f"{layer}fc2"), f"{layer}norm")

    def _normal(self, state: Floats, name: str) -> Floats:
        """Layer normalisation (Ba et al. 2016)."""
        centred = state - state.mean(axis=1, keepdims=True)
        deviation = np.sqrt(np.einsum("ij,ij->i", centred, centred)[:, None] / state.shape[1] + np.float32(_EPSILON))
        return np.asarray(centred / deviation * self._weights[f"{name}.weight"] + self._weights[f"{name}.bias"])

    def _logarithms(self, states: Floats, wanted: npt.NDArray[np.int64]) -> Floats:
        """For each state the log-probabilities of some tokens."""
        scores = self._scores(states)
        return np.asarray(np.take_along_axis(scores, wanted, axis=1) - log_of_sum(scores)[:, None])

    def _scores(self, states: Floats) -> Floats:
        """For each state a score of every token."""
        scores = states @ self._weights["target"].T
        scores += self._weights["output.bias"]
        return np.asarray(scores)


def _attend_to_all(query: Floats, keys: Floats, values: Floats) -> Floats:
    """Attention of each position (tokens x heads x size) to all positions: tokens x width."""
    scores = query.transpose(1, 0, 2) @ keys.transpose(1, 2, 0) / np.float32(math.sqrt(query.shape[2]))
    scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
    scores /= scores.sum(axis=-1, keepdims=True)
    return np.asarray((scores @ values.transpose(1, 0, 2)).transpose(1, 0, 2).reshape(len(query), -1))


# ---------------------------------------------------------------------------------------------------------- checkpoints

_MAGIC, _PROTOCOL = 0x1950A86A20F9469CFC6C, 1001
_MOST_HEADER = 1 << 22
"""Bytes of the pickles before the numbers."""
_MOST_NUMBERS = 1 << 28
_SIGNS_OF_DAMAGE = (
    *(pickle.UnpicklingError, ValueError, LookupError, TypeError, AttributeError, EOFError),
    *(OverflowError, MemoryError, RecursionError),
)


class _NumberStorage(NamedTuple):
    key: str
    size: int


class _Tensor(NamedTuple):
    storage: _NumberStorage
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]

    def of(self, numbers: Floats) -> Floats:
        """The tensor, as a part of the numbers of its storage, which it must not leave."""
        last = self.offset + sum((size - 1) * stride for size, stride in zip(self.shape, self.strides, strict=True))
        if min(self.shape, default=1) < 1 or min(self.strides, default=0) < 0 or not 0 <= self.offset <= last:
            raise ValueError("a tensor of no size")
        if last >= len(numbers):
            raise ValueError("a tensor that is larger than its storage")
        strides = [stride * numbers.itemsize for stride in self.strides]
        return np.lib.stride_tricks.as_strided(numbers[self.offset :], self.shape, strides, writeable=False)


class _StateDict(dict[str, _Tensor]):
    """The weights by name; a dictionary that may be given attributes, which are not used."""


def _rebuild_tensor(
    storage: _NumberStorage, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], *_: Any
) -> _Tensor:
    return _Tensor(storage, offset, shape, strides)


class _TensorUnpickler(pickle.Unpickler):
    """Reads tensors of 32-bit numbers; a pickle that names any other function or class is refused."""

    _KNOWN: Mapping[tuple[str, str], Any] = {
        ("collections", "OrderedDict"): _StateDict,
        ("torch._utils", "_rebuild_tensor_v2"): _rebuild_tensor,
        ("torch", "FloatStorage"): _NumberStorage,
    }

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) not in self._KNOWN:
            raise pickle.UnpicklingError(f"it wants to run {module}.{name}")
        return self._KNOWN[module, name]

    def persistent_load(self, pid: Any) -> _NumberStorage:
        _, kind, key, _, size, *_ = pid
        if kind is not _NumberStorage or not isinstance(size, int) or not 0 < size <= _MOST_NUMBERS:
            raise pickle.UnpicklingError("a storage of an unknown kind")
        return _NumberStorage(str(key), size)


def read_weights(path: Path) -> dict[str, Floats]:
    """Read the weights of a checkpoint in PyTorch's format of before 2020: some pickles, then the numbers."""
    try:
        with path.open("rb") as file:
            return _read(file)
    except (
        pickle.UnpicklingError,
        ValueError,
        LookupError,
        TypeError,
        AttributeError,
        EOFError,
        OverflowError,
    ) as error:
        raise BadInput(f"{path}: no checkpoint that stead reads ({str(error)[:100]}).") from None


def _read(file: IO[bytes]) -> dict[str, Floats]:
    head = BytesIO(file.read(_MOST_HEADER))
    magic, protocol, system, state, keys = (_TensorUnpickler(head).load() for _ in range(5))
    if magic != _MAGIC or protocol != _PROTOCOL or not system["little_endian"]:
        raise ValueError("another format")
    sizes = {tensor.storage.key: tensor.storage.size for tensor in state.values()}
    file.seek(head.tell())
    storages = {}
    for key in keys:
        if int.from_bytes(file.read(8), "little") != sizes[key]:
            raise ValueError(f"a storage of another size than {sizes[key]}")
        storages[key] = np.fromfile(file, np.dtype("<f4"), sizes[key])
    return {name: tensor.of(storages[tensor.storage.key]) for name, tensor in state.items()}


# ----------------------------------------------------------------------------------------------------------- conversion

_WEIGHTS_FILE, _LAYOUT_FILE = "weights.npy", "layout.json"
_SIDES = ("source", "target")
_QUERY, _KEYS, _VALUES = "q_proj", "k_proj", "v_proj"


def convert(source: Path, target: Path, *, quantization: str | None = "int8") -> None:
    """Write a model for CTranslate2, another for the forward pass here, and the tokenizers into a folder."""
    config = _checked_config(source / "config.json")
    weights = read_weights(source / "pytorch_model.bin")
    numbers = _vocabulary(source / "vocab.json")
    pieces = {side: _pieces(source / f"{side}.spm", numbers) for side in _SIDES}
    layers = {part: config[f"{part}_layers"] for part in ("encoder", "decoder")}
    try:
        rows = {side: [numbers[piece] for piece in pieces[side]] for side in _SIDES}
        arrays = dict(_arrays(weights, rows, layers))
    except KeyError as error:
        raise BadInput(f"{source}: expected {error.args[0]}, which is missing.") from None
    except (ValueError, IndexError) as error:
        raise BadInput(f"{source}: the weights do not fit the configuration ({str(error)[:100]}).") from None
    layout = {**layers, "heads": config["decoder_attention_heads"], "pieces": pieces}
    _save_for_scoring(arrays, layout, target)
    _save_for_translation(arrays, layout, target, quantization)  # last, since quantising changes the arrays
    for side in _SIDES:
        (target / f"{side}.spm").write_bytes((source / f"{side}.spm").read_bytes())


def _checked_config(path: Path) -> Mapping[str, Any]:
    try:
        config = json.loads(path.read_text(encoding="utf-8"))
        for name, expected in _EXPECTED.items():
            if config[name] != expected:
                raise BadInput(f"{path}: expected {name} to be {expected!r}, found {config[name]!r:.60}.")
        for name in ("encoder_layers", "decoder_layers", "encoder_attention_heads", "decoder_attention_heads"):
            if type(config[name]) is not int or not 0 < config[name] <= 64:
                raise BadInput(f"{path}: expected a small number as {name}, found {config[name]!r:.60}.")
        if config["encoder_attention_heads"] != config["decoder_attention_heads"]:
            raise BadInput(f"{path}: expected as many heads in the encoder as in the decoder.")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BadInput(f"{path}: no configuration of a translation model ({str(error)[:100]}).") from None
    return dict(config)


def _vocabulary(path: Path) -> dict[str, int]:
    try:
        return {str(piece): int(number) for piece, number in json.loads(path.read_text(encoding="utf-8")).items()}
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise BadInput(f"{path}: no vocabulary ({str(error)[:100]}).") from None


def _pieces(path: Path, numbers: Mapping[str, int]) -> list[str]:
    """The pieces that a tokenizer makes and the model knows, with the two that stand for the end and all others."""
    processor = open_pieces(path)
    known = [processor.id_to_piece(number) for number in range(processor.get_piece_size())]
    return [END, UNKNOWN, *(piece for piece in known if piece in numbers and piece not in {END, UNKNOWN})]


def open_pieces(path: Path) -> Any:
    """Open a SentencePiece tokenizer."""
    sentencepiece = import_extra("sentencepiece", PURPOSE)
    try:
        return sentencepiece.SentencePieceProcessor(model_proto=path.read_bytes())
    except RuntimeError as error:
        raise BadInput(f"{path}: no tokenizer ({str(error).splitlines()[0][:100]}).") from None


def _arrays(
    weights: Mapping[str, Floats], rows: Mapping[str, list[int]], layers: Mapping[str, int]
) -> Iterator[tuple[str, Floats]]:
    """All arrays, matrices as inputs x outputs; what is multiplied with the same states is one matrix."""
    shared = weights["model.shared.weight"]
    for side in _SIDES:
        yield side, shared[rows[side]]
    yield "output.bias", weights["final_logits_bias"].reshape(-1)[rows["target"]]
    for part, number in layers.items():
        for layer in range(number):
            old, new = f"model.{part}.layers.{layer}.", f"{part}.{layer}."
            for name, others in _LINEAR.items() if part == "decoder" else _SELF_LINEAR.items():
                yield f"{new}{name}.weight", np.concatenate([weights[f"{old}{other}.weight"] for other in others]).T
                yield f"{new}{name}.bias", np.concatenate([weights[f"{old}{other}.bias"] for other in others])
            for name, other in _NORMS.items():
                if part == "decoder" or name != "cross.norm":
                    for what in ("weight", "bias"):
                        yield f"{new}{name}.{what}", np.asarray(weights[f"{old}{other}.{what}"])


_SELF_LINEAR = {
    "self": tuple(f"self_attn.{name}" for name in (_QUERY, _KEYS, _VALUES)),
    "self.out": ("self_attn.out_proj",),
    "fc1": ("fc1",),
    "fc2": ("fc2",),
}
_LINEAR = {
    **_SELF_LINEAR,
    "cross.q": (f"encoder_attn.{_QUERY}",),
    "cross.kv": tuple(f"encoder_attn.{name}" for name in (_KEYS, _VALUES)),
    "cross.out": ("encoder_attn.out_proj",),
}
_NORMS = {"self.norm": "self_attn_layer_norm", "cross.norm": "encoder_attn_layer_norm", "norm": "final_layer_norm"}


def _save_for_scoring(arrays: Mapping[str, Floats], layout: Mapping[str, Any], target: Path) -> None:
    """Write all arrays as one, with the offset and shape of each."""
    sizes = [array.size for array in arrays.values()]
    starts = [0, *itertools.accumulate(sizes)]
    places = {name: (start, array.shape) for (name, array), start in zip(arrays.items(), starts, strict=False)}
    np.save(target / _WEIGHTS_FILE, np.concatenate([np.ravel(array) for array in arrays.values()]), allow_pickle=False)
    (target / _LAYOUT_FILE).write_text(json.dumps({**layout, "arrays": places}), encoding="utf-8")


def _save_for_translation(
    arrays: Mapping[str, Floats], layout: Mapping[str, Any], target: Path, quantization: str | None
) -> None:
    """Write a model of CTranslate2."""
    specs = import_extra("ctranslate2.specs", PURPOSE)
    spec = specs.TransformerSpec.from_config(
        (layout["encoder"], layout["decoder"]), layout["heads"], pre_norm=False, activation=specs.Activation.SWISH
    )
    width = arrays["target"].shape[1]
    for part in (spec.encoder, spec.decoder):
        part.scale_embeddings = np.float32(math.sqrt(width))
        part.position_encodings.encodings = _positions(width)
    spec.encoder.embeddings[0].weight, spec.decoder.embeddings.weight = arrays["source"], arrays["target"]
    spec.decoder.projection.weight, spec.decoder.projection.bias = arrays["target"], arrays["output.bias"]
    spec.decoder.start_from_zero_embedding = True
    for name, part in (("encoder", spec.encoder), ("decoder", spec.decoder)):
        for number, layer in enumerate(part.layer):
            _fill_layer(layer, arrays, f"{name}.{number}.")
    spec.register_source_vocabulary(layout["pieces"]["source"])
    spec.register_target_vocabulary(layout["pieces"]["target"])
    spec.config.unk_token, spec.config.eos_token, spec.config.decoder_start_token = UNKNOWN, END, END
    spec.config.add_source_eos = True
    spec.validate()
    spec.optimize(quantization=quantization)
    spec.save(str(target))


def _fill_layer(layer: Any, arrays: Mapping[str, Floats], prefix: str) -> None:
    """Fill a layer of a specification, whose matrices are outputs x inputs."""

    def set_linear(linear: Any, name: str) -> None:
        linear.weight = np.ascontiguousarray(arrays[f"{prefix}{name}.weight"].T)
        linear.bias = arrays[f"{prefix}{name}.bias"]

    def set_norm(norm: Any, name: str) -> None:
        norm.gamma, norm.beta = arrays[f"{prefix}{name}.weight"], arrays[f"{prefix}{name}.bias"]

    set_linear(layer.self_attention.linear[0], "self")
    set_linear(layer.self_attention.linear[1], "self.out")
    set_norm(layer.self_attention.layer_norm, "self.norm")
    if hasattr(layer, "attention"):
        for linear, name in zip(layer.attention.linear, ("cross.q", "cross.kv", "cross.out"), strict=True):
            set_linear(linear, name)
        set_norm(layer.attention.layer_norm, "cross.norm")
    set_linear(layer.ffn.linear_0, "fc1")
    set_linear(layer.ffn.linear_1, "fc2")
    set_norm(layer.ffn.layer_norm, "norm")


_POSITIONS = 512


def _positions(width: int) -> Floats:
    """Sinusoidal positions (Vaswani et al. 2017): sines in the first half of a vector, cosines in the second."""
    angles = np.arange(_POSITIONS)[:, None] / 10000 ** (2 * np.arange(width // 2) / width)
    return np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)
