"""Apache Spark: on this machine or, where Spark is told of one, on a cluster that shares the folder of the model.

Files are read, and shards laid out, by Spark's Python workers; the queries are the same as everywhere.
"""

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from stead.core.errors import SteadError
from stead.core.extras import library
from stead.core.progress import Progress
from stead.counts.atomic_files import NO_SPACE, disk_full
from stead.counts.queries import Query
from stead.counts.shards import GroupReader, PreparedCorpus, prepare_group

_DIALECT = "pyspark"


class SparkEngine:
    """Queries on Spark."""

    def __init__(self, work: Path, memory: int) -> None:
        self._work = work
        self._sql: Any = library("pyspark.sql", "counting")
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        builder = self._sql.SparkSession.builder.appName("stead count")
        settings = {
            "spark.driver.memory": f"{memory >> 20}m",
            "spark.local.dir": str((work / "spill").absolute()),
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.log.level": "FATAL",  # what goes wrong is said once, by stead
            "spark.sql.parquet.compression.codec": "zstd",
        }
        for name, value in settings.items():
            builder = builder.config(name, value)
        try:
            self._session = builder.getOrCreate()
        except Exception as error:
            raise SteadError(f"Spark did not start: {_first_line(error)}. It needs Java 17 or newer.") from None
        if self._session.sparkContext.master.startswith("local"):  # Spark's own default is for a cluster
            self._session.conf.set("spark.sql.shuffle.partitions", 2 * self._session.sparkContext.defaultParallelism)

    @property
    def version(self) -> str:
        """What goes into the manifest."""
        return f"spark {self._session.version}"

    def prepare(self, readings: Iterable[GroupReader], progress: Progress) -> PreparedCorpus:
        """Make the shards of all groups of files on the workers."""
        jobs = list(readings)
        progress("reading", 0, 0)
        prepared = PreparedCorpus()
        for reading, records in self._done(prepare_group, jobs):
            prepared.add(reading, records)
        return prepared

    def each(self, function: Callable[[Any], None], jobs: Sequence[Any]) -> None:
        """Do each job on the workers."""
        self._done(function, jobs)

    def _done(self, function: Callable[[Any], Any], jobs: Sequence[Any]) -> list[Any]:
        """What the function gives for each job, on the workers; what is wrong with the corpus is not tried again."""
        with self._in_a_sentence("its Python workers"):
            spread = self._session.sparkContext.parallelize(jobs, max(len(jobs), 1))
            found = spread.map(partial(_tried, function)).collect()
        for each in found:
            if isinstance(each, SteadError):
                raise each
        return list(found)

    def table(self, name: str, paths: Sequence[str]) -> None:
        """Let a name stand for the rows of these files."""
        with self._in_a_sentence(name):
            self._session.read.parquet(*paths).createOrReplaceTempView(name)

    def write(self, query: Query, folder: Path) -> None:
        """Write the rows of a query; each file holds the next range of rows."""
        with self._in_a_sentence(folder.name.strip(".").removesuffix(".new")):
            self._session.sql(query.sql(_DIALECT)).write.mode("overwrite").parquet(str(folder.absolute()))
        written = sorted(folder.glob("part-*.parquet"))
        for number, path in enumerate(written):
            path.rename(folder / f"part-{number:05}.parquet")
        for other in (*folder.glob("_*"), *folder.glob(".*")):
            other.unlink()

    @contextmanager
    def _in_a_sentence(self, doing: str) -> Iterator[None]:
        """Whatever Spark cannot do is one sentence, not the calls of two languages."""
        failures = (
            library("pyspark.errors", "counting").PySparkException,
            library("py4j.protocol", "counting").Py4JError,
            ConnectionError,
        )
        try:
            yield
        except failures as error:
            cause = _cause(str(error))
            if NO_SPACE in cause:
                raise disk_full(self._work) from None
            again = "Count again when that is mended: what is done is kept"
            raise SteadError(f"Spark stopped at {doing}: {cause}. {again}.") from None

    def close(self) -> None:
        """Let go of everything."""
        self._session.stop()


def _tried(function: Callable[[Any], Any], job: Any) -> Any:
    """What the function gives or, if the user must be told something, that."""
    try:
        return function(job)
    except SteadError as error:
        return error


_CAUSE = re.compile(r"^(?:Caused by: )?([a-z]\w*(?:[.$]\w+)*|[A-Z]\w*Error): (.+)$", re.MULTILINE)


def _cause(message: str) -> str:
    """The innermost reason of those that Spark gives, in its own words."""
    innermost = [reason for _, reason in _CAUSE.findall(message)]
    return (innermost[-1] if innermost else _first_line(message)).strip().rstrip(".")


def _first_line(error: object) -> str:
    return str(error).strip().split("\n")[0]
