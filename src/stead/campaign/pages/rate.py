"""Rating in the browser: one sentence with its candidates at a time; a form that cannot be stored is shown again."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import uuid4

from starlette.exceptions import HTTPException
from starlette.responses import Response

from stead.campaign.admin.rating_setup import MOST_CANDIDATES
from stead.campaign.folder import RatingPhase
from stead.campaign.pages.shared import PREVIEW, CampaignSite, TaskPages, preview_address, seconds_of, see_other
from stead.campaign.pages.texts import time_left
from stead.campaign.records import (
    CANNOT_JUDGE,
    PRACTICE,
    CampaignScreen,
    LeaseState,
    NotAssigned,
    RatingClosed,
    RatingSubmission,
    ScreenView,
    Stale,
    Stored,
    StoredRating,
    User,
)
from stead.core.errors import SteadError
from stead.core.item import Item
from stead.web.requests import Form, Visit
from stead.words import replace_target

_FAR = 2  # steps of the scale
_LONGEST = 40
_MOST_MOMENTS = 10_000


@dataclass(frozen=True, kw_only=True)
class RatingForm:
    """The form of a screen; ratings by the index of their candidate in the alphabetical order of the screen."""

    uuid: str
    based_on: int
    ratings: Mapping[int, str]
    moments: Mapping[int, int]
    seconds: float = 0.0
    key: str = ""

    @classmethod
    def fresh(cls, stored: StoredRating | None) -> "RatingForm":
        """A new form: empty, or with the ratings given so far; it has a UUID for browsers without scripts."""
        ratings = {} if stored is None else dict(enumerate(stored.judgements))
        revision = 0 if stored is None else stored.revision
        return cls(uuid=str(uuid4()), based_on=revision, ratings=ratings, moments={})

    @classmethod
    def from_form(cls, form: Form) -> "RatingForm":
        """Read the form that a browser sent."""
        names = {at: f"c{at}" for at in range(MOST_CANDIDATES)}
        return cls(
            uuid=form.one("uuid")[:100],
            based_on=form.number("based_on"),
            ratings={at: form.one(name)[:_LONGEST] for at, name in names.items() if name in form},
            moments=_moments(form.one("moments")),
            seconds=seconds_of(form),
            key=form.one("item")[:100],
        )

    def submission(self, candidates: int) -> RatingSubmission:
        """The submission for the store; moments only if there is one for each candidate."""
        judgements = tuple(self.ratings.get(at, "") for at in range(candidates))
        known = all(at in self.moments for at in range(candidates))
        moments = tuple(self.moments[at] for at in range(candidates)) if known else ()
        is_of_another = any(at >= candidates for at in self.ratings)
        extra = ("",) * is_of_another  # ratings of nothing
        return RatingSubmission(self.uuid, self.based_on, (*judgements, *extra), moments, self.seconds)


def _moments(text: str) -> dict[int, int]:
    """Parse `0:1520 3:2890`: when each candidate was rated, in milliseconds after the page was shown."""
    moments: dict[int, int] = {}
    for pair in text[:_MOST_MOMENTS].split():
        at, _, moment = pair.partition(":")
        if all(part.isascii() and part.isdigit() and len(part) < 10 for part in (at, moment)):
            moments[int(at)] = int(moment)
    return moments


class RatingPages(TaskPages[RatingForm]):
    """The rater's pages."""

    def __init__(self, site: CampaignSite, rating: RatingPhase, placements: "Placements") -> None:
        super().__init__(site, rating.ratings)
        self._rating, self._placements = rating, placements
        self._scale = site.campaign.settings.rating.scale

    # ------------------------------------------------------------------------------------------------------- parts

    def start(self, visit: Visit) -> Response:
        """Redirect to the next sentence, offer a part, or say why there is none."""
        user: User = visit.user
        if not self._campaign.guidelines.has_agreed(user.id):
            return see_other("/guidelines")
        after = visit.query.number("after")
        self._screen(visit)
        following = self._rating.assignment.next(user, after=after if after >= 0 else None)
        if following.screen_id is not None:
            return see_other(f"/annotate/{following.screen_id}{f'?after={after}' if after >= 0 else ''}")
        sittings = self._rating.ratings.progress(user.id, -1).sittings
        offer, saved = following.offer, self._saved_screen(visit)
        if offer is None:
            return self._pause(visit, following.pause, done=sittings, saved=saved)
        left = time_left(self._site.words, offer.seconds)
        return self._site.page(visit, "rating-offer.html", offer=offer, left=left, sittings=sittings, saved=saved)

    def begin(self, visit: Visit) -> Response:
        """Take a part."""
        if self._campaign.guidelines.has_agreed(visit.user.id):
            self._rating.assignment.begin(visit.user)
        return see_other("/annotate")

    # ----------------------------------------------------------------------------------------------------- sentences

    def show(self, visit: Visit) -> Response:
        """Show the form for a screen of the rater's own list."""
        task = self._task(visit)
        if not self._campaign.guidelines.has_agreed(visit.user.id):
            return see_other("/guidelines")
        if task.closed:
            return self._site.page(visit, "rating-closed.html", task=task)
        if task.state is LeaseState.EXPIRED:
            self._rating.assignment.open(visit.user.id, task.screen.subset)
        return self._form(visit, RatingForm.fresh(task.answer), 200, task=task, saved=self._saved_screen(visit))

    def _read(self, form: Form) -> RatingForm:
        return RatingForm.from_form(form)

    def _task_id(self, visit: Visit) -> int:
        """The number of the screen that the address names."""
        return int(visit.parameters["screen"])

    def _other_form(self, visit: Visit, form: RatingForm, status: int) -> Response:
        """Show a form of another user of the same browser, or of an older page, to be sent once more."""
        return self._form(visit, form, status, notice="again")

    def _store(
        self, visit: Visit, task_id: int, form: RatingForm
    ) -> Response | Stored[StoredRating] | Stale[StoredRating]:
        task = self._task(visit)
        try:
            return self._submit(visit, task_id, form.submission(len(task.screen.candidates)))
        except RatingClosed:  # from another window: what was saved before is not shown now
            return self._site.page(visit, "rating-closed.html", 409, task=task)

    def _submit(
        self, visit: Visit, task_id: int, submission: RatingSubmission
    ) -> Response | Stored[StoredRating] | Stale[StoredRating]:
        return self._rating.ratings.submit(visit.user.id, task_id, submission)

    def _rebase(self, form: RatingForm, revision: int) -> RatingForm:
        return replace(form, uuid=str(uuid4()), based_on=revision)

    def _after(self, visit: Visit, task_id: int) -> str:  # noqa: ARG002 (not a matter of who asks)
        """The address after a submission: practice shows the expected ratings first."""
        is_practice = self._rating.screens.by_id[task_id].is_practice
        return f"/annotate/{task_id}/feedback" if is_practice else f"/annotate?after={task_id}"

    def _task(self, visit: Visit) -> ScreenView:
        try:
            return self._rating.ratings.task(visit.user.id, self._task_id(visit))
        except NotAssigned:
            raise HTTPException(404) from None

    def _saved_screen(self, visit: Visit) -> ScreenView | None:
        """The screen that has just been stored, whose draft the browser may delete."""
        after = visit.query.number("after")
        try:
            return self._rating.ratings.task(visit.user.id, after) if after >= 0 else None
        except NotAssigned:
            return None

    def _form(self, visit: Visit, form: RatingForm, status: int, *, task: Any = None, **values: object) -> Response:
        task = task or self._task(visit)
        progress = self._rating.ratings.progress(visit.user.id, task.screen.subset)
        defaults = {"notice": "", "codes": (), "stored": task.answer, "saved": None}
        return self._site.page(
            visit,
            "rate.html",
            status,
            task=task,
            typed=form,
            candidates=[(at, self._placements.of(task.screen, at)) for at in task.order],
            scale=self._scale,
            values=[*self._rating.ratings.values, CANNOT_JUDGE],
            progress=progress,
            left=time_left(self._site.words, progress.seconds_left),
            **{**defaults, **values},
        )

    # --------------------------------------------------------------------------------------------- practice and list

    def feedback(self, visit: Visit) -> Response:
        """Show the expected ratings of a practice sentence, once it is rated."""
        task = self._task(visit)
        if not task.screen.is_practice or task.answer is None:
            raise HTTPException(404)
        return self._feedback(visit, task, task.answer, onward=f"/annotate?after={task.screen.id}")

    def _feedback(self, visit: Visit, task: ScreenView, given: StoredRating, **values: object) -> Response:
        steps = self._rating.ratings.values
        rows = [
            (
                self._placements.of(task.screen, at),
                given.judgements[at],
                task.screen.expected[at],
                _distance(steps, given.judgements[at], task.screen.expected[at]) >= min(_FAR, len(steps) - 1),
            )
            for at in task.order
        ]
        far = any(row[3] for row in rows)
        return self._site.page(visit, "feedback.html", task=task, rows=rows, far=far, **values)

    def show_list(self, visit: Visit) -> Response:
        """Show the rater's list: rated and open screens."""
        rows = self._rating.ratings.list_sittings(visit.user.id, visit.user.name)
        return self._site.page(visit, "list.html", sittings=rows[::-1])


