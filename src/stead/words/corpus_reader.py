"""Read plain text from files of any size, passage by passage.

Files are plain or gzip, in UTF-8. Only one passage is in memory at a time, and none is longer than `MAX_BYTES`: lines
that are longer, or not valid UTF-8, are skipped and counted.
"""

import codecs
import io
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from itertools import chain
from typing import NamedTuple

from stead.core.errors import BadInput
from stead.core.progress import Bytes, Progress, silent
from stead.core.text import plural
from stead.formats import open_content

MAX_BYTES = 1 << 20
"""The longest line or paragraph: far above any real one, far below what fits into memory."""

NOT_UTF8 = "not valid UTF-8; convert the file, as in `iconv -f LATIN1 -t UTF-8`"
TOO_LONG = f"longer than {MAX_BYTES:,} bytes; put line ends into the file"
_REPORTED_EVERY = 1 << 20


class CorpusLayout(StrEnum):
    """What a line of the text contains."""

    LINES = "lines"  # one or several whole sentences
    SENTENCES = "sentences"  # one sentence
    WRAPPED = "wrapped"  # a part of a paragraph; empty lines separate paragraphs


class Documents(StrEnum):
    """What counts as a document."""

    UNKNOWN = "unknown"
    FILES = "files"  # a file
    BLANK_LINES = "blank-lines"  # the text between empty lines


class Passage(NamedTuple):
    """A text that contains sentences, and the number of its document."""

    document: int
    text: str


@dataclass(slots=True)
class SkippedLines:
    """The lines that were skipped: how often for each reason, and where first."""

    first: dict[tuple[str, str], int] = field(default_factory=dict)
    counts: dict[tuple[str, str], int] = field(default_factory=dict)

    def add(self, path: str, reason: str, line: int) -> None:
        """Count a skipped line."""
        self.first.setdefault((path, reason), line)
        self.counts[path, reason] = self.counts.get((path, reason), 0) + 1

    def messages(self) -> list[str]:
        """Report the skipped lines, a sentence for each file and reason."""
        return [
            f"{path}: {plural(count, 'line')} left out (the first is line {self.first[path, reason]}): {reason}."
            for (path, reason), count in self.counts.items()
        ]


@dataclass(slots=True, kw_only=True)
class Corpus:
    """Files to be read once, in order; `progress` is called now and then with the number of bytes read."""

    paths: Sequence[str]
    layout: CorpusLayout = CorpusLayout.LINES
    documents: Documents = Documents.UNKNOWN
    progress: Progress = silent
    left_out: SkippedLines = field(default_factory=SkippedLines)
    read: int = 0

    def check(self) -> None:
        """Refuse files that cannot be opened before long work begins; standard input is not checked."""
        for path in self.paths:
            if path != "-":
                with open_content(path):
                    pass

    def passages(self) -> Iterator[Passage]:
        """Read all usable passages."""
        document = 0
        for path in self.paths:
            lines = self._lines(path)
            for text in self._paragraphs(path, lines) if self.layout is CorpusLayout.WRAPPED else lines:
                if text:
                    yield Passage(document, text)
                elif text == "" and self.documents is Documents.BLANK_LINES:
                    document += 1
            document += 1
        self.progress("reading", Bytes(self.read), 0)

    def _lines(self, path: str) -> Iterator[str | None]:
        """Read the lines of a file in NFC, stripped; None for a skipped one."""
        with open_content(path) as file:
            for number, data in enumerate(self._raw_lines(file), start=1):
                if number == 1 and data and data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
                    raise BadInput(f"{path}: in UTF-16; convert it, as in `iconv -f UTF-16 -t UTF-8`.")
                try:
                    text = None if data is None else data.decode().strip()
                except UnicodeDecodeError:
                    text = None
                if text is None:
                    self.left_out.add(path, TOO_LONG if data is None else NOT_UTF8, number)
                elif not text.isascii():
                    text = unicodedata.normalize("NFC", text.removeprefix("\ufeff"))
                yield text

    def _raw_lines(self, file: io.BufferedIOBase) -> Iterator[bytes | None]:
        """Read the lines of a file as bytes; None for one that is too long."""
        reported = self.read
        while line := file.readline(MAX_BYTES + 1):
            self.read += len(line)
            if self.read - reported >= _REPORTED_EVERY:
                reported = self.read
                self.progress("reading", Bytes(reported), 0)
            if len(line) <= MAX_BYTES or line.endswith(b"\n"):
                yield line
                continue
            while line and not line.endswith(b"\n"):
                line = file.readline(MAX_BYTES)
                self.read += len(line)
            yield None

    def _paragraphs(self, path: str, lines: Iterator[str | None]) -> Iterator[str]:
        """Join lines until an empty one, which is passed on as an empty text."""
        paragraph: list[str] = []
        size = 0
        for number, line in enumerate(chain(lines, [""]), start=1):
            if line:
                size += len(line)
                if size <= MAX_BYTES:
                    paragraph.append(line)
            elif line == "":
                if size > MAX_BYTES:
                    self.left_out.add(path, TOO_LONG, number - len(paragraph))
                else:
                    yield "\n".join(paragraph)
                paragraph, size = [], 0
                yield ""
