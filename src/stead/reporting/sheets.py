"""Render data sheets as text, Markdown, LaTeX, TSV or JSON."""

import json
from collections.abc import Callable, Iterator

from stead.core.errors import UsageError
from stead.core.text import one_line
from stead.records.sheet import FixedPointSection, Section, Sheet, Value
from stead.reporting.latex import escape_latex as latex_escaped
from stead.reporting.latex import latex_signatures, latex_table
from stead.reporting.machine_readable import SEPARATORS, separated_rows
from stead.reporting.tables import (
    Signatures,
    Table,
    escape_markdown,
    fitted_text_table,
    markdown_sentences,
    markdown_signatures,
    markdown_table,
    text_signatures,
    text_table,
    wrap_cells,
    wrap_line,
)

Paragraph = Callable[[str, str], str]
"""A function that renders a title and the text below it."""


def _tabular(
    heading: Callable[[str], str],
    table: Callable[[Table], str],
    paragraph: Paragraph,
    footer: Callable[[Signatures], str],
) -> Callable[[Sheet], str]:
    def render(sheet: Sheet) -> str:
        parts = [
            paragraph(section.title, section.text) if not section.rows else table(_table(section))
            for section in sheet.sections
            if section.rows or section.text
        ]
        return "\n".join(
            [heading(sheet.title), *parts, footer(Signatures([sheet.signature] if sheet.signature else []))]
        )

    return render


def _table(section: Section) -> Table:
    decimals = section.decimals if isinstance(section, FixedPointSection) else None
    rows = tuple(tuple(_cell(value, decimals) for value in row) for row in section.rows)
    return Table(title=section.title, columns=section.columns, rows=rows, caption=section.text, labels=section.labels)


def _cell(value: Value, decimals: int | None) -> str:
    """Print a value: a number with this many decimals, or up to four if that is None; a dash for None."""
    if value is None:
        return "-"
    if isinstance(value, float):
        if decimals is not None:
            return f"{value:.{decimals}f}"
        return f"{value:.4f}".rstrip("0").rstrip(".")
    return str(value)


def json_sheet(sheet: Sheet) -> str:
    """Write the whole sheet as JSON, with all digits; equal input gives equal bytes."""
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


def _separated(format: str) -> Callable[[Sheet], str]:
    return lambda sheet: separated_rows(_value_rows(sheet), format)


def _value_rows(sheet: Sheet) -> Iterator[tuple[Value, ...]]:
    """Make a row for each value: section, number of the row, column, value."""
    yield "section", "row", "column", "value"
    for section in sheet.sections:
        for number, record in enumerate(_records(section), start=1):
            yield from ((section.title, number, column, value) for column, value in record.items())


def _text_sheet(table: Callable[[Table], str], width: int | None = None) -> Callable[[Sheet], str]:
    return _tabular(
        lambda title: f"{wrap_line(title, width)}\n",
        table,
        lambda title, text: f"{wrap_line(f'{title}: {text}', width)}\n",
        text_signatures,
    )


SHEET_RENDERERS: dict[str, Callable[[Sheet], str]] = {
    "text": _text_sheet(text_table),
    "markdown": _tabular(
        lambda title: f"# {escape_markdown(title)}\n",
        markdown_table,
        lambda title, text: f"**{escape_markdown(title)}**\n\n{markdown_sentences(text)}\n",
        markdown_signatures,
    ),
    "latex": _tabular(
        lambda title: f"% {one_line(title)}\n",
        latex_table,
        lambda title, text: f"\\paragraph{{{latex_escaped(title)}}} {latex_escaped(text)}\n",
        latex_signatures,
    ),
    **{name: _separated(name) for name in SEPARATORS},
    "json": json_sheet,
}


def render_sheet(sheet: Sheet, format: str = "text", *, width: int | None = None) -> str:
    """Render the sheet as text (fitted to a width, if there is one), markdown, latex, tsv, csv or json."""
    if format not in SHEET_RENDERERS:
        raise UsageError(f"format is one of {', '.join(SHEET_RENDERERS)}, not {format!r}.", parameter="format")
    if format == "text" and width:
        return _text_sheet(lambda table: fitted_text_table(wrap_cells(table, width), width), width)(sheet)
    return SHEET_RENDERERS[format](sheet)
