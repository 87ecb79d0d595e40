"""What an engine must do: read files on its workers, take Parquet as tables, write what queries give, in order."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol

from stead.core.progress import Progress
from stead.counts.grouping import Reading
from stead.counts.preparing import Prepared
from stead.counts.queries import Query

ENGINES = ("duckdb", "spark")


class Engine(Protocol):
    """Where queries are run."""

    @property
    def version(self) -> str:
        """What goes into the manifest."""

    def prepare(self, readings: Iterable[Reading], progress: Progress) -> Prepared:
        """Make the shards of all groups of files."""

    def each(self, function: Callable[[Any], None], jobs: Sequence[Any]) -> None:
        """Do each job, wherever there is room."""

    def table(self, name: str, paths: Sequence[str]) -> None:
        """Let a name stand for the rows of these files."""

    def write(self, query: Query, folder: Path) -> None:
        """Write the rows of a query into a folder, as files whose names are in the order of the rows."""

    def close(self) -> None:
        """Let go of everything."""


def open_engine(name: str, work: Path, memory: int) -> Engine:
    """An engine that keeps what it must in a folder, and uses so many bytes of memory."""
    if name == "spark":
        from stead.counts.spark_engine import SparkEngine  # noqa: PLC0415

        return SparkEngine(work, memory)
    from stead.counts.duckdb_engine import DuckDBEngine  # noqa: PLC0415

    return DuckDBEngine(work, memory)
