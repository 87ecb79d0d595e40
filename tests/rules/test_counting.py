"""What counts: items with enough weight, and equal substitutes as one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.golds import AnswerRules
from stead.rules.definitions import MIN_RESPONSES, least_weight, merge_equal, weighs_enough


@pytest.mark.parametrize(
    ("total", "least", "scored"),
    [
        (2, 2, True),
        (1, 2, False),
        (3, 2, True),
        (0.1 + 0.7, 0.8, True),
        (0.79, 0.8, False),
        (0, 0, False),
        (1e-6, 0, True),
    ],
)
def test_an_item_needs_some_weight_and_the_least_there_is(total: float, least: float, *, scored: bool) -> None:
    assert weighs_enough(np.array([total]), least).tolist() == [scored]


def test_counts_need_two_responses_and_grades_any() -> None:
    """McCarthy and Navigli (2007): two or more responses."""
    assert (least_weight(graded=False), least_weight(graded=True)) == (2.0, 0.0)
    assert AnswerRules().min_responses == MIN_RESPONSES == 2


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 9).map(float)), max_size=12), st.booleans())
def test_equal_substitutes_add_up_or_keep_the_highest_grade(pairs: list[tuple[int, float]], graded: bool) -> None:
    places = np.array([place for place, _ in pairs], dtype=np.int64)
    found = merge_equal(places, np.array([weight for _, weight in pairs], dtype=np.float64), 4, graded=graded)
    groups = [[weight for place, weight in pairs if place == number] for number in range(4)]
    assert found.tolist() == [max(own, default=0) if graded else sum(own) for own in groups]
