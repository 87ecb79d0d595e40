"""Engines: they read files on their workers, query Parquet tables, and write the rows of queries in order."""

import os
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from stead.core.errors import SteadError
from stead.core.extras import import_extra
from stead.core.parallel import map_in_order
from stead.core.progress import Progress
from stead.counts.atomic_files import NO_SPACE, disk_full
from stead.counts.queries import TableQuery
from stead.counts.shards import GroupReader, PreparedCorpus, prepare_here

ENGINES = ("duckdb", "spark")


class Engine(Protocol):
    """Runs jobs and queries."""

    @property
    def version(self) -> str:
        """The name and version for the manifest."""

    def prepare(self, readings: Iterable[GroupReader], progress: Progress) -> PreparedCorpus:
        """Make the shards of all groups of files."""

    def each(self, function: Callable[[Any], None], jobs: Sequence[Any]) -> None:
        """Apply a function to each job, on the engine's workers."""

    def table(self, name: str, paths: Sequence[str]) -> None:
        """Define a table by its files."""

    def write(self, query: TableQuery, folder: Path) -> None:
        """Write the rows of a query into a folder, as files whose names are in the order of the rows."""

    def close(self) -> None:
        """Release all resources."""


def open_engine(name: str, work: Path, memory: int) -> Engine:
    """Open an engine with a folder for its files and a memory limit in bytes."""
    if name == "spark":
        from stead.counts.spark_engine import SparkEngine  # noqa: PLC0415

        return SparkEngine(work, memory)

    return DuckDBEngine(work, memory)


_DUCKDB_DIALECT = "duckdb"
_WORKER = 300 << 20  # the most that a block takes while it is tokenised or its pairs are counted
_SHARE = 0.4  # of the memory; the rest is for Python and what DuckDB does not count


class DuckDBEngine:
    """DuckDB, embedded: what exceeds its memory goes to a folder on disk."""

    def __init__(self, work: Path, memory: int) -> None:
        self._work = work
        self._memory = int(memory * _SHARE)
        self._workers = max(1, min(os.cpu_count() or 1, memory // _WORKER))
        self._duckdb: Any = import_extra("duckdb", "counting")

    @cached_property
    def _connection(self) -> Any:
        """The connection, opened after the shards are made, since it takes memory."""
        settings = {"memory_limit": f"{self._memory}B", "temp_directory": str(self._work / "spill")}
        return self._duckdb.connect(config=settings)

    @property
    def version(self) -> str:
        """The name and version for the manifest."""
        return f"duckdb {self._duckdb.__version__}"

    def prepare(self, readings: Iterable[GroupReader], progress: Progress) -> PreparedCorpus:
        """Make the shards of all groups of files, on all cores for which there is memory."""
        return prepare_here(readings, progress, self._workers)

    def each(self, function: Callable[[Any], None], jobs: Sequence[Any]) -> None:
        """Apply a function to each job, on all cores for which there is memory."""
        for _ in map_in_order(function, jobs, at_most=self._workers):
            pass

    def table(self, name: str, paths: Sequence[str]) -> None:
        """Define a table by its files."""
        files = ", ".join(_quoted(path) for path in paths)
        self._connection.execute(f"CREATE OR REPLACE VIEW {name} AS SELECT * FROM read_parquet([{files}])")  # noqa: S608 (quoted)

    def write(self, query: TableQuery, folder: Path) -> None:
        """Write the rows of a query, as one file."""
        target = _quoted(str(folder / "part-00000.parquet"))
        options = "FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880"
        try:
            self._connection.execute(f"COPY ({query.sql(_DUCKDB_DIALECT)}) TO {target} ({options})")
        except self._duckdb.OutOfMemoryException as error:
            raise SteadError(
                f"{folder.name}: not enough memory ({_first_line(error)}); give more with `memory`."
            ) from None
        except self._duckdb.IOException as error:
            if NO_SPACE in str(error):
                raise disk_full(self._work) from None
            advice = "free some space, and count again: finished work is kept"
            raise SteadError(f"{folder}: cannot be written ({_first_line(error)}); {advice}.") from None

    def close(self) -> None:
        """Release all resources."""
        self._connection.close()


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0].rstrip(".")


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
