"""Annotation as a kind of task: items and answers, on the engine of `store.submissions`."""

from typing import Any

import sqlalchemy as sa

from stead.campaign.records import Answer, CampaignItem, ItemView, LeaseState, Listed, NotAssigned, Submission
from stead.campaign.settings import AnswerSettings
from stead.campaign.store import schema
from stead.campaign.store.contents import CampaignItems
from stead.campaign.store.database import Database
from stead.campaign.store.guidelines import Guidelines
from stead.campaign.store.submissions import ANNOTATION, SubmissionRecords, Submissions
from stead.campaign.tasks.item_assignment import ItemAssignment
from stead.campaign.tasks.validation import normalise

_TABLE, _GIVEN = schema.answers, schema.assignments
ANSWERS = SubmissionRecords(Answer, _TABLE, ("substitutes",))


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
        with self._database.read() as connection:
            row = self._leases.own_row(connection, user_id, item_id)
            revisions = self.revisions(connection, user_id, item_id)
            around = {"of_user": user_id, "of_place": row.place}
            return ItemView(
                item=self._items.by_id[item_id],
                place=row.place,
                state=LeaseState(row.state),
                leased_until=row.leased_until,
                answer=revisions[-1] if revisions else None,
                previous_place=connection.execute(_BEFORE, around).scalar(),
                next_place=connection.execute(_AFTER, around).scalar(),
            )

    def item_at(self, user_id: int, place: int) -> int:
        """The number of the item at a place of the annotator's list; NotAssigned if there is none.

        Annotators know items by their places: numbers of items would tell which ones are alike.
        """
        with self._database.ask() as connection:
            item_id = connection.execute(_ITEM_AT, {"of_user": user_id, "of_place": place}).scalar()
        if item_id is None:
            raise NotAssigned("there is no such sentence in your list.")
        return int(item_id)

    def place_of(self, user_id: int, item_id: int) -> int:
        """The place of an item in the annotator's list."""
        with self._database.ask() as connection:
            return int(connection.execute(_PLACE_OF, {"of_user": user_id, "of_item": item_id}).scalar_one())

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
    return Listed(item, row.place, LeaseState(row.state), revision, commented)


def current_answers() -> sa.Select[Any]:
    """The newest revision of every answer."""
    newest = (
        sa.select(_TABLE.c.user_id, _TABLE.c.item_id, sa.func.max(_TABLE.c.revision).label("revision"))
        .group_by(_TABLE.c.user_id, _TABLE.c.item_id)
        .subquery()
    )
    matches = sa.and_(*(newest.c[name] == _TABLE.c[name] for name in ("user_id", "item_id", "revision")))
    return ANSWERS.select().join(newest, matches)


def _current_of(connection: sa.Connection, user_id: int) -> dict[int, Answer]:
    rows = connection.execute(current_answers().where(_TABLE.c.user_id == user_id))
    return {answer.item_id: answer for answer in map(ANSWERS.read, rows)}


_OF_USER = _GIVEN.c.user_id == sa.bindparam("of_user")  # these are made once: every page asks them
_ITEM_AT = sa.select(_GIVEN.c.item_id).where(_OF_USER, _GIVEN.c.place == sa.bindparam("of_place"))
_PLACE_OF = sa.select(_GIVEN.c.place).where(_OF_USER, _GIVEN.c.item_id == sa.bindparam("of_item"))
_LISTED = sa.select(_GIVEN.c.place).where(_OF_USER).limit(1)
_BEFORE = _LISTED.where(_GIVEN.c.place < sa.bindparam("of_place")).order_by(_GIVEN.c.place.desc())
_AFTER = _LISTED.where(_GIVEN.c.place > sa.bindparam("of_place")).order_by(_GIVEN.c.place)
