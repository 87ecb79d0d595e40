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
    """How many annotators answered an item with NIL, and how many with NAME."""

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
    """What making a gold gives.

    `counts` are numbers of annotations and answers by what became of them, `notes` what a person should know.
    `tables` describes who answered how, and `used` is what was counted, when they are asked to.
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
    """Every declared parameter with its value and meaning."""
    values = settings(rules)
    return [
        Setting(short[name], name.replace("_", " "), values[name], f"{declared.meaning}; {declared.accepts}")
        for name, declared in declarations(rules).items()
    ]


def signature_of(procedure: Iterable[Setting]) -> str:
    """As in `gold|max:3|min:2|weights:counts|...|v:1.0.0`: everything that could make it another gold."""
    return "|".join(["gold", *(f"{each.short}:{each.value}" for each in procedure), VERSION])
