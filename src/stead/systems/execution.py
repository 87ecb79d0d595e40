"""Answer the items of a run, and keep its journal: in this process, in several workers, or on Apache Spark.

Items are answered in batches, and answers come in the items' order: a run has the same bytes whatever the number of
workers, and wherever an earlier try was stopped.

The journal is a file next to the run (`RUN.part`): a line with the signature of the run, then a line of JSON for each
answer, appended as they come. A last line that is not whole is dropped; with another signature the run starts again. A
file that is not a journal is never overwritten.
"""

import json
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from math import ceil
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import IO, TYPE_CHECKING, Generic, NamedTuple, TypeVar

from stead.core.errors import BadInput, UsageError
from stead.core.faults import Source
from stead.core.item import Item
from stead.core.parallel import cores, free_cores
from stead.core.progress import Progress, silent
from stead.core.substitutes import Run, RunRow
from stead.resources.cache import hold_lock
from stead.systems.base import System
from stead.systems.registry import parse_system
from stead.systems.tasks import answer, answer_all, rank_pool

if TYPE_CHECKING:
    from stead.systems.workers import WorkerPool

Part = TypeVar("Part")
Row = TypeVar("Row")

ENGINES = {
    "local": "processes of this machine",
    "spark": "Apache Spark, as it is configured: this machine or a cluster",
}
BATCH = 32

_TRIAL = 1.0  # seconds
_ADVICE = "Set OMP_NUM_THREADS to fewer processes, or to 1 for none."
_WORTH = 3.0  # seconds of work left; a worker takes about one to start


class Batch(NamedTuple):
    """Some items, the first of which may have been answered before."""

    items: Sequence[Item]
    answered: int = 0

    @property
    def left(self) -> Sequence[Item]:
        """The items that have not been answered yet."""
        return self.items[self.answered :]


def batches(items: Sequence[Item], answered: int = 0) -> Iterator[Batch]:
    """Divide the items that are left into batches; boundaries do not depend on where an earlier try was stopped.

    So a system whose figures depend, in their last digit, on what they are computed together with gives the same bytes.
    """
    for begin in range(answered - answered % BATCH, len(items), BATCH):
        batch = Batch(items[begin : begin + BATCH], max(0, answered - begin))
        if batch.left:
            yield batch


@dataclass(frozen=True)
class SystemCall:
    """A system as a user names it, a task, and for a ranking the candidates of each lexelt."""

    system: str
    task: str
    pools: Mapping[str, Sequence[str]] | None = None

    def open(self) -> "Answerer":
        """Make the system in this process."""
        return Answerer(self, parse_system(self.system))


@dataclass(frozen=True)
class Answerer:
    """A call with its system: answers batches."""

    call: SystemCall
    system: System

    @property
    def is_batched(self) -> bool:
        """Whether the system has its own way to answer many items."""
        return self.call.pools is None and type(self.system).suggest_all is not System.suggest_all

    def __call__(self, batch: Batch) -> Iterator[RunRow]:
        """Answer what is left of a batch: all at once if the system supports it, otherwise one by one."""
        task, pools = self.call.task, self.call.pools
        if self.is_batched:
            yield from answer_all(self.system, batch.items, task)[batch.answered :]
        elif pools is None:
            yield from (answer(self.system, item, task) for item in batch.left)
        else:
            yield from (rank_pool(self.system, item, pools) for item in batch.left)


