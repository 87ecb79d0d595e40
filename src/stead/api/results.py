"""What functions of stead return: results that print, convert, save and say what is to be known about them."""

import os
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, TypeVar

from stead.api.inputs import StrPath
from stead.core.arguments import checked
from stead.core.errors import UsageError
from stead.core.faults import Report, append_notes, warn_about
from stead.formats import write_content

ENDINGS = {
    ".csv": "csv",
    ".html": "html",
    ".json": "json",
    ".md": "markdown",
    ".tex": "latex",
    ".tsv": "tsv",
    ".txt": "text",
}


def format_of(path: StrPath) -> str:
    """The format of output that a file's name asks for."""
    ending = os.path.splitext(path)[1]  # noqa: PTH122 (pathlib is slow to import)
    if ending not in ENDINGS:
        raise UsageError(f"{path}: the ending says the format; there are {', '.join(ENDINGS)}.")
    return ENDINGS[ending]


def name_folder(path: StrPath, parameter: str) -> StrPath:
    """The name of a folder to write; refuse one that no folder can have, and that of standard output."""
    name = os.fspath(path)
    if name in {"", "-"} or "\0" in name:
        raise UsageError(f"{parameter} is the name of a folder, not {name!r}.", parameter=parameter)
    return path


def notes_of_files(reports: Iterable[Report]) -> Iterator[str]:
    """Notes on how files were read."""
    return (note for report in reports for note in report.notes())


AnyResult = TypeVar("AnyResult", bound="Result")


class Result(ABC):
    """Prints as tables, with notes below them; converts to other formats; is saved whole or not at all."""

    reports: tuple[Report, ...] = ()

    def __init_subclass__(cls, **keywords: Any) -> None:
        """Check the arguments of methods that render and write, as those of functions are."""
        super().__init_subclass__(**keywords)
        for name in {"to", "save", "write", "save_runs"} & vars(cls).keys():
            setattr(cls, name, checked(vars(cls)[name]))

    @property
    def notes(self) -> tuple[str, ...]:
        """Notes on files and figures, as the command line logs them."""
        return (*notes_of_files(self.reports), *self._own_notes())

    def _own_notes(self) -> Iterable[str]:
        return ()

    @abstractmethod
    def to(self, format: str = "text") -> str:
        """Render it as text, markdown, latex, tsv, csv or json; some results also as html."""

    @checked
    def save(self, path: StrPath) -> None:
        """Write it to a file; the ending of the name says the format (.csv, .html, .json, .md, .tex, .tsv,
        .txt).

        Results that hold data (a gold, a run, a pool, a model, a site) write these instead, as their `save` says.
        """
        text = self.to(format_of(path))
        write_content(path, text.encode(errors="backslashreplace"))  # a name that is not UTF-8, escaped as JSON does

    @abstractmethod
    def records(self) -> list[dict[str, Any]]:
        """Flat records, ready for a data frame."""

    def to_pandas(self) -> Any:
        """The records as a data frame of pandas."""
        return self._to_frame("pandas")

    def to_polars(self) -> Any:
        """The records as a data frame of polars."""
        return self._to_frame("polars")

    def _to_frame(self, library: str) -> Any:
        from stead.api.frames import make_frame  # noqa: PLC0415 (frames are seldom wanted)

        return make_frame(self.records(), library)

    def _repr_html_(self) -> str:
        """The tables and the notes, as notebooks show them."""
        from stead.reporting.notebook import notebook_html  # noqa: PLC0415 (only notebooks ask)

        try:
            markdown = self.to("markdown")
        except UsageError:  # a result that is no table
            markdown = self._summary()
        return notebook_html(markdown, self.notes)

    @abstractmethod
    def _summary(self) -> str:
        """The result in a few words."""

    def __str__(self) -> str:
        return append_notes(self.to("text"), self.notes)

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self._summary()}>"


class TableResult(Result):
    """A result that is one table: that of its records, under a summary."""

    _table: ClassVar[str] = "records"
    """The title of the table."""

    def to(self, format: str = "text") -> str:
        """Render the records as text, markdown, latex, tsv, csv or json."""
        from stead.records.sheet import Section, Sheet  # noqa: PLC0415 (scores are no sheets)
        from stead.reporting.sheets import render_sheet  # noqa: PLC0415

        records = self.records()
        columns = tuple(records[0]) if records else ()
        table = Section(self._table, columns, tuple(tuple(record.values()) for record in records))
        return render_sheet(Sheet(self._summary(), (table,)), format)


def with_warnings(result: AnyResult) -> AnyResult:
    """The result, after a warning for each note about what does not count as it was given."""
    warn_about(result.notes)
    return result
