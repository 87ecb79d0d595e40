"""How the official program prints figures, and how it dies."""

import math
from collections.abc import Callable

Say = Callable[[str], None]
"""Prints one line, given without its line end."""


class DivisionByZeroError(Exception):
    """The point at which the official program dies; the text says why, for a person.

    What was printed before stays printed.
    """


def percentage(part: float, whole: int) -> str:
    """100 * part / whole with two decimals, halves rounded up.

    One division, done last: for whole numbers an exact half is then an exact float, and goes up as it should.
    """
    hundredths = math.floor(part * 10_000 / whole + 0.5)
    return f"{hundredths / 100:.2f}"


def precision_and_recall(part: float, attempted: int, total: int, *, label: str = "") -> str:
    """One line with both figures; `label` stands before each name."""
    precision, recall = percentage(part, attempted), percentage(part, total)
    return f"{label}precision = {precision}, {label}recall = {recall}"


def number(value: float) -> str:
    """A number as Perl prints it: fifteen significant digits, no needless zeros."""
    return f"{value:.15g}"
