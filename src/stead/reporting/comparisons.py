"""Render a comparison as text, Markdown, LaTeX, TSV, JSON or HTML."""

from collections.abc import Callable, Iterator
from functools import partial

from stead.core.errors import UsageError
from stead.records.comparison import Comparison, Estimate, PairedTest, RunPair
from stead.records.json import to_json
from stead.records.report import ComparisonReport
from stead.reporting.comparison_tables import comparison_tables
from stead.reporting.latex import PAPER, latex_signatures, latex_table
from stead.reporting.machine_readable import Record, tsv_of
from stead.reporting.page import comparison_page
from stead.reporting.ranking_tables import ALL
from stead.reporting.score_tables import common_signatures
from stead.reporting.tables import (
    PLAIN,
    Signatures,
    Style,
    Table,
    TableLayout,
    markdown_signatures,
    markdown_table,
    text_signatures,
    text_table,
)

_TERMINAL, _SCREEN = 120, 160
"""The width in characters of text where the terminal's is not known, and of Markdown."""


def _text(report: ComparisonReport, width: int | None = None, style: Style = PLAIN) -> str:
    row = width or _TERMINAL
    return _tables(report, TableLayout(row, shortens=True), partial(text_table, line=row, style=style), text_signatures)


def _markdown(report: ComparisonReport) -> str:
    return _tables(report, TableLayout(_SCREEN), markdown_table, markdown_signatures)


def _latex(report: ComparisonReport) -> str:
    return _tables(report, PAPER, latex_table, latex_signatures)


def _tables(
    report: ComparisonReport, layout: TableLayout, table: Callable[[Table], str], footer: Callable[[Signatures], str]
) -> str:
    scored = common_signatures(score for score in report.scores if score.group == ALL)
    signatures = Signatures([*(comparison.signature for comparison in report.comparisons), *scored])
    return "\n".join([*map(table, comparison_tables(report, layout)), footer(signatures)])


def comparison_records(report: ComparisonReport) -> list[Record]:
    """Make records of every figure of every run, and of every test of every pair of runs, by item and by lexelt.

    Without a second run, the interval is that of the value, otherwise that of the difference.
    """
    return [record for comparison in report.comparisons for record in _comparison_records(comparison)]


def _comparison_records(comparison: Comparison) -> Iterator[Record]:
    for estimate in comparison.estimates:
        yield _record(comparison, estimate, (estimate.run, ""), (estimate.value, None, None), None)
    for pair in comparison.pairs:
        names, values = (pair.first, pair.second), (pair.first_value, pair.second_value, pair.difference)
        yield from (_record(comparison, pair, names, values, test) for test in pair.tests)


def _record(
    comparison: Comparison,
    compared: Estimate | RunPair,
    names: tuple[str, str],
    values: tuple[float | None, ...],
    test: PairedTest | None,
) -> Record:
    return {
        **dict(zip(("first", "second"), names, strict=True)),
        "measure": compared.measure,
        "figure": compared.figure,
        "unit": comparison.unit,
        **dict(zip(("first_value", "second_value", "difference"), values, strict=True)),
        "low": compared.interval.low,
        "high": compared.interval.high,
        "test": None if test is None else test.test,
        "p": None if test is None else test.p,
        "corrected": None if test is None else test.corrected,
        "signature": comparison.signature,
        "score_signature": " ".join(
            scored for scored in comparison.scored if scored.partition("|")[0] == compared.measure
        ),
    }


COMPARISON_RENDERERS: dict[str, Callable[[ComparisonReport], str]] = {
    "text": _text,
    "markdown": _markdown,
    "latex": _latex,
    "tsv": lambda report: tsv_of(comparison_records(report)),
    "json": to_json,
    "html": comparison_page,
}


def render_comparison(
    report: ComparisonReport, format: str = "text", *, width: int | None = None, style: Style = PLAIN
) -> str:
    """Render the comparison as text of a given width and style, markdown, latex, tsv, json or html."""
    if format not in COMPARISON_RENDERERS:
        raise UsageError(f"format is one of {', '.join(COMPARISON_RENDERERS)}, not {format!r}.", parameter="format")
    return _text(report, width, style) if format == "text" else COMPARISON_RENDERERS[format](report)
