"""The items and screens of a campaign. They never change, so they are read once and kept in memory."""

import hashlib
import json
from collections.abc import Container, Iterable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import count

import sqlalchemy as sa

from stead.campaign.records import PRACTICE, CampaignItem, CampaignScreen, ItemKind
from stead.campaign.store import schema
from stead.campaign.store.database import Database
from stead.core.item import Item
from stead.posthoc.controls import spread_repeats


class CampaignItems:
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

    def of(self, kind: ItemKind) -> list[CampaignItem]:
        """The items of one kind."""
        return self._of_kinds[kind]

    @cached_property
    def _of_kinds(self) -> dict[ItemKind, list[CampaignItem]]:
        return {kind: [each for each in self.by_id.values() if each.kind is kind] for kind in ItemKind}


def _item(row: sa.Row[tuple[object, ...]]) -> CampaignItem:
    item = Item(
        id=row.identifier,
        lexelt=row.lexelt,
        text=row.text,
        start=row.target_start,
        end=row.target_end,
        language=row.language,
    )
    return CampaignItem(row.id, item, ItemKind(row.kind), tuple(json.loads(row.expected)))


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


_TABLE = schema.screens


class Screens:
    """All screens by number, and by subset; the orders in which each rater sees them and their candidates."""

    def __init__(self, database: Database, items: CampaignItems, seed: int) -> None:
        with database.read() as connection:
            rows = connection.execute(sa.select(_TABLE).order_by(_TABLE.c.id)).all()
        self.by_id: dict[int, CampaignScreen] = {row.id: _screen(row, items) for row in rows}
        self._seed = seed
        self.order = lru_cache(maxsize=10_000)(self._order)
        self.of = lru_cache(maxsize=10_000)(self._of)

    @cached_property
    def by_subset(self) -> dict[int, list[CampaignScreen]]:
        """The screens of every subset, practice with the others."""
        found: dict[int, list[CampaignScreen]] = {}
        for each in self.by_id.values():
            found.setdefault(each.subset, []).append(each)
        return found

    @cached_property
    def by_place(self) -> dict[tuple[int, int], CampaignScreen]:
        """Every screen by subset and place."""
        return {(each.subset, each.place): each for each in self.by_id.values()}

    @cached_property
    def subsets(self) -> list[int]:
        """The numbers of the subsets that count."""
        return sorted(subset for subset in self.by_subset if subset != PRACTICE)

    @cached_property
    def sizes(self) -> dict[int, int]:
        """The number of candidates of each subset."""
        return {subset: sum(len(each.candidates) for each in own) for subset, own in self.by_subset.items()}

    def _of(self, name: str, subset: int) -> tuple[CampaignScreen, ...]:
        """The screens of a subset in a rater's order, those of one sentence apart; practice as it was given."""
        own = self.by_subset[subset]
        if subset == PRACTICE:
            return tuple(own)
        order = spread_repeats([(each.item.id, each.again) for each in own], self._orders(name, own))
        return tuple(own[at] for at in order)

    def _orders(self, name: str, own: Sequence[CampaignScreen]) -> Iterator[list[int]]:
        """Random orders that depend on the rater and the seed only."""
        for attempt in count():
            words = (str(attempt),) if attempt else ()
            ranks = [self._rank(name, str(each.id), *words) for each in own]
            yield sorted(range(len(own)), key=ranks.__getitem__)

    def closed_screens(self, subset: int, rated: Container[int]) -> frozenset[int]:
        """The screens of a subset that a rater has rated, while another one of the same sentence is still to come.

        They would tell what was said of a candidate that comes again. That is so of every sentence that is shown
        twice, so nobody can tell by it where a candidate comes again.
        """
        own = self.by_subset[subset]
        waiting = {each.item.id for each in own if each.id not in rated}
        return frozenset(each.id for each in own if each.id in rated and each.item.id in waiting)

    def _order(self, name: str, screen_id: int) -> tuple[int, ...]:
        """The candidates of a screen in a rater's order, which depends on the rater and the seed only."""
        own = self.by_id[screen_id].candidates
        return tuple(sorted(range(len(own)), key=lambda at: self._rank(name, str(screen_id), own[at])))

    def _rank(self, *words: str) -> bytes:
        """A random number that depends only on the seed and the given names."""
        return hashlib.sha256("\0".join((str(self._seed), *words)).encode()).digest()


def _screen(row: sa.Row[tuple[object, ...]], items: CampaignItems) -> CampaignScreen:
    candidates, planted, expected = (tuple(json.loads(text)) for text in (row.candidates, row.planted, row.expected))
    item = items.by_id[row.item_id]
    return CampaignScreen(
        id=row.id,
        item=item,
        subset=row.subset,
        place=row.place,
        candidates=candidates,
        planted=planted,
        expected=expected,
        again=row.again,
    )


def insert_screens(connection: sa.Connection, screens: Iterable[CampaignScreen]) -> None:
    """Put screens into an empty table."""
    rows = [{"id": each.id, **screen_row(each)} for each in screens]
    if rows:
        connection.execute(sa.insert(_TABLE), rows)


def screen_row(each: CampaignScreen) -> dict[str, object]:
    """A screen as it is stored, but for its number."""
    lists = {
        name: json.dumps(getattr(each, name), ensure_ascii=False) for name in ("candidates", "planted", "expected")
    }
    return {"item_id": each.item.id, "subset": each.subset, "place": each.place, "again": each.again, **lists}
