"""What an engine must do: take Parquet files as tables, and write what a query gives as Parquet, in order."""

from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from stead.counts.queries import Query


class Engine(Protocol):
    """Where queries are run."""

    name: str

    def table(self, name: str, paths: Sequence[str]) -> None:
        """Let a name stand for the rows of these files."""

    def write(self, query: Query, folder: Path) -> None:
        """Write the rows of a query into a folder, as files whose names are in the order of the rows."""

    def close(self) -> None:
        """Let go of everything."""


def parts(folder: Path) -> list[str]:
    """The files of a table, in the order of its rows."""
    return sorted(str(path) for path in folder.glob("*.parquet"))
