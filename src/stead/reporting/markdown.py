"""Tables as Markdown."""

from stead.reporting.tables import Table

_SPECIAL = str.maketrans({character: f"\\{character}" for character in "\\|*_`<>[]"})


def markdown_table(table: Table) -> str:
    """A pipe table with its title above and its caption below."""
    marks = ["---" if position < table.labels else "---:" for position in range(len(table.columns))]
    lines = [_row(table.columns), _row(marks, escape=False), *map(_row, table.rows)]
    caption = f"\n{_escaped(table.caption)}\n" if table.caption else ""
    return f"**{_escaped(table.title)}**\n\n" + "\n".join(lines) + "\n" + caption


def _row(cells: tuple[str, ...] | list[str], *, escape: bool = True) -> str:
    return "| " + " | ".join(_escaped(cell) if escape else cell for cell in cells) + " |"


def _escaped(text: str) -> str:
    return " ".join(text.split()).translate(_SPECIAL)
