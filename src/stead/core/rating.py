"""Ratings: one person's grade of one candidate, given post hoc."""

from dataclasses import dataclass

MAX_RATING = 3.0
"""The best grade of the scale from 0 (inappropriate) to 3 (perfect) of Tanguy et al. (2018)."""

VERDICTS = ("bad", "reasonable", "good")
"""The scale of SemEval-2007's post hoc analysis, worst first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """How well `candidate` fits as a substitute, by `rater`: from 0 to 3, or one of the verdicts.

    `first` marks a repeat, and is the rater's first rating of the candidate, before any change. A repeat shows how
    consistent the rater is; it is not a second vote on the candidate.
    """

    lexelt: str
    id: str
    candidate: str
    rater: str
    value: float | str
    comment: str = ""
    time: str = ""
    phase: str = ""
    first: float | str | None = None
