"""Tables, and how they are rendered: as text for a terminal, as Markdown, within a width (LaTeX: see `latex`)."""

import math
import re
import textwrap
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import pairwise, zip_longest
from math import inf
from typing import NamedTuple

from stead.core.errors import UsageError
from stead.core.parameters import Record
from stead.core.text import one_line, plural


class Table(Record, kw_only=True):
    """Text in rows and columns; the first `labels` columns are words, but for those in `numbers`; others are numbers.

    `endings` are the rows (by position) that end a block, `ceilings` those with the ceiling of the rows above.
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    labels: int = 1
    numbers: frozenset[int] = frozenset()
    endings: frozenset[int] = frozenset()
    ceilings: frozenset[int] = frozenset()

    def is_number(self, column: int) -> bool:
        """Whether a column (by position) is of numbers, which are set on the right."""
        return column >= self.labels or column in self.numbers


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
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


class Style(NamedTuple):
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
    """Render aligned columns between title and caption, with rules below the heading and after each block."""
    rows = [tuple(map(one_line, row)) for row in table.rows]
    heads = tuple(map(one_line, table.columns))
    widths = [max(map(display_width, column)) for column in zip(heads, *rows, strict=True)]
    rule = f"{style.faint}{'─' * (sum(widths) + 2 * (len(widths) - 1))}{style.end}"
    heading = f"{style.strong}{_line(heads, widths, table)}{style.end}"
    lines = [*(f"{style.strong}{part}{style.end}" for part in _lines_of(table.title, line)), rule, heading, rule]
    for position, row in enumerate(rows):
        lines.append(_line(row, widths, table, style))
        if position in table.endings:
            lines.append(rule)
    lines += [f"{style.faint}{part}{style.end}" for part in _lines_of(table.caption, line)]
    return "\n".join(lines) + "\n"


def _lines_of(text: str, line: int | None) -> list[str]:
    text = one_line(text)
    return textwrap.wrap(text, line, break_on_hyphens=False) if line else [text] if text else []


def wrap_line(text: str, line: int | None) -> str:
    """Escape what does not print, and break a text into lines of this width, if there is one."""
    return "\n".join(_lines_of(text, line))


def wrap(text: str, line: int = 100) -> str:
    """Wrap a paragraph."""
    return "\n".join(textwrap.wrap(text, line, break_on_hyphens=False))


def text_signatures(signatures: Signatures) -> str:
    """Render signatures as text, below the tables."""
    remark = f"{signatures.remark}\n" if signatures.remark else ""
    return "".join(f"signature: {one_line(signature)}\n" for signature in signatures.shown) + remark


def _line(cells: tuple[str, ...], widths: list[int], table: Table, style: Style = PLAIN) -> str:
    padded = []
    for position, (cell, wide) in enumerate(zip(cells, widths, strict=True)):
        gap = " " * (wide - display_width(cell))
        padded.append(gap + _colour_mark(cell, style) if table.is_number(position) else cell + gap)
    return "  ".join(padded).rstrip()


def _colour_mark(cell: str, style: Style) -> str:
    return _MARK.sub(lambda mark: f"{style.mark}{mark[0]}{style.end}", cell) if style.mark else cell


_MARKUP = str.maketrans({"&": "&amp;", **{character: f"\\{character}" for character in "\\|*_`<>[]~#"}})


def markdown_table(table: Table, *, numbers: Callable[[str], str] | None = None) -> str:
    """Render a pipe table with its title above and its caption below; `numbers` escapes what is no label."""
    marks = ["---:" if table.is_number(position) else "---" for position in range(len(table.columns))]
    escapes = [escape_markdown] * table.labels + [numbers or escape_markdown] * (len(table.columns) - table.labels)
    rows = [[escape(cell) for escape, cell in zip(escapes, row, strict=True)] for row in table.rows]
    lines = [_pipe_row(map(escape_markdown, table.columns)), _pipe_row(marks), *map(_pipe_row, rows)]
    caption = f"\n{markdown_sentences(table.caption)}\n" if table.caption else ""
    return f"**{escape_markdown(table.title)}**\n\n" + "\n".join(lines) + "\n" + caption


def _pipe_row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


_COMMAND = re.compile(r"(`stead [^`]*`)")


def markdown_sentences(text: str) -> str:
    """Render sentences as Markdown: commands of stead stay code, everything else is escaped."""
    return "".join(part if _COMMAND.fullmatch(part) else escape_markdown(part) for part in _COMMAND.split(text))


def escape_markdown(text: str) -> str:
    """Escape a text, so that nothing in it is Markdown."""
    return one_line(text).translate(_MARKUP)


def markdown_signatures(signatures: Signatures) -> str:
    """Render signatures as Markdown, below the tables."""
    remark = f"\n{signatures.remark}\n" if signatures.remark else ""
    quoted = (one_line(signature).replace("`", "'") for signature in signatures.shown)
    return "".join(f"\nsignature: `{signature}`\n" for signature in quoted) + remark


_LEAST = 8


class TableLayout(NamedTuple):
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
    """Divide columns into parts that fit beside the labels."""
    widths = list(map(layout.column, columns))
    return [columns[part] for part in divide_widths(widths, layout.row - taken)]


def divide_widths(widths: Sequence[float], room: float) -> list[slice]:
    """Divide columns into as few parts as fit, of similar size; too wide a column is a part alone."""
    filled = _divide_by_width(widths, room)
    equal = _divide_equally(len(widths), len(filled))
    return equal if all(sum(widths[part]) <= room for part in equal) else filled


def _divide_by_width(widths: Sequence[float], room: float) -> list[slice]:
    """Fill each part before the next is begun."""
    starts, filled = [0], 0.0
    for column, width in enumerate(widths):
        if column > starts[-1] and filled + width > room:
            starts.append(column)
            filled = 0.0
        filled += width
    return [slice(*bounds) for bounds in pairwise([*starts, len(widths)])]


def _divide_equally(columns: int, parts: int) -> list[slice]:
    """Divide columns into this many parts that differ by one column at most, the larger ones first."""
    size, larger = divmod(columns, parts)
    return [slice(*bounds) for bounds in pairwise(part * size + min(part, larger) for part in range(parts + 1))]


def wrap_cells(table: Table, width: int) -> Table:
    """Break words into lines so that a table fits, in the widest columns first, and never in the first column."""
    heads = list(map(display_width, table.columns))
    widths = [max(map(display_width, column)) for column in zip(table.columns, *table.rows, strict=True)]
    while sum(widths) + 2 * (len(widths) - 1) > width:
        breakable = [
            position
            for position in range(1, len(widths))
            if not table.is_number(position) and widths[position] > max(_LEAST, heads[position])
        ]
        if not breakable:
            break
        widths[max(breakable, key=widths.__getitem__)] -= 1
    rows: list[tuple[str, ...]] = []
    for row in table.rows:
        cells = [textwrap.wrap(cell, wide, break_on_hyphens=False) for cell, wide in zip(row, widths, strict=True)]
        rows += zip_longest(*cells, fillvalue="")
    return replace(table, rows=tuple(rows))


def fitted_text_table(table: Table, width: int, style: Style = PLAIN) -> str:
    """Render a table as text; if it is too wide, in parts, the last of which has the caption."""
    *parts, last = fit_table(table, TableLayout(width, shortens=True))
    shown = [*(replace(part, caption="") for part in parts), last]
    return "\n".join(text_table(part, line=width, style=style) for part in shown)


def fit_table(table: Table, layout: TableLayout, what: str = "column") -> Iterator[Table]:
    """Divide a table into parts that fit the layout, each with the labels on the left; `what` names the columns."""
    whole = zip(table.columns, *table.rows, strict=True)
    if sum(map(layout.column, whole)) - layout.gap <= layout.row:
        yield table
        return
    names = [*zip(table.columns[: table.labels], *(row[: table.labels] for row in table.rows), strict=True)]
    heads = [layout.name(text, 2 * layout.row // 3) for text in table.columns[table.labels :]]
    columns = [*zip(heads, *(row[table.labels :] for row in table.rows), strict=True)]
    labels, parts = _divide_beside(names, columns, layout)
    start = 0
    for part in parts:
        cells = [tuple(row) for row in zip(*labels, *part, strict=True)]
        numbered = _numbered(what, start + 1, start + len(part))
        title = table.title if len(part) == len(columns) else f"{table.title}, {numbered}"
        yield replace(table, title=title, columns=cells[0], rows=tuple(cells[1:]))
        start += len(part)


def _divide_beside(names: Columns, columns: Columns, layout: TableLayout) -> tuple[Columns, list[Columns]]:
    """The labels and the parts beside them; names are shortened where whole ones would need more parts, or not fit."""
    short = [[layout.name(text, 2 * layout.row // 3) for text in column] for column in names]
    taken, taken_whole = (sum(layout.column(column, layout.label) for column in labels) for labels in (short, names))
    parts, parts_whole = (divide_columns(columns, layout, width) for width in (taken, taken_whole))
    widest = max(sum(map(layout.column, part)) for part in parts_whole)
    fits = len(parts_whole) == len(parts) and taken_whole + widest <= layout.row
    return (names, parts_whole) if fits else (short, parts)


def _numbered(what: str, first: int, last: int) -> str:
    return f"{what} {first}" if first == last else f"{what}s {first} to {last}"


FORMATS = ("text", "markdown", "latex", "tsv", "csv", "json")
"""The output formats of most results."""


def check_format(format: str) -> None:
    """Refuse an unknown output format."""
    if format not in FORMATS:
        raise UsageError(f"format is one of {', '.join(FORMATS)}, not {format!r}.", parameter="format")


TEXT_WIDTH = 120
"""The width of text, in characters, where that of the terminal is not known."""


def render_tables(tables: Iterable[Table], signatures: Signatures, format: str, *, width: int | None = None) -> str:
    """Render tables with their signatures below, as text of some width, markdown or latex."""
    table, footer = _renderers(format, width or TEXT_WIDTH)
    return "\n".join([*map(table, tables), footer(signatures)])


def _renderers(format: str, width: int) -> tuple[Callable[[Table], str], Callable[[Signatures], str]]:
    if format == "text":
        return partial(fitted_text_table, width=width), text_signatures
    if format == "markdown":
        return markdown_table, markdown_signatures
    from stead.reporting.latex import latex_signatures, latex_table  # noqa: PLC0415 (it is built on this module)

    return latex_table, latex_signatures
