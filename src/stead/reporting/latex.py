"""Render tables as LaTeX (package booktabs)."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import compress
from math import ceil

from stead.core.text import one_line
from stead.reporting.tables import Signatures, Table, TableLayout, fit_table

_SPECIAL = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "#": r"\#",
        "_": r"\_",
        "%": r"\%",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        "[": "{[}",  # an opening bracket after \\ would be its argument
        "]": "{]}",
        "†": r"\textsuperscript{\dag}",
        "‡": r"\textsuperscript{\ddag}",
        "·": r"\textperiodcentered{}",
    }
)


_KNOWN = set("–—‘’“”…") | {chr(code) for code in range(0xC0, 0x180)} - set("×÷ÐÞðþĄąĐđĘęĦħĮįĸĿŀŉŊŋŦŧŲųſ")  # noqa: RUF001
"""The characters beyond ASCII that pdfLaTeX can print in its default font encoding, without any package."""

_LETTER = "\\steadletter"
_DEFINITION = rf"\providecommand{{{_LETTER}}}[2]{{\ifdefined\Umathcode #1\else U+#2\fi}}"
"""XeLaTeX and LuaLaTeX print any letter of the font, pdfLaTeX its code; authors may define the command otherwise."""

_LINES = 34  # lines of a table that fit on a page
_RULE = 0.5  # the height of a rule, in lines
_WITHIN = 0.85  # letters are larger in an eleven- or twelve-point document, and the column is not
_RAGGED = 1.3  # ragged labels need more lines than filled ones
PAGE_WIDTH, COLUMN_WIDTH = 325, 199
"""What fits a page of one column, and one of two columns, in points of a ten-point document.

