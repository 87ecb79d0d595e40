"""Language models in GGUF files, taken apart once: weights as one mapped array, the tokenizer as its library reads it.

Weights are kept as they are computed with. Quantised ones would have to be blown up for every sentence.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from stead._extras import library
from stead.systems.neural.llama import Llama, Shape
from stead.task import BadInput

EXTRA = "finest"
_EMBEDDINGS = "token_embd.weight"
_PURPOSE = "a language model in a GGUF file"
_KEYS = {
    "layers": "block_count",
    "heads": "attention.head_count",
    "shared_heads": "attention.head_count_kv",
    "base": "rope.freq_base",
    "epsilon": "attention.layer_norm_rms_epsilon",
}


def take_apart(file: Path, target: Path) -> None:
    """Write what is needed of a GGUF file into a folder."""
    gguf = library("gguf", _PURPOSE, EXTRA)
    try:
        reader = gguf.GGUFReader(str(file))
        fields = {name: field.contents() for name, field in reader.fields.items()}
        _refuse_others(fields, file)
        shape = {ours: fields[f"llama.{theirs}"] for ours, theirs in _KEYS.items()}
        _write_tokenizer(fields, target / "tokenizer.json")
        places = _write_weights(gguf, reader.tensors, target / "weights.npy")
    except (ValueError, KeyError, IndexError, OSError) as error:
        raise BadInput(f"{file}: no GGUF file that stead can use ({str(error)[:80]}).") from None
    (target / "model.json").write_text(json.dumps({"shape": shape, "places": places}), encoding="utf-8")


def _refuse_others(fields: dict[str, Any], file: Path) -> None:
    kinds = fields.get("general.architecture"), fields.get("tokenizer.ggml.model")
    if kinds != ("llama", "gpt2"):
        raise BadInput(f"{file}: expected Llama's architecture with a byte-level tokenizer, found {kinds}.")


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


def _write_tokenizer(fields: dict[str, Any], path: Path) -> None:
    """Byte pairs of GPT-2's kind, digits one by one, as models of this family split them."""
    tokenizers = library("tokenizers", _PURPOSE, EXTRA)
    tokens, merges = fields["tokenizer.ggml.tokens"], fields["tokenizer.ggml.merges"]
    vocabulary = {token: number for number, token in enumerate(tokens)}
    pairs = [tuple(merge.split(" ", 1)) for merge in merges]
    tokenizer = tokenizers.Tokenizer(tokenizers.models.BPE(vocabulary, pairs))
    before = tokenizers.pre_tokenizers
    tokenizer.pre_tokenizer = before.Sequence(
        [before.Digits(individual_digits=True), before.ByteLevel(add_prefix_space=False)]
    )
    tokenizer.save(str(path))


def open_taken_apart(folder: Path) -> tuple[Llama, Any]:
    """The model and its tokenizer."""
    tokenizers = library("tokenizers", _PURPOSE, EXTRA)
    record = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    flat = np.load(folder / "weights.npy", mmap_mode="r", allow_pickle=False)
    weights = {
        name: flat[start : start + int(np.prod(shape))].reshape(shape)
        for name, (start, shape) in record["places"].items()
    }
    return Llama(Shape(**record["shape"]), weights), tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
