"""The sentences of items, as a caller gives them: files, or sentences as they are."""

import os
from collections.abc import Iterable, Sequence

from stead.api.inputs import Inputs, StrPath
from stead.core.errors import BadInput
from stead.core.gold import GoldStandard
from stead.core.item import Item
from stead.formats import load

ItemsLike = StrPath | Iterable[StrPath | Item]


def listed_items(items: ItemsLike | None) -> list[StrPath | Item]:
    """Files or sentences, however many were given."""
    return [] if items is None else [items] if isinstance(items, str | os.PathLike) else list(items)


def read_items(items: Iterable[StrPath | Item], files: Inputs) -> list[Item]:
    """The sentences of some files, or sentences as they are."""
    found: list[Item] = []
    for given in items:
        if isinstance(given, Item):
            found.append(given)
            continue
        sentences, report = load(given, "items", files.options)
        files.reports.append(report)
        found += sentences
    return found


def check_items(items: Sequence[Item], gold: GoldStandard) -> None:
    """Sentences none of which is the gold's are a mistake."""
    if not {item.id for item in items} & set(gold.ids):
        raise BadInput("none of the sentences is of an item of the gold. Are they of the same data set?")
