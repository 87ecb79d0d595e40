"""Check the arguments of public functions against their annotations: one rule, and one sentence for each mistake.

A function with `@checked` refuses a value that its annotation does not allow, and says which parameter it is:

>>> import stead
>>> stead.score({"1": {"clever": 3}}, {"1": ["clever"]}, by=5)
Traceback (most recent call last):
    ...
stead.core.errors.UsageError: by is a name such as 'pos', a file of groups, or a list of these, not 5.

An annotation may bound a number, `Annotated[int, Range(1)]`, and say what it means, `Annotated[StrPath, "a folder"]`.
"""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cache, wraps
from numbers import Integral, Real
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeVar, Union, Unpack, get_args, get_origin

from stead.core.errors import UsageError
from stead.core.parameters import Record

MOST = 2**31 - 1
"""The greatest whole number where a range names no other."""
_LONG = 2**63 - 1
"""The greatest whole number where there is no range, and the greatest seed."""


class Range(Record):
    """The least and the greatest value of a number, in an annotation: `Annotated[int, Range(1)]`."""

    least: float
    most: float | None = None

    def __contains__(self, value: float) -> bool:
        most = MOST if self.most is None and isinstance(value, int) else self.most
        return self.least <= value and (most is None or value <= most)

    def __str__(self) -> str:
        return f" from {self.least}" + ("" if self.most in {None, _LONG} else f" to {self.most}")


Positive = Annotated[int, Range(1)]
NotNegative = Annotated[int, Range(0)]
Seed = Annotated[int, Range(0, _LONG)]

AnyFunction = TypeVar("AnyFunction", bound=Callable[..., Any])


def checked(function: AnyFunction) -> AnyFunction:
    """Check the arguments of a function before it is called; it gets them as `check_value` returns them."""

    @wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        annotated = _annotated(function, arguments, keywords)
        values = [check_value(name, value, annotation) for name, annotation, value in annotated]
        number = len(arguments)
        return function(*values[:number], **dict(zip(keywords, values[number:], strict=True)))

    return call  # type: ignore[return-value]


def _annotated(
    function: Callable[..., Any], arguments: Sequence[Any], keywords: Mapping[str, Any]
) -> Iterator[tuple[str, Any, Any]]:
    """Each argument with its parameter and annotation; an unknown keyword is refused, as Python refuses it."""
    names, rest, annotations, options = _parameters(function)
    for name in keywords:
        if options is not None and name not in annotations and name not in options:
            raise TypeError(f"{function.__name__}() got an unexpected keyword argument {name!r}")
    for name, value in zip(names, arguments, strict=False):
        yield name, annotations.get(name, Any), value
    for value in arguments[len(names) :]:
        yield rest, annotations.get(rest, Any), value
    for name, value in keywords.items():
        yield name, annotations.get(name) or (options or {}).get(name, Any), value


@cache
def _parameters(function: Callable[..., Any]) -> tuple[tuple[str, ...], str, dict[str, Any], dict[str, Any] | None]:
    """The parameters by position, that of all further ones, annotations, and the options of `**keywords`."""
    code: Any = function.__code__
    annotations = dict(function.__annotations__)
    names, takes_more, takes_keywords = code.co_varnames, code.co_flags & 4, code.co_flags & 8
    count = code.co_argcount + code.co_kwonlyargcount
    options = None
    if takes_keywords:
        unpacked = annotations.pop(names[count + bool(takes_more)], None)
        options = dict(get_args(unpacked)[0].__annotations__) if get_origin(unpacked) is Unpack else None
    return names[: code.co_argcount], names[count] if takes_more else "", annotations, options


@contextmanager
def naming(parameter: str) -> Iterator[None]:
    """Name the parameter in an error that does not say which one is wrong."""
    try:
        yield
    except UsageError as error:
        if error.parameter is not None:
            raise
        raise UsageError(f"{parameter}: {error}", parameter=parameter) from None


