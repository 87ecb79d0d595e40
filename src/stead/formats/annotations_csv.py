"""Annotations as a table (CSV): one row for each annotator and item, substitutes between semicolons.

lexelt,id,annotator,substitutes,nil,name,multiword,comment,time,phase
bright.a,1,ada,clever;smart,,,,,2026-03-02T09:14:05Z,

Spreadsheets in many languages put semicolons or tabs between the columns, and quotes around a cell that holds them.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

import numpy as np

from stead.core.annotation import Annotation, Annotations
from stead.core.arrays import TermLists
from stead.core.text import protect_cell, tidy, unprotect_cell
from stead.formats.csv_tables import (
    bad_heading,
    column_name,
    columns_of,
    csv_rows,
    find_delimiter,
    first_line,
    quote_cell,
    refuse_bad_heading,
)
from stead.formats.fast.annotations import AnnotationBlock, AnnotationTable
from stead.formats.format import Format, Kind, Reading, Serialisation, quote
from stead.formats.json_records import suggest_name
from stead.formats.semeval import refuse_unwritable_terms, split_terms

_REQUIRED = ("lexelt", "id", "annotator", "substitutes")
_ENOUGH_COLUMNS = 3  # required columns that identify such a table
_COLUMNS = (*_REQUIRED, "nil", "name", "multiword", "comment", "time", "phase")
_CHUNK = 10_000  # rows that become columns at a time
_YES = ("yes", "y", "true", "1", "x", "oui", "si", "sì", "sí", "ja", "vrai", "vero", "wahr", "verdadero")
_NO = ("no", "n", "false", "0", "non", "nein", "faux", "falso", "falsch")


def read_annotations(reading: Reading) -> Annotations:
    """Read a table of annotations."""
    text = reading.text()
    rows = csv_rows(reading, text, find_delimiter(first_line(text), _COLUMNS))
    _, heading = next(rows, (range(1), []))
    annotations_of_rows = _parse_rows(reading, _check_heading(reading, [column_name(name) for name in heading]), rows)
    table = AnnotationTable()
    while chunk := list(islice(annotations_of_rows, _CHUNK)):
        block = AnnotationBlock.of_rows([annotation for _, annotation in chunk])
        table.add(block, np.array([line_number for line_number, _ in chunk], dtype=np.int64))
    annotations = table.annotations(reading)
    reading.finish()
    return annotations


def _parse_rows(
    reading: Reading, heading: list[str], rows: Iterable[tuple[range, list[str]]]
) -> Iterator[tuple[int, Annotation]]:
    """Parse rows into annotations with the numbers of their first lines; malformed rows are reported."""
    for lines, row in rows:
        if reading.leaves_out_damaged and not reading.damaged.isdisjoint(lines):
            continue
        try:
            annotation = _annotation(heading, row)
        except ValueError as error:
            message = f"expected an annotation, found {quote(','.join(row))} ({error}); left out"
            reading.report.error(lines[0], "malformed", message)
            continue
        yield lines[0], annotation


def _check_heading(reading: Reading, heading: list[str]) -> list[str]:
    """Refuse a heading with unknown, repeated or missing columns."""
    others = _COLUMNS[len(_REQUIRED) :]
    refuse_bad_heading(reading.content.path, heading, _REQUIRED, others)
    unknown = next((name for name in heading if name not in _COLUMNS), None)
    if unknown is not None:
        problem = f"{unknown!r} is none of them ({suggest_name(unknown, _COLUMNS)})"
        raise bad_heading(reading.content.path, _REQUIRED, others, problem)
    return heading


def _annotation(heading: list[str], row: list[str]) -> Annotation:
    if len(row) != len(heading):
        raise ValueError(f"{len(heading)} columns in the heading, {len(row)} here")
    cells = dict.fromkeys(_COLUMNS, "") | dict(zip(heading, row, strict=True))
    terms = tuple(map(unprotect_cell, split_terms(cells.pop("substitutes"))))
    cells = {name: unprotect_cell(text) for name, text in cells.items()}
    return Annotation(
        lexelt=cells["lexelt"],
        id=cells["id"],
        annotator=cells["annotator"],
        substitutes=terms,
        nil=_flag(cells, "nil"),
        name=_flag(cells, "name"),
        multiword=cells["multiword"],
        comment=cells["comment"],
        time=cells["time"],
        phase=cells["phase"],
    )


def _flag(cells: dict[str, str], name: str) -> bool:
    """Whether a cell says yes; the name of its column counts as yes, as in a column of NIL."""
    word = tidy(cells[name]).lower()
    if word in {"", *_NO}:
        return False
    if word not in {name, *_YES}:
        accepted = f"{', '.join((name.upper(), *_YES))} for yes, an empty cell, {', '.join(_NO)} for no"
        raise ValueError(f"{name} is yes or no, not {quote(cells[name])}: write {accepted}")
    return True


def write_annotations(annotations: Iterable[Annotation]) -> Serialisation:
    """Write annotations as a table."""
    lines = [",".join(_COLUMNS)]
    rows = list(annotations)
    refuse_unwritable_terms([row.id for row in rows], TermLists.of(row.substitutes for row in rows))
    for row in rows:
        flags = ("yes" if flag else "" for flag in (row.nil, row.name))
        # Where semicolons divide columns, each of the substitutes may end up in a cell of its own.
        terms = ";".join(map(protect_cell, row.substitutes))
        before, after = (row.lexelt, row.id, row.annotator), (row.multiword, row.comment, row.time, row.phase)
        cells = (*map(protect_cell, before), terms, *flags, *map(protect_cell, after))
        lines.append(",".join(map(quote_cell, cells)))
    return Serialisation("\n".join(lines) + "\n", [])


def recognises(beginning: str, _: Kind) -> bool:
    """Recognise the heading, quoted or not; the reader reports missing columns."""
    return len(columns_of(first_line(beginning), _COLUMNS) & set(_REQUIRED)) >= _ENOUGH_COLUMNS


FORMAT = Format(
    name="annotations-csv",
    title="annotations as a table",
    recognises=recognises,
    readers={"annotations": read_annotations},
    writers={"annotations": write_annotations},
)
