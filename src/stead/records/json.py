"""Records to JSON and back, by the types of their fields."""

import json
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, NoReturn, TypeVar, Union, cast, get_args, get_origin, get_type_hints

from stead.core.errors import BadInput
from stead.core.text import one_line

Kind = TypeVar("Kind")
Maker = Callable[[Any], Any]
_MOST = 2**53
"""No count is larger: beyond it, programs that read numbers as floats lose whole units."""

_SHOWN = 60


def to_json(record: Any) -> str:
    """The record as JSON, one part a line; the same record always as the same bytes."""
    parts = (f"{_dumped(field.name)}: {_part(getattr(record, field.name))}" for field in fields(record))
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _part(value: Any) -> str:
    if isinstance(value, tuple) and value:
        return "[\n" + ",\n".join(map(_dumped, value)) + "\n]"
    return _dumped(value)


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, default=_named_parts)


def _named_parts(record: Any) -> dict[str, Any]:
    return {field.name: getattr(record, field.name) for field in fields(record)}


class _Misfit(Exception):
    """Something that does not fit its type; the path to it grows while it is passed outwards."""

    def __init__(self, message: str) -> None:
        self.message, self.path = message, ""

    def inside(self, step: str) -> "_Misfit":
        """The same, seen from one level further out."""
        self.path = step + self.path
        return self


def from_json(kind: type[Kind], text: str | bytes, place: str) -> Kind:
    """The record of a JSON text; whatever does not fit its types is refused, with the place in the document."""
    try:
        document = json.loads(text, parse_constant=_no_number, object_pairs_hook=_without_repeats)
        _check_schema(kind, document)
        made: Kind = _maker(cast("Any", kind))(document)
    except _Misfit as misfit:
        where = f" at {one_line(misfit.path.removeprefix('.'))}:" if misfit.path else ""
        raise BadInput(f"{place}:{where} {one_line(misfit.message)}.") from None
    except (ValueError, RecursionError) as error:
        raise BadInput(f"{place}: not JSON ({error}); expected a comparison saved by `stead compare`.") from None
    return made


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        raise ValueError(f"{next(name for name in names if names.count(name) > 1)!r} stands twice in one object")
    return found


def _check_schema(kind: Any, document: Any) -> None:
    """Say first, and once, that it is something else altogether, or of another version."""
    expected = kind.__dataclass_fields__["schema"].default
    found = document.get("schema") if isinstance(document, dict) else None
    if found != expected:
        raise _Misfit(f"expected the schema {expected}, found {_shown(found)}. Was it saved by `stead compare`?")


@cache
def _maker(kind: Any) -> Maker:
    """What makes a value of this type of what JSON has in its place."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in {Union, UnionType}:
        return _optional(_maker(next(each for each in arguments if each is not NoneType)))
    if origin is tuple:
        return _list_maker(_maker(arguments[0]))
    if origin is dict:
        return _dict_maker(_maker(arguments[1]))
    if is_named_tuple(kind):
        return _row_maker(kind)
    if is_dataclass(kind):
        return _object_maker(kind)
    return {str: _text, int: _whole_number, float: _number, bool: _flag}[kind]


def _optional(inner: Maker) -> Maker:
    return lambda value: None if value is None else inner(value)


def _list_maker(inner: Maker) -> Maker:
    def made(value: Any) -> tuple[Any, ...]:
        if not isinstance(value, list):
            raise _unexpected("a list", value)
        return tuple(_each(((f"[{number}]", inner, own) for number, own in enumerate(value))))

    return made


def _dict_maker(inner: Maker) -> Maker:
    def made(value: Any) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _unexpected("an object", value)
        return dict(zip(value, _each((f".{name}", inner, own) for name, own in value.items()), strict=True))

    return made


def _row_maker(kind: Any) -> Maker:
    names, makers = list(hints_of(kind)), list(map(_maker, hints_of(kind).values()))

    def made(value: Any) -> Any:
        if not isinstance(value, list) or len(value) != len(makers):
            raise _unexpected(f"a list of {', '.join(names)}", value)
        return kind(*_each((f".{name}", maker, own) for name, maker, own in zip(names, makers, value, strict=True)))

    return made


def _object_maker(kind: Any) -> Maker:
    makers = {name: _maker(hint) for name, hint in hints_of(kind).items()}
    if "schema" in makers:
        makers["schema"] = _constant(kind.__dataclass_fields__["schema"].default)

    def made(value: Any) -> Any:
        if not isinstance(value, dict):
            raise _unexpected(f"an object with {', '.join(makers)}", value)
        for name in makers.keys() - value.keys():
            raise _Misfit(f"{name!r} is missing")
        for name in value.keys() - makers.keys():
            raise _Misfit(f"{name!r} is nothing that stands here; there are {', '.join(makers)}")
        parts = _each((f".{name}", maker, value[name]) for name, maker in makers.items())
        return kind(**dict(zip(makers, parts, strict=True)))

    return made


def _each(parts: Iterable[tuple[str, Maker, Any]]) -> Iterator[Any]:
    for step, maker, value in parts:
        try:
            yield maker(value)
        except _Misfit as misfit:
            raise misfit.inside(step) from None


def _constant(expected: str) -> Maker:
    def made(value: Any) -> Any:
        if value != expected:
            raise _unexpected(repr(expected), value)
        return value

    return made


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise _unexpected("a text", value)
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise _unexpected("true or false", value)
    return value


def _whole_number(value: Any) -> int:
    if type(value) is not int or abs(value) > _MOST:
        raise _unexpected("a whole number", value)
    return value


def _number(value: Any) -> float:
    if type(value) is float and math.isfinite(value):
        return value
    if type(value) is int and abs(value) <= _MOST:
        return float(value)
    raise _unexpected("a number", value)


def _unexpected(expected: str, value: Any) -> _Misfit:
    return _Misfit(f"expected {expected}, found {_shown(value)}")


def _shown(value: Any) -> str:
    """A value in a message, without the insides of large ones."""
    if isinstance(value, dict | list):
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "..."


def is_named_tuple(kind: Any) -> bool:
    """Whether a type is a tuple with named fields."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


@cache
def hints_of(kind: Any) -> dict[str, Any]:
    """The types of a record's fields."""
    return get_type_hints(kind)


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