@dataclass(frozen=True)
class Execution:
    """An answerer, an engine and, for the local one, a number of processes (None: one for each core, if it is slow)."""

    answerer: Answerer
    workers: int | None = None
    engine: str = "local"

    def __post_init__(self) -> None:
        if self.engine not in ENGINES:
            raise UsageError(f"engine is {self.engine!r}; there are {', '.join(ENGINES)}.", parameter="engine")
        if self.engine == "spark" and self._stays_here:
            system = self.answerer.system
            why = "asks for several items at once by itself" if system.one_process else "is defined in the main script"
            raise UsageError(f"engine spark cannot run the system {system.name}, which {why}.", parameter="engine")
        if self.engine == "spark" and self.workers:
            raise UsageError(
                "workers are for the engine local; Spark's own settings say how many it has.", parameter="workers"
            )

    def __call__(self, items: Sequence[Item], answered: int) -> Generator[RunRow, None, None]:
        """Answer all items but the first `answered`, in order."""
        if self.engine == "spark":
            yield from self._on_spark(batches(items, answered))
            return
        left = deque(batches(items, answered))
        if self.workers is None and not self._stays_here:
            yield from self._while_it_is_quick(left)
        number = min(self.workers or cores(), len(left))
        if number < 2 or self._stays_here:
            for batch in left:
                yield from self.answerer(batch)
            return
        from stead.systems.workers import WorkerPool  # noqa: PLC0415 (few runs take so long)

        with WorkerPool(self.answerer, self.answerer.call.open, number) as workers:
            yield from workers.answers(iter(left))

    def _on_spark(self, left: Iterator[Batch]) -> Iterator[RunRow]:
        first = next(left, None)
        if first is None:  # nothing to start Spark for
            return
        from stead.systems.workers import SparkPool  # noqa: PLC0415 (as above)

        with SparkPool(partial(_open_same, self.answerer.call, self.answerer.system.signature())) as workers:
            yield from workers.answers(chain([first], left))

    @property
    def _stays_here(self) -> bool:
        return stays_here(self.answerer.system)

    def _while_it_is_quick(self, left: deque[Batch]) -> Iterator[RunRow]:
        """Answer here until it is clear that the rest would take long; stop then."""
        clock = _Clock()
        while left:
            batch = left.popleft()
            for number, row in enumerate(self.answerer(batch), start=1):
                yield row
                clock.tick()
                rest = Batch(batch.items, batch.answered + number)
                is_whole = self.answerer.is_batched and rest.left
                if not is_whole and clock.expects(len(rest.left) + len(left) * BATCH) > _WORTH:
                    left.extendleft([rest] if rest.left else [])
                    return


def stays_here(system: System) -> bool:
    """Whether a system answers in this process only: it says so, or other processes do not have it."""
    return system.one_process or type(system).__module__ == "__main__"


def _open_same(call: SystemCall, signature: str) -> Answerer:
    """Make a system on another machine, on which it must be the same."""
    answerer = call.open()
    there = answerer.system.signature()
    if there != signature:
        raise BadInput(
            f"a worker of Spark has another system than this machine ({there}, not {signature}); install the same "
            "stead and the same resources on all of them."
        )
    return answerer


class _Clock:
    """Measures how long answers take, without the first, with which a system is loaded."""

    def __init__(self) -> None:
        self._begun = monotonic()
        self._answers = -1

    def tick(self) -> None:
        """Count an answer."""
        self._answers += 1
        if not self._answers:
            self._begun = monotonic()

    def expects(self, number: int) -> float:
        """The seconds that this many more answers take; 0 while that is not yet known."""
        seconds = monotonic() - self._begun
        return seconds / self._answers * number if seconds > _TRIAL and self._answers else 0.0


class KeptWorkers(Generic[Part, Row]):
    """Answers parts in order: in this process and, if that takes long, in others, which are kept for the next ones.

    `answer` does it in this process; `make_answer` can be sent to another, and makes it there.
    """

    def __init__(
        self, answer: Callable[[Part], Sequence[Row]], make_answer: Callable[[], Callable[[Part], Sequence[Row]]]
    ) -> None:
        self._answer, self._make_answer = answer, make_answer
        self._lock = Lock()
        self._pool: WorkerPool[Part, Row] | None = None

    def answers(self, parts: Iterator[Part]) -> Iterator[Row]:
        """Answer all parts, in order, of which some are taken ahead."""
        ahead = yield from self._while_it_is_quick(parts)
        if not ahead:
            return
        from stead.systems.workers import CrashedWorker  # noqa: PLC0415 (as above)

        try:
            yield from self._open_pool().answers(chain(ahead, parts))
        except (KeyboardInterrupt, CrashedWorker):
            self.close(at_once=True)
            raise

    def _while_it_is_quick(self, parts: Iterator[Part]) -> Generator[Row, None, Sequence[Part]]:
        """Answer here until it is clear that the rest takes long; return the parts that were taken to see that.

        The first part is not timed: with it, a system is loaded. Where parts come slowly, more processes do not help.
        """
        answered, seconds, waited = -1, 0.0, 0.0
        ahead: deque[Part] = deque()
        is_open = True
        while is_open or ahead:
            asked = monotonic()
            if not ahead:
                ahead.extend(islice(parts, 1))
            if not ahead:
                break
            begun = monotonic()
            rows = self._answer(ahead.popleft())
            answered += 1
            if answered:
                seconds, waited = seconds + monotonic() - begun, waited + begun - asked
            yield from rows
            number = self._worth(answered, seconds) if is_open and waited <= seconds else 0
            if number:
                ahead.extend(islice(parts, number))
                if len(ahead) == number:
                    return ahead
                is_open = False
        return ()

    def _worth(self, answered: int, seconds: float) -> int:
        """How many more parts are worth several processes; 0 while that is not yet known, or if there can be none."""
        number = free_cores()
        if number < 2 or (self._pool is None and seconds <= _TRIAL):
            return 0
        from multiprocessing import current_process  # noqa: PLC0415 (as above)

        if current_process().daemon:  # such a process may not start others
            return 0
        return number if self._pool else max(number, ceil(_WORTH * answered / seconds))

    def _open_pool(self) -> "WorkerPool[Part, Row]":
        from stead.systems.workers import WorkerPool  # noqa: PLC0415 (as above)

        with self._lock:
            if self._pool is None:
                others = max(1, free_cores() - 1)
                self._pool = WorkerPool(self._answer, self._make_answer, others, _ADVICE, works_along=True)
            return self._pool

    def close(self, *, at_once: bool = False) -> None:
        """End the processes, if there are any; at once if nobody waits for what they are at."""
        with self._lock:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close(at_once=at_once)


