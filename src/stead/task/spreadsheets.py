"""Cells of tables that people open in spreadsheets: none of them is taken for a formula, and so run."""

import re

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
