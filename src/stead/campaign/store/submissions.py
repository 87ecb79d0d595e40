"""Leases: who has what, until when. One transaction takes one, so that nothing is ever with more people than it may."""

from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import Any, Protocol, TypeVar

import sqlalchemy as sa

from stead.campaign.records import LIVE, AnswerConflict, State
from stead.campaign.store import schema
from stead.campaign.store.database import Database

Row = Any


class Leases:
    """The rows of a table of leases; `thing` is the column that names what is leased."""

    def __init__(self, database: Database, table: sa.Table, thing: str, hours: int) -> None:
        self._database, self._table, self._thing, self._hours = database, table, thing, hours
        self._key = table.c[thing]

    def own(self, connection: sa.Connection, user_id: int) -> list[Row]:
        """A user's leases in the order in which they were taken: number, thing, place and state."""
        table = self._table
        columns = (table.c.id, self._key, table.c.place, table.c.state)
        return list(connection.execute(sa.select(*columns).where(table.c.user_id == user_id).order_by(table.c.place)))

    def live(self, connection: sa.Connection) -> dict[int, int]:
        """How many live leases each thing has that has any."""
        live = sa.select(self._key, sa.func.count()).where(self._table.c.state.in_(LIVE)).group_by(self._key)
        return {row[0]: row[1] for row in connection.execute(live)}

    def live_of(self, connection: sa.Connection, thing: int) -> int:
        """How many live leases one thing has."""
        live = sa.select(sa.func.count()).where(self._key == thing, self._table.c.state.in_(LIVE))
        return int(connection.execute(live).scalar_one())

    def full(self, connection: sa.Connection, places: int) -> set[int]:
        """The things that so many have answered, or more."""
        answered = sa.select(self._key).where(self._table.c.state == State.ANSWERED).group_by(self._key)
        return set(connection.execute(answered.having(sa.func.count() >= places)).scalars())

    def expire(self, connection: sa.Connection) -> None:
        """Let leases that have run out be over."""
        over = sa.and_(self._table.c.state == State.LEASED, self._table.c.leased_until <= self._database.now())
        connection.execute(sa.update(self._table).where(over).values(state=State.EXPIRED))

    def _until(self) -> str:
        return self._database.now(timedelta(hours=self._hours))

    def renew(self, connection: sa.Connection, row: Row) -> int:
        """Let a lease last longer, also one that had run out; what is leased."""
        values = {"state": State.LEASED, "leased_until": self._until()}
        connection.execute(sa.update(self._table).where(self._table.c.id == row.id).values(values))
        return int(getattr(row, self._thing))

    def take(self, connection: sa.Connection, user_id: int, thing: int) -> int:
        """Take a lease; an own one that had run out keeps its place in the list."""
        own = self._table.c.user_id == user_id
        before = connection.execute(sa.select(self._table).where(own, self._key == thing)).first()
        if before is not None:
            return self.renew(connection, before)
        last = connection.execute(sa.select(sa.func.max(self._table.c.place)).where(own)).scalar() or 0
        values = {
            "user_id": user_id,
            self._thing: thing,
            "place": 1 + last,
            "state": State.LEASED,
            "leased": self._database.now(),
            "leased_until": self._until(),
        }
        connection.execute(sa.insert(self._table).values(values))
        return thing

    def give_back(self, connection: sa.Connection, user_id: int, thing: int | None = None) -> int:
        """Give what a user has not answered (or one thing of it) back to the others; how many they were."""
        own = sa.and_(self._table.c.user_id == user_id, self._table.c.state.in_((State.LEASED, State.EXPIRED)))
        if thing is not None:
            own = sa.and_(own, self._key == thing)
        return int(connection.execute(sa.update(self._table).where(own).values(state=State.RELEASED)).rowcount)


def may_not_work(connection: sa.Connection, user_id: int) -> bool:
    """Whether the user was paused or deleted, perhaps a moment ago."""
    users = schema.users
    stopped = sa.or_(users.c.paused, users.c.deleted.is_not(None))
    return connection.execute(sa.select(users.c.id).where(users.c.id == user_id, stopped)).first() is not None


OTHER_ANSWER = "another answer was stored under the same UUID before; send this one under a new UUID."


class Revision(Protocol):
    """What is stored under a UUID as one of several revisions."""

    @property
    def uuid(self) -> str:
        """Made by the client, once for each submission."""

    @property
    def revision(self) -> int:
        """From 1."""


T = TypeVar("T", bound=Revision)


def sent_before(before: Sequence[T], uuid: str, based_on: int, is_same: Callable[[T], bool]) -> T | None:
    """The revision that this submission made when it was sent before; if it is another one, an AnswerConflict."""
    same = next((each for each in before if each.uuid == uuid), None)
    if same is not None and not (same.revision == based_on + 1 and is_same(same)):
        raise AnswerConflict(OTHER_ANSWER)
    return same
