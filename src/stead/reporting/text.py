"""Tables for the terminal."""

import re
import textwrap
import unicodedata
from dataclasses import dataclass

from stead.core.text import one_line
from stead.reporting.tables import Signatures, Table


def width(text: str) -> int:
    """How many columns of a terminal a text takes: wide characters two, combining marks none."""
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


@dataclass(frozen=True, slots=True)
class Style:
    """What a terminal is sent before headings, before rules and captions, before marks, and behind each of them."""

    strong: str = ""
    faint: str = ""
    mark: str = ""
    end: str = ""


PLAIN = Style()
TERMINAL = Style("\x1b[1m", "\x1b[2m", "\x1b[1;32m", "\x1b[0m")
_MARK = re.compile(r">[\d,-]+$|\S+\*$")
"""What says that a difference is real: `>2,4-6`, or the star of a p-value."""


def text_table(table: Table, *, line: int | None = None, style: Style = PLAIN) -> str:
    """Aligned columns under a title, a rule below the heading and behind each block; the caption may be broken."""
    rows = [tuple(map(one_line, row)) for row in table.rows]
    heads = tuple(map(one_line, table.columns))
    widths = [max(map(width, column)) for column in zip(heads, *rows, strict=True)]
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


def wrapped(text: str, line: int = 100) -> str:
    """A paragraph in lines of some length."""
    return "\n".join(textwrap.wrap(text, line, break_on_hyphens=False))


def text_signatures(signatures: Signatures) -> str:
    """Below the tables."""
    remark = f"{signatures.remark}\n" if signatures.remark else ""
    return "".join(f"signature: {one_line(each)}\n" for each in signatures.shown) + remark


def _line(cells: tuple[str, ...], widths: list[int], labels: int, style: Style = PLAIN) -> str:
    padded = []
    for position, (cell, wide) in enumerate(zip(cells, widths, strict=True)):
        gap = " " * (wide - width(cell))
        padded.append(cell + gap if position < labels else gap + _marked(cell, style))
    return "  ".join(padded).rstrip()


def _marked(cell: str, style: Style) -> str:
    return _MARK.sub(lambda found: f"{style.mark}{found[0]}{style.end}", cell) if style.mark else cell
