"""Lexicons laid out as arrays, so that all candidates of a target are looked up in one pass.

A word is a number: its place in the sorted vocabulary. Lists of numbers of different lengths (the senses of a word, the
words of a synset, the entry of a thesaurus) are stored one after the other, with the offset where each begins. All is
mapped from files that are compiled once from the lexicons (`table_compiler`).
"""

from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from stead.core.arrays import Ragged

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[Any]
"""Numbers of any kind, which become columns of rows."""

RELATIONS = ("hypernym", "hyponym", "similar", "other", "also", "antonym", "part")
"""The relations between synsets that are kept; `other` are groups of verbs, `part` is whatever else leads somewhere."""

PARTS = "nvar"

LAYOUT = 1
"""Goes up when tables are laid out differently."""


class Tables:
    """Lexicons as arrays, by word number; the number after the last word stands for all unknown words."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.words = self._text("words.txt")
        self.frequencies: Floats = self._array("frequencies")
        self.vectors: Floats = self._array("vectors")
        self.senses = self._lists("senses")
        self.counts: Ints = self._array("senses-counts")
        self.synset_words = self._lists("synset-words")
        self.glosses = self._lists("glosses")
        self.thesaurus = self._lists("thesaurus")
        self.relations = {relation: self._lists(relation) for relation in RELATIONS}

    def _array(self, name: str) -> npt.NDArray[Any]:
        loaded: npt.NDArray[Any] = np.load(self._folder / f"{name}.npy", mmap_mode="r", allow_pickle=False)
        return loaded

    def _lists(self, name: str) -> Ragged[np.int32]:
        return Ragged(self._array(name), self._array(f"{name}-starts"))

    def _text(self, name: str) -> list[str]:
        return (self._folder / name).read_text(encoding="utf-8").split("\n")

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {word: number for number, word in enumerate(self.words)}

    def number(self, word: str) -> int:
        """The number of a word."""
        return self._numbers.get(word, len(self.words))

    def numbers(self, words: list[str]) -> Ints:
        """The numbers of some words."""
        return np.array([self.number(word) for word in words], dtype=np.int32)

    def word_and_part(self, numbers: Ints, pos: str) -> Ints:
        """The row numbers of words with a part of speech."""
        return np.asarray(numbers * len(PARTS) + PARTS.index(pos), dtype=np.int32)
