"""An evaluation in the form that is asked for."""

from collections.abc import Callable

from stead.reporting.latex import latex_table
from stead.reporting.machine import json_document, tsv_rows
from stead.reporting.markdown import markdown_table
from stead.reporting.tables import Table, evaluation_tables, item_tables
from stead.reporting.text import text_table
from stead.task import Evaluation


def _tabular(renderer: Callable[[Table], str]) -> Callable[[Evaluation, bool], str]:
    def rendered(evaluation: Evaluation, per_item: bool) -> str:  # noqa: FBT001
        tables = item_tables(evaluation) if per_item else evaluation_tables(evaluation)
        return "\n".join(map(renderer, tables))

    return rendered


RENDERERS: dict[str, Callable[[Evaluation, bool], str]] = {
    "text": _tabular(text_table),
    "markdown": _tabular(markdown_table),
    "latex": _tabular(latex_table),
    "tsv": lambda evaluation, per_item: tsv_rows(evaluation, per_item=per_item),
    "json": lambda evaluation, per_item: json_document(evaluation, per_item=per_item),
}


def render(evaluation: Evaluation, format: str = "text", *, per_item: bool = False) -> str:
    """The scores, or every item's figures, as text, markdown, latex, tsv or json."""
    return RENDERERS[format](evaluation, per_item)
