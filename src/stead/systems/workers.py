"""Worker processes: a function on many parts in parallel, with its results in the order of the parts.

`WorkerPool` is a pool of `concurrent.futures`, whose processes do not hear Ctrl-C, do not run the main script again,
have their share of threads, and end with the process that started them. `SparkPool` has the Python workers of Apache
Spark, on this machine or on a cluster; what an executor that is lost was at is done again by another.
"""

import gc
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import chdir, contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import islice
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.resource_tracker import ensure_running
from pathlib import Path
from pickle import PicklingError
from threading import current_thread, main_thread
from time import monotonic
from types import ModuleType
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import uuid4
from weakref import finalize

from stead.core.errors import SteadError
from stead.core.parallel import collect_seldom, cores, end_with_parent, limit_threads
from stead.core.spark import Spark

Part = TypeVar("Part")
Row = TypeVar("Row")

AHEAD = 4
"""Parts for each process that may be out, or wait for an earlier one: memory does not grow with the parts."""
_QUEUED = 2
"""Parts of a worker, at work or next, where this process answers the others."""


_ADVICE = "Give the same command again, perhaps with fewer --workers: what was answered is kept."


class _Waiting(NamedTuple, Generic[Part, Row]):
    """A part whose rows are awaited, or wait for those of an earlier part."""

    part: Part
    rows: "Future[list[Row] | None]"


class CrashedWorker(SteadError):
    """A process of a pool has ended before its time, and the pool with it."""


