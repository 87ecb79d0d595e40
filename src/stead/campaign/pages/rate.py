"""One sentence at a time, with its candidates: rated, stored; whatever goes wrong, what was chosen is shown again."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response

from stead.campaign.pages.rating_form import RatingForm
from stead.campaign.pages.site import see_other, time_left
from stead.campaign.records import (
    CANNOT_JUDGE,
    AnswerConflict,
    AnswerRefused,
    CampaignScreen,
    NotAgreed,
    NotAssigned,
    RatingClosed,
    RatingTask,
    State,
    User,
)
from stead.campaign.tasks.rating_phase import RatingPhase
from stead.campaign.tasks.rating_task import Outdated, Rated
from stead.core.errors import SteadError
from stead.core.item import Item
from stead.web.requests import Visit
from stead.words import in_stead

if TYPE_CHECKING:
    from stead.campaign.pages.site import CampaignSite

_FAR = 2  # steps of the scale


class RatingPages:
    """The rater's pages. Every call names the session's own user, so nobody sees what is another's."""

    def __init__(self, site: "CampaignSite", rating: RatingPhase) -> None:
        self._site, self._campaign, self._rating = site, site.campaign, rating
        self._scale = site.campaign.settings.rating.scale
        self._placements = Placements(rating.screens.by_id.values())

    # ------------------------------------------------------------------------------------------------------- parts

    def start(self, visit: Visit) -> Response:
        """On to the next sentence, to a part that can be begun, or why there is none."""
        user: User = visit.user
        if not self._campaign.guidelines.has_agreed(user.id):
            return see_other("/guidelines")
        after = visit.query.number("after")
        found = self._rating.sittings.next(user, after=after if after >= 0 else None)
        if found.screen_id is not None:
            return see_other(f"/annotate/{found.screen_id}{f'?after={after}' if after >= 0 else ''}")
        sittings = self._rating.ratings.progress(user.id, -1).sittings
        saved = self._saved(visit)
        if found.offer is None:
            return self._site.page(visit, "rating-pause.html", reason=found.pause, sittings=sittings, saved=saved)
        left = time_left(self._site.words, found.offer.seconds)
        return self._site.page(visit, "rating-offer.html", offer=found.offer, left=left, sittings=sittings, saved=saved)

    def begin(self, visit: Visit) -> Response:
        """Take a part."""
        if self._campaign.guidelines.has_agreed(visit.user.id):
            self._rating.sittings.begin(visit.user)
        return see_other("/annotate")

    # ----------------------------------------------------------------------------------------------------- sentences

    def show(self, visit: Visit) -> Response:
        """The form for a screen of the rater's own list."""
        task = self._task(visit)
        if not self._campaign.guidelines.has_agreed(visit.user.id):
            return see_other("/guidelines")
        if task.closed:
            return self._site.page(visit, "rating-closed.html", task=task)
        if task.state is State.EXPIRED:
            self._rating.sittings.reopen(visit.user.id, task.screen.subset)
        return self._form(visit, task, RatingForm.fresh(task.stored), saved=self._saved(visit))

    def send(self, visit: Visit) -> Response:
        """Store the ratings of a sentence, and go on when they are on disk."""
        task, chosen = self._task(visit), RatingForm.sent(visit.form)
        if not visit.token_is_right:  # signed in again since the form was made: shown again, to be sent once more
            return self._form(visit, task, chosen, 403, notice="again")
        try:
            submission = chosen.submission(len(task.screen.candidates))
            done = self._rating.ratings.submit(visit.user.id, task.screen.id, submission)
        except AnswerRefused as error:
            return self._form(visit, task, chosen, 422, notice="refused", codes=error.codes)
        except RatingClosed:  # from another window: what was saved before is not shown now
            return self._site.page(visit, "rating-closed.html", 409, task=task)
        except AnswerConflict:
            done = Outdated(self._task(visit).stored)
        except NotAssigned:
            raise HTTPException(404) from None
        except NotAgreed:
            return self._form(visit, task, chosen, 409, notice="agree")
        return see_other(_behind(task.screen)) if isinstance(done, Rated) else self._told(visit, task, chosen, done)

    def _told(self, visit: Visit, task: RatingTask, chosen: RatingForm, outdated: Outdated) -> Response:
        """Both versions, to choose from; a form that was filled in on a revision that never was is damaged."""
        if outdated.current is None:
            return self._form(visit, task, chosen, 422, notice="refused", codes=("revision",))
        return self._form(visit, task, chosen.upon(outdated.current), 409, notice="conflict", stored=outdated.current)

    def _task(self, visit: Visit) -> RatingTask:
        try:
            return self._rating.ratings.task(visit.user.id, visit.parameters["screen"])
        except NotAssigned:
            raise HTTPException(404) from None

    def _saved(self, visit: Visit) -> RatingTask | None:
        """The screen that has just been stored, of which the browser may now forget its draft."""
        after = visit.query.number("after")
        try:
            return self._rating.ratings.task(visit.user.id, after) if after >= 0 else None
        except NotAssigned:
            return None

    def _form(
        self, visit: Visit, task: RatingTask, chosen: RatingForm, status: int = 200, **values: object
    ) -> Response:
        progress = self._rating.ratings.progress(visit.user.id, task.screen.subset)
        defaults = {"notice": "", "codes": (), "stored": task.stored, "saved": None}
        return self._site.page(
            visit,
            "rating-item.html",
            status,
            task=task,
            chosen=chosen,
            rows=[(at, self._placements.of(task.screen, at)) for at in task.order],
            scale=self._scale,
            values=[*self._rating.ratings.values, CANNOT_JUDGE],
            progress=progress,
            left=time_left(self._site.words, progress.seconds_left),
            **{**defaults, **values},
        )

    # --------------------------------------------------------------------------------------------- practice and list

    def feedback(self, visit: Visit) -> Response:
        """What others said to a practice sentence, after one has rated it."""
        task = self._task(visit)
        if not task.screen.is_practice or task.stored is None:
            raise HTTPException(404)
        steps = self._rating.ratings.values
        rows = [
            (
                self._placements.of(task.screen, at),
                task.stored.judgements[at],
                task.screen.expected[at],
                _distance(steps, task.stored.judgements[at], task.screen.expected[at]) >= min(_FAR, len(steps) - 1),
            )
            for at in task.order
        ]
        return self._site.page(visit, "rating-feedback.html", task=task, rows=rows, far=any(row[3] for row in rows))

    def listed(self, visit: Visit) -> Response:
        """What is done and what is not."""
        rows = self._rating.ratings.listed(visit.user.id, visit.user.name)
        return self._site.page(visit, "rating-list.html", sittings=rows[::-1])


