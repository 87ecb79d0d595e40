"""The records of stead JSON Lines: one object a line behind a header that says what they are."""

import json
import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from difflib import get_close_matches
from typing import Any, TypeVar

from stead.core.errors import BadInput
from stead.core.gold import MAX_WEIGHT
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
"""What reading a record that is not as it should be raises."""


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is no JSON number")


def decode(text: str) -> Record:
    """The object that a line holds."""
    value = json.loads(text, parse_constant=_refuse_constant)
    if not isinstance(value, dict):
        raise TypeError("not an object")
    return value


def header_of(reading: Reading, kind: Kind, number: int, line: str) -> Record:
    """The header, if it says that what follows is what was looked for."""
    try:
        header = decode(line)
    except (ValueError, TypeError, RecursionError):
        header = {}
    if header.get("schema") != SCHEMAS[kind]:
        raise BadInput(
            f'{reading.content.path}:{number}: expected {{"schema": "{SCHEMAS[kind]}"}}, found {quote(line)}.'
        )
    return header


def parse_records(
    reading: Reading, kind: Kind, build: Build[Noun], lines: Iterable[tuple[int, str]]
) -> Iterator[tuple[int, str, Noun]]:
    """What each line stands for, with the line and its number; one that is malformed is reported."""
    for number, line in lines:
        try:
            noun = build(decode(line))
        except RECORD_ERRORS as error:
            message = f"expected {_ARTICLES[kind]}, found {quote(line)} ({_reason(error)}); left out"
            reading.report.error(number, "malformed", message)
            continue
        yield number, line, noun


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"no field {error}"
    return "a number of too many digits" if "set_int_max_str_digits" in str(error) else str(error)


def refuse_unknown_fields(record: Record, known: tuple[str, ...]) -> None:
    """A misspelt name must not look like a field that is not there."""
    unknown = next((name for name in record if name not in known), None)
    if unknown is not None:
        raise ValueError(f"{quote(unknown)} is no field of it; {suggest_name(unknown, known)}")


def suggest_name(name: str, known: Sequence[str]) -> str:
    """Which of the known names may have been meant."""
    close = get_close_matches(name.strip().lower(), known, n=1)
    return f"{close[0]} may be meant" if close else f"there are {', '.join(known)}"


def text_of(record: Record, name: str, default: str | None = None) -> str:
    """A field that is text."""
    value = record[name] if default is None else record.get(name, default)
    return check_text(value, name)


def texts_of(value: object, name: str) -> list[str]:
    """A list of texts."""
    return [check_text(part, name) for part in list_of(value, name)]


def check_text(value: object, name: str) -> str:
    """A text that can be written again: JSON can spell half of a character."""
    if not isinstance(value, str):
        raise TypeError(f"{name} is not text")
    if not value.isascii() and any("\ud800" <= char <= "\udfff" for char in value):
        raise ValueError(f"{name} holds half of a surrogate pair")
    return value


def number_of(value: object, name: str) -> float:
    """A finite number."""
    try:
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise TypeError(f"{name} is not a finite number")
    return number


def number_up_to(limit: float, value: object, name: str) -> float:
    """A number from 0 to a limit."""
    own = number_of(value, name)
    if not 0 <= own <= limit:
        raise ValueError(f"{name} is not from 0 to {limit:g}")
    return own


def weight_of(value: object, name: str) -> float:
    """A weight."""
    return number_up_to(MAX_WEIGHT, value, name)


def list_of(value: object, name: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise TypeError(f"{name} is not a list")
    return value


def flag_of(record: Record, name: str) -> bool:
    """A field that is true or false, false if it is not there."""
    value = record.get(name, False)
    if not isinstance(value, bool):
        raise TypeError(f"{name} is not true or false")
    return value


def drop_empty_fields(record: Record, required: Iterable[str]) -> Record:
    """Without the optional fields that say nothing."""
    empty = {name for name, value in record.items() if value is False or value in ("", (), None)}
    return {name: value for name, value in record.items() if name not in empty.difference(required)}


def serialise_records(header: Record, records: Iterable[Record]) -> Serialisation:
    """A header and records, one a line."""
    try:
        lines = [json.dumps(record, ensure_ascii=False, allow_nan=False) for record in (header, *records)]
    except ValueError:
        raise BadInput("a weight or score that is not finite cannot be written.") from None
    return Serialisation("\n".join(lines) + "\n", [])
