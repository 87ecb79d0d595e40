"""Read the gold standard as the official program does, step by step.

For each gold line, in this order: its entries are split; they decide whether the item is scored; the legible entries,
one after the other, give the counts and the mode. The multiword task takes the same steps with other conditions.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

from stead.official.program_input import LINES, Document, is_blank, without_one_apostrophe

# Quirk: only ASCII word characters, apostrophe, hyphen and space, and at least two of them. One-letter
# substitutes vanish; at any other byte a substitute is cut ("café owner 2" to "owner") or lost ("U.S. 2").
# A count of more digits than a machine number can have is cut.
_SUBSTITUTE_AND_COUNT = re.compile(r"(\w[\w'\- ]+) (\d{1,300})", re.ASCII)
# Quirk: where only the count is wanted, one such character is enough: "x 3" and "B&B 3" count, "café 3" does not.
_COUNT = re.compile(r"[\w'\- ]+ (\d{1,300})", re.ASCII)


@dataclass(frozen=True)
class GoldItem:
    """The legible entries of one scored item, and the mode."""

    lexelt: str
    counts: dict[str, int]
    mode: str | None

    @property
    def responses(self) -> int:
        """The sum of all counts."""
        return sum(self.counts.values())

    @cached_property
    def credits(self) -> dict[str, int]:
        """The credit of each guess. Quirk: only here does a hyphen equal a space; the mode keeps its hyphen.

        Of `a-b` and `a b` in one item the program takes either, at random; here it is the later one.
        """
        return {substitute.replace("-", " "): count for substitute, count in self.counts.items()}


@dataclass(frozen=True, slots=True)
class Gold:
    """All scored items by id; one without a legible entry counts in the total and can never be answered."""

    items: dict[str, GoldItem]

    @property
    def answerable(self) -> dict[str, GoldItem]:
        """The items that a run can attempt."""
        return {id_: item for id_, item in self.items.items() if item.counts}

    @property
    def modes(self) -> dict[str, str]:
        """The mode of each item that has one."""
        return {id_: item.mode for id_, item in self.items.items() if item.mode is not None}


def gold_ids(document: Document) -> set[str]:
    """List the ids of all gold lines, including those that are not scored."""
    return {id_ for _, id_, _ in _gold_lines(document)}


def read_gold(document: Document) -> Gold:
    """Read the scored items of the gold file for best and oot.

    Quirk: "pn" marks a proper name, but is searched anywhere in an entry: "hypnotic 3" is dropped as well.
    """

    def is_kept(entry: str) -> bool:
        return "pn" not in entry

    def is_scored(entries: list[str]) -> bool:
        """Whether there are two entries, or one with a count of 2. Quirk: neither of two needs to be legible."""
        return len(entries) > 1 or (len(entries) == 1 and _count(entries[0]) > 1)

    return _read(document, is_kept, is_scored, least_count=0)


def read_multiword_gold(document: Document) -> Gold:
    """Read the items of the multiword gold file that have a multiword with a count of 2.

    Quirks: the first entry alone decides whether the item is looked at, and proper names are entries like others.
    """

    def is_kept(entry: str) -> bool:  # noqa: ARG001 - entries of best and oot may be dropped
        return True

    def is_scored(entries: list[str]) -> bool:
        return bool(entries) and _count(entries[0]) > 1

    return _read(document, is_kept, is_scored, least_count=2)


def _read(
    document: Document, is_kept: Callable[[str], bool], is_scored: Callable[[list[str]], bool], *, least_count: int
) -> Gold:
    """Take the program's steps; malformed lines are skipped, and the last line of an id wins."""
    items: dict[str, GoldItem] = {}
    for lexelt, id_, text in _gold_lines(document):
        entries = [entry for entry in text.split(";") if not is_blank(entry) and is_kept(entry)]
        if is_scored(entries):
            items[id_] = _item(lexelt, entries, least_count)
    return Gold(items)


def _gold_lines(document: Document) -> Iterator[tuple[str, str, str]]:
    """List lexelt (which the program ignores, and which is complete here), id and entries."""
    for line in document.lines:
        match = LINES["best"].search(line)
        if match:
            yield line[: match.start(2)].strip(), match[2], match[3]


def _count(entry: str) -> int:
    match = _COUNT.search(entry)
    return int(match[1]) if match else 0


def _item(lexelt: str, entries: list[str], least_count: int) -> GoldItem:
    """Make an item; quirk: a later count of the same substitute overwrites the earlier one.

    The mode is the first legible entry, unless a later one has an equal count; a larger count later is ignored.
    """
    counts: dict[str, int] = {}
    mode: str | None = None
    count_of_mode: int | None = None
    for substitute, count in _legible(entries):
        if count < least_count:
            continue
        if count_of_mode is None:
            mode, count_of_mode = substitute, count
        elif count == count_of_mode:
            mode = None
        counts[substitute] = count
    return GoldItem(lexelt, counts, mode)


def _legible(entries: list[str]) -> Iterator[tuple[str, int]]:
    for entry in entries:
        match = _SUBSTITUTE_AND_COUNT.search(entry)
        if match:
            yield without_one_apostrophe(match[1]), int(match[2])
