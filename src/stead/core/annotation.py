"""Annotations: the answers of annotators to items, and which annotators and raters are machines."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import compress
from typing import Any, overload

import numpy as np

from stead.core.arrays import BoolArray, Column, IntArray, TermLists
from stead.core.errors import UsageError
from stead.core.faults import Source
from stead.core.parameters import Setting
from stead.core.text import plural, tidy


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """One annotator's answer to one item.

    Up to three substitutes, or NIL (none comes to mind), or NAME (the target is part of a proper name).
    `multiword` is the phrase that the target is an integral part of, asked separately.
    """

    lexelt: str
    id: str
    annotator: str
    substitutes: tuple[str, ...] = ()
    nil: bool = False
    name: bool = False
    multiword: str = ""
    comment: str = ""
    time: str = ""
    phase: str = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Annotations(Sequence[Annotation]):
    """Annotations stored as columns; as a sequence, one `Annotation` after the other.

    `lines` are the line numbers in the file, 0 for annotations that came from no file.
    """

    lexelts: Column
    ids: Column
    annotators: Column
    substitutes: TermLists
    nil: BoolArray
    name: BoolArray
    multiwords: Column
    comments: list[str]
    times: list[str]
    phases: list[str]
    lines: IntArray
    source: Source

    @classmethod
    def of(cls, rows: Iterable[Annotation], source: Source) -> "Annotations":
        """Make columns of annotations."""
        rows = list(rows)
        return cls(
            lexelts=Column.of(row.lexelt for row in rows),
            ids=Column.of(row.id for row in rows),
            annotators=Column.of(row.annotator for row in rows),
            substitutes=TermLists.of(row.substitutes for row in rows),
            nil=np.array([row.nil for row in rows], dtype=np.bool_),
            name=np.array([row.name for row in rows], dtype=np.bool_),
            multiwords=Column.of(row.multiword for row in rows),
            comments=[row.comment for row in rows],
            times=[row.time for row in rows],
            phases=[row.phase for row in rows],
            lines=np.zeros(len(rows), dtype=np.int64),
            source=source,
        )

    def only(self, rows: BoolArray) -> "Annotations":
        """The annotations of the rows that are True."""
        if rows.all():
            return self
        terms, chosen = self.substitutes, rows.tolist()
        return Annotations(
            lexelts=self.lexelts.only(rows),
            ids=self.ids.only(rows),
            annotators=self.annotators.only(rows),
            substitutes=TermLists(terms.vocabulary, terms.lists.rows(np.flatnonzero(rows))),
            nil=self.nil[rows],
            name=self.name[rows],
            multiwords=self.multiwords.only(rows),
            comments=list(compress(self.comments, chosen)),
            times=list(compress(self.times, chosen)),
            phases=list(compress(self.phases, chosen)),
            lines=self.lines[rows],
            source=self.source,
        )

    def tidy_names(self) -> tuple["Annotations", dict[str, str]]:
        """Normalise the names of annotators (`tidy`); also returns the old and new names that differ."""
        names = {name: tidy(name) for name in self.annotators.vocabulary}
        if all(name == tidied for name, tidied in names.items()):
            return self, {}
        changed = {name: tidied for name, tidied in names.items() if tidied not in {name, ""}}
        index: dict[str, int] = {}
        codes = np.array([index.setdefault(tidied, len(index)) for tidied in names.values()], dtype=np.int64)
        return replace(self, annotators=Column(list(index), codes[self.annotators.codes])), changed

    @property
    def nameless(self) -> BoolArray:
        """Which annotations have no annotator: the name is empty."""
        names = self.annotators.vocabulary
        return np.equal(self.annotators.codes, names.index("") if "" in names else -1)

    @property
    def by_machines(self) -> BoolArray:
        """Which annotations are by machines."""
        names = self.annotators.vocabulary
        return np.array([is_machine(name) for name in names], dtype=np.bool_)[self.annotators.codes]

    def location_of(self, row: int) -> str:
        """File and line of an annotation, or its number if it came from no file."""
        line, location = int(self.lines[row]), self.source.location
        return f"{location}:{line}" if line else f"{location}, annotation {row + 1}"

    def __len__(self) -> int:
        return len(self.lines)

    def __repr__(self) -> str:
        return f"<Annotations: {len(self)} of {plural(len(self.annotators.vocabulary), 'annotator')}>"

    @overload
    def __getitem__(self, position: int) -> Annotation: ...
    @overload
    def __getitem__(self, position: slice) -> list[Annotation]: ...
    def __getitem__(self, position: int | slice) -> Annotation | list[Annotation]:
        if isinstance(position, slice):
            return [self[index] for index in range(len(self))[position]]
        row = range(len(self))[position]  # from the end, or an IndexError, as in any sequence
        return Annotation(
            lexelt=self.lexelts[row],
            id=self.ids[row],
            annotator=self.annotators[row],
            substitutes=tuple(self.substitutes[row]),
            nil=bool(self.nil[row]),
            name=bool(self.name[row]),
            multiword=self.multiwords[row],
            comment=self.comments[row],
            time=self.times[row],
            phase=self.phases[row],
        )

    def __iter__(self) -> Iterator[Annotation]:
        columns: dict[str, Iterable[Any]] = {
            "lexelt": self.lexelts,
            "id": self.ids,
            "annotator": self.annotators,
            "substitutes": map(tuple, self.substitutes),
            "nil": self.nil.tolist(),
            "name": self.name.tolist(),
            "multiword": self.multiwords,
            "comment": self.comments,
            "time": self.times,
            "phase": self.phases,
        }
        return (Annotation(**dict(zip(columns, values, strict=True))) for values in zip(*columns.values(), strict=True))


# ------------------------------------------------------------------------------------------------------ machines

MACHINE = "machine:"
"""How the name of an annotator or rater that is no person begins: `machine:llm(model=...)`."""

MACHINES = {
    "leave-out": "only people count",
    "include": "machines count as people do",
}
"""What is done about the answers of machines where golds are made and agreement is measured."""


def machine_name(system: str) -> str:
    """The name under which a system annotates and rates."""
    return f"{MACHINE}{system}"


def is_machine(name: str) -> bool:
    """Whether the name of an annotator or rater is that of a machine."""
    return name.lstrip()[: len(MACHINE)].lower() == MACHINE


def takes_machines(machines: str) -> bool:
    """Whether the answers of machines count; refuse a word that does not say so."""
    if machines not in MACHINES:
        raise UsageError(f"machines is one of {', '.join(MACHINES)}, not {machines!r}.", parameter="machines")
    return machines == "include"


def describe_left_out(location: str, number: int, noun: str, names: Iterable[str]) -> str:
    """The note on answers of machines that are left out."""
    listed = ", ".join(dict.fromkeys(names))
    return (
        f"{location}: {plural(number, noun)} by machines ({listed}): left out; `machines` says whether to include them."
    )


def machines_setting(names: Iterable[str]) -> list[Setting]:
    """The part of a gold's procedure that says that machines count, if there are any."""
    listed = ", ".join(sorted({*names}))
    meaning = f"the answers of machines count as those of people do: {listed}"
    return [Setting("machines", "machines", "included", meaning)] if listed else []
