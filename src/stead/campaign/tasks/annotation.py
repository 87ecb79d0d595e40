"""Annotation as a kind of task, on the engine of `store.submissions`.

Items are assigned one at a time, at most k annotators to an item, in an order of each one's own.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from statistics import median
from typing import Any

import sqlalchemy as sa

from stead.campaign.records import (
    ANSWERED,
    LIVE,
    Answer,
    CampaignItem,
    ItemKind,
    ItemView,
    LeaseState,
    Listed,
    NotAssigned,
    Pause,
    Progress,
    Role,
    Submission,
    User,
)
from stead.campaign.settings import AnswerSettings, AssignmentSettings
from stead.campaign.store import schema
from stead.campaign.store.contents import CampaignItems
from stead.campaign.store.database import Database
from stead.campaign.store.guidelines import Guidelines
from stead.campaign.store.submissions import (
    ANNOTATION,
    NOT_LISTED,
    Leases,
    Row,
    SubmissionRecords,
    Submissions,
    may_not_work,
)
from stead.campaign.tasks.validation import is_expected, normalise

_ASSIGNMENTS = schema.assignments
_OTHERS = _ASSIGNMENTS.alias("others")
_STATES = (
    sa.select(_ASSIGNMENTS.c.state, sa.func.count())
    .where(_ASSIGNMENTS.c.user_id == sa.bindparam("of_user"))
    .group_by(_ASSIGNMENTS.c.state)
)
_SOME = sa.select(_ASSIGNMENTS.c.item_id, _ASSIGNMENTS.c.state).where(
    _ASSIGNMENTS.c.user_id == sa.bindparam("of_user"), _ASSIGNMENTS.c.item_id.in_(sa.bindparam("some", expanding=True))
)


@dataclass(frozen=True)
class AssignmentCounts:
    """The number of items of each kind that a user has in each state, and the state of each that is not a real one."""

    counts: Counter[tuple[ItemKind, LeaseState]]
    special: dict[int, LeaseState]

    def number(self, kind: ItemKind, states: Iterable[LeaseState]) -> int:
        """The number of items of a kind in one of these states."""
        return sum(self.counts[kind, state] for state in states)

    @property
    def open(self) -> int:
        """The number of leased items of any kind."""
        return sum(self.counts[kind, LeaseState.LEASED] for kind in ItemKind)

    def has_seen(self, item_id: int) -> bool:
        """Whether a practice item or an attention check was given, and its lease has not run out."""
        return self.special.get(item_id, LeaseState.EXPIRED) is not LeaseState.EXPIRED


SEEN = tuple(state for state in LeaseState if state is not LeaseState.EXPIRED)
"""The states of items that are not assigned to the same annotator again: all but an expired lease."""


def count_assignments(connection: sa.Connection, user_id: int, items: CampaignItems) -> AssignmentCounts:
    """Count a user's assignments. All but real items are few, and read; the rest is only counted."""
    all_kinds = {LeaseState(state): number for state, number in connection.execute(_STATES, {"of_user": user_id})}
    few = [item.id for kind in ItemKind if kind is not ItemKind.REAL for item in items.of(kind)]
    special = states_of(connection, user_id, few) if few else {}
    counts = Counter((items.by_id[item_id].kind, state) for item_id, state in special.items())
    for state, number in all_kinds.items():
        counts[ItemKind.REAL, state] = number - sum(
            counts[kind, state] for kind in ItemKind if kind is not ItemKind.REAL
        )
    return AssignmentCounts(counts, special)


def states_of(connection: sa.Connection, user_id: int, item_ids: Iterable[int]) -> dict[int, LeaseState]:
    """The states of those of some items that the user has."""
    rows = connection.execute(_SOME, {"of_user": user_id, "some": list(item_ids)})
    return {item_id: LeaseState(state) for item_id, state in rows}


_LOOKED_AT = 32  # items at a time
_SETTLED = (
    LeaseState.ANSWERED,
    LeaseState.LATE,
    LeaseState.RELEASED,
)  # what nothing can make free again for the same annotator
_LIVE_OF_ALL = (
    sa.select(_ASSIGNMENTS.c.item_id, sa.func.count())
    .where(_ASSIGNMENTS.c.state.in_(LIVE))
    .group_by(_ASSIGNMENTS.c.item_id)
)
_TAKEN = sa.select(  # of each item: with how many it is, and whether the user has seen it
    _ASSIGNMENTS.c.item_id,
    sa.func.count().filter(_ASSIGNMENTS.c.state.in_(LIVE)).label("live"),
    sa.func.count()
    .filter(_ASSIGNMENTS.c.user_id == sa.bindparam("of_user"), _ASSIGNMENTS.c.state != LeaseState.EXPIRED)
    .label("seen"),
).group_by(_ASSIGNMENTS.c.item_id)
_LIVE_OF_SOME = _LIVE_OF_ALL.where(_ASSIGNMENTS.c.item_id.in_(sa.bindparam("some", expanding=True)))

