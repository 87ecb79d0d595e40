"""The organiser's pages on people: who takes part, invitations, and actions on each annotator."""

import csv
import io
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import quote

from starlette.exceptions import HTTPException
from starlette.responses import Response

from stead.campaign.folder import delete_user, undelete_user
from stead.campaign.pages.shared import CampaignSite, attachment, see_other
from stead.campaign.records import Event, Role, User
from stead.campaign.store.database import read_events
from stead.core.errors import SteadError
from stead.core.text import protect_cell
from stead.web.requests import Visit

MOST_INVITED = 1_000
LONGEST_PERIOD = 3_650
_EVENTS = 50


@dataclass(frozen=True, slots=True)
class NewLink:
    """An invite link, which is shown once; `mail` opens a message with it."""

    name: str
    token: str
    link: str
    mail: str


class PeoplePages:
    """The organiser's actions on people, in a campaign of either kind."""

    def __init__(self, site: CampaignSite) -> None:
        self._site, self._campaign = site, site.campaign

    def people(self, visit: Visit) -> Response:
        """Show everybody, and the form to invite more."""
        return self._people(visit, 200)

    def _people(
        self, visit: Visit, status: int, *, problem: str = "", typed: Mapping[str, str] | None = None
    ) -> Response:
        users = sorted(self._campaign.users.all(deleted=True), key=lambda user: (user.role, user.name))
        return self._site.page(
            visit,
            "people.html",
            status,
            users=users,
            roles=tuple(Role),
            problem=problem,
            typed=typed or {"names": "", "role": Role.ANNOTATOR, "days": ""},
            most_days=LONGEST_PERIOD,
        )

    def invite(self, visit: Visit) -> Response:
        """Add people, one name a line, and show their links once."""
        typed = {name: visit.form.one(name) for name in ("names", "role", "days")}
        names = [line.strip() for line in typed["names"].splitlines() if line.strip()]
        if typed["role"] not in tuple(Role) or len(names) > MOST_INVITED:
            raise HTTPException(400)
        if not names:
            return self._people(visit, 422, problem=self._site.words("invite-nobody"), typed=typed)
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            return self._people(visit, 422, problem=self._site.words("invite-twice", name=twice), typed=typed)
        try:
            tokens = self._campaign.users.add(
                dict.fromkeys(names, Role(typed["role"])), actor=visit.user.name, expires=self._expiry(visit)
            )
        except SteadError as fault:
            return self._people(visit, 422, problem=str(fault), typed=typed)
        return self._links(visit, tokens)

    def renew_link(self, visit: Visit) -> Response:
        """Make a new link for somebody, which voids the old one, and show it once."""
        user = self._campaign.users.by_id(visit.parameters["person"])
        if user is None or user.id == visit.user.id:  # oneself would be signed out, and the link lost
            raise HTTPException(404)
        token = self._campaign.users.reset(user.name, actor=visit.user.name, expires=self._expiry(visit))
        return self._links(visit, {user.name: token})

    def _expiry(self, visit: Visit) -> datetime | None:
        days = visit.form.number("days", 0)
        if not 0 <= days <= LONGEST_PERIOD:
            raise HTTPException(400)
        return self._campaign.database.clock() + timedelta(days=days) if days else None

    def _links(self, visit: Visit, tokens: Mapping[str, str]) -> Response:
        links = [self._new_link(name, token) for name, token in tokens.items()]
        return self._site.page(visit, "links.html", links=links)

    def _new_link(self, name: str, token: str) -> NewLink:
        words, link = self._site.words, self._campaign.invite_link(token)
        title = self._campaign.settings.interface.title
        subject, body = words("mail-subject", title=title), words("mail-text", name=name, title=title, link=link)
        address = quote(name, safe="@") if "@" in name else ""
        return NewLink(name, token, link, f"mailto:{address}?subject={quote(subject)}&body={quote(body)}")

    def links_as_table(self, visit: Visit) -> Response:
        """The links that were just shown, as a CSV file: only those of invitations that are valid."""
        tokens = visit.form.all("token")[:MOST_INVITED]
        invited = [(user.name, token) for token in tokens if (user := self._campaign.users.by_invite(token))]
        table = io.StringIO()
        rows = csv.writer(table, lineterminator="\n")
        rows.writerow(("name", "link"))
        rows.writerows((protect_cell(name), self._campaign.invite_link(token)) for name, token in invited)
        return attachment(table.getvalue().encode(), "links.csv")

    # ------------------------------------------------------------------------------------------------- one of them

    def pause(self, visit: Visit) -> Response:
        """Pause a user, or let them go on."""
        user = self._person(visit)
        self._campaign.users.pause(user.name, paused=visit.form.one("paused") == "yes", actor=visit.user.name)
        return see_other(f"/organise/people/{user.id}")

    def reassign(self, visit: Visit) -> Response:
        """Release the open items or subsets of a user, so that others can have them."""
        user = self._person(visit)
        self._campaign.leases.release(user, actor=visit.user.name)
        return see_other(f"/organise/people/{user.id}")

    def delete(self, visit: Visit) -> Response:
        """Delete an annotator, or undo that; nothing is done twice."""
        everybody = self._campaign.users.all(deleted=True)
        user = next((user for user in everybody if user.id == visit.parameters["person"]), None)
        if user is None or user.role is not Role.ANNOTATOR:
            raise HTTPException(404)
        wanted = visit.form.one("deleted") == "yes"
        if wanted != bool(user.deleted):
            change = delete_user if wanted else undelete_user
            change(self._campaign, user.name, actor=visit.user.name)
        return see_other("/organise/people")

    def _person(self, visit: Visit) -> User:
        user = self._campaign.users.by_id(visit.parameters["person"])
        if user is None or user.role is not Role.ANNOTATOR:
            raise HTTPException(404)
        return user

    def _events(self, user: User) -> list[Event]:
        """The last events about a user, the newest first."""
        return [event for event in read_events(self._campaign.database) if event.user == user.name][::-1][:_EVENTS]
