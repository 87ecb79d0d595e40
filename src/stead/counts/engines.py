"""Engines, DuckDB and Spark: they read files on their workers, query tables, and write the rows of queries in order."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, partial
from pathlib import Path
from typing import Any, Protocol

from stead.core.errors import SteadError
from stead.core.extras import import_extra
from stead.core.parallel import map_in_order
from stead.core.progress import Progress
from stead.core.spark import Spark
from stead.core.text import first_line
from stead.counts.atomic_files import NO_SPACE, disk_full
from stead.counts.queries import TableQuery
from stead.counts.shards import GroupReader, PreparedCorpus, prepare_group, prepare_here

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
    return SparkEngine(work, memory) if name == "spark" else DuckDBEngine(work, memory)


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
                f"{folder.name}: not enough memory ({first_line(error)}); give more with `memory`."
            ) from None
        except self._duckdb.IOException as error:
            if NO_SPACE in str(error):
                raise disk_full(self._work) from None
            advice = "free some space, and count again: finished work is kept"
            raise SteadError(f"{folder}: cannot be written ({first_line(error)}); {advice}.") from None

    def close(self) -> None:
        """Release all resources."""
        self._connection.close()


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


_SPARK_DIALECT = "pyspark"


class SparkEngine:
    """Apache Spark: on this machine or, if Spark is so configured, on a cluster that shares the folder of the model.

    Its Python workers read the files and make the shards; the queries are those of every engine.
    """

    def __init__(self, work: Path, memory: int) -> None:
        self._work = work
        settings = {
            "spark.driver.memory": f"{memory >> 20}m",
            "spark.local.dir": str((work / "spill").absolute()),
            "spark.sql.parquet.compression.codec": "zstd",
        }
        self._spark = Spark("counting", settings)
        self._session = self._spark.session
        if self._spark.context.master.startswith("local"):  # Spark's default is for a cluster
            self._session.conf.set("spark.sql.shuffle.partitions", 2 * self._spark.context.defaultParallelism)

    @property
    def version(self) -> str:
        """The name and version for the manifest."""
        return f"spark {self._session.version}"

    def prepare(self, readings: Iterable[GroupReader], progress: Progress) -> PreparedCorpus:
        """Make the shards of all groups of files on the workers."""
        jobs = list(readings)
        progress("reading", 0, 0)
        prepared = PreparedCorpus()
        for reading, records in self._map(prepare_group, jobs):
            prepared.add(reading, records)
        return prepared

    def each(self, function: Callable[[Any], None], jobs: Sequence[Any]) -> None:
        """Apply a function to each job on the workers."""
        self._map(function, jobs)

    def _map(self, function: Callable[[Any], Any], jobs: Sequence[Any]) -> list[Any]:
        """Map a function over jobs on the workers; faults of the corpus are raised here, and so not retried."""
        with self._report_failure("its Python workers"):
            spread = self._spark.context.parallelize(jobs, max(len(jobs), 1))
            results = spread.map(partial(_try, function)).collect()
        for result in results:
            if isinstance(result, SteadError):
                raise result
        return list(results)

    def table(self, name: str, paths: Sequence[str]) -> None:
        """Define a table by its files."""
        with self._report_failure(name):
            self._session.read.parquet(*paths).createOrReplaceTempView(name)

    def write(self, query: TableQuery, folder: Path) -> None:
        """Write the rows of a query; each file holds the next range of rows."""
        with self._report_failure(folder.name.strip(".").removesuffix(".new")):
            self._session.sql(query.sql(_SPARK_DIALECT)).write.mode("overwrite").parquet(str(folder.absolute()))
        written = sorted(folder.glob("part-*.parquet"))
        for number, path in enumerate(written):
            path.rename(folder / f"part-{number:05}.parquet")
        for other in (*folder.glob("_*"), *folder.glob(".*")):
            other.unlink()

    @contextmanager
    def _report_failure(self, doing: str) -> Iterator[None]:
        """Report a failure of Spark in one sentence."""
        try:
            with self._spark.report_failure(doing, "Count again when that is fixed: finished work is kept"):
                yield
        except SteadError as error:
            if NO_SPACE in str(error):
                raise disk_full(self._work) from None
            raise

    def close(self) -> None:
        """Release all resources."""
        self._spark.close()


def _try(function: Callable[[Any], Any], job: Any) -> Any:
    """Apply a function to a job; a SteadError is returned, not raised."""
    try:
        return function(job)
    except SteadError as error:
        return error
