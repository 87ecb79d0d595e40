"""Tables that fit in a row of the medium: names are shortened where that is allowed, and columns divided."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stead.reporting.tables import Table
from stead.reporting.text import width

_LEAST = 8


@dataclass(frozen=True, slots=True)
class Room:
    """How many characters fit in a row, and how many stand between two columns.

    Names are shortened only where that is a matter of the medium.
    """

    row: int
    shortens: bool = False
    gap: int = 2

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


def in_parts(columns: Sequence[Sequence[str]], room: Room, taken: int) -> Iterator[list[Sequence[str]]]:
    """Columns, heading and cells, in parts that fit beside the labels, unless one column alone does not."""
    part: list[Sequence[str]] = []
    filled = taken
    for column in columns:
        wide = max(map(width, column)) + room.gap
        if part and filled + wide > room.row:
            yield part
            part, filled = [], taken
        part.append(column)
        filled += wide
    yield part


def fitted(table: Table, room: Room) -> Iterator[Table]:
    """The table in as many parts as it takes, each with the labels on the left."""
    names = [*zip(table.columns[: table.labels], *(row[: table.labels] for row in table.rows), strict=True)]
    labels = [[room.name(text, 2 * room.row // 3) for text in column] for column in names]
    heads = [room.name(text, 2 * room.row // 3) for text in table.columns[table.labels :]]
    columns = [*zip(heads, *(row[table.labels :] for row in table.rows), strict=True)]
    taken = sum(max(map(width, column)) + room.gap for column in labels)
    start = 0
    for part in in_parts(columns, room, taken):
        cells = [tuple(row) for row in zip(*labels, *part, strict=True)]
        title = table.title if len(part) == len(columns) else f"{table.title}, {_columns(start + 1, start + len(part))}"
        yield replace(table, title=title, columns=cells[0], rows=tuple(cells[1:]))
        start += len(part)


def _columns(first: int, last: int) -> str:
    return f"column {first}" if first == last else f"columns {first} to {last}"
