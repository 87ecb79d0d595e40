"""The word vectors inside a pipeline of spaCy, read without spaCy: many words share one vector.

vectors       a matrix of NumPy's           strings.json  all words, in no order that matters
key2row       MessagePack: a map of keys to rows; the key of a word is the MurmurHash64A of its UTF-8, seed 1
"""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import numpy.typing as npt

from stead.lexicons.base import damaged

FloatArray = npt.NDArray[np.float32]
FILES = ("vectors", "key2row", "strings.json")
_BITS = (1 << 64) - 1
_MULTIPLIER, _SHIFT = 0xC6A4A7935BD1E995, 47
_SEED = 1
_MAP16, _MAP32 = 0xDE, 0xDF
_NUMBERS = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
"""MessagePack's unsigned integers: what a first byte says of the number of bytes that follow."""
_SMALL = 0x80
"""A byte below is itself a number."""


class SharedVectors:
    """Words, and the row of the matrix that each has; what is asked for is of length 1."""

    def __init__(self, rows: Mapping[str, int], matrix: FloatArray) -> None:
        self._rows, self.matrix = rows, matrix
        self.words = [*rows]

    def vector(self, word: str) -> FloatArray | None:
        """None if the word has none, or one that is null. Words are looked up as written, then in small letters."""
        row = self._rows.get(word, self._rows.get(word.lower()))
        if row is None:
            return None
        own = np.asarray(self.matrix[row], dtype=np.float32)
        length = float(np.linalg.norm(own))
        return own / length if length else None


def read_spacy_vectors(folder: Path) -> SharedVectors:
    """The vectors in a folder `vocab` of a pipeline."""
    matrix_path, keys_path, strings_path = (folder / name for name in FILES)
    matrix, strings = _matrix(matrix_path), _strings(strings_path)
    keys = _keys(keys_path)
    rows = {word: row for word in strings if (row := keys.get(key_of(word))) is not None}
    outside = next((row for row in rows.values() if row >= len(matrix)), None)
    if not rows or outside is not None:
        raise damaged(keys_path, "a row", f"one of {len(matrix)}", "none" if outside is None else str(outside))
    return SharedVectors(rows, matrix)


def key_of(word: str) -> int:
    """The key of a word: MurmurHash64A (Appleby) of its UTF-8."""
    data = word.encode(errors="surrogatepass")
    whole = len(data) & ~7
    value = _SEED ^ (len(data) * _MULTIPLIER & _BITS)
    for place in range(0, whole, 8):
        part = int.from_bytes(data[place : place + 8], "little") * _MULTIPLIER & _BITS
        part = (part ^ part >> _SHIFT) * _MULTIPLIER & _BITS
        value = (value ^ part) * _MULTIPLIER & _BITS
    if len(data) > whole:
        value = (value ^ int.from_bytes(data[whole:], "little")) * _MULTIPLIER & _BITS
    value = (value ^ value >> _SHIFT) * _MULTIPLIER & _BITS
    return value ^ value >> _SHIFT


def _matrix(path: Path) -> FloatArray:
    try:
        with path.open("rb") as file:
            matrix = np.load(file, allow_pickle=False)
    except (ValueError, EOFError, SyntaxError) as error:
        raise damaged(path, "byte 0", "a matrix of NumPy's", str(error)) from None
    if not isinstance(matrix, np.ndarray) or matrix.ndim != 2 or matrix.dtype.kind != "f":
        raise damaged(path, "byte 0", "a matrix of floats, a row for each vector", "another array")
    if not np.isfinite(matrix).all():
        raise damaged(path, "a vector", "finite numbers", "others")
    return np.asarray(matrix, dtype=np.float32)


def _strings(path: Path) -> list[str]:
    try:
        found = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise damaged(path, "byte 0", "a list of words in JSON", "something else")
    return found


def _keys(path: Path) -> dict[int, int]:
    """The rows of keys."""
    data = path.read_bytes()
    try:
        numbers = _numbers(data)
        return dict(zip(numbers, numbers, strict=True))
    except (IndexError, ValueError):
        raise damaged(path, "byte 0", "a map of keys to rows in MessagePack", data[:8]) from None


def _numbers(data: bytes) -> Iterator[int]:
    """Keys and values in turn, as many as the map says."""
    size = {_MAP16: 2, _MAP32: 4}.get(data[0], 0)
    count = int.from_bytes(data[1 : 1 + size], "big") if size else data[0] & 0x0F
    if not size and data[0] & 0xF0 != 0x80:
        raise ValueError("no map")
    place = 1 + size
    for _ in range(2 * count):
        first = data[place]
        width = 0 if first < _SMALL else _NUMBERS.get(first, -1)
        if width < 0 or place + width >= len(data):
            raise ValueError("no number")
        yield int.from_bytes(data[place + 1 : place + 1 + width], "big") if width else first
        place += 1 + width
