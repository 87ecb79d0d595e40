"""stead JSON Lines: items, annotations, ratings, golds and runs, one object per line.

The first line says what follows, `{"schema": "stead.gold/1"}`.
"""

from collections.abc import Iterable, Iterator
from dataclasses import asdict, fields, replace
from typing import Any

import numpy as np

from stead.core.annotation import Annotation, Annotations
from stead.core.faults import Report
from stead.core.item import Item
from stead.core.rating import MAX_RATING, VERDICTS, Rating
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from stead.core.text import plural, tidy
from stead.formats.fast.annotations import AnnotationBlock, AnnotationTable
from stead.formats.fast.json_lines import shaped_lines
from stead.formats.format import REPLACEMENT, Format, Kind, Reading, Serialisation, quote, report_partial_scores
from stead.formats.json_records import (
    RECORD_ERRORS,
    SCHEMAS,
    Build,
    Noun,
    Record,
    check_text,
    decode,
    drop_empty_fields,
    flag_of,
    header_of,
    list_of,
    number_of,
    number_up_to,
    parse_records,
    refuse_unknown_fields,
    serialise_records,
    text_of,
    texts_of,
    weight_of,
)

_SMALLEST = 1 << 15  # bytes: a smaller block is not halved again to find its malformed lines
_MOST_SHAPES = 1_000
_FIELDS = tuple(record.name for record in fields(Annotation))
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
    for part in _after_header(reading.in_utf8()):
        _collect(part, table)
    annotations = table.annotations(reading)
    reading.finish()
    return annotations


def _after_header(reading: Reading) -> Iterator[Reading]:
    """The parts of a file, the first without its header."""
    parts = reading.parts()
    first = next(parts)
    scratch = replace(first, report=Report(reading.content.path), damaged=set())
    line_number, line = next(scratch.lines(), (1, ""))
    header_of(reading, "annotations", line_number, line)
    yield _after_line(first, line_number)
    yield from parts


def _after_line(reading: Reading, line_number: int) -> Reading:
    """The part of a file after a line."""
    data, start = reading.content.data, 0
    for _ in range(reading.first_line, line_number + 1):
        start = data.find(b"\n", start) + 1 or len(data)
    return replace(reading, content=replace(reading.content, data=data[start:]), first_line=line_number + 1)


def _collect(reading: Reading, table: AnnotationTable) -> None:
    """Add the annotations of a part: at once if every line is well-formed, else by halves, finally line by line."""
    block = _block(reading.content.data)
    if block is not None:
        table.add(block, np.arange(len(block)) + reading.first_line)
        return
    halves = _halves(reading)
    for half in halves:
        _collect(half, table)
    if not halves:
        rows_with_lines = [
            (line_number, noun)
            for line_number, _, noun in parse_records(reading, "annotations", _annotation, reading.lines())
        ]
        rows = [noun for _, noun in rows_with_lines]
        table.add(
            AnnotationBlock.of_rows(rows), np.array([line_number for line_number, _ in rows_with_lines], dtype=np.int64)
        )


def _block(data: bytes) -> AnnotationBlock | None:
    """Parse a block of lines at once, or return None if a line needs the reader of single lines."""
    lines = shaped_lines(data) if data and REPLACEMENT.encode() not in data else None
    if lines is None or len(lines.shapes) > _MOST_SHAPES:
        return None
    try:
        return AnnotationBlock.of_shapes(lines, [_annotation(decode(shape)) for shape in lines.shapes])
    except RECORD_ERRORS:
        return None


