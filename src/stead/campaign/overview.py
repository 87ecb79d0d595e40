"""How far everybody has come, for annotators about themselves and for organisers about all."""

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any

import sqlalchemy as sa

from stead.agreement import Settings as AgreementSettings
from stead.agreement import annotation_agreement
from stead.campaign import schema
from stead.campaign.answering import is_expected
from stead.campaign.answers import all_answers, as_answer, current_answers
from stead.campaign.database import Database
from stead.campaign.items import Items
from stead.campaign.records import ANSWERED, LIVE, Answer, CampaignItem, Kind, Progress, Role, State, User
from stead.campaign.users import Users
from stead.campaign.work import Work
from stead.task import Agreement, Annotation, Annotations, BadInput, Source

_LATEST = 100  # answers that tell an annotator's pace
PHASES = {Kind.REAL: "production", Kind.PRACTICE: "practice", Kind.ATTENTION: "attention"}
"""What an export calls the answers to items of each kind."""


@dataclass(frozen=True, slots=True)
class AnnotatorRow:
    """One annotator on the organiser's page; answers are those to real items, unless said otherwise."""

    user: User
    answered: int
    open: int
    late: int
    practice: int
    checks_passed: int
    checks_answered: int
    nil: int
    names: int
    substitutes: int
    comments: int
    median_seconds: float | None
    first: str
    last: str


@dataclass(frozen=True, slots=True)
class ItemRow:
    """One item on the organiser's page."""

    item: CampaignItem
    answered: int
    open: int
    late: int
    comments: int


