"""Tables as Markdown."""

from stead.core.text import one_line
from stead.reporting.tables import Signatures, Table

_SPECIAL = str.maketrans({"&": "&amp;", **{character: f"\\{character}" for character in "\\|*_`<>[]~#"}})


def markdown_table(table: Table) -> str:
    """A pipe table with its title above and its caption below."""
    marks = ["---" if position < table.labels else "---:" for position in range(len(table.columns))]
    lines = [_row(table.columns), _row(marks, escape=False), *map(_row, table.rows)]
    caption = f"\n{escaped(table.caption)}\n" if table.caption else ""
    return f"**{escaped(table.title)}**\n\n" + "\n".join(lines) + "\n" + caption


def _row(cells: tuple[str, ...] | list[str], *, escape: bool = True) -> str:
    return "| " + " | ".join(escaped(cell) if escape else cell for cell in cells) + " |"


def escaped(text: str) -> str:
    """A text in which nothing is markup."""
    return one_line(text).translate(_SPECIAL)


def markdown_signatures(signatures: Signatures) -> str:
    """Below the tables."""
    remark = f"\n{signatures.remark}\n" if signatures.remark else ""
    return "".join(f"\nsignature: `{one_line(each).replace('`', chr(39))}`\n" for each in signatures.shown) + remark
