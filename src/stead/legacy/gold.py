"""The gold standard as the official program understands it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from stead.legacy.guesses import without_one_apostrophe
from stead.legacy.reading import Document, is_blank, line_pattern

# Quirk: only ASCII word characters, apostrophe, hyphen and blank, and at least two of them. One-letter
# substitutes vanish; at any other byte a substitute is cut ("café owner 2" to "owner") or lost ("U.S. 2").
_SUBSTITUTE_AND_COUNT = re.compile(r"(\w[\w'\- ]+) (\d+)", re.ASCII)
_COUNT = re.compile(r" (\d+)\S*\s*$", re.ASCII)
_GOLD_LINE = line_pattern("::")


@dataclass(frozen=True, slots=True)
class GoldItem:
    """The legible entries of one scored item."""

    lexelt: str
    weights: dict[str, int]
    responses: int
    mode: str | None


@dataclass(frozen=True, slots=True)
class Gold:
    """All scored items by id; one without a legible entry counts in the total and can never be answered."""

    items: dict[str, GoldItem]

    @property
    def answerable(self) -> dict[str, GoldItem]:
        """The items that a run can attempt."""
        return {id_: item for id_, item in self.items.items() if item.weights}

    @property
    def modes(self) -> dict[str, str]:
        """The mode of each item that has one."""
        return {id_: item.mode for id_, item in self.items.items() if item.mode is not None}


def read_gold(document: Document) -> Gold:
    """The scored items of a gold file. A line that is no gold line is passed over."""
    items: dict[str, GoldItem] = {}
    for lexelt, id_, text in _gold_lines(document):
        entries = _kept_entries(text)
        if _is_scored(entries):
            items[id_] = _item(lexelt, entries)
    return Gold(items)


def _gold_lines(document: Document) -> Iterator[tuple[str, ...]]:
    for line in document.lines:
        found = _GOLD_LINE.match(line)
        if found:
            yield found.groups()


def _kept_entries(text: str) -> list[str]:
    """Quirk: "pn" marks a proper name, but is looked for anywhere: "hypnotic 3" goes as well."""
    return [entry for entry in text.split(";") if not is_blank(entry) and "pn" not in entry]


def _is_scored(entries: list[str]) -> bool:
    """Two entries, or a first one named twice. Quirk: illegible entries still count here."""
    if len(entries) == 1:
        return _count(entries[0]) > 1
    return len(entries) > 1


def _count(entry: str) -> int:
    """The whole number that the last word of an entry begins with."""
    found = _COUNT.search(entry)
    return int(found[1]) if found else 0


def _item(lexelt: str, entries: list[str]) -> GoldItem:
    legible = list(_legible(entries))
    return GoldItem(
        lexelt,
        # Quirk: only here does a hyphen equal a blank; the mode keeps its hyphen, and answers never have one.
        weights={substitute.replace("-", " "): count for substitute, count in legible},
        responses=sum(count for _, count in legible),
        mode=_mode(legible),
    )


def _legible(entries: list[str]) -> Iterator[tuple[str, int]]:
    for entry in entries:
        found = _SUBSTITUTE_AND_COUNT.search(entry)
        if found:
            yield without_one_apostrophe(found[1]), int(found[2])


def _mode(legible: list[tuple[str, int]]) -> str | None:
    """Quirk: the first entry, unless a later one has an equal count; a larger count later is not noticed."""
    if not legible:
        return None
    (first, highest), *others = legible
    return None if any(count == highest for _, count in others) else first
