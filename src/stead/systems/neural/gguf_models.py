"""Language models in GGUF files, taken apart once: weights as one mapped array, the tokenizer as its library reads it.

Weights are kept as they are computed with. Quantised ones would have to be blown up for every sentence.
"""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from stead.core.errors import BadInput
from stead.core.extras import library
from stead.systems.neural.llama import Llama, Shape

_EMBEDDINGS = "token_embd.weight"
_SIGNS_OF_DAMAGE = (ValueError, LookupError, TypeError, NotImplementedError, OSError)
Sizes = Mapping[str, tuple[int, ...]]
"""Of each array by its name: inputs, then outputs."""
_INSTEAD = "A checkpoint of the same model may do (checkpoint:NAME)."
_Number = TypeVar("_Number", int, float)
_ARCHITECTURE = "llama"
_OURS = f"{_ARCHITECTURE}."
_NEUTRAL: dict[str, tuple[object, ...]] = {
    "rope.scaling.type": ("none",),
    "rope.scaling.factor": (0, 1),  # which both leave positions as they are
    "rope.scale_linear": (0, 1),  # the same in older files
    "rope.scaling.attn_factor": (1,),
    "expert_count": (0,),
    "expert_used_count": (0,),
    "attention.sliding_window": (0,),
    "attention.causal": (True,),
}
"""Settings that llama.py does not know, with the values at which they change nothing."""
_COMPUTED_WITH = frozenset(
    {
        "block_count",
        "attention.head_count",
        "attention.head_count_kv",
        "rope.freq_base",
        "attention.layer_norm_rms_epsilon",
    }
)
_TOLD_BY_ARRAYS = frozenset(
    {
        "embedding_length",
        "feed_forward_length",
        "rope.dimension_count",
        "attention.key_length",
        "attention.value_length",
    }
)
_OF_NO_EFFECT = frozenset(
    {
        "context_length",
        "vocab_size",
        "tensor_data_layout",
        "rope.scaling.finetuned",
        "rope.scaling.original_context_length",
    }
)
PURPOSE = "a language model in a GGUF file"
_BETWEEN_TEXTS = "<|endoftext|>"
_KIND = "tokenizer.ggml.pre"
_DIGITS_ONE_BY_ONE = ("smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva-7b", "mellum2")
"""Before they split as GPT-2 does."""
_AS_GPT2 = (
    *("gpt-2", "default", "phi-2", "mpt", "olmo", "jais", "trillion", "granite-docling", "mellum", "gigachat"),
    *("exaone4", "a.x-4.0"),
)
_USER_DEFINED = 4
"""The type of tokens that are one wherever a text has them."""


def take_apart(file: Path, target: Path) -> None:
    """Write what is needed of a GGUF file into a folder."""
    gguf = library("gguf", PURPOSE)
    try:
        _take_apart(gguf, gguf.GGUFReader(str(file)), target)
    except BadInput as fault:
        raise BadInput(f"{file}: {fault}") from None
    except _SIGNS_OF_DAMAGE as error:
        raise BadInput(f"{file}: no GGUF file that stead can use ({str(error)[:80]}).") from None


def _take_apart(gguf: Any, reader: Any, target: Path) -> None:
    fields = {name: field.contents() for name, field in reader.fields.items()}
    refuse_other_kinds(fields)
    tokens = texts(fields, "tokenizer.ggml.tokens")
    sizes = {tensor.name: tuple(tensor.shape.tolist()) for tensor in reader.tensors}
    shape = checked_shape(fields, sizes, len(tokens))
    start = start_token(fields, tokens)
    byte_pairs(fields, tokens).save(str(target / "tokenizer.json"))
    places = _write_weights(gguf, reader.tensors, target / "weights.npy")
    record = {"shape": asdict(shape), "start": start, "places": places}
    (target / "model.json").write_text(json.dumps(record), encoding="utf-8")


def _write_weights(gguf: Any, tensors: Any, path: Path) -> dict[str, tuple[int, list[int]]]:
    """All in one array, and where each begins with its shape."""
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


def open_taken_apart(folder: Path) -> tuple[Llama, Any, int]:
    """The model, its tokenizer, and the token that stands before a text."""
    tokenizers = library("tokenizers", PURPOSE)
    record = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    flat = np.load(folder / "weights.npy", mmap_mode="r", allow_pickle=False)
    weights = {
        name: flat[start : start + int(np.prod(shape))].reshape(shape)
        for name, (start, shape) in record["places"].items()
    }
    tokenizer = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    return Llama(Shape(**record["shape"]), weights), tokenizer, record["start"]


def refuse_other_kinds(fields: Mapping[str, Any]) -> None:
    """Only Llama's architecture with a tokenizer of GPT-2's kind."""
    kinds = fields.get("general.architecture"), fields.get("tokenizer.ggml.model")
    if kinds != (_ARCHITECTURE, "gpt2"):
        raise BadInput(f"expected Llama's architecture with a byte-level tokenizer, found {kinds}.")


