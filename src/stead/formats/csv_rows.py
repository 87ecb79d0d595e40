"""The rows of a CSV file, with the lines they stand on."""

import csv
import io
from collections.abc import Iterator

from stead.core.errors import BadInput
from stead.formats.reading import Reading

_LONGEST_FIELD = 1 << 24  # characters


def csv_rows(reading: Reading, text: str, delimiter: str = ",") -> Iterator[tuple[range, list[str]]]:
    """The rows that are not blank; a quoted cell may go over several lines."""
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
