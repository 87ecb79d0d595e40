"""Tiny networks as real files: a GGUF file of Llama's architecture, and an encoder in ONNX's format."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import gguf
import numpy as np
import numpy.typing as npt
import onnx
from onnx import TensorProto, helper, numpy_helper
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


def write_encoder(folder: Path, seed: int = 1) -> npt.NDArray[np.float32]:
    """A state for each token: its own vector plus half of the mean of all that the mask lets through."""
    folder.mkdir(parents=True, exist_ok=True)
    vectors = np.random.default_rng(seed).standard_normal((len(ENCODED), 4)).astype(np.float32)
    nodes = [
        helper.make_node("Gather", ["vectors", "input_ids"], ["own"]),
        helper.make_node("Cast", ["attention_mask"], ["mask"], to=TensorProto.FLOAT),
        helper.make_node("Unsqueeze", ["mask", "last"], ["wide"]),
        helper.make_node("Mul", ["own", "wide"], ["seen"]),
        helper.make_node("ReduceSum", ["seen", "middle"], ["sum"], keepdims=1),
        helper.make_node("ReduceSum", ["wide", "middle"], ["number"], keepdims=1),
        helper.make_node("Div", ["sum", "number"], ["mean"]),
        helper.make_node("Mul", ["mean", "half"], ["share"]),
        helper.make_node("Add", ["own", "share"], ["states"]),
    ]
    constants: dict[str, npt.NDArray[Any]] = {
        "vectors": vectors,
        "last": np.array([2], np.int64),
        "middle": np.array([1], np.int64),
        "half": np.array([0.5], np.float32),
    }
    given = [helper.make_tensor_value_info(name, TensorProto.INT64, ["n", "t"]) for name in _INPUTS]
    told = [helper.make_tensor_value_info("states", TensorProto.FLOAT, ["n", "t", 4])]
    initial = [numpy_helper.from_array(values, name) for name, values in constants.items()]
    graph = helper.make_graph(nodes, "tiny", given, told, initial)
    onnx.save(
        helper.make_model(graph, opset_imports=[helper.make_opsetid("", 18)], ir_version=10), folder / "model.onnx"
    )
    tokenizer = Tokenizer(models.WordLevel(ENCODED, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.save(str(folder / "tokenizer.json"))
    return vectors


_INPUTS = ("input_ids", "attention_mask")
