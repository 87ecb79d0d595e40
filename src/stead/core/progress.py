"""How far long work is: one protocol, from what does it to whoever watches."""

from collections.abc import Callable

Progress = Callable[[str, float, float], None]
"""Is called with the step that is being done, how much of it is done, and how much there is.

A total of 1 is all the work of the call, `done` the share of it that lies before the step; 0 means that nobody knows.
Bytes are `Bytes`, anything else is counted in plain numbers.
"""


class Bytes(int):
    """A number of bytes."""


def silent(step: str, done: float, total: float) -> None:
    """Progress that nobody watches."""


def part_of(progress: Progress, start: float, end: float) -> Progress:
    """For a part of the work, which lies between two shares of the whole."""

    def within(step: str, done: float, total: float) -> None:
        progress(step, start + (end - start) * done / total, 1)

    return within
