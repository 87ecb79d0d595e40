"""Vectors of frequent words and phrases that a sentence encoder has made: a file of stead's own, and how it is used.

Each word was read in a short sentence for its part of speech (`python -m tools.encode_words`), so that no encoder is
needed to tell how near two words are.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

Keys = npt.NDArray[np.int32]
"""Rows of words with parts of speech, as tables number them."""
ENCODED_WORDS = Path(__file__).parent / "models" / "encoded_words.npz"


class EncodedVocabulary(NamedTuple):
    """Words and their parts of speech, the most frequent first, with vectors of small whole numbers."""

    words: Sequence[str]
    parts: str
    matrix: npt.NDArray[np.int8]

    def save(self, path: Path) -> None:
        """Write the file."""
        text = np.frombuffer("\n".join(self.words).encode(), np.uint8)
        parts = np.frombuffer(self.parts.encode(), np.uint8)
        np.savez_compressed(path, words=text, parts=parts, matrix=self.matrix)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read the file."""
        with np.load(path, allow_pickle=False) as arrays:
            words = arrays["words"].tobytes().decode().split("\n")
            return cls(words, arrays["parts"].tobytes().decode(), arrays["matrix"])


class EncodedWords:
    """The vectors of the words that some tables know; `keys` are in ascending order."""

    def __init__(self, vectors: npt.NDArray[np.int8], keys: Keys, frequent: Keys) -> None:
        self._vectors, self._keys = vectors, keys
        self.frequent = frequent
        """The keys among which the nearest are looked for."""

    def has(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Which words have a vector."""
        return np.asarray(self._keys[self._places(keys)] == keys) if len(self._keys) else np.zeros(len(keys), bool)

    def vectors(self, keys: Keys) -> npt.NDArray[np.float32]:
        """The vectors of words, of length 1; zeros for a word that has none."""
        if not len(self._keys):
            return np.zeros((len(keys), 1), np.float32)
        vectors = self._vectors[self._places(keys)].astype(np.float32)
        lengths = np.sqrt(np.einsum("ij,ij->i", vectors, vectors))
        return np.asarray(vectors * (self.has(keys) / np.maximum(lengths, 1)).astype(np.float32)[:, None])

    def _places(self, keys: Keys) -> npt.NDArray[np.intp]:
        return np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
