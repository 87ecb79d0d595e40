"""The items of a campaign. They never change once it is made, so they are read once and kept in memory."""

import json
from collections.abc import Iterable
from functools import cached_property

import sqlalchemy as sa

from stead.campaign import schema
from stead.campaign.database import Database
from stead.campaign.records import CampaignItem, Kind
from stead.core.item import Item


class Items:
    """The items in the order of their files: practice first, then attention checks, then the real ones."""

    def __init__(self, database: Database) -> None:
        with database.read() as connection:
            rows = connection.execute(sa.select(schema.items).order_by(schema.items.c.id)).all()
        self.by_id: dict[int, CampaignItem] = {row.id: _item(row) for row in rows}
        """Every item by its number."""

    @cached_property
    def by_key(self) -> dict[tuple[str, str], CampaignItem]:
        """Every item by lexelt and id."""
        return {(each.item.lexelt, each.item.id): each for each in self.by_id.values()}

    def of(self, kind: Kind) -> list[CampaignItem]:
        """The items of one kind."""
        return self._of_kinds[kind]

    @cached_property
    def _of_kinds(self) -> dict[Kind, list[CampaignItem]]:
        return {kind: [each for each in self.by_id.values() if each.kind is kind] for kind in Kind}


def _item(row: sa.Row[tuple[object, ...]]) -> CampaignItem:
    item = Item(
        id=row.identifier,
        lexelt=row.lexelt,
        text=row.text,
        start=row.target_start,
        end=row.target_end,
        language=row.language,
    )
    return CampaignItem(row.id, item, Kind(row.kind), tuple(json.loads(row.expected)))


def insert_items(connection: sa.Connection, items: Iterable[CampaignItem]) -> None:
    """Put items into an empty table."""
    rows = [
        {
            "id": each.id,
            "lexelt": each.item.lexelt,
            "identifier": each.item.id,
            "text": each.item.text,
            "target_start": each.item.start,
            "target_end": each.item.end,
            "language": each.item.language,
            "kind": each.kind,
            "expected": json.dumps(each.expected, ensure_ascii=False),
        }
        for each in items
    ]
    if rows:
        connection.execute(sa.insert(schema.items), rows)
