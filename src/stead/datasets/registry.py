"""The data sets by name: those that are published, and those that installed packages register."""

from collections.abc import Callable
from difflib import get_close_matches
from importlib.metadata import EntryPoint, entry_points

from stead.core.errors import UsageError
from stead.core.text import escape_unprintable, one_line
from stead.datasets.data_set import DataSet
from stead.datasets.dataset_part import DatasetPart
from stead.datasets.published import PUBLISHED

ENTRY_POINTS = "stead.datasets"
"""The group under which a package registers its data sets."""


def known_data_sets(report: Callable[[str], None]) -> dict[str, DataSet]:
    """The published data sets and those of installed packages; `report` gets what cannot be used."""
    known = dict(PUBLISHED)
    for point in entry_points(group=ENTRY_POINTS):
        if point.name in PUBLISHED:
            report(f"{_describe_point(point)}: not used, since a published one has its name (from {point.value}).")
    for name, point in _registered().items():
        try:
            known[name] = _load(point)
        except UsageError as error:
            report(str(error))
    return known


def parts_named(name: str) -> list[DatasetPart]:
    """All parts of a data set (`swords`), or one of them (`swords:dev`)."""
    first, colon, last = name.partition(":")
    data_set = _data_set_named(first)
    names = [part.name for part in data_set.parts]
    if colon and last not in names:
        there_are = ", ".join(f"{first}:{part}" for part in names)
        raise UsageError(f"{first} has no part {escape_unprintable(last)!r}; there are {there_are}.")
    return [DatasetPart(data_set, data_set.part(part)) for part in ([last] if colon else names)]


def part_named(name: str) -> DatasetPart:
    """One part of a data set; a data set of one part needs no more than its name."""
    parts = parts_named(name)
    if len(parts) > 1:
        raise UsageError(f"{name} has several parts; name one of {', '.join(part.name for part in parts)}.")
    return parts[0]


def _data_set_named(name: str) -> DataSet:
    if name in PUBLISHED:
        return PUBLISHED[name]
    registered = _registered()
    if name not in registered:
        there_are = ", ".join([*PUBLISHED, *registered])
        close = get_close_matches(name.lower(), [*PUBLISHED, *registered], n=1)
        meant = f" Did you mean {close[0]}?" if close else ""
        raise UsageError(f"no data set is called {escape_unprintable(name)!r}; there are {there_are}.{meant}")
    return _load(registered[name])


def _registered() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=ENTRY_POINTS) if point.name not in PUBLISHED}


def _load(point: EntryPoint) -> DataSet:
    described = _describe_point(point)
    try:
        data_set = point.load()
    except Exception as error:  # what runs is not ours
        raise UsageError(f"{described}: cannot be imported ({type(error).__name__}: {one_line(str(error))}).") from None
    if not isinstance(data_set, DataSet) or data_set.name != point.name:
        raise UsageError(f"{described}: expected a stead.datasets.DataSet of that name, found {_describe(data_set)}.")
    return data_set


def _describe_point(point: EntryPoint) -> str:
    return f"the registered data set {escape_unprintable(point.name)}"


def _describe(value: object) -> str:
    return f"one called {value.name!r}" if isinstance(value, DataSet) else f"a {type(value).__name__}"
