"""A comparison in the form that is asked for."""

from collections.abc import Callable
from functools import partial

from stead.core.errors import UsageError
from stead.records.json import to_json
from stead.records.report import ComparisonReport
from stead.reporting.comparison_tables import comparison_tables
from stead.reporting.fitting import Room
from stead.reporting.latex import PAPER, latex_signatures, latex_table
from stead.reporting.machine import comparison_records, tsv_of
from stead.reporting.markdown import markdown_signatures, markdown_table
from stead.reporting.page import page
from stead.reporting.tables import Signatures, Table
from stead.reporting.text import PLAIN, Style, text_signatures, text_table

_TERMINAL, _SCREEN = 120, 160
"""Characters in a row of text where no terminal says otherwise, and of Markdown."""


def _text(report: ComparisonReport, width: int | None = None, style: Style = PLAIN) -> str:
    row = width or _TERMINAL
    return _tables(report, Room(row, shortens=True), partial(text_table, line=row, style=style), text_signatures)


def _markdown(report: ComparisonReport) -> str:
    return _tables(report, Room(_SCREEN), markdown_table, markdown_signatures)


def _latex(report: ComparisonReport) -> str:
    return _tables(report, PAPER, latex_table, latex_signatures)


def _tables(
    report: ComparisonReport, room: Room, table: Callable[[Table], str], footer: Callable[[Signatures], str]
) -> str:
    signatures = Signatures([comparison.signature for comparison in report.comparisons])
    return "\n".join([*map(table, comparison_tables(report, room)), footer(signatures)])


COMPARISON_RENDERERS: dict[str, Callable[[ComparisonReport], str]] = {
    "text": _text,
    "markdown": _markdown,
    "latex": _latex,
    "tsv": lambda report: tsv_of(comparison_records(report)),
    "json": to_json,
    "html": page,
}


def render_comparison(
    report: ComparisonReport, format: str = "text", *, width: int | None = None, style: Style = PLAIN
) -> str:
    """The comparison as text of a given width and style, markdown, latex, tsv, json or html."""
    if format not in COMPARISON_RENDERERS:
        raise UsageError(f"{format!r} is not a form of output; there are {', '.join(COMPARISON_RENDERERS)}.")
    return _text(report, width, style) if format == "text" else COMPARISON_RENDERERS[format](report)
