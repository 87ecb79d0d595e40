"""Figures that take a while to work out: kept until what they are made of has changed, large ones a while longer."""

import threading
import time
from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")
QUICK_SECONDS = 0.2
_REST = 20  # how many times the time that it took to work them out, for large ones


class Kept(Generic[T]):
    """A value and the version of what it was made of.

    It is made again when the version has changed; if that took long, not before a rest in which the old one is shown,
    so that somebody who looks on while many people work does not take the machine from them.
    """

    def __init__(
        self, make: Callable[[], T], version: Callable[[], object], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._make, self._version, self._clock = make, version, clock
        self._turn = threading.Lock()
        self._found: tuple[object, T] | None = None
        self._rests_until = 0.0

    def get(self) -> T:
        """The value; of those who ask at once, one makes it."""
        with self._turn:
            version = self._version()
            began = self._clock()
            if self._found is not None and (self._found[0] == version or began < self._rests_until):
                return self._found[1]
            value = self._make()
            took = self._clock() - began
            self._rests_until = began + took + (_REST * took if took > QUICK_SECONDS else 0)
            self._found = version, value
            return value
