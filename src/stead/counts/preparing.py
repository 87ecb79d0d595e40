"""The first half of counting: the files of a corpus become shards, on all cores; those of an earlier try are kept."""

import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from shutil import rmtree
from typing import Any

from stead.counts.blocks import DEFAULT_BYTES, Damaged
from stead.counts.settings import CountSettings
from stead.counts.shards import Record, Task, make_shard, shard_folder, tasks_of

Told = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is (0: nobody knows)."""


@dataclass
class Prepared:
    """What the corpus is, file by file."""

    files: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[dict[str, str]] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)

    def keep(self, path: str, records: Sequence[Record]) -> None:
        """A file was read to its end."""
        sums = {name: sum(record[name] for record in records) for name in ("bytes", "sentences", "words")}
        self.files.append({"path": path, **sums})
        self.records += records


def prepare(paths: Sequence[str], work: Path, settings: CountSettings, told: Told, *, strict: bool) -> Prepared:
    """Make the shards of all files; one that is damaged is left out as a whole, unless `strict`."""
    prepared = Prepared()
    total = sum(_size(path) for path in paths)
    before = 0
    with Workers() as workers:
        for number, path in enumerate(paths):
            records: list[Record] = []
            try:
                for record in workers.shards(tasks_of(work, number, path, settings, DEFAULT_BYTES)):
                    records.append(record)
                    told("reading", before + min(sum(each["bytes"] for each in records), _size(path)), total)
            except Damaged as error:
                if strict:
                    raise
                prepared.skipped.append({"path": path, "reason": str(error)})
            else:
                prepared.keep(path, records)
            before += _size(path)
    _remove_others(work, {record["shard"] for record in prepared.records})
    return prepared


def _size(path: str) -> int:
    try:
        return Path(path).stat().st_size
    except OSError:
        return 0


def _remove_others(work: Path, shards: set[int]) -> None:
    """Shards that an earlier try has left of files that are no longer there, or are damaged."""
    known = {shard_folder(work, shard) for shard in shards}
    for folder in (work / "shards").glob("*"):
        if folder not in known:
            rmtree(folder)


class Workers:
    """Processes that make shards; none are started for a single block."""

    def __init__(self) -> None:
        self._pool: Any = None

    def __enter__(self) -> "Workers":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def shards(self, tasks: Iterator[Task]) -> Iterator[Record]:
        """The records of the tasks, in order; no more blocks are held than there are cores to spare."""
        first = list(islice(tasks, 2))
        if self._pool is None and len(first) < 2:
            yield from map(make_shard, first)
            return
        waiting: deque[Any] = deque()
        cores = os.cpu_count() or 1
        pool = self._started(cores)
        for task in chain(first, tasks):
            waiting.append(pool.submit(make_shard, task))
            if len(waiting) > cores:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()

    def _started(self, cores: int) -> Any:
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
            from multiprocessing import get_context  # noqa: PLC0415

            self._pool = ProcessPoolExecutor(cores, mp_context=get_context("spawn"))
        return self._pool
