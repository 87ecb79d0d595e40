"""Sessions and the throttle of attempts to sign in. Only hashes of session tokens are kept."""

from datetime import timedelta

import sqlalchemy as sa

from stead.campaign import schema
from stead.campaign.database import Database
from stead.campaign.records import User
from stead.campaign.settings import Access
from stead.campaign.tokens import new_token, token_hash
from stead.campaign.users import Users

_TABLE = schema.sessions


class Sessions:
    """Who is signed in."""

    def __init__(self, database: Database, users: Users, settings: Access) -> None:
        self._database, self._users, self._settings = database, users, settings

    def start(self, user_id: int, *, instead_of: str | None = None) -> str:
        """Sign a user in: a new token, and the session that it takes the place of is void. Old sessions go too."""
        token, now = new_token(), self._database.now()
        until = self._database.now(timedelta(hours=self._settings.session_hours))
        with self._database.write() as connection:
            connection.execute(sa.delete(_TABLE).where(_TABLE.c.expires <= now))
            if instead_of is not None:
                connection.execute(sa.delete(_TABLE).where(_TABLE.c.token_hash == token_hash(instead_of)))
            values = {"token_hash": token_hash(token), "user_id": user_id, "created": now, "expires": until}
            connection.execute(sa.insert(_TABLE).values(values))
        return token

    def user(self, token: str) -> User | None:
        """Whose session it is; nobody's if it is over or the user was deleted."""
        return self._users.by_session(token_hash(token), self._database.now())

    def end(self, token: str) -> None:
        """Sign out."""
        with self._database.write() as connection:
            connection.execute(sa.delete(_TABLE).where(_TABLE.c.token_hash == token_hash(token)))


class Throttle:
    """Counts attempts to sign in by a key of the caller's choice, as the address or the name that was tried."""

    def __init__(self, database: Database, settings: Access) -> None:
        self._database, self._settings = database, settings

    def may_try(self, *keys: str) -> bool:
        """Count an attempt under every key; whether none of them has had too many of late. Sum and check are one."""
        table = schema.attempts
        since = self._database.now(-timedelta(minutes=self._settings.attempts_minutes))
        hashed = [token_hash(key) for key in keys]
        with self._database.write() as connection:
            connection.execute(sa.delete(table).where(table.c.time <= since))
            many = [
                connection.execute(sa.select(sa.func.count()).where(table.c.key == key)).scalar_one() for key in hashed
            ]
            if max(many, default=0) >= self._settings.attempts:
                return False
            connection.execute(sa.insert(table), [{"key": key, "time": self._database.now()} for key in hashed])
        return True

    def forget(self, *keys: str) -> None:
        """After success, the attempts before it count no longer."""
        table = schema.attempts
        with self._database.write() as connection:
            connection.execute(sa.delete(table).where(table.c.key.in_([token_hash(key) for key in keys])))
