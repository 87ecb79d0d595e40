"""One person's grade of one candidate, given after the fact."""

from dataclasses import dataclass

MAX_RATING = 3.0
"""The best grade of the scale from 0 (inappropriate) to 3 (perfect) of Tanguy et al. (2018)."""

VERDICTS = ("bad", "reasonable", "good")
"""The scale of SemEval-2007's post hoc analysis, worst first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rating:
    """What `rater` thinks of `candidate` in the stead of an item's target: from 0 to 3, or one of the verdicts.

    `first` marks a repeat, and is what the rater said of the candidate the first time, before any change. A repeat
    tells how consistent the rater is; it is no second vote on the candidate.
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
