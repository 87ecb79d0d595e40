"""One person's grade of one candidate."""

from dataclasses import FrozenInstanceError

import pytest

from stead.core.rating import MAX_RATING, VERDICTS, Rating


def test_a_rating_is_a_value() -> None:
    rating = Rating(lexelt="bright.a", id="1", candidate="clever", rater="rita", value=3.0)
    assert {rating: 1}[Rating(lexelt="bright.a", id="1", candidate="clever", rater="rita", value=3.0)] == 1
    with pytest.raises(FrozenInstanceError):
        rating.value = 0.0  # type: ignore[misc]


def test_the_scales_are_those_of_the_papers() -> None:
    assert VERDICTS == ("bad", "reasonable", "good")
    assert MAX_RATING == 3
