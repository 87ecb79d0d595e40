"""Leases and submissions: the engine that annotating and rating share.

A user holds a *lease* on a thing (an item, or a subset of a pool) until a certain time, and submits answers to the
*tasks* in it (the item itself, or the screens of the subset). Submissions are added and never changed: a correction is
a further revision. What is sent again under the same UUID is the same submission, and what was filled in on an older
revision than the current one is not stored. Every change is one transaction, so that no thing is ever with more people
than it has places, and what a call returns is on disk.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from typing import Any, ClassVar, Generic, Protocol, TypeVar, cast

import sqlalchemy as sa

from stead.campaign.records import LIVE, AnswerConflict, LeaseState, NotAssigned, Stale, Stored, User
from stead.campaign.store import schema
from stead.campaign.store.database import Database, record_event
from stead.campaign.store.guidelines import Guidelines

Row = Any
NOT_LISTED = "there is no such sentence in your list."


@dataclass(frozen=True)
class TaskTables:
    """The tables of one kind of task: leases on things, and submissions to tasks."""

    leases: sa.Table
    thing: str
    """The column of `leases` that names what is leased."""
    submissions: sa.Table
    task: str
    """The column of `submissions` that names what is answered."""

    @property
    def things(self) -> sa.Column[int]:
        """The column of the leased thing."""
        return self.leases.c[self.thing]

    @property
    def tasks(self) -> sa.Column[int]:
        """The column of the task."""
        return self.submissions.c[self.task]


ANNOTATION = TaskTables(schema.assignments, "item_id", schema.answers, "item_id")
RATING = TaskTables(schema.sittings, "subset", schema.ratings, "screen_id")


# ------------------------------------------------------------------------------------------------------- leases


class Leases(ABC):
    """Leases with an expiry. A thing has a number of places: nobody else gets it while these are taken."""

    def __init__(self, database: Database, tables: TaskTables, *, places: int, hours: int) -> None:
        self._database, self._tables, self._table = database, tables, tables.leases
        self._places, self._hours = places, hours
        users, table = schema.users, self._table
        self._own_row = (  # made once: every page asks it
            sa.select(table, users.c.name.label("annotator"))
            .join(users, users.c.id == table.c.user_id)
            .where(
                table.c.user_id == sa.bindparam("of_user"),
                tables.things == sa.bindparam("of_thing"),
                users.c.deleted.is_(None),
            )
        )

        self._new_state = (
            sa.update(table).where(table.c.id == sa.bindparam("of_lease")).values(state=sa.bindparam("new_state"))
        )

    @abstractmethod
    def is_unlimited(self, thing: int) -> bool:
        """Whether everybody may have a thing, as with practice."""

    def tasks_of(self, thing: int) -> Iterable[int]:
        """The tasks that a lease on a thing is for: one of the same number, unless a kind of task says otherwise."""
        return (thing,)

    def open(self, user_id: int, thing: int) -> None:
        """Renew a lease of the user's own, also one that has run out if a place is free."""
        with self._database.write() as connection:
            row = self.own_row(connection, user_id, thing)
            if row.state == LeaseState.LEASED or (
                row.state == LeaseState.EXPIRED and self.has_place(connection, thing)
            ):
                self.renew(connection, row)

    def release(self, user: User, *, actor: str) -> int:
        """Release what the user has not answered to the others; return the number of things."""
        unanswered = self._of_user(user.id, LeaseState.LEASED, LeaseState.EXPIRED)
        with self._database.write() as connection:
            freed = int(
                connection.execute(sa.update(self._table).where(unanswered).values(state=LeaseState.RELEASED)).rowcount
            )
            record_event(connection, self._database.now(), actor, "reassign", user_id=user.id, detail=str(freed))
        return freed

    # ------------------------------------------------------------------------- within a transaction of the caller

    def own_row(self, connection: sa.Connection, user_id: int, thing: int) -> Row:
        """The row of a user's lease on a thing; NotAssigned if there is none, or the user was deleted."""
        row = connection.execute(self._own_row, {"of_user": user_id, "of_thing": thing}).first()
        if row is None:
            raise NotAssigned(NOT_LISTED)
        return row

    def own(self, connection: sa.Connection, user_id: int) -> list[Row]:
        """A user's leases in the order in which they were taken."""
        table = self._table
        return list(connection.execute(sa.select(table).where(table.c.user_id == user_id).order_by(table.c.position)))

    def live(self, connection: sa.Connection) -> dict[int, int]:
        """The number of live leases on each thing that has any."""
        things = self._tables.things
        live = sa.select(things, sa.func.count()).where(self._table.c.state.in_(LIVE)).group_by(things)
        return {row[0]: row[1] for row in connection.execute(live)}

    def has_place(self, connection: sa.Connection, thing: int) -> bool:
        """Whether one more user may have a thing."""
        if self.is_unlimited(thing):
            return True
        live = sa.select(sa.func.count()).where(self._tables.things == thing, self._table.c.state.in_(LIVE))
        return int(connection.execute(live).scalar_one()) < self._places

    def full(self, connection: sa.Connection) -> set[int]:
        """The things that have all the answers they need."""
        answered = sa.select(self._tables.things).where(self._table.c.state == LeaseState.ANSWERED)
        filled = answered.group_by(self._tables.things).having(sa.func.count() >= self._places)
        return set(connection.execute(filled).scalars())

    def expire(self, connection: sa.Connection) -> None:
        """End the leases that have run out."""
        over = sa.and_(self._table.c.state == LeaseState.LEASED, self._table.c.leased_until <= self._database.now())
        connection.execute(sa.update(self._table).where(over).values(state=LeaseState.EXPIRED))

    def take(self, connection: sa.Connection, user_id: int, thing: int) -> int:
        """Take a lease; one of the user's own that had run out keeps its position in the list."""
        of_user = self._table.c.user_id == user_id
        before = connection.execute(sa.select(self._table).where(of_user, self._tables.things == thing)).first()
        if before is not None:
            return self.renew(connection, before)
        last = sa.select(sa.func.coalesce(sa.func.max(self._table.c.position), 0)).where(of_user).scalar_subquery()
        values = {
            "user_id": user_id,
            self._tables.thing: thing,
            "position": last + 1,
            "state": LeaseState.LEASED,
            "leased": self._database.now(),
            "leased_until": self._until(),
        }
        connection.execute(sa.insert(self._table).values(values))
        return thing

    def renew(self, connection: sa.Connection, row: Row) -> int:
        """Let a lease last longer, also one that had run out; return what is leased."""
        self._change(connection, row, state=LeaseState.LEASED, leased_until=self._until())
        return int(getattr(row, self._tables.thing))

    def is_late(self, connection: sa.Connection, row: Row) -> bool:
        """Whether others have filled the places meanwhile, so that a submission does not count."""
        if row.state in LIVE:
            return False
        return bool(row.state == LeaseState.LATE) or not self.has_place(connection, getattr(row, self._tables.thing))

    def settle(self, connection: sa.Connection, row: Row, *, late: bool) -> None:
        """Set the state of a lease after a submission.

        It is answered when all its tasks are, and leased for longer until then. One that had run out, or was given to
        others, goes on if a place is free, and is late if there is none.
        """
        if not late and row.state != LeaseState.ANSWERED and not self._is_complete(connection, row):
            self.renew(connection, row)
            return
        state = LeaseState.LATE if late else LeaseState.ANSWERED
        if state != row.state:
            connection.execute(self._new_state, {"of_lease": row.id, "new_state": state})

    def expire_of(self, connection: sa.Connection, user_id: int) -> None:
        """End the leases of a user who gets nothing more."""
        leased = self._of_user(user_id, LeaseState.LEASED)
        connection.execute(sa.update(self._table).where(leased).values(state=LeaseState.EXPIRED))

    def free(self, connection: sa.Connection, user_id: int) -> None:
        """Free the places of a user who is deleted: what is open has run out, what is answered is released."""
        update = sa.update(self._table)
        self.expire_of(connection, user_id)
        answered = self._of_user(user_id, LeaseState.ANSWERED, LeaseState.LATE)
        connection.execute(update.where(answered).values(state=LeaseState.RELEASED))

    def restore(self, connection: sa.Connection, user_id: int) -> None:
        """Count the submissions of a user who is back where a place is still free; they are late where there is none.

        What was begun and not finished can be gone on with.
        """
        submitted = self.count_submissions(connection, user_id)
        for row in self.own(connection, user_id):
            thing = getattr(row, self._tables.thing)
            answered = [task in submitted for task in self.tasks_of(thing)]
            if not any(answered):
                continue
            state = LeaseState.ANSWERED if self.has_place(connection, thing) else LeaseState.LATE
            self._change(connection, row, state=state if all(answered) else LeaseState.EXPIRED)

    def count_submissions(self, connection: sa.Connection, user_id: int) -> dict[int, int]:
        """The tasks that a user has answered, with the number of revisions of each."""
        table, tasks = self._tables.submissions, self._tables.tasks
        newest = sa.select(tasks, sa.func.max(table.c.revision)).where(table.c.user_id == user_id).group_by(tasks)
        return {row[0]: row[1] for row in connection.execute(newest)}

    def _is_complete(self, connection: sa.Connection, row: Row) -> bool:
        table, tasks = self._tables.submissions, self._tables.tasks
        wanted = set(self.tasks_of(getattr(row, self._tables.thing)))
        if len(wanted) == 1:  # the one that was just answered
            return True
        answered = sa.select(tasks).where(table.c.user_id == row.user_id, tasks.in_(wanted)).distinct()
        return wanted.issubset(connection.execute(answered).scalars())

    def _change(self, connection: sa.Connection, row: Row, **values: object) -> None:
        if any(getattr(row, name) != value for name, value in values.items()):
            connection.execute(sa.update(self._table).where(self._table.c.id == row.id).values(values))

    def _of_user(self, user_id: int, *states: LeaseState) -> sa.ColumnElement[bool]:
        return sa.and_(self._table.c.user_id == user_id, self._table.c.state.in_(states))

    def _until(self) -> str:
        return self._database.now(timedelta(hours=self._hours))


