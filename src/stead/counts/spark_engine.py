"""Apache Spark: on this machine or, where Spark is told of one, on a cluster that shares the folder of the model.

Files are read, and shards laid out, by Spark's Python workers; the queries are the same as everywhere.
"""

import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from stead.counts.extras import library
from stead.counts.grouping import Reading
from stead.counts.preparing import Prepared, Told, prepare_group
from stead.counts.queries import Query
from stead.task import SteadError

_DIALECT = "pyspark"


class SparkEngine:
    """Queries on Spark."""

    def __init__(self, work: Path, memory: int) -> None:
        self._sql: Any = library("pyspark.sql")
        os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
        builder = self._sql.SparkSession.builder.appName("stead count")
        settings = {
            "spark.driver.memory": f"{memory >> 20}m",
            "spark.local.dir": str((work / "spill").absolute()),
            "spark.ui.enabled": "false",
            "spark.ui.showConsoleProgress": "false",
            "spark.log.level": "ERROR",
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

    def prepare(self, readings: Iterable[Reading], told: Told) -> Prepared:
        """Make the shards of all groups of files on the workers."""
        jobs = list(readings)
        told("reading", 0, 0)
        prepared = Prepared()
        for reading, records in self._spread(jobs).map(prepare_group).collect():
            prepared.add(reading, records)
        return prepared

    def each(self, function: Callable[[Any], None], jobs: Sequence[Any]) -> None:
        """Do each job on the workers."""
        self._spread(jobs).foreach(function)

    def _spread(self, jobs: Sequence[Any]) -> Any:
        return self._session.sparkContext.parallelize(jobs, max(len(jobs), 1))

    def table(self, name: str, paths: Sequence[str]) -> None:
        """Let a name stand for the rows of these files."""
        self._session.read.parquet(*paths).createOrReplaceTempView(name)

    def write(self, query: Query, folder: Path) -> None:
        """Write the rows of a query; each file holds the next range of rows."""
        self._session.sql(query.sql(_DIALECT)).write.mode("overwrite").parquet(str(folder.absolute()))
        written = sorted(folder.glob("part-*.parquet"))
        for number, path in enumerate(written):
            path.rename(folder / f"part-{number:05}.parquet")
        for other in (*folder.glob("_*"), *folder.glob(".*")):
            other.unlink()

    def close(self) -> None:
        """Let go of everything."""
        self._session.stop()


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0]
