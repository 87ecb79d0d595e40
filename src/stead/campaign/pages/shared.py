"""Code that the pages of a campaign share: texts and templates, the guidelines, and how a form is sent and stored."""

import hashlib
import hmac
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar

from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, RedirectResponse, Response

from stead.campaign.folder import Campaign
from stead.campaign.pages.texts import in_words, moment, organiser_filters, shorten_end, shorten_start
from stead.campaign.pages.translations import texts_in
from stead.campaign.records import (
    AnswerConflict,
    AnswerRefused,
    ItemView,
    NotAgreed,
    NotAssigned,
    Pause,
    Stale,
    Stored,
    User,
)
from stead.campaign.store.submissions import Submissions
from stead.web.rendering import SHARED, Assets, Templates, render_markdown
from stead.web.requests import Form, SessionCookie, Visit

HERE = Path(__file__).parent
PREVIEW = "/organise/preview"
"""Where organisers try the pages of a task."""


class CampaignSite:
    """A campaign with its texts, templates and cookie; `listed` is the address of the list of several campaigns."""

    def __init__(self, campaign: Campaign, *, listed: str = "") -> None:
        self.campaign = campaign
        interface, access = campaign.settings.interface, campaign.settings.access
        rates = campaign.rating is not None
        self.words = texts_in(interface.language, rates=rates, folder=campaign.folder)
        self.cookie = SessionCookie(
            self._own("cookie"), access.session_hours * 3600, interface.url.lower().startswith("https:")
        )
        self.assets = Assets(SHARED / "assets", HERE / "assets", base=interface.path)
        values = {
            "t": self.words,
            "asset": self.assets.address,
            "language": self.words.language,
            "campaign": interface.title,
            "answers": campaign.settings.answers,
            "rates": rates,
            "work": "/annotate",
            "preview": False,
            "now": lambda: int(time.time()),
            "drafts": self._own("drafts"),
            "listed": listed,
            "task_key": self.task_key,
        }
        filters: dict[str, Callable[..., object]] = {
            "moment": moment,
            "in_words": lambda answer: in_words(self.words, answer),
            "markdown": render_markdown,
            "shorten_start": shorten_start,
            "shorten_end": shorten_end,
            **organiser_filters(self.words),
        }
        self._templates = Templates(HERE / "templates", values=values, filters=filters, base=interface.path)

    def _own(self, purpose: str) -> str:
        """A name for cookies and drafts that no other campaign on this host has."""
        return self._hash(purpose)[:12]

    def task_key(self, user_id: int, task_id: int) -> str:
        """The key of an item or a screen for one user, in forms and drafts; it reveals nothing else.

        It tells a form that was made for another task, or for another user of the same browser. A place in a list
        would name whatever is there when the form arrives, and the number of an item would tell which ones are alike.
        """
        return self._hash(f"item {user_id} {task_id}")[:32]

    def _hash(self, text: str) -> str:
        return hmac.new(self.campaign.secret, text.encode(), hashlib.sha256).hexdigest()

    def sign_in(self, visit: Visit, user: User, address: str) -> Response:
        """Sign somebody in: a new session in place of the one that there was, if any."""
        token = self.campaign.sessions.start(user.id, instead_of=visit.session or None)
        response = see_other(address)
        self.cookie.put(response, token)
        return response

    def page(self, visit: Visit | None, name: str, status: int = 200, /, **values: object) -> HTMLResponse:
        """Render a page for a visitor."""
        return self._templates.respond(name, status, user=visit.user if visit else None, **values)

    def asset(self, visit: Visit) -> Response:
        """Serve an asset."""
        return self.assets.respond(visit.parameters["name"])

    def wrong(self, status: int, reason: str) -> HTMLResponse:
        """Render the page for an error."""
        texts = self.words.texts
        key = f"error-{status}-{reason}" if f"error-{status}-{reason}" in texts else f"error-{status}"
        return self.page(None, "error.html", status, text=texts.get(key, texts["error-400"]))


def see_other(address: str) -> Response:
    """Redirect with status 303: the browser asks for the address by GET."""
    return RedirectResponse(address, 303)


def preview_address(number: int | None) -> str:
    """The address of a task in the preview; that of the guidelines, where it begins, after the last."""
    return PREVIEW if number is None else f"{PREVIEW}/{number}"


def attachment(data: bytes, file_name: str) -> Response:
    """A file to be saved; whatever it holds, no browser shows it as a page of ours."""
    headers = {"content-disposition": f'attachment; filename="{file_name}"'}
    return Response(data, media_type="application/octet-stream", headers=headers)


class TaskForm(Protocol):
    """The fields of a form that is sent for one task."""

    @property
    def key(self) -> str:
        """The key of the task that the form was made for."""


F = TypeVar("F", bound=TaskForm)


