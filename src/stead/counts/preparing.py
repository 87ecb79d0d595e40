"""The first half of counting: files become shards, on all cores, and those of an earlier try are kept."""

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from shutil import rmtree
from typing import Any

from stead.core.errors import SteadError
from stead.core.progress import Bytes, Progress
from stead.counts.grouping import Reading
from stead.counts.shards import Record, Task, make_shard, shard_folder


@dataclass
class Prepared:
    """What the corpus is."""

    files: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[dict[str, str]] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)

    def add(self, reading: Reading, records: Iterable[Record]) -> None:
        """A group has been read."""
        self.files += reading.files
        self.skipped += reading.skipped
        self.records += [record for record in records if record["shard"] not in reading.discarded]

    @property
    def words(self) -> int:
        """How many words all shards have."""
        return sum(record["words"] for record in self.records)

    def remove_others(self, work: Path) -> None:
        """Remove shards that an earlier try has left of files that are no longer there, or are damaged."""
        known = {shard_folder(work, record["shard"]) for record in self.records}
        for folder in (work / "shards").glob("*"):
            if folder not in known:
                rmtree(folder)


def prepare_here(readings: Iterable[Reading], progress: Progress, processes: int) -> Prepared:
    """Make the shards of all groups on this machine: one process reads, so many others cut into words."""
    readings = list(readings)
    total = sum(sum(reading.group.sizes) for reading in readings)
    prepared = Prepared()
    behind = 0
    with Workers(processes) as workers:
        for reading in readings:
            records = []
            for record in workers.shards(reading.tasks()):
                records.append(record)
                progress("reading", Bytes(behind + reading.read), Bytes(total))
            prepared.add(reading, records)
            behind += sum(reading.group.sizes)
    return prepared


def prepare_group(reading: Reading) -> tuple[Reading, list[Record]]:
    """Make the shards of one group, here and now."""
    return reading, list(map(make_shard, reading.tasks()))


class Workers:
    """Processes that make shards; none are started for a single block."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: Any = None

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def shards(self, tasks: Iterator[Task]) -> Iterator[Record]:
        """The records of the tasks, in order; no more blocks are held than there are processes."""
        first = list(islice(tasks, 2))
        if self._pool is None and len(first) < 2:
            yield from map(make_shard, first)
            return
        waiting: deque[Any] = deque()
        pool = self._started()
        try:
            for task in chain(first, tasks):
                waiting.append(pool.submit(make_shard, task))
                if len(waiting) > self._processes:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        except BrokenExecutor:
            reason = "was it for want of memory? Count again: what is done is kept"
            raise SteadError(f"a process that cuts text into words was ended from outside; {reason}.") from None

    def _started(self) -> Any:
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
            from multiprocessing import get_context  # noqa: PLC0415

            self._pool = ProcessPoolExecutor(self._processes, mp_context=get_context("spawn"))
        return self._pool
