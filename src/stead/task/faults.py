"""Faults of input files: each has a place, what was found, and what was done about it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum


class Severity(StrEnum):
    """How bad a fault is."""

    ERROR = "error"  # the line could not be used
    REPAIRED = "repaired"  # the line was used, after a repair that is certain
    NOTE = "note"  # nothing wrong, but worth knowing


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with one place of a file."""

    path: str
    line: int | None
    severity: Severity
    kind: str
    message: str

    @property
    def place(self) -> str:
        """File and line."""
        return self.path if self.line is None else f"{self.path}:{self.line}"

    def __str__(self) -> str:
        return f"{self.place}: {self.severity}: {self.message}"


@dataclass(slots=True)
class Report:
    """All the faults of one file, in the order they were found."""

    path: str
    faults: list[Fault] = field(default_factory=list)

    def error(self, line: int | None, kind: str, message: str) -> None:
        """Record something that could not be used."""
        self.faults.append(Fault(self.path, line, Severity.ERROR, kind, message))

    def repaired(self, line: int | None, kind: str, message: str) -> None:
        """Record something that was used after a repair."""
        self.faults.append(Fault(self.path, line, Severity.REPAIRED, kind, message))

    def note(self, line: int | None, kind: str, message: str) -> None:
        """Record something worth knowing."""
        self.faults.append(Fault(self.path, line, Severity.NOTE, kind, message))

    def __iter__(self) -> Iterator[Fault]:
        return iter(self.faults)

    def of(self, severity: Severity) -> list[Fault]:
        """Only the faults of one severity."""
        return [fault for fault in self.faults if fault.severity is severity]

    def counts(self) -> dict[str, dict[str, int]]:
        """How often each kind occurred, by severity; only what occurred."""
        found = {severity: Counter(fault.kind for fault in self.of(severity)) for severity in Severity}
        return {str(severity): dict(kinds) for severity, kinds in found.items() if kinds}
