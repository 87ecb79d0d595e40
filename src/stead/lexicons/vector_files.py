"""Files of word vectors in various formats, as words and a memory-mapped matrix.

    .npy      a matrix; the vocabulary is a text file, one word a line, or a Parquet file of one column
    word2vec  `number size`, then for each word its name and its numbers, in text or in 4-byte floats
    GloVe     the same in text, without the first line

    spaCy     the folder `vocab` of a pipeline: many words share one vector

Only a .npy can be mapped directly. word2vec and GloVe files are converted when they are first opened, and cached.
"""

import json
import re
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput
from stead.lexicons.interface import damage_error
from stead.lexicons.parquet import DAMAGE, read_texts
from stead.resources import derive

FloatArray = npt.NDArray[np.float32]
_HEADER = re.compile(rb"(\d{1,9}) (\d{1,5})\s*\n")
_MATRIX, _WORDS = "matrix.npy", "words.txt"
_LONGEST_LINE = 1 << 20
_LONGEST_WORD = 1 << 12
_ROWS_AT_ONCE = 1 << 12


def open_matrix(path: Path, vocabulary: Path | None = None) -> tuple[list[str], FloatArray]:
    """Open the words and the matrix of a file; the vocabulary of a .npy is given, or a .txt or .vocab next to it."""
    try:
        if path.suffix != ".npy":
            folder = derive("vectors", [path], lambda new: _convert(path, new))
            return _word_lines(folder / _WORDS), _mapped(folder / _MATRIX)
        words_path = vocabulary or next((p for s in (".txt", ".vocab") if (p := path.with_suffix(s)).exists()), None)
        if words_path is None:
            raise BadInput(f"{path}: expected the words next to it, one per line, in {path.with_suffix('.txt')}.")
        return _vocabulary(words_path), _mapped(path)
    except OSError as error:
        raise BadInput(f"{error.filename or path}: cannot be read: {error.strerror or error}.") from None


def _mapped(path: Path) -> FloatArray:
    try:
        matrix = np.load(path, mmap_mode="r", allow_pickle=False)
    except (ValueError, EOFError, SyntaxError) as error:
        raise damage_error(path, "byte 0", "a NumPy matrix", str(error)) from None
    if not isinstance(matrix, np.ndarray) or matrix.ndim != 2 or matrix.dtype.kind != "f" or not matrix.size:
        raise damage_error(path, "byte 0", "a matrix of floats, a row for each word", repr(matrix)[:60])
    return matrix


def _vocabulary(path: Path) -> list[str]:
    if path.suffix != ".parquet":
        return _word_lines(path)

    def convert(new: Path) -> None:
        try:
            words = read_texts(path.read_bytes())
        except DAMAGE as error:
            raise damage_error(path, "byte 0", "a Parquet file with one column of words", str(error)) from None
        _write_words(new / _WORDS, words)

    return _word_lines(derive("vocabulary", [path], convert) / _WORDS)


def _word_lines(path: Path) -> list[str]:
    data = path.read_bytes()
    try:
        return data.decode().removesuffix("\n").split("\n")
    except UnicodeDecodeError as error:
        raise damage_error(path, f"byte {error.start}", "words in UTF-8", data[error.start : error.start + 8]) from None


def _write_words(path: Path, words: list[str]) -> None:
    path.write_text("\n".join(words) + "\n", encoding="utf-8", newline="\n")


# --------------------------------------------------------------------------------------------------- conversion


def _convert(path: Path, new: Path) -> None:
    """Write words and matrix into a folder; a word with a line end in it is damage."""
    words: list[str] = []
    with path.open("rb") as file:
        number, size = _number_and_size(path, file)
        binary = _is_binary(file, size)
        rows = _binary_rows(path, file, size, words) if binary else _text_rows(path, file, size, words)
        _write_matrix(path, new / _MATRIX, rows, size)
    if not words or number not in {None, len(words)}:
        raise damage_error(path, "the end", f"{number or 'some'} vectors", f"{len(words)} vectors")
    _write_words(new / _WORDS, words)


def _number_and_size(path: Path, file: IO[bytes]) -> tuple[int | None, int]:
    """Read the number (None if not stated) and size of the vectors; the file is then at the first vector."""
    first = file.readline(_LONGEST_LINE)
    header = _HEADER.fullmatch(first)
    if header and int(header[2]):
        return int(header[1]), int(header[2])
    size = len(first.split()) - 1
    if size < 2:
        raise damage_error(path, "line 1", "the number and size of vectors, or a word and its vector", first)
    file.seek(0)
    return None, size


