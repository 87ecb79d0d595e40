"""The progress of annotation: for annotators about themselves, for organisers about all."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from statistics import fmean, median
from typing import TYPE_CHECKING, Any, NamedTuple

import sqlalchemy as sa

from stead.agreement import AgreementSettings, annotation_agreement
from stead.campaign.records import ANSWERED, Answer, CampaignItem, ItemKind, LeaseState, Progress, Role, User
from stead.campaign.store import schema
from stead.campaign.store.contents import CampaignItems
from stead.campaign.store.database import Database
from stead.campaign.store.users import Users
from stead.campaign.tasks.annotation_task import ANSWERS, current_answers
from stead.campaign.tasks.item_assignment import SEEN, ItemAssignment, count_assignments
from stead.campaign.tasks.validation import is_expected
from stead.core.annotation import Annotation, Annotations
from stead.core.errors import BadInput
from stead.core.faults import Source
from stead.core.text import plural
from stead.golds import read_term
from stead.records.agreement import Agreement
from stead.records.sheet import Section, Sheet
from stead.rules.matching import Rules

if TYPE_CHECKING:
    from stead.campaign.folder import Campaign

_LATEST = 50  # items that tell an annotator's pace
PHASES = {ItemKind.REAL: "production", ItemKind.PRACTICE: "practice", ItemKind.ATTENTION: "attention"}
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
    """Progress, for annotators about themselves and for organisers about all; changes nothing."""

    def __init__(self, database: Database, items: CampaignItems, users: Users, assignment: ItemAssignment) -> None:
        self._database, self._items, self._users, self._assignment = database, items, users, assignment

    def progress(self, user: User) -> Progress:
        """The progress of an annotator, counting their own items only."""
        with self._database.read() as connection:
            own = count_assignments(connection, user.id, self._items)
            seconds = _seconds(connection, user.id)
            more = 0 if user.paused else self._assignment.available(connection, user, own)
        done, opened = (
            own.number(ItemKind.REAL, states) + own.number(ItemKind.ATTENTION, states)
            for states in (ANSWERED, (LeaseState.LEASED,))
        )
        checks = self._assignment.checks_due(user, own.number(ItemKind.REAL, SEEN) + more) - own.number(
            ItemKind.ATTENTION, SEEN
        )
        left = opened + more + max(0, checks)  # checks count before they are given, or their coming could be foreseen
        return Progress(
            done,
            done + left,
            own.number(ItemKind.PRACTICE, ANSWERED),
            len(self._items.of(ItemKind.PRACTICE)),
            left * median(seconds) if seconds else None,
        )

    def version(self) -> tuple[object, ...]:
        """A value that changes whenever answers, assignments or users do."""
        users, given = schema.users, schema.assignments
        newest = sa.select(sa.func.max(schema.answers.c.id))
        states = sa.select(given.c.state, sa.func.count()).group_by(given.c.state).order_by(given.c.state)
        people = sa.select(users.c.id, users.c.paused, users.c.extra_items, users.c.deleted).order_by(users.c.id)
        with self._database.read() as connection:
            return tuple(tuple(map(tuple, connection.execute(each).all())) for each in (newest, states, people))

    def annotators(self, only: User | None = None) -> list[AnnotatorRow]:
        """Every annotator who was not deleted, by name; or only one of them."""
        given = schema.assignments
        columns = (given.c.user_id, given.c.item_id, given.c.state)
        kinds = {item_id: each.kind for item_id, each in self._items.by_id.items()}
        with self._database.read() as connection:
            wanted, newest = sa.select(*columns), current_answers().with_only_columns(*_SUMMED)
            if only is not None:
                wanted, newest = wanted.where(given.c.user_id == only.id), newest.where(_NEW.user_id == only.id)
            rows, answers = connection.execute(wanted).all(), connection.execute(newest).all()
        states = Counter((user_id, kinds[item_id], state) for user_id, item_id, state in rows)
        own: dict[int, list[_Summed]] = {}
        for user_id, *values in answers:
            own.setdefault(user_id, []).append(_Summed(*values))
        annotators = [user for user in self._users.all() if user.role is Role.ANNOTATOR and only in (None, user)]
        return [self._annotator(user, states, own.get(user.id, [])) for user in annotators]

    def _annotator(self, user: User, states: Counter[Any], answers: "list[_Summed]") -> AnnotatorRow:
        items = self._items.by_id
        real = [each for each in answers if items[each.item_id].kind is ItemKind.REAL]
        checks = [
            is_expected(tuple(json.loads(each.substitutes)), items[each.item_id])
            for each in answers
            if items[each.item_id].kind is ItemKind.ATTENTION
        ]
        given = [number for each in real if (number := len(json.loads(each.substitutes)))]
        times = [each.received for each in real]
        return AnnotatorRow(
            user=user,
            answered=states[user.id, ItemKind.REAL, LeaseState.ANSWERED],
            open=states[user.id, ItemKind.REAL, LeaseState.LEASED],
            late=states[user.id, ItemKind.REAL, LeaseState.LATE],
            practice=len(answers) - len(real) - len(checks),
            checks_passed=sum(check is not False for check in checks),
            checks_answered=len(checks),
            nil=sum(each.nil for each in real),
            names=sum(each.name for each in real),
            substitutes=fmean(given) if given else None,
            comments=sum(bool(each.comment) for each in real),
            median_seconds=median(each.seconds for each in real) if real else None,
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
                each,
                states.get((each.id, LeaseState.ANSWERED), 0),
                states.get((each.id, LeaseState.LEASED), 0),
                states.get((each.id, LeaseState.LATE), 0),
                commented[each.id],
            )
            for each in self._items.of(ItemKind.REAL)
        ]

    def answers_to(self, item_id: int) -> list[Answer]:
        """Every revision of everybody's answer to an item: for organisers only."""
        with self._database.read() as connection:
            answers = ANSWERS.all(connection, schema.answers.c.item_id == item_id)
        return sorted(answers, key=lambda each: (each.user, each.revision))

    def pace(self) -> dict[str, int]:
        """The number of answers (with all revisions) on each day that had any."""
        day = sa.func.substr(schema.answers.c.received, 1, 10)
        with self._database.read() as connection:
            return {
                row[0]: row[1]
                for row in connection.execute(sa.select(day, sa.func.count()).group_by(day).order_by(day))
            }

    def annotations(self, *, late: bool = False, kinds: Sequence[ItemKind] = (ItemKind.REAL,)) -> list[Annotation]:
        """The newest revision of every answer that counts, by item and annotator.

        Users who were deleted are left out; so are late answers, unless they are asked for.
        """
        table, users = schema.assignments, schema.users
        same = sa.and_(table.c.user_id == schema.answers.c.user_id, table.c.item_id == schema.answers.c.item_id)
        states = ANSWERED if late else (LeaseState.ANSWERED,)
        wanted = current_answers().join(table, same).where(table.c.state.in_(states), users.c.deleted.is_(None))
        with self._database.read() as connection:
            rows = connection.execute(wanted.with_only_columns(*_ANNOTATED)).all()
        items = self._items.by_id
        chosen = sorted((row for row in rows if items[row[0]].kind in kinds), key=lambda row: (row[0], row[1]))
        return [_annotation(items[row[0]], row) for row in chosen]


