"""Render results for programs: JSON documents, and rows with all digits, separated by tabs or commas."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from stead.core.text import one_line, protect_cell

Record = dict[str, Any]


def to_json_text(document: Record) -> str:
    """Write a document, and the records in it, as JSON with a final line end."""
    import json  # noqa: PLC0415 (slow to import, and most results are printed as text)

    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False, default=_fields) + "\n"


def json_of_result(result: Any) -> str:
    """Write a result record as JSON, its schema first."""
    return to_json_text({"schema": result.schema, **_fields(result)})


def _fields(record: Any) -> Record:
    return {field.name: getattr(record, field.name) for field in fields(record)}


SEPARATORS = {"tsv": "\t", "csv": ","}
"""The formats of rows, and what separates their cells."""


def separated_records(records: list[Record], format: str) -> str:
    """Write records with the same fields as TSV or CSV, under a line of field names."""
    names = [records[0]] if records else []
    return separated_rows([*names, *(record.values() for record in records)], format)


def separated_rows(rows: Iterable[Iterable[object]], format: str) -> str:
    """Write rows as TSV, or as CSV with quotes where a cell needs them (RFC 4180, but for the line end)."""
    cells = (list(map(_cell, row)) for row in rows)
    if format == "tsv":
        return "\n".join("\t".join(row) for row in cells) + "\n"
    import csv  # noqa: PLC0415 (most results are printed as text)
    from io import StringIO  # noqa: PLC0415

    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(cells)
    return text.getvalue()


def _cell(value: object) -> str:
    """Write a cell: tabs and line ends are escaped, and no spreadsheet reads a text as a formula."""
    return protect_cell(one_line(value)) if isinstance(value, str) else "" if value is None else str(value)
