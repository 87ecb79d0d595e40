"""How an annotator stands: counted by the database, so that a page costs the same however long a list has become."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

import sqlalchemy as sa

from stead.campaign import schema
from stead.campaign.items import Items
from stead.campaign.records import Kind, State

_TABLE = schema.assignments
_STATES = (
    sa.select(_TABLE.c.state, sa.func.count())
    .where(_TABLE.c.user_id == sa.bindparam("of_user"))
    .group_by(_TABLE.c.state)
)
_SOME = sa.select(_TABLE.c.item_id, _TABLE.c.state).where(
    _TABLE.c.user_id == sa.bindparam("of_user"), _TABLE.c.item_id.in_(sa.bindparam("some", expanding=True))
)


@dataclass(frozen=True)
class Standing:
    """How many items of each kind a user has in each state, and the state of each that is not a real one."""

    counts: Counter[tuple[Kind, State]]
    special: dict[int, State]

    def number(self, kind: Kind, states: Iterable[State]) -> int:
        """How many items of a kind are in one of these states."""
        return sum(self.counts[kind, state] for state in states)

    @property
    def open(self) -> int:
        """How many items of any kind are leased."""
        return sum(self.counts[kind, State.LEASED] for kind in Kind)

    def has_seen(self, item_id: int) -> bool:
        """Whether a practice item or an attention check was given, and its lease has not run out."""
        return self.special.get(item_id, State.EXPIRED) is not State.EXPIRED


SEEN = tuple(state for state in State if state is not State.EXPIRED)
"""What was given, and is not to be given again: a lease that has run out may be taken again."""


def standing(connection: sa.Connection, user_id: int, items: Items) -> Standing:
    """Count a user's assignments. Practice and checks are few; the rest is counted and not read."""
    all_kinds = {State(state): number for state, number in connection.execute(_STATES, {"of_user": user_id})}
    few = [each.id for kind in (Kind.PRACTICE, Kind.ATTENTION) for each in items.of(kind)]
    special = states_of(connection, user_id, few) if few else {}
    counts = Counter((items.by_id[item_id].kind, state) for item_id, state in special.items())
    for state, number in all_kinds.items():
        counts[Kind.REAL, state] = number - counts[Kind.PRACTICE, state] - counts[Kind.ATTENTION, state]
    return Standing(counts, special)


def states_of(connection: sa.Connection, user_id: int, item_ids: Iterable[int]) -> dict[int, State]:
    """The states of those of some items that the user has."""
    found = connection.execute(_SOME, {"of_user": user_id, "some": list(item_ids)})
    return {item_id: State(state) for item_id, state in found}
