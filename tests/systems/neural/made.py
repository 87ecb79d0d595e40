"""Tiny networks as real files: a GGUF file of Llama's architecture, and an encoder of BERT's."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import numpy.typing as npt
import safetensors.numpy
from tokenizers import Tokenizer, models, pre_tokenizers

WIDTH, LAYERS, HEADS, SHARED, INNER = 16, 2, 4, 2, 24
SIZE = WIDTH // HEADS
MERGES = ["Ġ c", "Ġc a", "Ġca t", "1 2"]
Weights = dict[str, npt.NDArray[np.float32]]


def byte_tokens() -> list[str]:
    """A token that stands between texts, one for every byte, one word, and one number."""
    return ["<|endoftext|>", *sorted(pre_tokenizers.ByteLevel.alphabet()), "Ġc", "Ġca", "Ġcat", "12"]


def random_weights(seed: int = 1) -> Weights:
    """As GGUF files have them: outputs x inputs."""
    chance = np.random.default_rng(seed)

    def some(*shape: int) -> npt.NDArray[np.float32]:
        return (chance.standard_normal(shape) * 0.5).astype(np.float32)

    found = {"token_embd.weight": some(len(byte_tokens()), WIDTH), "output_norm.weight": 1 + some(WIDTH)}
    for layer in range(LAYERS):
        for name, shape in {
            "attn_norm": (WIDTH,),
            "attn_q": (HEADS * SIZE, WIDTH),
            "attn_k": (SHARED * SIZE, WIDTH),
            "attn_v": (SHARED * SIZE, WIDTH),
            "attn_output": (WIDTH, HEADS * SIZE),
            "ffn_norm": (WIDTH,),
            "ffn_gate": (INNER, WIDTH),
            "ffn_up": (INNER, WIDTH),
            "ffn_down": (WIDTH, INNER),
        }.items():
            found[f"blk.{layer}.{name}.weight"] = some(*shape)
    return found


def write_gguf(
    path: Path, weights: Weights, changed: Mapping[str, Any] | None = None, *, architecture: str = "llama"
) -> Path:
    """A file that any program that reads GGUF can read; of changed settings, None leaves one out."""
    writer = gguf.GGUFWriter(str(path), architecture)
    add: dict[type, Callable[[str, Any], None]] = {
        str: writer.add_string,
        bool: writer.add_bool,
        int: writer.add_uint32,
        float: writer.add_float32,
        list: writer.add_array,
    }
    settings = {
        "llama.block_count": LAYERS,
        "llama.attention.head_count": HEADS,
        "llama.attention.head_count_kv": SHARED,
        "llama.rope.freq_base": 10000.0,
        "llama.attention.layer_norm_rms_epsilon": 1e-5,
        "tokenizer.ggml.model": "gpt2",
        "tokenizer.ggml.pre": "smollm",
        "tokenizer.ggml.tokens": byte_tokens(),
        "tokenizer.ggml.merges": MERGES,
    }
    for name, value in {**settings, **(changed or {})}.items():
        if value is not None:
            add[type(value)](name, value)
    for name, values in weights.items():
        writer.add_tensor(name, values)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


ENCODED = {"[PAD]": 0, "[UNK]": 1, "the": 2, "cat": 3, "dog": 4, "sat": 5}
ENCODER_WIDTH = 8
_POSITIONS, _NORM_EPS = 300, 1e-12


MPNET_NAMES = {
    "attention.self.query": "attention.attn.q",
    "attention.self.key": "attention.attn.k",
    "attention.self.value": "attention.attn.v",
    "attention.output.dense": "attention.attn.o",
    "attention.output.LayerNorm": "attention.LayerNorm",
}
_DISTANCES = 32


def write_encoder(folder: Path, seed: int = 1, *, kind: str = "bert") -> Weights:
    """A small encoder of BERT's architecture, or MPNet's, with random weights; its tokenizer splits at spaces."""
    folder.mkdir(parents=True, exist_ok=True)
    chance = np.random.default_rng(seed)

    def some(*shape: int) -> npt.NDArray[np.float32]:
        return (chance.standard_normal(shape) * 0.5).astype(np.float32)

    width, inner = ENCODER_WIDTH, 3 * ENCODER_WIDTH
    weights = {
        f"embeddings.{name}_embeddings.weight": some(rows, width)
        for name, rows in (("word", len(ENCODED)), ("token_type", 2), ("position", _POSITIONS))
    }
    linear = {
        **{f"attention.{part}": (width, width) for part in ("self.query", "self.key", "self.value", "output.dense")},
        "intermediate.dense": (inner, width),
        "output.dense": (width, inner),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(LAYERS):
        prefix = f"encoder.layer.{layer}."
        norms += [f"{prefix}attention.output.LayerNorm", f"{prefix}output.LayerNorm"]
        for name, shape in linear.items():
            weights |= {f"{prefix}{name}.weight": some(*shape), f"{prefix}{name}.bias": some(shape[0])}
    for name in norms:
        weights |= {f"{name}.weight": 1 + some(width), f"{name}.bias": some(width)}
    if kind == "mpnet":
        del weights["embeddings.token_type_embeddings.weight"]
        for old, new in MPNET_NAMES.items():
            weights = {name.replace(old, new): value for name, value in weights.items()}
        weights["encoder.relative_attention_bias.weight"] = some(_DISTANCES, encoder_config()["num_attention_heads"])
    safetensors.numpy.save_file(weights, folder / "model.safetensors")
    (folder / "config.json").write_text(json.dumps(encoder_config(kind)), encoding="utf-8")
    tokenizer = Tokenizer(models.WordLevel(ENCODED, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return weights


def encoder_config(kind: str = "bert") -> dict[str, Any]:
    return {
        "model_type": kind,
        "hidden_act": "gelu",
        "hidden_size": ENCODER_WIDTH,
        "intermediate_size": 3 * ENCODER_WIDTH,
        "num_attention_heads": 2,
        "num_hidden_layers": LAYERS,
        "max_position_embeddings": _POSITIONS,
        "type_vocab_size": 2,
        "vocab_size": len(ENCODED),
        "layer_norm_eps": _NORM_EPS,
    }
