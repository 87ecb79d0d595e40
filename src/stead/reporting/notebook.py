"""Render results as HTML for notebooks, from the Markdown that every result is rendered as.

No colour is set, so that the tables are legible on a light and on a dark background.
"""

import html
import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from stead.core.text import escape_unprintable, plural

_MOST_ROWS = 100
_ESCAPE = re.compile(r"\\(.)|&amp;")
_TABLE = "border-collapse: collapse; color: inherit; background: none"
_HEAD = "border-bottom: 1px solid"
_CELL = "padding: 0.1em 0.5em"


def notebook_html(markdown: str, notes: Sequence[str]) -> str:
    """Render the Markdown of a result, with its notes below."""
    lines = [line for line in markdown.splitlines() if line.strip()]
    blocks = groupby(lines, key=lambda line: line.startswith("| "))
    parts = [part for is_table, block in blocks for part in ([_table(list(block))] if is_table else map(_line, block))]
    noted = "".join(f"<li>{html.escape(escape_unprintable(note))}</li>" for note in notes)
    return f"<div>{''.join(parts)}{f'<p>Notes:</p><ul>{noted}</ul>' if noted else ''}</div>"


def _line(line: str) -> str:
    """Render a heading, a title, a signature or a paragraph."""
    if line.startswith("# "):
        return f"<h3>{_text(line[2:])}</h3>"
    if line.startswith("**") and line.endswith("**"):
        return f"<p><strong>{_text(line[2:-2])}</strong></p>"
    if line.startswith("signature: `"):
        return f"<p><small>signature: <code>{html.escape(line[12:-1])}</code></small></p>"
    return f"<p>{_text(line)}</p>"


def _table(lines: list[str]) -> str:
    head, marks, *rows = map(_cells, lines)
    sides = ["right" if mark.endswith(":") else "left" for mark in marks]
    body = "".join(f"<tr>{''.join(_row('td', row, sides))}</tr>" for row in rows[:_MOST_ROWS])
    hidden = len(rows) - _MOST_ROWS
    more = f"<p>{plural(hidden, 'more row')}.</p>" if hidden > 0 else ""
    return (
        f'<table style="{_TABLE}"><thead style="{_HEAD}"><tr>{"".join(_row("th", head, sides))}</tr></thead>'
        f"<tbody>{body}</tbody></table>{more}"
    )


def _row(tag: str, cells: list[str], sides: list[str]) -> Iterator[str]:
    styled = (f'{tag} style="text-align: {side}; {_CELL}"' for side in sides)
    return (f"<{opening}>{_text(cell)}</{tag}>" for opening, cell in zip(styled, cells, strict=True))


def _cells(line: str) -> list[str]:
    """Split a row; a bar within a cell is escaped."""
    return line.removeprefix("| ").removesuffix(" |").split(" | ")


def _text(markdown: str) -> str:
    return html.escape(_ESCAPE.sub(lambda escape: escape.group(1) or "&", markdown))
