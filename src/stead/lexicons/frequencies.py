"""Word frequencies: of the British National Corpus, of the library `wordfreq` for 40 languages, of a user's list.

The BNC's come from the data files of the package `bnc-lookup`, which are parsed, never run: each of 256 files is a
Python module with one dict, from the MD5 of a word form (its first two digits name the file, the other thirty are the
key) to the form's share of the corpus. They are converted to two sorted, memory-mapped arrays: 670,000 words take no
time to load and 11 MB.
"""

import hashlib
import math
import re
import unicodedata
from pathlib import Path

import numpy as np

from stead.core.errors import BadInput, UsageError
from stead.core.extras import import_extra
from stead.lexicons.interface import damage_error
from stead.lexicons.lexicon_files import line_error, signed_name, text_lines
from stead.resources import derive

_PREFIXES = tuple(f"{number:02x}" for number in range(256))
_FRAME = re.compile(rb"(?:#[^\n]*\n|\s)*frequencies_([0-9a-f]{2}) = \{\s*((?:'[0-9a-f]{30}': [0-9.e+-]+,\s*)*)\}\s*")
_ENTRY = re.compile(rb"'([0-9a-f]{30})': ([0-9.e+-]+),")
_KEYS, _VALUES = "keys.npy", "per-million.npy"
_APOSTROPHES = str.maketrans("\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}`", "'''")


class BncFrequencies:
    """Frequencies of word forms in the BNC, per million words; phrases have none."""

    name, language = "bnc", "en"

    def __init__(self, folder: Path) -> None:
        files = [folder / f"rf_{prefix}.py" for prefix in _PREFIXES]
        try:
            arrays = derive("bnc", files, lambda new: _convert(files, new))
            self._keys = np.load(arrays / _KEYS, mmap_mode="r", allow_pickle=False)
            self._values = np.load(arrays / _VALUES, mmap_mode="r", allow_pickle=False)
        except OSError as error:
            raise BadInput(f"{error.filename or folder}: cannot be read: {error.strerror or error}.") from None
        except (ValueError, EOFError):
            raise damage_error(
                arrays / _KEYS, "byte 0", "an array of NumPy's", "something else; remove the folder"
            ) from None

    def of(self, word: str) -> float:
        """Give the frequency per million words; 0 for unlisted words."""
        key = np.uint64(_key(hashlib.md5(_plain(word), usedforsecurity=False).hexdigest()))
        index = int(np.searchsorted(self._keys, key))
        return float(self._values[index]) if index < len(self._keys) and self._keys[index] == key else 0.0


def _plain(word: str) -> bytes:
    """Normalise a word like the list: lower case, no accents, straight apostrophes."""
    decomposed = unicodedata.normalize("NFKD", word.translate(_APOSTROPHES))
    return decomposed.encode("ascii", errors="ignore").lower().strip()


def _key(digest: str) -> int:
    """Take the first 64 bits of a digest, which are unique among the 670,000 forms."""
    return int(digest[:16], 16)


def _convert(files: list[Path], new: Path) -> None:
    keys: list[int] = []
    values: list[float] = []
    for prefix, path in zip(_PREFIXES, files, strict=True):
        for digits, share in _entries(path, prefix):
            keys.append(_key(prefix + digits.decode()))
            values.append(share)
    order = np.argsort(np.array(keys, dtype=np.uint64))
    np.save(new / _KEYS, np.array(keys, dtype=np.uint64)[order])
    np.save(new / _VALUES, np.array(values, dtype=np.float64)[order] * 1e6)


def _entries(path: Path, prefix: str) -> list[tuple[bytes, float]]:
    data = path.read_bytes()
    frame = _FRAME.fullmatch(data)
    if not frame or frame[1] != prefix.encode():
        raise damage_error(path, "byte 0", f"the dict frequencies_{prefix} and nothing else", data[:40])
    try:
        return [(digits, float(number)) for digits, number in _ENTRY.findall(frame[2])]
    except ValueError:
        raise damage_error(path, "a number", "a float", "something else") from None


class WordfreqFrequencies:
    """Frequencies of the library's best list for a language; those of a phrase are combined from its words."""

    def __init__(self, language: str) -> None:
        wordfreq = import_extra("wordfreq", f"wordfreq:{language}")
        languages = sorted(wordfreq.available_languages())
        if language not in languages:
            raise UsageError(f"{language!r} is not a language of wordfreq; there are {', '.join(languages)}.")
        self._frequency = wordfreq.word_frequency
        self.name, self.language = f"wordfreq:{language}", language

    def of(self, word: str) -> float:
        """Give the frequency per million words; 0 for unlisted words."""
        try:
            return float(self._frequency(word, self.language)) * 1e6
        except ImportError as error:  # Chinese, Japanese and Korean need another library
            raise BadInput(f"{self.name} needs more than the library itself: {error}.") from None


class FrequencyList:
    """A list of frequencies: lines of `word<TAB>number`; the numbers of a repeated word are added up."""

    def __init__(self, path: Path, language: str = "") -> None:
        self.language = language
        self._numbers: dict[str, float] = {}
        for number, line in text_lines(path):
            word, tab, text = line.partition("\t")
            value = _number(text)
            if not tab or not word.strip() or value is None:
                raise line_error(path, number, '"word<TAB>number", the number not below 0', line)
            self._numbers[word.strip()] = self._numbers.get(word.strip(), 0.0) + value
        if not self._numbers:
            raise line_error(path, 1, '"word<TAB>number"', "no such line")
        self.name = signed_name(path)

    def of(self, word: str) -> float:
        """Give the number of a word as written, else of its lower case, else 0."""
        return self._numbers.get(word, self._numbers.get(word.lower(), 0.0))


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None
