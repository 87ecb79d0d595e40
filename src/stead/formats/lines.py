"""The line format that SemEval-2007, EVALITA 2009 and SemDis 2014 share: `lexelt id :: something`.

Only the marks between the columns differ, so each of the three is a `Dialect`; what a line holds is read here.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from stead.formats.format import Written
from stead.formats.reading import Reading, shown
from stead.task import MAX_WEIGHT, BadInput, GoldRow, GoldStandard, Run, RunRow

_LOOSE = re.compile(r"(?P<head>.*?)[\s$]*(?P<separator>:{2,})[\s$]*(?P<rest>.*)", re.DOTALL)
_COLUMNS = re.compile(r"[\s$]+")
_GLUED = re.compile(r"(?P<lexelt>.+\.[^\W\d_])(?P<id>\d+)")
_NAMED = re.compile(r".+\.\w")
_WEIGHT = re.compile(r"\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")

PROPER_NAME = "pn"
"""How the 2007 gold writes a NAME response: an entry whose whole term is `pn`."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one task writes its lines."""

    name: str
    clean: re.Pattern[str]  # lexelt, id, separator, rest: the form that needs no repair
    example: str
    separator: str | None = None  # the only one allowed


class Line(NamedTuple):
    """A line taken apart."""

    number: int
    lexelt: str
    id: str
    separator: str
    rest: str


def read_lines(reading: Reading, dialect: Dialect) -> Iterator[Line]:
    """Take each line apart; what is not perfectly formed is repaired if that is certain, else reported."""
    for number, text in reading.lines():
        match = dialect.clean.fullmatch(text)
        if match:
            lexelt, identifier, separator, rest = match.groups(default="")
            line = Line(number, lexelt, identifier, separator, rest)
        else:
            repaired = _repair(reading, dialect, number, text)
            if repaired is None:
                continue
            line = repaired
        if _separator_allowed(reading, dialect, line):
            yield line


def _repair(reading: Reading, dialect: Dialect, number: int, text: str) -> Line | None:
    if text.startswith("#"):
        reading.may_use(number, "comment", "a comment line, not part of the format; ignored")
        return None
    match = _LOOSE.fullmatch(text)
    columns = _columns(match["head"]) if match else None
    if not match or columns is None or len(match["separator"]) > 3:
        message = f"expected {shown(dialect.example)}, found {shown(text)}; left out"
        reading.report.error(number, "malformed", message)
        return None
    message = f"expected the columns as in {shown(dialect.example)}, found {shown(text)}"
    if not reading.may_use(number, "columns", message):
        return None
    return Line(number, *columns, match["separator"], match["rest"])


def _columns(head: str) -> tuple[str, str] | None:
    """Lexelt and id, if there is only one way to tell them apart."""
    parts = _COLUMNS.split(head.strip(" \t$"))
    if len(parts) == 1:
        glued = _GLUED.fullmatch(parts[0])
        return (glued["lexelt"], glued["id"]) if glued else None
    lexelt = " ".join(parts[:-1])
    if len(parts) > 2 and not _NAMED.fullmatch(lexelt):
        return None
    return lexelt, parts[-1]


def _separator_allowed(reading: Reading, dialect: Dialect, line: Line) -> bool:
    expected = dialect.separator or reading.separator
    if expected is None or line.separator == expected:
        return True
    message = f"expected the separator {expected}, found {line.separator}; left out"
    reading.report.error(line.number, "separator", message)
    return False


def split_terms(rest: str) -> list[str]:
    """The terms between semicolons, trimmed; closing, leading and doubled semicolons make no term."""
    return [term for part in rest.split(";") if (term := part.strip())]


def read_run(reading: Reading, dialect: Dialect) -> Run:
    """Read the answers of a system."""
    lines = list(read_lines(reading, dialect))
    _note_separators(reading, lines)
    rows = [RunRow(line.lexelt, line.id, split_terms(line.rest)) for line in lines]
    _refuse_weights(reading, rows)
    reading.finish()
    return Run.of(rows, reading.source)


def _note_separators(reading: Reading, lines: list[Line]) -> None:
    separators = {line.separator for line in lines}
    if len(separators) > 1:
        reading.report.note(None, "separator", "some lines use :: (best) and some ::: (oot); both were read")


def _refuse_weights(reading: Reading, rows: list[RunRow]) -> None:
    """A gold standard given as a run would score near nothing; say so instead."""
    answers = [answer for row in rows for answer in row.answers]
    weighted = sum(1 for answer in answers if _WEIGHT.fullmatch(answer.rpartition(" ")[2]) and " " in answer)
    if weighted > 0.9 * len(answers) and weighted > 1:
        raise BadInput(
            f"{reading.content.path}: looks like a gold standard (its answers end in weights, as in "
            f"{shown(answers[0])}), not like a run. Are gold and run exchanged?"
        )


