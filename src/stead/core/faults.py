"""Faults of input files, and notes on results: what was found, where, and what was done about it.

A note is a warning (a `Caution`) if something that was given is left out, repaired, ignored or read otherwise than it
is written, so that a figure is not the one its author may expect. What is merely absent (an item that a run does not
answer) or worth knowing (too few units for good intervals) is a note and no warning.
"""

import os
import sys
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from stead.core.text import escape_unprintable


@dataclass(frozen=True, slots=True)
class Source:
    """The name people know the data by, the SHA-256 of its (uncompressed) bytes, and the file, if it came from one."""

    name: str
    sha256: str
    format: str = "memory"
    path: str = ""

    @property
    def location(self) -> str:
        """How messages refer to the data: the path as the user gave it, or the name."""
        return self.path or self.name


_PACKAGE = __file__.rpartition(f"core{os.sep}")[0]


class SteadWarning(UserWarning):
    """Some input does not count as it was given; `result.notes` has all notes."""


class Caution(str):
    """A note that is also a warning."""

    __slots__ = ()


def append_notes(text: str, notes: Sequence[str]) -> str:
    """Append notes to a printed result."""
    return text + "".join(["\nNotes:\n", *(f"  {escape_unprintable(note)}\n" for note in notes)]) if notes else text


def warn_about(notes: Iterable[str]) -> None:
    """Issue a warning for each `Caution`, at the line that called stead."""
    for note in notes:
        if isinstance(note, Caution):
            warnings.warn(str(note), SteadWarning, stacklevel=_level_of_caller())


def _level_of_caller() -> int:
    """The stack level, above `warn_about`, of the first frame outside of the package."""
    level, frame = 1, sys._getframe(1)  # noqa: SLF001 (the only way, before Python 3.12)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    return level


class Severity(StrEnum):
    """How bad a fault is."""

    ERROR = "error"  # the line could not be used
    REPAIRED = "repaired"  # the line was used, after a repair that is certain
    NOTE = "note"  # nothing wrong, but worth knowing


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault at one line of a file."""

    path: str
    line: int | None
    severity: Severity
    kind: str
    message: str

    @property
    def location(self) -> str:
        """File and line."""
        return self.path if self.line is None else f"{self.path}:{self.line}"

    def __str__(self) -> str:
        return f"{self.location}: {self.severity}: {self.message}"


_MOST_LISTED = 10_000
_DONE = {Severity.ERROR: "left out", Severity.REPAIRED: "repaired"}


def describe_faults(counts: Mapping[str, Mapping[str, int]]) -> str:
    """Describe faults: `3 left out (encoding); 1 repaired (columns)`, or nothing."""
    return "; ".join(
        f"{sum(counts[severity].values())} {done} ({', '.join(counts[severity])})"
        for severity, done in _DONE.items()
        if severity in counts
    )


def _describe_first(fault: Fault) -> str:
    """Describe the first fault of a file, so that one need not run another command to see what a figure lacks."""
    line = "" if fault.line is None else f" in line {fault.line}"
    return f"The first{line}: {fault.message.removesuffix('; left out')}. "


@dataclass(slots=True)
class Report:
    """The faults of one file in the order they were found: all are counted, the first of each kind are listed."""

    path: str
    faults: list[Fault] = field(default_factory=list)
    _counts: dict[Severity, Counter[str]] = field(default_factory=dict)

    def error(self, line: int | None, kind: str, message: str) -> None:
        """Record something that could not be used."""
        self._add(line, Severity.ERROR, kind, message)

    def repair(self, line: int | None, kind: str, message: str) -> None:
        """Record something that was used after a repair."""
        self._add(line, Severity.REPAIRED, kind, message)

    def note(self, line: int | None, kind: str, message: str) -> None:
        """Record something worth knowing."""
        self._add(line, Severity.NOTE, kind, message)

    def _add(self, line: int | None, severity: Severity, kind: str, message: str) -> None:
        kinds = self._counts.setdefault(severity, Counter())
        kinds[kind] += 1
        if kinds[kind] <= _MOST_LISTED:
            self.faults.append(Fault(self.path, line, severity, kind, message))
        elif kinds[kind] == _MOST_LISTED + 1:
            message = f"more faults of this kind ({kind}); from here on they are only counted"
            self.faults.append(Fault(self.path, line, severity, kind, message))

    def __iter__(self) -> Iterator[Fault]:
        return iter(self.faults)

    def of(self, severity: Severity) -> list[Fault]:
        """The listed faults of one severity."""
        return [fault for fault in self.faults if fault.severity is severity]

    def counts(self) -> dict[str, dict[str, int]]:
        """How often each kind occurred, by severity; only what occurred."""
        return {str(severity): dict(self._counts[severity]) for severity in Severity if severity in self._counts}

    def notes(self) -> Iterator[str]:
        """Notes on how the file was read."""
        for fault in self.of(Severity.NOTE):
            kind = Caution if isinstance(fault.message, Caution) else str
            yield kind(f"{fault.location}: {fault.message}.")
        if faults := describe_faults(self.counts()):
            first = "".join(map(_describe_first, self.of(Severity.ERROR)[:1]))
            yield Caution(f"{self.path}: {faults}. {first}`stead check {self.path}` lists them.")

    def total(self) -> int:
        """Number of faults, without notes."""
        return sum(sum(kinds.values()) for severity, kinds in self._counts.items() if severity is not Severity.NOTE)
