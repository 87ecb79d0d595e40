"""Shards: blocks of the corpus as word codes, each stored with its own vocabulary and a record of its content.

SHARD/codes.npy           int32: the words in order, 0 after each sentence
SHARD/forms.parquet       shard int64, code int32, form string, count int64
SHARD/record.json         written last: the hash of the text, what was counted and what was left out

A large file is a group by itself, small ones are grouped, so that ten thousand of them are no more work than one. Every
engine makes the same groups, and of each group the same shards; those of an interrupted count are kept.
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
from stead.core.extras import import_extra
from stead.core.parallel import end_with_parent
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
    """A block that is to become a shard."""

    shard: int
    folder: Path
    block: TextBlock
    language: str
    column: str


def shard_folder(work: Path, shard: int) -> Path:
    """Give the folder of a shard."""
    return work / "shards" / f"{shard // BLOCKS_PER_GROUP:06}-{shard % BLOCKS_PER_GROUP:06}"


@cache
def _tokeniser(language: str) -> Tokeniser:
    return Tokeniser(language)


def make_shard(task: ShardTask) -> Record:
    """Tokenise a block, unless that was done before, and give its record."""
    digest = hashlib.sha256(task.block.data).hexdigest()
    earlier = read_json(task.folder / RECORD)
    if earlier is not None and earlier["sha256"] == digest:
        return earlier
    text, left_out = text_of(task.block, task.column)
    tokenised = _tokeniser(task.language)(text)
    sentences = int(np.count_nonzero(tokenised.codes == BOUNDARY))
    reasons = {
        **left_out,
        f"words of more than {LONGEST_WORD} characters": tokenised.too_long,
        "lines cut for being too long": task.block.cut,
        "bytes without any space or line end": task.block.dropped,
    }
    record: Record = {
        "shard": task.shard,
        "sha256": digest,
        "bytes": len(task.block.data),
        "sentences": sentences,
        "words": len(tokenised.codes) - sentences,
        "forms": len(tokenised.forms),
        "left_out": {reason: count for reason, count in reasons.items() if count},
    }
    pa, parquet = import_extra("pyarrow", "counting"), import_extra("pyarrow.parquet", "counting")
    with new_folder(task.folder) as folder:
        write_array(folder / CODES, tokenised.codes)
        size = len(tokenised.forms)
        columns = {
            "shard": pa.array(np.full(size, task.shard)),
            "code": pa.array(np.arange(1, size + 1, dtype=np.int32)),
            "form": pa.array(tokenised.forms, pa.string()),
            "count": pa.array(tokenised.counts),
        }
        parquet.write_table(pa.table(columns), folder / FORMS)
        write_json(folder / RECORD, record)
    return record


def parquet_paths(work: Path, shards: Sequence[int]) -> list[str]:
    """List the paths of the shards' vocabularies."""
    return [str(shard_folder(work, shard) / FORMS) for shard in shards]


@dataclass(frozen=True)
class FileGroup:
    """Files that are read one after the other."""

    number: int
    paths: Sequence[str]
    sizes: Sequence[int]


def groups_of(files: Mapping[str, int]) -> list[FileGroup]:
    """Group files, given with their sizes, in order."""
    groups: list[dict[str, int]] = []
    for path, size in files.items():
        if not groups or sum(groups[-1].values()) + size > DEFAULT_BYTES:
            groups.append({})
        groups[-1][path] = size
    return [FileGroup(number, list(sizes), list(sizes.values())) for number, sizes in enumerate(groups)]


@dataclass(kw_only=True)
class GroupReader:
    """Reads a group of files, and records what it has read and skipped."""

    group: FileGroup
    work: Path
    settings: CountSettings
    strict: bool
    files: list[dict[str, object]] = field(default_factory=list)
    skipped: list[dict[str, str]] = field(default_factory=list)
    discarded: set[int] = field(default_factory=set)
    """Shards of a file that turned out to be damaged later."""
    read: int = 0
    """How many bytes of the files on disk have been read."""
    _next: int = 0
    _packed: dict[BlockKind, list[bytes]] = field(default_factory=dict)

    def tasks(self) -> Iterator[ShardTask]:
        """Read the blocks that are to become shards; damaged files are skipped, or an error if `strict`."""
        before = 0
        for path, size in zip(self.group.paths, self.group.sizes, strict=True):
            first = self._next
            try:
                for task in self._file(path):
                    yield task
                    self.read = before + min(task.block.position, size)
            except DamagedFile as error:
                if self.strict:
                    raise
                self.skipped.append({"path": path, "reason": str(error)})
                self.discarded |= {self._shard(number) for number in range(first, self._next)}
            before += size
            self.read = before
        for kind in list(self._packed):
            yield self._pack(kind)

    def _file(self, path: str) -> Iterator[ShardTask]:
        """Read the blocks of a file; a file of one block is packed together with others."""
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
    """The files of a corpus and the records of its shards."""

    files: list[dict[str, Any]] = field(default_factory=list)
    skipped: list[dict[str, str]] = field(default_factory=list)
    records: list[Record] = field(default_factory=list)

    def add(self, reading: GroupReader, records: Iterable[Record]) -> None:
        """Add a group that has been read."""
        self.files += reading.files
        self.skipped += reading.skipped
        self.records += [record for record in records if record["shard"] not in reading.discarded]

    @property
    def words(self) -> int:
        """The number of words of all shards."""
        return sum(record["words"] for record in self.records)

    def remove_others(self, work: Path) -> None:
        """Remove shards of an earlier run whose files are gone or damaged."""
        known = {shard_folder(work, record["shard"]) for record in self.records}
        for folder in (work / "shards").glob("*"):
            if folder not in known:
                rmtree(folder)


def prepare_here(readings: Iterable[GroupReader], progress: Progress, processes: int) -> PreparedCorpus:
    """Make the shards of all groups on this machine: one process reads, `processes` others tokenise."""
    readings = list(readings)
    total = sum(sum(reading.group.sizes) for reading in readings)
    prepared = PreparedCorpus()
    before = 0
    with ShardWorkers(processes) as workers:
        for reading in readings:
            records = []
            for record in workers.shards(reading.tasks()):
                records.append(record)
                progress("reading", Bytes(before + reading.read), Bytes(total))
            prepared.add(reading, records)
            before += sum(reading.group.sizes)
    return prepared


def prepare_group(reading: GroupReader) -> tuple[GroupReader, list[Record]]:
    """Make the shards of one group in this process."""
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
        """Make shards and give their records in order; no more blocks are in memory than there are processes."""
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
            advice = "was memory short? Count again: finished work is kept"
            raise SteadError(f"a process that tokenises text was killed; {advice}.") from None

    def _started(self) -> Any:
        if self._pool is None:
            from concurrent.futures import ProcessPoolExecutor  # noqa: PLC0415
            from multiprocessing import get_context  # noqa: PLC0415

            self._pool = ProcessPoolExecutor(
                self._processes, mp_context=get_context("spawn"), initializer=end_with_parent
            )
        return self._pool
