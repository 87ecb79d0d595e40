"""Language models in GGUF files, taken apart once: weights as one mapped array, the tokenizer as its library reads it.

Weights are kept as they are computed with. Quantised ones would have to be blown up for every sentence.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

from stead.core.errors import BadInput
from stead.core.extras import library
from stead.systems.neural.gguf_checks import checked_shape, refuse_other_kinds
from stead.systems.neural.gguf_tokenizer import PURPOSE, byte_pairs, start_token, texts
from stead.systems.neural.llama import Llama, Shape

_EMBEDDINGS = "token_embd.weight"
_SIGNS_OF_DAMAGE = (ValueError, LookupError, TypeError, NotImplementedError, OSError)


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