def checked_shape(fields: Mapping[str, Any], sizes: Sizes, tokens: int) -> Shape:
    """What the arrays do not tell of a network, if llama.py knows all its settings and arrays."""
    settings = {name.removeprefix(_OURS): value for name, value in fields.items() if name.startswith(_OURS)}
    for name, value in settings.items():
        if name not in _COMPUTED_WITH | _TOLD_BY_ARRAYS | _OF_NO_EFFECT:
            check_setting(_OURS + name, value, _NEUTRAL.get(name, ()))
    shape = Shape(
        layers=_above_zero(settings, "block_count", int),
        heads=_above_zero(settings, "attention.head_count", int),
        shared_heads=_above_zero(settings, "attention.head_count_kv", int),
        base=_above_zero(settings, "rope.freq_base", float),
        epsilon=_above_zero(settings, "attention.layer_norm_rms_epsilon", float),
    )
    width = sizes.get("token_embd.weight", (0,))[0]
    inner = sizes.get("blk.0.ffn_gate.weight", (0,))[-1]
    head = sizes.get("blk.0.attn_q.weight", (0,))[-1] // shape.heads
    _check_arrays(sizes, _known_arrays(shape, width, inner, head, tokens))
    _check_heads(shape, head)
    for name in sorted(_TOLD_BY_ARRAYS & settings.keys()):
        told = {"embedding_length": width, "feed_forward_length": inner}.get(name, head)
        check_setting(_OURS + name, settings[name], (told,))
    return shape


def check_setting(name: str, value: object, possible: Sequence[object]) -> None:
    """Refuse a value with which stead would compute something else."""
    if value not in possible:
        expected = f"{', '.join(map(repr, possible))} or absent" if possible else "absent"
        raise BadInput(f"expected {name} to be {expected}, found {value!r:.60}. {_INSTEAD}")


def _above_zero(settings: Mapping[str, Any], name: str, kind: type[_Number]) -> _Number:
    value = settings.get(name)
    if type(value) is not kind or not 0 < value < math.inf:
        raise BadInput(f"expected one number above zero as {_OURS}{name}, found {value!r:.60}.")
    return value


def _known_arrays(
    shape: Shape, width: int, inner: int, head: int, tokens: int
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """All that llama.py multiplies with."""
    yield "token_embd.weight", (width, tokens)
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


def _check_arrays(sizes: Sizes, known: Iterator[tuple[str, tuple[int, ...]]]) -> None:
    unknown = dict(sizes)
    for name, size in known:
        if name not in sizes:
            raise BadInput(f"expected {name}, which is missing. {_INSTEAD}")
        _check_size(name, unknown.pop(name), size)
    if "output.weight" in unknown:  # without it, the embeddings are multiplied with again
        _check_size("output.weight", unknown.pop("output.weight"), sizes["token_embd.weight"])
    if unknown:
        raise BadInput(f"{next(iter(unknown))} is no part of the network that stead computes. {_INSTEAD}")


def _check_size(name: str, found: tuple[int, ...], expected: tuple[int, ...]) -> None:
    if found != expected:
        sizes = (" x ".join(map(str, size)) for size in (expected, found))
        raise BadInput("expected {} numbers as {name}, found {}.".format(*sizes, name=name))


def _check_heads(shape: Shape, head: int) -> None:
    """Neighbouring numbers are turned in pairs, and as many heads share each of the fewer ones."""
    if head % 2 or shape.heads % shape.shared_heads:
        raise BadInput(
            f"expected heads of an even size in groups of one size, found {shape.heads} heads of {head} numbers "
            f"for {shape.shared_heads}."
        )


def texts(fields: Mapping[str, Any], name: str) -> list[str]:
    """A setting that is a list of them."""
    found = fields.get(name)
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise BadInput(f"expected a list of texts as {name}, found {found!r:.60}.")
    return found


def start_token(fields: Mapping[str, Any], tokens: Sequence[str]) -> int:
    """The number of the token that stands between texts or, where none is known, of that which begins or ends them."""
    if _BETWEEN_TEXTS in tokens:
        return tokens.index(_BETWEEN_TEXTS)
    names = [f"tokenizer.ggml.{name}_token_id" for name in ("bos", "eos")]
    number = next((fields[name] for name in names if name in fields), None)
    if not isinstance(number, int) or number not in range(len(tokens)):
        raise BadInput(
            f"expected a token that begins texts: {_BETWEEN_TEXTS}, or its number below {len(tokens)} as "
            f"{' or '.join(names)}; found {number}."
        )
    return number


def byte_pairs(fields: Mapping[str, Any], tokens: Sequence[str]) -> Any:
    """As the tokenizers library reads them. Tokens that control a model are not found in texts."""
    tokenizers = library("tokenizers", PURPOSE)
    vocabulary = {token: number for number, token in enumerate(tokens)}
    pairs = _pairs(texts(fields, "tokenizer.ggml.merges"), vocabulary)
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, pairs))
    tokenizer.pre_tokenizer = _split(tokenizers.pre_tokenizers, fields.get(_KIND, "default"))
    types = fields.get("tokenizer.ggml.token_type", ())
    whole = [token for token, kind in zip(tokens, types, strict=False) if kind == _USER_DEFINED]
    tokenizer.add_tokens([tokenizers.AddedToken(token, normalized=False) for token in whole])
    return tokenizer


def _pairs(merges: Sequence[str], vocabulary: Mapping[str, int]) -> list[tuple[str, str]]:
    found = []
    for merge in merges:
        left, _, right = merge.partition(" ")
        if not vocabulary.keys() >= {left, right, left + right}:
            raise BadInput(f"expected merges of two tokens into a third, found {merge!r:.60}.")
        found.append((left, right))
    return found


def _split(before: Any, kind: str) -> Any:
    """The kinds and what they do are llama.cpp's. A file without one is older than they are, and taken as GPT-2's."""
    check_setting(_KIND, kind, _DIGITS_ONE_BY_ONE + _AS_GPT2)
    as_gpt2 = before.ByteLevel(add_prefix_space=False)
    if kind in _AS_GPT2:
        return as_gpt2
    return before.Sequence([before.Digits(individual_digits=True), as_gpt2])
