"""Tables, and how they are rendered: as text for a terminal, as Markdown, within a width (LaTeX: see `latex`)."""

import math
import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from typing import NamedTuple

from stead.core.errors import UsageError
from stead.core.text import one_line, plural


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Text in rows and columns; the first `labels` columns are words, the others are numbers.

    `endings` are the rows (by position) that end a block, `ceilings` those with the ceiling of the rows above.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    labels: int = 1
    endings: frozenset[int] = frozenset()
    ceilings: frozenset[int] = frozenset()


def percent(value: float | None) -> str:
    """Print a share as a percentage with two decimals, halves up as in 2007, or a dash where there is none."""
    return "-" if value is None or math.isnan(value) else f"{math.floor(value * 10_000 + 0.5) / 100:.2f}"


def figure_label(measure: str, figure: str) -> str:
    """The heading of a column: the measure, and the figure unless it is the mean."""
    return measure if figure == "mean" else f"{measure} {figure}"


class Signatures(NamedTuple):
    """The signatures below some tables: those shown, and the number of others."""

    shown: Sequence[str]
    hidden: int = 0

    @property
    def remark(self) -> str:
        """The remark about signatures that are not shown."""
        return f"{plural(self.hidden, 'more signature')}: JSON and TSV have them all." if self.hidden else ""


def display_width(text: str) -> int:
    """The width of a text in a terminal: wide characters take two columns, combining marks none."""
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


@dataclass(frozen=True, slots=True)
class Style:
    """The escape sequences before headings, before rules and captions, before marks, and after each of them."""

    strong: str = ""
    faint: str = ""
    mark: str = ""
    end: str = ""


PLAIN = Style()
TERMINAL = Style("\x1b[1m", "\x1b[2m", "\x1b[1;32m", "\x1b[0m")
_MARK = re.compile(r">[\d,-]+$|\S+\*$")
"""The marks of significant differences: `>2,4-6`, or the star of a p-value."""


def text_table(table: Table, *, line: int | None = None, style: Style = PLAIN) -> str:
    """Render aligned columns under a title, with rules below the heading and after each block; wrap the caption."""
    rows = [tuple(map(one_line, row)) for row in table.rows]
    heads = tuple(map(one_line, table.columns))
    widths = [max(map(display_width, column)) for column in zip(heads, *rows, strict=True)]
    rule = f"{style.faint}{'─' * (sum(widths) + 2 * (len(widths) - 1))}{style.end}"
    heading = f"{style.strong}{_line(heads, widths, table.labels)}{style.end}"
    lines = [f"{style.strong}{one_line(table.title)}{style.end}", rule, heading, rule]
    for position, row in enumerate(rows):
        lines.append(_line(row, widths, table.labels, style))
        if position in table.endings:
            lines.append(rule)
    lines += [f"{style.faint}{part}{style.end}" for part in _caption(table.caption, line)]
    return "\n".join(lines) + "\n"


def _caption(caption: str, line: int | None) -> list[str]:
    text = one_line(caption)
    return textwrap.wrap(text, line, break_on_hyphens=False) if line else [text] if text else []


def wrap(text: str, line: int = 100) -> str:
    """Wrap a paragraph."""
    return "\n".join(textwrap.wrap(text, line, break_on_hyphens=False))


def text_signatures(signatures: Signatures) -> str:
    """Render signatures as text, below the tables."""
    remark = f"{signatures.remark}\n" if signatures.remark else ""
    return "".join(f"signature: {one_line(signature)}\n" for signature in signatures.shown) + remark


def _line(cells: tuple[str, ...], widths: list[int], labels: int, style: Style = PLAIN) -> str:
    padded = []
    for position, (cell, wide) in enumerate(zip(cells, widths, strict=True)):
        gap = " " * (wide - display_width(cell))
        padded.append(cell + gap if position < labels else gap + _colour_mark(cell, style))
    return "  ".join(padded).rstrip()


def _colour_mark(cell: str, style: Style) -> str:
    return _MARK.sub(lambda mark: f"{style.mark}{mark[0]}{style.end}", cell) if style.mark else cell


_MARKUP = str.maketrans({"&": "&amp;", **{character: f"\\{character}" for character in "\\|*_`<>[]~#"}})


def markdown_table(table: Table) -> str:
    """Render a pipe table with its title above and its caption below."""
    marks = ["---" if position < table.labels else "---:" for position in range(len(table.columns))]
    lines = [_pipe_row(table.columns), _pipe_row(marks, escape=False), *map(_pipe_row, table.rows)]
    caption = f"\n{escape_markdown(table.caption)}\n" if table.caption else ""
    return f"**{escape_markdown(table.title)}**\n\n" + "\n".join(lines) + "\n" + caption


def _pipe_row(cells: tuple[str, ...] | list[str], *, escape: bool = True) -> str:
    return "| " + " | ".join(escape_markdown(cell) if escape else cell for cell in cells) + " |"


