"""Sessions and the throttle of attempts to sign in. Only hashes of session tokens are kept."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from stead.campaign.records import User
from stead.campaign.settings import Access
from stead.campaign.store import schema
from stead.campaign.store.database import Database, stamp
from stead.campaign.store.users import Users, new_token, token_hash

LONGEST_DISTANCE = 8.0
"""Seconds between two attempts from one place, when there were many."""
LONGEST_WAIT = 10.0
"""Seconds for which a person may wait for the answer."""
_SESSIONS, _ATTEMPTS = schema.sessions, schema.attempts
_NAMES_OF_AN_ADDRESS = 5  # as many organisers may have forgotten their passwords in one office


class Sessions:
    """Who is signed in."""

    def __init__(self, database: Database, users: Users, settings: Access) -> None:
        self._database, self._users, self._settings = database, users, settings

    def start(self, user_id: int, *, instead_of: str | None = None) -> str:
        """Sign a user in: a new token, and the session that it takes the place of is void. Old sessions go too."""
        token, now = new_token(), self._database.now()
        until = self._database.now(timedelta(hours=self._settings.session_hours))
        with self._database.write() as connection:
            connection.execute(sa.delete(_SESSIONS).where(_SESSIONS.c.expires <= now))
            if instead_of is not None:
                connection.execute(sa.delete(_SESSIONS).where(_SESSIONS.c.token_hash == token_hash(instead_of)))
            values = {"token_hash": token_hash(token), "user_id": user_id, "created": now, "expires": until}
            connection.execute(sa.insert(_SESSIONS).values(values))
        return token

    def user(self, token: str) -> User | None:
        """Whose session it is; nobody's if it is over or the user was deleted."""
        return self._users.by_session(token_hash(token), self._database.now())

    def end(self, token: str) -> None:
        """Sign out."""
        with self._database.write() as connection:
            connection.execute(sa.delete(_SESSIONS).where(_SESSIONS.c.token_hash == token_hash(token)))


@dataclass(frozen=True, slots=True)
class Turn:
    """When an attempt to sign in may be made: after so many seconds, if it may wait for that."""

    seconds: float
    allowed: bool


class Throttle:
    """Slows down those who guess, and nobody else: attempts count by where they come from.

    A few attempts are free; then each has to keep a distance from the one before, up to some seconds. An attempt that
    would have to wait longer is not made. However many come at once, from one place there is one after the other; and
    somebody elsewhere is not held up, whatever name was tried.
    """

    def __init__(self, database: Database, settings: Access) -> None:
        self._database, self._settings = database, settings

    def sign_in(self, address: str, name: str) -> Turn:
        """Count an attempt to sign in: under a name from an address, and from the address under any name."""
        own, everybodys = self._keys(address, name)
        free = self._settings.attempts
        return self._turn({own: free, everybodys: free * _NAMES_OF_AN_ADDRESS})

    def succeeded(self, address: str, name: str) -> None:
        """After the right password, the attempts before it count no longer."""
        hashed = [token_hash(key) for key in self._keys(address, name)]
        with self._database.write() as connection:
            connection.execute(sa.delete(_ATTEMPTS).where(_ATTEMPTS.c.key.in_(hashed)))

    def wrong_invitation(self, address: str) -> Turn:
        """Count an invitation that is none: right ones cannot be guessed, and many people may share an address."""
        return self._turn({f"invite {address}": self._settings.attempts})

    def _keys(self, address: str, name: str) -> tuple[str, str]:
        return f"name {address} {name}", f"address {address}"

    def _turn(self, free: Mapping[str, int]) -> Turn:
        """The turn of an attempt, after all earlier ones under each of the keys: how many of them are free."""
        hashed = {token_hash(key): number for key, number in free.items()}
        with self._database.write() as connection:
            return self._take(connection, hashed)

    def _take(self, connection: sa.Connection, free: Mapping[str, int]) -> Turn:
        now = self._database.clock()
        old = stamp(now - timedelta(minutes=self._settings.attempts_minutes))
        connection.execute(sa.delete(_ATTEMPTS).where(_ATTEMPTS.c.time <= old))
        turn = max([now, *(_next_turn(connection, key, number) for key, number in free.items())])
        seconds = (turn - now).total_seconds()
        if seconds > LONGEST_WAIT:
            return Turn(seconds, allowed=False)
        rows = [{"key": key, "time": stamp(turn)} for key in free]
        connection.execute(sa.insert(_ATTEMPTS), rows)
        return Turn(seconds, allowed=True)


def _next_turn(connection: sa.Connection, key: str, free: int) -> datetime:
    """The earliest moment that keeps the distance from the last attempt under a key: 1, 2, 4, 8, 8, ... seconds."""
    wanted = sa.select(sa.func.count(), sa.func.max(_ATTEMPTS.c.time)).where(_ATTEMPTS.c.key == key)
    number, last = connection.execute(wanted).one()
    if number < free:
        return datetime.min.replace(tzinfo=UTC)
    distance = min(2.0 ** (number - free), LONGEST_DISTANCE)
    return datetime.fromisoformat(last) + timedelta(seconds=distance)
