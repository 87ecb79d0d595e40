"""The curation of a gold: a person's decisions on answers, their contradictions, and the file they are kept in.

The file is tab-separated, one decision a line, made to be edited in a text editor or a spreadsheet:

status    action     from           to             lexelt    id   reason
accept    merge      well-lit       well lit                      hyphen or space
proposed  lemmatise  games          game                          lemma (en)
accept    split      clever, smart  clever; smart                 two substitutes
accept    drop       12                            bright.a  7    a slip of the finger
accept    drop-item                                bright.a  7    the target is a noun

A cell may be enclosed in double quotes, as spreadsheets write it; a quote in it is then doubled. A cell that a
spreadsheet would take for a formula is preceded by an apostrophe, which is not part of it.
"""

import codecs
import csv
import hashlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from stead.core.errors import BadInput, UsageError
from stead.core.faults import Caution
from stead.core.text import plural, protect_cell, tidy, unprotect_cell
from stead.formats import Content, Policy, quote
from stead.formats.format import Reading

STATUSES = ("accept", "refuse", "proposed")
REPLACING = ("merge", "lemmatise")
SPLIT, DROP = "split", "drop"
DROPPING = ("drop-item", "drop-lexelt")
ACTIONS = (*REPLACING, SPLIT, DROP, *DROPPING)
_SEPARATOR = ";"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A decision: read `form` as `to`, drop it, or leave out an item or a lexelt.

    It holds for all items, for those of a lexelt, or for one item. To split, `to` has the substitutes, separated by
    semicolons.
    """

    status: str
    action: str
    form: str = ""
    to: str = ""
    lexelt: str = ""
    id: str = ""
    reason: str = ""
    line: int = 0

    def __post_init__(self) -> None:
        for name in ("status", "action", "form", "to", "lexelt", "id", "reason"):
            text = getattr(self, name)
            if not isinstance(text, str):
                raise UsageError(f"the {name} of a decision is a text, not {text!r}.")
            object.__setattr__(self, name, tidy(text))
        problem = _problem(self)
        if problem:
            raise BadInput(f"{problem}.")

    def __str__(self) -> str:
        scope = " ".join(filter(None, (self.lexelt, self.id)))
        if self.action in DROPPING:
            return f"{self.action} {scope}"
        into = f" into {self.to}" if self.to else ""
        return f"{self.action} {self.form}{into}{f' in {scope}' if scope else ''}"

    @property
    def parts(self) -> tuple[str, ...]:
        """The substitutes that the form is read as: one, several if it is split, or none."""
        texts = self.to.split(_SEPARATOR) if self.action == SPLIT else [self.to]
        return tuple(filter(None, map(tidy, texts)))


@dataclass(frozen=True, slots=True)
class Curation:
    """Decisions in the order in which they are applied."""

    decisions: tuple[Decision, ...] = ()
    location: str = ""
    sha256: str = ""

    def __post_init__(self) -> None:
        given: Any = self.decisions
        if not isinstance(given, Sequence) or not all(isinstance(decision, Decision) for decision in given):
            raise UsageError(f"a curation is a list of decisions, not {given!r}.")
        object.__setattr__(self, "decisions", tuple(given))

    @property
    def accepted(self) -> tuple[Decision, ...]:
        """The decisions that are applied."""
        return tuple(decision for decision in self.decisions if decision.status == "accept")

    @property
    def undecided(self) -> int:
        """The number of proposals that are still to be decided."""
        return self.count("proposed")

    def count(self, status: str) -> int:
        """Count the decisions with this status."""
        return sum(decision.status == status for decision in self.decisions)

    @property
    def identity(self) -> str:
        """The hash of the file, or of the decisions if they come from none."""
        if self.sha256:
            return self.sha256
        content = repr([replace(decision, line=0) for decision in self.decisions])
        return hashlib.sha256(content.encode(errors="backslashreplace")).hexdigest()

    def location_of(self, decision: Decision) -> str:
        """The location of a decision: file and line, or its number."""
        if self.location and decision.line:
            return f"{self.location}:{decision.line}"
        return f"{self.location or 'curation'}, decision {self.decisions.index(decision) + 1}"


def _problem(decision: Decision) -> str | None:
    """What is wrong with a decision, or None."""
    if decision.status not in STATUSES:
        return f"the status is {', '.join(STATUSES)}, not {quote(decision.status)}"
    if decision.action not in ACTIONS:
        return f"the action is {', '.join(ACTIONS)}, not {quote(decision.action)}"
    if decision.action in DROPPING:
        return _problem_of_leaving_out(decision)
    if decision.id and not decision.lexelt:
        return f"the item {quote(decision.id)} needs its lexelt"
    checks = {SPLIT: _problem_of_splitting, DROP: _problem_of_dropping}
    return checks.get(decision.action, _problem_of_replacing)(decision)


def _problem_of_replacing(decision: Decision) -> str | None:
    if not decision.form or not decision.to:
        return f"to {decision.action}, two forms are needed: from and to"
    return f"{quote(decision.form)} is the same on both sides" if decision.form == decision.to else None


def _problem_of_splitting(decision: Decision) -> str | None:
    parts = set(decision.parts)
    if not decision.form or len(parts) < 2 or len(parts) < len(decision.parts):
        return (
            "to split, one form (from) and two or more different ones (to) are needed, as in "
            f'"clever, smart" and "clever; smart"; found {quote(decision.form)} and {quote(decision.to)}'
        )
    return f"{quote(decision.form)} is one of its own parts" if decision.form in parts else None


def _problem_of_dropping(decision: Decision) -> str | None:
    if not decision.form or decision.to:
        return f"drop takes one form (from) and none to read it as (to), found {quote(decision.to)}"
    return None if decision.reason else "drop needs a reason"


def _problem_of_leaving_out(decision: Decision) -> str | None:
    one_item = decision.action == "drop-item"
    if decision.form or decision.to:
        return f"{decision.action} takes no forms (from, to), found {quote(decision.form or decision.to)}"
    if not decision.lexelt or one_item != bool(decision.id):
        return f"{decision.action} needs {'lexelt and id' if one_item else 'a lexelt and no id'}"
    return None if decision.reason else f"{decision.action} needs a reason"


COLUMNS = ("status", "action", "from", "to", "lexelt", "id", "reason")
HEADING = "\t".join(COLUMNS)
_REMARKS = ("#", '"#')
_MARKS = {codecs.BOM_UTF8: "utf-8", codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}


def read_curation(content: Content) -> Curation:
    """Read a curation file; any fault is refused, all of them together."""
    reading = Reading.start(content, format="curation", policy=Policy.STRICT)
    lines = [(number, line) for number, line in reading.lines() if not line.startswith(_REMARKS)]
    reading.finish()
    number, heading = lines[0] if lines else (1, "")
    if tuple(cell.strip().lower() for cell in heading.replace('"', "").split("\t")) != COLUMNS:
        raise BadInput(
            f"{content.path}:{number}: expected the columns {', '.join(COLUMNS)} between tabs, found {quote(heading)}."
        )
    decisions, problems = [], []
    for number, line in lines[1:]:
        try:
            decisions.append(_parse_decision(number, line))
        except BadInput as problem:
            problems.append(f"{content.path}:{number}: {problem}")
    if problems:
        raise BadInput("\n".join(problems))
    return Curation(tuple(decisions), content.path, content.sha256)


def _parse_decision(number: int, line: str) -> Decision:
    """Parse a line; empty cells at its end may be missing, since editors remove them."""
    cells = _split_cells(line)
    if len(cells) > len(COLUMNS):
        raise BadInput(f"expected {len(COLUMNS)} columns, found {quote(line)}.")
    status, action, form, to, lexelt, identifier, reason = cells + [""] * (len(COLUMNS) - len(cells))
    return Decision(
        status=status, action=action, form=form, to=to, lexelt=lexelt, id=identifier, reason=reason, line=number
    )


def _split_cells(line: str) -> list[str]:
    """Split a line into cells; spreadsheets enclose some in quotes, and double the quotes in them."""
    try:
        return [unprotect_cell(cell) for cell in next(csv.reader([line], delimiter="\t", strict=True))]
    except csv.Error:
        raise BadInput(
            f'a cell that begins with a quote ends with one, as in """well"" lit", found {quote(line)}.'
        ) from None


