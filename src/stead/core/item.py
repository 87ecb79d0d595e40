"""A sentence with one marked target, and the names of target words."""

import unicodedata
from dataclasses import dataclass
from functools import lru_cache

_SAME_SPEECH = {"j": "a"}  # CoInCo has the letters of the Penn Treebank: J, N, R, V
_KEPT = 1 << 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A sentence in which `text[start:end]` is the target."""

    id: str
    lexelt: str
    text: str
    start: int
    end: int
    language: str = ""
    document: str = ""
    """The document that the sentence is from, if it is known: sentences of one document are not independent."""

    @property
    def target(self) -> str:
        """The target as it is written in the sentence."""
        return self.text[self.start : self.end]


def lemma_of(lexelt: str) -> str:
    """The word of a lexelt: `bright` of `bright.a`; the whole lexelt if it names no part of speech."""
    return lexelt[: _end_of_word(lexelt)]


def part_of_speech_of(lexelt: str) -> str:
    """The part of speech of a lexelt: the first letter after the word (`n` of `bar.n.v`), or `` if there is none."""
    return lexelt[_end_of_word(lexelt) + 1 :][:1]


def speech_letter(lexelt: str) -> str:
    """The part of speech of a lexelt as n, v, a or r, whatever letter the data set uses; any other is kept."""
    letter = part_of_speech_of(lexelt).lower()
    return _SAME_SPEECH.get(letter, letter)


@lru_cache(_KEPT)
def lexelt_key(lexelt: str) -> str:
    """Normalise a lexelt: Unicode NFC, one letter for each part of speech (`bright.a` of `bright.J`)."""
    composed = unicodedata.normalize("NFC", lexelt)
    end = _end_of_word(composed)
    return composed[:end] + _normalise_tags(composed[end:])


@lru_cache(_KEPT)
def _normalise_tags(tags: str) -> str:
    return ".".join(_SAME_SPEECH.get(tag, tag) for tag in tags.lower().split("."))


def _end_of_word(lexelt: str) -> int:
    """Find where the tags begin: `bright.a`, `bar.n.v` (two), `e commerce.J`, `U.S..n` (dots in the word itself)."""
    end = len(lexelt)
    while end > 2 and lexelt[end - 2] == "." and lexelt[end - 1].isalpha():
        end -= 2
    return end