def escape_markdown(text: str) -> str:
    """Escape a text, so that nothing in it is Markdown."""
    return one_line(text).translate(_MARKUP)


def markdown_signatures(signatures: Signatures) -> str:
    """Render signatures as Markdown, below the tables."""
    remark = f"\n{signatures.remark}\n" if signatures.remark else ""
    quoted = (one_line(signature).replace("`", "'") for signature in signatures.shown)
    return "".join(f"\nsignature: `{signature}`\n" for signature in quoted) + remark


_LEAST = 8


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The width of a row and of the gap between columns, in characters or in the unit of `measure`.

    Long names are shortened if `shortens`; otherwise labels may be broken into lines of width `label`.
    """

    row: int
    shortens: bool = False
    gap: int = 2
    measure: Callable[[str], float] = display_width
    label: float = inf

    def column(self, cells: Sequence[str], most: float = inf) -> float:
        """The width of a column, with the gap beside it."""
        return min(max(map(self.measure, cells)), most) + self.gap

    def name(self, text: str, others: int) -> str:
        """Shorten a name, if need be, in a row of which `others` take this width."""
        return shorten(text, max(_LEAST, self.row - others)) if self.shortens else text


def shorten(text: str, most: int) -> str:
    """Cut the middle out of a text that is too wide; names often differ in their ends."""
    if display_width(text) <= most:
        return text
    tail = most // 3
    head = most - tail - 1
    return f"{_cut(text, head)}…{_cut(text[::-1], tail)[::-1]}"


def _cut(text: str, most: int) -> str:
    """Keep as many characters as fit."""
    end = len(text)
    while display_width(text[:end]) > most:
        end -= 1
    return text[:end]


Columns = Sequence[Sequence[str]]
"""The heading and the cells of each column."""


def divide_columns(columns: Columns, layout: TableLayout, taken: float) -> list[Columns]:
    """Divide columns into as few parts as fit beside the labels, of similar size; too wide a column is a part alone."""
    filled = _divide_by_width(columns, layout, taken)
    equal = _divide_equally(columns, len(filled))
    fits = all(taken + sum(map(layout.column, part)) <= layout.row for part in equal)
    return equal if fits else filled


def _divide_by_width(columns: Columns, layout: TableLayout, taken: float) -> list[Columns]:
    """Fill each part before the next is begun."""
    parts: list[list[Sequence[str]]] = [[]]
    filled = taken
    for column in columns:
        wide = layout.column(column)
        if parts[-1] and filled + wide > layout.row:
            parts.append([])
            filled = taken
        parts[-1].append(column)
        filled += wide
    return list(parts)


def _divide_equally(columns: Columns, parts: int) -> list[Columns]:
    """Divide columns into this many parts that differ by one column at most, the larger ones first."""
    size, larger = divmod(len(columns), parts)
    starts = [part * size + min(part, larger) for part in range(parts + 1)]
    return [columns[start:end] for start, end in pairwise(starts)]


def fit_table(table: Table, layout: TableLayout, what: str = "column") -> Iterator[Table]:
    """Divide a table into parts that fit the layout, each with the labels on the left; `what` names the columns."""
    names = [*zip(table.columns[: table.labels], *(row[: table.labels] for row in table.rows), strict=True)]
    labels = [[layout.name(text, 2 * layout.row // 3) for text in column] for column in names]
    heads = [layout.name(text, 2 * layout.row // 3) for text in table.columns[table.labels :]]
    columns = [*zip(heads, *(row[table.labels :] for row in table.rows), strict=True)]
    taken = sum(layout.column(column, layout.label) for column in labels)
    start = 0
    for part in divide_columns(columns, layout, taken):
        cells = [tuple(row) for row in zip(*labels, *part, strict=True)]
        numbered = _numbered(what, start + 1, start + len(part))
        title = table.title if len(part) == len(columns) else f"{table.title}, {numbered}"
        yield replace(table, title=title, columns=cells[0], rows=tuple(cells[1:]))
        start += len(part)


def _numbered(what: str, first: int, last: int) -> str:
    return f"{what} {first}" if first == last else f"{what}s {first} to {last}"


FORMATS = ("text", "markdown", "latex", "tsv", "json")
"""The output formats of most results."""


def check_format(format: str) -> None:
    """Refuse an unknown output format."""
    if format not in FORMATS:
        raise UsageError(f"format is one of {', '.join(FORMATS)}, not {format!r}.", parameter="format")


def render_tables(tables: Iterable[Table], signatures: Signatures, format: str) -> str:
    """Render tables with their signatures below, as text, markdown or latex."""
    table, footer = _renderers(format)
    return "\n".join([*map(table, tables), footer(signatures)])


def _renderers(format: str) -> tuple[Callable[[Table], str], Callable[[Signatures], str]]:
    if format == "text":
        return text_table, text_signatures
    if format == "markdown":
        return markdown_table, markdown_signatures
    from stead.reporting.latex import latex_signatures, latex_table  # noqa: PLC0415 (it is built on this module)

    return latex_table, latex_signatures