def decision_row(decision: Decision) -> str:
    """Serialise a decision as a line."""
    cells = (decision.form, decision.to, decision.lexelt, decision.id, decision.reason)
    return "\t".join((decision.status, decision.action, *map(_serialise_cell, cells)))


def _serialise_cell(cell: str) -> str:
    """Protect a cell from being read as a formula, or as a quoted cell if it begins with a quote."""
    cell = protect_cell(cell)
    return '"' + cell.replace('"', '""') + '"' if cell.startswith('"') else cell


def serialise_curation(decisions: Iterable[Decision], before: Content | None = None) -> bytes:
    """Serialise decisions as a file, after the contents of another file if one is given."""
    rows = "".join(f"{decision_row(decision)}\n" for decision in decisions).encode()
    if before is None:
        return f"{HEADING}\n".encode() + rows
    data = _as_utf8(before)
    return _encode_as(before, data + (b"" if not rows or data.endswith(b"\n") else b"\n") + rows)


def undo_decisions(content: Content, count: int) -> tuple[bytes, Sequence[Decision]]:
    """Remove the last `count` decisions, accepted or refused, from a file; returns the file and these decisions."""
    decided = [decision for decision in read_curation(content).decisions if decision.status != "proposed"]
    if not 1 <= count <= len(decided):
        raise UsageError(f"{content.path} has {plural(len(decided), 'decision')}; {count} cannot be undone.")
    removed = decided[-count:]
    return remove_lines(content, {decision.line for decision in removed}), [
        replace(decision, line=0) for decision in removed
    ]


