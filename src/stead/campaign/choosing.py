"""Which real item comes next: free for the annotator, and the first in an order that is theirs alone."""

import hashlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from stead.campaign import schema
from stead.campaign.items import Items
from stead.campaign.records import LIVE, CampaignItem, Kind, Role, State, User
from stead.campaign.settings import Assignment
from stead.campaign.standing import SEEN, Standing, states_of

_TABLE = schema.assignments
_LOOKED_AT = 32  # items at a time
_SETTLED = (State.ANSWERED, State.LATE, State.RELEASED)  # what nothing can make free again for the same annotator
_LIVE_OF_SOME = (
    sa.select(_TABLE.c.item_id, sa.func.count())
    .where(_TABLE.c.item_id.in_(sa.bindparam("some", expanding=True)), _TABLE.c.state.in_(LIVE))
    .group_by(_TABLE.c.item_id)
)
_LIVE_OF_ALL = sa.select(_TABLE.c.item_id, sa.func.count()).where(_TABLE.c.state.in_(LIVE)).group_by(_TABLE.c.item_id)

_ANNOTATORS = sa.select(sa.func.count()).where(schema.users.c.role == Role.ANNOTATOR, schema.users.c.deleted.is_(None))


class Chooser:
    """Looks for free items, a few at a time from where the annotator's settled ones end."""

    def __init__(self, items: Items, settings: Assignment) -> None:
        self._items, self._settings = items, settings
        self._order = lru_cache(maxsize=1_000)(self._order_of)
        self._settled: dict[str, int] = {}

    def choose(self, connection: sa.Connection, user: User) -> CampaignItem | None:
        """The first free item in the annotator's order; in mode k-of-n, of those with the fewest annotators."""
        found = self._fewest(connection, user) if self._settings.mode == "k-of-n" else self._first(connection, user)
        return None if found is None else self._items.by_id[found]

    def number_free(self, connection: sa.Connection, user: User, own: Standing) -> int:
        """How many real items are free for the annotator."""
        unseen = len(self._items.of(Kind.REAL)) - own.number(Kind.REAL, SEEN)
        return unseen if self._has_room(connection) else unseen - self._full_for(connection, user)

    def rank(self, name: str, each: CampaignItem) -> bytes:
        """A random number that depends on nothing but the seed, the annotator and the item."""
        words = "\0".join((str(self._settings.seed), name, each.item.lexelt, each.item.id))
        return hashlib.sha256(words.encode()).digest()

    def draw(self, name: str, turn: int, sides: int) -> int:
        """A random number below `sides`, that depends on nothing but the seed, the annotator and the turn."""
        words = f"{self._settings.seed}\0{name}\0check {turn}"
        return int.from_bytes(hashlib.sha256(words.encode()).digest()) % sides

    def _order_of(self, name: str) -> tuple[int, ...]:
        """The real items in the order of one annotator."""
        real = self._items.of(Kind.REAL)
        if self._settings.order == "file":
            return tuple(each.id for each in real)
        return tuple(each.id for each in sorted(real, key=lambda each: self.rank(name, each)))

    def _first(self, connection: sa.Connection, user: User) -> int | None:
        for some in self._unsettled(connection, user):
            live = _numbers(connection.execute(_LIVE_OF_SOME, {"some": some}))
            chosen = next((each for each in some if live.get(each, 0) < self._settings.annotators_per_item), None)
            if chosen is not None:
                return chosen
        return None

    def _unsettled(self, connection: sa.Connection, user: User) -> Iterator[list[int]]:
        """The items that the annotator has not seen, some at a time in their order."""
        order = self._order(user.name)
        begin, is_settled = self._settled.get(user.name, 0), True
        for start in range(begin, len(order), _LOOKED_AT):
            some = order[start : start + _LOOKED_AT]
            own = states_of(connection, user.id, some)
            is_settled = is_settled and all(own.get(each) in _SETTLED for each in some)
            if is_settled:
                self._settled[user.name] = start + len(some)
            unseen = [each for each in some if own.get(each, State.EXPIRED) is State.EXPIRED]
            if unseen:
                yield unseen

    def _fewest(self, connection: sa.Connection, user: User) -> int | None:
        live = _numbers(connection.execute(_LIVE_OF_ALL))
        mine = sa.select(_TABLE.c.item_id).where(_TABLE.c.user_id == user.id, _TABLE.c.state != State.EXPIRED)
        seen = set(connection.execute(mine).scalars())
        unseen = [
            (live.get(each, 0), place, each) for place, each in enumerate(self._order(user.name)) if each not in seen
        ]
        number, _, found = min(unseen, default=(self._settings.annotators_per_item, 0, 0))
        return found if number < self._settings.annotators_per_item else None

    def _has_room(self, connection: sa.Connection) -> bool:
        """Whether there are no more annotators than places: then every item has one left for each of them."""
        return connection.execute(_ANNOTATORS).scalar_one() <= self._settings.annotators_per_item

    def _full_for(self, connection: sa.Connection, user: User) -> int:
        """How many real items others have filled that the annotator has not seen."""
        own = _TABLE.alias()
        places = self._settings.annotators_per_item
        full = _LIVE_OF_ALL.having(sa.func.count() >= places).subquery()
        mine = sa.exists().where(
            own.c.user_id == user.id, own.c.item_id == full.c.item_id, own.c.state != State.EXPIRED
        )
        real = sa.select(schema.items.c.id).where(schema.items.c.id == full.c.item_id, schema.items.c.kind == Kind.REAL)
        count = sa.select(sa.func.count()).select_from(full).where(~mine, real.exists())
        return connection.execute(count).scalar_one()


def _numbers(rows: Iterable[Any]) -> dict[int, int]:
    return {row[0]: row[1] for row in rows}
