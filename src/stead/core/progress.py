"""Progress of long work: the one callback protocol."""

from collections.abc import Callable

Progress = Callable[[str, float, float], None]
"""A callback `(step, done, total)`.

A total of 1 is all the work of the call, `done` the share of it before the step; a total of 0 means unknown.
Bytes are `Bytes`, anything else is counted in plain numbers.
"""


class Bytes(int):
    """A number of bytes."""


def silent(step: str, done: float, total: float) -> None:
    """Ignore progress."""


def part_of(progress: Progress, start: float, end: float) -> Progress:
    """Make the callback for a part of the work, between two shares of the whole."""

    def within(step: str, done: float, total: float) -> None:
        progress(step, start + (end - start) * done / total, 1)

    return within