def _distance(steps: tuple[str, ...], one: str, other: str) -> int:
    return 0 if CANNOT_JUDGE in (one, other) else abs(steps.index(one) - steps.index(other))


def _behind(screen: CampaignScreen) -> str:
    """Where a rater goes from a screen: practice shows first what others said."""
    return f"/annotate/{screen.id}/feedback" if screen.is_practice else f"/annotate?after={screen.id}"


_AROUND = 32  # characters of the sentence on each side


@dataclass(frozen=True, slots=True)
class Placed:
    """A candidate in its place; `original` is how it was given, if that is another form."""

    before: str
    text: str
    after: str
    original: str


class Placements:
    """Every candidate of every screen in its place."""

    def __init__(self, screens: Iterable[CampaignScreen]) -> None:
        known: dict[tuple[int, str], Placed] = {}
        for screen in screens:
            for term in screen.candidates:
                key = screen.item.id, term
                if key not in known:
                    known[key] = placed(screen.item.item, term)
        self._known = known

    def of(self, screen: CampaignScreen, at: int) -> Placed:
        """One candidate of a screen."""
        return self._known[screen.item.id, screen.candidates[at]]


def placed(item: Item, candidate: str) -> Placed:
    """The candidate in the item's sentence. Files write phrases with underscores or with blanks; people see blanks."""
    term = " ".join(candidate.replace("_", " ").split()) or candidate
    try:
        made = in_stead(item, term)
        text, start, end = made.text, made.start, made.end
    except SteadError:  # no inflector is installed, or nobody knows the language
        text, start = item.text[: item.start] + term + item.text[item.end :], item.start
        end = start + len(term)
    shown = text[start:end]
    return Placed(_end_of(text[:start]), shown, _start_of(text[end:]), "" if shown == term else term)


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
