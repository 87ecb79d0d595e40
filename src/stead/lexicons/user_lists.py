"""Small text files of the user's own: UTF-8, plain or gzip, comments in lines that begin with `# `."""

import gzip
import math
import zlib
from collections.abc import Iterator
from hashlib import file_digest
from pathlib import Path

from stead.core.errors import BadInput
from stead.core.item import lemma_of, part_of_speech_of
from stead.core.text import one_line
from stead.lexicons.interface import PARTS_OF_SPEECH, ListedSense, check_pos

_GZIP = b"\x1f\x8b"


def text_lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines that are neither blank nor comments, with their numbers."""
    for number, raw in enumerate(_raw_lines(path), start=1):
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            raise line_error(path, number, "text in UTF-8", repr(raw)) from None
        if line.strip() and not line.startswith("# "):
            yield number, line


def signed_name(path: Path) -> str:
    """The name of a list with the beginning of its hash, since lists change and keep their names."""
    with path.open("rb") as file:
        return f"{path.name}#{file_digest(file, 'sha256').hexdigest()[:8]}"


def line_error(path: Path, number: int, expected: str, found: str) -> BadInput:
    """The error for a line that is not as it should be."""
    return BadInput(f"{path}:{number}: expected {expected}, found {one_line(found)[:60]}; correct the line.")


def _raw_lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            packed = file.peek(len(_GZIP)).startswith(_GZIP)
            yield from gzip.GzipFile(fileobj=file) if packed else file
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise BadInput(f"{path}: a damaged gzip file ({error}); pack or copy it again.") from None
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror or error}.") from None


_EXPECTED = '"word<TAB>synonym;synonym<TAB>weight"'


class SynonymList:
    """A list, read whole when it is opened."""

    def __init__(self, path: Path, language: str = "") -> None:
        self.language = language
        self._entries: dict[str, dict[str, dict[str, float]]] = {}
        for number, line in text_lines(path):
            self._add(path, number, line)
        if not self._entries:
            raise line_error(path, 1, _EXPECTED, "no such line")
        self.name = signed_name(path)

    def _add(self, path: Path, number: int, line: str) -> None:
        word, _, rest = line.partition("\t")
        listed, _, weight = rest.partition("\t")
        synonyms = [synonym.strip() for synonym in listed.split(";") if synonym.strip()]
        if not word.strip() or not synonyms:
            raise line_error(path, number, _EXPECTED, line)
        value = _weight(weight)
        if value is None:
            raise line_error(path, number, "a number as weight", weight)
        pos = part_of_speech_of(word.strip()).lower()
        lemma = lemma_of(word.strip()) if pos in PARTS_OF_SPEECH else word.strip()
        entry = self._entries.setdefault(lemma, {}).setdefault(pos if pos in PARTS_OF_SPEECH else "", {})
        for synonym in synonyms:
            entry.setdefault(synonym, value)

    def senses(self, lemma: str, pos: str = "") -> tuple[ListedSense, ...]:
        """One sense for each part of speech that the list distinguishes; a word without one may have any."""
        wanted = self._entries.get(lemma) or self._entries.get(lemma.lower(), {})
        return tuple(
            ListedSense(
                id=f"{lemma}.{each}" if each else lemma, pos=each, synonyms=tuple(found), weights=tuple(found.values())
            )
            for each, found in wanted.items()
            if not check_pos(pos) or each in {"", pos}
        )

    def __contains__(self, lemma: object) -> bool:
        return isinstance(lemma, str) and (lemma in self._entries or lemma.lower() in self._entries)

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """All entries, in the order of the file."""
        return (lemma for lemma in self._entries if self.senses(lemma, pos))


def _weight(text: str) -> float | None:
    """A weight, 1 if there is none; None if it is no number."""
    try:
        value = float(text) if text.strip() else 1.0
    except ValueError:
        return None
    return value if math.isfinite(value) else None


class FrequencyList:
    """A list of the user's own: lines of `word<TAB>number`; of a word that comes twice, the numbers are added up."""

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
        """The number of a word as it is written or, if there is none, in small letters; 0 if there is none either."""
        return self._numbers.get(word, self._numbers.get(word.lower(), 0.0))


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None
