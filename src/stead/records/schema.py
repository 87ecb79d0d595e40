"""The JSON Schema of a record, by the types of its fields."""

from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin

from stead.records.json import hints_of, is_named_tuple

_PLAIN: dict[object, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


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
        definitions[kind.__name__] = _definition(kind, definitions)
    return {"$ref": f"#/$defs/{kind.__name__}"}


def _definition(kind: Any, definitions: dict[str, Any]) -> dict[str, Any]:
    parts = {name: _schema(hint, definitions) for name, hint in hints_of(kind).items()}
    about = " ".join((kind.__doc__ or "").split())
    if is_named_tuple(kind):
        return {
            "description": about,
            "type": "array",
            "prefixItems": [{"title": name, **part} for name, part in parts.items()],
            "items": False,
            "minItems": len(parts),
        }
    if "schema" in parts:
        parts["schema"] = {"const": kind.__dataclass_fields__["schema"].default}
    return {
        "description": about,
        "type": "object",
        "properties": parts,
        "required": list(parts),
        "additionalProperties": False,
    }
