"""Crowds: many people join by one link, each named by the platform that sent them.

The platform (Prolific, MTurk, SONA and others) puts an id of the person into the address of the link. Whoever comes
with an id for the first time becomes a user; whoever comes again with it is the same user. Users are called
`worker-17`, so that answers, pages and exports of answers do not carry the id; it is in one table alone.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, urlencode

import sqlalchemy as sa

from stead.campaign.records import Role, User
from stead.campaign.settings import PLACE, CrowdSettings
from stead.campaign.store import schema
from stead.campaign.store.database import Database, record_event
from stead.campaign.store.submissions import Leases
from stead.campaign.store.users import Users, new_token
from stead.core.errors import SteadError, UsageError

_LINKS, _PEOPLE, _USERS = schema.crowd_links, schema.participants, schema.users
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.@-]{0,99}")
_LONGEST_VALUE = 200
PREVIEW = "ASSIGNMENT_ID_NOT_AVAILABLE"
"""What MTurk sends in place of an id while somebody only looks at a task."""
_CODE_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"  # none that is mistaken for another
_CODE_LENGTH = 8
SCREENING = "attention checks"
"""Who screens people out, in the list of events."""


class CrowdRefused(SteadError):
    """Somebody cannot join by the link; `reason` is closed, full, participant or gone."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"nobody can join by this link: {reason}.")
        self.reason = reason


@dataclass(frozen=True, slots=True, kw_only=True)
class Participant:
    """A user who joined by the link: who they are on their platform, and how it ended."""

    user_id: int
    participant: str
    parameters: Mapping[str, str]
    finished: str
    screened: str


def is_participant(text: str) -> bool:
    """Whether a text can be the id of a person: an unfilled place of an address is none."""
    return _NAME.fullmatch(text) is not None and text != PREVIEW


