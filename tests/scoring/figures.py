"""Comparing figures, some of which may have no value."""

from collections.abc import Mapping

Figures = Mapping[str, float | None]


def assert_near(own: Figures, expected: Figures, *, tolerance: float = 1e-6) -> None:
    """The same figures, without a value in the same places, and equal elsewhere."""
    assert own.keys() == expected.keys(), f"{sorted(own)} instead of {sorted(expected)}"
    wrong = {
        name: f"{own[name]} instead of {expected[name]}"
        for name in own
        if not _is_near(own[name], expected[name], tolerance)
    }
    assert not wrong, wrong


def _is_near(own: float | None, expected: float | None, tolerance: float) -> bool:
    if own is None or expected is None:
        return own is expected
    return abs(own - expected) <= tolerance
