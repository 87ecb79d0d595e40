"""An evaluation in the form that is asked for."""

from collections.abc import Callable, Iterable

from stead.core.errors import UsageError
from stead.records.scores import Evaluation
from stead.reporting.latex import latex_signatures, latex_table
from stead.reporting.machine import json_document, tsv_rows
from stead.reporting.markdown import markdown_signatures, markdown_table
from stead.reporting.tables import Signatures, Table, evaluation_tables, item_tables, signatures
from stead.reporting.text import text_signatures, text_table

_TABULAR: dict[str, tuple[Callable[[Table], str], Callable[[Signatures], str]]] = {
    "text": (text_table, text_signatures),
    "markdown": (markdown_table, markdown_signatures),
    "latex": (latex_table, latex_signatures),
}


def render_tables(tables: Iterable[Table], signed: Signatures, format: str) -> str:
    """Tables with their signatures below, as text, markdown or latex."""
    table, footer = _TABULAR[format]
    return "\n".join([*map(table, tables), footer(signed)])


def _tabular(format: str) -> Callable[[Evaluation, bool], str]:
    def rendered(evaluation: Evaluation, per_item: bool) -> str:  # noqa: FBT001
        tables = item_tables(evaluation) if per_item else evaluation_tables(evaluation)
        return render_tables(tables, signatures(evaluation), format)

    return rendered


RENDERERS: dict[str, Callable[[Evaluation, bool], str]] = {
    **{name: _tabular(name) for name in _TABULAR},
    "tsv": lambda evaluation, per_item: tsv_rows(evaluation, per_item=per_item),
    "json": lambda evaluation, per_item: json_document(evaluation, per_item=per_item),
}


def render(evaluation: Evaluation, format: str = "text", *, per_item: bool = False) -> str:
    """The scores, or every item's figures, as text, markdown, latex, tsv or json."""
    check_form(format)
    return RENDERERS[format](evaluation, per_item)


def check_form(format: str) -> None:
    """Refuse a form of output that there is not."""
    if format not in RENDERERS:
        raise UsageError(f"{format!r} is not a form of output; there are {', '.join(RENDERERS)}.")
