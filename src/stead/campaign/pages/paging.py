"""Long lists, a hundred rows at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")
ROWS = 100


@dataclass(frozen=True)
class Paged(Generic[T]):
    """The rows of one page of a list."""

    rows: Sequence[T]
    page: int
    pages: range


def paged(rows: Sequence[T], page: int) -> Paged[T]:
    """The page of this number, or the nearest that there is; a list without rows has one page."""
    pages = pages_of(len(rows))
    page = nearest(page, pages)
    return Paged(rows[ROWS * (page - 1) : ROWS * page], page, pages)


def pages_of(number: int) -> range:
    """The numbers of the pages that so many rows fill."""
    return range(1, 2 + max(0, number - 1) // ROWS)


def nearest(page: int, pages: range) -> int:
    """The page, or the one that is nearest to it."""
    return min(max(1, page), pages[-1])
