"""Texts: escapes, shortened names, plurals, normalised spaces, cells that are safe in spreadsheets."""

import re
import unicodedata
from collections.abc import Sequence


def escape_unprintable(text: str) -> str:
    """Escape characters that do not print, so that no text can move the cursor, hide or reverse itself.

    Line ends are kept.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text)


def one_line(text: str) -> str:
    """Escape characters that do not print, line ends too."""
    return escape_unprintable(text).replace("\n", "\\n")


def first_line(error: object) -> str:
    """The first line of a message, without the full stop."""
    return str(error).strip().split("\n")[0].rstrip(".")


_LONGEST_QUOTED = 60


def shorten(text: str) -> str:
    """Cut a long text for a message; the ids of some data sets are whole sentences."""
    return text if len(text) <= _LONGEST_QUOTED else text[: _LONGEST_QUOTED - 1] + "…"


def list_first(names: Sequence[str], count: int) -> str:
    """List the first of some names, shortened, and dots if there are more."""
    return ", ".join(map(shorten, names[:count])) + (", ..." if len(names) > count else "")


def plural(count: int, noun: str) -> str:
    """`1 item`, `2 items`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def tidy(text: str) -> str:
    """Normalise a text: Unicode NFC, single spaces, none around it."""
    return " ".join(unicodedata.normalize("NFC", text).split())


_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")  # noqa: RUF001 (in Asian editions, wide signs begin formulas, too)
"""What a spreadsheet might take for a formula, after any apostrophes."""


def protect_cell(text: str) -> str:
    """Put an apostrophe before a text that a spreadsheet could take for a formula.

    A text that already has apostrophes before a formula gets another one, so that `unprotect_cell` restores every text.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unprotect_cell(text: str) -> str:
    """Undo `protect_cell`."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
