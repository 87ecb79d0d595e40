"""Users and how they sign in: annotators by invite link, organisers by password.

Tokens of invitations and sessions have 256 random bits, so a plain SHA-256 of them is safe to keep: there is nothing to
guess from a dictionary, which is what slow hashes are for. Passwords are chosen by people; they are kept as argon2id
hashes, with the least memory and time that OWASP's Password Storage Cheat Sheet recommends: a server hashes for whoever
asks it to.
"""

import hashlib
import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from stead.campaign.records import Role, User
from stead.campaign.settings import Access
from stead.campaign.store import schema
from stead.campaign.store.database import Database, record_event, stamp
from stead.core.errors import BadInput, UsageError

LONGEST_NAME = 100
_TABLE = schema.users


class Users:
    """The users of a campaign; `actor` is who does something, for the log of events."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, *, deleted: bool = False) -> list[User]:
        """Everybody by name; those who were deleted only if asked for."""
        wanted = sa.select(_TABLE).order_by(_TABLE.c.name)
        if not deleted:
            wanted = wanted.where(_TABLE.c.deleted.is_(None))
        with self._database.read() as connection:
            return [_user(row) for row in connection.execute(wanted)]

    def by_name(self, name: str) -> User:
        """The user of this name, deleted or not."""
        row = self._row(sa.select(_TABLE), name)
        if row is None:
            raise UsageError(f"there is no user {name!r}; `stead campaign users list` shows who there is.")
        return _user(row)

    def by_id(self, user_id: int) -> User | None:
        """The user of this number who was not deleted."""
        with self._database.read() as connection:
            row = connection.execute(_present().where(_TABLE.c.id == user_id)).first()
        return None if row is None else _user(row)

    def by_session(self, hashed: str, now: str) -> User | None:
        """The user whose session has a token of this hash, if it is not over; one query, since every page asks."""
        with self._database.ask() as connection:
            row = connection.execute(_OF_SESSION, {"hashed": hashed, "now": now}).first()
        return None if row is None else _user(row)

    def by_invite(self, token: str) -> User | None:
        """The user of an invitation, if it has not expired."""
        user = self._by_token(token)
        return None if user is None or self._is_over(user.invite_expires) else user

    def invite_expired(self, token: str) -> str:
        """The time at which an invitation expired; empty if it has not, or does not exist."""
        user = self._by_token(token)
        return user.invite_expires if user is not None and self._is_over(user.invite_expires) else ""

    def _is_over(self, expires: str) -> bool:
        return bool(expires) and expires <= self._database.now()

    def _by_token(self, token: str) -> User | None:
        with self._database.read() as connection:
            row = connection.execute(_present().where(_TABLE.c.invite_hash == token_hash(token))).first()
        return None if row is None else _user(row)

    def by_password(self, name: str, password: str) -> User | None:
        """The organiser of this name, if the password is right; as slow if there is nobody of that name."""
        row = self._row(_present().where(_TABLE.c.role == Role.ORGANISER), name)
        right = is_password(None if row is None else row.password_hash, password)
        if row is None or not right:
            return None
        if is_outdated(row.password_hash):
            self._hash_again(row, password)
        return _user(row)

    def _hash_again(self, row: Any, password: str) -> None:
        """Hash a password again with the current costs, unless it was changed meanwhile."""
        same = sa.and_(_TABLE.c.id == row.id, _TABLE.c.password_hash == row.password_hash)
        hashed = password_hash(password)
        with self._database.write() as connection:
            connection.execute(sa.update(_TABLE).where(same).values(password_hash=hashed))

    def _row(self, wanted: sa.Select[Any], name: str) -> Any:
        """The row of a name; a text that cannot be a name is not looked up."""
        if not name.isprintable():
            return None
        with self._database.read() as connection:
            return connection.execute(wanted.where(_TABLE.c.name == name)).first()

    def add(self, people: Mapping[str, Role], *, actor: str, expires: datetime | None = None) -> dict[str, str]:
        """Add users, all or none; return the invite tokens by name, which cannot be shown a second time.

        The tokens are valid until they expire, if a moment for that is given.
        """
        tidied = {tidy_name(name): role for name, role in people.items()}
        tokens = {name: new_token() for name in tidied}
        if len(tokens) < len(people):
            raise BadInput("a name comes twice; every user needs a name of their own.")
        with self._database.write() as connection:
            taken = connection.execute(sa.select(_TABLE.c.name).where(_TABLE.c.name.in_(tidied))).scalars().first()
            if taken is not None:
                raise BadInput(f"there is a user {taken!r} already (perhaps a deleted one); choose another name.")
            for name, token in tokens.items():
                user_id = self.insert(connection, name, tidied[name], **_invitation(token, expires))
                record_event(connection, self._database.now(), actor, "add", user_id=user_id, detail=tidied[name])
        return tokens

    def insert(self, connection: sa.Connection, name: str, role: Role, **invitation: str | None) -> int:
        """Insert a user within a transaction of the caller; return their number."""
        values = {
            "name": name,
            "role": role,
            "created": self._database.now(),
            "paused": False,
            "extra_items": 0,
            **invitation,
        }
        return int(connection.execute(sa.insert(_TABLE).values(values).returning(_TABLE.c.id)).scalar_one())

    def reset(self, name: str, *, actor: str, expires: datetime | None = None) -> str:
        """Make a new invite token, valid until it expires; the old one, the password and all sessions are void."""
        user, token = self.by_name(name), new_token()
        with self._database.write() as connection:
            values = {**_invitation(token, expires), "password_hash": None}
            connection.execute(sa.update(_TABLE).where(_TABLE.c.id == user.id).values(values))
            connection.execute(sa.delete(schema.sessions).where(schema.sessions.c.user_id == user.id))
            record_event(connection, self._database.now(), actor, "reset", user_id=user.id)
        return token

    def set_password(self, user_id: int, password: str, *, actor: str) -> None:
        """Give an organiser a password; the invitation that led here is used up, and all sessions are void."""
        if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
            raise BadInput(f"a password needs at least {SHORTEST_PASSWORD} characters, and at most {LONGEST_PASSWORD}.")
        hashed = password_hash(password)
        with self._database.write() as connection:
            is_organiser = sa.and_(_TABLE.c.id == user_id, _TABLE.c.role == Role.ORGANISER)
            changed = connection.execute(
                sa.update(_TABLE)
                .where(is_organiser)
                .values({"password_hash": hashed, "invite_hash": None, "invite_expires": None})
            )
            if changed.rowcount != 1:
                raise UsageError("only organisers have passwords; annotators sign in by their invite links.")
            connection.execute(sa.delete(schema.sessions).where(schema.sessions.c.user_id == user_id))
            record_event(connection, self._database.now(), actor, "password", user_id=user_id)

    def pause(self, name: str, *, paused: bool, actor: str) -> None:
        """Let an annotator have no more work, or have it again; what they have answered stays."""
        self._change(name, {"paused": paused}, "pause" if paused else "resume", actor)

    def extend(self, name: str, items: int, *, actor: str) -> None:
        """Let an annotator have this many items more than the settings say."""
        user = self.by_name(name)
        if items < 1:
            raise UsageError("an annotator can only be given more items, not fewer.")
        self._change(name, {"extra_items": user.extra_items + items}, "extend", actor, str(items))

    def _change(self, name: str, values: dict[str, object], kind: str, actor: str, detail: str = "") -> None:
        user = self.by_name(name)
        with self._database.write() as connection:
            connection.execute(sa.update(_TABLE).where(_TABLE.c.id == user.id).values(values))
            record_event(connection, self._database.now(), actor, kind, user_id=user.id, detail=detail)


def tidy_name(name: str) -> str:
    """Normalise a name: Unicode NFC, single spaces; refuse what does not print."""
    tidied = " ".join(unicodedata.normalize("NFC", name).split())
    if not tidied or len(tidied) > LONGEST_NAME or not tidied.isprintable():
        raise BadInput(f"{name!a}: not a name; expected 1 to {LONGEST_NAME} characters that can be printed.")
    return tidied


def _invitation(token: str, expires: datetime | None) -> dict[str, str | None]:
    """The columns of a new invitation."""
    return {"invite_hash": token_hash(token), "invite_expires": None if expires is None else stamp(expires)}


def _present() -> sa.Select[tuple[object, ...]]:
    return sa.select(_TABLE).where(_TABLE.c.deleted.is_(None))


_OF_SESSION = (
    _present()
    .join(schema.sessions, schema.sessions.c.user_id == _TABLE.c.id)
    .where(schema.sessions.c.token_hash == sa.bindparam("hashed"), schema.sessions.c.expires > sa.bindparam("now"))
)


def _user(row: sa.Row[tuple[object, ...]]) -> User:
    return User(
        id=row.id,
        name=row.name,
        role=Role(row.role),
        created=row.created,
        paused=row.paused,
        extra_items=row.extra_items,
        deleted=row.deleted is not None,
        has_password=row.password_hash is not None,
        invite_expires=row.invite_expires or "",
    )


if TYPE_CHECKING:
    from argon2 import PasswordHasher

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1_000
_MEMORY = 19 * 1024  # KiB
_PASSES = 2


def new_token() -> str:
    """Make a token that can be part of a URL."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """Hash a token for the store."""
    return hashlib.sha256(token.encode(errors="surrogatepass")).hexdigest()


@cache
def _hasher() -> "PasswordHasher":
    from argon2 import PasswordHasher  # noqa: PLC0415 (an extra)

    return PasswordHasher(time_cost=_PASSES, memory_cost=_MEMORY, parallelism=1)


def password_hash(password: str) -> str:
    """Hash a password for the store."""
    return _hasher().hash(password.encode(errors="surrogatepass"))


def is_outdated(hashed: str) -> bool:
    """Whether a hash was made with another memory or time cost than new ones."""
    return _hasher().check_needs_rehash(hashed)


def is_password(hashed: str | None, password: str) -> bool:
    """Whether a password is right; takes as long if there is no hash to compare with."""
    from argon2.exceptions import Argon2Error, InvalidHashError  # noqa: PLC0415 (an extra)

    hasher, typed = _hasher(), password[: LONGEST_PASSWORD + 1].encode(errors="surrogatepass")
    if hashed is None:
        hasher.hash(typed)
        return False
    try:
        return hasher.verify(hashed, typed)
    except (Argon2Error, InvalidHashError):
        return False


LONGEST_DISTANCE = 8.0
"""Seconds between two attempts from one place, when there were many."""
LONGEST_WAIT = 10.0
"""Seconds for which a person may wait for the answer."""
_SESSIONS, _ATTEMPTS = schema.sessions, schema.attempts
_NAMES_OF_AN_ADDRESS = 5  # as many organisers may have forgotten their passwords in one office


class Sessions:
    """The sessions of signed-in users."""

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
        """The user of a session; None if it is over or the user was deleted."""
        return self._users.by_session(token_hash(token), self._database.now())

    def end(self, token: str) -> None:
        """End a session."""
        with self._database.write() as connection:
            connection.execute(sa.delete(_SESSIONS).where(_SESSIONS.c.token_hash == token_hash(token)))


@dataclass(frozen=True, slots=True)
class Turn:
    """When an attempt to sign in may be made: after some seconds, if it may wait that long."""

    seconds: float
    allowed: bool


class Throttle:
    """Slows down those who guess passwords: attempts count by the address they come from.

    A few attempts are free; then each has to keep a distance from the one before, up to some seconds. An attempt that
    would have to wait longer is not made. However many come at once, from one place there is one after the other; and
    somebody elsewhere is not held up, whatever name was tried.
    """

    def __init__(self, database: Database, settings: Access) -> None:
        self._database, self._settings = database, settings

    def sign_in(self, address: str, name: str) -> Turn:
        """Count an attempt to sign in: under a name from an address, and from the address under any name."""
        by_name, everybodys = self._keys(address, name)
        free = self._settings.attempts
        return self._turn({by_name: free, everybodys: free * _NAMES_OF_AN_ADDRESS})

    def reset(self, address: str, name: str) -> None:
        """Reset the count of attempts after the right password."""
        hashed = [token_hash(key) for key in self._keys(address, name)]
        with self._database.write() as connection:
            connection.execute(sa.delete(_ATTEMPTS).where(_ATTEMPTS.c.key.in_(hashed)))

    def wrong_invitation(self, address: str) -> Turn:
        """Count a wrong invitation: right ones cannot be guessed, and many people may share an address."""
        return self._turn({f"invite {address}": self._settings.attempts})

    def _keys(self, address: str, name: str) -> tuple[str, str]:
        return f"name {address} {name}", f"address {address}"

    def _turn(self, free: Mapping[str, int]) -> Turn:
        """The turn of an attempt, after all earlier ones under each of the keys with its number of free attempts."""
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
