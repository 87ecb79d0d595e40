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

_GLUED = re.compile(r"(?P<lexelt>.+\.[^\W\d_])(?P<id>\d+)")
_NAMED = re.compile(r".+\.\w")
_WEIGHT = re.compile(r"\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
_LONGEST_SEPARATOR = 3

PROPER_NAME = "pn"
"""How the 2007 gold writes a NAME response: an entry whose whole term is `pn`."""


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one task writes its lines."""

    clean: re.Pattern[str]  # lexelt, id, separator, rest: the form that needs no repair
    run_example: str
    gold_example: str
    dollars: bool = False  # whether dollar signs may stand for blanks between columns
    separator: str | None = None  # the only one allowed


class Line(NamedTuple):
    """A line taken apart."""

    number: int
    lexelt: str
    id: str
    separator: str
    rest: str


def read_lines(reading: Reading, dialect: Dialect, example: str) -> Iterator[Line]:
    """Take each line apart; what is not perfectly formed is repaired if that is certain, else reported."""
    for number, text in reading.lines():
        if text.startswith("# "):
            reading.may_use(number, "comment", "a comment line, not part of the format; ignored")
            continue
        match = dialect.clean.fullmatch(text)
        line = Line(number, *match.groups(default="")) if match else _repaired(reading, dialect, example, number, text)
        if line and _separator_allowed(reading, dialect, line):
            yield line


def _repaired(reading: Reading, dialect: Dialect, example: str, number: int, text: str) -> Line | None:
    head, colons, rest = _at_separator(text)
    dollars = dialect.dollars or head.endswith("$")
    columns = _columns(head, dollars=dollars)
    if not colons or columns is None or len(colons) > _LONGEST_SEPARATOR:
        reading.report.error(number, "malformed", f"expected {shown(example)}, found {shown(text)}; left out")
        return None
    message = f"expected the columns as in {shown(example)}, found {shown(text)}"
    if not reading.may_use(number, "columns", message):
        return None
    return Line(number, *columns, colons, rest.removeprefix("$") if dollars else rest)


def _at_separator(text: str) -> tuple[str, str, str]:
    """What stands before the first two colons or more, those colons, and what stands behind them."""
    head, _, rest = text.partition("::")
    behind = rest.lstrip(":")
    return head, text[len(head) : len(text) - len(behind)], behind


def _columns(head: str, *, dollars: bool) -> tuple[str, str] | None:
    """Lexelt and id, if there is only one way to tell them apart."""
    parts = (head.replace("$", " ") if dollars else head).split()
    if len(parts) == 1:
        glued = _GLUED.fullmatch(parts[0])
        return (glued["lexelt"], glued["id"]) if glued else None
    lexelt = " ".join(parts[:-1])
    if not parts or (len(parts) > 2 and not _NAMED.fullmatch(lexelt)):
        return None
    return lexelt, parts[-1]


def _separator_allowed(reading: Reading, dialect: Dialect, line: Line) -> bool:
    expected = dialect.separator or (reading.separator if reading.separator_matters else None)
    if expected is None or line.separator == expected:
        return True
    message = f"expected the separator {expected}, found {line.separator}; left out"
    reading.report.error(line.number, "separator", message)
    return False


def split_terms(rest: str) -> list[str]:
    """The terms between semicolons, trimmed; closing, leading and doubled semicolons make no term."""
    return [term for part in rest.split(";") if (term := part.strip())]


# ------------------------------------------------------------------------------------------------------- runs


def read_run(reading: Reading, dialect: Dialect) -> Run:
    """Read the answers of a system."""
    lines = list(read_lines(reading, dialect, dialect.run_example))
    _note_separators(reading, lines)
    rows = [RunRow(line.lexelt, line.id, split_terms(line.rest)) for line in lines]
    _refuse_separator(reading, rows)
    _refuse_weights(reading, rows)
    reading.finish()
    return Run.of(rows, reading.source)


def _note_separators(reading: Reading, lines: list[Line]) -> None:
    separators = {line.separator for line in lines}
    if len(separators) > 1:
        reading.report.note(None, "separator", "some lines use :: (best) and some ::: (oot); both were read")
    elif reading.separator and separators and reading.separator not in separators:
        message = f"uses {separators.pop()}, where SemEval's files for these measures use {reading.separator}"
        reading.report.note(None, "separator", message)


def _refuse_separator(reading: Reading, rows: list[RunRow]) -> None:
    """A file of the other task would have no line left; say why."""
    wrong = next((fault for fault in reading.report if fault.kind == "separator"), None)
    if wrong and not rows:
        raise BadInput(f"{wrong.place}: {wrong.message}, and so were all lines. Is it the file of another task?")


def _refuse_weights(reading: Reading, rows: list[RunRow]) -> None:
    """A gold standard given as a run would score near nothing; say so instead."""
    answers = [answer for row in rows for answer in row.answers]
    weighted = sum(1 for answer in answers if not _weighted(answer)[1])
    if weighted > 0.9 * len(answers):
        raise BadInput(
            f"{reading.content.path}: looks like a gold standard (its answers end in weights, as in "
            f"{shown(answers[0])}), not like a run. Are gold and run exchanged?"
        )


# ------------------------------------------------------------------------------------------------------- gold


def read_gold(reading: Reading, dialect: Dialect) -> GoldStandard:
    """Read weights; a line with one unreadable entry is left out whole, not scored against half its gold."""
    rows, seen = [], set()
    for line in read_lines(reading, dialect, dialect.gold_example):
        row = _gold_row(reading, line)
        if row is None:
            continue
        if (line.lexelt, line.id) in seen:
            message = f"a second line for {shown(line.lexelt)} {shown(line.id)}; left out"
            reading.report.error(line.number, "repeated", message)
            continue
        seen.add((line.lexelt, line.id))
        rows.append(row)
    _refuse_weightless(reading, dialect, rows)
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
    term, *weight = entry.rsplit(None, 1)
    if not weight:
        return "", "no-weight", 0.0
    if not _WEIGHT.fullmatch(weight[0]) or float(weight[0]) > MAX_WEIGHT:
        return "", "weight", 0.0
    return term, "", float(weight[0])


_PROBLEMS: dict[str, Callable[[str], str]] = {
    "no-weight": lambda entry: f'expected a substitute and its weight, as in "clever 3", found {shown(entry)}',
    "weight": lambda entry: f"expected a number from 0 to {MAX_WEIGHT:g} as weight, found {shown(entry)}",
}


def _refuse_weightless(reading: Reading, dialect: Dialect, rows: list[GoldRow]) -> None:
    """A run given as gold has no weights at all; say so in one sentence, not in a thousand."""
    weightless = any(fault.kind in _PROBLEMS for fault in reading.report)
    if weightless and not any(row.weights or row.names for row in rows):
        raise BadInput(
            f"{reading.content.path}: looks like a run, not like a gold standard: no line has weights "
            f"(expected {shown(dialect.gold_example)}). Are gold and run exchanged?"
        )


# ---------------------------------------------------------------------------------------------------- writing


def write_run(run: Run, *, separator: str = "::", joiner: str = ";") -> Written:
    """The run as lines; scores cannot be kept."""
    _refuse_unwritable(zip(run.lexelts, run.ids, strict=True), run.answers.vocabulary)
    lines = [f"{row.lexelt} {row.id} {separator} {joiner.join(row.answers)}\n" for row in run]
    return Written("".join(lines), ["the scores of the answers"] if run.scores is not None else [])


def write_gold(gold: GoldStandard, *, closing: str = ";", joiner: str = ";") -> Written:
    """The gold as lines, NAME responses as `pn` entries."""
    _refuse_unwritable(zip(gold.lexelts, gold.ids, strict=True), gold.substitutes.vocabulary)
    if PROPER_NAME in gold.substitutes.vocabulary:
        raise BadInput(f"the substitute {PROPER_NAME!r} would read as a NAME in this format. {_INSTEAD}")
    if not np.all(gold.weights <= MAX_WEIGHT):
        raise BadInput(f"a weight above {MAX_WEIGHT:g} cannot be written, since it could not be read.")
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
        if _columns(f"{lexelt} {identifier}", dollars=True) != (lexelt, identifier) or "::" in lexelt + identifier:
            raise BadInput(
                f"the item {shown(lexelt)} {shown(identifier)} cannot be written in this format: it would be read "
                f"otherwise. {_INSTEAD}"
            )
