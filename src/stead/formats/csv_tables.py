"""Tables with a heading, as spreadsheets write them: the delimiter, the names of columns, the rows with their lines."""

import csv
import io
import re
from collections.abc import Iterator, Sequence

from stead.core.errors import BadInput
from stead.formats.format import Reading

DELIMITERS = ",;\t"


def first_line(text: str) -> str:
    """The first line of a text: the heading."""
    return re.split("[\r\n]", text.lstrip("\ufeff\r\n"), maxsplit=1)[0]


def column_name(name: str) -> str:
    """Normalise the name of a column: no quotes or spaces around it, lower case."""
    return name.strip(' "').lower()


def columns_of(heading: str, known: Sequence[str]) -> set[str]:
    """The known columns that a heading has."""
    return set(known) & set(map(column_name, heading.split(find_delimiter(heading, known))))


def find_delimiter(heading: str, known: Sequence[str]) -> str:
    """The delimiter of a heading: the one that gives most of the known columns."""
    return max(DELIMITERS, key=lambda mark: len(set(known) & set(map(column_name, heading.split(mark)))))


def quote_cell(text: str, mark: str = ",") -> str:
    """Quote a cell if it has to be."""
    if any(special in text for special in (mark, '"', "\r", "\n")):
        return '"' + text.replace('"', '""') + '"'
    return text


def refuse_bad_heading(path: str, heading: Sequence[str], required: Sequence[str], others: Sequence[str]) -> None:
    """Refuse a table without a required column, or with a column that is read twice."""
    problems = [
        *(f"{name!r} is missing" for name in required if name not in heading),
        *(f"{name!r} occurs twice" for name in (*required, *others) if heading.count(name) > 1),
    ]
    if problems:
        raise bad_heading(path, required, others, problems[0])


def bad_heading(path: str, required: Sequence[str], others: Sequence[str], problem: str) -> BadInput:
    """The error for a bad heading."""
    expected = f"expected the columns {', '.join(required)}, and optionally {', '.join(others)}"
    return BadInput(f"{path}:1: {expected}; {problem}.")


_LONGEST_FIELD = 1 << 24  # characters


def csv_rows(reading: Reading, text: str, delimiter: str = ",") -> Iterator[tuple[range, list[str]]]:
    """The rows that are not empty, with their lines; a quoted cell may contain line ends."""
    rows = csv.reader(io.StringIO(text, newline="\n"), delimiter=delimiter, strict=True)
    limit = csv.field_size_limit(_LONGEST_FIELD)
    last = 0
    try:
        for row in rows:
            lines, last = range(last + 1, rows.line_num + 1), rows.line_num
            if row:
                yield lines, row
    except csv.Error as error:
        raise BadInput(f"{reading.content.path}:{rows.line_num}: not a CSV file ({error}).") from None
    finally:
        csv.field_size_limit(limit)
