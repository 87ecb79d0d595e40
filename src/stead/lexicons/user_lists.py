"""Lists of the user's own: synonyms and frequencies in text files.

Files are UTF-8, plain or gzip, with comments in lines that begin with `# `.
"""

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
    """Read the lines that are neither empty nor comments, with their numbers."""
    for number, raw in enumerate(_raw_lines(path), start=1):
        try:
            line = raw.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError:
            raise line_error(path, number, "text in UTF-8", repr(raw)) from None
        if line.strip() and not line.startswith("# "):
            yield number, line


def signed_name(path: Path) -> str:
    """Give the name of a list with the beginning of its hash, since a list may change and keep its name."""
    with path.open("rb") as file:
        return f"{path.name}#{file_digest(file, 'sha256').hexdigest()[:8]}"


def line_error(path: Path, number: int, expected: str, found: str) -> BadInput:
    """Make the error for a malformed line."""
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
    """A list of synonyms: lines of `word<TAB>synonym;synonym<TAB>weight`.

    The word may be a lexelt (`bright.a`), which gives the part of speech; the weight is optional. A word may have
    several lines; all belong to one sense.
    """

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
        """Give a sense for each part of speech that the list distinguishes; a word without one may have any."""
        wanted = self._entries.get(lemma) or self._entries.get(lemma.lower(), {})
        return tuple(
            ListedSense(
                id=f"{lemma}.{part}" if part else lemma,
                pos=part,
                synonyms=tuple(weights),
                weights=tuple(weights.values()),
            )
            for part, weights in wanted.items()
            if not check_pos(pos) or part in {"", pos}
        )

    def __contains__(self, lemma: object) -> bool:
        return isinstance(lemma, str) and (lemma in self._entries or lemma.lower() in self._entries)

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """List all entries, in the order of the file."""
        return (lemma for lemma in self._entries if self.senses(lemma, pos))


def _weight(text: str) -> float | None:
    """Parse a weight: 1 if it is empty, None if it is not a number."""
    try:
        value = float(text) if text.strip() else 1.0
    except ValueError:
        return None
    return value if math.isfinite(value) else None


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
