"""Tables that fit in a row of the medium: names are shortened where that is allowed, and columns divided."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf

from stead.reporting.tables import Table
from stead.reporting.text import width

_LEAST = 8


@dataclass(frozen=True, slots=True)
class Room:
    """How wide a row is, and how much stands between two columns: characters, or whatever `measure` counts.

    Names are shortened only where that is a matter of the medium; elsewhere labels may be broken into lines of `label`.
    """

    row: int
    shortens: bool = False
    gap: int = 2
    measure: Callable[[str], float] = width
    label: float = inf

    def column(self, cells: Sequence[str], most: float = inf) -> float:
        """How much of a row a column takes, with the gap beside it."""
        return min(max(map(self.measure, cells)), most) + self.gap

    def name(self, text: str, others: int) -> str:
        """A name in a row of which others take so much."""
        return shortened(text, max(_LEAST, self.row - others)) if self.shortens else text


def shortened(text: str, most: int) -> str:
    """A text without its middle if it is too wide; ends often tell names apart."""
    if width(text) <= most:
        return text
    tail = most // 3
    head = most - tail - 1
    return f"{_cut(text, head)}…{_cut(text[::-1], tail)[::-1]}"


def _cut(text: str, most: int) -> str:
    """As many characters as fit."""
    end = len(text)
    while width(text[:end]) > most:
        end -= 1
    return text[:end]


Columns = Sequence[Sequence[str]]
"""Heading and cells of each."""


def in_parts(columns: Columns, room: Room, taken: float) -> list[Columns]:
    """As few parts as fit beside the labels, as equal as can be; a column that does not fit stands alone."""
    filled = _filled(columns, room, taken)
    equal = _equal(columns, len(filled))
    fits = all(taken + sum(map(room.column, part)) <= room.row for part in equal)
    return equal if fits else filled


def _filled(columns: Columns, room: Room, taken: float) -> list[Columns]:
    """Each part as full as it can be."""
    parts: list[list[Sequence[str]]] = [[]]
    filled = taken
    for column in columns:
        wide = room.column(column)
        if parts[-1] and filled + wide > room.row:
            parts.append([])
            filled = taken
        parts[-1].append(column)
        filled += wide
    return list(parts)


def _equal(columns: Columns, number: int) -> list[Columns]:
    """So many parts that differ by one column at most, the larger ones first."""
    size, larger = divmod(len(columns), number)
    starts = [place * size + min(place, larger) for place in range(number + 1)]
    return [columns[start:end] for start, end in pairwise(starts)]


def fitted(table: Table, room: Room, what: str = "column") -> Iterator[Table]:
    """The table in as many parts as it takes, each with the labels on the left; `what` the columns are."""
    names = [*zip(table.columns[: table.labels], *(row[: table.labels] for row in table.rows), strict=True)]
    labels = [[room.name(text, 2 * room.row // 3) for text in column] for column in names]
    heads = [room.name(text, 2 * room.row // 3) for text in table.columns[table.labels :]]
    columns = [*zip(heads, *(row[table.labels :] for row in table.rows), strict=True)]
    taken = sum(room.column(column, room.label) for column in labels)
    start = 0
    for part in in_parts(columns, room, taken):
        cells = [tuple(row) for row in zip(*labels, *part, strict=True)]
        numbered = _numbered(what, start + 1, start + len(part))
        title = table.title if len(part) == len(columns) else f"{table.title}, {numbered}"
        yield replace(table, title=title, columns=cells[0], rows=tuple(cells[1:]))
        start += len(part)


def _numbered(what: str, first: int, last: int) -> str:
    return f"{what} {first}" if first == last else f"{what}s {first} to {last}"