class WorkerPool(Generic[Part, Row]):
    """A pool of processes that answer parts in parallel, until it is closed or the block is left.

    `answer` does it in this process; `make_answer` can be sent to another, and makes it there. `advice` says what to do
    if a process is killed. With `works_along`, this process answers parts, too, while the workers have enough to do: it
    need not wait until they have loaded what it has loaded already.
    """

    def __init__(
        self,
        answer: Callable[[Part], Iterable[Row]],
        make_answer: Callable[[], Callable[[Part], Iterable[Row]]],
        number: int,
        advice: str = _ADVICE,
        *,
        works_along: bool = False,
    ) -> None:
        self._answer, self._make_answer, self._number, self._advice = answer, make_answer, number, advice
        self._works_along = works_along
        self._context = _WorkerContext(max(1, cores() // (number + works_along)))

    def __enter__(self) -> "WorkerPool[Part, Row]":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.close(at_once=kind is not None)

    def close(self, *, at_once: bool = False) -> None:
        """End the processes; at once if nobody waits for what they are at."""
        if at_once:
            for process in self._context.processes:
                process.kill()
        self._pool.shutdown(cancel_futures=True)

    @cached_property
    def _pool(self) -> ProcessPoolExecutor:
        pool = ProcessPoolExecutor(
            self._number, mp_context=self._context, initializer=_begin_work, initargs=(self._make_answer,)
        )
        finalize(self, pool.shutdown, wait=False, cancel_futures=True)  # at its end, Python complains of an open one
        return pool

    def answers(self, parts: Iterable[Part]) -> Iterator[Row]:
        """Answer all parts, in order. The first that fails raises its error, after the answers before it."""
        waiting: deque[_Waiting[Part, Row]] = deque()
        most = AHEAD * (self._number + self._works_along)
        try:
            for part in parts:
                waiting.append(_Waiting(part, self._begin(part, waiting)))
                while len(waiting) == most or (self._works_along and waiting and waiting[0].rows.done()):
                    yield from self._rows(*waiting.popleft())
            while waiting:
                yield from self._rows(*waiting.popleft())
        except BrokenExecutor:
            raise self._crash_error() from None
        finally:
            for _, future in waiting:  # nobody asks for them any more
                future.cancel()

    def _begin(self, part: Part, waiting: "Iterable[_Waiting[Part, Row]]") -> "Future[list[Row] | None]":
        """Give a part to the workers or, if they have enough to do and this process works along, answer it."""
        queued = sum(not other.rows.done() for other in waiting) if self._works_along else 0
        if queued < _QUEUED * self._number:
            return self._pool.submit(_answer_part, part)
        answered: Future[list[Row] | None] = Future()
        try:
            answered.set_result(list(self._answer(part)))
        except Exception:  # raised when it is the turn of this part
            answered.set_result(None)
        return answered

    def _rows(self, part: Part, future: "Future[list[Row] | None]") -> Iterable[Row]:
        """The rows of a worker; a part that it failed on, or could not be sent, is answered here and fails here."""
        try:
            rows = future.result()
        except (PicklingError, TypeError, AttributeError):
            rows = None
        return self._answer(part) if rows is None else rows

    def _crash_error(self) -> CrashedWorker:
        """An error that says how the process that broke the pool ended; the pool has terminated the others."""
        self._pool.shutdown()
        codes = [process.exitcode or 0 for process in self._context.processes]
        code = min(codes, key=lambda code: code in {0, -signal.SIGTERM})
        how = f"signal {-code}" if code < 0 else f"exit status {code}"
        return CrashedWorker(
            f"a process that answers items has ended before its time ({how}); was it for want of memory? {self._advice}"
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
    collect_seldom()
    _MAKERS.append(make_answer)


def _answer_part(part: Any) -> list[Any] | None:
    """Answer a part; None if there is an error, since not every error can be sent to another process."""
    try:
        if not _ANSWERS:
            _ANSWERS.append(_MAKERS[0]())
            gc.freeze()  # what was loaded stays: a worker need not look through it for garbage again and again
        return list(_ANSWERS[0](part))
    except (Exception, SystemExit):  # which the other process meets, too
        return None


# ------------------------------------------------------------------------------------------------------------ Spark

_JOBS = 3  # at once: while the last tasks of one are awaited, those of the next are at work
_SHORT_TASK = 1.0  # seconds: Spark takes some hundredths to start one
_LARGEST_TASK = 64  # parts
_CACHE = "STEAD_CACHE"


class _TaskResult(NamedTuple):
    """The rows of a task up to the first error, that error, and the seconds that it took."""

    rows: list[Any]
    error: SteadError | None
    seconds: float


@dataclass(frozen=True)
class _SparkWork:
    """What a Python worker of Spark needs: the factory of the function, and where the driver runs.

    The folder of the driver, its module path and its cache are used where the worker has them, too.
    """

    make_answer: Callable[[], Callable[[Any], Iterable[Any]]]
    name: str = field(default_factory=lambda: f"stead-{uuid4().hex}")
    folder: str = field(default_factory=os.getcwd)
    modules: Sequence[str] = field(default_factory=lambda: [str(Path(path).absolute()) for path in sys.path])
    cache: str = field(default_factory=lambda: os.environ.get(_CACHE, ""))


class SparkPool(Generic[Part, Row]):
    """Answers parts on Apache Spark, until the block is left; `make_answer` makes the function in each worker."""

    def __init__(self, make_answer: Callable[[], Callable[[Part], Iterable[Row]]]) -> None:
        self._spark = Spark("running systems on Spark")
        work = _SparkWork(make_answer)
        self._work, self._tag = self._spark.context.broadcast(work), work.name

    def __enter__(self) -> "SparkPool[Part, Row]":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self._spark.close()

    def answers(self, parts: Iterable[Part]) -> Iterator[Row]:
        """Answer all parts, in order. The first that fails raises its error, after the answers before it.

        Tasks are as small as one part at first, so that answers come soon, and grow while they take less than a second.
        """
        left, size = iter(parts), 1
        waiting: deque[Future[list[_TaskResult]]] = deque()
        with ThreadPoolExecutor(_JOBS) as threads:
            try:
                while True:
                    while len(waiting) < _JOBS and (tasks := self._next_tasks(left, size)):
                        waiting.append(threads.submit(self._run, tasks))
                    if not waiting:
                        return
                    results = waiting.popleft().result()
                    for result in results:
                        yield from result.rows
                        if result.error:
                            raise result.error
                    if max(result.seconds for result in results) < _SHORT_TASK:
                        size = min(2 * size, _LARGEST_TASK)
            except BaseException:  # nobody waits for the others
                self._spark.context.cancelJobsWithTag(self._tag)
                raise

    def _next_tasks(self, left: Iterator[Part], size: int) -> list[list[Part]]:
        """The next parts, a task for each core of all executors."""
        tasks = (list(islice(left, size)) for _ in range(self._spark.context.defaultParallelism))
        return [task for task in tasks if task]

    def _run(self, tasks: list[list[Part]]) -> list[_TaskResult]:
        context = self._spark.context
        context.addJobTag(self._tag)
        advice = "Give the same command again to go on: what was answered is kept"
        with self._spark.report_failure("its Python workers", advice):
            results: list[_TaskResult] = context.parallelize(tasks, len(tasks)).map(self._task).collect()
        return results

    @property
    def _task(self) -> Callable[[Sequence[Part]], _TaskResult]:
        return partial(_run_task, self._work)


_MADE: dict[str, Callable[[Any], Iterable[Any]]] = {}
"""The function of the run that a Python worker of Spark works for."""


def _run_task(work: Any, parts: Sequence[Any]) -> _TaskResult:
    """Answer the parts of a task in a worker; errors of stead are returned, so that Spark does not try again."""
    rows: list[Any] = []
    begun = monotonic()
    given: _SparkWork = work.value
    with chdir(given.folder) if Path(given.folder).is_dir() else nullcontext():
        try:
            answer = _answer_for(given)
            for part in parts:
                rows.extend(answer(part))
        except SteadError as error:
            return _TaskResult(rows, error, monotonic() - begun)
    return _TaskResult(rows, None, monotonic() - begun)


def _answer_for(work: _SparkWork) -> Callable[[Any], Iterable[Any]]:
    """The function of a run, made when a worker is first asked."""
    if work.name not in _MADE:
        sys.path.extend(path for path in work.modules if path not in sys.path)
        if work.cache:
            os.environ.setdefault(_CACHE, work.cache)
        _MADE.clear()
        _MADE[work.name] = work.make_answer()
    return _MADE[work.name]
