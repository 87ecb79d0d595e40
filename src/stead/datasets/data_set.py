"""A data set of the field: its parts, the files of each with their checksums, licence and papers.

A laboratory makes its own data set known by an entry point of the group `stead.datasets` that is a `DataSet`.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from stead.core.errors import UsageError

ROLES = ("items", "gold", "candidates", "mapping")
"""What a file of a part can be for."""

_HOST = "https://raw.githubusercontent.com"
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]+")
_FILE_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
_PATH = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./-]*")
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class DataFile:
    """A published file that never changes; `path` is where a mirror has it: owner/repository/commit/path in it."""

    path: str
    size: int
    sha256: str
    address: str = ""  # where it is published, if that is not the code host
    kept_as: str = ""  # its name in the cache, if that is not the published one

    def __post_init__(self) -> None:
        _require(bool(_PATH.fullmatch(self.path)) and ".." not in self.path, f"{self.path!r} is not a path")
        _require(bool(_FILE_NAME.fullmatch(self.name)), f"{self.name!r} is not the name of a file")
        _require(bool(_SHA256.fullmatch(self.sha256)), f"{self.sha256!r} is not a SHA-256")

    @property
    def name(self) -> str:
        """The name of the file in the cache."""
        return self.kept_as or self.path.rpartition("/")[2]

    @property
    def origin(self) -> str:
        """The address where it is published."""
        return self.address or f"{_HOST}/{self.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class IdList:
    """A file of ids, separated by white space (`4-6` is 4 5 6): those of a part or, if `inverted`, all others."""

    path: Path
    inverted: bool = False

    def select(self, ids: Iterable[str]) -> set[str]:
        """Those of these ids that are in the part."""
        listed: set[str] = set()
        for word in self.path.read_text(encoding="utf-8").split():
            first, dash, last = word.partition("-")
            listed.update(map(str, range(int(first), int(last) + 1)) if dash else [word])
        return {identifier for identifier in ids if (identifier in listed) is not self.inverted}


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a data set, such as its test half: its files by what they are for (one may be for several things).

    A part with `ids` is a selection of the items of another, `whole`, whose files it uses.
    """

    name: str
    items: DataFile | None = None
    gold: DataFile | None = None
    candidates: DataFile | None = None
    mapping: DataFile | None = None
    runs: tuple[DataFile, ...] = ()
    size: int | None = None  # number of items, where it is known
    language: str = ""  # if it is not that of the data set
    whole: str = ""
    ids: IdList | None = None

    def __post_init__(self) -> None:
        _require(bool(_NAME.fullmatch(self.name)), f"{self.name!r} is not the name of a part")
        _require(bool(self.whole) == (self.ids is not None), f"{self.name}: `whole` and `ids` belong together")

    @property
    def files(self) -> tuple[DataFile, ...]:
        """Every file once."""
        of_roles: list[DataFile | None] = [getattr(self, role) for role in ROLES]
        return tuple(dict.fromkeys(file for file in (*of_roles, *self.runs) if file is not None))


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper to cite: how a sentence refers to it, and its BibTeX entry."""

    label: str
    bibtex: str


@dataclass(frozen=True, slots=True, kw_only=True)
class DataSet:
    """A data set: its parts, and what holds for all of them. `preset` is the usual way to score runs on it.

    One that has no public address says where to `ask` for it; its parts have no files until the user brings them.
    """

    name: str
    title: str
    language: str
    licence: str
    parts: tuple[Part, ...]
    papers: tuple[Paper, ...] = ()
    preset: str | None = None
    ask: str = ""

    def __post_init__(self) -> None:
        _require(bool(_NAME.fullmatch(self.name)), f"{self.name!r} is not the name of a data set")
        _require(bool(self.parts), f"{self.name} has no parts")
        _require(len({part.name for part in self.parts}) == len(self.parts), f"{self.name} has two parts of one name")
        known = {part.name for part in self.parts if not part.whole}
        _require({part.whole for part in self.parts} <= {"", *known}, f"{self.name}: a selection of a part it has not")
        public = all(part.files or part.whole for part in self.parts)
        _require(public or bool(self.ask), f"{self.name}: a part without files, and no word on where to ask for it")

    def part(self, name: str) -> Part:
        """The part of this name."""
        return next(part for part in self.parts if part.name == name)


def _require(condition: bool, otherwise: str) -> None:  # noqa: FBT001 (as `assert`)
    if not condition:
        raise UsageError(f"{otherwise}.")
