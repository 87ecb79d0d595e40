"""Tokenizers in GGUF files: byte pairs of GPT-2's kind, and the token that stands before a text."""

from collections.abc import Mapping, Sequence
from typing import Any

from stead.core.errors import BadInput
from stead.core.extras import library
from stead.systems.neural.gguf_checks import check_setting

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
