"""Corrections of p-values, by hand and by their properties."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.comparing.inference import correct_p_values
from tests.scoring.strategies import examples

p_values = st.lists(st.floats(0, 1), min_size=1, max_size=20)


def known(values: list[float | None]) -> list[float]:
    return [value for value in values if value is not None]


def test_holm_by_hand() -> None:
    """.01 * 3 = .03; .03 * 2 = .06; .04 * 1 = .04, but not below the .06 before it."""
    assert correct_p_values([0.01, 0.04, 0.03], "holm") == pytest.approx([0.03, 0.06, 0.06])


def test_holm_stops_at_one() -> None:
    assert correct_p_values([0.5, 0.6], "holm") == [1, 1]


def test_benjamini_hochberg_by_hand() -> None:
    """.01 * 3/1 = .03; .03 * 3/2 = .045, but not above the .04 * 3/3 after it."""
    assert correct_p_values([0.01, 0.04, 0.03], "bh") == pytest.approx([0.03, 0.04, 0.04])


def test_nothing_by_hand() -> None:
    assert correct_p_values([0.01, 0.04], "none") == [0.01, 0.04]


@pytest.mark.parametrize("method", ["holm", "bh", "none"])
def test_tests_without_a_p_value_are_no_part_of_the_family(method: str) -> None:
    assert correct_p_values([0.01, None, 0.04, 0.03], method) == [
        correct_p_values([0.01, 0.04, 0.03], method)[0],
        None,
        *correct_p_values([0.01, 0.04, 0.03], method)[1:],
    ]
    assert correct_p_values([None, None], method) == [None, None]


@pytest.mark.parametrize("method", ["holm", "bh"])
@examples(100)
@given(p_values)
def test_a_corrected_p_value_is_no_smaller_and_keeps_the_order(method: str, values: list[float]) -> None:
    found = known(correct_p_values(values, method))
    assert all(own >= raw - 1e-15 for own, raw in zip(found, values, strict=True))
    assert all(0 <= own <= 1 for own in found)
    by_raw = [own for _, own in sorted(zip(values, found, strict=True))]
    assert by_raw == sorted(by_raw)


@examples(100)
@given(p_values)
def test_holm_lies_between_the_p_value_and_bonferroni(values: list[float]) -> None:
    found = known(correct_p_values(values, "holm"))
    assert all(own <= min(1, raw * len(values)) + 1e-15 for own, raw in zip(found, values, strict=True))
    assert min(found) == pytest.approx(min(1, min(values) * len(values)))


@examples(100)
@given(p_values)
def test_benjamini_hochberg_never_exceeds_holm(values: list[float]) -> None:
    pairs = zip(known(correct_p_values(values, "bh")), known(correct_p_values(values, "holm")), strict=True)
    assert all(bh <= holm + 1e-12 for bh, holm in pairs)
