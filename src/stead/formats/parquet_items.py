"""Items in Parquet files of any size: one file, or a folder of them as Spark writes it.

The columns are those of items in stead JSON Lines: `id`, `lexelt`, `text`, `start`, `end` and, if there, `language` and
`document`; others are ignored. The rows are checked once, a block at a time, and are read again when they are asked
for: no more than two row groups are held in memory. A file with a fault is refused, with the first faults in it.
"""

import hashlib
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import accumulate, islice
from pathlib import Path
from typing import Any, NamedTuple, overload

import numpy as np

from stead.core.errors import BadInput
from stead.core.extras import import_extra
from stead.core.faults import Source
from stead.core.item import Item
from stead.core.parameters import digest
from stead.core.text import first_line, plural
from stead.formats.files import MAX_BYTES
from stead.formats.json_records import RECORD_ERRORS, Record, describe_record_error
from stead.formats.jsonlines import item_of_record

_REQUIRED = ("id", "lexelt", "text", "start", "end")
_OPTIONAL = ("language", "document")
_BLOCK = 1 << 12  # rows
_MOST_FAULTS = 10  # that are listed
_GROUPS_KEPT = 2


class _RowGroup(NamedTuple):
    """The group of this number of a file, and its number of rows."""

    file: Any
    number: int
    rows: int


class ParquetItems(Sequence[Item]):
    """The items of a Parquet file or folder, read when they are asked for."""

    def __init__(self, path: str) -> None:
        self.path = path
        folder = Path(path)
        self._paths = sorted(folder.glob("*.parquet")) if folder.is_dir() else [folder]
        self._groups = [group for file in self._paths for group in _groups_of(file)]
        self._ends = [*accumulate(group.rows for group in self._groups)]
        self._table: Callable[[int], Any] = lru_cache(_GROUPS_KEPT)(self._read_group)
        self._check()

    @property
    def source(self) -> Source:
        """The file or folder with its checksum."""
        checksums = [_checksum(path) for path in self._paths]
        whole = checksums[0] if len(checksums) == 1 else digest(checksums)
        return Source(Path(self.path).stem, whole, "parquet", self.path)

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    @overload
    def __getitem__(self, index: int) -> Item: ...
    @overload
    def __getitem__(self, index: slice) -> list[Item]: ...
    def __getitem__(self, index: int | slice) -> Item | list[Item]:
        if isinstance(index, int):
            row = range(len(self))[index]
            return next(self._items(range(row, row + 1)))
        rows = range(len(self))[index]
        return list(self._items(rows)) if rows.step == 1 else [self[row] for row in rows]

    def __iter__(self) -> Iterator[Item]:
        return self._items(range(len(self)))

    def _items(self, rows: range) -> Iterator[Item]:
        return (item_of_record(record) for record in self._records(rows))

    def _records(self, rows: range) -> Iterator[Record]:
        """The records of neighbouring rows, a block at a time."""
        first, last = rows.start, rows.stop
        while first < last:
            group = bisect_right(self._ends, first)
            begin = first - (self._ends[group] - self._groups[group].rows)
            size = min(last - first, self._groups[group].rows - begin, _BLOCK)
            for record in self._table(group).slice(begin, size).to_pylist():
                yield {name: value for name, value in record.items() if value is not None or name in _REQUIRED}
            first += size

    def _read_group(self, index: int) -> Any:
        group = self._groups[index]
        columns = [name for name in (*_REQUIRED, *_OPTIONAL) if name in group.file.schema_arrow.names]
        with _refuse_damage(self.path):
            return group.file.read_row_group(group.number, columns=columns)

    def _check(self) -> None:
        """Refuse rows that are no items, and repeated ones; hashes of all keys take eight bytes a row."""
        faults = (fault for fault in self._faults() if fault)
        listed = list(islice(faults, _MOST_FAULTS))
        if listed:
            more = plural(sum(1 for _ in faults), "more fault")
            raise BadInput("\n".join([*listed, *([f"{self.path}: {more}."] if not more.startswith("0 ") else [])]))
        if not len(self):
            raise BadInput(f"{self.path}: no items in it.")

    def _faults(self) -> Iterator[str]:
        keys = np.empty(len(self), dtype=np.int64)
        for row, record in enumerate(self._records(range(len(self)))):
            try:
                item = item_of_record(record)
            except RECORD_ERRORS as error:
                yield f"{self.path}: row {row + 1}: expected an item, found {describe_record_error(error)}."
                keys[row] = -row
            else:
                keys[row] = hash((item.lexelt, item.id))
        order = np.argsort(keys, kind="stable")
        for row in np.sort(order[1:][keys[order][1:] == keys[order][:-1]]).tolist():
            yield f"{self.path}: row {row + 1}: a second row for the item {self[row].id}."


def _groups_of(path: Path) -> list[_RowGroup]:
    parquet = import_extra("pyarrow.parquet", "reading Parquet files")
    with _refuse_damage(str(path)):
        file = parquet.ParquetFile(path)
    missing = [name for name in _REQUIRED if name not in file.schema_arrow.names]
    if missing:
        there = ", ".join(file.schema_arrow.names[:_MOST_FAULTS])
        raise BadInput(f"{path}: expected the columns {', '.join(_REQUIRED)}, found {there}; no {', '.join(missing)}.")
    groups = [file.metadata.row_group(number) for number in range(file.metadata.num_row_groups)]
    if any(group.total_byte_size > MAX_BYTES for group in groups):
        raise BadInput(f"{path}: a row group of more than {MAX_BYTES:,} bytes; write smaller row groups.")
    return [_RowGroup(file, number, group.num_rows) for number, group in enumerate(groups) if group.num_rows]


@contextmanager
def _refuse_damage(path: str) -> Iterator[None]:
    arrow = import_extra("pyarrow", "reading Parquet files")
    try:
        yield
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise BadInput(f"{path}: cannot be read as Parquet: {first_line(error)}.") from None


def _checksum(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
