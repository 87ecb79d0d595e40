"""Reading the lines of a run: `lexelt id :: answers`, anywhere in the line; everything else is an error."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from stead.legacy.printing import Say

# The program knows bytes, not characters. Latin-1 gives each byte a character of its own, and the patterns
# below and in gold.py take only the ASCII ones for word characters and blanks.
ENCODING = "latin-1"


@dataclass(frozen=True, slots=True)
class Document:
    """A file as the program sees it: its name, and one character for each byte."""

    name: str
    text: str

    @classmethod
    def open(cls, path: Path) -> Self:
        """A file of the disk, under the name that the user gave it."""
        return cls.of(os.fsencode(path), path.read_bytes())

    @classmethod
    def of(cls, name: bytes, data: bytes) -> Self:
        """A file that is only in memory."""
        return cls(name.decode(ENCODING), data.decode(ENCODING))

    @property
    def lines(self) -> list[str]:
        """The lines without their line feeds. A carriage return is part of its line."""
        return self.text.split("\n")


@dataclass(frozen=True, slots=True)
class Answer:
    """One well-formed line of a run. `text` is all behind the separator's blank, carriage return included."""

    lexelt: str
    id: str
    text: str

    @property
    def is_blank(self) -> bool:
        """Whether nothing is answered."""
        return is_blank(self.text)


def is_blank(text: str) -> bool:
    """Whether the text has no visible byte."""
    return re.search(r"\S", text, re.ASCII) is None


def line_pattern(separator: str) -> re.Pattern[str]:
    """The form of a line of best, oot and gold; a blank must follow the separator, even where no answer does.

    Quirk: it is looked for anywhere in the line, so that of a lexelt with blanks the last word is taken.
    """
    return re.compile(rf"(\S+) (\S+) {separator} (.*)", re.ASCII)


def read_answers(system: Document, pattern: re.Pattern[str], say: Say) -> Iterator[Answer]:
    """The well-formed lines in file order; the others are reported when their turn comes, and skipped."""
    for line_number, line in enumerate(system.lines, start=1):
        found = pattern.search(line)
        if found:
            yield Answer(*found.groups())
        elif not is_blank(line):
            say(f"Error in {system.name} on line {line_number}")


def first_lines(answers: Iterator[Answer]) -> Iterator[Answer]:
    """The first line of each id; quirk: a later one is ignored without a word."""
    seen: set[str] = set()
    for answer in answers:
        if answer.id not in seen:
            seen.add(answer.id)
            yield answer
