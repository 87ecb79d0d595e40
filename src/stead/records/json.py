"""Write records as JSON, read them back by the types of their fields, and make their JSON Schema."""

import json
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, ClassVar, NoReturn, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from stead.core.errors import BadInput
from stead.core.text import one_line

Kind = TypeVar("Kind")
Maker = Callable[[Any], Any]
_LARGEST = 2**53
"""The largest count: beyond it, programs that read numbers as floats lose whole units."""

_LONGEST_QUOTE = 60


def to_json(record: Any) -> str:
    """Write a record as JSON, one part a line; equal records give equal bytes."""
    parts = (f"{_dump(field.name)}: {_dump_part(getattr(record, field.name))}" for field in fields(record))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _dump_part(value: Any) -> str:
    if isinstance(value, tuple) and value:
        return "[\n" + ",\n".join(map(_dump, value)) + "\n]"
    return _dump(value)


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_field_values)


def _field_values(record: Any) -> dict[str, Any]:
    return {field.name: getattr(record, field.name) for field in fields(record)}


class _Misfit(Exception):
    """A value that does not fit its type; each enclosing level adds its step to the path."""

    def __init__(self, message: str) -> None:
        self.message, self.path = message, ""

    def inside(self, step: str) -> "_Misfit":
        """Add the step of the enclosing level to the path."""
        self.path = step + self.path
        return self


def from_json(kind: type[Kind], text: str | bytes, source: str) -> Kind:
    """Read a record from JSON; a value that does not fit its type is refused, with its path in the document."""
    try:
        document = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_refuse_repeated_names)
        _check_schema(kind, document)
        record: Kind = _maker(cast("Any", kind))(document)
    except _Misfit as misfit:
        where = f" at {one_line(misfit.path.removeprefix('.'))}:" if misfit.path else ""
        raise BadInput(f"{source}:{where} {one_line(misfit.message)}.") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{source}: not JSON ({error}); expected a comparison saved by `stead compare`.") from None
    return record


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _refuse_repeated_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} occurs twice in one object")
    return document


def _check_schema(kind: Any, document: Any) -> None:
    """Refuse a document of another kind or version before its parts are read."""
    expected = kind.__dataclass_fields__["schema"].default
    actual = document.get("schema") if isinstance(document, dict) else None
    if actual != expected:
        raise _Misfit(f"expected the schema {expected}, found {_quote(actual)}. Was it saved by `stead compare`?")


@cache
def _maker(kind: Any) -> Maker:
    """The function that turns a JSON value into a value of this type."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return _optional_maker(_maker(next(argument for argument in arguments if argument is not NoneType)))
    if origin is tuple:
        return _list_maker(_maker(arguments[0]))
    if origin is dict:
        return _dict_maker(_maker(arguments[1]))
    if is_named_tuple(kind):
        return _row_maker(kind)
    if is_dataclass(kind):
        return _object_maker(kind)
    return {str: _make_text, int: _make_integer, float: _make_number, bool: _make_flag}[kind]


def _optional_maker(inner: Maker) -> Maker:
    return lambda value: None if value is None else inner(value)


def _list_maker(inner: Maker) -> Maker:
    def make(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _unexpected("a list", value)
        return tuple(_make_parts((f"[{index}]", inner, part) for index, part in enumerate(value)))

    return make


def _dict_maker(inner: Maker) -> Maker:
    def make(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _unexpected("an object", value)
        return dict(zip(value, _make_parts((f".{name}", inner, part) for name, part in value.items()), strict=True))

    return make


def _row_maker(kind: Any) -> Maker:
    names, makers = list(hints_of(kind)), list(map(_maker, hints_of(kind).values()))

    def make(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(makers):
            raise _unexpected(f"a list of {', '.join(names)}", value)
        steps = (f".{name}" for name in names)
        return kind(*_make_parts(zip(steps, makers, value, strict=True)))

    return make


def _object_maker(kind: Any) -> Maker:
    makers = {name: _maker(hint) for name, hint in hints_of(kind).items()}
    if "schema" in makers:
        makers["schema"] = _constant_maker(kind.__dataclass_fields__["schema"].default)

    def make(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _unexpected(f"an object with {', '.join(makers)}", value)
        for name in makers.keys() - value.keys():
            raise _Misfit(f"{name!r} is missing")
        for name in value.keys() - makers.keys():
            raise _Misfit(f"{name!r} is not expected here; there are {', '.join(makers)}")
        parts = _make_parts((f".{name}", maker, value[name]) for name, maker in makers.items())
        return kind(**dict(zip(makers, parts, strict=True)))

    return make


def _make_parts(parts: Iterable[tuple[str, Maker, Any]]) -> Iterator[Any]:
    for step, make, value in parts:
        try:
            yield make(value)
        except _Misfit as misfit:
            raise misfit.inside(step) from None


def _constant_maker(expected: str) -> Maker:
    def make(value: Any) -> Any:
        if value != expected:
            raise _unexpected(repr(expected), value)
        return value

    return make


def _make_text(value: Any) -> str:
    if not isinstance(value, str):
        raise _unexpected("a text", value)
    return value


def _make_flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _unexpected("true or false", value)
    return value


def _make_integer(value: Any) -> int:
    if type(value) is not int or abs(value) > _LARGEST:
        raise _unexpected("a whole number", value)
    return value


def _make_number(value: Any) -> float:
    if type(value) is float and math.isfinite(value):
        return value
    if type(value) is int and abs(value) <= _LARGEST:
        return float(value)
    raise _unexpected("a number", value)


def _unexpected(expected: str, value: Any) -> _Misfit:
    return _Misfit(f"expected {expected}, found {_quote(value)}")


def _quote(value: Any) -> str:
    """Quote a value in a message; lists, objects and long texts are abbreviated."""
    if isinstance(value, dict | list):
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST_QUOTE else text[:_LONGEST_QUOTE] + "..."


def is_named_tuple(kind: Any) -> bool:
    """Whether a type is a tuple with named fields."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    """The types of a record's fields."""
    return {name: hint for name, hint in get_type_hints(kind).items() if get_origin(hint) is not ClassVar}


_PLAIN: dict[object, str] = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def schema_of(kind: type) -> dict[str, Any]:
    """Make the JSON Schema of a record."""
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
        return {"anyOf": [_schema(argument, definitions) for argument in arguments]}
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
