"""The organiser's pages on ratings: how everybody does, every candidate, and what the filter would do.

Nothing here can change a rating.
"""

from collections import Counter
from dataclasses import dataclass

from starlette.exceptions import HTTPException
from starlette.responses import Response

from stead.campaign.pages.dashboard import CachedFigures, PeoplePages
from stead.campaign.pages.site import CampaignSite
from stead.campaign.pages.texts import paged
from stead.campaign.tasks.rating_overview import CandidateRow, RaterRow, SubsetRow, figures
from stead.campaign.tasks.rating_phase import RatingPhase
from stead.records.sheet import Sheet
from stead.web.requests import Visit

DAYS = 14
_DISPUTED = 1.0
_SHOWS = ("all", "disputed", "unrated")
_ALPHA = "alpha-ordinal"


@dataclass(frozen=True, kw_only=True)
class _RatingFigures:
    """What the overview, the list of candidates and the filter show, and when it was worked out."""

    time: str
    subsets: list[SubsetRow]
    raters: list[RaterRow]
    candidates: list[CandidateRow]
    preview: Sheet | None
    pace: dict[str, int]


class RatingDashboard(PeoplePages):
    """Looks at everything, and pauses or relieves raters."""

    def __init__(self, site: CampaignSite, rating: RatingPhase) -> None:
        super().__init__(site)
        self._rating = rating
        self._figures = CachedFigures(self._work_out, rating.overview.version)

    def _work_out(self) -> _RatingFigures:
        overview, time = self._rating.overview, self._campaign.database.now()
        return _RatingFigures(
            time=time,
            subsets=overview.subsets(),
            raters=overview.raters(),
            candidates=overview.candidates(),
            preview=overview.preview(),
            pace=overview.pace(),
        )

    def dashboard(self, visit: Visit) -> Response:
        """Everything on one page."""
        found, settings = self._figures.get(), self._campaign.settings.rating
        candidates, preview = found.candidates, found.preview
        shown = {} if preview is None else {str(row[0]): row[1] for row in preview.sections[2].rows}
        return self._site.page(
            visit,
            "rating-dashboard.html",
            time=found.time,
            subsets=found.subsets,
            raters=found.raters,
            least=settings.least_raters,
            most=settings.most_raters,
            counts=sorted(Counter(len(row.ratings) for row in candidates).items()),
            total=len(candidates),
            figures=figures(candidates),
            alpha=shown.get(_ALPHA),
            pace=list(found.pace.items())[-DAYS:],
        )

    def candidates(self, visit: Visit) -> Response:
        """The candidates with their ratings, or some of them, a hundred at a time."""
        show = visit.query.one("show") if visit.query.one("show") in _SHOWS else "all"
        chosen = [row for row in self._figures.get().candidates if _is_shown(row, show)]
        shown = paged(chosen, visit.query.number("page", 1))
        return self._site.page(
            visit,
            "rating-candidates.html",
            rows=shown.rows,
            number=len(chosen),
            show=show,
            shows=_SHOWS,
            page=shown.page,
            pages=shown.pages,
        )

    def preview(self, visit: Visit) -> Response:
        """What the quality filter would do."""
        return self._site.page(visit, "rating-filter.html", sheet=self._figures.get().preview)

    # -------------------------------------------------------------------------------------------------------- people

    def person(self, visit: Visit) -> Response:
        """One rater: what they did, and what can be done."""
        user = self._person(visit)
        row = next((each for each in self._rating.overview.raters() if each.user.id == user.id), None)
        if row is None:  # deleted a moment ago
            raise HTTPException(404)
        listed = self._rating.ratings.listed(user.id, user.name)
        return self._site.page(visit, "rating-person.html", row=row, sittings=listed, events=self._events(user))


def _is_shown(row: CandidateRow, show: str) -> bool:
    if show == "disputed":
        return (row.deviation or 0.0) >= _DISPUTED
    return show == "all" or not row.ratings