def may_not_work(connection: sa.Connection, user_id: int) -> bool:
    """Whether the user was paused or deleted, perhaps a moment ago."""
    users = schema.users
    stopped = sa.or_(users.c.paused, users.c.deleted.is_not(None))
    return connection.execute(sa.select(users.c.id).where(users.c.id == user_id, stopped)).first() is not None


# -------------------------------------------------------------------------------------------------- submissions


class Sent(Protocol):
    """A submission: a UUID of its own, and the revision that the form was based on."""

    @property
    def uuid(self) -> str:
        """The UUID, made once for each submission."""

    @property
    def based_on(self) -> int:
        """The revision that was changed; 0 if there was none."""


class Revision(Protocol):
    """A stored submission, as one of several revisions."""

    @property
    def uuid(self) -> str:
        """The UUID of the submission."""

    @property
    def revision(self) -> int:
        """The number of the revision, from 1."""


S = TypeVar("S", bound=Sent)
R = TypeVar("R", bound=Revision)
_OTHER_ANSWER = "another answer was stored under the same UUID before; send this one under a new UUID."


class SubmissionRecords(Generic[R]):
    """Maps rows of a table of submissions to records and back; lists are stored as JSON."""

    def __init__(self, record: Callable[..., R], tables: TaskTables, lists: tuple[str, ...]) -> None:
        self._record, self._table, self._task, self._lists = record, tables.submissions, tables.task, lists
        self._names = tuple(field.name for field in fields(cast("Any", record)) if field.name != "user")

    def select(self) -> sa.Select[Any]:
        """Select every revision of all users, with their names."""
        users = schema.users
        return sa.select(self._table, users.c.name.label("annotator")).join(users, users.c.id == self._table.c.user_id)

    def select_newest(self) -> sa.Select[Any]:
        """Select the newest revision of every submission, with the names of their users."""
        columns = self._table.c
        whose = columns.user_id, columns[self._task]
        newest = sa.select(*whose, sa.func.max(columns.revision).label("revision")).group_by(*whose).subquery()
        same = sa.and_(*(newest.c[name] == columns[name] for name in ("user_id", self._task, "revision")))
        return self.select().join(newest, same)

    def make_record(self, sent: object, user: str, further: Mapping[str, object]) -> R:
        """Make the record of a submission: its own fields, and further ones."""
        sent_fields = {name: getattr(sent, name) for name in self._names if name not in further}
        return self._record(user=user, **sent_fields, **further)

    def read(self, row: Row) -> R:
        """Read a row with the user's name as a record."""
        values = {name: getattr(row, name) for name in self._names}
        for name in self._lists:
            values[name] = tuple(json.loads(values[name]))
        return self._record(user=row.annotator, **values)

    def all(self, connection: sa.Connection, *conditions: sa.ColumnElement[bool]) -> list[R]:
        """The records that meet some conditions, the oldest revisions first."""
        wanted = self.select().where(*conditions).order_by(self._table.c.revision, self._table.c.id)
        return [self.read(row) for row in connection.execute(wanted)]

    def columns(self, record: R, user_id: int) -> dict[str, object]:
        """The columns of a new row."""
        values = {name: getattr(record, name) for name in self._names}
        lists = {name: json.dumps(values[name], ensure_ascii=False) for name in self._lists}
        return {**values, **lists, "user_id": user_id}


