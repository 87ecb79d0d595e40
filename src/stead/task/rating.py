"""One rater's verdict on one candidate."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rating:
    """One rater's verdict on one candidate of one item."""

    lexelt: str
    id: str
    candidate: str
    rater: str
    value: float
