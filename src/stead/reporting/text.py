"""Tables for the terminal."""

import textwrap
import unicodedata

from stead._wording import one_line
from stead.reporting.tables import Table


def width(text: str) -> int:
    """How many columns of a terminal a text takes: wide characters two, combining marks none."""
    return sum(_character_width(character) for character in text)


def _character_width(character: str) -> int:
    if unicodedata.combining(character) or unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1


def text_table(table: Table, *, line: int | None = None) -> str:
    """Aligned columns under a title, a rule below the heading and behind each block; the caption may be broken."""
    rows = [tuple(map(one_line, row)) for row in table.rows]
    widths = [max(map(width, column)) for column in zip(table.columns, *rows, strict=True)]
    rule = "─" * (sum(widths) + 2 * (len(widths) - 1))
    lines = [one_line(table.title), rule, _line(table.columns, widths, table.labels), rule]
    for position, row in enumerate(rows):
        lines.append(_line(row, widths, table.labels))
        if position in table.endings:
            lines.append(rule)
    return "\n".join([*lines, *_caption(table.caption, line)]) + "\n"


def _caption(caption: str, line: int | None) -> list[str]:
    text = one_line(caption)
    return textwrap.wrap(text, line, break_on_hyphens=False) if line else [text] if text else []


def wrapped(text: str, line: int = 100) -> str:
    """A paragraph in lines of some length."""
    return "\n".join(textwrap.wrap(text, line, break_on_hyphens=False))


def text_signatures(signatures: list[str]) -> str:
    """Below the tables."""
    return "".join(f"signature: {one_line(each)}\n" for each in signatures)


def _line(cells: tuple[str, ...], widths: list[int], labels: int) -> str:
    padded = []
    for position, (cell, wide) in enumerate(zip(cells, widths, strict=True)):
        gap = " " * (wide - width(cell))
        padded.append(cell + gap if position < labels else gap + cell)
    return "  ".join(padded).rstrip()
