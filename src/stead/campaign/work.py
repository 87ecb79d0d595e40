"""Who gets which item: leases, taken one at a time, never more than k on an item."""

import hashlib
from functools import lru_cache

import sqlalchemy as sa

from stead.campaign import schema
from stead.campaign.database import Database
from stead.campaign.events import record_event
from stead.campaign.items import Items
from stead.campaign.leasing import Leases, Row, may_not_work
from stead.campaign.records import LIVE, CampaignItem, Kind, NotAssigned, Pause, Role, State, User
from stead.campaign.settings import Assignment

MOST_OPEN = 10
"""How many items an annotator can have before them without answering any."""

_TABLE = schema.assignments


class Work:
    """Hands items out, and takes them back."""

    def __init__(self, database: Database, items: Items, settings: Assignment) -> None:
        self._database, self._items, self._settings = database, items, settings
        self._leases = Leases(database, _TABLE, "item_id", settings.lease_hours)
        self._order = lru_cache(maxsize=1_000)(self._order_of)

    def next(self, user: User, *, after: int | None = None) -> int | Pause:
        """The number of the item that the user should see next, or why there is none.

        The first item of the user's own list that is open and stands behind the item `after`; or else a new one; or
        else the first that is open. Practice comes first, then real items with an attention check now and then.
        """
        with self._database.write() as connection:
            self._leases.expire(connection)
            own = self.own(connection, user.id)
            if may_not_work(connection, user.id):
                return Pause.PAUSED
            open_rows = [row for row in own if row.state == State.LEASED]
            start = next((row.place for row in own if row.item_id == after), 0)
            behind = next((row for row in open_rows if row.place > start), None)
            if behind is not None:
                return self._leases.renew(connection, behind)
            fresh = None if len(open_rows) >= MOST_OPEN else self._choose(connection, user, own)
            if isinstance(fresh, CampaignItem):
                return self._leases.take(connection, user.id, fresh.id, own)
            if open_rows:
                return self._leases.renew(connection, open_rows[0])
            return self._reason(connection, user, own)

    def open(self, user_id: int, item_id: int) -> None:
        """Renew the lease on an item of the user's own list, also one that has run out if a place is free."""
        with self._database.write() as connection:
            row = own_row(connection, user_id, item_id)
            if row.state == State.LEASED or (row.state == State.EXPIRED and self.has_place(connection, item_id)):
                self._leases.renew(connection, row)

    def has_place(self, connection: sa.Connection, item_id: int) -> bool:
        """Whether one more annotator may have an item; of practice and attention checks everybody may."""
        if self._items.by_id[item_id].kind is not Kind.REAL:
            return True
        return self._leases.live_of(connection, item_id) < self._settings.annotators_per_item

    def release(self, user: User, *, item_id: int | None = None, actor: str) -> int:
        """Give the user's unanswered items (or one of them) back to the others; how many they were."""
        with self._database.write() as connection:
            freed = self._leases.give_back(connection, user.id, item_id)
            record_event(
                connection,
                self._database.now(),
                actor,
                "reassign",
                user_id=user.id,
                item_id=item_id,
                detail=str(freed),
            )
        return freed

    def own(self, connection: sa.Connection, user_id: int) -> list[Row]:
        """A user's assignments in the order in which they were given."""
        return self._leases.own(connection, user_id)

    def available(self, connection: sa.Connection, user: User, own: list[Row]) -> int:
        """How many real items more the user may have, given their own rows."""
        return min(self._allowance(user, own), len(self._free(connection, own)))

    # ------------------------------------------------------------------------------------------- one transaction

    def _choose(self, connection: sa.Connection, user: User, own: list[Row]) -> CampaignItem | None:
        seen = {row.item_id for row in own if row.state != State.EXPIRED}
        practice = next((each for each in self._items.of(Kind.PRACTICE) if each.id not in seen), None)
        if practice is not None:
            return practice
        check = self._due_check(user, seen)
        if check is not None:
            return check
        if self._allowance(user, own) < 1:
            return None
        free = self._free(connection, own)
        fewest = min(free.values(), default=0) if self._settings.mode == "k-of-n" else None
        order = (item_id for item_id in self._order(user.name) if item_id in free)
        chosen = next((each for each in order if fewest is None or free[each] == fewest), None)
        return None if chosen is None else self._items.by_id[chosen]

    def _due_check(self, user: User, seen: set[int]) -> CampaignItem | None:
        """The attention check whose turn it is: one after every so many real items."""
        checks = self._items.of(Kind.ATTENTION)
        given = sum(each.id in seen for each in checks)
        real = sum(self._items.by_id[item_id].kind is Kind.REAL for item_id in seen)
        if given == len(checks) or real < (given + 1) * self._settings.attention_every:
            return None
        left = sorted((each for each in checks if each.id not in seen), key=lambda each: self._rank(user.name, each))
        return left[0]

    def _allowance(self, user: User, own: list[Row]) -> int:
        """How many real items more the settings allow this user."""
        if not self._settings.items_per_annotator:
            return len(self._items.of(Kind.REAL))
        mine = (*LIVE, State.LATE)
        taken = sum(row.state in mine and self._items.by_id[row.item_id].kind is Kind.REAL for row in own)
        return self._settings.items_per_annotator + user.extra_items - taken

    def _free(self, connection: sa.Connection, own: list[Row]) -> dict[int, int]:
        """The real items that the user may be given, and how many live assignments each has (in mode all: or none)."""
        live = {} if self._settings.mode == "all" and self._has_room(connection) else self._leases.live(connection)
        mine = {row.item_id for row in own if row.state != State.EXPIRED}
        places = self._settings.annotators_per_item
        real = (each.id for each in self._items.of(Kind.REAL) if each.id not in mine)
        return {item_id: live.get(item_id, 0) for item_id in real if live.get(item_id, 0) < places}

    def _has_room(self, connection: sa.Connection) -> bool:
        """Whether there are no more annotators than places: then every item has one left for each of them."""
        users = schema.users
        people = sa.select(sa.func.count()).where(users.c.role == Role.ANNOTATOR, users.c.deleted.is_(None))
        return connection.execute(people).scalar_one() <= self._settings.annotators_per_item

    def _reason(self, connection: sa.Connection, user: User, own: list[Row]) -> Pause:
        """Finished, unless an item that nobody has answered often enough is only leased to others."""
        if self._allowance(user, own) < 1:
            return Pause.FINISHED
        closed = self._leases.full(connection, self._settings.annotators_per_item)
        mine = {row.item_id for row in own if row.state != State.EXPIRED}
        left = any(each.id not in closed and each.id not in mine for each in self._items.of(Kind.REAL))
        return Pause.WAIT if left else Pause.FINISHED

    # ----------------------------------------------------------------------------------------------------- order

    def _order_of(self, name: str) -> tuple[int, ...]:
        """The real items in the order of one annotator."""
        real = self._items.of(Kind.REAL)
        if self._settings.order == "file":
            return tuple(each.id for each in real)
        return tuple(each.id for each in sorted(real, key=lambda each: self._rank(name, each)))

    def _rank(self, name: str, each: CampaignItem) -> bytes:
        """A random number that depends on nothing but the seed, the annotator and the item."""
        words = "\0".join((str(self._settings.seed), name, each.item.lexelt, each.item.id))
        return hashlib.sha256(words.encode()).digest()


def own_row(connection: sa.Connection, user_id: int, item_id: int) -> Row:
    """The assignment of an item to a user; anything else is not there for them, and nothing is for who was deleted."""
    row = connection.execute(_OWN_ROW, {"of_user": user_id, "of_item": item_id}).first()
    if row is None:
        raise NotAssigned("there is no such item in your list.")
    return row


_OWN_ROW = (  # made once: every submission asks it
    sa.select(_TABLE, schema.users.c.name.label("annotator"))
    .join(schema.users, schema.users.c.id == _TABLE.c.user_id)
    .where(
        _TABLE.c.user_id == sa.bindparam("of_user"),
        _TABLE.c.item_id == sa.bindparam("of_item"),
        schema.users.c.deleted.is_(None),
    )
)
