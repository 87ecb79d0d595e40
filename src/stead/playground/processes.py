"""Systems in processes of their own, so that all cores compute: a system is loaded by one process, its copies answer.

A root process is forked before the server has threads. It forks a process for each system that is to be loaded, and
that one forks workers, which share its memory. The server sends a worker one call at a time over a socket, by pickle.
When the server ends, however it does, its sockets are closed, and all of them end too.
"""

import gc
import os
import pickle
import signal
import socket
import struct
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from threading import Condition
from typing import Any, NoReturn, Protocol

from stead.core.errors import SteadError
from stead.core.parallel import collect_seldom, end_at_once, use_one_thread

CAN_FORK = hasattr(os, "fork") and sys.platform != "darwin"  # Apple's libraries do not work in a copy
_LENGTH = struct.Struct("!Q")
_FORK = b"f"
"""Asks a process for a copy of it, whose socket comes with this."""


class Loadable(Protocol):
    """What is loaded, and then called from another process."""

    def load(self) -> None:
        """Load everything that is needed."""


class _Worker:
    """Calls the methods of one object in another process, one call at a time.

    If the process ends, the call that it was asked for fails with `ChildProcessError`, and another takes its place.
    """

    def __init__(self, parent: socket.socket) -> None:
        self._parent, self._socket = parent, _start(parent)

    def call(self, method: str, arguments: tuple[Any, ...]) -> Any:
        """Call a method."""
        try:
            _send(self._socket, (method, arguments))
            return _result(self._socket)
        except OSError as error:
            self._socket.close()
            self._socket = _start(self._parent)
            raise ChildProcessError(f"a worker ended while it was asked for {method}") from error


class WorkerProcesses:
    """Copies of one object in several processes; may be used by many threads."""

    def __init__(self, parent: socket.socket, workers: int) -> None:
        self._workers = [_Worker(parent) for _ in range(workers)]
        self._idle = {*self._workers}
        self._waiting: dict[object, Sequence[_Worker]] = {}
        """The workers that each caller waits for, in the order in which the callers came."""
        self._changed = Condition()
        self.callers = [partial(self._call, [worker]) for worker in self._workers]
        """For each worker a function that calls a method there, when the calls before are done."""

    def call(self, method: str, *arguments: Any) -> Any:
        """Call a method in the first worker that is idle, and that nobody who came before waits for."""
        return self._call(self._workers, method, *arguments)

    def _call(self, workers: Sequence[_Worker], method: str, *arguments: Any) -> Any:
        with self._first_idle(workers) as worker:
            return worker.call(method, arguments)

    @contextmanager
    def _first_idle(self, workers: Sequence[_Worker]) -> Iterator[_Worker]:
        """Wait for one of some workers; nobody else has it until the end of the block."""
        caller = object()
        with self._changed:
            self._waiting[caller] = workers
            try:
                while (worker := self._idle_for(caller)) is None:
                    self._changed.wait()
            finally:
                del self._waiting[caller]
            self._idle.remove(worker)
        try:
            yield worker
        finally:
            with self._changed:
                self._idle.add(worker)
                self._changed.notify_all()

    def _idle_for(self, caller: object) -> _Worker | None:
        """An idle worker for a caller, beside those for all who came before: whoever asks again goes to the end."""
        idle = {*self._idle}
        for other, workers in self._waiting.items():
            worker = next((worker for worker in workers if worker in idle), None)
            if other is caller:
                return worker
            idle.discard(worker)
        return None


class ProcessRoot:
    """The process that all others are forked from; make it before the server has threads.

    `make` makes the object of some arguments, which is then loaded.
    """

    def __init__(self, make: Callable[..., Loadable], workers: int) -> None:
        self._workers = workers
        self._root, theirs = socket.socketpair()
        if os.fork() == 0:
            self._root.close()
            with _Ending():
                _serve_copies(partial(_load, make), theirs)
        theirs.close()

    def load(self, *arguments: Any) -> WorkerProcesses:
        """Load the object of some arguments in a process of its own, and start its workers."""
        parent = _start(self._root)
        _send(parent, arguments)
        _result(parent)
        return WorkerProcesses(parent, self._workers)


def _start(parent: socket.socket) -> socket.socket:
    """Let a process fork; give the socket of the copy."""
    ours, theirs = socket.socketpair()
    with theirs:
        socket.send_fds(parent, [_FORK], [theirs.fileno()])
    return ours


def _serve_copies(run: Callable[[socket.socket], None], server: socket.socket) -> None:
    """Fork a copy for each socket that comes, until the server has gone."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    while (received := socket.recv_fds(server, 1, 1))[0]:
        with socket.socket(fileno=received[1][0]) as copy:
            if os.fork() == 0:
                server.close()
                with _Ending():
                    run(copy)


def _load(make: Callable[..., Loadable], server: socket.socket) -> None:
    """Load what is asked for, and be copied."""
    loaded = make(*_receive(server))
    if _answer(server, loaded.load):
        gc.freeze()  # a collection would write to the memory that copies share
        _serve_copies(partial(_work, loaded), server)


def _work(loaded: Loadable, server: socket.socket) -> None:
    """Answer calls until the server has gone."""
    use_one_thread()  # other workers keep the other cores busy
    collect_seldom()
    while (call := _receive(server)) is not None:
        method, arguments = call
        _answer(server, getattr(loaded, method), *arguments)


class _Ending:
    """Ends the process at the end of the block, as a forked copy has to: what the server would do at its exit is its.

    Signals to the whole group (Control-C, a service manager) are for the server, which lets requests finish first.
    """

    def __enter__(self) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)

    def __exit__(self, _kind: type[BaseException] | None, error: BaseException | None, _trace: object) -> NoReturn:
        if error is not None and not isinstance(error, OSError):  # a socket that the server has closed
            sys.excepthook(type(error), error, error.__traceback__)
        end_at_once(error is not None)


def _answer(server: socket.socket, function: Callable[..., Any], *arguments: Any) -> bool:
    """Send what a function returns or raises; whether it has returned."""
    try:
        _send(server, (True, function(*arguments)))
    except OSError:
        raise
    except Exception as error:
        _send(server, (False, error if isinstance(error, SteadError) else RuntimeError(repr(error))))
        return False
    return True


def _result(other: socket.socket) -> Any:
    answer = _receive(other)
    if answer is None:
        raise ConnectionResetError
    is_returned, value = answer
    if not is_returned:
        raise value
    return value


def _send(other: socket.socket, message: Any) -> None:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    other.sendall(_LENGTH.pack(len(data)) + data)


def _receive(other: socket.socket) -> Any:
    """The next message; None if the other end is closed."""
    head = _read(other, _LENGTH.size)
    return pickle.loads(_read(other, *_LENGTH.unpack(head))) if head else None  # noqa: S301 (of our own processes)


def _read(other: socket.socket, size: int) -> bytes:
    parts: list[bytes] = []
    while size and (part := other.recv(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)