def remove_lines(content: Content, numbers: Collection[int]) -> bytes:
    """Remove lines from a file by their numbers, from 1; nothing else is changed."""
    lines = enumerate(_as_utf8(content).split(b"\n"), start=1)
    return _encode_as(content, b"\n".join(line for number, line in lines if number not in numbers))


def _as_utf8(content: Content) -> bytes:
    return Reading.start(content, format="curation", policy=Policy.STRICT).in_utf8().content.data


def _encode_as(content: Content, data: bytes) -> bytes:
    """Convert UTF-8 to the encoding of a file, with its byte order mark."""
    for mark, encoding in _MARKS.items():
        if content.data.startswith(mark):
            return mark + data.decode().encode(encoding)
    return data


Scope = tuple[str, str]
"""Lexelt and id of an item; without an id, a lexelt; with neither, everything."""


def contradictions(curation: Curation) -> Iterator[str]:
    """Describe contradictions in a curation, which is applied in order all the same.

    These are forms read in two ways, decisions both refused and accepted, and circles of forms.
    """
    sentences = chain(
        _conflicting_readings(curation, [decision for decision in curation.accepted if decision.form]),
        _refused_but_accepted(curation),
        _circles(curation, [decision for decision in curation.accepted if decision.action in REPLACING]),
    )
    return map(Caution, sentences)


def _scope(decision: Decision) -> Scope:
    return decision.lexelt, decision.id


def _conflicting_readings(curation: Curation, readings: Iterable[Decision]) -> Iterator[str]:
    first: dict[tuple[str, Scope], Decision] = {}
    for decision in readings:
        other = first.setdefault((decision.form, _scope(decision)), decision)
        if other.parts != decision.parts:
            yield (
                f"{curation.location_of(decision)}: {decision}: contradicts {curation.location_of(other)}, {other}, "
                "which is applied before."
            )


def _refused_but_accepted(curation: Curation) -> Iterator[str]:
    """Decisions that are refused for some items, but accepted for the same or more items."""
    accepted = {(decision.form, decision.to, _scope(decision)): decision for decision in curation.accepted}
    for decision in curation.decisions:
        if decision.status == "refuse":
            wider = ((decision.lexelt, decision.id), (decision.lexelt, ""), ("", ""))
            keys = ((decision.form, decision.to, scope) for scope in wider)
            done = next((accepted[key] for key in keys if key in accepted), None)
            if done is not None:
                yield (
                    f"{curation.location_of(decision)}: {decision} is refused, but "
                    f"{curation.location_of(done)}, {done}, is accepted, and applied."
                )


def _circles(curation: Curation, merges: Iterable[Decision]) -> Iterator[str]:
    """Forms that are replaced by each other, in the same scope."""
    by_scope: dict[Scope, dict[str, Decision]] = {}
    for decision in merges:
        by_scope.setdefault(_scope(decision), {}).setdefault(decision.form, decision)
    for steps in by_scope.values():
        for circle in _circles_of({form: step.to for form, step in steps.items()}):
            last = max((steps[form] for form in circle), key=curation.decisions.index)
            forms = ", ".join(map(quote, (*circle, circle[0])))
            yield f"{curation.location_of(last)}: {last}: goes round in a circle ({forms}); the order decides."


def _circles_of(steps: dict[str, str]) -> Iterator[list[str]]:
    """The circles in a mapping of forms to forms, each once."""
    seen: set[str] = set()
    for start in steps:
        path: dict[str, None] = {}
        form = start
        while form in steps and form not in seen:
            seen.add(form)
            path[form] = None
            form = steps[form]
        if form in path:
            forms = list(path)
            yield forms[forms.index(form) :]