def _halves(reading: Reading) -> list[Reading]:
    """Split a part in two, if it is large enough."""
    data = reading.content.data
    middle = data.rfind(b"\n", 0, len(data) // 2) + 1
    if len(data) < _SMALLEST or not middle or b"\n" not in data[middle:]:
        return []
    line = reading.first_line
    pieces = ((data[:middle], line), (data[middle:], line + data.count(b"\n", 0, middle)))
    return [replace(reading, content=replace(reading.content, data=piece), first_line=at) for piece, at in pieces]


def write_annotations(annotations: Iterable[Annotation]) -> Serialisation:
    """Write annotations, one per line."""
    records = ({name: getattr(record, name) for name in _FIELDS} for record in annotations)
    return serialise_records(
        {"schema": SCHEMAS["annotations"]}, (drop_empty_fields(record, _REQUIRED) for record in records)
    )


def _read(reading: Reading, kind: Kind, build: Build[Noun]) -> tuple[Record, list[Noun]]:
    """Read the header and the records after it."""
    lines = reading.lines()
    header = header_of(reading, kind, *next(lines, (1, "")))
    nouns: list[Noun] = []
    seen: set[tuple[str, str]] = set()
    for line_number, line, noun in parse_records(reading, kind, build, lines):
        if kind in _ONCE_PER_ITEM and not _is_first(seen, noun):
            reading.report.error(line_number, "repeated", f"a second record for the item, {quote(line)}; left out")
        else:
            nouns.append(noun)
            reading.row_lines.append(line_number)
    reading.finish()
    return header, nouns


_ONCE_PER_ITEM = ("items", "gold")


def _is_first(seen: set[tuple[str, str]], noun: Any) -> bool:
    """Whether an item occurs for the first time."""
    before = len(seen)
    seen.add((noun.lexelt, noun.id))
    return len(seen) > before


# ---------------------------------------------------------------------------------------------------- items


def item_of_record(record: Record) -> Item:
    """The item of a record; one of RECORD_ERRORS if it is none."""
    text, start, end = text_of(record, "text"), record["start"], record["end"]
    if not (type(start) is int and type(end) is int and 0 <= start < end <= len(text)):
        raise ValueError("start and end do not mark a target in the text")
    language, document = text_of(record, "language", ""), text_of(record, "document", "")
    return Item(
        id=text_of(record, "id"),
        lexelt=text_of(record, "lexelt"),
        text=text,
        start=start,
        end=end,
        language=language,
        document=document,
    )


def read_items(reading: Reading) -> list[Item]:
    """Read items."""
    return _read(reading, "items", item_of_record)[1]


def write_items(items: Iterable[Item]) -> Serialisation:
    """Write items, one per line."""
    return serialise_records(
        {"schema": SCHEMAS["items"]}, (drop_empty_fields(asdict(item), ("lexelt", "id", "text")) for item in items)
    )


# -------------------------------------------------------------------------------------------------- ratings


_RATING_FIELDS = tuple(record.name for record in fields(Rating))


def _rating(record: Record) -> Rating:
    refuse_unknown_fields(record, _RATING_FIELDS)
    return Rating(
        lexelt=text_of(record, "lexelt"),
        id=text_of(record, "id"),
        candidate=text_of(record, "candidate"),
        rater=_rater_of(record),
        value=_value_of(record, "value"),
        comment=text_of(record, "comment", ""),
        time=text_of(record, "time", ""),
        phase=text_of(record, "phase", ""),
        first=_value_of(record, "first") if "first" in record else None,
    )


def _value_of(record: Record, name: str) -> float | str:
    """The value of a rating: a verdict, or a number of the scale."""
    value = record[name]
    if isinstance(value, str) and value in VERDICTS:
        return value
    return number_up_to(MAX_RATING, value, f"{name} (a number, or one of {', '.join(VERDICTS)})")


def _rater_of(record: Record) -> str:
    """The name of the rater, which may not be empty."""
    rater = text_of(record, "rater")
    if not tidy(rater):
        raise ValueError("the name of the rater is empty")
    return rater


def read_ratings(reading: Reading) -> list[Rating]:
    """Read ratings."""
    return _read(reading, "ratings", _rating)[1]


def write_ratings(ratings: Iterable[Rating]) -> Serialisation:
    """Write ratings, one per line."""
    required = ("lexelt", "id", "candidate", "rater", "value")
    return serialise_records(
        {"schema": SCHEMAS["ratings"]}, (drop_empty_fields(asdict(record), required) for record in ratings)
    )


# ----------------------------------------------------------------------------------------------------- gold


def _gold_row(record: Record) -> GoldRow:
    pairs = (list_of(pair, "a weight with its substitute") for pair in list_of(record["weights"], "weights"))
    weights = [(check_text(term, "a substitute"), weight_of(weight, "a weight")) for term, weight in pairs]
    judges = list_of(record["judges"], "judges") if "judges" in record else None
    if judges is not None and len(judges) != len(weights):
        raise ValueError(f"{plural(len(weights), 'weight')} but {len(judges)} numbers of judges")
    proficient = list_of(record["proficient"], "proficient") if "proficient" in record else None
    if proficient is not None and (len(proficient) != len(weights) or not {*map(type, proficient)} <= {bool}):
        raise ValueError(f"expected {plural(len(weights), 'value')} of true or false as proficient")
    return GoldRow(
        lexelt=text_of(record, "lexelt"),
        id=text_of(record, "id"),
        weights=weights,
        names=weight_of(record.get("names", 0), "names"),
        judges=judges and [weight_of(number, "a number of judges") for number in judges],
        target=text_of(record, "target", ""),
        proficient=proficient,
    )


def read_gold(reading: Reading) -> GoldStandard:
    """Read a gold standard."""
    header, rows = _read(reading, "gold", _gold_row)
    graded = header.get("graded")
    return GoldStandard.of(rows, reading.source, graded=graded if isinstance(graded, bool) else None)


def write_gold(gold: GoldStandard) -> Serialisation:
    """Write a gold standard, one item per line."""
    return serialise_records({"schema": SCHEMAS["gold"], "graded": gold.graded}, map(_gold_record, gold))


def _gold_record(row: GoldRow) -> Record:
    record: Record = {"lexelt": row.lexelt, "id": row.id, "weights": row.weights}
    if row.names:
        record["names"] = row.names
    if row.judges is not None:
        record["judges"] = row.judges
    if row.target:
        record["target"] = row.target
    if row.proficient is not None:
        record["proficient"] = row.proficient
    return record


# ------------------------------------------------------------------------------------------------------ run


def _run_row(record: Record) -> RunRow:
    answers, scores = texts_of(record["answers"], "answers"), record.get("scores")
    if scores is not None:
        scores = [number_of(score, "a score") for score in list_of(scores, "scores")]
        if len(scores) != len(answers):
            raise ValueError(f"{plural(len(answers), 'answer')} but {plural(len(scores), 'score')}")
    return RunRow(text_of(record, "lexelt"), text_of(record, "id"), answers, scores)


def read_run(reading: Reading) -> Run:
    """Read a run."""
    rows = _read(reading, "run", _run_row)[1]
    report_partial_scores(rows, reading)
    reading.finish()
    return Run.of(rows, reading.source)


def write_run(run: Run) -> Serialisation:
    """Write a run, one item per line."""
    rows = (
        {
            "lexelt": row.lexelt,
            "id": row.id,
            "answers": row.answers,
            **({"scores": row.scores} if row.scores else {}),
        }
        for row in run
    )
    return serialise_records({"schema": SCHEMAS["run"]}, rows)


# ---------------------------------------------------------------------------------------------------------


FORMAT = Format(
    name="stead",
    title="stead JSON Lines",
    recognises=lambda beginning, _: beginning.lstrip("\ufeff \t\r\n").startswith("{"),
    readers={
        "items": read_items,
        "annotations": read_annotations,
        "ratings": read_ratings,
        "gold": read_gold,
        "run": read_run,
    },
    writers={
        "items": write_items,
        "annotations": write_annotations,
        "ratings": write_ratings,
        "gold": write_gold,
        "run": write_run,
    },
    run_example='{"lexelt": "bright.a", "id": "1", "answers": ["clever", "smart"]}',
)
