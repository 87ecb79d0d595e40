"""Read the lines of a run: `lexelt id :: answers`, anywhere in the line; everything else is an error."""

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Self

# The program knows bytes, not characters. Latin-1 gives each byte a character of its own, and the patterns
# below and in program_gold.py take only the ASCII ones for word characters and spaces.
ENCODING = "latin-1"

Task = Literal["best", "oot", "mw"]

Say = Callable[[str], None]
"""Prints a line, given without its line end."""


@dataclass(frozen=True, slots=True)
class Document:
    """A file as the program sees it: its name, and one character for each byte."""

    name: str
    text: str

    @classmethod
    def open(cls, path: Path) -> Self:
        """Read a file, under the name that the user gave."""
        return cls.of(os.fsencode(path), path.read_bytes())

    @classmethod
    def of(cls, name: bytes, data: bytes) -> Self:
        """Make a document from bytes in memory."""
        return cls(name.decode(ENCODING), data.decode(ENCODING))

    @property
    def lines(self) -> list[str]:
        """The lines without their line feeds. A carriage return is part of its line."""
        return self.text.split("\n")


@dataclass(frozen=True, slots=True)
class AnswerLine:
    """One well-formed line of a run. `text` is all after the separator's space, including a carriage return."""

    target: str
    """Everything before the id."""
    lexelt: str
    """The last word of it, which the program takes for the lexelt."""
    id: str
    text: str

    @property
    def is_blank(self) -> bool:
        """Whether the answer is empty."""
        return is_blank(self.text)


def is_blank(text: str) -> bool:
    """Whether the text has no visible byte."""
    return re.search(r"\S", text, re.ASCII) is None


LINES = {
    # A space must follow the separator, even where no answer does.
    "best": re.compile(r"(\S+) (\S+) :: (.*)", re.ASCII),
    "oot": re.compile(r"(\S+) (\S+) ::: (.*)", re.ASCII),
    # Quirk: here, and only here, an id must be a number, and spaces around the separator are optional.
    "mw": re.compile(r"(\S+) (\d+)\s*::\s*(.*)", re.ASCII),
}
"""The forms of a line by task; the gold has that of best.

Quirk: they are searched anywhere in the line, so that of a lexelt with spaces the last word is taken.
"""


def answer_lines(system: Document, task: Task) -> Iterator[tuple[int, AnswerLine | str]]:
    """List the lines that are not empty with their numbers, in file order; malformed ones as they are written."""
    for number, line in enumerate(system.lines, start=1):
        match = LINES[task].search(line)
        if match:
            yield number, AnswerLine(line[: match.start(2)].strip(), *match.groups())
        elif not is_blank(line):
            yield number, line


def read_answers(system: Document, task: Task, say: Say) -> Iterator[AnswerLine]:
    """List the first line of each id, in file order. A malformed line is reported when it is reached.

    Quirk: a later line of an id is ignored silently.
    """
    seen: set[str] = set()
    for number, line in answer_lines(system, task):
        if not isinstance(line, AnswerLine):
            say(f"Error in {system.name} on line {number}")
        elif line.id not in seen:
            seen.add(line.id)
            yield line


def split_guesses(text: str) -> list[str]:
    """Split an answer at the semicolons into normalised guesses.

    As Perl splits: what is empty at the end falls away, what is empty elsewhere is a guess. Quirk: nothing is
    trimmed and capitals stay, so " clever", "Clever" and a "clever" before a carriage return are all wrong.
    """
    pieces = text.split(";")
    while pieces and not pieces[-1]:
        pieces.pop()
    return [normalise_guess(piece) for piece in pieces]


def normalise_guess(guess: str) -> str:
    """Normalise a guess: hyphens to spaces, "non x" to "nonx", one apostrophe removed; quirk: no American spelling."""
    return without_one_apostrophe(_join_non(guess.replace("-", " ")))


def without_one_apostrophe(term: str) -> str:
    """Remove the first apostrophe; quirk: a second one stays."""
    return term.replace("'", "", 1)


def _join_non(guess: str) -> str:
    """Join a prefix; quirk: done to the guess only, so a gold "non-stop" is never matched."""
    return "non" + guess.removeprefix("non ") if guess.startswith("non ") else guess
