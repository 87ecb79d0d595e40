"""The server: a uvicorn server with limits on slow and idle connections."""

import asyncio
import gc
import ipaddress
import logging
import socket
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from stead.core.errors import UsageError

MOST_CONNECTIONS = 2_000
_MOST_FILES = 1 << 16  # whoever allows more does not expect a server to use them
_OTHER_FILES = 128  # two for each of 42 threads that use the database, and those that every process has
_FEWEST = 8
_MOST_ACCEPTED = 2_048
_log = logging.getLogger("stead.web")


@dataclass(frozen=True)
class ConnectionLimits:
    """The number of connections that are kept open, and of those accepted beyond it before one is closed."""

    connections: int
    accepted: int


def make_room() -> ConnectionLimits:
    """Raise the limit of open files as far as the system allows, and divide it between connections and other files.

    Connections are accepted some at a time, and one that has to go is closed a few rounds later: hence a half and an
    eighth.
    """
    room = max(0, _raise_limit() - _OTHER_FILES)
    connections = min(MOST_CONNECTIONS, max(_FEWEST, room // 2))
    return ConnectionLimits(connections, min(_MOST_ACCEPTED, max(_FEWEST, room // 8)))


def _raise_limit() -> int:
    """Raise the limit of open files; return it."""
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
    """A connection that can be closed to make room."""

    @property
    def is_waited_for(self) -> bool:
        """Whether its next request, or the rest of one, has yet to come."""

    def drop(self) -> None:
        """Close it at once."""


class Connections:
    """The open connections, in the order of their last whole request or, without one, of their arrival."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[Connection, None] = {}

    def admit(self, connection: Connection) -> bool:
        """Whether there is room for another connection; the one that has been idle longest is closed if need be."""
        if len(self._open) >= self._most:
            idle = next((other for other in self._open if other.is_waited_for), None)
            if idle is None:
                return False
            self.forget(idle)
            idle.drop()
        self._open[connection] = None
        return True

    def renew(self, connection: Connection) -> None:
        """Note that a connection has sent a whole request."""
        if connection in self._open:
            self.forget(connection)
            self._open[connection] = None

    def forget(self, connection: Connection) -> None:
        """Note that a connection is closed."""
        self._open.pop(connection, None)


class Refusals:
    """The handler of failed accepts: logs the first at once, then their number once a minute."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._logged = float("-inf")
        self._since = 0

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Handle an exception of the event loop."""
        if not isinstance(context.get("exception"), OSError) or "socket" not in context:
            loop.default_exception_handler(context)
            return
        self._since += 1
        if self._clock() - self._logged < _SILENT_SECONDS:
            return
        times = "" if self._since == 1 else f" ({self._since} times)"
        _log.error(
            "a connection cannot be accepted%s: %s. Allow more open files: `ulimit -n`, or LimitNOFILE of systemd.",
            times,
            context["exception"].strerror,
        )
        self._logged, self._since = self._clock(), 0


_SILENT_SECONDS = 60.0


REQUEST_SECONDS = 20.0
_KEEP_ALIVE_SECONDS = 30
_END_SECONDS = 10
_SWITCH_SECONDS = 0.0005  # whoever waits for the database lets others run, and must not wait long for its turn
_LARGEST_HEADERS = 64 * 1024
_NO_ROOM = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class _Protocol(H11Protocol):
    """Closes a connection on which no whole request has come for a while, however slowly it trickles in."""

    _deadline: asyncio.TimerHandle | None = None

    def __init__(self, *, others: Connections, **options: Any) -> None:
        super().__init__(**options)
        self._others = others

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as its base class does
        super().connection_made(transport)
        if self._others.admit(self):
            self._watch()
        else:
            transport.write(_NO_ROOM)
            transport.close()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget()
        self._others.forget(self)
        super().connection_lost(exc)

    @property
    def is_waited_for(self) -> bool:
        """Whether its next request, or the rest of one, has yet to come."""
        return not self._underway or self.conn.their_state is h11.SEND_BODY

    def drop(self) -> None:
        """Close it at once."""
        self.transport.abort()

    @property
    def _underway(self) -> bool:
        return not getattr(self.cycle, "response_complete", True)  # at first there is no cycle

    def _watch(self) -> None:
        """Start the deadline when a request is due, and stop it when that is whole; bytes between do not restart it."""
        if self._underway:
            self._others.renew(self)
            self._forget()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.close)

    def _forget(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


class _Quiet(uvicorn.Server):
    """A server that logs failed accepts once a minute, not for every connection that is refused."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().set_exception_handler(Refusals())
        await super().startup(sockets)


class Server:
    """An app on a socket. The socket is open when this is made, so that its port is known."""

    def __init__(self, app: ASGIApp, host: str, port: int) -> None:
        self._socket = _listen(host, port)
        self.host, self.port = host, int(self._socket.getsockname()[1])
        room = make_room()
        self._server = _Quiet(
            uvicorn.Config(
                app,
                http=partial(_Protocol, others=Connections(room.connections)),  # type: ignore[arg-type]  # made by a call
                backlog=room.accepted,
                ws="none",
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                proxy_headers=False,  # the app knows which proxies to believe
                timeout_keep_alive=_KEEP_ALIVE_SECONDS,
                timeout_graceful_shutdown=_END_SECONDS,
                h11_max_incomplete_event_size=_LARGEST_HEADERS,
            )
        )

    @property
    def address(self) -> str:
        """The URL for a browser on this machine."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"http://{host}:{self.port}"

    def run(self) -> None:
        """Serve until stopped."""
        sys.setswitchinterval(_SWITCH_SECONDS)
        gc.freeze()  # what was loaded stays: to look through it for garbage would keep all requests waiting
        self._server.run(sockets=[self._socket])

    def stop(self) -> None:
        """Stop soon, from another thread."""
        self._server.should_exit = True


class _StandardErrorHandler(logging.Handler):
    """Writes to standard error as it is now; a stream that is kept may be closed by then."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a line; a request goes on if that fails."""
        try:
            sys.stderr.write(f"{self.format(record)}\n")
        except (OSError, ValueError):
            self.handleError(record)


def log_to_standard_error(*, every_request: bool) -> None:
    """Log errors and, if wanted, every request to standard error: one line each, without form data and tokens."""
    handler = _StandardErrorHandler()
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    for name, level in (("stead.web", logging.INFO if every_request else logging.WARNING), ("uvicorn", logging.ERROR)):
        logger = logging.getLogger(name)
        logger.addHandler(handler)
        logger.setLevel(level)


def is_this_machine(host: str) -> bool:
    """Whether a host is this machine and nothing else."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        made = socket.socket(family, kind, protocol)  # only of TCP by name does asyncio send small parts at once
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind(address)
            made.listen(2048)
        except BaseException:
            made.close()
            raise
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise UsageError(
            f"{host}:{port}: nothing can be served there: {reason}. Choose another `host` or `port` (0: any free one)."
        ) from None
    return made
