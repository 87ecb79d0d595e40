"""A comparison in the form that is asked for."""

from collections.abc import Callable

from stead.reporting.comparison_tables import comparison_tables
from stead.reporting.latex import latex_signatures, latex_table
from stead.reporting.machine import comparison_tsv
from stead.reporting.markdown import markdown_signatures, markdown_table
from stead.reporting.page import page
from stead.reporting.records import to_json
from stead.reporting.tables import Table
from stead.reporting.text import text_signatures, text_table
from stead.task import UsageError
from stead.task.report import ComparisonReport


def _tabular(table: Callable[[Table], str], footer: Callable[[list[str]], str]) -> Callable[[ComparisonReport], str]:
    def rendered(report: ComparisonReport) -> str:
        signatures = [comparison.signature for comparison in report.comparisons]
        return "\n".join([*map(table, comparison_tables(report)), footer(signatures)])

    return rendered


COMPARISON_RENDERERS: dict[str, Callable[[ComparisonReport], str]] = {
    "text": _tabular(text_table, text_signatures),
    "markdown": _tabular(markdown_table, markdown_signatures),
    "latex": _tabular(latex_table, latex_signatures),
    "tsv": comparison_tsv,
    "json": to_json,
    "html": page,
}


def render_comparison(report: ComparisonReport, format: str = "text") -> str:
    """The comparison as text, markdown, latex, tsv, json or html."""
    if format not in COMPARISON_RENDERERS:
        raise UsageError(f"{format!r} is not a form of output; there are {', '.join(COMPARISON_RENDERERS)}.")
    return COMPARISON_RENDERERS[format](report)
