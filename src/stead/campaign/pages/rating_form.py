"""What somebody chose in the form of a screen: shown again as it was, until it is stored."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from uuid import uuid4

from stead.campaign.admin.rating_setup import MOST_CANDIDATES
from stead.campaign.pages.answer_form import seconds_of
from stead.campaign.records import RatingSubmission, StoredRating
from stead.web.requests import Form

_LONGEST = 40
_MOST_MOMENTS = 10_000


@dataclass(frozen=True)
class RatingForm:
    """The fields of the form; ratings by the place of their candidate in the alphabetical order of the screen."""

    uuid: str
    based_on: int
    ratings: Mapping[int, str]
    moments: Mapping[int, int]
    seconds: float = 0.0

    @classmethod
    def fresh(cls, stored: StoredRating | None) -> "RatingForm":
        """The form before anything is chosen: empty, or the ratings given so far; a UUID for those without scripts."""
        ratings = {} if stored is None else dict(enumerate(stored.judgements))
        return cls(str(uuid4()), 0 if stored is None else stored.revision, ratings, {})

    @classmethod
    def sent(cls, form: Form) -> "RatingForm":
        """What a browser sent."""
        names = {at: f"c{at}" for at in range(MOST_CANDIDATES)}
        return cls(
            form.one("uuid")[:100],
            form.number("based_on"),
            {at: form.one(name)[:_LONGEST] for at, name in names.items() if name in form},
            _moments(form.one("moments")),
            seconds_of(form),
        )

    def submission(self, candidates: int) -> RatingSubmission:
        """For the store; moments only if there is one for each candidate that was rated."""
        judgements = tuple(self.ratings.get(at, "") for at in range(candidates))
        known = all(at in self.moments for at in range(candidates))
        moments = tuple(self.moments[at] for at in range(candidates)) if known else ()
        extra = ("",) * any(
            at >= candidates for at in self.ratings
        )  # ratings of nothing: the form is of another screen
        return RatingSubmission(self.uuid, self.based_on, (*judgements, *extra), moments, self.seconds)

    def upon(self, stored: StoredRating) -> "RatingForm":
        """The same ratings as a change of another revision than they were chosen on."""
        return replace(self, uuid=str(uuid4()), based_on=stored.revision)


def _moments(text: str) -> dict[int, int]:
    """`0:1520 3:2890`: when which candidate was rated, in milliseconds after the page was shown."""
    found: dict[int, int] = {}
    for pair in text[:_MOST_MOMENTS].split():
        at, _, moment = pair.partition(":")
        if all(part.isascii() and part.isdigit() and len(part) < 10 for part in (at, moment)):
            found[int(at)] = int(moment)
    return found
