"""Lay out the table for a paper as LaTeX (package booktabs), so that it fits one column or the page.

The code does not know the class of the document: a table that fits the narrowest usual column is a `table`, a wider one
a `table*`, which is the same where there is one column. If one line of heads is too wide, the heads are broken; then
the letters become small; then long names are broken; then the columns are divided into blocks, one below another.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from math import ceil
from typing import NamedTuple

from stead.reporting.latex import (
    COLUMN_WIDTH,
    PAGE_WIDTH,
    SMALL_GAP,
    SMALL_SCALE,
    breakable_latex,
    escape_latex,
    latex_caption,
    latex_definitions,
    latex_signatures,
    text_points,
)
from stead.reporting.paper_table import BEST_EXPLAINED, PaperCell, PaperColumn, PaperTable
from stead.reporting.tables import Signatures, divide_widths, percent

_HEIGHT = 440  # points of a page that a table may fill in a ten-point document, as above
_LINE, _SMALL_LINE, _SPACE, _RULES = 12, 11, 2, 16  # heights in points
_NORMAL_GAP = 12
_HEAD, _NAME = 32, 60  # points: the width that heads are broken at, and the least of a column of names
_MOST_NAME = 150
_BOLD = 1.16  # the width of a bold digit, as a share of that of an upright one
_SCRIPT = 0.8  # the same of a digit in the size of intervals
_HEAD_PIECE = re.compile(r"[^-\s@(,]+[-,]?|[-\s@(,][^-\s@(,]*[-,]?")


class _Style(NamedTuple):
    """How tightly a table is set."""

    is_small: bool
    breaks_heads: bool

    @property
    def scale(self) -> float:
        return SMALL_SCALE if self.is_small else 1.0

    def width(self, lines: Iterable[str]) -> float:
        """The width of some lines, one above another."""
        return max((text_points(line) * self.scale for line in lines), default=0)

    @property
    def gap(self) -> int:
        return SMALL_GAP if self.is_small else _NORMAL_GAP


_STYLES = (
    _Style(is_small=False, breaks_heads=False),
    _Style(is_small=False, breaks_heads=True),
    _Style(is_small=True, breaks_heads=True),
)


@dataclass(frozen=True)
class _Group:
    """The columns of one measure; the measure is in a line of its own if any measure has several columns."""

    columns: tuple[PaperColumn, ...]
    is_headed: bool
    has_intervals: bool

    def heads(self, style: _Style) -> list[list[str]]:
        """The lines of the head of each column."""
        texts = [column.figure if self.is_headed else column.heading for column in self.columns]
        bodies = (self._body(column, style) for column in self.columns)
        return [_break_head(text, style, most) for text, most in zip(texts, bodies, strict=True)]

    def above(self, style: _Style) -> list[str]:
        """The lines of the head of the whole group."""
        bodies = sum(self._body(column, style) + style.gap for column in self.columns) - style.gap
        return _break_head(self.columns[0].label, style, bodies) if self.is_headed else []

    def width(self, style: _Style) -> float:
        """The width of the group, with the gaps beside its columns."""
        columns = zip(self.columns, self.heads(style), strict=True)
        widths = (max(self._body(column, style), style.width(head)) for column, head in columns)
        return max(sum(width + style.gap for width in widths), style.width(self.above(style)) + style.gap)

    def _body(self, column: PaperColumn, style: _Style) -> float:
        """The width of the figures of a column."""
        values = [text_points(percent(cell.value)) * style.scale * _BOLD for cell in column.cells]
        intervals = [text_points(cell.brackets) * _SCRIPT for cell in column.cells] if self.has_intervals else []
        return max([*values, *intervals])


def _break_head(text: str, style: _Style, most: float) -> list[str]:
    """Break a head before spaces and brackets and after hyphens, if heads are broken and it is too wide."""
    if not style.breaks_heads:
        return [text]
    lines = [""]
    for piece in _HEAD_PIECE.findall(text):
        if lines[-1] and style.width([lines[-1] + piece]) > max(most, _HEAD):
            lines.append("")
        lines[-1] += piece
    return [line.strip() for line in lines]


@dataclass(frozen=True)
class _Block:
    """Some rows of some measures: one `tabular`."""

    table: PaperTable
    groups: tuple[_Group, ...]
    style: _Style
    name_width: float | None  # in points if long names are broken
    rows: range

    @cached_property
    def height(self) -> float:
        head = max(len(lines) for group in self.groups for lines in group.heads(self.style))
        above = max(len(group.above(self.style)) for group in self.groups)
        line = _SMALL_LINE if self.style.is_small else _LINE
        names = sum(_name_lines(self.table.runs[row], self.style, self.name_width) for row in self.rows)
        return (head + above + names) * line + _RULES + len(self.rows) * (line + _SPACE) * self.table.has_intervals

    def lines(self) -> Iterator[str]:
        columns = [column for group in self.groups for column in group.columns]
        name = "l" if self.name_width is None else rf"p{{{self.name_width:.0f}pt}}"
        yield rf"\begin{{tabular}}{{{name}{'r' * len(columns)}}}"
        yield r"\toprule"
        yield from self._heads()
        yield r"\midrule"
        for row in self.rows:
            run = self.table.runs[row]
            label = escape_latex(run) if self.name_width is None else breakable_latex(run, self.name_width)
            yield " & ".join([label, *(_value(column.cells[row]) for column in columns)]) + r" \\"
            if self.table.has_intervals:
                yield " & ".join(["", *(_interval(column.cells[row]) for column in columns)]).strip() + r" \\"
                if row != self.rows[-1]:
                    yield r"\addlinespace[2pt]"
        yield r"\bottomrule"
        yield r"\end{tabular}"

    def _heads(self) -> Iterator[str]:
        if any(group.is_headed for group in self.groups):
            above, rules, start = [], [], 2
            for group in self.groups:
                end = start + len(group.columns) - 1
                above.append(rf"\multicolumn{{{len(group.columns)}}}{{c}}{{{_stack(group.above(self.style), 'c')}}}")
                rules.append(rf"\cmidrule(lr){{{start}-{end}}}")
                start = end + 1
            yield " & ".join(["", *above]).strip() + r" \\"
            yield "".join(rules)
        heads = [_stack(lines, "r") for group in self.groups for lines in group.heads(self.style)]
        yield " & ".join(["run", *heads]) + r" \\"


def _name_lines(name: str, style: _Style, width: float | None) -> int:
    return 1 if width is None else ceil(1.3 * text_points(name) * style.scale / width)


def _stack(lines: Sequence[str], side: str) -> str:
    """Set the lines of a head one above another."""
    if len(lines) == 1:
        return escape_latex(lines[0])
    return rf"\begin{{tabular}}[b]{{@{{}}{side}@{{}}}}" + r"\\".join(map(escape_latex, lines)) + r"\end{tabular}"


def _value(cell: PaperCell) -> str:
    """A figure; its mark takes no width, so that the digits stay below each other."""
    value = rf"\textbf{{{percent(cell.value)}}}" if cell.is_best else percent(cell.value)
    return rf"{value}\rlap{{{escape_latex(cell.mark)}}}" if cell.mark else value


def _interval(cell: PaperCell) -> str:
    return rf"\scriptsize {escape_latex(cell.brackets)}" if cell.brackets else ""


def latex_paper_table(table: PaperTable) -> str:
    """Render the table with its signatures."""
    return "\n".join([latex_floats(table), latex_signatures(Signatures(table.signatures))])


def latex_floats(table: PaperTable) -> str:
    """Render the table as one float, or, if it is longer than a page, as several."""
    if table.compared_with:
        table = replace(table, caption=f"{table.caption} {BEST_EXPLAINED}")
    blocks, environment = _blocks(table)
    floats = _pages(table, blocks, environment)
    parts = []
    for number, part in enumerate(floats, start=1):
        title = table.title if len(floats) == 1 else f"{table.title}, part {number} of {len(floats)}"
        caption = f"{title}. {table.caption if number == len(floats) else ''}".strip()
        parts.append(_float(part, environment, caption, table.label if number == 1 else None))
    return "\\clearpage\n".join(parts)


def _blocks(table: PaperTable) -> tuple[list[_Block], str]:
    """Lay out the table: its blocks, and the environment that is wide enough for them."""
    by_measure = [tuple(columns) for _, columns in groupby(table.columns, key=lambda column: column.measure)]
    is_headed = any(len(columns) > 1 for columns in by_measure)
    groups = tuple(_Group(columns, is_headed, table.has_intervals) for columns in by_measure)
    rows = range(len(table.runs))
    for limit, environment in ((COLUMN_WIDTH, "table"), (PAGE_WIDTH, "table*")):
        for style in _STYLES:
            names = _names(table, style)
            rest = limit - style.gap - sum(group.width(style) for group in groups)
            if names <= rest:
                return [_Block(table, groups, style, None, rows)], environment
            if style.is_small and rest >= _NAME:
                return [_Block(table, groups, style, min(rest, _MOST_NAME), rows)], environment
    style = _STYLES[-1]
    name_width = min(_names(table, style), _MOST_NAME)
    broken = None if name_width == _names(table, style) else name_width
    widths = [group.width(style) for group in groups]
    parts = divide_widths(widths, PAGE_WIDTH - style.gap - name_width)
    return [_Block(table, groups[part], style, broken, rows) for part in parts], "table*"


def _names(table: PaperTable, style: _Style) -> float:
    return max(text_points(name) for name in (*table.runs, "run")) * style.scale


def _pages(table: PaperTable, blocks: Sequence[_Block], environment: str) -> list[list[_Block]]:
    """Put as many blocks on a page as fit below each other, above the caption; a block that is too long is divided."""
    width = COLUMN_WIDTH if environment == "table" else PAGE_WIDTH
    room = _HEIGHT - _LINE * ceil(text_points(f"{table.title}. {table.caption}") / (0.9 * width))
    pages: list[list[_Block]] = []
    filled = 0.0
    for block in (part for whole in blocks for part in _divide_rows(whole, room)):
        if not pages or filled + block.height > room:
            pages.append([])
            filled = 0.0
        pages[-1].append(block)
        filled += block.height
    return pages


def _divide_rows(block: _Block, room: float) -> Iterator[_Block]:
    start = 0
    for end in range(1, len(block.rows) + 1):
        is_last = end == len(block.rows)
        if is_last or replace(block, rows=block.rows[start : end + 1]).height > room:
            yield replace(block, rows=block.rows[start:end])
            start = end


def _float(blocks: Sequence[_Block], environment: str, caption: str, label: str | None) -> str:
    small = [rf"\small\setlength{{\tabcolsep}}{{{SMALL_GAP // 2}pt}}"] if blocks[0].style.is_small else []
    tabulars = r"\par\bigskip".join(["\n".join(["", *block.lines(), ""]) for block in blocks]).strip("\n").split("\n")
    lines = [
        r"\centering",
        *small,
        *tabulars,
        rf"\caption{{{latex_caption(caption)}}}",
        *([rf"\label{{{label}}}"] if label else []),
    ]
    opening, closing = rf"\begin{{{environment}}}", rf"\end{{{environment}}}"
    return "\n".join([opening, *latex_definitions(lines), *lines, closing, ""])