def check_value(name: str, value: object, annotation: Any) -> Any:
    """Refuse a value that an annotation does not allow; return it with Python's own numbers, and iterators as lists."""
    if type(value).__name__ == "LazyFrame":  # asking it for its columns would make polars warn
        raise UsageError(f"{name} is a LazyFrame, not computed yet; collect() it first.", parameter=name)
    value = _plain(annotation, value)
    if not _allows(annotation, value):
        allowed = [words for words in _descriptions(annotation) if words != _WORDS[None]]
        wrong = _quoted(_wrong_part(annotation, value))
        most = _most(annotation, value)
        wanted = _joined(allowed) if most is None else f"a whole number of at most {most}"
        raise UsageError(f"{name} is {wanted}, not {wrong}.", parameter=name)
    return value


def _most(annotation: Any, value: object) -> int | None:
    """The greatest whole number that an annotation allows, if a value is only too great for it."""
    if not isinstance(value, int) or value <= MOST:
        return None
    return next((most for most in (_LONG, MOST) if most < value and _allows(annotation, most)), None)


def _wrong_part(annotation: Any, value: object) -> object:
    """The first member of a list that an annotation does not allow, if it allows lists."""
    if isinstance(value, list | tuple) and _allows(annotation, []):
        return next((member for member in value if not _allows(annotation, [member])), value)
    return value


def _quoted(value: object) -> str:
    """A value as a message shows it; one that prints at length by its type alone."""
    text = repr(value)
    return text if len(text) <= _LONGEST and "\n" not in text else f"a {type(value).__name__}"


_LONGEST = 60


# --------------------------------------------------------------------------------------------------------- values

Test = Callable[[Any], bool]
_AS_THEY_ARE: tuple[Any, ...] = (str, bytes, int, float, bool, NoneType, dict)


def _plain(annotation: Any, value: Any) -> Any:
    """NumPy's numbers as Python's, and what can be gone through only once as a list."""
    if type(value) in _AS_THEY_ARE:
        return value
    if isinstance(value, Real):
        return _plain_number(value)
    if not isinstance(value, list | tuple):
        containers, others = _alternatives(annotation)
        one_by_one: Any = value
        if not isinstance(value, containers) or any(test(value) for test in others):
            return value
        if isinstance(value, str | bytes | Mapping | set | frozenset):
            return value
        value = list(one_by_one)
    if any(issubclass(kind, Real) and kind not in _AS_THEY_ARE for kind in {*map(type, value)}):
        members = (_plain_number(member) if isinstance(member, Real) else member for member in value)
        return tuple(members) if isinstance(value, tuple) else list(members)
    return value


def _plain_number(number: Any) -> float:
    if isinstance(number, int):
        return number
    return int(number) if isinstance(number, Integral) else float(number)


