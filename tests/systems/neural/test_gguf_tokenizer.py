"""How texts of GGUF files' models begin and are split."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.systems.neural.causal import GgufCausal
from stead.systems.neural.llama import convert_gguf, open_converted
from tests.systems.neural.made import MERGES, byte_tokens, random_weights, write_gguf
from tests.systems.neural.test_llama import plainly

BOS, EOS = "tokenizer.ggml.bos_token_id", "tokenizer.ggml.eos_token_id"
TOKENS, TYPES, KIND = "tokenizer.ggml.tokens", "tokenizer.ggml.token_type", "tokenizer.ggml.pre"
NAMELESS = ["<s>", *byte_tokens()[1:]]
BETWEEN_IS_LAST = [*NAMELESS[:-1], "<|endoftext|>"]
WITHOUT_NUMBERS = MERGES[:-1]


def write(folder: Path, changed: Mapping[str, object]) -> Path:
    return write_gguf(folder / "tiny.gguf", random_weights(), changed)


def split(folder: Path, text: str, changed: Mapping[str, object]) -> list[str]:
    convert_gguf(write(folder, changed), folder)
    return list(open_converted(folder)[1].encode(text).tokens)


@pytest.mark.parametrize(
    ("changed", "start"),
    [
        ({}, 0),
        ({BOS: 5, EOS: 7}, 0),
        ({TOKENS: BETWEEN_IS_LAST, "tokenizer.ggml.merges": WITHOUT_NUMBERS, BOS: 5}, len(byte_tokens()) - 1),
    ],
)
def test_the_token_before_a_text(tmp_path: Path, changed: dict[str, object], start: int) -> None:
    model = GgufCausal(write(tmp_path, changed), "tiny")
    a, space, b = (byte_tokens().index(token) for token in "aĠb")
    expected = plainly(random_weights(), [start, a, space, b])
    assert model.pairs("a", [(" b", "")]).tolist()[0] == pytest.approx([expected[1] + expected[2], 0], abs=2e-4)


def test_no_token_before_a_text(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        convert_gguf(write(tmp_path, {TOKENS: NAMELESS, BOS: 0}), tmp_path)
    assert str(caught.value) == f"{tmp_path / 'tiny.gguf'}: expected <|endoftext|> among its tokens."


def test_digits_one_by_one(tmp_path: Path) -> None:
    assert split(tmp_path, "a12b", {}) == ["a", "1", "2", "b"]


@pytest.mark.parametrize("kind", [None, "default", "llama-bpe", "qwen2", "SMOLLM"])
def test_other_ways_to_split_are_refused(tmp_path: Path, kind: str | None) -> None:
    complaint = rf"tiny\.gguf: expected tokenizer\.ggml\.pre to be 'smollm', found {kind!r}"
    with pytest.raises(BadInput, match=complaint):
        convert_gguf(write(tmp_path, {KIND: kind}), tmp_path)


@pytest.mark.parametrize("kind", [3, 1])
def test_only_tokens_for_texts_are_found_in_them(tmp_path: Path, kind: int) -> None:
    changed = {
        TOKENS: [*byte_tokens()[:-1], "<12 cats>"],
        "tokenizer.ggml.merges": WITHOUT_NUMBERS,
        TYPES: [1] * (len(byte_tokens()) - 1) + [kind],
    }
    assert "<12 cats>" not in split(tmp_path, "a<12 cats>b", changed)
    assert split(tmp_path, "a", changed) == ["a"]
    assert "<|endoftext|>" not in split(tmp_path, "a<|endoftext|>", changed)


@pytest.mark.parametrize("merge", ["Ġ q", "Ġc", "c ", "x Ġ"])
def test_merges_into_nothing_known_are_refused(tmp_path: Path, merge: str) -> None:
    with pytest.raises(BadInput, match=rf"tiny\.gguf: expected merges of two tokens into a third, found '{merge}'"):
        convert_gguf(write(tmp_path, {"tokenizer.ggml.merges": [*MERGES, merge]}), tmp_path)


@pytest.mark.parametrize("name", [TOKENS, "tokenizer.ggml.merges"])
@pytest.mark.parametrize("value", [None, 5, "text", [1, 2, 3]])
def test_tokenizers_that_are_none(tmp_path: Path, name: str, value: object) -> None:
    with pytest.raises(
        BadInput, match=rf"tiny\.gguf: expected a list of texts as {name}, found {re.escape(repr(value))}"
    ):
        convert_gguf(write(tmp_path, {name: value}), tmp_path)
