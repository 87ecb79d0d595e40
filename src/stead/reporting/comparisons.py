"""A comparison in the form that is asked for."""

from collections.abc import Callable, Iterator
from functools import partial

from stead.core.errors import UsageError
from stead.records.comparison import Comparison, Estimate, Pair, PairedTest
from stead.records.json import to_json
from stead.records.report import ComparisonReport
from stead.reporting.comparison_tables import comparison_tables
from stead.reporting.latex import PAPER, latex_signatures, latex_table
from stead.reporting.machine_readable import Record, tsv_of
from stead.reporting.page import page
from stead.reporting.tables import (
    PLAIN,
    Layout,
    Signatures,
    Style,
    Table,
    markdown_signatures,
    markdown_table,
    text_signatures,
    text_table,
)

_TERMINAL, _SCREEN = 120, 160
"""Characters in a row of text where no terminal says otherwise, and of Markdown."""


def _text(report: ComparisonReport, width: int | None = None, style: Style = PLAIN) -> str:
    row = width or _TERMINAL
    return _tables(report, Layout(row, shortens=True), partial(text_table, line=row, style=style), text_signatures)


def _markdown(report: ComparisonReport) -> str:
    return _tables(report, Layout(_SCREEN), markdown_table, markdown_signatures)


def _latex(report: ComparisonReport) -> str:
    return _tables(report, PAPER, latex_table, latex_signatures)


def _tables(
    report: ComparisonReport, layout: Layout, table: Callable[[Table], str], footer: Callable[[Signatures], str]
) -> str:
    signatures = Signatures([comparison.signature for comparison in report.comparisons])
    return "\n".join([*map(table, comparison_tables(report, layout)), footer(signatures)])


def comparison_records(report: ComparisonReport) -> list[Record]:
    """Every figure of every run, and every test of every pair of runs, by item and by lexelt.

    Where there is no second run, the interval is that of the value, otherwise that of the difference.
    """
    return [record for comparison in report.comparisons for record in _comparison_records(comparison)]


def _comparison_records(comparison: Comparison) -> Iterator[Record]:
    for each in comparison.estimates:
        names, values = (each.run, ""), (each.value, None, None)
        yield _row(comparison, each, names, values, None)
    for pair in comparison.pairs:
        names, differing = (pair.first, pair.second), (pair.first_value, pair.second_value, pair.difference)
        yield from (_row(comparison, pair, names, differing, test) for test in pair.tests)


def _row(
    comparison: Comparison,
    what: Estimate | Pair,
    names: tuple[str, str],
    values: tuple[float | None, ...],
    test: PairedTest | None,
) -> Record:
    return {
        **dict(zip(("first", "second"), names, strict=True)),
        "measure": what.measure,
        "figure": what.figure,
        "unit": comparison.unit,
        **dict(zip(("first_value", "second_value", "difference"), values, strict=True)),
        "low": what.interval.low,
        "high": what.interval.high,
        "test": None if test is None else test.test,
        "p": None if test is None else test.p,
        "corrected": None if test is None else test.corrected,
        "signature": comparison.signature,
    }


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
        raise UsageError(f"format is one of {', '.join(COMPARISON_RENDERERS)}, not {format!r}.", parameter="format")
    return _text(report, width, style) if format == "text" else COMPARISON_RENDERERS[format](report)
