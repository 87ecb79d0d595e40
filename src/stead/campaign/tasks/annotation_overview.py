"""The progress of annotation, for organisers: annotators, items, and the answers that count."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from statistics import fmean, median
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from stead.campaign.records import ANSWERED, Answer, CampaignItem, ItemKind, LeaseState, Role, User
from stead.campaign.store import schema
from stead.campaign.store.contents import CampaignItems
from stead.campaign.store.database import Database
from stead.campaign.tasks.annotation import ANSWERS
from stead.campaign.tasks.validation import is_expected
from stead.core.annotation import Annotation
from stead.core.text import plural
from stead.golds import read_term
from stead.records.sheet import Section, Sheet
from stead.rules.definitions import Rules

if TYPE_CHECKING:
    from stead.campaign.folder import Campaign

PHASES = {
    ItemKind.REAL: "production",
    ItemKind.PRACTICE: "practice",
    ItemKind.ATTENTION: "attention",
    ItemKind.PILOT: "pilot",
}
"""What an export calls the answers to items of each kind."""


@dataclass(frozen=True, slots=True, kw_only=True)
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
    substitutes: float | None
    """Per answer that has any."""
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
    """The progress of all annotators and items, for organisers; changes nothing."""

    def __init__(self, database: Database, items: CampaignItems) -> None:
        self._database, self._items = database, items

    def version(self) -> tuple[object, ...]:
        """A value that changes whenever answers, assignments or users do."""
        users, given = schema.users, schema.assignments
        newest = sa.select(sa.func.max(schema.answers.c.id))
        states = sa.select(given.c.state, sa.func.count()).group_by(given.c.state).order_by(given.c.state)
        people = sa.select(users.c.id, users.c.name, users.c.paused, users.c.extra_items, users.c.deleted).order_by(
            users.c.id
        )
        with self._database.read() as connection:
            return tuple(tuple(map(tuple, connection.execute(query).all())) for query in (newest, states, people))

    def annotators(self, users: Iterable[User]) -> list[AnnotatorRow]:
        """The annotators among some users, in their order."""
        annotators = [user for user in users if user.role is Role.ANNOTATOR]
        ids, assignments = [user.id for user in annotators], schema.assignments
        assigned = sa.select(assignments.c.user_id, assignments.c.item_id, assignments.c.state)
        newest = ANSWERS.select_newest().with_only_columns(*_SUMMED)
        with self._database.read() as connection:
            rows = connection.execute(assigned.where(assignments.c.user_id.in_(ids))).all()
            answers = connection.execute(newest.where(_NEW.user_id.in_(ids))).all()
        items = self._items.by_id
        states = Counter((user_id, items[item_id].kind, state) for user_id, item_id, state in rows)
        by_user: dict[int, list[_Summed]] = {}
        for user_id, *values in answers:
            by_user.setdefault(user_id, []).append(_Summed(*values))
        return [self._annotator(user, states, by_user.get(user.id, [])) for user in annotators]

    def _annotator(self, user: User, states: Counter[Any], answers: "list[_Summed]") -> AnnotatorRow:
        items = self._items.by_id
        real = [answer for answer in answers if items[answer.item_id].kind is ItemKind.REAL]
        checks = [
            is_expected(tuple(json.loads(answer.substitutes)), items[answer.item_id])
            for answer in answers
            if items[answer.item_id].kind is ItemKind.ATTENTION
        ]
        given = [number for answer in real if (number := len(json.loads(answer.substitutes)))]
        times = [answer.received for answer in real]
        return AnnotatorRow(
            user=user,
            answered=states[user.id, ItemKind.REAL, LeaseState.ANSWERED],
            open=states[user.id, ItemKind.REAL, LeaseState.LEASED],
            late=states[user.id, ItemKind.REAL, LeaseState.LATE],
            practice=sum(items[answer.item_id].kind is ItemKind.PRACTICE for answer in answers),
            checks_passed=sum(check is not False for check in checks),
            checks_answered=len(checks),
            nil=sum(answer.nil for answer in real),
            names=sum(answer.name for answer in real),
            substitutes=fmean(given) if given else None,
            comments=sum(bool(answer.comment) for answer in real),
            median_seconds=median(answer.seconds for answer in real) if real else None,
            first=min(times, default=""),
            last=max(times, default=""),
        )

    def items(self) -> list[ItemRow]:
        """Every real item in its order."""
        table = schema.assignments
        counts = sa.select(table.c.item_id, table.c.state, sa.func.count()).group_by(table.c.item_id, table.c.state)
        with self._database.read() as connection:
            states = {(item_id, state): number for item_id, state, number in connection.execute(counts)}
            commented = Counter(connection.execute(_COMMENTED).scalars())
        return [
            ItemRow(
                item,
                states.get((item.id, LeaseState.ANSWERED), 0),
                states.get((item.id, LeaseState.LEASED), 0),
                states.get((item.id, LeaseState.LATE), 0),
                commented[item.id],
            )
            for item in self._items.of(ItemKind.REAL)
        ]

    def answers_to(self, item_id: int) -> list[Answer]:
        """Every revision of everybody's answer to an item: for organisers only."""
        with self._database.read() as connection:
            answers = ANSWERS.all(connection, schema.answers.c.item_id == item_id)
        return sorted(answers, key=lambda answer: (answer.user, answer.revision))

    def pace(self) -> dict[str, int]:
        """The number of answers (with all revisions) on each day that had any."""
        day = sa.func.substr(schema.answers.c.received, 1, 10)
        with self._database.read() as connection:
            return {
                row[0]: row[1]
                for row in connection.execute(sa.select(day, sa.func.count()).group_by(day).order_by(day))
            }

    def annotations(
        self, *, late: bool = False, kinds: Sequence[ItemKind] = (ItemKind.REAL,), item_id: int | None = None
    ) -> list[Annotation]:
        """The newest revision of every answer that counts, by item and annotator; or those to one item.

        Users who were deleted are left out; so are late answers, unless they are asked for.
        """
        table, users = schema.assignments, schema.users
        same = sa.and_(table.c.user_id == schema.answers.c.user_id, table.c.item_id == schema.answers.c.item_id)
        states = ANSWERED if late else (LeaseState.ANSWERED,)
        wanted = ANSWERS.select_newest().join(table, same).where(table.c.state.in_(states), users.c.deleted.is_(None))
        if item_id is not None:
            wanted = wanted.where(_NEW.item_id == item_id)
        with self._database.read() as connection:
            rows = connection.execute(wanted.with_only_columns(*_ANNOTATED)).all()
        items = self._items.by_id
        chosen = sorted((row for row in rows if items[row[0]].kind in kinds), key=lambda row: (row[0], row[1]))
        return [_annotation(items[row[0]], row) for row in chosen]


