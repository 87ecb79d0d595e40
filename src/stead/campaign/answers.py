"""Answers: added, never changed; acknowledged when they are on disk."""

import json
from dataclasses import asdict
from typing import Any

import sqlalchemy as sa

from stead.campaign import schema
from stead.campaign.answering import tidied
from stead.campaign.database import Database
from stead.campaign.guidelines import Guidelines
from stead.campaign.items import Items
from stead.campaign.records import (
    Answer,
    AnswerConflict,
    CampaignItem,
    Listed,
    Stale,
    State,
    Stored,
    Submission,
    Task,
)
from stead.campaign.revisions import OTHER_ANSWER, sent_before
from stead.campaign.settings import Answers as AnswerSettings
from stead.campaign.work import Work, own_row

_TABLE = schema.answers


class Answers:
    """The answers of annotators; every question is about one annotator's own."""

    def __init__(
        self, database: Database, items: Items, work: Work, guidelines: Guidelines, settings: AnswerSettings
    ) -> None:
        self._database, self._items, self._work = database, items, work
        self._guidelines, self._settings = guidelines, settings

    def submit(self, user_id: int, item_id: int, submission: Submission) -> Stored | Stale:
        """Store an answer, and return when it is on disk.

        The same UUID with the same answer again is the same stored answer; with another it is an AnswerConflict. A
        submission that is not based on the current revision is Stale, and nothing is stored. What cannot be stored
        is AnswerRefused; an item that is not the user's is NotAssigned.
        """
        made = tidied(submission, self._settings)
        try:
            return self._database.together(lambda connection: self._submit(connection, user_id, item_id, made))
        except sa.exc.IntegrityError:  # an answer to another item, or of another user, has this UUID
            raise AnswerConflict(OTHER_ANSWER) from None

    def _submit(self, connection: sa.Connection, user_id: int, item_id: int, made: Submission) -> Stored | Stale:
        row = own_row(connection, user_id, item_id)
        before = _revisions(connection, user_id, item_id)
        same = sent_before(before, made.uuid, made.based_on, lambda each: _body(each) == _body(made))
        if same is not None:
            return Stored(same, replayed=True)
        if made.based_on != len(before):
            return Stale(before[-1] if before else None)
        state = self._state_after(connection, row)
        if state != row.state:
            changed = sa.update(schema.assignments).where(schema.assignments.c.id == row.id)
            connection.execute(changed.values(state=state))
        answer = self._answer(connection, row, made, late=state is State.LATE)
        values = asdict(answer) | {"user_id": user_id, "substitutes": json.dumps(made.substitutes, ensure_ascii=False)}
        del values["user"]
        connection.execute(sa.insert(_TABLE), values)
        return Stored(answer, replayed=False)

    def _state_after(self, connection: sa.Connection, row: Any) -> State:
        """Answered if the item is the user's or has a place free, else late."""
        if row.state in (State.LEASED, State.ANSWERED):
            return State.ANSWERED
        if row.state != State.LATE and self._work.has_place(connection, row.item_id):
            return State.ANSWERED
        return State.LATE

    def _answer(self, connection: sa.Connection, row: Any, made: Submission, *, late: bool) -> Answer:
        return Answer(
            made.uuid,
            row.annotator,
            row.item_id,
            made.based_on + 1,
            made.substitutes,
            made.nil,
            made.name,
            made.multiword,
            made.comment,
            made.seconds,
            self._database.now(),
            self._guidelines.recorded(connection),
            late,
        )

    # -------------------------------------------------------------------------------------------------- reading

    def task(self, user_id: int, item_id: int) -> Task:
        """An item as its annotator sees it, with the answer given so far; NotAssigned if it is not theirs."""
        table = schema.assignments
        with self._database.read() as connection:
            row = own_row(connection, user_id, item_id)
            own = sa.select(table.c.item_id).where(table.c.user_id == user_id)
            before = own.where(table.c.place < row.place).order_by(table.c.place.desc()).limit(1)
            behind = own.where(table.c.place > row.place).order_by(table.c.place).limit(1)
            revisions = _revisions(connection, user_id, item_id)
            return Task(
                self._items.by_id[item_id],
                row.place,
                State(row.state),
                row.leased_until,
                revisions[-1] if revisions else None,
                connection.execute(before).scalar(),
                connection.execute(behind).scalar(),
            )

    def listed(self, user_id: int) -> list[Listed]:
        """The annotator's own list, in the order in which the items were given out."""
        table = schema.assignments
        with self._database.read() as connection:
            rows = connection.execute(sa.select(table).where(table.c.user_id == user_id).order_by(table.c.place)).all()
            current = {answer.item_id: answer for answer in _current_of(connection, user_id)}
        return [_listed(self._items.by_id[row.item_id], row, current.get(row.item_id)) for row in rows]

    def history(self, user_id: int, item_id: int) -> list[Answer]:
        """Every revision of the annotator's own answer to an item."""
        with self._database.read() as connection:
            return _revisions(connection, user_id, item_id)


def _revisions(connection: sa.Connection, user_id: int, item_id: int) -> list[Answer]:
    return [as_answer(row) for row in connection.execute(_REVISIONS, {"of_user": user_id, "of_item": item_id})]


def _listed(item: CampaignItem, row: Any, answer: Answer | None) -> Listed:
    revision, commented = (answer.revision, bool(answer.comment)) if answer else (0, False)
    return Listed(item, row.place, State(row.state), revision, commented)


def _body(answer: Answer | Submission) -> tuple[object, ...]:
    """What the annotator said; the time it took may differ between two attempts to send it."""
    return answer.substitutes, answer.nil, answer.name, answer.multiword, answer.comment


def _select() -> sa.Select[Any]:
    users = schema.users
    return sa.select(_TABLE, users.c.name.label("annotator")).join(users, users.c.id == _TABLE.c.user_id)


_REVISIONS = (  # made once: every submission asks it
    _select()
    .where(_TABLE.c.user_id == sa.bindparam("of_user"), _TABLE.c.item_id == sa.bindparam("of_item"))
    .order_by(_TABLE.c.revision)
)


def current_answers() -> sa.Select[Any]:
    """The newest revision of every answer."""
    newest = (
        sa.select(_TABLE.c.user_id, _TABLE.c.item_id, sa.func.max(_TABLE.c.revision).label("revision"))
        .group_by(_TABLE.c.user_id, _TABLE.c.item_id)
        .subquery()
    )
    matches = sa.and_(*(newest.c[name] == _TABLE.c[name] for name in ("user_id", "item_id", "revision")))
    return _select().join(newest, matches)


def all_answers() -> sa.Select[Any]:
    """Every revision of every answer."""
    return _select()


def _current_of(connection: sa.Connection, user_id: int) -> list[Answer]:
    return [as_answer(row) for row in connection.execute(current_answers().where(_TABLE.c.user_id == user_id))]


def as_answer(row: Any) -> Answer:
    """A row with the annotator's name as an answer."""
    return Answer(
        row.uuid,
        row.annotator,
        row.item_id,
        row.revision,
        tuple(json.loads(row.substitutes)),
        row.nil,
        row.name,
        row.multiword,
        row.comment,
        row.seconds,
        row.received,
        row.guideline_version,
        row.late,
    )