# -------------------------------------------------------------------------------------------------------------- journal

_BEGINNING = b'{"run": "'


@dataclass(frozen=True)
class RunPlan:
    """Items, the function that answers all but the first n of them in order, and the signature of the run."""

    items: Sequence[Item]
    answers: Callable[[Sequence[Item], int], Generator[RunRow, None, None]]
    signature: str


class Journal:
    """The journal file of a run with its answers so far."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.part = path.with_name(path.name + ".part")

    def count_answers(self, plan: RunPlan) -> int:
        """Count the answers that an earlier try of the same run has left."""
        return sum(1 for _ in self._read(plan))

    def complete(self, plan: RunPlan, step: str, progress: Progress = silent) -> Run:
        """Answer the remaining items, and return the whole run. Answers are not held in memory meanwhile."""
        with self._held():
            ends = [end for _, end in self._read(plan)]
            done, total = len(ends), len(plan.items)
            try:
                with self._open(plan, ends[-1] if ends else 0) as file, closing(plan.answers(plan.items, done)) as rows:
                    progress(step, done, total)
                    for row in rows:
                        file.write(_line(row._asdict()))
                        file.flush()
                        done += 1
                        progress(step, done, total)
                run = Run.of((row for row, _ in self._read(plan)), Source(self.path.name, ""))
            finally:
                if not done:  # nothing to resume
                    self.remove()
        if len(run) != done:
            raise BadInput(f"{self.part}: has been changed by somebody else; give the same command again.")
        return run

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Keep other processes from answering the same run, or another one in its file."""

        def refuse() -> None:
            raise BadInput(f"{self.part}: another process is writing it; wait for its end, or change -o.")

        with ExitStack() as stack:
            try:
                stack.enter_context(hold_lock(self.part, refuse))
            except OSError as error:
                raise self._unwritable(error) from None
            yield

    def _read(self, plan: RunPlan) -> Iterator[tuple[RunRow, int]]:
        """Read the answers in the file, each with the byte offset of its end; the last line may be incomplete."""
        try:
            with self.part.open("rb") as file:
                self._refuse_other_files(file.peek(len(_BEGINNING)))
                line = file.readline()
                if line != _line({"run": plan.signature}):
                    return
                for item in plan.items:
                    line = file.readline()
                    row = _row(line, item) if line.endswith(b"\n") else None
                    if row is None:
                        return
                    yield row, file.tell()
        except FileNotFoundError:
            return
        except OSError as error:
            raise BadInput(f"{self.part}: cannot be read: {error.strerror or error}.") from None

    def _refuse_other_files(self, data: bytes) -> None:
        if not data.startswith(_BEGINNING[: len(data)]):
            raise BadInput(f"{self.part}: holds no answers of stead, and would be written over; move it, or change -o.")

    def _open(self, plan: RunPlan, end: int) -> IO[bytes]:
        """Open the file for appending, without an incomplete line at its end."""
        try:
            file = self.part.open("r+b" if end else "wb")
            if end:
                file.truncate(end)
                file.seek(end)
            else:
                file.write(_line({"run": plan.signature}))
        except OSError as error:
            raise self._unwritable(error) from None
        return file

    def _unwritable(self, error: OSError) -> BadInput:
        return BadInput(f"{self.part}: cannot be written: {error.strerror or error}.")

    def remove(self) -> None:
        """Delete the file: the run itself has been written."""
        self.part.unlink(missing_ok=True)


def _line(value: Mapping[str, object]) -> bytes:
    return json.dumps(value).encode() + b"\n"  # ASCII, so that text that is no UTF-8 can be kept too


def _row(line: bytes, item: Item) -> RunRow | None:
    """The answer to an item, or None if the line is damaged or of another item."""
    try:
        row = RunRow(**json.loads(line))
    except (ValueError, TypeError):
        return None
    return row if (row.lexelt, row.id) == (item.lexelt, item.id) else None
