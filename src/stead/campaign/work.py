"""Who gets which item: leases, taken one at a time, never more than k on an item."""

import sqlalchemy as sa

from stead.campaign import schema
from stead.campaign.choosing import Chooser
from stead.campaign.database import Database
from stead.campaign.events import record_event
from stead.campaign.items import Items
from stead.campaign.leasing import Leases, Row, may_not_work
from stead.campaign.records import LIVE, CampaignItem, Kind, NotAssigned, Pause, State, User
from stead.campaign.settings import Assignment
from stead.campaign.standing import SEEN, Standing, standing

MOST_OPEN = 10
"""How many items an annotator can have before them without answering any."""

_TABLE = schema.assignments


class Work:
    """Hands items out, and takes them back."""

    def __init__(self, database: Database, items: Items, settings: Assignment) -> None:
        self._database, self._items, self._settings = database, items, settings
        self._chooser = Chooser(items, settings)
        self._leases = Leases(database, _TABLE, "item_id", settings.lease_hours)

    def next(self, user: User, *, after: int | None = None) -> int | Pause:
        """The number of the item that the user should see next, or why there is none.

        The first item of the user's own list that is open and stands behind the item `after`; or else a new one; or
        else the first that is open. Practice comes first, then real items with an attention check now and then.
        """
        with self._database.write() as connection:
            self._leases.expire(connection)
            if may_not_work(connection, user.id):
                return Pause.PAUSED
            start = 0 if after is None else _place(connection, user.id, after)
            behind = _first_open(connection, user.id, start)
            if behind is not None:
                return self._leases.renew(connection, behind)
            own = standing(connection, user.id, self._items)
            fresh = None if own.open >= MOST_OPEN else self._choose(connection, user, own)
            if fresh is not None:
                return self._leases.take(connection, user.id, fresh.id)
            before = _first_open(connection, user.id, 0) if own.open else None
            if before is not None:
                return self._leases.renew(connection, before)
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

    def available(self, connection: sa.Connection, user: User, own: Standing) -> int:
        """How many real items more the user may have, given how they stand."""
        return min(self._allowance(user, own), self._chooser.number_free(connection, user, own))

    # ------------------------------------------------------------------------------------------- one transaction

    def _choose(self, connection: sa.Connection, user: User, own: Standing) -> CampaignItem | None:
        practice = next((each for each in self._items.of(Kind.PRACTICE) if not own.has_seen(each.id)), None)
        special = practice or self._due_check(user, own)
        if special is not None or self._allowance(user, own) < 1:
            return special
        return self._chooser.choose(connection, user)

    def checks_due(self, user: User, real: int) -> int:
        """How many attention checks an annotator is given with so many real items, if they are given no more of these.

        One comes with every `attention_every` real items, at a place among them that nobody can foresee.
        """
        every, checks = self._settings.attention_every, self._items.of(Kind.ATTENTION)
        return sum(self._chooser.draw(user.name, turn, every) < real - turn * every for turn in range(len(checks)))

    def _due_check(self, user: User, own: Standing) -> CampaignItem | None:
        """The attention check whose turn it is."""
        left = [each for each in self._items.of(Kind.ATTENTION) if not own.has_seen(each.id)]
        given = len(self._items.of(Kind.ATTENTION)) - len(left)
        if self.checks_due(user, own.number(Kind.REAL, SEEN)) <= given:
            return None
        return min(left, key=lambda each: self._chooser.rank(user.name, each))

    def _allowance(self, user: User, own: Standing) -> int:
        """How many real items more the settings allow this user."""
        if not self._settings.items_per_annotator:
            return len(self._items.of(Kind.REAL))
        taken = own.number(Kind.REAL, (*LIVE, State.LATE))
        return self._settings.items_per_annotator + user.extra_items - taken

    def _reason(self, connection: sa.Connection, user: User, own: Standing) -> Pause:
        """Finished, unless an item that nobody has answered often enough is only leased to others."""
        if self._allowance(user, own) < 1:
            return Pause.FINISHED
        closed = self._leases.full(connection, self._settings.annotators_per_item)
        seen = sa.select(_TABLE.c.item_id).where(_TABLE.c.user_id == user.id, _TABLE.c.state != State.EXPIRED)
        mine = set(connection.execute(seen).scalars())
        left = any(each.id not in closed and each.id not in mine for each in self._items.of(Kind.REAL))
        return Pause.WAIT if left else Pause.FINISHED


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


def _place(connection: sa.Connection, user_id: int, item_id: int) -> int:
    """Where an item stands in the user's list; nought if it does not."""
    place = sa.select(_TABLE.c.place).where(_TABLE.c.user_id == user_id, _TABLE.c.item_id == item_id)
    return connection.execute(place).scalar() or 0


def _first_open(connection: sa.Connection, user_id: int, behind: int) -> Row | None:
    """The first leased item of the user's list behind a place."""
    own = sa.and_(_TABLE.c.user_id == user_id, _TABLE.c.state == State.LEASED, _TABLE.c.place > behind)
    return connection.execute(sa.select(_TABLE).where(own).order_by(_TABLE.c.place).limit(1)).first()
