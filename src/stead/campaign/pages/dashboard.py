"""The organiser's overview: progress, agreement, the answers to every item, and each annotator.

Nothing here can change an answer.
"""

import threading
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Generic, TypeVar

from starlette.exceptions import HTTPException
from starlette.responses import Response

from stead.campaign.admin.erasure import erased_people
from stead.campaign.folder import RatingPhase
from stead.campaign.pages.people import PeoplePages
from stead.campaign.pages.shared import CampaignSite, see_other
from stead.campaign.pages.texts import paginate
from stead.campaign.tasks.agreement_overview import AgreementOverview, agreement_overview, plan_more_annotators
from stead.campaign.tasks.annotation_overview import AnnotatorRow, ItemRow, flag_items
from stead.campaign.tasks.rating_overview import CandidateRow, RaterRow, SubsetRow, figures
from stead.records.agreement import AgreementFigure
from stead.records.sheet import Sheet
from stead.web.requests import Visit

DAYS = 14
MOST_EXTRA = 100_000
_SHOWS = ("all", "open", "flagged", "commented")
_SORTS = ("file", "agreement", "answers")
_LEXELT_SORTS = ("agreement", "lexelt")
_HEADLINES = ("pairwise", "items-with-mode", "alpha-substitutes")


@dataclass(frozen=True, kw_only=True)
class _Figures:
    """The figures of the overview and the list of items, and the time of their computation."""

    time: str
    items: list[ItemRow]
    people: list[AnnotatorRow]
    pace: dict[str, int]
    reasons: dict[int, list[str]]
    agreement: AgreementOverview | None
    """Without intervals, which take long."""


