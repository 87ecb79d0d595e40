"""An evaluation in the form that is asked for."""

from collections.abc import Callable

from stead.reporting.latex import latex_signatures, latex_table
from stead.reporting.machine import json_document, tsv_rows
from stead.reporting.markdown import markdown_signatures, markdown_table
from stead.reporting.tables import Table, evaluation_tables, item_tables, signatures
from stead.reporting.text import text_signatures, text_table
from stead.task import Evaluation, UsageError


def _tabular(table: Callable[[Table], str], footer: Callable[[list[str]], str]) -> Callable[[Evaluation, bool], str]:
    def rendered(evaluation: Evaluation, per_item: bool) -> str:  # noqa: FBT001
        tables = item_tables(evaluation) if per_item else evaluation_tables(evaluation)
        return "\n".join([*map(table, tables), footer(signatures(evaluation))])

    return rendered


RENDERERS: dict[str, Callable[[Evaluation, bool], str]] = {
    "text": _tabular(text_table, text_signatures),
    "markdown": _tabular(markdown_table, markdown_signatures),
    "latex": _tabular(latex_table, latex_signatures),
    "tsv": lambda evaluation, per_item: tsv_rows(evaluation, per_item=per_item),
    "json": lambda evaluation, per_item: json_document(evaluation, per_item=per_item),
}


def render(evaluation: Evaluation, format: str = "text", *, per_item: bool = False) -> str:
    """The scores, or every item's figures, as text, markdown, latex, tsv or json."""
    if format not in RENDERERS:
        raise UsageError(f"{format!r} is not a form of output; there are {', '.join(RENDERERS)}.")
    return RENDERERS[format](evaluation, per_item)