def agreement_so_far(answers: Sequence[Annotation]) -> Agreement | None:
    """The agreement of annotators so far, without intervals; None if no two have answered the same item."""
    try:
        found = Annotations.of(answers, Source("campaign", ""))
        return annotation_agreement(found, AgreementSettings(resamples=0))
    except BadInput:
        return None


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
_COMMENTED = current_answers().with_only_columns(_NEW.item_id).where(_NEW.comment != "")


def _annotation(own: CampaignItem, row: Any) -> Annotation:
    """The columns of an answer as an annotation."""
    _, annotator, substitutes, nil, name, multiword, comment, received = row
    terms = tuple(json.loads(substitutes))
    phase = PHASES[own.kind]
    return Annotation(
        lexelt=own.item.lexelt,
        id=own.item.id,
        annotator=annotator,
        substitutes=terms,
        nil=nil,
        name=name,
        multiword=multiword,
        comment=comment,
        time=received,
        phase=phase,
    )


def _seconds(connection: sa.Connection, user_id: int) -> list[float]:
    """The durations of the answers to the latest items of a user."""
    return list(connection.execute(_LATEST_SECONDS, {"of_user": user_id}).scalars())


def _latest_seconds() -> sa.Select[Any]:
    table, given = schema.answers, schema.assignments
    done = sa.and_(given.c.user_id == sa.bindparam("of_user"), given.c.state.in_(ANSWERED))
    latest = sa.select(given.c.item_id).where(done).order_by(given.c.place.desc()).limit(_LATEST)
    own = sa.and_(table.c.user_id == sa.bindparam("of_user"), table.c.item_id.in_(latest))
    return sa.select(table.c.seconds).where(own, table.c.seconds > 0)


_LATEST_SECONDS = _latest_seconds()


_RULES = Rules()


def flag_items(rows: Iterable[ItemRow], annotations: Iterable[Annotation], language: str = "") -> dict[int, list[str]]:
    """The codes of the reasons to look at an item, by its number, for items with any; pages put them in words.

    `language` is that of items which do not say theirs.
    """
    own: dict[tuple[str, str], list[Annotation]] = {}
    for each in annotations:
        own.setdefault((each.lexelt, each.id), []).append(each)
    found = {
        row.item.id: _reasons(row, own.get((row.item.item.lexelt, row.item.item.id), []), language) for row in rows
    }
    return {item_id: reasons for item_id, reasons in found.items() if reasons}


def _reasons(row: ItemRow, answers: Sequence[Annotation], language: str) -> list[str]:
    half = max(2, (len(answers) + 1) // 2)
    found = {
        "comments": row.comments > 0,
        "late": row.late > 0,
        "nil": sum(each.nil for each in answers) >= half,
        "name": sum(each.name for each in answers) >= half,
        "phrase": sum(bool(each.multiword) for each in answers) >= 2,
        "disagreement": _nobody_agrees(answers),
        "unclear": any(
            _is_unclear(term, row.item.item.language or language) for each in answers for term in each.substitutes
        ),
    }
    return [reason for reason, holds in found.items() if holds]


def _nobody_agrees(answers: Sequence[Annotation]) -> bool:
    sets = [set(map(_level, each.substitutes)) for each in answers if each.substitutes]
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
        for row in campaign.overview.annotators()
    )
    sections = (
        Section("Items", ("count of", "number"), counts, campaign.deletion_note),
        Section("Annotators", _ANNOTATORS, rows, _PEOPLE),
        agreement,
    )
    return Sheet(f"The campaign {campaign.folder}", sections)