class _Summed(NamedTuple):
    """The columns of an answer that are summed up."""

    item_id: int
    substitutes: str
    nil: bool
    name: bool
    comment: str
    seconds: float
    received: str


_NEW = schema.answers.c
_SUMMED = (_NEW.user_id, *(_NEW[name] for name in _Summed._fields))
_ANNOTATED = (
    _NEW.item_id,
    schema.users.c.name.label("annotator"),
    _NEW.substitutes,
    _NEW.nil,
    _NEW.name,
    _NEW.multiword,
    _NEW.comment,
    _NEW.received,
)
_COMMENTED = ANSWERS.select_newest().with_only_columns(_NEW.item_id).where(_NEW.comment != "")


def _annotation(item: CampaignItem, row: Any) -> Annotation:
    """The columns of an answer as an annotation."""
    _, annotator, substitutes, nil, name, multiword, comment, received = row
    terms = tuple(json.loads(substitutes))
    phase = PHASES[item.kind]
    return Annotation(
        lexelt=item.item.lexelt,
        id=item.item.id,
        annotator=annotator,
        substitutes=terms,
        nil=nil,
        name=name,
        multiword=multiword,
        comment=comment,
        time=received,
        phase=phase,
    )


_RULES = Rules()


def flag_items(rows: Iterable[ItemRow], annotations: Iterable[Annotation], language: str = "") -> dict[int, list[str]]:
    """The codes of the reasons to look at an item, by its number, for items with any; pages put them in words.

    `language` is that of items which do not say theirs.
    """
    by_item: dict[tuple[str, str], list[Annotation]] = {}
    for annotation in annotations:
        by_item.setdefault((annotation.lexelt, annotation.id), []).append(annotation)
    reasons_of = {
        row.item.id: _reasons(row, by_item.get((row.item.item.lexelt, row.item.item.id), []), language) for row in rows
    }
    return {item_id: reasons for item_id, reasons in reasons_of.items() if reasons}


def _reasons(row: ItemRow, answers: Sequence[Annotation], language: str) -> list[str]:
    half = max(2, (len(answers) + 1) // 2)
    holds_of = {
        "comments": row.comments > 0,
        "late": row.late > 0,
        "nil": sum(answer.nil for answer in answers) >= half,
        "name": sum(answer.name for answer in answers) >= half,
        "phrase": sum(bool(answer.multiword) for answer in answers) >= 2,
        "disagreement": _nobody_agrees(answers),
        "unclear": any(
            _is_unclear(term, row.item.item.language or language) for answer in answers for term in answer.substitutes
        ),
    }
    return [reason for reason, holds in holds_of.items() if holds]


def _nobody_agrees(answers: Sequence[Annotation]) -> bool:
    sets = [set(map(_level, answer.substitutes)) for answer in answers if answer.substitutes]
    return len(sets) >= 2 and all(one.isdisjoint(other) for one, other in combinations(sets, 2))


@lru_cache(maxsize=20_000)
def _is_unclear(term: str, language: str) -> bool:
    """Whether a text may be something else than one substitute."""
    return read_term(term, (language,)).problem is not None


@lru_cache(maxsize=20_000)
def _level(term: str) -> str:
    return _RULES.normalise(term)


# ------------------------------------------------------------------------------------------------------- status

_PEOPLE = "Of real items; substitutes: per answer with any; checks: attention checks passed; seconds: the median."
_ANNOTATORS = (
    "annotator",
    "answered",
    "open",
    "late",
    "substitutes",
    "NIL",
    "NAME",
    "comments",
    "checks",
    "seconds",
    "",
)


def annotation_status(campaign: "Campaign", agreement: Section) -> Sheet:
    """Items, annotators and their agreement."""
    items = campaign.overview.items()
    wanted = campaign.settings.assignment.annotators_per_item
    counts = (
        ("items", len(items)),
        (f"items with {plural(wanted, 'answer')}", sum(item.answered >= wanted for item in items)),
        ("items without an answer", sum(item.answered == 0 for item in items)),
        ("answers", sum(item.answered for item in items)),
        ("answers wanted", wanted * len(items)),
    )
    rows = tuple(
        (
            row.user.name,
            row.answered,
            row.open,
            row.late,
            row.substitutes,
            row.nil,
            row.names,
            row.comments,
            f"{row.checks_passed}/{row.checks_answered}",
            row.median_seconds,
            "paused" if row.user.paused else "",
        )
        for row in campaign.overview.annotators(campaign.users.all())
    )
    sections = (
        Section("Items", ("count of", "number"), counts, campaign.deletion_note),
        Section("Annotators", _ANNOTATORS, rows, _PEOPLE),
        agreement,
    )
    return Sheet(f"The campaign {campaign.folder}", sections)
