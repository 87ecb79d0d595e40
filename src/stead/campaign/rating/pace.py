"""How fast a rater is."""

import json
from statistics import median

import sqlalchemy as sa

from stead.campaign import schema

_LATEST = 30  # screens that tell a rater's pace


def seconds_of_candidate(connection: sa.Connection, user_id: int) -> float | None:
    """The median time that a candidate took on the latest screens of a user; unknown if there are none."""
    table = schema.ratings
    own = sa.select(table.c.seconds, table.c.judgements).where(
        table.c.user_id == user_id, table.c.seconds > 0, table.c.revision == 1
    )
    rows = connection.execute(own.order_by(table.c.id.desc()).limit(_LATEST)).all()
    return median(row.seconds / len(json.loads(row.judgements)) for row in rows) if rows else None
