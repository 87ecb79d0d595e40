"""Shards: blocks of the corpus as codes of words, each kept with its own vocabulary and a record of what it is.

SHARD/codes.npy           int32: the words in order, 0 behind each sentence
SHARD/forms.parquet       shard int64, code int32, form string, count int64
SHARD/record.json         written last: the hash of the text, what was counted and what was left out
"""

import hashlib
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import chain, islice
from pathlib import Path
from shutil import rmtree
from typing import Any

import numpy as np

from stead.core.errors import SteadError
from stead.core.extras import library
from stead.core.progress import Bytes, Progress
from stead.counts.atomic_files import new_folder, read_json, write_array, write_json
from stead.counts.corpus_files import DEFAULT_BYTES, BlockKind, DamagedFile, TextBlock, blocks_of, text_of
from stead.counts.count_settings import CountSettings
from stead.counts.tokenising import BOUNDARY, LONGEST_WORD, Tokeniser

BLOCKS_PER_GROUP = 1_000_000
CODES, FORMS, RECORD = "codes.npy", "forms.parquet", "record.json"

Record = dict[str, Any]


@dataclass(frozen=True)
class ShardTask:
    """A block to be made a shard."""

    shard: int
    folder: Path
    block: TextBlock
    language: str
    column: str


def shard_folder(work: Path, shard: int) -> Path:
    """Where a shard is."""
    return work / "shards" / f"{shard // BLOCKS_PER_GROUP:06}-{shard % BLOCKS_PER_GROUP:06}"


@cache
def _tokeniser(language: str) -> Tokeniser:
    return Tokeniser(language)


def make_shard(task: ShardTask) -> Record:
    """Tokenise a block, unless that was done before; its record."""
    digest = hashlib.sha256(task.block.data).hexdigest()
    before = read_json(task.folder / RECORD)
    if before is not None and before["sha256"] == digest:
        return before
    text, left_out = text_of(task.block, task.column)
    found = _tokeniser(task.language)(text)
    sentences = int(np.count_nonzero(found.codes == BOUNDARY))
    reasons = {
        **left_out,
        f"words of more than {LONGEST_WORD} characters": found.too_long,
        "lines cut for being too long": task.block.cut,
        "bytes without any blank or line end": task.block.dropped,
    }
    record: Record = {
        "shard": task.shard,
        "sha256": digest,
        "bytes": len(task.block.data),
        "sentences": sentences,
        "words": len(found.codes) - sentences,
        "forms": len(found.forms),
        "left_out": {reason: count for reason, count in reasons.items() if count},
    }
    pa, parquet = library("pyarrow", "counting"), library("pyarrow.parquet", "counting")
    with new_folder(task.folder) as folder:
        write_array(folder / CODES, found.codes)
        size = len(found.forms)
        columns = {
            "shard": pa.array(np.full(size, task.shard)),
            "code": pa.array(np.arange(1, size + 1, dtype=np.int32)),
            "form": pa.array(found.forms, pa.string()),
            "count": pa.array(found.counts),
        }
        parquet.write_table(pa.table(columns), folder / FORMS)
        write_json(folder / RECORD, record)
    return record


def parquet_paths(work: Path, shards: Sequence[int]) -> list[str]:
    """The vocabularies of shards."""
    return [str(shard_folder(work, shard) / FORMS) for shard in shards]


@dataclass(frozen=True)
class FileGroup:
    """Files that are read one behind the other."""

    number: int
    paths: Sequence[str]
    sizes: Sequence[int]


def groups_of(files: Mapping[str, int]) -> list[FileGroup]:
    """All files, given with their sizes, in order."""
    found: list[dict[str, int]] = []
    for path, size in files.items():
        if not found or sum(found[-1].values()) + size > DEFAULT_BYTES:
            found.append({})
        found[-1][path] = size
    return [FileGroup(number, list(each), list(each.values())) for number, each in enumerate(found)]


