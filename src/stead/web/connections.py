"""How many connections there may be: as many as there are files for, and none that idles keeps a visitor out."""

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

MOST_CONNECTIONS = 2_000
_MOST_FILES = 1 << 16  # whoever allows more does not expect a server to use them
_OTHER_FILES = 128  # two for each of 42 threads that use the database, and those that every process has
_FEWEST = 8
_MOST_ACCEPTED = 2_048
_log = logging.getLogger("stead.web")


@dataclass(frozen=True)
class Room:
    """How many connections are kept open, and how many more are accepted before one is closed."""

    connections: int
    accepted: int


def make_room() -> Room:
    """Raise the limit of open files as far as the system allows without asking, and divide what there is.

    Connections are accepted some at a time, and one that has to go is closed a few rounds later: hence a half and an
    eighth.
    """
    room = max(0, _raise_limit() - _OTHER_FILES)
    connections = min(MOST_CONNECTIONS, max(_FEWEST, room // 2))
    return Room(connections, min(_MOST_ACCEPTED, max(_FEWEST, room // 8)))


def _raise_limit() -> int:
    """How many files may be open."""
    if sys.platform == "win32":  # there is no such limit
        return _MOST_FILES
    import resource  # noqa: PLC0415 (not on Windows)

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, _MOST_FILES)
    if soft == resource.RLIM_INFINITY or soft >= most:
        return _MOST_FILES if soft == resource.RLIM_INFINITY else soft
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return most


class Connection(Protocol):
    """One that can be closed to make room."""

    @property
    def is_waited_for(self) -> bool:
        """Whether its next request, or the rest of one, has yet to come."""

    def drop(self) -> None:
        """Close it at once."""


class Connections:
    """Those that are open, in the order in which they last sent a whole request, or came."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[Connection, None] = {}

    def admit(self, connection: Connection) -> bool:
        """Whether there is room for another one; the one that was waited for longest makes it if need be."""
        if len(self._open) >= self._most:
            idle = next((each for each in self._open if each.is_waited_for), None)
            if idle is None:
                return False
            self.forget(idle)
            idle.drop()
        self._open[connection] = None
        return True

    def renew(self, connection: Connection) -> None:
        """It has sent a whole request."""
        if connection in self._open:
            self.forget(connection)
            self._open[connection] = None

    def forget(self, connection: Connection) -> None:
        """It is closed."""
        self._open.pop(connection, None)


class Refusals:
    """What an event loop cannot accept: logged at once, and then once a minute with how often it has happened."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._told = float("-inf")
        self._since = 0

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """As the handler of the loop's exceptions."""
        if not isinstance(context.get("exception"), OSError) or "socket" not in context:
            loop.default_exception_handler(context)
            return
        self._since += 1
        if self._clock() - self._told < _SILENT_SECONDS:
            return
        times = "" if self._since == 1 else f" ({self._since} times)"
        _log.error(
            "a connection cannot be accepted%s: %s. Allow more open files: `ulimit -n`, or LimitNOFILE of systemd.",
            times,
            context["exception"].strerror,
        )
        self._told, self._since = self._clock(), 0


_SILENT_SECONDS = 60.0
