"""The lossless export, `stead.campaign/1`: JSON Lines with all data and events, and no secret.

A header, then one record a line: items, versions of the guidelines and of the settings, users, consents, assignments,
answers with all their revisions, events; at last, how many records there were. Users and items are named as people name
them, so that an import into another database gives the same bytes when it is exported again.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from stead.campaign.admin.pseudonyms import Pseudonyms
from stead.campaign.folder import Campaign
from stead.campaign.records import ItemKind
from stead.campaign.store import schema
from stead.campaign.tasks.annotation_overview import PHASES

SCHEMA = "stead.campaign/1"
END = "end"
"""The last record says how many there are, so that an incomplete file is recognised."""
Record = dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class RecordKind:
    """How the rows of a table are exported: their order, fields with other names, columns left out."""

    name: str
    table: sa.Table
    order: tuple[str, ...]
    renamed: tuple[tuple[str, str], ...] = ()
    secret: tuple[str, ...] = ()
    user_key: str = "annotator"

    @property
    def columns(self) -> list[tuple[str, sa.Column[Any]]]:
        """The columns with their names in records, without references to users and items."""
        left_out = {"id", "user_id", "item_id", "screen_id", *self.secret}
        names = dict(self.renamed)
        return [
            (names.get(column.name, column.name), column)
            for column in self.table.columns
            if column.name not in left_out
        ]

    @property
    def has_user(self) -> bool:
        """Whether the rows refer to a user."""
        return "user_id" in self.table.columns

    @property
    def has_item(self) -> bool:
        """Whether the rows refer to an item."""
        return "item_id" in self.table.columns

    @property
    def has_screen(self) -> bool:
        """Whether the rows refer to a screen."""
        return "screen_id" in self.table.columns


KINDS = {
    kind.name: kind
    for kind in (
        RecordKind(name="campaign", table=schema.meta, order=("key",)),
        RecordKind(
            name="item",
            table=schema.items,
            order=(),
            renamed=(("identifier", "id"), ("target_start", "start"), ("target_end", "end")),
        ),
        RecordKind(name="screen", table=schema.screens, order=("subset", "position")),
        RecordKind(name="guidelines", table=schema.guidelines, order=("recorded", "version")),
        RecordKind(name="settings", table=schema.settings_versions, order=("recorded", "version")),
        RecordKind(
            name="user", table=schema.users, order=("name",), secret=("invite_hash", "invite_expires", "password_hash")
        ),
        RecordKind(name="participant", table=schema.participants, order=("annotator",)),
        RecordKind(name="consent", table=schema.consents, order=("annotator", "given")),
        RecordKind(name="assignment", table=schema.assignments, order=("annotator", "position")),
        RecordKind(name="answer", table=schema.answers, order=("item", "annotator", "revision")),
        RecordKind(name="sitting", table=schema.sittings, order=("annotator", "position")),
        RecordKind(name="rating", table=schema.ratings, order=("screen", "annotator", "revision")),
        RecordKind(name="event", table=schema.events, order=(), user_key="user"),
    )
}
"""By name, in the order in which they are written and can be read: nothing refers to what comes later."""

LISTS = ("substitutes", "expected", "candidates", "planted", "judgements")
"""Columns that hold a list of texts as JSON."""

NUMBERS = ("moments",)
"""Columns that hold a list of whole numbers as JSON."""


def export_lines(campaign: Campaign, pseudonyms: Pseudonyms | None = None) -> Iterator[str]:
    """Export a snapshot of the campaign, line by line; under pseudonyms, without ids on platforms."""
    yield _line({"schema": SCHEMA})
    records = 0
    with campaign.database.read() as connection:
        names = _names(connection, pseudonyms)
        for kind in KINDS.values():
            if pseudonyms is not None and kind.table is schema.participants:
                continue
            for line in _lines(connection, kind, names, campaign):
                records += 1
                yield line
    yield _line({"record": END, "records": records})


@dataclass(frozen=True)
class _Names:
    """The names of users in an export: by number, and by their real name."""

    by_id: dict[int, str]
    by_name: dict[str, str]


def _names(connection: sa.Connection, pseudonyms: Pseudonyms | None) -> _Names:
    users = schema.users
    rows = connection.execute(sa.select(users.c.id, users.c.name).order_by(users.c.id)).all()
    written = {row.name: row.name if pseudonyms is None else pseudonyms.of(row.name) for row in rows}
    return _Names({row.id: written[row.name] for row in rows}, written)


def _lines(connection: sa.Connection, kind: RecordKind, names: _Names, campaign: Campaign) -> Iterator[str]:
    rows: Iterable[Any] = connection.execute(sa.select(kind.table).order_by(*_keys(kind.table)))
    if kind.order:
        rows = sorted(rows, key=_order(kind, names))
    for row in rows:
        values = _values(kind, row)
        if kind.table is schema.users:
            values["name"] = names.by_id[row.id]
        if kind.table is schema.events:
            values |= {name: names.by_name.get(values[name], values[name]) for name in ("actor", "detail")}
        yield _line({"record": kind.name, **_references(kind, row, names, campaign), **values})


def _keys(table: sa.Table) -> list[sa.Column[Any]]:
    return list(table.primary_key.columns)


def _order(kind: RecordKind, names: _Names) -> Callable[[Any], tuple[Any, ...]]:
    """The sort key of the rows: they are sorted here, since databases differ in their collation."""
    meanings: dict[str, Callable[[Any], Any]] = {
        "name": lambda row: names.by_id[row.id],
        "annotator": lambda row: names.by_id[row.user_id],
        "item": lambda row: row.item_id,
        "screen": lambda row: row.screen_id,
    }
    return lambda row: tuple(meanings[name](row) if name in meanings else getattr(row, name) for name in kind.order)


def _references(kind: RecordKind, row: Any, names: _Names, campaign: Campaign) -> Record:
    references: Record = {}
    if kind.has_user and row.user_id is not None:
        references[kind.user_key] = names.by_id[row.user_id]
    if kind.has_item and row.item_id is not None:
        item = campaign.items.by_id[row.item_id]
        references |= {"lexelt": item.item.lexelt, "id": item.item.id}
        if kind.table is schema.answers:
            references["phase"] = PHASES[ItemKind(item.kind)]
    if kind.has_screen and campaign.rating is not None:
        screen = campaign.rating.screens.by_id[row.screen_id]
        references |= {"subset": screen.subset, "screen": screen.position}
    return references


def _values(kind: RecordKind, row: Any) -> Record:
    values = {name: getattr(row, column.name) for name, column in kind.columns}
    return {name: json.loads(value) if name in (*LISTS, *NUMBERS) else value for name, value in values.items()}


def _line(record: Record) -> str:
    return json.dumps(record, ensure_ascii=False, allow_nan=False) + "\n"
