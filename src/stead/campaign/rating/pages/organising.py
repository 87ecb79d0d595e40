"""The organiser's pages on ratings: how everybody does, every candidate, and what the filter would do.

Nothing here can change a rating.
"""

from collections import Counter
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response

from stead.campaign.events import read_events
from stead.campaign.pages.site import see_other
from stead.campaign.rating.overview import CandidateRow, figures
from stead.campaign.rating.phase import RatingPhase
from stead.campaign.records import Role, User
from stead.web import Visit

if TYPE_CHECKING:
    from stead.campaign.pages.site import CampaignSite

ROWS_OF_LIST = 100
DAYS = 14
_DISPUTED = 1.0
_SHOWS = ("all", "disputed", "unrated")
_ALPHA = "alpha-ordinal"


class Organising:
    """Looks at everything, and pauses or relieves raters."""

    def __init__(self, site: "CampaignSite", rating: RatingPhase) -> None:
        self._site, self._campaign, self._rating = site, site.campaign, rating

    def dashboard(self, visit: Visit) -> Response:
        """Everything on one page."""
        overview, settings = self._rating.overview, self._campaign.settings.rating
        subsets, candidates = overview.subsets(), overview.candidates()
        preview = overview.preview()
        shown = {} if preview is None else {str(row[0]): row[1] for row in preview.sections[2].rows}
        return self._site.page(
            visit,
            "rating-dashboard.html",
            subsets=subsets,
            raters=overview.raters(),
            least=settings.least_raters,
            most=settings.most_raters,
            counts=sorted(Counter(len(row.ratings) for row in candidates).items()),
            total=len(candidates),
            figures=figures(candidates),
            alpha=shown.get(_ALPHA),
            pace=list(overview.pace().items())[-DAYS:],
        )

    def candidates(self, visit: Visit) -> Response:
        """The candidates with their ratings, or some of them, a hundred at a time."""
        show = visit.query.one("show") if visit.query.one("show") in _SHOWS else "all"
        chosen = [row for row in self._rating.overview.candidates() if _is_shown(row, show)]
        pages = range(1, 2 + max(0, len(chosen) - 1) // ROWS_OF_LIST)
        page = min(max(1, visit.query.number("page", 1)), pages[-1])
        return self._site.page(
            visit,
            "rating-candidates.html",
            rows=chosen[ROWS_OF_LIST * (page - 1) : ROWS_OF_LIST * page],
            number=len(chosen),
            show=show,
            shows=_SHOWS,
            page=page,
            pages=pages,
        )

    def preview(self, visit: Visit) -> Response:
        """What the quality filter would do."""
        return self._site.page(visit, "rating-filter.html", sheet=self._rating.overview.preview())

    # -------------------------------------------------------------------------------------------------------- people

    def person(self, visit: Visit) -> Response:
        """One rater: what they did, and what can be done."""
        user = self._rater(visit)
        row = next(each for each in self._rating.overview.raters() if each.user.id == user.id)
        events = [each for each in read_events(self._campaign.database) if each.user == user.name]
        listed = self._rating.ratings.listed(user.id, user.name)
        return self._site.page(visit, "rating-person.html", row=row, sittings=listed, events=events[::-1][:50])

    def pause(self, visit: Visit) -> Response:
        """Pause, or let go on."""
        user = self._rater(visit)
        self._campaign.users.pause(user.name, paused=visit.form.one("paused") == "yes", actor=visit.user.name)
        return see_other(f"/organise/people/{user.id}")

    def reassign(self, visit: Visit) -> Response:
        """Give the subsets that are open with a rater back, for others to have."""
        user = self._rater(visit)
        self._rating.sittings.release(user, actor=visit.user.name)
        return see_other(f"/organise/people/{user.id}")

    def _rater(self, visit: Visit) -> User:
        user = self._campaign.users.by_id(visit.parameters["person"])
        if user is None or user.role is not Role.ANNOTATOR:
            raise HTTPException(404)
        return user


def _is_shown(row: CandidateRow, show: str) -> bool:
    if show == "disputed":
        return (row.deviation or 0.0) >= _DISPUTED
    return show == "all" or not row.ratings
