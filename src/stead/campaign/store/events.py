"""The events of a campaign: a log that only grows."""

import sqlalchemy as sa

from stead.campaign.records import Event
from stead.campaign.store import schema
from stead.campaign.store.database import Database


def record_event(
    connection: sa.Connection,
    time: str,
    actor: str,
    kind: str,
    *,
    user_id: int | None = None,
    item_id: int | None = None,
    detail: str = "",
) -> None:
    """Write an event, in the transaction of the change that it is about."""
    values = {"time": time, "actor": actor, "kind": kind, "user_id": user_id, "item_id": item_id, "detail": detail}
    connection.execute(sa.insert(schema.events).values(values))


def read_events(database: Database) -> list[Event]:
    """Read every event, in order."""
    table = schema.events
    wanted = (
        sa.select(table, schema.users.c.name.label("user"))
        .join(schema.users, schema.users.c.id == table.c.user_id, isouter=True)
        .order_by(table.c.id)
    )
    with database.read() as connection:
        rows = connection.execute(wanted).all()
    return [
        Event(
            time=row.time, actor=row.actor, kind=row.kind, user=row.user or "", item_id=row.item_id, detail=row.detail
        )
        for row in rows
    ]
