"""Sheets of sections in the form that is asked for."""

import json
from collections.abc import Callable, Iterator

from stead.core.errors import UsageError
from stead.core.text import one_line
from stead.records.sheet import Section, Sheet, Value
from stead.reporting.latex import escaped as latex_escaped
from stead.reporting.latex import latex_signatures, latex_table
from stead.reporting.machine_readable import tsv_cell
from stead.reporting.tables import (
    Signatures,
    Table,
    escape_markdown,
    markdown_signatures,
    markdown_table,
    text_signatures,
    text_table,
)

Paragraph = Callable[[str, str], str]
"""A title and the sentence below it."""


def _tabular(
    heading: Callable[[str], str],
    table: Callable[[Table], str],
    paragraph: Paragraph,
    footer: Callable[[Signatures], str],
) -> Callable[[Sheet], str]:
    def rendered(sheet: Sheet) -> str:
        parts = [
            paragraph(section.title, section.text) if not section.rows else table(_table(section))
            for section in sheet.sections
            if section.rows or section.text
        ]
        return "\n".join(
            [heading(sheet.title), *parts, footer(Signatures([sheet.signature] if sheet.signature else []))]
        )

    return rendered


def _table(section: Section) -> Table:
    rows = tuple(tuple(map(_cell, row)) for row in section.rows)
    return Table(title=section.title, columns=section.columns, rows=rows, caption=section.text, labels=section.labels)


def _cell(value: Value) -> str:
    """A number with no more than four decimals, a dash for nothing."""
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return str(value)


def json_sheet(sheet: Sheet) -> str:
    """The whole sheet, every digit; same input, same bytes."""
    document = {
        "schema": sheet.schema,
        "title": sheet.title,
        "signature": sheet.signature,
        "sections": [
            {"title": section.title, "text": section.text, "records": list(_records(section))}
            for section in sheet.sections
        ],
    }
    return json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


def _records(section: Section) -> Iterator[dict[str, Value]]:
    for row in section.rows:
        yield dict(zip(section.columns, row, strict=True))


def tsv_sheet(sheet: Sheet) -> str:
    """One value a line: section, number of the row, column, value."""
    lines = ["section\trow\tcolumn\tvalue"]
    for section in sheet.sections:
        for number, record in enumerate(_records(section), start=1):
            for column, value in record.items():
                lines.append("\t".join(map(tsv_cell, (section.title, number, column, value))))
    return "\n".join(lines) + "\n"


SHEET_RENDERERS: dict[str, Callable[[Sheet], str]] = {
    "text": _tabular(
        lambda title: f"{one_line(title)}\n",
        text_table,
        lambda title, text: f"{one_line(title)}: {one_line(text)}\n",
        text_signatures,
    ),
    "markdown": _tabular(
        lambda title: f"# {escape_markdown(title)}\n",
        markdown_table,
        lambda title, text: f"**{escape_markdown(title)}**\n\n{escape_markdown(text)}\n",
        markdown_signatures,
    ),
    "latex": _tabular(
        lambda title: f"% {one_line(title)}\n",
        latex_table,
        lambda title, text: f"\\paragraph{{{latex_escaped(title)}}} {latex_escaped(text)}\n",
        latex_signatures,
    ),
    "tsv": tsv_sheet,
    "json": json_sheet,
}


def render_sheet(sheet: Sheet, format: str = "text") -> str:
    """The sheet as text, markdown, latex, tsv or json."""
    if format not in SHEET_RENDERERS:
        raise UsageError(f"format is one of {', '.join(SHEET_RENDERERS)}, not {format!r}.", parameter="format")
    return SHEET_RENDERERS[format](sheet)
