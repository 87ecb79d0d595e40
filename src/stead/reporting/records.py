"""Records to JSON and back, and the JSON Schema of a record: all three follow the types of its fields."""

import json
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from stead.task import BadInput

Kind = TypeVar("Kind")
_PLAIN: dict[object, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def to_json(record: object) -> str:
    """The record as JSON; the same record always as the same bytes."""
    return json.dumps(_plain(record), ensure_ascii=False, allow_nan=False, indent=1) + "\n"


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: _plain(own) for key, own in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(own) for own in value]
    return value


def from_json(kind: type[Kind], text: str, place: str) -> Kind:
    """The record of a JSON text; whatever does not fit its types is refused, with the place in the document."""
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{place}: not JSON ({error}); expected a comparison saved by `stead compare`.") from None
    expected = getattr(kind, "__dataclass_fields__")["schema"].default  # noqa: B009 (of whatever record it is)
    found = document.get("schema") if isinstance(document, dict) else None
    if found != expected:
        raise BadInput(f"{place}: expected the schema {expected}, found {found!r}. Was it saved by `stead compare`?")
    made: Kind = _made(kind, document, place, "$")
    return made


def _made(kind: Any, value: Any, place: str, path: str) -> Any:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return _made_of_any(arguments, value, place, path)
    if origin is tuple:
        return _made_list(arguments, value, place, path)
    if origin is dict and isinstance(value, dict):
        return {key: _made(arguments[1], own, place, f"{path}.{key}") for key, own in value.items()}
    if _is_named_tuple(kind) and isinstance(value, list) and len(value) == len(_hints(kind)):
        return kind(*(_made(hint, own, place, path) for hint, own in zip(_hints(kind).values(), value, strict=True)))
    if is_dataclass(kind) and isinstance(value, dict) and value.keys() == _hints(kind).keys():
        parts = {name: _made(hint, value[name], place, f"{path}.{name}") for name, hint in _hints(kind).items()}
        return kind(**parts)  # type: ignore[operator]
    if type(value) is kind or (kind is float and type(value) is int):
        return value
    raise BadInput(f"{place}: at {path}: expected {_expected(kind)}, found {str(value)[:60]!r}.")


def _made_of_any(kinds: tuple[Any, ...], value: Any, place: str, path: str) -> Any:
    """Whichever fits; the last one says what is wrong."""
    if value is None and NoneType in kinds:
        return None
    others = [kind for kind in kinds if kind is not NoneType]
    for kind in others[:-1]:
        try:
            return _made(kind, value, place, path)
        except BadInput:
            continue
    return _made(others[-1], value, place, path)


def _made_list(arguments: tuple[Any, ...], value: Any, place: str, path: str) -> Any:
    if not isinstance(value, list):
        raise BadInput(f"{place}: at {path}: expected a list, found {str(value)[:60]!r}.")
    return tuple(_made(arguments[0], own, place, f"{path}[{number}]") for number, own in enumerate(value))


def _expected(kind: Any) -> str:
    if is_dataclass(kind):
        return f"an object with {', '.join(_hints(kind))}"
    if _is_named_tuple(kind):
        return f"a list of {', '.join(_hints(kind))}"
    return _PLAIN.get(kind, "an object")


def _is_named_tuple(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


_KNOWN_HINTS: dict[Any, dict[str, Any]] = {}


def _hints(kind: Any) -> dict[str, Any]:
    if kind not in _KNOWN_HINTS:
        _KNOWN_HINTS[kind] = get_type_hints(kind)
    return _KNOWN_HINTS[kind]


def schema_of(kind: type) -> dict[str, Any]:
    """The JSON Schema of a record."""
    definitions: dict[str, Any] = {}
    root = _schema(kind, definitions)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **root,
        "$defs": dict(sorted(definitions.items())),
    }


def _schema(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return {"anyOf": [_schema(each, definitions) for each in arguments]}
    if origin is tuple:
        return {"type": "array", "items": _schema(arguments[0], definitions)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(arguments[1], definitions)}
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if kind.__name__ not in definitions:
        definitions[kind.__name__] = {}  # a record may contain its own kind
        definitions[kind.__name__] = _definition(kind, definitions)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _definition(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    parts = {name: _schema(hint, definitions) for name, hint in _hints(kind).items()}
    about = (kind.__doc__ or "").partition("\n")[0]
    if _is_named_tuple(kind):
        return {
            "description": about,
            "type": "array",
            "prefixItems": list(parts.values()),
            "minItems": len(parts),
            "maxItems": len(parts),
        }
    if is_dataclass(kind) and "schema" in parts:
        parts["schema"] = {"const": kind.__dataclass_fields__["schema"].default}
    return {
        "description": about,
        "type": "object",
        "properties": parts,
        "required": list(parts),
        "additionalProperties": False,
    }
