"""Files in groups: a large file by itself, small ones together, so that ten thousand of them are no more work than one.

Every engine makes the same groups, and of each group the same shards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from stead.counts.blocks import DEFAULT_BYTES, Block, Damaged, Kind, blocks_of
from stead.counts.settings import CountSettings
from stead.counts.shards import BLOCKS_PER_GROUP, Task, shard_folder


@dataclass(frozen=True)
class Group:
    """Files that are read one behind the other."""

    number: int
    paths: Sequence[str]
    sizes: Sequence[int]


def groups_of(files: Mapping[str, int]) -> list[Group]:
    """All files, given with their sizes, in order."""
    found: list[dict[str, int]] = []
    for path, size in files.items():
        if not found or sum(found[-1].values()) + size > DEFAULT_BYTES:
            found.append({})
        found[-1][path] = size
    return [Group(number, list(each), list(each.values())) for number, each in enumerate(found)]


@dataclass(kw_only=True)
class Reading:
    """Reads a group, and remembers what it has found."""

    group: Group
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
    _packed: dict[Kind, list[bytes]] = field(default_factory=dict)

    def tasks(self) -> Iterator[Task]:
        """What is to be made shards of: files that are damaged are left out, or are an error if `strict`."""
        behind = 0
        for path, size in zip(self.group.paths, self.group.sizes, strict=True):
            first = self._next
            try:
                for task in self._file(path):
                    yield task
                    self.read = behind + min(task.block.position, size)
            except Damaged as error:
                if self.strict:
                    raise
                self.skipped.append({"path": path, "reason": str(error)})
                self.discarded |= {self._shard(number) for number in range(first, self._next)}
            behind += size
            self.read = behind
        for kind in list(self._packed):
            yield self._pack(kind)

    def _file(self, path: str) -> Iterator[Task]:
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

    def _add(self, block: Block) -> Iterator[Task]:
        pack = self._packed.setdefault(block.kind, [])
        pack.append(block.data if block.data.endswith(b"\n") else block.data + b"\n")
        if sum(map(len, pack)) >= DEFAULT_BYTES:
            yield self._pack(block.kind)

    def _pack(self, kind: Kind) -> Task:
        return self._task(Block(number=0, kind=kind, data=b"".join(self._packed.pop(kind))))

    def _task(self, block: Block) -> Task:
        shard = self._shard(self._next)
        self._next += 1
        return Task(shard, shard_folder(self.work, shard), block, self.settings.language, self.settings.field)

    def _shard(self, number: int) -> int:
        return self.group.number * BLOCKS_PER_GROUP + number
