"""DuckDB, embedded: what does not fit into the memory it is given goes to a folder on disk."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from stead.counts.extras import library
from stead.counts.queries import Query
from stead.task import SteadError

_DIALECT = "duckdb"


class DuckDBEngine:
    """Queries on this machine."""

    name = "duckdb"

    def __init__(self, spill: Path, memory: int) -> None:
        spill.mkdir(parents=True, exist_ok=True)
        self._duckdb: Any = library("duckdb")
        self._connection: Any = self._duckdb.connect(
            config={"memory_limit": f"{memory}B", "temp_directory": str(spill), "preserve_insertion_order": True}
        )

    @property
    def version(self) -> str:
        """What goes into the manifest."""
        return f"duckdb {self._duckdb.__version__}"

    def table(self, name: str, paths: Sequence[str]) -> None:
        """Let a name stand for the rows of these files."""
        files = ", ".join(_quoted(path) for path in paths)
        self._connection.execute(f"CREATE OR REPLACE VIEW {name} AS SELECT * FROM read_parquet([{files}])")  # noqa: S608 (quoted)

    def write(self, query: Query, folder: Path) -> None:
        """Write the rows of a query, as one file."""
        target = _quoted(str(folder / "part-00000.parquet"))
        options = "FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 122880"
        try:
            self._connection.execute(f"COPY ({query.sql(_DIALECT)}) TO {target} ({options})")
        except self._duckdb.OutOfMemoryException as error:
            raise SteadError(f"DuckDB has not enough memory or disk: {error}. Give more with --memory.") from None

    def close(self) -> None:
        """Let go of everything."""
        self._connection.close()


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
