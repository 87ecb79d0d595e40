"""The tables of the field's papers: what they print, and how stead makes their figures."""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal
from functools import cache
from importlib.resources import files
from typing import Any

from stead.core.errors import UsageError
from stead.records.sheet import Value

Printed = str | int | Decimal
"""What a paper prints; a `Decimal` has the digits of the paper."""
ALL = "all"
"""The name that stands for every table."""


@dataclass(frozen=True, kw_only=True)
class PaperTable:
    """A table of a paper, or a worked example. `paper_tables.toml` explains the fields."""

    id: str
    where: str
    title: str
    made: str
    rows: Sequence[Sequence[Any]]
    columns: Sequence[str] = ()
    lacking: str = ""
    layout: str = ""
    differs: str = ""
    data: Sequence[str] = ()
    task: str = ""
    scale: int = 100
    by: str = ""
    figures: Sequence[Sequence[str]] = ()
    systems: Mapping[str, str] = field(default_factory=dict)
    runs: Mapping[str, str] = field(default_factory=dict)
    gold: Mapping[str, int] = field(default_factory=dict)
    lexelt: str = ""
    answers: Sequence[Sequence[str]] = ()

    @property
    def paper(self) -> str:
        """The paper, such as `jabbari2010`."""
        return self.id.partition(":")[0]

    @property
    def measures(self) -> str:
        """The measures of its columns."""
        return ",".join(dict.fromkeys(measure for measure, *_ in self.figures))

    @property
    def decimals(self) -> int | None:
        """How many decimals all its figures are printed with; None if they differ."""
        printed = {decimals_of(value) for row in self.rows for value in row if isinstance(value, Decimal)}
        return printed.pop() if len(printed) == 1 else None

    @property
    def values(self) -> list[list[Value]]:
        """Its rows as plain values; None where the paper prints nothing."""
        return [[plain(value) for value in row] for row in self.rows]


def plain(printed: Printed) -> Value:
    """What a paper prints as a plain value; None for nothing."""
    return float(printed) if isinstance(printed, Decimal) else None if printed == "" else printed


def decimals_of(printed: Decimal) -> int:
    """How many decimals a figure is printed with."""
    exponent = printed.as_tuple().exponent
    return -exponent if isinstance(exponent, int) else 0


def compare_digits(ours: float, printed: int | Decimal) -> str:
    """Say how a figure that a paper prints agrees with ours: `exactly`, `rounded` or `cut` to its digits, or `no`."""
    theirs, exact = Decimal(printed), Decimal(repr(round(ours, 12)))
    unit = Decimal(1).scaleb(-decimals_of(theirs))
    if exact == theirs:
        return "exactly"
    if exact.quantize(unit, ROUND_HALF_UP) == theirs:
        return "rounded"
    return "cut" if exact.quantize(unit, ROUND_DOWN) == theirs else "no"


@cache
def paper_tables() -> dict[str, PaperTable]:
    """Every table by its id."""
    return {table["id"]: PaperTable(**table) for table in _document()["tables"]}


def paper_names() -> dict[str, str]:
    """The papers as they are cited, by the names that the ids of their tables begin with."""
    return dict(_document()["papers"])


@cache
def _document() -> dict[str, Any]:
    text = (files("stead.api") / "paper_tables.toml").read_text(encoding="utf-8")
    return tomllib.loads(text, parse_float=Decimal)


def select_tables(names: Iterable[str]) -> list[PaperTable]:
    """The tables of these names, each once; the name of a paper stands for all its tables, `all` for every one."""
    known = paper_tables()
    chosen: dict[str, PaperTable] = {}
    for name in names:
        matching = {table.id: table for table in known.values() if name in {table.id, table.paper, ALL}}
        if not matching:
            raise UsageError(
                f"tables: there is no {name!r}. There are {', '.join(known)}; and {', '.join(paper_names())} for all "
                "of a paper.",
                parameter="tables",
            )
        chosen |= matching
    return list(chosen.values())
