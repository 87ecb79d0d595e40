"""Llama on NumPy against the same network written down plainly: one text at a time, one position after the other."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from stead.core.errors import BadInput, UsageError
from stead.systems.neural.causal import GgufCausal, open_causal
from stead.systems.neural.llama import convert_gguf, open_converted
from tests.systems.neural.made import HEADS, LAYERS, SHARED, SIZE, Weights, byte_tokens, random_weights, write_gguf


def plainly(weights: Weights, tokens: Sequence[int]) -> list[float]:
    """The log-probability of each token but the first, in double precision."""
    states = [weights["token_embd.weight"][token].astype(float) for token in tokens]
    for layer in range(LAYERS):
        own = {name.split(".")[2]: value.astype(float) for name, value in weights.items() if f"blk.{layer}." in name}
        normal = [_normal(state, own["attn_norm"]) for state in states]
        query = [_turned(own["attn_q"] @ each, HEADS, place) for place, each in enumerate(normal)]
        keys = [_turned(own["attn_k"] @ each, SHARED, place) for place, each in enumerate(normal)]
        values = [(own["attn_v"] @ each).reshape(SHARED, SIZE) for each in normal]
        for place in range(len(tokens)):
            heads = []
            for head in range(HEADS):
                group = head * SHARED // HEADS
                scores = np.array([query[place][head] @ keys[other][group] for other in range(place + 1)])
                shares = np.exp(scores / np.sqrt(SIZE))
                shares /= shares.sum()
                heads.append(sum(share * values[other][group] for other, share in enumerate(shares)))
            states[place] = states[place] + own["attn_output"] @ np.concatenate(heads)
            inside = _normal(states[place], own["ffn_norm"])
            gate = own["ffn_gate"] @ inside
            states[place] = states[place] + own["ffn_down"] @ (gate / (1 + np.exp(-gate)) * (own["ffn_up"] @ inside))
    found = []
    for state, following in zip(states, tokens[1:], strict=False):
        scores = weights["token_embd.weight"].astype(float) @ _normal(state, weights["output_norm.weight"])
        found.append(float(scores[following] - np.log(np.exp(scores).sum())))
    return found


def _normal(state: np.ndarray, weight: np.ndarray) -> np.ndarray:
    return np.asarray(state / np.sqrt((state**2).mean() + 1e-5) * weight)


def _turned(vector: np.ndarray, heads: int, place: int) -> np.ndarray:
    """Each pair of neighbours as a complex number, turned by an angle that grows with the place."""
    pairs = vector.reshape(heads, SIZE // 2, 2)
    numbers = pairs[..., 0] + 1j * pairs[..., 1]
    numbers = numbers * np.exp(1j * place * 10000.0 ** (-np.arange(0, SIZE, 2) / SIZE))
    return np.stack([numbers.real, numbers.imag], axis=-1).reshape(heads, SIZE)


@pytest.fixture
def weights() -> Weights:
    return random_weights()


def test_continuations_that_share_a_text_are_as_likely_as_each_read_alone(tmp_path: Path, weights: Weights) -> None:
    convert_gguf(write_gguf(tmp_path / "tiny.gguf", weights), tmp_path)
    model = open_converted(tmp_path)[0]
    text, options = [0, 5, 9, 11], [[7], [8, 3, 30], [8, 3, 31, 40, 2], [12, 12]]
    for option, values in zip(options, model.score_continuations(text, options), strict=True):
        expected = plainly(weights, [*text, *option])[len(text) - 1 :]
        assert values.tolist() == pytest.approx(expected, abs=2e-4)


def test_all_that_may_follow_adds_up_to_one(tmp_path: Path, weights: Weights) -> None:
    convert_gguf(write_gguf(tmp_path / "tiny.gguf", weights), tmp_path)
    model, _, _ = open_converted(tmp_path)
    every = model.score_continuations([0, 1, 2], [[token] for token in range(len(byte_tokens()))])
    assert float(np.exp(np.concatenate(every)).sum()) == pytest.approx(1, abs=1e-5)


def test_a_word_and_what_follows_are_told_apart(tmp_path: Path, weights: Weights) -> None:
    file = write_gguf(tmp_path / "tiny.gguf", weights)
    model = GgufCausal(file, "tiny")
    (row,) = model.pairs("a", [(" cat", " b")]).tolist()
    # between texts, a; then cat, which is one token; then a space and b
    tokens = _tokens("a", " cat", " b", folder=tmp_path)
    expected = plainly(weights, tokens)
    assert len(tokens) == 5
    assert row == pytest.approx([expected[1], sum(expected[2:])], abs=2e-4)


def _tokens(*texts: str, folder: Path) -> list[int]:
    convert_gguf(folder / "tiny.gguf", folder)
    tokenizer = open_converted(folder)[1]
    return [0, *(token for text in texts for token in tokenizer.encode(text).ids)]


def test_any_text_is_read(tmp_path: Path, weights: Weights) -> None:
    model = GgufCausal(write_gguf(tmp_path / "tiny.gguf", weights), "tiny")
    for text in ("", "\x00\x1b", "日本語", "x" * 1_000_000):
        found = model.pairs(text, [(" cat", text), ("", "b"), (" dog", "")])
        assert found.shape == (3, 2)
        assert np.isfinite(found).all()


def test_other_architectures_are_refused(tmp_path: Path, weights: Weights) -> None:
    file = write_gguf(tmp_path / "other.gguf", weights, architecture="mamba")
    with pytest.raises(BadInput, match=r"other\.gguf: expected general.architecture to be 'llama', found 'mamba'"):
        convert_gguf(file, tmp_path)


@pytest.mark.parametrize("kept", [0, 3, 100, 9000])
def test_damaged_files_are_named(tmp_path: Path, weights: Weights, kept: int) -> None:
    file = write_gguf(tmp_path / "half.gguf", weights)
    file.write_bytes(file.read_bytes()[:kept])
    with pytest.raises(BadInput, match=r"half\.gguf"):
        convert_gguf(file, tmp_path)


def test_names_that_are_none() -> None:
    with pytest.raises(UsageError, match="there are smollm2, checkpoint:NAME"):
        open_causal("gpt")
