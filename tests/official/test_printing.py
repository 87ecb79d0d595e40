"""Percentages and numbers as the official program prints them."""

from fractions import Fraction
from math import floor

import pytest

from stead.official.program_scoring import percentage, perl_number


@pytest.mark.parametrize("whole", [32, 96, 160, 288, 800, 1696])
def test_halves_are_rounded_up(whole: int) -> None:
    for part in range(whole + 1):
        exact = floor(Fraction(part * 10_000, whole) + Fraction(1, 2))
        assert percentage(part, whole) == f"{exact // 100}.{exact % 100:02}"


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (0.0, "0"),
        (1.0, "1"),
        (0.375, "0.375"),
        (6 / 7, "0.857142857142857"),
        (5 / 6, "0.833333333333333"),
    ],
)
def test_fifteen_digits(value: float, printed: str) -> None:
    assert perl_number(value) == printed
