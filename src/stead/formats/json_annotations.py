"""Annotations in stead JSON Lines: most of a large file is read block by block, what is left line by line."""

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace

import numpy as np

from stead.core.annotation import Annotation, Annotations
from stead.core.faults import Report
from stead.formats.annotation_table import AnnotationBlock, AnnotationTable
from stead.formats.format import Written
from stead.formats.json_records import (
    SCHEMAS,
    WRONG,
    Record,
    built,
    decode,
    flag_of,
    header_of,
    refuse_unknown_fields,
    text_of,
    texts_of,
    trimmed,
    written,
)
from stead.formats.json_shapes import shaped_lines
from stead.formats.reading import REPLACEMENT, Reading

_SMALLEST = 1 << 15  # bytes of a block that is not halved again to find its odd lines
_MOST_SHAPES = 1_000
_FIELDS = tuple(each.name for each in fields(Annotation))
_REQUIRED = ("lexelt", "id", "annotator")


def _annotation(record: Record) -> Annotation:
    refuse_unknown_fields(record, _FIELDS)
    return Annotation(
        lexelt=text_of(record, "lexelt"),
        id=text_of(record, "id"),
        annotator=text_of(record, "annotator"),
        substitutes=tuple(texts_of(record.get("substitutes", []), "substitutes")),
        nil=flag_of(record, "nil"),
        name=flag_of(record, "name"),
        multiword=text_of(record, "multiword", ""),
        comment=text_of(record, "comment", ""),
        time=text_of(record, "time", ""),
        phase=text_of(record, "phase", ""),
    )


def read_annotations(reading: Reading) -> Annotations:
    """Read annotations."""
    table = AnnotationTable()
    for part in _behind_header(reading.in_utf8()):
        _collect(part, table)
    found = table.annotations(reading)
    reading.finish()
    return found


def _behind_header(reading: Reading) -> Iterator[Reading]:
    """The parts of a file, the first without its header."""
    parts = reading.parts()
    first = next(parts)
    scratch = replace(first, report=Report(reading.content.path), damaged=set())
    number, line = next(scratch.lines(), (1, ""))
    header_of(reading, "annotations", number, line)
    yield _behind_line(first, number)
    yield from parts


def _behind_line(reading: Reading, number: int) -> Reading:
    """The reading of what follows a line."""
    data, start = reading.content.data, 0
    for _ in range(reading.first_line, number + 1):
        start = data.find(b"\n", start) + 1 or len(data)
    return replace(reading, content=replace(reading.content, data=data[start:]), first_line=number + 1)


def _collect(reading: Reading, table: AnnotationTable) -> None:
    """The annotations of a part: at once if every line is as it should be, else by halves, at last line by line."""
    block = _block(reading.content.data)
    if block is not None:
        table.add(block, np.arange(len(block)) + reading.first_line)
        return
    halves = _halves(reading)
    for half in halves:
        _collect(half, table)
    if not halves:
        found = [(number, noun) for number, _, noun in built(reading, "annotations", _annotation, reading.lines())]
        rows = [noun for _, noun in found]
        table.add(AnnotationBlock.of_rows(rows), np.array([number for number, _ in found], dtype=np.int64))


def _block(data: bytes) -> AnnotationBlock | None:
    """The annotations of some lines, or nothing if any of the lines needs a closer look."""
    lines = shaped_lines(data) if data and REPLACEMENT.encode() not in data else None
    if lines is None or len(lines.shapes) > _MOST_SHAPES:
        return None
    try:
        return AnnotationBlock.of_shapes(lines, [_annotation(decode(shape)) for shape in lines.shapes])
    except WRONG:
        return None


def _halves(reading: Reading) -> list[Reading]:
    """The reading in two, if it is large enough to gain by that."""
    data = reading.content.data
    middle = data.rfind(b"\n", 0, len(data) // 2) + 1
    if len(data) < _SMALLEST or not middle or b"\n" not in data[middle:]:
        return []
    line = reading.first_line
    pieces = ((data[:middle], line), (data[middle:], line + data.count(b"\n", 0, middle)))
    return [replace(reading, content=replace(reading.content, data=piece), first_line=at) for piece, at in pieces]


def write_annotations(annotations: Iterable[Annotation]) -> Written:
    """Annotations, one a line."""
    records = ({name: getattr(each, name) for name in _FIELDS} for each in annotations)
    return written({"schema": SCHEMAS["annotations"]}, (trimmed(record, _REQUIRED) for record in records))