def _is_binary(file: IO[bytes], size: int) -> bool:
    """Whether the next vector is binary: not a line of text with `size` numbers."""
    offset = file.tell()
    line = file.readline(_LONGEST_LINE)
    file.seek(offset)
    try:
        [float(number) for number in line.split()[-size:]]
    except ValueError:
        return True
    return len(line.split()) <= size


def _binary_rows(path: Path, file: IO[bytes], size: int, words: list[str]) -> Iterator[FloatArray]:
    """Read vectors of `word `, `size` 4-byte floats and an optional line end."""
    while True:
        offset = file.tell()
        peeked = file.read(_LONGEST_WORD)
        start = len(peeked) - len(peeked.lstrip(b"\n"))
        if start == len(peeked):
            return
        end = peeked.find(b" ", start)
        file.seek(offset + end + 1)
        numbers = file.read(4 * size)
        if end < 0 or len(numbers) < 4 * size:
            raise damage_error(path, f"byte {offset}", f"a word and {size} numbers", peeked[:20])
        words.append(_word(path, f"byte {offset}", peeked[start:end]))
        yield np.frombuffer(numbers, dtype="<f4")


def _text_rows(path: Path, file: IO[bytes], size: int, words: list[str]) -> Iterator[FloatArray]:
    for line in iter(lambda: file.readline(_LONGEST_LINE), b""):
        position = f"vector {len(words) + 1}"
        word, *numbers = line.rstrip().rsplit(b" ", size)  # a word may contain spaces
        try:
            with np.errstate(over="ignore"):  # overflow is refused below
                row = np.array([float(number) for number in numbers], dtype=np.float32)
        except ValueError:
            raise damage_error(path, position, f"a word and {size} numbers", line[:40]) from None
        if len(row) != size:
            raise damage_error(path, position, f"a word and {size} numbers", line[:40])
        words.append(_word(path, position, word))
        yield row


def _word(path: Path, position: str, raw: bytes) -> str:
    try:
        word = raw.decode()
    except UnicodeDecodeError:
        raise damage_error(path, position, "a word in UTF-8", raw) from None
    if not word or "\n" in word:
        raise damage_error(path, position, "a word", raw)
    return word


def _write_matrix(path: Path, target: Path, rows: Iterator[FloatArray], size: int) -> None:
    """Write some rows at a time, and finally the header before them, when their number is known."""
    header_size = 128
    count = 0
    with target.open("wb") as file:
        file.write(bytes(header_size))
        while block := list(islice(rows, _ROWS_AT_ONCE)):
            matrix = np.stack(block)
            if not np.isfinite(matrix).all():
                row = count + int(np.flatnonzero(~np.isfinite(matrix).all(axis=1))[0])
                raise damage_error(path, f"vector {row + 1}", "finite numbers", "others")
            file.write(matrix.astype("<f4").tobytes())
            count += len(block)
        file.seek(0)
        file.write(_npy_header(count, size, header_size))


def _npy_header(rows: int, columns: int, size: int) -> bytes:
    """Make the header of a .npy file, version 1.0, padded to a size."""
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({rows}, {columns}), }}"
    return b"\x93NUMPY\x01\x00" + (size - 10).to_bytes(2, "little") + text.ljust(size - 11).encode() + b"\n"


SPACY_FILES = ("vectors", "key2row", "strings.json")
_64_BITS = (1 << 64) - 1
_HASH_MULTIPLIER, _HASH_SHIFT = 0xC6A4A7935BD1E995, 47
_HASH_SEED = 1
_MAP16, _MAP32 = 0xDE, 0xDF
_MESSAGEPACK_SIZES = {0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8}
"""MessagePack's unsigned integers: the number of bytes that follow a first byte."""
_FIRST_NOT_A_NUMBER = 0x80
"""Below this, a byte of MessagePack is itself a number."""


