"""What explaining finds, as plain data that becomes JSON as it is."""

from dataclasses import asdict, dataclass
from typing import Any

from stead.explaining.verdicts import MEASURES, Verdict
from stead.legacy import Share, Task

UNEXPLAINED = "unexplained"
"""The cause of what is left when all known defects are harmless. There should be none: please report it."""

Figures = dict[str, float | None]


@dataclass(frozen=True, slots=True)
class Total:
    """One measure of one program over all items."""

    counted: int
    attempted: int
    credit: float
    figures: Figures


Totals = dict[str, Total]
"""By measure."""


@dataclass(frozen=True, slots=True)
class ItemShare:
    """What one item adds to a measure, as `Share` has it."""

    counted: int
    attempted: int
    credit: float


@dataclass(frozen=True, slots=True)
class ItemDifference:
    """An item on which the two programs differ, and the defects that did it."""

    lexelt: str
    id: str
    causes: tuple[str, ...]
    official: dict[str, ItemShare]
    corrected: dict[str, ItemShare]


@dataclass(frozen=True, slots=True)
class Cause:
    """A defect that acted: on how many items, and what the figures are without it."""

    name: str
    explanation: str
    case: str | None
    items: int
    moves: dict[str, Figures]
    """How far the figures move when it is made harmless, those before it being harmless already."""
    alone: dict[str, Figures]
    """The official figures of files in which this defect alone finds nothing to act on."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file that was scored."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class OfficialDifferences:
    """The official program and stead side by side on one run."""

    task: Task
    gold: Source
    run: Source
    official: Totals
    corrected: Totals
    causes: tuple[Cause, ...]
    items: tuple[ItemDifference, ...]
    notes: tuple[str, ...]
    schema: str = "stead.official-differences/1"

    @property
    def measures(self) -> tuple[str, str]:
        """The measures that the official program has for the task."""
        return MEASURES[self.task]

    def as_document(self) -> dict[str, Any]:
        """Plain data, the schema first."""
        document = asdict(self)
        return {"schema": document.pop("schema"), **document}


def totals(task: Task, verdict: Verdict) -> Totals:
    """Sums with their precision and recall."""
    return {name: _total(share) for name, share in zip(MEASURES[task], verdict, strict=True)}


def figures(totals: Totals) -> dict[str, Figures]:
    """The figures alone, by measure."""
    return {name: total.figures for name, total in totals.items()}


def item_shares(task: Task, verdict: Verdict) -> dict[str, ItemShare]:
    """What an item adds to either measure."""
    return {
        name: ItemShare(share.counted, share.attempted, float(share.credit))
        for name, share in zip(MEASURES[task], verdict, strict=True)
    }


def moves(before: Totals, after: Totals) -> dict[str, Figures]:
    """How far each figure moves; None where it has no value before or after."""
    return {
        name: {figure: _move(value, after[name].figures[figure]) for figure, value in own.figures.items()}
        for name, own in before.items()
    }


def _total(share: Share) -> Total:
    figures = {"P": _ratio(share.credit, share.attempted), "R": _ratio(share.credit, share.counted)}
    return Total(share.counted, share.attempted, float(share.credit), figures)


def _ratio(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def _move(before: float | None, after: float | None) -> float | None:
    return None if before is None or after is None else after - before