class Dashboard(PeoplePages):
    """The organiser's pages of an annotation campaign."""

    def __init__(self, site: CampaignSite) -> None:
        super().__init__(site)
        version, erased = site.campaign.overview.version, partial(erased_people, site.campaign)
        self._figures = CachedFigures(self._work_out, version, urgent=erased)
        self._agreement = CachedFigures(self._work_out_agreement, version, urgent=erased)

    def dashboard(self, visit: Visit) -> Response:
        """Show the overview."""
        figures = self._figures.get()
        items, pace = figures.items, figures.pace
        places = self._campaign.settings.assignment.annotators_per_item
        answered = sum(min(row.answered, places) for row in items)
        return self._site.page(
            visit,
            "dashboard.html",
            people=figures.people,
            items=items,
            finished=sum(row.answered >= places for row in items),
            places=places,
            answered=answered,
            wanted=places * len(items),
            pace=list(pace.items())[-DAYS:],
            days_left=_days_left(pace, places * len(items) - answered, self._campaign.database.clock()),
            agreement=_headlines(figures.agreement),
            flagged=[(row, figures.reasons[row.item.id]) for row in items if row.item.id in figures.reasons],
            time=figures.time,
        )

    def _work_out(self) -> "_Figures":
        overview, time = self._campaign.overview, self._campaign.database.now()
        items, annotations = overview.items(), overview.annotations()
        return _Figures(
            time=time,
            items=items,
            people=overview.annotators(self._campaign.users.all()),
            pace=overview.pace(),
            reasons=flag_items(items, annotations, self._campaign.settings.interface.language_code),
            agreement=agreement_overview(annotations, resamples=0),
        )

    # ----------------------------------------------------------------------------------------------------- agreement

    def agreement(self, visit: Visit) -> Response:
        """Show the agreement: every coefficient, by lexelt, over time, and who differs from the others."""
        sort = _chosen(visit, "sort", _LEXELT_SORTS)
        overview, people = self._agreement.get(), self._campaign.users.all()
        lexelts = list(overview.lexelts.items()) if overview else []
        return self._site.page(
            visit,
            "agreement.html",
            overview=overview,
            headlines=_headlines(overview),
            others=[figure for figure in overview.figures if figure.coefficient not in _HEADLINES] if overview else [],
            lexelts=sorted(lexelts, key=lambda row: row[0] if sort == "lexelt" else (row[1].share, row[0])),
            sort=sort,
            sorts=_LEXELT_SORTS,
            people={user.name: user for user in people},
            items=self._campaign.items.by_key,
        )

    def _work_out_agreement(self) -> AgreementOverview | None:
        return agreement_overview(self._campaign.overview.annotations())

    def plan(self, visit: Visit) -> Response:
        """Show what more annotators would change: in the answers so far, and in simulated campaigns of this size."""
        real, places = self._figures.get().items, self._campaign.settings.assignment.annotators_per_item
        lexelts = len({row.item.item.lexelt for row in real})
        agreement = self._figures.get().agreement
        section = plan_more_annotators(len(real), lexelts, places) if real else None
        growth = agreement.growth if agreement else ()
        return self._site.page(visit, "plan.html", section=section, growth=growth, places=places)

    # --------------------------------------------------------------------------------------------------------- items

    def items(self, visit: Visit) -> Response:
        """Show the items, or some of them, a hundred at a time, in an order that can be chosen."""
        show, sort = _chosen(visit, "show", _SHOWS), _chosen(visit, "sort", _SORTS)
        figures, places = self._figures.get(), self._campaign.settings.assignment.annotators_per_item
        reasons = figures.reasons
        chosen = [row for row in figures.items if _is_shown(row, show, places, reasons)]
        agreement = figures.agreement.items if figures.agreement else {}
        shares = {row.item.id: agreement.get((row.item.item.lexelt, row.item.item.id)) for row in chosen}
        orders: dict[str, Callable[[ItemRow], object]] = {
            "file": lambda row: row.item.id,
            "agreement": lambda row: (not (mean := shares[row.item.id]), mean.share if mean else 0.0, row.item.id),
            "answers": lambda row: (row.answered, row.item.id),
        }
        shown = paginate(sorted(chosen, key=orders[sort]), visit.query.number("page", 1))  # type: ignore[arg-type]
        return self._site.page(
            visit,
            "items.html",
            rows=shown.rows,
            shares=shares,
            sort=sort,
            sorts=_SORTS,
            number=len(chosen),
            reasons=reasons,
            places=places,
            show=show,
            shows=_SHOWS,
            page=shown.page,
            pages=shown.pages,
        )

    # -------------------------------------------------------------------------------------------------------- people

    def person(self, visit: Visit) -> Response:
        """Show one annotator: their work, and the actions on them."""
        user = self._person(visit)
        (row,) = self._campaign.overview.annotators([user])
        shown = paginate(self._campaign.answers.list_items(user.id), visit.query.number("page", 1))
        return self._site.page(
            visit,
            "person.html",
            row=row,
            progress=self._campaign.assignment.progress(user),
            assigned=shown.rows,
            page=shown.page,
            pages=shown.pages,
            given=self._campaign.answers.current(user.id),
            limit=self._campaign.settings.assignment.items_per_annotator,
            events=self._events(user),
        )

    def extend(self, visit: Visit) -> Response:
        """Let an annotator have more items than the settings say."""
        user, more = self._person(visit), visit.form.number("items", 0)
        if not 1 <= more <= MOST_EXTRA or user.extra_items + more > MOST_EXTRA:
            raise HTTPException(400)
        self._campaign.users.extend(user.name, more, actor=visit.user.name)
        return see_other(f"/organise/people/{user.id}")


def _chosen(visit: Visit, name: str, among: tuple[str, ...]) -> str:
    """A choice in the address; the first if there is none, or one that does not exist."""
    return visit.query.one(name) if visit.query.one(name) in among else among[0]


def _headlines(overview: AgreementOverview | None) -> list[AgreementFigure]:
    """The coefficients that are read first, in their order."""
    figures = {figure.coefficient: figure for figure in overview.figures} if overview else {}
    return [figures[name] for name in _HEADLINES if name in figures]


def _is_shown(row: ItemRow, show: str, places: int, reasons: dict[int, list[str]]) -> bool:
    return {
        "all": True,
        "open": row.answered < places,
        "flagged": row.item.id in reasons,
        "commented": row.comments > 0,
    }[show]


