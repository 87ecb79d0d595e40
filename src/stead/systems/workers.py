"""Processes that answer items side by side; their answers come back in the items' order."""

import signal
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from threading import current_thread, main_thread
from types import ModuleType
from typing import cast

from stead.core.errors import SteadError
from stead.core.parallel import cores, limiting_threads
from stead.core.run import RunRow
from stead.systems.execution import Batch, Question
from stead.systems.worker import work

AHEAD = 4
"""So many batches for each worker may be out or wait for an earlier one: memory does not grow with the items."""

_PATIENCE = 5  # seconds


@dataclass(eq=False)
class _Asked:
    """A batch that is out, what has come back of it, and what went wrong with it."""

    left: int
    rows: deque[RunRow] = field(default_factory=deque)
    error: Exception | None = None

    def received(self, message: list[RunRow] | Exception) -> None:
        """Some answers, or the reason why there are no more."""
        if isinstance(message, Exception):
            self.error = message
        else:
            self.rows.extend(message)
            self.left -= len(message)

    def answers(self) -> Iterator[RunRow]:
        """Those that have come; the error after them."""
        while self.rows:
            yield self.rows.popleft()
        if self.error is not None:
            raise self.error


class _Worker:
    """One process, and what it is at."""

    def __init__(self, question: Question) -> None:
        context = get_context("spawn")  # forking is not safe where there are threads
        self.connection, theirs = context.Pipe()
        self.process: SpawnProcess = context.Process(target=work, args=(theirs, question))
        self.process.start()
        theirs.close()  # so that nothing holds the other end open if that process dies
        self.asked: _Asked | None = None

    def ask(self, batch: Batch) -> _Asked:
        """Send a batch. Only one is out at a time, so that neither side waits for the other to read."""
        try:
            self.connection.send(batch)
        except OSError:
            raise self._ended() from None
        self.asked = _Asked(len(batch.left))
        return self.asked

    def receive(self) -> None:
        """Take what has been sent."""
        try:
            message = self.connection.recv()
        except (EOFError, OSError):
            raise self._ended() from None
        if self.asked is not None:
            self.asked.received(message)
            self.asked = self.asked if self.asked.left and not self.asked.error else None

    def _ended(self) -> SteadError:
        self.process.join(_PATIENCE)
        code = self.process.exitcode or 0
        how = f"signal {-code}" if code < 0 else f"exit status {code}"
        return SteadError(
            f"a process that answers items has ended before its time ({how}); was it for want of memory? Give the same "
            "command again, perhaps with fewer --workers: what was answered is kept."
        )


class Workers:
    """So many processes that put a question to items, until the block is left."""

    def __init__(self, question: Question, number: int) -> None:
        self._question, self._number = question, number
        self._workers: list[_Worker] = []

    def __enter__(self) -> "Workers":
        try:
            with limiting_threads(max(1, cores() // self._number)), _deaf_to_interrupts(), _without_main():
                for _ in range(self._number):
                    self._workers.append(_Worker(self._question))
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is None:
            for worker in self._workers:
                worker.connection.close()  # nothing more to do: they leave by themselves
            for worker in self._workers:
                worker.process.join(_PATIENCE)
        self._end()

    def answers(self, batches: Iterator[Batch]) -> Iterator[RunRow]:
        """The answers to all batches, in order. The first that fails raises its error, behind what was answered."""
        out: deque[_Asked] = deque()
        while True:
            self._hand_out(batches, out)
            if not out:
                return
            yield from out[0].answers()
            if not out[0].left:
                out.popleft()
            else:
                self._receive()

    def _hand_out(self, batches: Iterator[Batch], out: deque[_Asked]) -> None:
        """A batch for everybody who has none, unless too many wait already, or one has failed: that ends it all."""
        if any(asked.error for asked in out):
            return
        for worker in self._workers:
            if worker.asked is None and len(out) < AHEAD * self._number:
                batch = next(batches, None)
                if batch is not None:
                    out.append(worker.ask(batch))

    def _receive(self) -> None:
        """Wait until somebody has sent something."""
        busy = {worker.connection: worker for worker in self._workers if worker.asked is not None}
        for ready in wait(list(busy)):
            busy[cast("Connection", ready)].receive()

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.kill()
        for worker in self._workers:
            worker.process.join()
            worker.process.close()
            worker.connection.close()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C; a terminal sends it to them as well.

    This process hears it when all have been started: a process that was started by half would complain. Another thread
    of it, such as one of NumPy's, may be told of Ctrl-C although this one is not, hence the handler.
    """
    if sys.platform == "win32" or current_thread() is not main_thread():
        yield
        return
    ensure_running()  # Python's own helper process: its start would end the silence
    heard: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: heard.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
    if heard:
        raise KeyboardInterrupt


@contextmanager
def _without_main() -> Iterator[None]:
    """Processes that are started meanwhile do not run the main script again: it may be one that runs a command."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
