"""Small matters of wording: what may be printed, and how counts are said."""

import re
import unicodedata


def escape_unprintable(text: str) -> str:
    """A text that cannot move a cursor, hide or reverse itself: characters that do not print become escapes.

    Line ends are kept.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text)


def one_line(text: str) -> str:
    """The same for a place where line ends must not be."""
    return escape_unprintable(text).replace("\n", "\\n")


def plural(number: int, noun: str) -> str:
    """`1 item`, `2 items`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def tidy(text: str) -> str:
    """A text in Unicode NFC without needless blanks."""
    return " ".join(unicodedata.normalize("NFC", text).split())


_FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")  # noqa: RUF001 (in Asian editions, wide signs begin formulas, too)
"""What a spreadsheet might take for a formula, behind any apostrophes."""


def protect_cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula: behind an apostrophe, if it could.

    One that has an apostrophe before what could be a formula gets another one, so that `unprotect_cell` gives every
    text back.
    """
    return f"'{text}" if _FORMULA.match(text) else text


def unprotect_cell(text: str) -> str:
    """The text that was protected."""
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text
