"""Records are frozen dataclasses, to users and to the functions of `dataclasses`."""

import copy
import inspect
import pickle
from dataclasses import FrozenInstanceError, asdict, field, fields, is_dataclass, replace
from functools import cached_property
from typing import ClassVar

import pytest

from stead.core.parameters import Record


class Point(Record):
    kind: ClassVar[str] = "point"
    x: int
    y: int = 0

    @cached_property
    def total(self) -> int:
        return self.x + self.y


class Named(Point, kw_only=True):
    names: list[str] = field(default_factory=list)


class Single(Record, eq=False):
    x: int


def test_a_record_equals_another_of_the_same_class_with_the_same_values() -> None:
    assert Point(1, 2) == Point(1, y=2)
    assert hash(Point(1, 2)) == hash(Point(1, 2))
    assert Point(1, 2) != Point(1, 3)
    assert Point(1) != Named(1)
    assert Point(1) != (1, 0)


def test_what_was_computed_of_a_record_is_no_part_of_it() -> None:
    point = Point(1, 2)
    assert point.total == 3
    assert point == Point(1, 2)
    assert repr(point) == "Point(x=1, y=2)"


def test_a_record_without_equality_equals_itself_only() -> None:
    single = Single(1)
    assert single == single
    assert single != Single(1)
    assert len({single, single, Single(1)}) == 2


@pytest.mark.parametrize("name", ["x", "y", "total", "kind", "other"])
def test_nothing_of_a_record_can_be_set_or_deleted(name: str) -> None:
    point = Point(1)
    with pytest.raises(FrozenInstanceError):
        setattr(point, name, 5)
    with pytest.raises(FrozenInstanceError):
        delattr(point, name)
    assert point == Point(1)


def test_a_record_is_made_as_a_dataclass_is() -> None:
    assert str(inspect.signature(Named)) == "(x: int, y: int = 0, *, names: list[str] = <factory>) -> None"
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'x'"):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="takes from 2 to 3 positional arguments"):
        Named(1, 2, ["a"])  # type: ignore[call-arg]
    assert Named(1).names is not Named(1).names


def test_functions_of_dataclasses_take_records() -> None:
    named = Named(1, names=["a"])
    assert is_dataclass(named)
    assert [part.name for part in fields(named)] == ["x", "y", "names"]
    assert asdict(named) == {"x": 1, "y": 0, "names": ["a"]}
    assert replace(named, y=3) == Named(1, 3, names=["a"])


def test_records_are_copied_and_pickled() -> None:
    named = Named(1, 2, names=["a"])
    assert pickle.loads(pickle.dumps(named)) == copy.copy(named) == copy.deepcopy(named) == named
    with pytest.raises(FrozenInstanceError):
        copy.copy(named).x = 3  # type: ignore[misc]
