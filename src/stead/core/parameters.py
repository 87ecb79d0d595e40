"""Immutable records, and parameters declared once: validation, help, printing and signatures all come from there.

A class with declared parameters is a record (or a frozen dataclass) whose fields are made by `choice` or `number`:

    class Rank(Record):
        depth: int = number(10, "how many answers are looked at")

    settings(Rank())                      == {"depth": "10"}
    configure(Rank(), {"depth": "5"})     == Rank(depth=5)

A field of settings that are signed says how (`signed`), or why it cannot change a figure (`unsigned`).
"""

import hashlib
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from dataclasses import Field, FrozenInstanceError, dataclass, field, fields, replace
from typing import Any, ClassVar, NamedTuple, TypeVar, dataclass_transform

from stead._version import __version__
from stead.core.errors import UsageError
from stead.core.text import escape_unprintable


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Record:
    """A frozen dataclass whose methods are inherited; only `__init__` is compiled for each class.

    To type checkers and to the functions of `dataclasses` it is a dataclass like others; the keywords of a class are
    those of the decorator: `class Score(Record, kw_only=True)`. With `eq=False` a record equals only itself.

    `@dataclass(frozen=True)` compiles six methods for each class. For the sixty classes that scoring needs, this took
    about as long as scoring 2,000 items. Classes of the public interface are dataclasses all the same: the reference
    shows their fields.
    """

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]
    _names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls, *, kw_only: bool = False, eq: bool = True) -> None:
        super().__init_subclass__()
        dataclass(eq=False, repr=False, kw_only=kw_only)(cls)
        cls._names = tuple(part.name for part in fields(cls))
        if not eq:
            cls.__eq__, cls.__hash__ = object.__eq__, object.__hash__  # type: ignore[method-assign]

    def __setattr__(self, name: str, value: object) -> None:
        """Set a field once, as `__init__` does."""
        if name in vars(self) or name not in self._names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super().__setattr__(name, value)

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def _values(self) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in self._names)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and type(self) is type(other) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self), *self._values()))

    def __repr__(self) -> str:
        values = zip(self._names, self._values(), strict=True)
        return f"{type(self).__qualname__}({', '.join(f'{name}={value!r}' for name, value in values)})"


Declared = TypeVar("Declared", bound=Any)


class Declaration(NamedTuple):
    """A parameter: its meaning, what it accepts, and a function that parses its text (raising ValueError)."""

    meaning: str
    accepts: str
    read: Callable[[str], Any]


def choice(default: str, options: Mapping[str, str], meaning: str) -> Any:
    """Declare a parameter that takes one of some words, each with its explanation."""

    def read(text: str) -> str:
        if text not in options:
            raise ValueError(text)
        return text

    explained = ", ".join(f"{word} ({what})" for word, what in options.items())
    return field(default=default, metadata={"declaration": Declaration(meaning, explained, read)})


def number(default: int, meaning: str, *, least: int = 1, most: int = 1_000_000) -> Any:
    """Declare a parameter that takes a whole number."""

    def read(text: str) -> int:
        if not (text.isdecimal() and least <= int(text) <= most):
            raise ValueError(text)
        return int(text)

    declaration = Declaration(meaning, f"a whole number from {least} to {most}", read)
    return field(default=default, metadata={"declaration": declaration})


def declarations(value: Any) -> dict[str, Declaration]:
    """The declared parameters of an instance or class, by name, in order."""
    return {part.name: part.metadata["declaration"] for part in fields(value)}


def settings(value: Any) -> dict[str, str]:
    """Every parameter with its value as text."""
    return {name: str(getattr(value, name)) for name in declarations(value)}


class Setting(NamedTuple):
    """One choice of a procedure, as data sheets list it: `short` is its name in the signature."""

    short: str
    name: str
    value: str
    meaning: str


def declared_settings(value: Any, short: Mapping[str, str]) -> list[Setting]:
    """The declared parameters of a value as settings; `short` has their names in the signature."""
    values = settings(value)
    return [
        Setting(short[name], name.replace("_", " "), values[name], f"{declared.meaning}; {declared.accepts}")
        for name, declared in declarations(value).items()
    ]


_UNREADABLE = object()


def validate(value: Any) -> None:
    """Refuse a parameter that its declaration would not parse, and store it as parsed (1 for 1.0)."""
    for name, declared in declarations(value).items():
        given = getattr(value, name)
        try:
            read = declared.read(str(given))
        except ValueError:
            read = _UNREADABLE
        if read != given:
            raise UsageError(
                f"{name}={escape_unprintable(str(given))} is not valid; {name} is {declared.accepts}.", parameter=name
            )
        object.__setattr__(value, name, read)


def configure(value: Declared, texts: Mapping[str, str]) -> Declared:
    """Copy a value with parameters parsed from text; a wrong name or value is a UsageError listing what is valid."""
    declared = declarations(value)
    changes = {}
    for name, text in texts.items():
        if name not in declared:
            raise UsageError(f"{name!r} is not a parameter of {value}; it has {', '.join(declared) or 'none'}.")
        try:
            changes[name] = declared[name].read(text)
        except ValueError:
            raise UsageError(
                f"{name}={escape_unprintable(text)} is not valid; {name} is {declared[name].accepts}."
            ) from None
    return replace(value, **changes)


_HASH_SHOWN = 12
_SIGNED = "signature"

VERSION = f"v:{__version__}"
"""How every signature ends."""


def sign_procedure(noun: str, procedure: Iterable[Setting]) -> str:
    """The signature of what a procedure makes, as of a gold: `gold|max:3|min:2|weights:counts|...|v:1.0.0`."""
    return "|".join([noun, *(f"{setting.short}:{setting.value}" for setting in procedure), VERSION])


Parts = Mapping[str, Callable[[Any, Any], str | None]]
"""The parts of a signature by key: each a function of the settings and of what was measured with them.

The function returns None where the part is left out, for instance for a default.
"""


def signed(parts: Parts) -> dict[str, Parts]:
    """The metadata of a field that is part of signatures; it may have several parts."""
    return {_SIGNED: parts}


def unsigned(because: str) -> dict[str, Parts | str]:
    """The metadata of a field that cannot change a figure, with the reason."""
    return {_SIGNED: {}, "because": because}


def signed_parts(settings: Any, about: Any, *, without: Container[str] = ()) -> Iterator[str]:
    """The parts of a signature, field by field: `key:text`; keys in `without` are left out."""
    for part in fields(settings):
        if _SIGNED not in part.metadata:
            raise TypeError(f"{type(settings).__name__}.{part.name} says neither how it is signed nor why it is not.")
        for key, show in part.metadata[_SIGNED].items():
            text = None if key in without else show(settings, about)
            if text is not None:
                yield f"{key}:{text}"


def digest(content: object) -> str:
    """SHA-256 of the `repr` of a value."""
    return hashlib.sha256(repr(content).encode(errors="backslashreplace")).hexdigest()


def shorten_hash(sha256: str) -> str:
    """Shorten a hash for a signature."""
    return f"sha256:{sha256[:_HASH_SHOWN]}"
