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
        return {(item.item.lexelt, item.item.id): item for item in self.by_id.values()}

    def of(self, kind: ItemKind) -> list[CampaignItem]:
        """The items of one kind."""
        return self._of_kinds[kind]

    @cached_property
    def _of_kinds(self) -> dict[ItemKind, list[CampaignItem]]:
        return {kind: [item for item in self.by_id.values() if item.kind is kind] for kind in ItemKind}


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
    rows = [{"id": item.id, **item_row(item)} for item in items]
    if rows:
        connection.execute(sa.insert(schema.items), rows)


def item_row(campaign_item: CampaignItem) -> dict[str, object]:
    """An item as it is stored, but for its number."""
    item = campaign_item.item
    return {
        "lexelt": item.lexelt,
        "identifier": item.id,
        "text": item.text,
        "target_start": item.start,
        "target_end": item.end,
        "language": item.language,
        "kind": campaign_item.kind,
        "expected": json.dumps(campaign_item.expected, ensure_ascii=False),
    }


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
        by_subset: dict[int, list[CampaignScreen]] = {}
        for screen in self.by_id.values():
            by_subset.setdefault(screen.subset, []).append(screen)
        return by_subset

    @cached_property
    def by_position(self) -> dict[tuple[int, int], CampaignScreen]:
        """Every screen by subset and position."""
        return {(screen.subset, screen.position): screen for screen in self.by_id.values()}

    @cached_property
    def subsets(self) -> list[int]:
        """The numbers of the subsets that count."""
        return sorted(subset for subset in self.by_subset if subset != PRACTICE)

    @cached_property
    def sizes(self) -> dict[int, int]:
        """The number of candidates of each subset."""
        return {subset: sum(len(screen.candidates) for screen in screens) for subset, screens in self.by_subset.items()}

    def _of(self, name: str, subset: int) -> tuple[CampaignScreen, ...]:
        """The screens of a subset in a rater's order, those of one sentence apart; practice as it was given."""
        screens = self.by_subset[subset]
        if subset == PRACTICE:
            return tuple(screens)
        order = spread_repeats([(screen.item.id, screen.again) for screen in screens], self._orders(name, screens))
        return tuple(screens[at] for at in order)

    def _orders(self, name: str, screens: Sequence[CampaignScreen]) -> Iterator[list[int]]:
        """Random orders that depend on the rater and the seed only."""
        for attempt in count():
            words = (str(attempt),) if attempt else ()
            ranks = [self._rank(name, str(screen.id), *words) for screen in screens]
            yield sorted(range(len(screens)), key=ranks.__getitem__)

    def closed_screens(self, subset: int, rated: Container[int]) -> frozenset[int]:
        """The screens of a subset that a rater has rated, while another one of the same sentence is still to come.

        They would tell what was said of a candidate that comes again. That is so of every sentence that is shown
        twice, so nobody can tell by it where a candidate comes again.
        """
        screens = self.by_subset[subset]
        waiting = {screen.item.id for screen in screens if screen.id not in rated}
        return frozenset(screen.id for screen in screens if screen.id in rated and screen.item.id in waiting)

    def _order(self, name: str, screen_id: int) -> tuple[int, ...]:
        """The candidates of a screen in a rater's order, which depends on the rater and the seed only."""
        candidates = self.by_id[screen_id].candidates
        return tuple(sorted(range(len(candidates)), key=lambda at: self._rank(name, str(screen_id), candidates[at])))

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
        position=row.position,
        candidates=candidates,
        planted=planted,
        expected=expected,
        again=row.again,
    )


def insert_screens(connection: sa.Connection, screens: Iterable[CampaignScreen]) -> None:
    """Put screens into an empty table."""
    rows = [{"id": screen.id, **screen_row(screen)} for screen in screens]
    if rows:
        connection.execute(sa.insert(_TABLE), rows)


def screen_row(screen: CampaignScreen) -> dict[str, object]:
    """A screen as it is stored, but for its number."""
    lists = {
        name: json.dumps(getattr(screen, name), ensure_ascii=False) for name in ("candidates", "planted", "expected")
    }
    return {
        "item_id": screen.item.id,
        "subset": screen.subset,
        "position": screen.position,
        "again": screen.again,
        **lists,
    }