class Crowd:
    """The link for many, and those who joined by it."""

    def __init__(
        self,
        database: Database,
        users: Users,
        leases: Leases,
        settings: CrowdSettings,
        *,
        count_failed: Callable[[sa.Connection, int], int],
        secret: bytes,
    ) -> None:
        self._database, self._users, self._leases, self._settings = database, users, leases, settings
        self._count_failed, self._secret = count_failed, secret

    # ---------------------------------------------------------------------------------------------------- the link

    def token(self) -> str:
        """The token of the link that is open; empty if none is."""
        with self._database.ask() as connection:
            return connection.execute(_OPEN).scalar() or ""

    def open_link(self, *, actor: str) -> str:
        """Open a link, unless one is open; return its token."""
        with self._database.write() as connection:
            token = connection.execute(_OPEN).scalar()
            if token is None:
                token, now = new_token(), self._database.now()
                connection.execute(sa.insert(_LINKS).values(token=token, opened=now))
                record_event(connection, now, actor, "open-link")
            return str(token)

    def close_link(self, *, actor: str) -> bool:
        """Close the link: nobody else can join by it, also when another is opened. Return whether one was open.

        Whoever has joined can come back by it, as when their browser was closed: they have work to finish, and a code
        to get.
        """
        with self._database.write() as connection:
            now = self._database.now()
            closed = connection.execute(sa.update(_LINKS).where(_LINKS.c.closed.is_(None)).values(closed=now)).rowcount
            if closed:
                record_event(connection, now, actor, "close-link")
            return bool(closed)

    # ---------------------------------------------------------------------------------------------------- joining

    def join(self, token: str, participant: str, parameters: Mapping[str, str]) -> User:
        """The user of an id, new or known; CrowdRefused if nobody can join by this link, or not they."""
        if not is_participant(participant):
            raise CrowdRefused("participant")
        with self._database.write() as connection:
            link = connection.execute(sa.select(_LINKS.c.closed).where(_LINKS.c.token == token)).first()
            if link is None:
                raise CrowdRefused("closed")
            known = sa.select(_PEOPLE.c.user_id).where(_PEOPLE.c.participant == participant)
            user_id = connection.execute(known).scalar()
            if user_id is None:
                if link.closed is not None:
                    raise CrowdRefused("closed")
                user_id = self._add(connection, participant, parameters)
        user = self._users.by_id(user_id)
        if user is None:
            raise CrowdRefused("gone")
        return user

    def _add(self, connection: sa.Connection, participant: str, parameters: Mapping[str, str]) -> int:
        number = connection.execute(sa.select(sa.func.count()).select_from(_PEOPLE)).scalar_one()
        if self._settings.most_people and number >= self._settings.most_people:
            raise CrowdRefused("full")
        name = _free_name(connection)
        user_id = self._users.insert(connection, name, Role.ANNOTATOR)
        kept = {key: parameters[key][:_LONGEST_VALUE] for key in self._settings.parameters if parameters.get(key)}
        values = {"user_id": user_id, "participant": participant, "parameters": urlencode(kept)}
        connection.execute(sa.insert(_PEOPLE).values(values))
        record_event(connection, self._database.now(), name, "join", user_id=user_id)
        return user_id

    # ----------------------------------------------------------------------------------------------------- the end

    def participant(self, user_id: int) -> Participant | None:
        """A user as the platform knows them; None if they did not join by the link."""
        with self._database.ask() as connection:
            row = connection.execute(_OF_USER, {"of_user": user_id}).first()
        return None if row is None else _participant(row)

    def participants(self) -> dict[int, Participant]:
        """Everybody who joined by the link, by their number as users."""
        with self._database.read() as connection:
            return {row.user_id: _participant(row) for row in connection.execute(sa.select(_PEOPLE))}

    def user_of(self, participant: str) -> User:
        """The user of an id on a platform, deleted or not."""
        ids = {person.participant: user_id for user_id, person in self.participants().items()}
        user = next((user for user in self._users.all(deleted=True) if user.id == ids.get(participant)), None)
        if user is None:
            raise UsageError(f"nobody joined under the id {participant!r}; `stead campaign payments` lists the ids.")
        return user

    def finish(self, person: Participant) -> None:
        """Record that somebody has come to the end; the first time counts."""
        if not person.finished:
            of_person = _PEOPLE.c.user_id == person.user_id
            with self._database.write() as connection:
                connection.execute(sa.update(_PEOPLE).where(of_person).values(finished=self._database.now()))

    def screen(self, person: Participant) -> bool:
        """Screen somebody out who has failed too many attention checks; return whether they are screened out.

        They are paused, what they have not answered goes to others and, unless answers are kept, so do their places.
        """
        least = self._settings.failed_checks
        if person.screened or not least:
            return bool(person.screened)
        with self._database.read() as connection:
            if self._count_failed(connection, person.user_id) < least:
                return False
        with self._database.write() as connection:
            now, user_id = self._database.now(), person.user_id
            connection.execute(sa.update(_USERS).where(_USERS.c.id == user_id).values(paused=True))
            connection.execute(sa.update(_PEOPLE).where(_PEOPLE.c.user_id == user_id).values(screened=now))
            if self._settings.screened_answers == "drop":
                self._leases.free(connection, user_id)
            else:
                self._leases.expire_of(connection, user_id)
            record_event(connection, now, SCREENING, "screen", user_id=user_id)
        return True

    def code(self, person: Participant) -> str:
        """The code that somebody enters on their platform at the end; empty if there is none."""
        if person.screened:
            return self._settings.screened_code
        return self.personal_code(person.user_id) if self._settings.personal_codes else self._settings.completion_code

    def personal_code(self, user_id: int) -> str:
        """A code of a user's own, which nobody can guess."""
        digest = hmac.new(self._secret, f"completion {user_id}".encode(), hashlib.sha256).digest()
        return "".join(_CODE_LETTERS[byte % len(_CODE_LETTERS)] for byte in digest[:_CODE_LENGTH])

    def address(self, person: Participant) -> str:
        """Where somebody goes at the end, filled in for them; empty if nowhere."""
        address = self._settings.screened_url if person.screened else self._settings.completion_url
        values = {**person.parameters, self._settings.participant: person.participant}
        return PLACE.sub(lambda match: quote(values.get(match[1], ""), safe=""), address)


_OPEN = sa.select(_LINKS.c.token).where(_LINKS.c.closed.is_(None)).order_by(_LINKS.c.id.desc()).limit(1)
_OF_USER = sa.select(_PEOPLE).where(_PEOPLE.c.user_id == sa.bindparam("of_user"))


def _free_name(connection: sa.Connection) -> str:
    """A name that nobody has: the next number after those of all users, or a later one."""
    number = (connection.execute(sa.select(sa.func.max(_USERS.c.id))).scalar() or 0) + 1
    while connection.execute(sa.select(_USERS.c.id).where(_USERS.c.name == f"worker-{number}")).first() is not None:
        number += 1
    return f"worker-{number}"


def _participant(row: sa.Row[tuple[object, ...]]) -> Participant:
    return Participant(
        user_id=row.user_id,
        participant=row.participant,
        parameters=dict(parse_qsl(row.parameters)),
        finished=row.finished or "",
        screened=row.screened or "",
    )