class SharedVectors:
    """The vectors of a spaCy pipeline: words, and the matrix row of each; vectors are normalised when looked up."""

    def __init__(self, rows: Mapping[str, int], matrix: FloatArray) -> None:
        self._rows, self.matrix = rows, matrix
        self.words = [*rows]

    def vector(self, word: str) -> FloatArray | None:
        """Give the unit vector of a word (as written, then in lower case); None if it has none or a null vector."""
        row = self._rows.get(word, self._rows.get(word.lower()))
        if row is None:
            return None
        vector = np.asarray(self.matrix[row], dtype=np.float32)
        length = float(np.linalg.norm(vector))
        return vector / length if length else None


def read_spacy_vectors(folder: Path) -> SharedVectors:
    """Read the vectors in the folder `vocab` of a spaCy pipeline, without spaCy.

    vectors       a NumPy matrix                strings.json  all words, in any order
    key2row       MessagePack: a map of keys to rows; the key of a word is the MurmurHash64A of its UTF-8, seed 1
    """
    matrix_path, keys_path, strings_path = (folder / name for name in SPACY_FILES)
    matrix, strings = _spacy_matrix(matrix_path), _spacy_strings(strings_path)
    keys = _spacy_keys(keys_path)
    rows = {word: row for word in strings if (row := keys.get(key_of(word))) is not None}
    outside = next((row for row in rows.values() if row >= len(matrix)), None)
    if not rows or outside is not None:
        raise damage_error(keys_path, "a row", f"one of {len(matrix)}", "none" if outside is None else str(outside))
    return SharedVectors(rows, matrix)


def key_of(word: str) -> int:
    """Compute the key of a word: MurmurHash64A (Appleby) of its UTF-8."""
    data = word.encode(errors="surrogatepass")
    whole = len(data) & ~7
    value = _HASH_SEED ^ (len(data) * _HASH_MULTIPLIER & _64_BITS)
    for offset in range(0, whole, 8):
        part = int.from_bytes(data[offset : offset + 8], "little") * _HASH_MULTIPLIER & _64_BITS
        part = (part ^ part >> _HASH_SHIFT) * _HASH_MULTIPLIER & _64_BITS
        value = (value ^ part) * _HASH_MULTIPLIER & _64_BITS
    if len(data) > whole:
        value = (value ^ int.from_bytes(data[whole:], "little")) * _HASH_MULTIPLIER & _64_BITS
    value = (value ^ value >> _HASH_SHIFT) * _HASH_MULTIPLIER & _64_BITS
    return value ^ value >> _HASH_SHIFT


def _spacy_matrix(path: Path) -> FloatArray:
    try:
        with path.open("rb") as file:
            matrix = np.load(file, allow_pickle=False)
    except (ValueError, EOFError, SyntaxError) as error:
        raise damage_error(path, "byte 0", "a NumPy matrix", str(error)) from None
    if not isinstance(matrix, np.ndarray) or matrix.ndim != 2 or matrix.dtype.kind != "f":
        raise damage_error(path, "byte 0", "a matrix of floats, a row for each vector", "another array")
    if not np.isfinite(matrix).all():
        raise damage_error(path, "a vector", "finite numbers", "others")
    return np.asarray(matrix, dtype=np.float32)


def _spacy_strings(path: Path) -> list[str]:
    try:
        strings = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        strings = None
    if not isinstance(strings, list) or not all(isinstance(word, str) for word in strings):
        raise damage_error(path, "byte 0", "a list of words in JSON", "something else")
    return strings


def _spacy_keys(path: Path) -> dict[int, int]:
    """Read the map of keys to rows."""
    data = path.read_bytes()
    try:
        numbers = _messagepack_numbers(data)
        return dict(zip(numbers, numbers, strict=True))
    except (IndexError, ValueError):
        raise damage_error(path, "byte 0", "a map of keys to rows in MessagePack", data[:8]) from None


def _messagepack_numbers(data: bytes) -> Iterator[int]:
    """Read keys and values alternately, as many as the map states."""
    size = {_MAP16: 2, _MAP32: 4}.get(data[0], 0)
    count = int.from_bytes(data[1 : 1 + size], "big") if size else data[0] & 0x0F
    if not size and data[0] & 0xF0 != 0x80:
        raise ValueError("not a map")
    offset = 1 + size
    for _ in range(2 * count):
        first = data[offset]
        width = 0 if first < _FIRST_NOT_A_NUMBER else _MESSAGEPACK_SIZES.get(first, -1)
        if width < 0 or offset + width >= len(data):
            raise ValueError("not a number")
        yield int.from_bytes(data[offset + 1 : offset + 1 + width], "big") if width else first
        offset += 1 + width
