"""Worker processes: a function on many parts in parallel, with its results in the order of the parts.

A pool of `concurrent.futures`, whose processes do not hear Ctrl-C, do not run the main script again, have their share
of threads, and end with the process that started them.
"""

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import cached_property
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from threading import current_thread, main_thread
from types import ModuleType
from typing import Any, Generic, TypeVar

from stead.core.errors import SteadError
from stead.core.parallel import cores, end_with_parent, limit_threads

Part = TypeVar("Part")
Row = TypeVar("Row")

AHEAD = 4
"""Parts for each worker that may be out, or wait for an earlier one: memory does not grow with the parts."""


class WorkerPool(Generic[Part, Row]):
    """A pool of processes that answer parts in parallel, until the block is left.

    `answer` does it in this process; `make_answer` can be sent to another, and makes it there.
    """

    def __init__(
        self,
        answer: Callable[[Part], Iterable[Row]],
        make_answer: Callable[[], Callable[[Part], Iterable[Row]]],
        number: int,
    ) -> None:
        self._answer, self._make_answer, self._number = answer, make_answer, number
        self._context = _WorkerContext(max(1, cores() // number))

    def __enter__(self) -> "WorkerPool[Part, Row]":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        if kind is not None:  # nobody waits for what they are at
            for process in self._context.processes:
                process.kill()
        self._pool.shutdown(cancel_futures=True)

    @cached_property
    def _pool(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._number, mp_context=self._context, initializer=_begin_work, initargs=(self._make_answer,)
        )

    def answers(self, parts: Iterable[Part]) -> Iterator[Row]:
        """Answer all parts, in order. The first that fails raises its error, after the answers before it."""
        waiting: deque[tuple[Part, Future[list[Row] | None]]] = deque()
        try:
            for part in parts:
                waiting.append((part, self._pool.submit(_answer_part, part)))
                if len(waiting) == AHEAD * self._number:
                    yield from self._rows(*waiting.popleft())
            while waiting:
                yield from self._rows(*waiting.popleft())
        except BrokenExecutor:
            raise self._crash_error() from None

    def _rows(self, part: Part, future: "Future[list[Row] | None]") -> Iterable[Row]:
        """The rows of a worker; a part that it failed on is answered here, so that the error is raised here."""
        rows = future.result()
        return self._answer(part) if rows is None else rows

    def _crash_error(self) -> SteadError:
        """An error that says how the process that broke the pool ended; the pool has terminated the others."""
        self._pool.shutdown()
        codes = [process.exitcode or 0 for process in self._context.processes]
        code = min(codes, key=lambda code: code in {0, -signal.SIGTERM})
        how = f"signal {-code}" if code < 0 else f"exit status {code}"
        return SteadError(
            f"a process that answers items has ended before its time ({how}); was it for want of memory? Give the same "
            "command again, perhaps with fewer --workers: what was answered is kept."
        )


class _WorkerProcess(SpawnProcess):
    """A process that is started with its share of threads, without the main script, and ignores Ctrl-C."""

    threads = 1

    def start(self) -> None:
        with limit_threads(self.threads), _defer_interrupts(), _hide_main():
            super().start()


class _WorkerContext(SpawnContext):  # forking is not safe where there are threads
    """Makes the processes of a pool, and keeps a list of them."""

    def __init__(self, threads: int) -> None:
        super().__init__()
        self.threads = threads
        self.processes: list[_WorkerProcess] = []

    def Process(self, *args: Any, **options: Any) -> SpawnProcess:  # type: ignore[override]  # noqa: N802
        """Make another process of the pool."""
        process = _WorkerProcess(*args, **options)
        process.threads = self.threads
        self.processes.append(process)
        return process


@contextmanager
def _defer_interrupts() -> Iterator[None]:
    """Start processes that ignore Ctrl-C, which a terminal sends to them as well.

    This process hears it when the other has been started: one that was started by half would complain. Another thread
    of this one, such as one of NumPy's, may be told of Ctrl-C although the main thread is not, hence the handler.
    """
    if sys.platform == "win32" or current_thread() is not main_thread():
        yield
        return
    ensure_running()  # Python's own helper process: its start would unblock the signal
    interrupts: list[int] = []
    handler = signal.signal(signal.SIGINT, lambda number, _: interrupts.append(number))
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        signal.signal(signal.SIGINT, handler)
    if interrupts:
        raise KeyboardInterrupt


@contextmanager
def _hide_main() -> Iterator[None]:
    """Start processes that do not run the main script again: it may be one that runs a command."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


# ----------------------------------------------------------------------------------------------- in a worker process

_MAKERS: list[Callable[[], Callable[[Any], Iterable[Any]]]] = []
_ANSWERS: list[Callable[[Any], Iterable[Any]]] = []


def _begin_work(make_answer: Callable[[], Callable[[Any], Iterable[Any]]]) -> None:
    """Set up a worker: keep the function's factory, ignore Ctrl-C, which the parent process handles."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    _MAKERS.append(make_answer)


def _answer_part(part: Any) -> list[Any] | None:
    """Answer a part; None if there is an error, since not every error can be sent to another process."""
    try:
        if not _ANSWERS:
            _ANSWERS.append(_MAKERS[0]())
        return list(_ANSWERS[0](part))
    except (Exception, SystemExit):  # which the other process meets, too
        return None
