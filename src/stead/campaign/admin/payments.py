"""The payment sheet: how long everybody has worked, and on how much."""

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from stead.campaign.folder import Campaign
from stead.campaign.records import ItemKind, Role, User
from stead.campaign.store.participants import Participant
from stead.campaign.store.submissions import ANNOTATION, RATING
from stead.core.text import protect_cell


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentRow:
    """The work of one annotator, whether it counts or not: people are paid for it either way."""

    name: str
    participant: str
    parameters: str
    state: str
    """working, finished or screened of those who came by the link for many, else invited; or paused, or deleted."""
    items: int
    """Items or, in a rating campaign, sentences that were answered, without practice."""
    practice: int
    minutes: float
    """On the pages of items, as the browser measured it, with changes of answers and practice."""
    elapsed: float
    """Minutes from joining to the last answer."""
    joined: str
    last: str
    code: str


COLUMNS = tuple(PaymentRow.__dataclass_fields__)


def payment_rows(campaign: Campaign) -> list[PaymentRow]:
    """The work of all annotators, by name."""
    tables = ANNOTATION if campaign.rating is None else RATING
    table = tables.submissions
    worked = sa.select(
        table.c.user_id,
        tables.tasks.label("task"),
        sa.func.sum(table.c.seconds).label("seconds"),
        sa.func.max(table.c.received).label("last"),
    ).group_by(table.c.user_id, tables.tasks)
    by_user: dict[int, list[sa.Row[tuple[object, ...]]]] = {}
    with campaign.database.read() as connection:
        for row in connection.execute(worked):
            by_user.setdefault(row.user_id, []).append(row)
    people = campaign.crowd.participants()
    return [
        _payment(campaign, user, people.get(user.id), by_user.get(user.id, []))
        for user in campaign.users.all(deleted=True)
        if user.role is Role.ANNOTATOR
    ]


def _payment(
    campaign: Campaign, user: User, person: Participant | None, rows: list[sa.Row[tuple[object, ...]]]
) -> PaymentRow:
    practice = sum(_is_practice(campaign, row.task) for row in rows)
    last = max((row.last for row in rows), default="")
    return PaymentRow(
        name=user.name,
        participant=person.participant if person else "",
        parameters=" ".join(f"{name}={value}" for name, value in person.parameters.items()) if person else "",
        state=_state(user, person),
        items=len(rows) - practice,
        practice=practice,
        minutes=round(sum(row.seconds for row in rows) / 60, 2),
        elapsed=round(_minutes_between(user.created, last), 2) if last else 0.0,
        joined=user.created,
        last=last,
        code=campaign.crowd.code(person) if person and (person.finished or person.screened) else "",
    )


def _is_practice(campaign: Campaign, task_id: int) -> bool:
    if campaign.rating is None:
        return campaign.items.by_id[task_id].kind is ItemKind.PRACTICE
    return campaign.screens.by_id[task_id].is_practice


def _state(user: User, person: Participant | None) -> str:
    states = {
        "deleted": user.deleted,
        "screened": bool(person and person.screened),
        "paused": user.paused,
        "invited": person is None,
        "finished": bool(person and person.finished),
    }
    return next((state for state, holds in states.items() if holds), "working")


def _minutes_between(first: str, last: str) -> float:
    return (datetime.fromisoformat(last) - datetime.fromisoformat(first)).total_seconds() / 60


def payments_csv(rows: Iterable[PaymentRow]) -> str:
    """The payment sheet as CSV, of which no spreadsheet runs anything."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        cells = (getattr(row, name) for name in COLUMNS)
        writer.writerow([protect_cell(cell) if isinstance(cell, str) else cell for cell in cells])
    return text.getvalue()
