"""Answers: added, never changed; acknowledged when they are on disk."""

import json
from typing import Any

import sqlalchemy as sa

from stead.campaign.records import (
    Answer,
    AnswerConflict,
    CampaignItem,
    Listed,
    NotAssigned,
    Stale,
    State,
    Stored,
    Submission,
    Task,
)
from stead.campaign.settings import Answers as AnswerSettings
from stead.campaign.store import schema
from stead.campaign.store.database import Database
from stead.campaign.store.guidelines import Guidelines
from stead.campaign.store.items import Items
from stead.campaign.store.submissions import OTHER_ANSWER, sent_before
from stead.campaign.tasks.item_assignment import Work
from stead.campaign.tasks.validation import tidied

_TABLE = schema.answers
_NOT_LISTED = "there is no such item in your list."


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
        is AnswerRefused; an item that is not the user's is NotAssigned; who never agreed to any guidelines has
        NotAgreed. The answer belongs to the guidelines that the user agreed to last.
        """
        made = tidied(submission, self._settings)
        try:
            return self._database.together(lambda connection: self._submit(connection, user_id, item_id, made))
        except sa.exc.IntegrityError:  # an answer to another item, or of another user, has this UUID
            raise AnswerConflict(OTHER_ANSWER) from None

    def _submit(self, connection: sa.Connection, user_id: int, item_id: int, made: Submission) -> Stored | Stale:
        row, before = _own(connection, user_id, item_id)
        same = sent_before(before, made.uuid, made.based_on, lambda each: _body(each) == _body(made))
        if same is not None:
            return Stored(same, replayed=True)
        if made.based_on != len(before):
            return Stale(before[-1] if before else None)
        state = self._state_after(connection, row)
        if state != row.state:
            connection.execute(_NEW_STATE, {"of_assignment": row.assignment_id, "new_state": state})
        answer = self._answer(connection, row, made, user_id, late=state is State.LATE)
        connection.execute(_NEW_ANSWER, _values(answer, user_id))
        return Stored(answer, replayed=False)

    def _state_after(self, connection: sa.Connection, row: Any) -> State:
        """Answered if the item is the user's or has a place free, else late."""
        if row.state in (State.LEASED, State.ANSWERED):
            return State.ANSWERED
        if row.state != State.LATE and self._work.has_place(connection, row.of_item):
            return State.ANSWERED
        return State.LATE

    def _answer(self, connection: sa.Connection, row: Any, made: Submission, user_id: int, *, late: bool) -> Answer:
        return Answer(
            uuid=made.uuid,
            user=row.annotator,
            item_id=row.of_item,
            revision=made.based_on + 1,
            substitutes=made.substitutes,
            nil=made.nil,
            name=made.name,
            multiword=made.multiword,
            comment=made.comment,
            seconds=made.seconds,
            received=self._database.now(),
            guideline_version=self._guidelines.agreed_version(connection, user_id),
            late=late,
        )

    # -------------------------------------------------------------------------------------------------- reading

    def task(self, user_id: int, item_id: int) -> Task:
        """An item as its annotator sees it, with the answer given so far; NotAssigned if it is not theirs."""
        with self._database.read() as connection:
            row, revisions = _own(connection, user_id, item_id)
            around = {"of_user": user_id, "of_place": row.place}
            return Task(
                item=self._items.by_id[item_id],
                place=row.place,
                state=State(row.state),
                leased_until=row.leased_until,
                answer=revisions[-1] if revisions else None,
                previous_place=connection.execute(_BEFORE, around).scalar(),
                next_place=connection.execute(_BEHIND, around).scalar(),
            )

    def item_at(self, user_id: int, place: int) -> int:
        """The number of the item at a place of the annotator's list; NotAssigned if there is none.

        Annotators know items by their places: numbers of items would tell which ones are alike.
        """
        with self._database.ask() as connection:
            found = connection.execute(_ITEM_AT, {"of_user": user_id, "of_place": place}).scalar()
        if found is None:
            raise NotAssigned(_NOT_LISTED)
        return int(found)

    def place_of(self, user_id: int, item_id: int) -> int:
        """The place of an item in the annotator's list."""
        with self._database.ask() as connection:
            return int(connection.execute(_PLACE_OF, {"of_user": user_id, "of_item": item_id}).scalar_one())

    def listed(self, user_id: int) -> list[Listed]:
        """The annotator's own list, in the order in which the items were given out."""
        table = schema.assignments
        with self._database.read() as connection:
            rows = connection.execute(sa.select(table).where(table.c.user_id == user_id).order_by(table.c.place)).all()
            current = _current_of(connection, user_id)
        return [_listed(self._items.by_id[row.item_id], row, current.get(row.item_id)) for row in rows]

    def current(self, user_id: int) -> dict[int, Answer]:
        """The newest revision of each of a user's answers, by item."""
        with self._database.read() as connection:
            return _current_of(connection, user_id)

    def history(self, user_id: int, item_id: int) -> list[Answer]:
        """Every revision of the annotator's own answer to an item."""
        with self._database.read() as connection:
            return _revisions(connection, user_id, item_id)


