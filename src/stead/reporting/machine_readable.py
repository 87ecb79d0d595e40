"""Render results for programs: JSON documents, and tab-separated rows with all digits."""

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


def tsv_of(records: list[Record]) -> str:
    """Write records with the same fields as TSV, under a line of field names."""
    lines = ["\t".join(records[0])] if records else []
    lines += ["\t".join(map(tsv_cell, record.values())) for record in records]
    return "\n".join(lines) + "\n"


def tsv_cell(value: object) -> str:
    """Write a TSV cell: tabs and line ends are escaped, and no spreadsheet reads a text as a formula."""
    return protect_cell(one_line(value)) if isinstance(value, str) else "" if value is None else str(value)