def read_gold(reading: Reading, dialect: Dialect) -> GoldStandard:
    """Read weights; a line with one unreadable entry is left out whole, not scored against half its gold."""
    rows, seen = [], set()
    for line in read_lines(reading, dialect):
        row = _gold_row(reading, line)
        if row is None:
            continue
        if (line.lexelt, line.id) in seen:
            reading.report.error(line.number, "repeated", f"a second line for {line.lexelt} {line.id}; left out")
            continue
        seen.add((line.lexelt, line.id))
        rows.append(row)
    _refuse_weightless(reading, rows)
    reading.finish()
    return GoldStandard.of(rows, reading.source)


def _gold_row(reading: Reading, line: Line) -> GoldRow | None:
    weights, names = [], 0.0
    for entry in split_terms(line.rest):
        term, problem, weight = _weighted(entry)
        if problem:
            reading.report.error(line.number, problem, f"{_PROBLEMS[problem](entry)}; the line was left out")
            return None
        if term == PROPER_NAME:
            names += weight
        else:
            weights.append((term, weight))
    return GoldRow(line.lexelt, line.id, weights, names)


def _weighted(entry: str) -> tuple[str, str, float]:
    """Term, problem (if any) and weight of an entry: the weight is what follows the last blank."""
    term, _, weight = entry.replace("\t", " ").rpartition(" ")
    term = term.strip()
    if not term:
        return "", "no-weight", 0.0
    if not _WEIGHT.fullmatch(weight) or float(weight) > MAX_WEIGHT:
        return "", "weight", 0.0
    return term, "", float(weight)


_PROBLEMS: dict[str, Callable[[str], str]] = {
    "no-weight": lambda entry: f'expected a substitute and its weight, as in "clever 3", found {shown(entry)}',
    "weight": lambda entry: f"expected a number from 0 to {MAX_WEIGHT:g} as weight, found {shown(entry)}",
}


def _refuse_weightless(reading: Reading, rows: list[GoldRow]) -> None:
    """A run given as gold has no weights at all; say so in one sentence, not in a thousand."""
    weightless = [fault for fault in reading.report if fault.kind in _PROBLEMS]
    if weightless and not any(row.weights or row.names for row in rows):
        raise BadInput(
            f"{reading.content.path}: looks like a run, not like a gold standard: no line has weights "
            f'(expected "bright.a 1 :: clever 3;smart 1;"). Are gold and run exchanged?'
        )


def write_run(run: Run, *, separator: str = "::", joiner: str = ";") -> Written:
    """The run as lines; scores cannot be kept."""
    _refuse_unwritable(zip(run.lexelts, run.ids, strict=True), run.answers.vocabulary)
    lines = [f"{row.lexelt} {row.id} {separator} {joiner.join(row.answers)}\n" for row in run]
    return Written("".join(lines), ["the scores of the answers"] if run.scores is not None else [])


def write_gold(gold: GoldStandard, *, closing: str = ";", joiner: str = ";") -> Written:
    """The gold as lines, NAME responses as `pn` entries."""
    _refuse_unwritable(zip(gold.lexelts, gold.ids, strict=True), gold.substitutes.vocabulary)
    if PROPER_NAME in gold.substitutes.vocabulary:
        raise BadInput(
            f"the substitute {PROPER_NAME!r} cannot be written in this format: it would read as a NAME. {_INSTEAD}"
        )
    lines = []
    for row in gold:
        entries = [*row.weights, *([(PROPER_NAME, row.names)] if row.names else [])]
        body = joiner.join(f"{term} {_plain(weight)}" for term, weight in entries)
        lines.append(f"{row.lexelt} {row.id} :: {body}{closing}\n")
    whole = not np.any(gold.weights % 1)
    return Written("".join(lines), ["that the weights are graded"] if gold.graded and whole else [])


def _plain(weight: float) -> str:
    """A weight without a needless `.0`, and with every digit it has."""
    return str(int(weight)) if weight == int(weight) else repr(weight)


_INSTEAD = "Write stead JSON Lines instead (--to stead)."


def _refuse_unwritable(items: Iterable[tuple[str, str]], terms: Iterable[str]) -> None:
    """What would read as something else cannot be written."""
    for term in terms:
        if not term or ";" in term or "\n" in term or term != term.strip():
            raise BadInput(
                f"{shown(term)} cannot be written in this format: it is empty, or holds a semicolon, a line end or "
                f"blanks around it. {_INSTEAD}"
            )
    for lexelt, identifier in items:
        if _columns(f"{lexelt} {identifier}") != (lexelt, identifier) or "\n" in lexelt or "::" in lexelt + identifier:
            raise BadInput(
                f"the item {shown(lexelt)} {shown(identifier)} cannot be written in this format: it would be read "
                f"otherwise. {_INSTEAD}"
            )
