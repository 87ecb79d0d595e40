"""A bi-encoder: the target in its sentence on one side, each candidate alone on the other, their product a score.

Both sides are the vectors of a sentence encoder that is left as it is. What is learned is a matrix for each of the
target in its sentence, the mean of the sentence, and the target without a sentence. A sentence is read once, whatever
the number of candidates, whose vectors are the same in every sentence. The matrices are stored in 8 bits with a scale
for each column.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]
MATRICES = ("of_target", "of_sentence", "of_word")
_SCALE = "_scale"
STORED = ("bias", *(f"{name}{suffix}" for name in MATRICES for suffix in ("", _SCALE)))
"""The names of all that is stored, in order."""
_TINY = 1e-12


@dataclass(frozen=True)
class BiEncoder:
    """What is learned, by name: three matrices and a bias."""

    weights: Mapping[str, Floats]

    def direction(self, target: Floats, sentence: Floats, word: Floats) -> Floats:
        """What the vector of a candidate is multiplied with to give its score.

        `target` is the vector of the target in its sentence, `word` that of the target without one.
        """
        weights = self.weights
        parts = target @ weights["of_target"] + sentence @ weights["of_sentence"] + word @ weights["of_word"]
        return np.asarray(parts + weights["bias"], np.float32)

    def arrays(self) -> dict[str, npt.NDArray[Any]]:
        """What is stored: matrices in 8 bits with a scale for each column, the bias as it is."""
        stored: dict[str, npt.NDArray[Any]] = {"bias": self.weights["bias"]}
        for name in MATRICES:
            matrix = self.weights[name]
            scale = np.maximum(np.abs(matrix).max(axis=0), _TINY).astype(np.float32) / 127
            stored[name], stored[name + _SCALE] = np.round(matrix / scale).astype(np.int8), scale
        return stored

    @classmethod
    def of_arrays(cls, stored: Mapping[str, npt.NDArray[Any]]) -> "BiEncoder":
        """Read what is stored; shapes that do not fit together, or numbers that are none, are a ValueError."""
        weights = {"bias": np.asarray(stored["bias"], np.float32)}
        for name in MATRICES:
            weights[name] = stored[name].astype(np.float32) * np.asarray(stored[name + _SCALE], np.float32)
        size = weights["bias"].size
        expected = {"bias": (size,), **dict.fromkeys(MATRICES, (size, size))}
        if any(array.shape != expected[name] for name, array in weights.items()):
            raise ValueError("shapes that do not fit together")
        if not all(np.isfinite(array).all() for array in weights.values()):
            raise ValueError("numbers that are not finite")
        return cls(weights)
