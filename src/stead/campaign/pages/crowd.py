"""Crowds in the browser: joining by one link for many, the organiser's page on it, and the erasure of identities."""

from collections.abc import Iterator

from starlette.exceptions import HTTPException
from starlette.responses import Response

from stead.campaign.admin.erasure import erase, erased_people
from stead.campaign.admin.payments import payment_rows
from stead.campaign.pages.shared import CampaignSite, see_other
from stead.campaign.pages.texts import paginate
from stead.campaign.records import Role, User
from stead.campaign.store.participants import PREVIEW, CrowdRefused, is_participant
from stead.core.errors import SteadError
from stead.web.requests import Form, Visit

_STATUSES = {"closed": 403, "full": 410, "participant": 422, "gone": 403}


class CrowdPages:
    """The pages of the link for many.

    Opening the link signs nobody in: platforms and mail programs look at links, too. A person presses the button.
    """

    def __init__(self, site: CampaignSite) -> None:
        self._site, self._campaign = site, site.campaign

    def show(self, visit: Visit) -> Response:
        """The page of the link: a button for whom the address names; else a box for their id."""
        names, link = self._campaign.settings.crowd.names, visit.parameters["link"]
        if PREVIEW in (visit.query.one(name) for name in names):
            return self._page(visit, 200, "preview")
        given = {name: visit.query.one(name) for name in names}
        return self._ask(visit, 200, link, given)

    def join(self, visit: Visit) -> Response:
        """Sign in whoever pressed the button: as a new user, or the one that they were before."""
        crowd, link = self._campaign.settings.crowd, visit.form.one("link")
        given = {name: _value(visit.form, name) for name in crowd.names}
        try:
            user = self._campaign.crowd.join(link, given[crowd.participant], given)
        except CrowdRefused as refused:
            if refused.reason == "participant":
                return self._ask(visit, 422, link, given, wrong=True)
            return self._page(visit, _STATUSES[refused.reason], refused.reason)
        return self._site.sign_in(visit, user, "/annotate")

    def _ask(self, visit: Visit, status: int, link: str, given: dict[str, str], *, wrong: bool = False) -> Response:
        named = is_participant(given[self._campaign.settings.crowd.participant])
        response = self._site.page(
            visit,
            "crowd.html",
            status,
            link=link,
            given=given,
            named=named,
            wrong=wrong,
            participant=self._campaign.settings.crowd.participant,
        )
        response.headers["referrer-policy"] = "strict-origin"  # the address names the link and the person
        return response

    def _page(self, visit: Visit, status: int, reason: str) -> Response:
        return self._site.page(visit, "home.html", status, title="join-title", text=f"crowd-{reason}")

    # ------------------------------------------------------------------------------------------------- organisers

    def overview(self, visit: Visit) -> Response:
        """Show the link, and what everybody has done."""
        token, rows = self._campaign.crowd.token(), payment_rows(self._campaign)
        crowd = [row for row in rows if row.participant]
        shown = paginate(rows, visit.query.number("page", 1))
        return self._site.page(
            visit,
            "crowd-overview.html",
            link=self._campaign.crowd_link(token) if token else "",
            rows=shown.rows,
            number=len(crowd),
            page=shown.page,
            pages=shown.pages,
            most=self._campaign.settings.crowd.most_people,
            lacks=list(self._lacking()),
            minutes=sum(row.minutes for row in crowd),
            items=sum(row.items for row in crowd),
        )

    def _lacking(self) -> Iterator[str]:
        """What a crowd needs and the settings lack: the names of the texts that say so."""
        settings, rates = self._campaign.settings, self._campaign.rating is not None
        crowd = settings.crowd
        if not (crowd.completion_code or crowd.personal_codes or crowd.completion_url):
            yield "crowd-no-end"
        if not rates and settings.assignment.mode != "k-of-n":
            yield "crowd-every-item"
        if not (settings.rating.subsets_per_rater if rates else settings.assignment.items_per_annotator):
            yield "crowd-no-limit"

    def set_link(self, visit: Visit) -> Response:
        """Open the link, or close it."""
        if visit.form.one("open") == "yes":
            self._campaign.crowd.open_link(actor=visit.user.name)
        else:
            self._campaign.crowd.close_link(actor=visit.user.name)
        return see_other("/organise/crowd")


def _value(form: Form, name: str) -> str:
    """The value of a parameter; a person may type an id with spaces around it."""
    return form.one(name).strip()


class PrivacyPages:
    """The organiser's page on the identity of a person."""

    def __init__(self, site: CampaignSite) -> None:
        self._site, self._campaign = site, site.campaign

    def ask(self, visit: Visit) -> Response:
        """Say what erasing means, and ask for the name."""
        user = self._person(visit)
        return self._page_of(user) if self._is_erased(user) else self._form(visit, user, 200)

    def erase(self, visit: Visit) -> Response:
        """Erase the person, if the organiser has typed the name: it cannot be undone."""
        user = self._person(visit)
        if self._is_erased(user):  # as by the first of two clicks
            return self._page_of(user)
        if visit.form.one("name").strip() != user.name:
            return self._form(visit, user, 422, wrong=True)
        try:
            erase(self._campaign, user.name, actor=visit.user.name)
        except SteadError as fault:  # as a key file that cannot be read
            return self._form(visit, user, 422, error=("change-refused", str(fault)))
        return self._page_of(user)

    def _is_erased(self, user: User) -> bool:
        return user.id in erased_people(self._campaign)

    def _page_of(self, user: User) -> Response:
        return see_other(f"/organise/people/{user.id}")

    def _form(
        self, visit: Visit, user: User, status: int, *, wrong: bool = False, error: tuple[str, str] = ("", "")
    ) -> Response:
        person = self._campaign.crowd.participant(user.id)
        values = {"person": user, "participant": person, "wrong": wrong, "error": error}
        return self._site.page(visit, "erase.html", status, **values)

    def _person(self, visit: Visit) -> User:
        user = self._campaign.users.by_id(visit.parameters["person"])
        if user is None or user.role is not Role.ANNOTATOR:
            raise HTTPException(404)
        return user