@dataclass(kw_only=True)
class GroupReader:
    """Reads a group, and remembers what it has found."""

    group: FileGroup
    work: Path
    settings: CountSettings
    strict: bool
    files: list[dict[str, object]] = field(default_factory=list)
    skipped: list[dict[str, str]] = field(default_factory=list)
    discarded: set[int] = field(default_factory=set)
    """Shards of a file that proved damaged further on."""
    read: int = 0
    """How many bytes of the files, as they are on disk, are behind."""
    _next: int = 0
    _packed: dict[BlockKind, list[bytes]] = field(default_factory=dict)

    def tasks(self) -> Iterator[ShardTask]:
        """What is to be made shards of: files that are damaged are left out, or are an error if `strict`."""
        behind = 0
        for path, size in zip(self.group.paths, self.group.sizes, strict=True):
            first = self._next
            try:
                for task in self._file(path):
                    yield task
                    self.read = behind + min(task.block.position, size)
            except DamagedFile as error:
                if self.strict:
                    raise
                self.skipped.append({"path": path, "reason": str(error)})
                self.discarded |= {self._shard(number) for number in range(first, self._next)}
            behind += size
            self.read = behind
        for kind in list(self._packed):
            yield self._pack(kind)

    def _file(self, path: str) -> Iterator[ShardTask]:
        """The blocks of a file; if it is but one, it is put into a pack."""
        blocks = blocks_of(path, self.settings.field)
        first, second = next(blocks, None), next(blocks, None)
        size = sum(len(block.data) for block in (first, second) if block)
        if first and not second and not first.dropped:
            yield from self._add(first)
        else:
            for block in (first, second):
                if block:
                    yield self._task(block)
            for block in blocks:
                size += len(block.data)
                yield self._task(block)
        self.files.append({"path": path, "bytes": size})

    def _add(self, block: TextBlock) -> Iterator[ShardTask]:
        pack = self._packed.setdefault(block.kind, [])
        pack.append(block.data if block.data.endswith(b"\n") else block.data + b"\n")
        if sum(map(len, pack)) >= DEFAULT_BYTES:
            yield self._pack(block.kind)

    def _pack(self, kind: BlockKind) -> ShardTask:
        return self._task(TextBlock(number=0, kind=kind, data=b"".join(self._packed.pop(kind))))

    def _task(self, block: TextBlock) -> ShardTask:
        shard = self._shard(self._next)
        self._next += 1
        return ShardTask(shard, shard_folder(self.work, shard), block, self.settings.language, self.settings.field)

    def _shard(self, number: int) -> int:
        return self.group.number * BLOCKS_PER_GROUP + number


@dataclass
class PreparedCorpus:
    """What the corpus is."""

    files: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[dict[str, str]] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)

    def add(self, reading: GroupReader, records: Iterable[Record]) -> None:
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


def prepare_here(readings: Iterable[GroupReader], progress: Progress, processes: int) -> PreparedCorpus:
    """Make the shards of all groups on this machine: one process reads, so many others cut into words."""
    readings = list(readings)
    total = sum(sum(reading.group.sizes) for reading in readings)
    prepared = PreparedCorpus()
    behind = 0
    with ShardWorkers(processes) as workers:
        for reading in readings:
            records = []
            for record in workers.shards(reading.tasks()):
                records.append(record)
                progress("reading", Bytes(behind + reading.read), Bytes(total))
            prepared.add(reading, records)
            behind += sum(reading.group.sizes)
    return prepared


def prepare_group(reading: GroupReader) -> tuple[GroupReader, list[Record]]:
    """Make the shards of one group, here and now."""
    return reading, list(map(make_shard, reading.tasks()))


class ShardWorkers:
    """Processes that make shards; none are started for a single block."""

    def __init__(self, processes: int) -> None:
        self._processes = processes
        self._pool: Any = None

    def __enter__(self) -> "ShardWorkers":
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def shards(self, tasks: Iterator[ShardTask]) -> Iterator[Record]:
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