class Submissions(ABC, Generic[S, R]):
    """The submissions of users to one kind of task; every query is about one user's own."""

    content: ClassVar[tuple[str, ...]]
    """The fields of what the user said; how long it took may differ between two attempts to send the same."""

    def __init__(
        self,
        database: Database,
        guidelines: Guidelines,
        leases: Leases,
        tables: TaskTables,
        records: SubmissionRecords[R],
    ) -> None:
        self._database, self._guidelines, self._leases = database, guidelines, leases
        self._tables, self._table, self._records = tables, tables.submissions, records
        self._insert = sa.insert(self._table)
        self._revisions_of = (  # made once: every page asks it
            records.select()
            .where(self._table.c.user_id == sa.bindparam("of_user"), tables.tasks == sa.bindparam("of_task"))
            .order_by(self._table.c.revision)
        )

    @abstractmethod
    def thing_of(self, task_id: int) -> int:
        """What is leased together with a task; NotAssigned if there is no such task."""

    @abstractmethod
    def check(self, task_id: int, sent: S) -> S:
        """Normalise a submission for the store; AnswerRefused if it cannot be stored."""

    def refuse_closed(self, connection: sa.Connection, user_id: int, task_id: int) -> None:
        """Refuse a submission to a task that is closed for now."""

    def submit(self, user_id: int, task_id: int, submission: S) -> Stored[R] | Stale[R]:
        """Store a submission, and return when it is on disk.

        The same UUID with the same content again is the same stored submission; with another it is an AnswerConflict.
        What is not based on the current revision is Stale, and nothing is stored. What cannot be stored is
        AnswerRefused; a task that is not the user's is NotAssigned; who never agreed to any guidelines has NotAgreed.
        The submission belongs to the guidelines that the user agreed to last.
        """
        thing = self.thing_of(task_id)
        sent = self.check(task_id, submission)
        try:
            with self._database.write() as connection:
                lease = self._leases.own_row(connection, user_id, thing)
                return self._store(connection, lease, task_id, sent)
        except sa.exc.IntegrityError:  # a submission to another task, or of another user, has this UUID
            raise AnswerConflict(_OTHER_ANSWER) from None

    def _store(self, connection: sa.Connection, lease: Row, task_id: int, sent: S) -> Stored[R] | Stale[R]:
        before = self.revisions(connection, lease.user_id, task_id)
        same = next((revision for revision in before if revision.uuid == sent.uuid), None)
        if same is not None:
            if same.revision != sent.based_on + 1 or any(
                getattr(same, name) != getattr(sent, name) for name in self.content
            ):
                raise AnswerConflict(_OTHER_ANSWER)
            return Stored(same, replayed=True)
        self.refuse_closed(connection, lease.user_id, task_id)
        if sent.based_on != len(before):
            return Stale(before[-1] if before else None)
        late = self._leases.is_late(connection, lease)
        further: dict[str, object] = {
            self._tables.task: task_id,
            "revision": sent.based_on + 1,
            "received": self._database.now(),
            "guideline_version": self._guidelines.agreed_version(connection, lease.user_id),
            "late": late,
        }
        stored = self._records.make_record(sent, lease.annotator, further)
        connection.execute(self._insert, self._records.columns(stored, lease.user_id))
        self._leases.settle(connection, lease, late=late)
        return Stored(stored, replayed=False)

    def revisions(self, connection: sa.Connection, user_id: int, task_id: int) -> list[R]:
        """Every revision of a user's own answer to a task."""
        rows = connection.execute(self._revisions_of, {"of_user": user_id, "of_task": task_id})
        return [self._records.read(row) for row in rows]

    def history(self, user_id: int, task_id: int) -> list[R]:
        """Every revision of the user's own answer to a task."""
        with self._database.read() as connection:
            return self.revisions(connection, user_id, task_id)