They leave room for the larger letters of other documents: a page of 390 points at twelve, a column of 219 at eleven.
"""
_NORMAL_GAP = 12  # points between columns
SMALL_GAP = 8
"""The gap between columns in small size, in points."""
SMALL_SCALE = 0.93
"""The width of a nine-point letter, as a share of that of a ten-point letter."""
_LETTER_WIDTHS = {
    character: points
    for characters, points in {
        "il.,:;'!|()": 2.8,
        "[]fjrstI- ": 4.0,
        "0123456789aceozJ*/`_": 5.0,
        'bdghknpquvxy"': 5.6,
        "MW": 10.3,
    }.items()
    for character in characters
}
"""The widths of ten-point letters in points (Computer Modern, rounded up)."""

_CAPITAL, _CODE = 8.4, 45.0  # any other letter, and one that pdfLaTeX prints as its code


def text_points(text: str) -> float:
    """The width of a text in normal size, in points."""
    return sum(
        _LETTER_WIDTHS.get(letter, _CAPITAL if letter.isascii() or letter in _KNOWN else _CODE)
        for letter in one_line(text)
    )


def _points_small(text: str) -> float:
    return SMALL_SCALE * text_points(text)


PAPER = TableLayout(PAGE_WIDTH, gap=SMALL_GAP, measure=_points_small, label=145)
"""The layout of a printed page, in small size."""
_NARROWER = (130, 115, 100)  # labels, in points, where otherwise a column would have no room
_NARROWEST = (85, 70, 60, 50)  # the same in lists, which are all labels and cannot be divided


def escape_latex(text: str) -> str:
    """Escape a text, so that nothing in it is a LaTeX command."""
    plain = unicodedata.normalize("NFC", one_line(text)).translate(_SPECIAL).replace("--", "-{}-")
    return plain if plain.isascii() else "".join(map(_letter, plain))


_FORMULA = re.compile(
    r"\b(?P<comparison>[np] [=<] [\d.]*\d)|(?P<times>(?<= )x )(?=\d)|(?P<mark>[†‡]) |`(?P<command>stead [^`]*)`"
)


def latex_caption(text: str) -> str:
    """Escape a caption, with its formulas and commands as such; a mark stays on the line of what it means."""
    parts, end = [], 0
    for formula in _FORMULA.finditer(text):
        parts.append(escape_latex(text[end : formula.start()]) if formula.start() > end else "")
        parts.append(_FORMULAS[str(formula.lastgroup)](str(formula[formula.lastgroup or 0])))
        end = formula.end()
    return "".join([*parts, escape_latex(text[end:])])


_FORMULAS: dict[str, Callable[[str], str]] = {
    "comparison": lambda formula: f"${formula}$",
    "times": lambda _: r"$\times$~",
    "mark": lambda mark: f"{escape_latex(mark)}~",
    "command": lambda command: rf"\texttt{{{escape_latex(command)}}}",
}


def _letter(character: str) -> str:
    known = character.isascii() or character in _KNOWN
    return character if known else f"{_LETTER}{{{character}}}{{{ord(character):04X}}}"


def latex_table(table: Table) -> str:
    """Render a table as floats with booktabs rules and a caption, none wider or longer than a page."""
    layout = _layout_of(table)
    return "\n".join(_split_into_pages(part, layout) for part in fit_table(table, layout))


def _layout_of(table: Table) -> TableLayout:
    """Choose the width of labels that are broken into lines: less than usual, if then all columns fit."""
    columns = list(zip(table.columns, *table.rows, strict=True))
    labels, others = columns[: table.labels], sum(map(PAPER.column, columns[table.labels :]))
    for width in (PAPER.label, *_NARROWER, *(() if table.labels < len(table.columns) else _NARROWEST)):
        if others + sum(PAPER.column(column, width) for column in labels) <= PAPER.row:
            return PAPER._replace(label=width)
    return PAPER


def _split_into_pages(table: Table, layout: TableLayout) -> str:
    """Render a table that fits the width of a page, in parts that fit its height."""
    starts = _page_starts(table, layout)
    if len(starts) == 1:
        return _float(table, layout)
    ends = [*starts[1:], len(table.rows)]
    parts = [_part(table, *rows) for rows in zip(starts, ends, strict=True)]
    titles = [f"{table.title}, part {number} of {len(parts)}" for number in range(1, len(parts) + 1)]
    floats = (_float(replace(part, title=title), layout) for part, title in zip(parts, titles, strict=True))
    return "\\clearpage\n".join(floats)  # LaTeX gives up where too many floats wait for their page


def _page_starts(table: Table, layout: TableLayout) -> list[int]:
    """List the rows that begin a page."""
    starts, filled, broken = [0], 0.0, _broken_labels(table, layout)
    for position, row in enumerate(table.rows):
        lines = max((_lines(label, layout.label) for label in compress(row, broken)), default=1)
        height = lines + _RULE * ((position in table.endings) + (position in table.ceilings))
        if filled + height > _LINES and position > starts[-1]:
            starts.append(position)
            filled = 0.0
        filled += height
    return starts


def _broken_labels(table: Table, layout: TableLayout) -> list[bool]:
    """Whether each column of labels has one that is broken into lines."""
    columns = list(zip(table.columns, *table.rows, strict=True))[: table.labels]
    return [layout.column(column) > layout.column(column, layout.label) for column in columns]


def _lines(label: str, room: float) -> int:
    """The largest number of lines that a label takes."""
    width = _points_small(label) / _WITHIN
    return 1 if width <= room else ceil(_RAGGED * width / room)


def _part(table: Table, start: int, end: int) -> Table:
    """Cut some rows out of a table; the last part keeps the caption."""
    return replace(
        table,
        rows=table.rows[start:end],
        caption=table.caption if end >= len(table.rows) else "",
        endings=frozenset(position - start for position in table.endings if start <= position < end),
        ceilings=frozenset(position - start for position in table.ceilings if start <= position < end),
    )


def _float(table: Table, layout: TableLayout) -> str:
    columns = list(zip(table.columns, *table.rows, strict=True))
    broken = _broken_labels(table, layout)
    normal_width = sum(max(map(text_points, column)) + _NORMAL_GAP for column in columns)
    small = any(broken) or normal_width > PAGE_WIDTH
    environment = "table*" if small or normal_width > COLUMN_WIDTH else "table"  # the same where there is one column
    labels = "".join(
        rf"p{{{layout.label:g}pt}}" if is_broken else "r" if table.is_number(position) else "l"
        for position, is_broken in enumerate(broken)
    )
    heading, *rows = [_row(row, broken, layout.label) for row in (table.columns, *table.rows)]
    body = []
    for position, row in enumerate(rows):
        before = [r"\midrule"] if position in table.ceilings else []
        after = [r"\midrule"] if position in table.endings and position + 1 < len(rows) else []
        body += [*before, row, *after]
    lines = [
        r"\centering",
        *([rf"\small\setlength{{\tabcolsep}}{{{SMALL_GAP // 2}pt}}"] if small else []),
        rf"\begin{{tabular}}{{{labels}{'r' * (len(table.columns) - table.labels)}}}",
        r"\toprule",
        heading,
        r"\midrule",
        *body,
        r"\bottomrule",
        r"\end{tabular}",
        rf"\caption{{{latex_caption(f'{table.title}. {table.caption}'.strip())}}}",
    ]
    opening, closing = rf"\begin{{{environment}}}", rf"\end{{{environment}}}"
    return "\n".join([opening, *latex_definitions(lines), *lines, closing, ""])


def latex_definitions(lines: Sequence[str]) -> list[str]:
    """Define the commands that these lines need."""
    return [_DEFINITION] if any(_LETTER in line for line in lines) else []


def latex_signatures(signatures: Signatures) -> str:
    """Render signatures as comments, below the tables."""
    remark = f"% {signatures.remark}\n" if signatures.remark else ""
    return "".join(f"% signature: {one_line(signature)}\n" for signature in signatures.shown) + remark


def _row(cells: Sequence[str], broken: Sequence[bool], width: float) -> str:
    """Render a row; `broken` says which of its labels are broken into lines of this width."""
    labels = [
        breakable_latex(cell, width) if is_broken else escape_latex(cell)
        for cell, is_broken in zip(cells, broken, strict=False)
    ]
    return " & ".join([*labels, *map(escape_latex, cells[len(broken) :])]) + r" \\"


_PIECE = re.compile(r"[^\W_]{1,15}[\W_]?|[\W_]")


def breakable_latex(text: str, width: float) -> str:
    """Escape a name, and allow line breaks after punctuation and within words that are too long for this width."""
    pieces = _PIECE.findall(unicodedata.normalize("NFC", one_line(text)))
    parts = (part for piece in pieces for part in _chop(piece, _WITHIN * width))
    escaped = r"\allowbreak{}".join(map(escape_latex, parts)).replace(r" \allowbreak{}", " ")
    return rf"\rightskip=0pt plus 1fil\relax {escaped}"


def _chop(piece: str, width: float) -> Iterator[str]:
    start = 0
    for end in range(1, len(piece) + 1):
        if end == len(piece) or text_points(piece[start : end + 1]) > width:
            yield piece[start:end]
            start = end
