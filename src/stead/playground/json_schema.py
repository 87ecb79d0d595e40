"""Parse and validate JSON by a schema, in the part of JSON Schema 2020-12 that the service uses."""

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

from stead.core.errors import BadInput
from stead.core.text import one_line

Schema = Mapping[str, Any]

_LONGEST_QUOTE = 60
_TYPES = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "integer": "a whole number",
    "boolean": "true or false",
}


def parse_json(body: bytes) -> Any:
    """Parse a body: UTF-8, no key twice, and no numbers that JSON does not have."""
    try:
        return json.loads(body.decode(), object_pairs_hook=_each_key_once, parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise BadInput(f"the body is not UTF-8: byte {error.start + 1}.") from None
    except json.JSONDecodeError as error:
        raise BadInput(f"the body is not JSON: line {error.lineno}, column {error.colno}: {error.msg}.") from None
    except RecursionError:
        raise BadInput("the body is nested too deeply.") from None
    except ValueError:  # of more digits than Python reads
        raise BadInput("the body holds a number that is too long.") from None


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise BadInput(f"the body has the key {_quote(repeated)} twice in one object.")
    return values


def _refuse_constant(constant: str) -> None:
    raise BadInput(f"the body is not JSON: {constant} is not a number of JSON.")


def read(value: Any, schema: Schema, where: str = "") -> Any:
    """Check a value against a schema, and return it with the defaults filled in; BadInput says where it differs."""
    if "oneOf" in schema:
        return read(value, _choose(value, schema["oneOf"], where), where)
    kind = schema["type"]
    if kind == "integer" and isinstance(value, float) and isfinite(value) and value.is_integer():
        value = int(value)  # JSON Schema: 1.0 is an integer
    if not _is_a(kind, value):
        raise _unexpected(where, _TYPES[kind], value)
    if "enum" in schema and value not in schema["enum"]:
        *others, last = (str(choice) for choice in schema["enum"])
        raise _unexpected(where, f"{', '.join(others)} or {last}" if others else last, value)
    if kind == "string":
        return _text(value, schema, where)
    if kind == "integer":
        return _number(value, schema, where)
    if kind == "array":
        _size(len(value), schema, "Items", "element", where)
        return [read(element, schema["items"], f"{where}[{index}]") for index, element in enumerate(value)]
    return _object(value, schema, where) if kind == "object" else value


def _choose(value: Any, schemas: list[Schema], where: str) -> Schema:
    """The alternative that a value is meant to be: of its type, and with the properties that it requires."""
    fitting = [schema for schema in schemas if _is_a(schema["type"], value)]
    if isinstance(value, dict) and fitting:
        named = [schema for schema in fitting if {*schema["required"]} <= {*value}]
        if len(named) != 1:
            required = [" and ".join(f"`{name}`" for name in schema["required"]) for schema in fitting]
            raise BadInput(
                f"{_prefix(where)}expected {' or '.join(required)}, {'not both' if named else 'found none'}."
            )
        return named[0]
    if not fitting:
        kinds = dict.fromkeys(_TYPES[schema["type"]] for schema in schemas)
        raise _unexpected(where, " or ".join(kinds), value)
    return fitting[0]


def _is_a(kind: str, value: Any) -> bool:
    if kind == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, {"object": dict, "array": list, "string": str, "boolean": bool}[kind])


def _text(value: str, schema: Schema, where: str) -> str:
    _size(len(value), schema, "Length", "character", where)
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise BadInput(f"{_prefix(where)}character {error.start + 1} is half of a surrogate pair.") from None
    return value


def _number(value: int, schema: Schema, where: str) -> int:
    least, most = schema.get("minimum"), schema.get("maximum")
    if (least is not None and value < least) or (most is not None and value > most):
        bounds = f"from {least}" if most is None else f"from {least} to {most}"
        raise _unexpected(where, f"a whole number {bounds}", value)
    return value


def _size(size: int, schema: Schema, kind: str, unit: str, where: str) -> None:
    least, most = schema.get(f"min{kind}", 0), schema.get(f"max{kind}")
    if size < least or (most is not None and size > most):
        bound, number = ("least", least) if size < least else ("most", most)
        units = unit if number == 1 else f"{unit}s"
        raise BadInput(f"{_prefix(where)}expected at {bound} {number:,} {units}, found {size:,}.")


def _object(value: dict[str, Any], schema: Schema, where: str) -> dict[str, Any]:
    properties = schema["properties"]
    for name in value:
        if name not in properties:
            raise BadInput(f"{_prefix(where)}{_quote(name)} is not known; there are {', '.join(properties)}.")
    for name in schema.get("required", ()):
        if name not in value:
            raise BadInput(f"{_prefix(where)}`{name}` is missing.")
    given = {name: read(value[name], properties[name], f"{where}.{name}" if where else name) for name in value}
    return {**{name: part["default"] for name, part in properties.items() if "default" in part}, **given}


def _unexpected(where: str, expected: str, value: Any) -> BadInput:
    return BadInput(f"{_prefix(where)}expected {expected}, found {_quote(value)}.")


def _prefix(where: str) -> str:
    return f"{where}: " if where else ""


def _quote(value: Any) -> str:
    """A value in a message: on one line, shortened."""
    try:
        written = json.dumps(value, ensure_ascii=False)
    except (RecursionError, ValueError):  # nested too deeply, or a number of thousands of digits
        return "something too large to show"
    return one_line(written if len(written) <= _LONGEST_QUOTE else f"{written[:_LONGEST_QUOTE]}...")