def _distance(steps: tuple[str, ...], one: str, other: str) -> int:
    return 0 if CANNOT_JUDGE in (one, other) else abs(steps.index(one) - steps.index(other))


# ------------------------------------------------------------------------------------------------------ preview


class RatingPreviewPages(RatingPages):
    """The rater's pages for an organiser who tries them: practice and every subset; no place taken, nothing stored."""

    def start(self, visit: Visit) -> Response:
        """Show the guidelines as raters see them first."""
        return self._preview_guidelines(visit, self._shown(visit)[0].id)

    def show(self, visit: Visit) -> Response:
        """Show the form for a screen."""
        return self._form(visit, RatingForm.fresh(None), 200)

    def _shown(self, visit: Visit) -> list[CampaignScreen]:
        """All screens in the orders of a rater of the organiser's name, practice first."""
        screens = self._rating.screens
        subsets = [subset for subset in (PRACTICE, *screens.subsets) if subset in screens.by_subset]
        return [screen for subset in subsets for screen in screens.of(visit.user.name, subset)]

    def _task(self, visit: Visit) -> ScreenView:
        screens, shown, number = self._rating.screens, self._shown(visit), self._task_id(visit)
        at = next((at for at, screen in enumerate(shown) if screen.id == number), None)
        if at is None:
            raise HTTPException(404)
        of_subset = screens.of(visit.user.name, shown[at].subset)
        return ScreenView(
            screen=shown[at],
            order=screens.order(visit.user.name, number),
            state=LeaseState.LEASED,
            answer=None,
            number=of_subset.index(shown[at]) + 1,
            total=len(of_subset),
            previous_id=shown[at - 1].id if at else None,
            next_id=shown[at + 1].id if at + 1 < len(shown) else None,
            closed=False,
        )

    def _submit(self, visit: Visit, task_id: int, submission: RatingSubmission) -> Response:
        """Check ratings as if they were stored, and go on; practice shows what is expected."""
        checked, task = self._rating.ratings.check(task_id, submission), self._task(visit)
        onward = preview_address(task.next_id)
        if task.is_practice:
            tried = _unstored(checked, task_id, visit.user.name)
            return self._feedback(visit, task, tried, onward=onward, preview=True, work=PREVIEW)
        return see_other(onward)

    def _form(self, visit: Visit, form: RatingForm, status: int, *, task: Any = None, **values: object) -> Response:
        return super()._form(visit, form, status, task=task, **{"preview": True, "work": PREVIEW, **values})


