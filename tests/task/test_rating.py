"""One rater's verdict on one candidate."""

from dataclasses import fields

from stead.task import Rating


def test_a_rating_is_a_value() -> None:
    assert Rating("espace.n", "208", "distance", "r1", 3.0) == Rating("espace.n", "208", "distance", "r1", 3.0)
    assert [field.name for field in fields(Rating)] == ["lexelt", "id", "candidate", "rater", "value"]
