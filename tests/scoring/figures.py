"""Comparing figures, some of which may have no value."""

from collections.abc import Mapping

Figures = Mapping[str, float | None]


def assert_near(actual: Figures, expected: Figures, *, tolerance: float = 1e-6) -> None:
    """The same figures, without a value in the same places, and equal elsewhere."""
    assert actual.keys() == expected.keys(), f"{sorted(actual)} instead of {sorted(expected)}"
    wrong = {
        name: f"{actual[name]} instead of {expected[name]}"
        for name in actual
        if not _is_near(actual[name], expected[name], tolerance)
    }
    assert not wrong, wrong


def _is_near(actual: float | None, expected: float | None, tolerance: float) -> bool:
    if actual is None or expected is None:
        return actual is expected
    return abs(actual - expected) <= tolerance