class TaskPages(ABC, Generic[F]):
    """The pages of a task. Every call names the session's own user, so nobody sees what is another's."""

    def __init__(self, site: CampaignSite, submissions: Submissions[Any, Any]) -> None:
        self._site, self._campaign, self._submissions = site, site.campaign, submissions

    @abstractmethod
    def _read(self, form: Form) -> F:
        """Read the form that a browser sent."""

    @abstractmethod
    def _task_id(self, visit: Visit) -> int:
        """The number of the task that the address names; 404 if it is not the user's."""

    @abstractmethod
    def _other_form(self, visit: Visit, form: F, status: int) -> Response:
        """Show a form that was not made for this task and user, without storing it."""

    @abstractmethod
    def _form(self, visit: Visit, form: F, status: int, *, task: Any = None, **values: object) -> Response:
        """Show the form of the task that the address names, filled in."""

    @abstractmethod
    def _store(self, visit: Visit, task_id: int, form: F) -> Response | Stored[Any] | Stale[Any]:
        """Store a form, or ask about it."""

    @abstractmethod
    def _rebase(self, form: F, revision: int) -> F:
        """The same form as a change of another revision."""

    @abstractmethod
    def _after(self, visit: Visit, task_id: int) -> str:
        """The address to go to when the answer is stored."""

    def send(self, visit: Visit) -> Response:
        """Store a form with the task that it was made for, and redirect when it is on disk."""
        form = self._read(visit.form)
        try:
            task_id = self._task_id(visit)
        except HTTPException as error:
            return self._other_form(visit, form, error.status_code)
        if form.key != self._site.task_key(visit.user.id, task_id):
            return self._other_form(visit, form, 409)
        try:
            stored = self._store(visit, task_id, form)
        except AnswerRefused as error:
            return self._form(visit, form, 422, notice="refused", codes=error.codes)
        except AnswerConflict:
            history = self._submissions.history(visit.user.id, task_id)
            stored = Stale(history[-1] if history else None)
        except NotAssigned:
            raise HTTPException(404) from None
        except NotAgreed:
            return self._form(visit, form, 409, notice="agree")
        if isinstance(stored, Stored):
            return see_other(self._after(visit, task_id))
        return self._stale(visit, form, stored) if isinstance(stored, Stale) else stored

    def _stale(self, visit: Visit, form: F, stale: Stale[Any]) -> Response:
        """Show both versions, to choose from; a form based on a revision that does not exist is refused."""
        if stale.current is None:
            return self._form(visit, form, 422, notice="refused", codes=("revision",))
        rebased = self._rebase(form, stale.current.revision)
        return self._form(visit, rebased, 409, notice="conflict", stored=stale.current)

    # ------------------------------------------------------------------------------------------------------ the end

    def _pause(self, visit: Visit, reason: Pause | None, *, done: int, **values: object) -> Response:
        """Say why there is nothing to do; to those whom a platform sent, with the way back to it.

        They are done when there is nothing left for them. Who has done nothing had come too late.
        """
        crowd, person = self._campaign.crowd, self._campaign.crowd.participant(visit.user.id)
        if person is None or (reason is Pause.PAUSED and not person.screened):
            return self._site.page(visit, "pause.html", reason=reason, **values)
        end = "screened" if person.screened else "finished" if done else "late"
        if end == "finished":
            crowd.finish(person)
        return self._site.page(
            visit,
            "crowd-end.html",
            end=end,
            code=crowd.code(person) if end != "late" else "",
            elsewhere=crowd.address(person) if end != "late" else "",
            may_return=reason is Pause.WAIT,
            **values,
        )

    def _screen(self, visit: Visit) -> None:
        """Screen out somebody of a crowd who has failed too many attention checks."""
        if self._campaign.settings.crowd.failed_checks:
            person = self._campaign.crowd.participant(visit.user.id)
            if person is not None:
                self._campaign.crowd.screen(person)

    # --------------------------------------------------------------------------------------------------- guidelines

    def guidelines(self, visit: Visit) -> Response:
        """Show the guidelines with examples, and the consent."""
        return self._guidelines(visit, 200)

    def _guidelines(self, visit: Visit, status: int, *, lacks_consent: bool = False) -> Response:
        guidelines = self._campaign.guidelines
        agreed = guidelines.has_agreed(visit.user.id)
        return self._site.page(
            visit,
            "guidelines.html",
            status,
            guidelines=guidelines,
            agreed=agreed,
            changed=not agreed and guidelines.has_agreed_before(visit.user.id),
            lacks_consent=lacks_consent,
            saved=self._saved(visit),
        )

    def _preview_guidelines(self, visit: Visit, first: int) -> Response:
        """Show an organiser the guidelines as those who work see them before their first task."""
        return self._site.page(
            visit,
            "guidelines.html",
            guidelines=self._campaign.guidelines,
            agreed=False,
            changed=False,
            lacks_consent=False,
            saved=None,
            preview=True,
            first=f"{PREVIEW}/{first}",
        )

    def _saved(self, visit: Visit) -> ItemView | None:  # noqa: ARG002 (for those who ask for it)
        """The item whose answer has just been stored, and whose draft the browser may delete."""
        return None

    def agree(self, visit: Visit) -> Response:
        """Record that the user has read the guidelines, and given the consent if one is asked for."""
        guidelines = self._campaign.guidelines
        if visit.form.one("version") != guidelines.agreement:  # changed since the form was made
            return self._guidelines(visit, 409)
        if guidelines.consent and visit.form.one("agree") != "yes":
            return self._guidelines(visit, 422, lacks_consent=True)
        guidelines.agree(visit.user.id)
        return see_other("/annotate")


def seconds_of(form: Form) -> float:
    """The duration of a task: as the page measured it or, without scripts, since the page was made."""
    measured, opened = form.number("milliseconds"), form.number("opened")
    if measured >= 0:
        return measured / 1000
    return time.time() - opened if opened >= 0 else 0.0
