"""The list of what the page shows, read from TOML; a fault is one sentence: file, key, what was expected."""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from stead.core.errors import BadInput

T = TypeVar("T")
TASKS = ("best", "oot", "coverage")
GROUPS = ("ours", "papers", "ablation")


@dataclass(frozen=True, eq=False, kw_only=True)
class System:
    """One system: what it is, the runs that it wrote for each task, its probabilities, and what an answer costs."""

    name: str
    group: str
    about: str
    runs: Mapping[str, Path]
    probabilities: Path | None
    curve: Path | None
    milliseconds: float | None
    memory: float | None
    whole: str | None
    """What an ablation is compared with."""


@dataclass(frozen=True)
class Gold:
    """A gold standard and the systems that answered its items.

    `data` is what published figures call these items, if there are any of them.
    """

    name: str
    about: str
    file: Path
    data: str | None
    systems: tuple[System, ...]

    def shown(self) -> list[System]:
        """The systems, ablations aside."""
        return [system for system in self.systems if system.group != "ablation"]

    def ablations(self, whole: System) -> list[System]:
        """The ablations of a system."""
        return [system for system in self.systems if system.whole == whole.name]


@dataclass(frozen=True)
class Published:
    """What a paper reports: figures by the names of the page's columns, and the data that they are of."""

    name: str
    paper: str
    data: str
    figures: Mapping[str, float]


def read_golds(path: Path, runs: Path) -> list[Gold]:
    """The golds of a list with their systems; files are looked for in the folder `runs`."""
    entries = list(_entries(path, "gold"))
    if not entries:
        raise BadInput(f"{path}: gold: expected at least one [[gold]], found none.")
    return [_gold(entry, runs) for entry in entries]


def read_published(path: Path) -> list[Published]:
    """The figures of papers."""
    return [
        entry.closed(Published(entry.text("name"), entry.text("paper"), entry.text("data"), entry.numbers("figures")))
        for entry in _entries(path, "published")
    ]


def _gold(entry: "_Entry", runs: Path) -> Gold:
    systems = tuple(_system(table, runs) for table in entry.entries("system"))
    data = entry.optional("data", entry.text)
    gold = Gold(entry.text("name"), entry.text("about"), runs / entry.text("file"), data, systems)
    if not gold.shown():
        raise entry.wrong("system", "at least one [[gold.system]] that is no ablation", "none")
    names = [system.name for system in systems]
    for system in systems:
        if names.count(system.name) > 1:
            raise entry.wrong("system.name", "every name once", f"{system.name!r} twice")
        if system.whole is not None and system.whole not in {shown.name for shown in gold.shown()}:
            raise entry.wrong("system.of", "the name of another system that is no ablation", repr(system.whole))
    return entry.closed(gold)


def _system(entry: "_Entry", runs: Path) -> System:
    name, group = entry.text("name"), entry.one_of("group", GROUPS)
    files = {key: entry.optional(key, entry.text) for key in (*TASKS, "probabilities", "curve")}
    paths = {key: runs / file for key, file in files.items() if file is not None}
    if not paths.keys() & set(TASKS):
        raise entry.wrong("best", f"a run for at least one of {', '.join(TASKS)}", "none")
    return entry.closed(
        System(
            name=name,
            group=group,
            about=entry.text("about"),
            runs={task: paths[task] for task in TASKS if task in paths},
            probabilities=paths.get("probabilities"),
            curve=paths.get("curve"),
            milliseconds=entry.optional("milliseconds", entry.number),
            memory=entry.optional("memory", entry.number),
            whole=entry.text("of") if group == "ablation" else None,
        )
    )


def _entries(path: Path, key: str) -> Iterator["_Entry"]:
    """The entries of a file that has nothing else."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadInput(f"{path}: expected TOML, found something else: {error}.") from None
    whole = _Entry(path, "", data)
    yield from whole.closed(whole.entries(key))


class _Entry:
    """A table of the file: gives its values, and remembers which were asked for."""

    def __init__(self, path: Path, where: str, data: dict[str, Any]) -> None:
        self.path, self.where, self.data = path, where, data
        self.asked: list[str] = []

    def wrong(self, key: str, expected: str, actual: str) -> BadInput:
        """The sentence."""
        return BadInput(f"{self.path}: {self.where}{key}: expected {expected}, found {actual}.")

    def entries(self, key: str) -> list["_Entry"]:
        """The tables of a list of tables; none, if there is no such key."""
        self.asked.append(key)
        tables = self.data.get(key, [])
        if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
            raise self.wrong(key, f"tables that begin with [[{key}]]", repr(tables))
        return [
            _Entry(self.path, f"{self.where}{key} {table.get('name', number)!s}, ", table)
            for number, table in enumerate(tables, start=1)
        ]

    def text(self, key: str) -> str:
        """A text that says something."""
        value = self._value(key)
        if not isinstance(value, str) or not value.strip():
            raise self.wrong(key, "a text between quotes", self._found(value))
        return value

    def number(self, key: str) -> float:
        """A number above zero, so that it has a place on a logarithmic axis."""
        value = self._value(key)
        if not _is_number(value) or not value > 0:
            raise self.wrong(key, "a number above 0", self._found(value))
        return float(value)

    def numbers(self, key: str) -> dict[str, float]:
        """Percentages by name."""
        value = self._value(key)
        fits = isinstance(value, dict) and all(_is_number(figure) and 0 <= figure <= 100 for figure in value.values())
        if not fits or not value:
            raise self.wrong(key, "names with numbers from 0 to 100", self._found(value))
        return {name: float(figure) for name, figure in value.items()}

    def one_of(self, key: str, known: tuple[str, ...]) -> str:
        """A text from a list."""
        value = self._value(key)
        if value not in known:
            raise self.wrong(key, f"one of {', '.join(known)}", self._found(value))
        return str(value)

    def optional(self, key: str, reader: Callable[[str], T]) -> T | None:
        """A value that may be missing."""
        return reader(key) if key in self.data else self._value(key)

    def closed(self, made: T) -> T:
        """What was made of the entry, unless it says more than that."""
        for key in self.data:
            if key not in self.asked:
                near = get_close_matches(key, self.asked, n=1)
                raise self.wrong(key, near[0] if near else f"one of {', '.join(self.asked)}", "a key that is not known")
        return made

    def _value(self, key: str) -> Any:
        self.asked.append(key)
        return self.data.get(key)

    @staticmethod
    def _found(value: object) -> str:
        return "nothing" if value is None else repr(value)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