class Overview:
    """Reads; changes nothing."""

    def __init__(self, database: Database, items: Items, users: Users, work: Work) -> None:
        self._database, self._items, self._users, self._work = database, items, users, work

    def progress(self, user: User) -> Progress:
        """How far an annotator has come, counting their own items only."""
        with self._database.read() as connection:
            own = self._work.own(connection, user.id)
            seconds = _seconds(connection, user.id)
            more = 0 if user.paused else self._work.available(connection, user, own)
        kinds = Counter((self._items.by_id[row.item_id].kind, _stage(row.state)) for row in own)
        done, opened = (kinds[Kind.REAL, stage] + kinds[Kind.ATTENTION, stage] for stage in ("done", "open"))
        left = opened + more
        return Progress(
            done,
            done + left,
            kinds[Kind.PRACTICE, "done"],
            len(self._items.of(Kind.PRACTICE)),
            left * median(seconds) if seconds else None,
        )

    def annotators(self) -> list[AnnotatorRow]:
        """Every annotator who was not deleted, by name."""
        with self._database.read() as connection:
            rows = connection.execute(sa.select(schema.assignments)).all()
            answers = [as_answer(row) for row in connection.execute(current_answers())]
        own: dict[str, list[Answer]] = {}
        for answer in answers:
            own.setdefault(answer.user, []).append(answer)
        states = Counter((row.user_id, self._items.by_id[row.item_id].kind, row.state) for row in rows)
        annotators = [user for user in self._users.all() if user.role is Role.ANNOTATOR]
        return [self._annotator(user, states, own.get(user.name, [])) for user in annotators]

    def _annotator(self, user: User, states: Counter[Any], answers: list[Answer]) -> AnnotatorRow:
        real = self._of_kind(answers, Kind.REAL)
        checks = [
            is_expected(each.substitutes, self._items.by_id[each.item_id])
            for each in self._of_kind(answers, Kind.ATTENTION)
        ]
        times = sorted(each.received for each in real)
        return AnnotatorRow(
            user,
            states[user.id, Kind.REAL, State.ANSWERED],
            states[user.id, Kind.REAL, State.LEASED],
            states[user.id, Kind.REAL, State.LATE],
            len(self._of_kind(answers, Kind.PRACTICE)),
            sum(check is not False for check in checks),
            len(checks),
            sum(each.nil for each in real),
            sum(each.name for each in real),
            sum(len(each.substitutes) for each in real),
            sum(bool(each.comment) for each in real),
            median(each.seconds for each in real) if real else None,
            times[0] if times else "",
            times[-1] if times else "",
        )

    def _of_kind(self, answers: Sequence[Answer], kind: Kind) -> list[Answer]:
        return [each for each in answers if self._items.by_id[each.item_id].kind is kind]

    def items(self) -> list[ItemRow]:
        """Every real item in its order."""
        table = schema.assignments
        counts = sa.select(table.c.item_id, table.c.state, sa.func.count()).group_by(table.c.item_id, table.c.state)
        with self._database.read() as connection:
            states = {(item_id, state): number for item_id, state, number in connection.execute(counts)}
            commented = Counter(row.item_id for row in connection.execute(current_answers()) if row.comment)
        return [
            ItemRow(
                each,
                states.get((each.id, State.ANSWERED), 0),
                states.get((each.id, State.LEASED), 0),
                states.get((each.id, State.LATE), 0),
                commented[each.id],
            )
            for each in self._items.of(Kind.REAL)
        ]

    def answers_to(self, item_id: int) -> list[Answer]:
        """Every revision of everybody's answer to an item: for organisers only."""
        wanted = all_answers().where(schema.answers.c.item_id == item_id)
        with self._database.read() as connection:
            answers = [as_answer(row) for row in connection.execute(wanted)]
        return sorted(answers, key=lambda each: (each.user, each.revision))

    def pace(self) -> dict[str, int]:
        """How many answers (with all revisions) came in on each day that had any."""
        day = sa.func.substr(schema.answers.c.received, 1, 10)
        with self._database.read() as connection:
            return {
                row[0]: row[1]
                for row in connection.execute(sa.select(day, sa.func.count()).group_by(day).order_by(day))
            }

    def annotations(self, *, late: bool = False, kinds: Sequence[Kind] = (Kind.REAL,)) -> list[Annotation]:
        """The newest revision of every answer that counts, by item and annotator.

        Users who were deleted are left out; so are late answers, unless they are asked for.
        """
        table, users = schema.assignments, schema.users
        same = sa.and_(table.c.user_id == schema.answers.c.user_id, table.c.item_id == schema.answers.c.item_id)
        states = ANSWERED if late else (State.ANSWERED,)
        wanted = current_answers().join(table, same).where(table.c.state.in_(states), users.c.deleted.is_(None))
        with self._database.read() as connection:
            answers = [as_answer(row) for row in connection.execute(wanted)]
        chosen = (each for each in answers if self._items.by_id[each.item_id].kind in kinds)
        return [self._annotation(each) for each in sorted(chosen, key=lambda each: (each.item_id, each.user))]

    def _annotation(self, answer: Answer) -> Annotation:
        own = self._items.by_id[answer.item_id]
        return Annotation(
            own.item.lexelt,
            own.item.id,
            answer.user,
            answer.substitutes,
            answer.nil,
            answer.name,
            answer.multiword,
            answer.comment,
            answer.received,
            PHASES[own.kind],
        )

    def agreement(self) -> Agreement | None:
        """How far the annotators agree so far, without intervals; nothing if no two have answered the same item."""
        answers = self.annotations()
        digest = hashlib.sha256(repr(answers).encode()).hexdigest()
        found = Annotations.of(answers, Source("campaign", digest))
        try:
            return annotation_agreement(found, AgreementSettings(resamples=0))
        except BadInput:
            return None


def _stage(state: str) -> str:
    return "done" if state in ANSWERED else "open" if state in LIVE else ""


def _seconds(connection: sa.Connection, user_id: int) -> list[float]:
    """How long the latest answers of a user took."""
    table = schema.answers
    own = sa.select(table.c.seconds).where(table.c.user_id == user_id, table.c.seconds > 0)
    return list(connection.execute(own.order_by(table.c.id.desc()).limit(_LATEST)).scalars())
