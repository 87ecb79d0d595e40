"""Networks that llama.py would compute wrongly are refused, and each sentence names what is at fault."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

from stead.core.errors import BadInput
from stead.systems.neural.llama import convert_gguf, open_converted
from tests.systems.neural.made import (
    HEADS,
    INNER,
    LAYERS,
    SHARED,
    SIZE,
    WIDTH,
    Weights,
    byte_tokens,
    random_weights,
    write_gguf,
)


@pytest.fixture
def weights() -> Weights:
    return random_weights()


def refusal(folder: Path, weights: Weights, changed: Mapping[str, object] | None = None) -> str:
    """What is said of a file with these weights and some settings changed."""
    file = write_gguf(folder / "other.gguf", weights, changed)
    with pytest.raises(BadInput) as caught:
        convert_gguf(file, folder)
    assert str(caught.value).startswith(f"{file}: ")
    return str(caught.value).removeprefix(f"{file}: ")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("rope.scaling.type", "linear"),
        ("rope.scaling.type", "yarn"),
        ("rope.scaling.factor", 2.0),
        ("rope.scale_linear", 4.0),
        ("rope.scaling.attn_factor", 0.5),
        ("expert_count", 8),
        ("attention.sliding_window", 4096),
        ("attention.causal", False),
        ("attention.scale", 0.5),
        ("attention.key_length", 2 * SIZE),
        ("attention.value_length", 2 * SIZE),
        ("logit_scale", 8.0),
        ("what.comes.next", [1, 2]),
    ],
)
def test_settings_that_are_not_computed(tmp_path: Path, weights: Weights, name: str, value: object) -> None:
    assert refusal(tmp_path, weights, {f"llama.{name}": value}) == f"expected no llama.{name}, found {value!r}."


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("rope.dimension_count", SIZE // 2, SIZE),
        ("embedding_length", WIDTH + 1, WIDTH),
        ("feed_forward_length", [INNER, 2 * INNER], INNER),
        ("vocab_size", 7, len(byte_tokens())),
    ],
)
def test_settings_that_do_not_fit_the_arrays(
    tmp_path: Path, weights: Weights, name: str, value: object, expected: int
) -> None:
    told = refusal(tmp_path, weights, {f"llama.{name}": value})
    assert told == f"expected llama.{name} to be {expected}, found {value!r}."


def test_settings_that_the_arrays_tell(tmp_path: Path, weights: Weights) -> None:
    harmless = {
        "rope.dimension_count": SIZE,
        "embedding_length": WIDTH,
        "feed_forward_length": INNER,
        "context_length": 64,
        "vocab_size": len(byte_tokens()),
    }
    found = []
    for changed in ({}, {f"llama.{name}": value for name, value in harmless.items()}):
        convert_gguf(write_gguf(tmp_path / "tiny.gguf", weights, changed), tmp_path)
        found.append(open_converted(tmp_path)[0].score_continuations([0, 5, 9], [[3, 7, 11]])[0])
    assert np.array_equal(found[0], found[1])


@pytest.mark.parametrize("name", ["block_count", "attention.head_count", "attention.head_count_kv", "rope.freq_base"])
@pytest.mark.parametrize("value", [None, 0, [2, 2], "two", True])
def test_settings_that_are_no_number(tmp_path: Path, weights: Weights, name: str, value: object) -> None:
    told = refusal(tmp_path, weights, {f"llama.{name}": value})
    assert told == f"expected one number above zero as llama.{name}, found {value!r}."


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -1.0, 0.0])
def test_settings_that_are_no_usable_fraction(tmp_path: Path, weights: Weights, value: float) -> None:
    told = refusal(tmp_path, weights, {"llama.attention.layer_norm_rms_epsilon": value})
    assert told == f"expected one number above zero as llama.attention.layer_norm_rms_epsilon, found {value!r}."


@pytest.mark.parametrize(
    "name",
    [
        "blk.0.attn_q.bias",
        "blk.1.ffn_down.bias",
        "rope_freqs.weight",
        "output.weight",
        f"blk.{LAYERS}.attn_norm.weight",
    ],
)
def test_arrays_that_would_be_left_out(tmp_path: Path, weights: Weights, name: str) -> None:
    weights[name] = np.ones(WIDTH, np.float32)
    assert refusal(tmp_path, weights).startswith(f"{name} is no part of the network that stead computes.")


@pytest.mark.parametrize("name", sorted(random_weights()))
def test_arrays_that_are_missing(tmp_path: Path, weights: Weights, name: str) -> None:
    del weights[name]
    assert refusal(tmp_path, weights).startswith(f"expected {name}, which is missing.")


def test_more_layers_than_arrays(tmp_path: Path, weights: Weights) -> None:
    told = refusal(tmp_path, weights, {"llama.block_count": 4_000_000_000})
    assert told.startswith(f"expected blk.{LAYERS}.attn_norm.weight, which is missing.")


@pytest.mark.parametrize("name", sorted(random_weights()))
def test_arrays_of_another_size(tmp_path: Path, weights: Weights, name: str) -> None:
    weights[name] = np.concatenate([weights[name], weights[name]])
    assert " numbers as " in refusal(tmp_path, weights)


def test_the_size_that_was_found_and_the_one_that_fits(tmp_path: Path, weights: Weights) -> None:
    weights["blk.1.attn_k.weight"] = weights["blk.1.attn_k.weight"][:3]
    assert refusal(tmp_path, weights) == (
        f"expected {WIDTH} x {SHARED * SIZE} numbers as blk.1.attn_k.weight, found {WIDTH} x 3."
    )


def test_heads_that_cannot_be_divided(tmp_path: Path, weights: Weights) -> None:
    for layer in range(LAYERS):  # keys and values for three heads, among which four cannot be divided
        for name in ("attn_k", "attn_v"):
            weights[f"blk.{layer}.{name}.weight"] = np.ones((3 * SIZE, WIDTH), np.float32)
    assert refusal(tmp_path, weights, {"llama.attention.head_count_kv": 3}) == (
        f"expected heads of an even size in groups of one size, found {HEADS} heads of {SIZE} numbers for 3."
    )


def test_heads_that_cannot_be_turned(tmp_path: Path, weights: Weights) -> None:
    for layer in range(LAYERS):  # of one number each: nothing to make a point in the plane of
        for name in ("attn_k", "attn_v"):
            weights[f"blk.{layer}.{name}.weight"] = np.ones((WIDTH, WIDTH), np.float32)
    changed = {"llama.attention.head_count": WIDTH, "llama.attention.head_count_kv": WIDTH}
    assert refusal(tmp_path, weights, changed).endswith(f"found {WIDTH} heads of 1 numbers for {WIDTH}.")


def test_numbers_that_are_packed_in_an_unknown_way(tmp_path: Path, weights: Weights) -> None:
    weights["output_norm.weight"] = np.ones(WIDTH, np.int32)
    assert refusal(tmp_path, weights).startswith("no GGUF file that stead can use (Dequantization for I32")
