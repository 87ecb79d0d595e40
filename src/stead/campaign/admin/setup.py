"""Set up a new campaign from its files: real items, practice, attention checks, and expected answers."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from stead.campaign.records import CampaignItem, ItemKind
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Report
from stead.core.item import Item
from stead.core.substitutes import GoldStandard
from stead.formats import load

StrPath = str | PathLike[str]


@dataclass(frozen=True)
class ItemFiles:
    """The input files of the items."""

    items: Sequence[StrPath]
    practice: Sequence[StrPath] = ()
    attention: Sequence[StrPath] = ()
    expected: StrPath | None = None


def guidelines_of(path: StrPath) -> str:
    """Read the guidelines in a file."""
    try:
        return Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: the guidelines cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: the guidelines are not text in UTF-8.") from None


def read_items(files: ItemFiles) -> tuple[list[CampaignItem], list[Report]]:
    """Read and number the items of all files: practice, attention checks, real ones; each may come once."""
    reports: list[Report] = []
    expected = _expected_answers(files, reports)
    groups = ((ItemKind.PRACTICE, files.practice), (ItemKind.ATTENTION, files.attention), (ItemKind.REAL, files.items))
    kinds_and_items = [(kind, item) for kind, paths in groups for item in sound_items(paths, reports)]
    refuse_repeats(item for _, item in kinds_and_items)
    if not any(kind is ItemKind.REAL for kind, _ in kinds_and_items):
        raise BadInput("there is no item to annotate in the files of `items`.")
    made = [
        CampaignItem(number, item, kind, () if kind is ItemKind.REAL else expected.get((item.lexelt, item.id), ()))
        for number, (kind, item) in enumerate(kinds_and_items, start=1)
    ]
    lacking = next((item for item in made if item.kind is ItemKind.ATTENTION and not item.expected), None)
    if lacking is not None:
        raise BadInput(
            f"nothing is expected of the attention check {lacking.item.lexelt} {lacking.item.id}; "
            "give a gold standard that has it (`expected`)."
        )
    return made, reports


def _expected_answers(files: ItemFiles, reports: list[Report]) -> dict[tuple[str, str], tuple[str, ...]]:
    if files.expected is None:
        if files.attention:
            raise UsageError("attention checks need expected answers: a gold standard (`expected`).")
        return {}
    gold: GoldStandard
    gold, report = load(files.expected, "gold")
    reports.append(report)
    return {(row.lexelt, row.id): tuple(term for term, _ in row.weights) for row in gold}


def sound_items(paths: Iterable[StrPath], reports: list[Report]) -> Iterator[Item]:
    """Read the items of some files; refuse one that no database can hold."""
    for path in paths:
        items, report = load(path, "items")
        reports.append(report)
        refuse_null(items, path)
        yield from items


def refuse_null(items: Iterable[Item], path: StrPath) -> None:
    """Refuse an item that no database can hold."""
    for item in items:
        if "\0" in item.text + item.lexelt + item.id:
            raise BadInput(f"{path}: the item {item.lexelt} {item.id} holds a null character.")


def refuse_repeats(items: Iterable[Item], known: Iterable[tuple[str, str]] = ()) -> None:
    """Refuse an item that comes twice, or is one of those `known` already."""
    there, seen = set(known), set[tuple[str, str]]()
    for item in items:
        key = item.lexelt, item.id
        if key in there or key in seen:
            how = "is in the campaign already" if key in there else "comes twice"
            raise BadInput(f"the item {item.lexelt} {item.id} {how}; every item can be in the campaign once.")
        seen.add(key)
