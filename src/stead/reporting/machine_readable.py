"""Results for programs: JSON documents, and tab-separated rows with every digit."""

from dataclasses import fields
from typing import Any

from stead.core.text import one_line, protect_cell

Record = dict[str, Any]


def json_of(document: Record) -> str:
    """A document, and the records in it, with a line end."""
    import json  # noqa: PLC0415 (slow to import, and most results are printed as text)

    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False, default=_fields) + "\n"


def json_of_result(result: Any) -> str:
    """A result record as a document that says first what it is."""
    return json_of({"schema": result.schema, **_fields(result)})


def _fields(record: Any) -> Record:
    return {field.name: getattr(record, field.name) for field in fields(record)}


def tsv_of(records: list[Record]) -> str:
    """Records that have the same fields, one a line below the names of the fields."""
    lines = ["\t".join(records[0])] if records else []
    lines += ["\t".join(map(tsv_cell, record.values())) for record in records]
    return "\n".join(lines) + "\n"


def tsv_cell(value: object) -> str:
    """No cell can break its row, where tabs and line ends are escaped, and no text is run as a formula."""
    return protect_cell(one_line(value)) if isinstance(value, str) else "" if value is None else str(value)