@cache
def _alternatives(annotation: Any) -> tuple[tuple[type, ...], tuple[Test, ...]]:
    """The kinds of lists that an annotation allows, and tests of what else it allows."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin in _MEMBERS:
        return (origin,), ()
    if origin is Annotated:
        return _alternatives(parts[0])
    if origin not in {Union, UnionType}:
        return (), (_test_of(annotation),)
    alternatives = [_alternatives(part) for part in parts]
    lists = tuple(kind for kinds, _ in alternatives for kind in kinds)
    return lists, tuple(test for _, tests in alternatives for test in tests)


def _allows(annotation: Any, value: Any) -> bool:
    """Whether a value is as an annotation says; what dicts hold is checked where it is read."""
    return _test_of(annotation)(value)


@cache
def _test_of(annotation: Any) -> Test:
    """Compile an annotation into a function that says whether it allows a value."""
    if annotation is Any or isinstance(annotation, str | TypeVar):
        return lambda _: True
    if annotation in _NUMBERS:
        number = _NUMBERS[annotation]
        return lambda value: (
            isinstance(value, number)
            and not isinstance(value, bool)
            and (not isinstance(value, int) or -_LONG <= value <= _LONG)
        )
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin in _COMPILERS:
        return _COMPILERS[origin](*parts)
    if origin in _MEMBERS:
        return _members_test(origin, *parts)
    kind = origin or (NoneType if annotation is None else annotation)
    return lambda value: isinstance(value, kind)


_NUMBERS: dict[Any, type] = {int: Integral, float: Real}


def _union_test(*parts: Any) -> Test:
    classes = tuple(part for part in parts if isinstance(part, type) and part not in _NUMBERS and not get_origin(part))
    others = [_test_of(part) for part in parts if part not in classes]
    return lambda value: isinstance(value, classes) or any(test(value) for test in others)


def _annotated_test(kind: Any, *further: Any) -> Test:
    test, ranges = _test_of(kind), [limits for limits in further if isinstance(limits, Range)]
    return lambda value: test(value) and all(value in limits for limits in ranges)


def _tuple_test(*kinds: Any) -> Test:
    tests = [_test_of(kind) for kind in kinds]
    return lambda value: (
        isinstance(value, tuple | list)
        and len(value) == len(tests)
        and all(test(member) for test, member in zip(tests, value, strict=True))
    )


def _members_test(container: type, kind: Any) -> Test:
    test, one_by_one = _test_of(kind), get_origin(kind) is Annotated

    def allows(value: Any) -> bool:
        if isinstance(value, str | bytes | Mapping) or not isinstance(value, container):
            return False
        if not isinstance(value, list | tuple | set | frozenset):
            return True
        # Long lists of nouns have members of one type.
        members = value if one_by_one else {type(member): member for member in value}.values()
        return all(map(test, members))

    return allows


_MEMBERS = (Iterable, Sequence, Collection)
_COMPILERS: dict[Any, Callable[..., Test]] = {
    Union: _union_test,
    UnionType: _union_test,
    Annotated: _annotated_test,
    Literal: lambda *values: lambda value: isinstance(value, str | int | None) and value in values,
    tuple: _tuple_test,
}


# --------------------------------------------------------------------------------------------------------- words


def _descriptions(annotation: Any) -> list[str]:
    """What an annotation allows, in words: one for each of its alternatives."""
    origin, parts = get_origin(annotation), get_args(annotation)
    if origin in {Union, UnionType}:
        alternatives = dict.fromkeys(words for part in parts for words in _descriptions(part))
        return [words for words in alternatives if words != _WORDS[str] or _WORDS[os.PathLike] not in alternatives]
    if origin is Annotated:
        described = str(parts[1])
        return [described if isinstance(parts[1], str) else f"{_descriptions(parts[0])[0]}{described}"]
    if origin is Literal:
        return [repr(part) for part in parts]
    if origin is tuple:
        return [f"a pair of {_plural(parts[0])}" if len({*parts}) == 1 else "a pair"]
    if origin in _MEMBERS:
        return [f"a list of {_plural(parts[0])}"]
    return [_WORDS.get(origin or annotation) or _named(annotation)]


_WORDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "True or False",
    os.PathLike: "a path",
    Mapping: "a dict",
    Callable: "a function",
    None: "None",
    NoneType: "None",
}


def _named(annotation: Any) -> str:
    return f"{'an' if annotation.__name__[0] in 'AEIO' else 'a'} {annotation.__name__}"


def _plural(annotation: Any) -> str:
    if get_origin(annotation) is Annotated:
        kind, further = get_args(annotation)
        return f"{_plural(kind)}{further}"
    words = [text.partition(" ")[2] for text in _descriptions(annotation)]
    return " or ".join(f"{word}s" if word[0].islower() else f"{word} objects" for word in words)


def _joined(words: Sequence[str]) -> str:
    *first, last = words
    comma = "," if " or " in last or len(first) > 1 else ""
    return f"{', '.join(first)}{comma} or {last}" if first else last
