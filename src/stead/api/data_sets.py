"""Data sets by name: what one holds, what there is, and how to get and verify it."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from stead.core.arguments import checked
from stead.core.errors import BadInput
from stead.core.progress import Progress
from stead.datasets import DatasetPart, getting
from stead.datasets.data_set import ROLES
from stead.datasets.registry import known_data_sets, part_named, parts_named
from stead.resources import FetchOptions


@checked
def dataset(name: str) -> DatasetPart:
    """A part of one of the field's data sets, which `stead datasets get` has fetched.

    - `name`: such as `"swords:dev"`; `stead datasets` lists them all.

    Its `gold`, `items`, `candidates`, `mapping` and `runs` are read when they are asked for; `language`, `licence`,
    `preset` (the usual way to score runs on it) and `bibtex` are known without the files. The name itself can be given
    wherever a gold or items are expected: `stead.score("swords:dev", run)`.

    >>> stead.dataset("semdis2014:test").language
    'fr'
    """
    return part_named(name)


class ReadyPart(NamedTuple):
    """A part of a data set that is here: its name, folder, origin and licence, and whether checksums are published."""

    name: str
    folder: Path
    origin: str
    licence: str
    has_checksums: bool


def get_part(part: DatasetPart, options: FetchOptions, progress: Progress) -> ReadyPart:
    """Get the files of a part, if they are not here."""
    folder = getting.get(part, options, progress=progress)
    return ReadyPart(part.name, folder, getting.origin_of(part), part.licence, bool(part.stored.part.files))


def select_parts(names: Iterable[str]) -> list[DatasetPart]:
    """The parts of these names, each set of files once; the name of a data set stands for all its parts."""
    by_folder: dict[Path, DatasetPart] = {}
    for part in (part for name in names for part in parts_named(name)):
        by_folder.setdefault(part.cached_folder, part)
    return list(by_folder.values())


def verify_parts(names: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Compare files with their checksums: name, state and a sentence for each part; by default all that are here."""
    listed = list(names)
    for part in select_parts(listed or known_data_sets(lambda _: None)):
        verdict = getting.verify(part)
        if listed or verdict.state != "absent":
            yield part.name, verdict.state, verdict.message


def bibtex_of(names: Iterable[str]) -> str:
    """The papers of data sets, each once."""
    entries = dict.fromkeys(paper.bibtex for part in select_parts(names) for paper in part.data_set.papers)
    return "\n".join(entries)


def part_records(report: Callable[[str], None]) -> list[dict[str, Any]]:
    """One record for each part of every data set; `report` gets what is wrong with one."""
    return [
        _record(DatasetPart(data_set, part), report)
        for data_set in known_data_sets(report).values()
        for part in data_set.parts
    ]


def _record(part: DatasetPart, report: Callable[[str], None]) -> dict[str, Any]:
    try:
        here = "yes" if part.is_here else ("no" if part.stored.part.files else "ask")
        size = part.part.size or (_count(part) if here == "yes" else None)
        holds = [role for role in ROLES if part.has(role)]
    except BadInput as error:
        report(str(error))
        here, size, holds = "damaged", part.part.size, []
    return {
        "name": part.name,
        "items": size,
        "language": part.language,
        "kB": part.kilobytes,
        "here": here,
        "holds": holds,
        "preset": part.preset or "",
        "licence": part.licence,
        "papers": [paper.label for paper in part.data_set.papers],
        "title": part.data_set.title,
        "ask": part.data_set.ask,
        "folder": str(part.cached_folder) if here in {"yes", "damaged"} else "",
        "files": [
            {"address": file.origin, "path": file.path, "bytes": file.size, "sha256": file.sha256}
            for file in part.stored.part.files
        ],
    }


def _count(part: DatasetPart) -> int | None:
    """Count the items of a part whose size the catalogue does not know."""
    if part.has("gold"):
        return len(part.gold)
    return len(part.items) if part.has("items") else None
