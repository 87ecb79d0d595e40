"""What making a gold returns: the gold, its multiwords, what was left out and why, and the procedure."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from stead.core.annotation import Annotation
from stead.core.gold import GoldStandard
from stead.core.parameters import VERSION, declarations, settings
from stead.core.rating import Rating
from stead.golds.curated_answers import Change
from stead.records.sheet import Section


class Special(NamedTuple):
    """The numbers of NIL and NAME responses to an item."""

    lexelt: str
    id: str
    nil: int
    name: int


class LeftOutItem(NamedTuple):
    """An item that is not in the gold, and why."""

    lexelt: str
    id: str
    reason: str


class Setting(NamedTuple):
    """One choice of the procedure: `short` is its name in the signature."""

    short: str
    name: str
    value: str
    meaning: str


@dataclass(frozen=True, eq=False, kw_only=True)
class MadeGold:
    """A gold and how it was made.

    `counts` are numbers of annotations and answers by what was done with them, `notes` are for users of the gold.
    `tables` makes tables of annotators and answers, `used` returns what was counted; both are computed when called.
    """

    gold: GoldStandard
    multiwords: GoldStandard
    specials: tuple[Special, ...]
    left_out: tuple[LeftOutItem, ...]
    changes: tuple[Change, ...]
    procedure: tuple[Setting, ...]
    counts: Mapping[str, int]
    notes: tuple[str, ...]
    signature: str
    tables: Callable[[], tuple[Section, ...]]
    used: Callable[[], list[Annotation] | list[Rating]]


def declared_settings(rules: Any, short: Mapping[str, str]) -> list[Setting]:
    """The declared parameters of `rules` as settings; `short` has their names in the signature."""
    values = settings(rules)
    return [
        Setting(short[name], name.replace("_", " "), values[name], f"{declared.meaning}; {declared.accepts}")
        for name, declared in declarations(rules).items()
    ]


def signature_of(procedure: Iterable[Setting]) -> str:
    """The signature of a gold: `gold|max:3|min:2|weights:counts|...|v:1.0.0`."""
    return "|".join(["gold", *(f"{setting.short}:{setting.value}" for setting in procedure), VERSION])