_ANNOTATORS = sa.select(sa.func.count()).where(schema.users.c.role == Role.ANNOTATOR, schema.users.c.deleted.is_(None))


class Chooser:
    """Finds free items, a few at a time from where the annotator's settled ones end."""

    def __init__(self, items: CampaignItems, settings: AssignmentSettings) -> None:
        self._items, self._settings = items, settings
        self._order = lru_cache(maxsize=1_000)(self._order_of)
        self._settled: dict[str, int] = {}

    def choose(self, connection: sa.Connection, user: User) -> CampaignItem | None:
        """The first free item in the annotator's order; in mode k-of-n, of those with the fewest annotators."""
        item_id = self._fewest(connection, user) if self._settings.mode == "k-of-n" else self._first(connection, user)
        return None if item_id is None else self._items.by_id[item_id]

    def number_free(self, connection: sa.Connection, user: User, counts: AssignmentCounts) -> int:
        """The number of real items that are free for the annotator."""
        unseen = len(self._items.of(ItemKind.REAL)) - counts.number(ItemKind.REAL, SEEN)
        return unseen if self._has_room(connection) else unseen - self._full_for(connection, user)

    def rank(self, name: str, item: CampaignItem) -> bytes:
        """A random number that depends only on the seed, the annotator and the item."""
        words = "\0".join((str(self._settings.seed), name, item.item.lexelt, item.item.id))
        return hashlib.sha256(words.encode()).digest()

    def draw(self, name: str, turn: int, sides: int) -> int:
        """A random number below `sides` that depends only on the seed, the annotator and the turn."""
        words = f"{self._settings.seed}\0{name}\0check {turn}"
        return int.from_bytes(hashlib.sha256(words.encode()).digest()) % sides

    def _order_of(self, name: str) -> tuple[int, ...]:
        """The real items in the order of one annotator."""
        real = self._items.of(ItemKind.REAL)
        if self._settings.order == "file":
            return tuple(item.id for item in real)
        return tuple(item.id for item in sorted(real, key=lambda item: self.rank(name, item)))

    def _first(self, connection: sa.Connection, user: User) -> int | None:
        for some in self._unsettled(connection, user):
            live = _numbers(connection.execute(_LIVE_OF_SOME, {"some": some}))
            chosen = next(
                (item_id for item_id in some if live.get(item_id, 0) < self._settings.annotators_per_item), None
            )
            if chosen is not None:
                return chosen
        return None

    def _unsettled(self, connection: sa.Connection, user: User) -> Iterator[list[int]]:
        """The items that the annotator has not seen, some at a time in their order."""
        order = self._order(user.name)
        begin, is_settled = self._settled.get(user.name, 0), True
        for start in range(begin, len(order), _LOOKED_AT):
            some = order[start : start + _LOOKED_AT]
            states = states_of(connection, user.id, some)
            is_settled = is_settled and all(states.get(item_id) in _SETTLED for item_id in some)
            if is_settled:
                self._settled[user.name] = start + len(some)
            unseen = [item_id for item_id in some if states.get(item_id, LeaseState.EXPIRED) is LeaseState.EXPIRED]
            if unseen:
                yield unseen

    def _fewest(self, connection: sa.Connection, user: User) -> int | None:
        rows = connection.execute(_TAKEN, {"of_user": user.id}).all()
        live = {row.item_id: row.live for row in rows}
        seen = {row.item_id for row in rows if row.seen}
        unseen = [item_id for item_id in self._order(user.name) if item_id not in seen]
        fewest = min(unseen, key=lambda item_id: live.get(item_id, 0), default=None)
        has_room = fewest is not None and live.get(fewest, 0) < self._settings.annotators_per_item
        return fewest if has_room else None

    def _has_room(self, connection: sa.Connection) -> bool:
        """Whether there are no more annotators than places: then every item has one left for each of them."""
        return connection.execute(_ANNOTATORS).scalar_one() <= self._settings.annotators_per_item

    def _full_for(self, connection: sa.Connection, user: User) -> int:
        """The number of real items that others have filled and the annotator has not seen."""
        assigned = _ASSIGNMENTS.alias()
        places = self._settings.annotators_per_item
        full = _LIVE_OF_ALL.having(sa.func.count() >= places).subquery()
        mine = sa.exists().where(
            assigned.c.user_id == user.id, assigned.c.item_id == full.c.item_id, assigned.c.state != LeaseState.EXPIRED
        )
        real = sa.select(schema.items.c.id).where(
            schema.items.c.id == full.c.item_id, schema.items.c.kind == ItemKind.REAL
        )
        count = sa.select(sa.func.count()).select_from(full).where(~mine, real.exists())
        return connection.execute(count).scalar_one()


