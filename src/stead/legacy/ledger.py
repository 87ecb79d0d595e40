"""What the official program finds item by item; the totals that it prints are sums over these entries."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple


class Share(NamedTuple):
    """What an item adds to a precision and a recall, or what all of them add up to."""

    counted: int
    """1 if recall is taken over the item."""
    attempted: int
    """1 if precision is taken over the item."""
    credit: float
    """What the item adds above the line of both."""


NOTHING = Share(0, 0, 0)


class Entry(NamedTuple):
    """One item: its shares in the first pair of figures and in the second.

    For best and oot these are the credit and the mode, for multiwords detection and identification.
    """

    lexelt: str
    first: Share
    second: Share


@dataclass(slots=True)
class Ledger:
    """The entries by id; those of answered items stand behind the others, in the order of the run."""

    entries: dict[str, Entry] = field(default_factory=dict)
    lines_with_duplicates: int = 0

    def enter(self, id_: str, entry: Entry) -> None:
        """Write an entry at the end, in place of an earlier one for the same item."""
        self.entries.pop(id_, None)
        self.entries[id_] = entry

    @property
    def first(self) -> Share:
        """The sums of the first pair of figures."""
        return total(entry.first for entry in self.entries.values())

    @property
    def second(self) -> Share:
        """The sums of the second pair of figures."""
        return total(entry.second for entry in self.entries.values())


def total(shares: Iterable[Share]) -> Share:
    """Shares added up one after the other, as Perl does: `sum` rounds otherwise in newer Pythons."""
    counted, attempted, credit = NOTHING
    for share in shares:
        counted += share.counted
        attempted += share.attempted
        credit += share.credit
    return Share(counted, attempted, credit)
