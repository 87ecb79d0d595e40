"""Ratings as a table (CSV): one row for each candidate that somebody rated, as `stead dispatch --sheets` lays it out.

lexelt,id,sentence,candidate,rating,rater
bright.a,1,The [brightest] pupil ...,clever,3,rita
bright.a,1,The [brightest] pupil ...,dull,0,

People fill such tables in with a spreadsheet: semicolons or tabs between the columns, a decimal comma, the name of the
rater in the first row only, and now and then a candidate that is not rated.
"""

from collections.abc import Iterable, Iterator

from stead.core.rating import MAX_RATING, VERDICTS, Rating
from stead.core.text import plural, protect_cell, tidy, unprotect_cell
from stead.formats.csv_tables import (
    column_name,
    columns_of,
    csv_rows,
    find_delimiter,
    first_line,
    quote_cell,
    refuse_bad_heading,
)
from stead.formats.format import Format, Kind, Reading, Serialisation, quote
from stead.formats.json_records import suggest_name

_REQUIRED = ("lexelt", "id", "candidate", "rating", "rater")
_READ = (*_REQUIRED, "comment", "time", "phase", "first")
_COLUMNS = (*_READ, "sentence", "subset")
_ENOUGH_COLUMNS = 3  # required columns, candidate among them, that identify such a table


def read_ratings(reading: Reading) -> list[Rating]:
    """Read a table of ratings."""
    text = reading.text()
    rows = csv_rows(reading, text, find_delimiter(first_line(text), _COLUMNS))
    _, heading = next(rows, (range(1), []))
    ratings = list(_ratings(reading, _check_heading(reading, list(map(_column_name, heading))), rows))
    reading.finish()
    return ratings


def _column_name(heading: str) -> str:
    """Normalise the name of a column; `value`, as in JSON Lines, means `rating`."""
    name = column_name(heading)
    return "rating" if name == "value" else name


def _check_heading(reading: Reading, heading: list[str]) -> list[str]:
    """Refuse a heading with missing or repeated columns, and note unknown ones."""
    refuse_bad_heading(reading.content.path, heading, _REQUIRED, _READ[len(_REQUIRED) :])
    for name in heading:
        if name and name not in _COLUMNS:
            reading.report.note(
                1, "column_name", f"the column {quote(name)} is not read ({suggest_name(name, _COLUMNS)})"
            )
    return heading


def _ratings(reading: Reading, heading: list[str], rows: Iterable[tuple[range, list[str]]]) -> Iterator[Rating]:
    """Parse rows into ratings; malformed rows are reported, candidates without a rating are counted."""
    rater, unrated = "", 0
    for lines, row in rows:
        if reading.leaves_out_damaged and not reading.damaged.isdisjoint(lines):
            continue
        cells = dict.fromkeys(_READ, "") | dict(zip(heading, map(unprotect_cell, row), strict=False))
        rater = cells["rater"] if tidy(cells["rater"]) else rater
        if not cells["rating"].strip():
            unrated += any(part.strip() for part in row)
            continue
        try:
            rating = _rating(cells, rater)
        except ValueError as error:
            message = f"expected a rating, found {quote(' '.join(row))} ({error}); left out"
            reading.report.error(lines[0], "malformed", message)
            continue
        yield rating
    if unrated:
        reading.report.note(None, "unrated", f"{plural(unrated, 'candidate')} without a rating")


def _rating(cells: dict[str, str], rater: str) -> Rating:
    if not rater:
        raise ValueError("no rater: write the name into the column rater, at least in the first row")
    return Rating(
        lexelt=cells["lexelt"],
        id=cells["id"],
        candidate=cells["candidate"],
        rater=rater,
        value=_parse_value(cells["rating"]),
        comment=cells["comment"],
        time=cells["time"],
        phase=cells["phase"],
        first=_parse_value(cells["first"]) if cells["first"].strip() else None,
    )


def _parse_value(text: str) -> float | str:
    """Parse a verdict, in upper or lower case, or a number, with a decimal comma or point."""
    word = text.strip().lower()
    if word in VERDICTS:
        return word
    expected = f"a rating is a number from 0 to {MAX_RATING:g}, or one of {', '.join(VERDICTS)}"
    try:
        number = float(word.replace(",", "."))
    except ValueError:
        raise ValueError(f"{expected}, not {quote(text)}") from None
    if not 0 <= number <= MAX_RATING:
        raise ValueError(f"{expected}, not {quote(text)}")
    return number


def rating_table(columns: Iterable[str], rows: Iterable[Iterable[str]], mark: str = ",") -> str:
    """Write a table with cells that a spreadsheet takes for text."""
    lines = [mark.join(columns), *(mark.join(quote_cell(protect_cell(part), mark) for part in row) for row in rows)]
    return "\n".join(lines) + "\n"


def write_ratings(ratings: Iterable[Rating]) -> Serialisation:
    """Write ratings as a table."""
    rows = (
        (
            *(rating.lexelt, rating.id, rating.candidate, _format_value(rating.value), rating.rater),
            *(rating.comment, rating.time, rating.phase),
            "" if rating.first is None else _format_value(rating.first),
        )
        for rating in ratings
    )
    return Serialisation(rating_table(_READ, rows), [])


def _format_value(value: float | str) -> str:
    return value if isinstance(value, str) else repr(value).removesuffix(".0")


def recognises(beginning: str, kind: Kind) -> bool:
    """Recognise the heading, quoted or not; the reader reports missing columns."""
    columns = columns_of(first_line(beginning), (*_REQUIRED, "value"))
    return kind == "ratings" and "candidate" in columns and len(columns) >= _ENOUGH_COLUMNS


FORMAT = Format(
    name="ratings-csv",
    title="ratings as a table",
    recognises=recognises,
    readers={"ratings": read_ratings},
    writers={"ratings": write_ratings},
)
