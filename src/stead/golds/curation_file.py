"""Curation files: tab-separated, one decision a line, made to be edited in a text editor or a spreadsheet.

status    action     from           to             lexelt    id   reason
accept    merge      well-lit       well lit                      hyphen or blank
proposed  lemmatise  games          game                          lemma (en)
accept    split      clever, smart  clever; smart                 two substitutes
accept    drop       12                            bright.a  7    a slip of the finger
accept    drop-item                                bright.a  7    the target is a noun

A cell may stand between double quotes, as spreadsheets write it: a quote in it is then doubled. One that a
spreadsheet would take for a formula stands behind an apostrophe, which is no part of it.
"""

import codecs
import csv
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from stead.core.errors import BadInput, UsageError
from stead.core.text import plural, protect_cell, unprotect_cell
from stead.formats import Content, Policy, quote
from stead.formats.format import Reading
from stead.golds.curation import Curation, Decision

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
            decisions.append(_decision(number, line))
        except BadInput as problem:
            problems.append(f"{content.path}:{number}: {problem}")
    if problems:
        raise BadInput("\n".join(problems))
    return Curation(tuple(decisions), content.path, content.sha256)


def _decision(number: int, line: str) -> Decision:
    """The decision of a line; editors cut off the cells at the end that are empty."""
    cells = _cells(line)
    if len(cells) > len(COLUMNS):
        raise BadInput(f"expected {len(COLUMNS)} columns, found {quote(line)}.")
    status, action, form, to, lexelt, identifier, reason = cells + [""] * (len(COLUMNS) - len(cells))
    return Decision(
        status=status, action=action, form=form, to=to, lexelt=lexelt, id=identifier, reason=reason, line=number
    )


def _cells(line: str) -> list[str]:
    """The cells of a line; spreadsheets put quotes around some, and double those that are in them."""
    try:
        return [unprotect_cell(cell) for cell in next(csv.reader([line], delimiter="\t", strict=True))]
    except csv.Error:
        raise BadInput(
            f'a cell that begins with a quote ends with one, as in """well"" lit", found {quote(line)}.'
        ) from None


def row_of(decision: Decision) -> str:
    """A decision as a line."""
    cells = (decision.form, decision.to, decision.lexelt, decision.id, decision.reason)
    return "\t".join((decision.status, decision.action, *map(_written_cell, cells)))


def _written_cell(cell: str) -> str:
    """A cell that is no formula, and between quotes if it would be read as if it were."""
    cell = protect_cell(cell)
    return '"' + cell.replace('"', '""') + '"' if cell.startswith('"') else cell


def written_curation(decisions: Iterable[Decision], before: Content | None = None) -> bytes:
    """The decisions as a file, behind what another file holds."""
    rows = "".join(f"{row_of(each)}\n" for each in decisions).encode()
    if before is None:
        return f"{HEADING}\n".encode() + rows
    data = _as_utf8(before)
    return _encoded_as(before, data + (b"" if not rows or data.endswith(b"\n") else b"\n") + rows)


def undone(content: Content, count: int) -> tuple[bytes, Sequence[Decision]]:
    """The file without its last decisions, accepted or refused, and those; nothing else is touched."""
    made = [each for each in read_curation(content).decisions if each.status != "proposed"]
    if not 1 <= count <= len(made):
        raise UsageError(f"{content.path} has {plural(len(made), 'decision')}; {count} cannot be undone.")
    removed = made[-count:]
    return without_lines(content, {each.line for each in removed}), [replace(each, line=0) for each in removed]


def without_lines(content: Content, numbers: Collection[int]) -> bytes:
    """The file without some of its lines, counted from 1; nothing else is touched."""
    lines = enumerate(_as_utf8(content).split(b"\n"), start=1)
    return _encoded_as(content, b"\n".join(line for number, line in lines if number not in numbers))


def _as_utf8(content: Content) -> bytes:
    return Reading.start(content, format="curation", policy=Policy.STRICT).in_utf8().content.data


def _encoded_as(content: Content, data: bytes) -> bytes:
    """UTF-8 in the encoding of a file, with the byte order mark that it has."""
    for mark, encoding in _MARKS.items():
        if content.data.startswith(mark):
            return mark + data.decode().encode(encoding)
    return data