def _unstored(sent: RatingSubmission, screen_id: int, user: str) -> StoredRating:
    """Ratings that were only tried."""
    return StoredRating(
        uuid=sent.uuid,
        user=user,
        screen_id=screen_id,
        revision=1,
        judgements=sent.judgements,
        moments=sent.moments,
        seconds=sent.seconds,
        received="",
        guideline_version="",
        late=False,
    )


# ------------------------------------------------------------------------------------------------- presentation
# A candidate in its place: with a few words of the sentence around it, in the form of the target where that is known.
# What is shown depends on the sentence and on the candidate alone, so it cannot tell where a candidate comes from. It
# is worked out for everything at once, before the first page is shown: no page takes longer for what is on it.

_AROUND = 32  # characters of the sentence on each side


@dataclass(frozen=True, slots=True)
class PlacedCandidate:
    """A candidate in the sentence; `original` is the form in the pool, if that is another."""

    before: str
    text: str
    after: str
    original: str


class Placements:
    """Every candidate of every screen in its sentence."""

    def __init__(self, screens: Iterable[CampaignScreen]) -> None:
        known: dict[tuple[int, str], PlacedCandidate] = {}
        for screen in screens:
            for term in screen.candidates:
                key = screen.item.id, term
                if key not in known:
                    known[key] = place_candidate(screen.item.item, term)
        self._known = known

    def of(self, screen: CampaignScreen, at: int) -> PlacedCandidate:
        """One candidate of a screen in its sentence."""
        return self._known[screen.item.id, screen.candidates[at]]


def place_candidate(item: Item, candidate: str) -> PlacedCandidate:
    """Put a candidate into the item's sentence. Underscores in phrases of files are shown as spaces."""
    term = " ".join(candidate.replace("_", " ").split()) or candidate
    try:
        made = replace_target(item, term)
        text, start, end = made.text, made.start, made.end
    except SteadError:  # no inflector is installed, or nobody knows the language
        text, start = item.text[: item.start] + term + item.text[item.end :], item.start
        end = start + len(term)
    shown = text[start:end]
    return PlacedCandidate(_end_of(text[:start]), shown, _start_of(text[end:]), "" if shown == term else term)


def _end_of(text: str) -> str:
    """The last few words."""
    if len(text) <= _AROUND:
        return text
    words = text[-_AROUND:]
    return f"… {words.partition(' ')[2] if ' ' in words.rstrip() else words}"


def _start_of(text: str) -> str:
    """The first few words."""
    if len(text) <= _AROUND:
        return text
    words = text[:_AROUND]
    return f"{words.rpartition(' ')[0] if ' ' in words.lstrip() else words} …"
