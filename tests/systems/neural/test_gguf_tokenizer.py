"""How texts of GGUF files' models begin and are split."""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from stead.core.errors import BadInput
from stead.systems.neural.causal import open_causal
from stead.systems.neural.gguf_models import open_taken_apart, take_apart
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
    take_apart(write(folder, changed), folder)
    return list(open_taken_apart(folder)[1].encode(text).tokens)


@pytest.mark.parametrize(
    ("changed", "start"),
    [
        ({}, 0),
        ({BOS: 5, EOS: 7}, 0),
        ({TOKENS: BETWEEN_IS_LAST, "tokenizer.ggml.merges": WITHOUT_NUMBERS, BOS: 5}, len(byte_tokens()) - 1),
        ({TOKENS: NAMELESS, BOS: 5, EOS: 7}, 5),
        ({TOKENS: NAMELESS, BOS: 0, EOS: 7}, 0),
        ({TOKENS: NAMELESS, EOS: 7}, 7),
    ],
)
def test_the_token_before_a_text(tmp_path: Path, changed: dict[str, object], start: int) -> None:
    model = open_causal(f"gguf:{write(tmp_path, changed)}")
    a, space, b = (byte_tokens().index(token) for token in "aĠb")
    expected = plainly(random_weights(), [start, a, space, b])
    assert model.pairs("a", [(" b", "")]).tolist()[0] == pytest.approx([expected[1] + expected[2], 0], abs=2e-4)


@pytest.mark.parametrize(
    ("numbers", "found"),
    [({}, "None"), ({BOS: len(NAMELESS), EOS: 7}, str(len(NAMELESS))), ({EOS: "</s>"}, "</s>"), ({EOS: 7.0}, "7.0")],
)
def test_no_token_before_a_text(tmp_path: Path, numbers: dict[str, object], found: str) -> None:
    with pytest.raises(BadInput) as caught:
        take_apart(write(tmp_path, {TOKENS: NAMELESS, **numbers}), tmp_path)
    assert str(caught.value) == (
        f"{tmp_path / 'tiny.gguf'}: expected a token that begins texts: <|endoftext|>, or its number below "
        f"{len(NAMELESS)} as {BOS} or {EOS}; found {found}."
    )


@pytest.mark.parametrize(
    "kind", ["smollm", "starcoder", "refact", "command-r", "codeshell", "exaone", "minerva-7b", "mellum2"]
)
def test_digits_one_by_one(tmp_path: Path, kind: str) -> None:
    assert split(tmp_path, "a12b", {KIND: kind}) == ["a", "1", "2", "b"]


@pytest.mark.parametrize("kind", [None, "default", "gpt-2", "olmo", "mellum", "trillion"])
def test_numbers_as_one(tmp_path: Path, kind: str | None) -> None:
    assert split(tmp_path, "a12b", {KIND: kind}) == ["a", "12", "b"]


@pytest.mark.parametrize("kind", ["llama-bpe", "qwen2", "tekken", "SMOLLM"])
def test_other_ways_to_split_are_refused(tmp_path: Path, kind: str) -> None:
    with pytest.raises(BadInput, match=rf"tiny\.gguf: expected tokenizer\.ggml\.pre to be 'smollm', .*'{kind}'"):
        take_apart(write(tmp_path, {KIND: kind}), tmp_path)


@pytest.mark.parametrize(("kind", "is_one"), [(4, True), (3, False), (1, False)])
def test_only_tokens_for_texts_are_found_in_them(tmp_path: Path, kind: int, is_one: bool) -> None:
    changed = {
        TOKENS: [*byte_tokens()[:-1], "<12 cats>"],
        "tokenizer.ggml.merges": WITHOUT_NUMBERS,
        TYPES: [1] * (len(byte_tokens()) - 1) + [kind],
    }
    assert ("<12 cats>" in split(tmp_path, "a<12 cats>b", changed)) is is_one
    assert split(tmp_path, "a", changed) == ["a"]
    assert "<|endoftext|>" not in split(tmp_path, "a<|endoftext|>", changed)


@pytest.mark.parametrize("merge", ["Ġ q", "Ġc", "c ", "x Ġ"])
def test_merges_into_nothing_known_are_refused(tmp_path: Path, merge: str) -> None:
    with pytest.raises(BadInput, match=rf"tiny\.gguf: expected merges of two tokens into a third, found '{merge}'"):
        take_apart(write(tmp_path, {"tokenizer.ggml.merges": [*MERGES, merge]}), tmp_path)


@pytest.mark.parametrize("name", [TOKENS, "tokenizer.ggml.merges"])
@pytest.mark.parametrize("value", [None, 5, "text", [1, 2, 3]])
def test_tokenizers_that_are_none(tmp_path: Path, name: str, value: object) -> None:
    with pytest.raises(
        BadInput, match=rf"tiny\.gguf: expected a list of texts as {name}, found {re.escape(repr(value))}"
    ):
        take_apart(write(tmp_path, {name: value}), tmp_path)
