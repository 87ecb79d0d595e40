"""Erasure of identities: names, ids and comments go, answers stay under a name that says nothing.

What was erased is on no page, in no export and in no backup made afterwards, and in no free page of the database. That
it happened, when and by whom, is an event.
"""

from datetime import timedelta
from pathlib import Path

import sqlalchemy as sa

from stead.campaign.admin.pseudonyms import KEY, Pseudonyms
from stead.campaign.folder import Campaign
from stead.campaign.records import Role
from stead.campaign.store import schema
from stead.campaign.store.database import record_event, stamp
from stead.core.errors import UsageError

_USERS, _EVENTS = schema.users, schema.events
_TRACED = (_USERS, schema.participants, _EVENTS, schema.answers, schema.sessions, schema.attempts)
"""The tables that may have named the person."""
RETENTION = "retention"
"""Who erases people when their time is over, in the list of events."""


def erase(campaign: Campaign, name: str, *, actor: str) -> str:
    """Erase the identity of a user, and return the name that is left; it cannot be undone."""
    empty = _erase_identity(campaign, name, actor)
    campaign.database.compact(_TRACED)
    return empty


def _erase_identity(campaign: Campaign, name: str, actor: str) -> str:
    """Erase what names a user; free parts of the files may still hold it."""
    user_id = campaign.users.by_name(name).id
    with campaign.database.write() as connection:
        if user_id in _erased(connection):
            raise UsageError(f"{name!r}: this identity is erased already.")
        empty = _erase(connection, user_id, name)
        _forget(campaign.folder / KEY, name, empty)
        by = empty if actor == name else actor
        record_event(connection, campaign.database.now(), by, "erase", user_id=user_id)
    return empty


def erase_due(campaign: Campaign) -> list[str]:
    """Erase the identities whose retention is over; return the names that are left."""
    days = campaign.settings.privacy.retention_days
    if not days:
        return []
    limit = stamp(campaign.database.clock() - timedelta(days=days))
    with campaign.database.read() as connection:
        erased, last = _erased(connection), _last_answers(connection)
    due = [
        user.name
        for user in campaign.users.all(deleted=True)
        if user.role is Role.ANNOTATOR and user.id not in erased and max(user.created, last.get(user.id, "")) < limit
    ]
    if not due:
        return []
    try:
        return [_erase_identity(campaign, name, RETENTION) for name in due]
    finally:
        campaign.database.compact(_TRACED)  # once for all: nobody can write meanwhile


def erased_people(campaign: Campaign) -> set[int]:
    """The numbers of those who were erased."""
    with campaign.database.ask() as connection:
        return _erased(connection)


def _forget(key: Path, name: str, empty: str) -> None:
    if key.exists():
        pseudonyms = Pseudonyms(key)
        pseudonyms.forget(name, empty)
        pseudonyms.save()


def _erase(connection: sa.Connection, user_id: int, name: str) -> str:
    empty = _empty_name(connection, user_id)
    values = {"name": empty, "invite_hash": None, "invite_expires": None, "password_hash": None}
    connection.execute(sa.update(_USERS).where(_USERS.c.id == user_id).values(values))
    for column in (_EVENTS.c.actor, _EVENTS.c.detail):
        connection.execute(sa.update(_EVENTS).where(column == name).values({column: empty}))
    for table in (schema.participants, schema.sessions):
        connection.execute(sa.delete(table).where(table.c.user_id == user_id))
    connection.execute(sa.delete(schema.attempts))  # their keys are hashes of names and addresses
    answers = schema.answers
    commented = sa.and_(answers.c.user_id == user_id, answers.c.comment != "")
    connection.execute(sa.update(answers).where(commented).values(comment=""))
    return empty


def _empty_name(connection: sa.Connection, number: int) -> str:
    """A name that says nothing, and that nobody has."""
    while connection.execute(sa.select(_USERS.c.id).where(_USERS.c.name == f"erased-{number}")).first() is not None:
        number += 1
    return f"erased-{number}"


def _erased(connection: sa.Connection) -> set[int]:
    """The numbers of those who were erased."""
    return set(connection.execute(sa.select(_EVENTS.c.user_id).where(_EVENTS.c.kind == "erase")).scalars())


def _last_answers(connection: sa.Connection) -> dict[int, str]:
    """When each user answered or rated last."""
    last: dict[int, str] = {}
    for table in (schema.answers, schema.ratings):
        newest = sa.select(table.c.user_id, sa.func.max(table.c.received)).group_by(table.c.user_id)
        last |= {row[0]: row[1] for row in connection.execute(newest)}
    return last