def _own(connection: sa.Connection, user_id: int, item_id: int) -> tuple[Any, list[Answer]]:
    """The assignment of an item to a user, and every revision of the answer: one question, as every page asks it.

    Anything else is not there for them, and nothing is for who was deleted.
    """
    rows = connection.execute(_OWN, {"of_user": user_id, "of_item": item_id}).all()
    if not rows:
        raise NotAssigned(_NOT_LISTED)
    return rows[0], [as_answer(row) for row in rows if row.uuid is not None]


def _values(answer: Answer, user_id: int) -> dict[str, object]:
    """The columns of a new row."""
    values: dict[str, object] = {name: getattr(answer, name) for name in _COPIED}
    return {**values, "user_id": user_id, "substitutes": json.dumps(answer.substitutes, ensure_ascii=False)}


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


_GIVEN = schema.assignments
_OWN = (
    sa.select(
        _GIVEN.c.id.label("assignment_id"),
        _GIVEN.c.item_id.label("of_item"),
        _GIVEN.c.place,
        _GIVEN.c.state,
        _GIVEN.c.leased_until,
        schema.users.c.name.label("annotator"),
        *(column for column in _TABLE.c if column.name not in ("id", "user_id")),
    )
    .join(schema.users, schema.users.c.id == _GIVEN.c.user_id)
    .join(_TABLE, sa.and_(_TABLE.c.user_id == _GIVEN.c.user_id, _TABLE.c.item_id == _GIVEN.c.item_id), isouter=True)
    .where(
        _GIVEN.c.user_id == sa.bindparam("of_user"),
        _GIVEN.c.item_id == sa.bindparam("of_item"),
        schema.users.c.deleted.is_(None),
    )
    .order_by(_TABLE.c.revision)
)
_OF_USER = _GIVEN.c.user_id == sa.bindparam("of_user")
_ITEM_AT = sa.select(_GIVEN.c.item_id).where(_OF_USER, _GIVEN.c.place == sa.bindparam("of_place"))
_PLACE_OF = sa.select(_GIVEN.c.place).where(_OF_USER, _GIVEN.c.item_id == sa.bindparam("of_item"))
_NEW_STATE = (
    sa.update(_GIVEN).where(_GIVEN.c.id == sa.bindparam("of_assignment")).values(state=sa.bindparam("new_state"))
)
_NEW_ANSWER = sa.insert(_TABLE)
_COPIED = tuple(column.name for column in _TABLE.c if column.name not in ("id", "user_id", "substitutes"))
_LISTED = sa.select(_GIVEN.c.place).where(_GIVEN.c.user_id == sa.bindparam("of_user")).limit(1)
_BEFORE = _LISTED.where(_GIVEN.c.place < sa.bindparam("of_place")).order_by(_GIVEN.c.place.desc())
_BEHIND = _LISTED.where(_GIVEN.c.place > sa.bindparam("of_place")).order_by(_GIVEN.c.place)


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


def _current_of(connection: sa.Connection, user_id: int) -> dict[int, Answer]:
    rows = connection.execute(current_answers().where(_TABLE.c.user_id == user_id))
    return {answer.item_id: answer for answer in map(as_answer, rows)}


def as_answer(row: Any) -> Answer:
    """A row with the annotator's name as an answer."""
    return Answer(
        uuid=row.uuid,
        user=row.annotator,
        item_id=row.item_id,
        revision=row.revision,
        substitutes=tuple(json.loads(row.substitutes)),
        nil=row.nil,
        name=row.name,
        multiword=row.multiword,
        comment=row.comment,
        seconds=row.seconds,
        received=row.received,
        guideline_version=row.guideline_version,
        late=row.late,
    )