def _numbers(rows: Iterable[Any]) -> dict[int, int]:
    return {row[0]: row[1] for row in rows}


def _items_seen(connection: sa.Connection, user: User) -> set[int]:
    """The items that were given to a user, and whose lease has not run out."""
    assigned = sa.select(_ASSIGNMENTS.c.item_id).where(_ASSIGNMENTS.c.user_id == user.id)
    return set(connection.execute(assigned.where(_ASSIGNMENTS.c.state != LeaseState.EXPIRED)).scalars())


_LATEST = 50  # items that tell an annotator's pace
MOST_OPEN = 10
"""How many items an annotator can have before them without answering any."""


class ItemAssignment(Leases):
    """Hands items out, one at a time, and takes them back."""

    def __init__(self, database: Database, items: CampaignItems, settings: AssignmentSettings) -> None:
        super().__init__(database, ANNOTATION, places=settings.annotators_per_item, hours=settings.lease_hours)
        self._items, self._settings = items, settings
        self._chooser = Chooser(items, settings)

    def is_unlimited(self, thing: int) -> bool:
        """Whether an item is practice or an attention check, which everybody may have."""
        return self._items.by_id[thing].kind in (ItemKind.PRACTICE, ItemKind.ATTENTION)

    def next(self, user: User, *, after: int | None = None) -> int | Pause:
        """The number of the item that the user should see next, or the reason why there is none.

        The first open item of the user's own list that comes after the item `after`; or else a new one; or else the
        first that is open. Practice comes first, then real items with an attention check now and then.
        """
        with self._database.write() as connection:
            self.expire(connection)
            if may_not_work(connection, user.id):
                return Pause.PAUSED
            following = _first_open(connection, user.id, after=after)
            if following is not None:
                return self.renew(connection, following)
            counts = count_assignments(connection, user.id, self._items)
            fresh = None if counts.open >= MOST_OPEN else self._choose(connection, user, counts)
            if fresh is not None:
                return self.take(connection, user.id, fresh.id)
            earlier = _first_open(connection, user.id) if counts.open else None
            if earlier is not None:
                return self.renew(connection, earlier)
            return self._reason(connection, user, counts)

    def progress(self, user: User) -> Progress:
        """The progress of an annotator, counting their own items only."""
        with self._database.read() as connection:
            counts = count_assignments(connection, user.id, self._items)
            seconds = list(connection.execute(_LATEST_SECONDS, {"of_user": user.id}).scalars())
            more = 0 if user.paused else self._available(connection, user, counts)
        done, opened = (
            counts.number(ItemKind.REAL, states) + counts.number(ItemKind.ATTENTION, states)
            for states in (ANSWERED, (LeaseState.LEASED,))
        )
        due = self._checks_due(user, _work_seen(counts) + more)
        checks = due - counts.number(ItemKind.ATTENTION, SEEN)
        left = opened + more + max(0, checks)  # checks count before they are given, or their coming could be foreseen
        return Progress(
            done,
            done + left,
            counts.number(ItemKind.PRACTICE, ANSWERED),
            len(self._items.of(ItemKind.PRACTICE)),
            left * median(seconds) if seconds else None,
        )

    def _available(self, connection: sa.Connection, user: User, counts: AssignmentCounts) -> int:
        """The number of real items that the user may still have."""
        return min(self._allowance(user, counts), self._chooser.number_free(connection, user, counts))

    def _checks_due(self, user: User, real: int) -> int:
        """The number of attention checks that an annotator with this many real items is given, if they get no more.

        One comes with every `attention_every` real items, at a place among them that nobody can foresee.
        """
        every, checks = self._settings.attention_every, self._items.of(ItemKind.ATTENTION)
        return sum(self._chooser.draw(user.name, turn, every) < real - turn * every for turn in range(len(checks)))

    def _choose(self, connection: sa.Connection, user: User, counts: AssignmentCounts) -> CampaignItem | None:
        practice = next((item for item in self._items.of(ItemKind.PRACTICE) if not counts.has_seen(item.id)), None)
        special = practice or self._due_check(user, counts)
        if special is not None or self._allowance(user, counts) < 1:
            return special
        return self._chooser.choose(connection, user)

    def _due_check(self, user: User, counts: AssignmentCounts) -> CampaignItem | None:
        """The attention check that is due."""
        left = [item for item in self._items.of(ItemKind.ATTENTION) if not counts.has_seen(item.id)]
        given = len(self._items.of(ItemKind.ATTENTION)) - len(left)
        if self._checks_due(user, _work_seen(counts)) <= given:
            return None
        return min(left, key=lambda item: self._chooser.rank(user.name, item))

    def _allowance(self, user: User, counts: AssignmentCounts) -> int:
        """The number of further real items that the settings allow this user."""
        if not self._settings.items_per_annotator:
            return len(self._items.of(ItemKind.REAL))
        taken = counts.number(ItemKind.REAL, (*LIVE, LeaseState.LATE))
        return self._settings.items_per_annotator + user.extra_items - taken

    def _reason(self, connection: sa.Connection, user: User, counts: AssignmentCounts) -> Pause:
        """The reason why there is no item: finished, unless items that lack answers are only leased to others."""
        if self._allowance(user, counts) < 1:
            return Pause.FINISHED
        closed = self.full(connection)
        seen = _items_seen(connection, user)
        left = any(item.id not in closed and item.id not in seen for item in self._items.of(ItemKind.REAL))
        return Pause.WAIT if left else Pause.FINISHED


