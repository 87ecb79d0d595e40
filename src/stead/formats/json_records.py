"""The records of stead JSON Lines: a header with the schema, then one object per line."""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

from stead.core.errors import BadInput
from stead.core.substitutes import MAX_WEIGHT
from stead.formats.format import Kind, Reading, Serialisation, quote

Record = dict[str, Any]
Noun = TypeVar("Noun")
Build = Callable[[Record], Noun]

_ARTICLES: dict[Kind, str] = {
    "items": "an item",
    "annotations": "an annotation",
    "ratings": "a rating",
    "gold": "a gold row",
    "run": "a run row",
}
SCHEMAS: dict[Kind, str] = {kind: f"stead.{kind}/1" for kind in _ARTICLES}
RECORD_ERRORS = (KeyError, TypeError, ValueError, RecursionError)
"""The exceptions that a malformed record raises."""


def refuse_constant(name: str) -> float:
    """Refuse NaN and infinities, which Python reads though they are no JSON."""
    raise ValueError(f"{name} is no JSON number")


def decode(text: str) -> Record:
    """Decode a line that holds one JSON object."""
    value = json.loads(text, parse_constant=refuse_constant)
    if not isinstance(value, dict):
        raise TypeError("not an object")
    return value


def header_of(reading: Reading, kind: Kind, line_number: int, line: str) -> Record:
    """Decode the header, and refuse a file with another schema."""
    try:
        header = decode(line)
    except (ValueError, TypeError, RecursionError):
        header = {}
    if header.get("schema") != SCHEMAS[kind]:
        lists = 'the answers to each item in a list, as in {"1": ["clever", "smart"]}, or ' if kind == "run" else ""
        schema = f'{{"schema": "{SCHEMAS[kind]}"}}'
        raise BadInput(f"{reading.content.path}:{line_number}: expected {lists}{schema}, found {quote(line)}.")
    return header


def parse_records(
    reading: Reading, kind: Kind, build: Build[Noun], lines: Iterable[tuple[int, str]]
) -> Iterator[tuple[int, str, Noun]]:
    """Parse each line; yields line number, line and value. Malformed lines are reported.

    Where files were put together (`cat`), the header comes again, and says nothing new.
    """
    header = {"schema": SCHEMAS[kind]}
    for line_number, line in lines:
        try:
            record = decode(line)
            if record == header:
                continue
            noun = build(record)
        except RECORD_ERRORS as error:
            message = f"expected {_ARTICLES[kind]}, found {quote(line)} ({describe_record_error(error)}); left out"
            reading.report.error(line_number, "malformed", message)
            continue
        yield line_number, line, noun


def describe_record_error(error: Exception) -> str:
    """Say why a record is malformed."""
    if isinstance(error, KeyError):
        return f"no field {error}"
    return "a number of too many digits" if "set_int_max_str_digits" in str(error) else str(error)


def refuse_unknown_fields(record: Record, known: tuple[str, ...]) -> None:
    """Refuse unknown fields, so that a misspelt name is not taken for a missing one."""
    unknown = next((name for name in record if name not in known), None)
    if unknown is not None:
        raise ValueError(f"{quote(unknown)} is no field of it; {suggest_name(unknown, known)}")


def suggest_name(name: str, known: Sequence[str]) -> str:
    """Suggest which of the known names was meant."""
    close = get_close_matches(name.strip().lower(), known, n=1)
    return f"{close[0]} may be meant" if close else f"there are {', '.join(known)}"


def text_of(record: Record, name: str, default: str | None = None) -> str:
    """The text of a field."""
    value = record[name] if default is None else record.get(name, default)
    return check_text(value, name)


def texts_of(value: object, name: str) -> list[str]:
    """Check a list of texts."""
    return [check_text(part, name) for part in list_of(value, name)]


def check_text(value: object, name: str) -> str:
    """Check a text: JSON can spell half of a surrogate pair, which cannot be written."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is not text")
    if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
        raise ValueError(f"{name} holds half of a surrogate pair")
    return value


def number_of(value: object, name: str) -> float:
    """Check a finite number."""
    try:
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise TypeError(f"{name} is not a finite number")
    return number


def number_up_to(limit: float, value: object, name: str) -> float:
    """Check a number from 0 to a limit."""
    number = number_of(value, name)
    if not 0 <= number <= limit:
        raise ValueError(f"{name} is not from 0 to {limit:g}")
    return number


def weight_of(value: object, name: str) -> float:
    """Check a weight."""
    return number_up_to(MAX_WEIGHT, value, name)


def list_of(value: object, name: str) -> list[Any]:
    """Check a list."""
    if not isinstance(value, list):
        raise TypeError(f"{name} is not a list")
    return value


def flag_of(record: Record, name: str) -> bool:
    """The value of a field that is true or false; false if it is missing."""
    value = record.get(name, False)
    if not isinstance(value, bool):
        raise TypeError(f"{name} is not true or false")
    return value


def drop_empty_fields(record: Record, required: Iterable[str]) -> Record:
    """Drop optional fields that are empty."""
    empty = {name for name, value in record.items() if value is False or value in ("", (), None)}
    return {name: value for name, value in record.items() if name not in empty.difference(required)}


def serialise_records(header: Record, records: Iterable[Record]) -> Serialisation:
    """Write a header and records, one per line."""
    try:
        lines = [json.dumps(record, ensure_ascii=False, allow_nan=False) for record in (header, *records)]
    except ValueError:
        raise BadInput("a weight or score that is not finite cannot be written.") from None
    return Serialisation("\n".join(lines) + "\n", [])
