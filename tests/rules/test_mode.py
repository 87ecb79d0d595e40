"""The mode and the gold multiword, by their definitions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.rules.definitions import has_gold_multiword, has_mode, is_mode
from tests.core.weights import weights_of

weights = st.integers(0, 4).map(float) | st.floats(min_value=0, max_value=4, allow_subnormal=False)
lists = st.lists(st.lists(weights, max_size=5), max_size=6)


def mode(own: list[float]) -> int | None:
    """The place of the weight that is positive and larger than every other."""
    for place, weight in enumerate(own):
        if weight > 0 and all(weight > other for other in own[:place] + own[place + 1 :]):
            return place
    return None


def falling(own: list[float]) -> list[float]:
    return sorted(own, reverse=True)


@given(lists)
def test_an_item_has_a_mode_if_one_weight_is_larger_than_every_other(gold: list[list[float]]) -> None:
    assert has_mode(weights_of(map(falling, gold))).tolist() == [mode(own) is not None for own in gold]


@given(lists)
def test_the_mode_is_found_in_any_order(gold: list[list[float]]) -> None:
    found = is_mode(weights_of(gold))
    assert found.tolist() == [place == mode(own) for own in gold for place in range(len(own))]


@given(lists)
def test_a_gold_multiword_is_a_mode_that_two_annotators_named(named: list[list[float]]) -> None:
    expected = [(place := mode(own)) is not None and own[place] >= 2 for own in named]
    assert has_gold_multiword(weights_of(map(falling, named))).tolist() == expected


@pytest.mark.parametrize(
    ("own", "mode_there", "multiword_there"),
    [
        ([3.0, 2.0, 1.0], True, True),
        ([3.0, 3.0, 1.0], False, False),
        ([1.0], True, False),
        ([2.0], True, True),
        ([1.5, 1.0], True, False),
        ([0.0], False, False),
        ([], False, False),
    ],
)
def test_modes_and_gold_multiwords_of_single_items(
    own: list[float], *, mode_there: bool, multiword_there: bool
) -> None:
    one = weights_of([own])
    assert has_mode(one).tolist() == [mode_there]
    assert np.count_nonzero(is_mode(one)) == mode_there
    assert has_gold_multiword(one).tolist() == [multiword_there]