def _work_seen(counts: AssignmentCounts) -> int:
    """The number of items among which attention checks are strewn: real ones, now or in a pilot."""
    return counts.number(ItemKind.REAL, SEEN) + counts.number(ItemKind.PILOT, SEEN)


def _first_open(connection: sa.Connection, user_id: int, *, after: int | None = None) -> Row | None:
    """The first leased item of the user's list, or the first after another item of it."""
    if after is None:
        return connection.execute(_FIRST_OPEN, {"of_user": user_id}).first()
    return connection.execute(_OPEN_AFTER, {"of_user": user_id, "after_item": after}).first()


_FIRST_OPEN = (  # these are made once: every answer asks them
    sa.select(_ASSIGNMENTS)
    .where(_ASSIGNMENTS.c.user_id == sa.bindparam("of_user"), _ASSIGNMENTS.c.state == LeaseState.LEASED)
    .order_by(_ASSIGNMENTS.c.position)
    .limit(1)
)
_OPEN_AFTER = _FIRST_OPEN.where(
    _ASSIGNMENTS.c.position
    > sa.func.coalesce(
        sa.select(_OTHERS.c.position)
        .where(_OTHERS.c.user_id == sa.bindparam("of_user"), _OTHERS.c.item_id == sa.bindparam("after_item"))
        .scalar_subquery(),
        0,
    )
)


def _latest_seconds() -> sa.Select[Any]:
    """Select the durations of a user's answers to their latest items."""
    answers, user_id = schema.answers, sa.bindparam("of_user", type_=sa.Integer)
    done = sa.and_(_ASSIGNMENTS.c.user_id == user_id, _ASSIGNMENTS.c.state.in_(ANSWERED))
    latest = sa.select(_ASSIGNMENTS.c.item_id).where(done).order_by(_ASSIGNMENTS.c.position.desc()).limit(_LATEST)
    return sa.select(answers.c.seconds).where(
        answers.c.user_id == user_id, answers.c.item_id.in_(latest), answers.c.seconds > 0
    )


_LATEST_SECONDS = _latest_seconds()


# ------------------------------------------------------------------------------------------------------ answers

ANSWERS = SubmissionRecords(Answer, ANNOTATION, ("substitutes",))


def count_failed_checks(connection: sa.Connection, user_id: int, items: CampaignItems) -> int:
    """The number of attention checks to which a user has not given what was expected."""
    checks = [item.id for item in items.of(ItemKind.ATTENTION)]
    columns = schema.answers.c
    newest = ANSWERS.select_newest().where(columns.user_id == user_id, columns.item_id.in_(checks))
    answers = map(ANSWERS.read, connection.execute(newest))
    return sum(is_expected(answer.substitutes, items.by_id[answer.item_id]) is False for answer in answers)


