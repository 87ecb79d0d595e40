"""Vectors of frequent words and phrases that a sentence encoder has made, as a file of stead's own.

Each word was read in a short sentence for its part of speech (`python -m tools.encode_words`), so that no encoder is
needed to tell how near two words are.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
import numpy.typing as npt

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