def _days_left(pace: dict[str, int], left: int, now: datetime) -> int | None:
    """The days left at the pace of the last seven; unknown if nothing was answered in them."""
    since = (now.astimezone(UTC) - timedelta(days=7)).strftime("%Y-%m-%d")
    recent = sum(number for day, number in pace.items() if day > since)
    return -(-left * 7 // recent) if recent else None


T = TypeVar("T")


# ------------------------------------------------------------------------------------------------------- rating

_DISPUTED = 1.0
_CANDIDATES_SHOWN = ("all", "disputed", "unrated")
_ALPHA = "alpha-ordinal"


@dataclass(frozen=True, kw_only=True)
class _RatingFigures:
    """The figures of the overview, the list of candidates and the filter, and the time of their computation."""

    time: str
    subsets: list[SubsetRow]
    raters: list[RaterRow]
    candidates: list[CandidateRow]
    preview: Sheet | None
    pace: dict[str, int]


class RatingDashboard(PeoplePages):
    """The organiser's pages of a rating campaign."""

    def __init__(self, site: CampaignSite, rating: RatingPhase) -> None:
        super().__init__(site)
        self._rating = rating
        self._figures = CachedFigures(
            self._work_out, rating.overview.version, urgent=partial(erased_people, site.campaign)
        )

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
        """Show the overview."""
        progress, settings = self._figures.get(), self._campaign.settings.rating
        candidates, preview = progress.candidates, progress.preview
        shown = {} if preview is None else {str(row[0]): row[1] for row in preview.sections[2].rows}
        return self._site.page(
            visit,
            "rating-dashboard.html",
            time=progress.time,
            subsets=progress.subsets,
            raters=progress.raters,
            least=settings.least_raters,
            most=settings.most_raters,
            counts=sorted(Counter(len(row.ratings) for row in candidates).items()),
            total=len(candidates),
            figures=figures(candidates),
            alpha=shown.get(_ALPHA),
            alpha_name=_ALPHA,
            rated_items=len({row.screen.item.id for row in candidates if len(row.ratings) > 1}),
            pace=list(progress.pace.items())[-DAYS:],
        )

    def candidates(self, visit: Visit) -> Response:
        """Show the candidates with their ratings, or some of them, a hundred at a time."""
        show = _chosen(visit, "show", _CANDIDATES_SHOWN)
        chosen = [row for row in self._figures.get().candidates if _is_candidate_shown(row, show)]
        shown = paginate(chosen, visit.query.number("page", 1))
        return self._site.page(
            visit,
            "rating-candidates.html",
            rows=shown.rows,
            number=len(chosen),
            show=show,
            shows=_CANDIDATES_SHOWN,
            page=shown.page,
            pages=shown.pages,
        )

    def preview(self, visit: Visit) -> Response:
        """Show what the quality filter would exclude."""
        return self._site.page(visit, "rating-filter.html", sheet=self._figures.get().preview)

    # -------------------------------------------------------------------------------------------------------- people

    def person(self, visit: Visit) -> Response:
        """Show one rater: their work, and the actions on them."""
        user = self._person(visit)
        row = next((row for row in self._rating.overview.raters() if row.user.id == user.id), None)
        if row is None:  # deleted a moment ago
            raise HTTPException(404)
        listed = self._rating.ratings.list_sittings(user.id, user.name)
        return self._site.page(visit, "person.html", row=row, sittings=listed, events=self._events(user))


def _is_candidate_shown(row: CandidateRow, show: str) -> bool:
    if show == "disputed":
        return (row.deviation or 0.0) >= _DISPUTED
    return show == "all" or not row.ratings


# ------------------------------------------------------------------------------------------------------ figures

QUICK_SECONDS = 0.2
_REST = 20  # how many times the time that it took to work them out, for large ones


class CachedFigures(Generic[T]):
    """A cached value with the version of the data it was computed from.

    It is made again when the version has changed; if that took long, not before a rest in which the old one is shown,
    so that somebody who looks on while many people work does not take the machine from them. What is `urgent` waits for
    no rest: somebody who was erased is not shown again.
    """

    def __init__(
        self,
        make: Callable[[], T],
        version: Callable[[], object],
        clock: Callable[[], float] = time.monotonic,
        urgent: Callable[[], object] = lambda: None,
    ) -> None:
        self._make, self._version, self._clock, self._urgent = make, version, clock, urgent
        self._turn = threading.Lock()
        self._found: tuple[object, object, T] | None = None
        self._rests_until = 0.0

    def get(self) -> T:
        """The value, computed if it is out of date; concurrent callers wait for one computation."""
        with self._turn:
            version, urgent = self._version(), self._urgent()
            began = self._clock()
            if self._found is not None:
                before, urgent_before, value = self._found
                if urgent == urgent_before and (version == before or began < self._rests_until):
                    return value
            value = self._make()
            took = self._clock() - began
            self._rests_until = began + took + (_REST * took if took > QUICK_SECONDS else 0)
            self._found = version, urgent, value
            return value