class AnnotationTask(Submissions[Submission, Answer]):
    """The answers of annotators; every query is about one annotator's own."""

    content = ("substitutes", "nil", "name", "multiword", "comment")

    def __init__(
        self,
        database: Database,
        items: CampaignItems,
        assignment: ItemAssignment,
        guidelines: Guidelines,
        settings: AnswerSettings,
    ) -> None:
        super().__init__(database, guidelines, assignment, ANNOTATION, ANSWERS)
        self._items, self._settings = items, settings

    def thing_of(self, task_id: int) -> int:
        """The item itself."""
        return task_id

    def check(self, task_id: int, sent: Submission) -> Submission:  # noqa: ARG002 (the same for all items)
        """Normalise an answer for the store; AnswerRefused if it cannot be stored."""
        return normalise(sent, self._settings)

    def task(self, user_id: int, item_id: int) -> ItemView:
        """An item as its annotator sees it, with the answer given so far; NotAssigned if it is not theirs."""
        return self._view(_VIEWED_ITEM, of_user=user_id, of_item=item_id)

    def task_at(self, user_id: int, position: int) -> ItemView:
        """The item at a position of the annotator's list, as `task` gives it."""
        return self._view(_VIEWED_POSITION, of_user=user_id, of_position=position)

    def _view(self, viewed: sa.Select[Any], **which: int) -> ItemView:
        with self._database.read() as connection:
            row = connection.execute(viewed, which).first()
            if row is None:
                raise NotAssigned(NOT_LISTED)
            revisions = self.revisions(connection, row.user_id, row.item_id)
        return ItemView(
            item=self._items.by_id[row.item_id],
            position=row.position,
            state=LeaseState(row.state),
            leased_until=row.leased_until,
            answer=revisions[-1] if revisions else None,
            previous_position=row.previous_position,
            next_position=row.next_position,
        )

    def item_at(self, user_id: int, position: int) -> int:
        """The number of the item at a position of the annotator's list; NotAssigned if there is none.

        Annotators know items by their positions: numbers of items would tell which ones are alike.
        """
        with self._database.ask() as connection:
            item_id = connection.execute(_ITEM_AT, {"of_user": user_id, "of_position": position}).scalar()
        if item_id is None:
            raise NotAssigned(NOT_LISTED)
        return int(item_id)

    def position_of(self, user_id: int, item_id: int) -> int:
        """The position of an item in the annotator's list."""
        with self._database.ask() as connection:
            return int(connection.execute(_POSITION_OF, {"of_user": user_id, "of_item": item_id}).scalar_one())

    def list_items(self, user_id: int) -> list[Listed]:
        """The annotator's own list, in the order in which the items were given out."""
        with self._database.read() as connection:
            rows = self._leases.own(connection, user_id)
            current = _current_of(connection, user_id)
        return [_list_row(self._items.by_id[row.item_id], row, current.get(row.item_id)) for row in rows]

    def current(self, user_id: int) -> dict[int, Answer]:
        """The newest revision of each of a user's answers, by item."""
        with self._database.read() as connection:
            return _current_of(connection, user_id)


def _list_row(item: CampaignItem, row: Any, answer: Answer | None) -> Listed:
    revision, commented = (answer.revision, bool(answer.comment)) if answer else (0, False)
    return Listed(item, row.position, LeaseState(row.state), revision, commented)


def _current_of(connection: sa.Connection, user_id: int) -> dict[int, Answer]:
    rows = connection.execute(ANSWERS.select_newest().where(schema.answers.c.user_id == user_id))
    return {answer.item_id: answer for answer in map(ANSWERS.read, rows)}


_OF_USER = _ASSIGNMENTS.c.user_id == sa.bindparam("of_user")  # these are made once: every page asks them
_ITEM_AT = sa.select(_ASSIGNMENTS.c.item_id).where(_OF_USER, _ASSIGNMENTS.c.position == sa.bindparam("of_position"))
_POSITION_OF = sa.select(_ASSIGNMENTS.c.position).where(_OF_USER, _ASSIGNMENTS.c.item_id == sa.bindparam("of_item"))
_VIEWED = (
    sa.select(
        _ASSIGNMENTS,
        sa.select(sa.func.max(_OTHERS.c.position))
        .where(_OTHERS.c.user_id == _ASSIGNMENTS.c.user_id, _OTHERS.c.position < _ASSIGNMENTS.c.position)
        .scalar_subquery()
        .label("previous_position"),
        sa.select(sa.func.min(_OTHERS.c.position))
        .where(_OTHERS.c.user_id == _ASSIGNMENTS.c.user_id, _OTHERS.c.position > _ASSIGNMENTS.c.position)
        .scalar_subquery()
        .label("next_position"),
    )
    .join(schema.users, schema.users.c.id == _ASSIGNMENTS.c.user_id)
    .where(_OF_USER, schema.users.c.deleted.is_(None))
)
_VIEWED_ITEM = _VIEWED.where(_ASSIGNMENTS.c.item_id == sa.bindparam("of_item"))
_VIEWED_POSITION = _VIEWED.where(_ASSIGNMENTS.c.position == sa.bindparam("of_position"))
