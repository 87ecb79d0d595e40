"""Where runs differ: figures by group of items, item by item, and the items that nobody gets right, as records."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BreakdownRow:
    """One figure of one run on one group; `scored` counts the group's items on which the measure is defined."""

    group: str
    run: str
    measure: str
    label: str
    figure: str
    value: float | None
    items: int
    scored: int


@dataclass(frozen=True, slots=True)
class Breakdown:
    """Figures by group; every item is in exactly one group, but for the subsets of 2007, which overlap."""

    grouping: str
    groups: tuple[str, ...]
    rows: tuple[BreakdownRow, ...]
    schema: str = "stead.breakdown/1"


@dataclass(frozen=True, slots=True)
class DuelItem:
    """An item with the credit of two runs; the difference is the first minus the second."""

    lexelt: str
    id: str
    first: float
    second: float
    difference: float


@dataclass(frozen=True, slots=True)
class Duel:
    """Two runs item by item, the largest differences first.

    `undefined` counts the items on which the figure has no value for one of the runs or both: they are in no count.
    """

    first: str
    second: str
    measure: str
    label: str
    figure: str
    wins: int
    losses: int
    ties: int
    undefined: int
    items: tuple[DuelItem, ...]


@dataclass(frozen=True, slots=True)
class ItemDifficulty:
    """How many of the runs earn anything on an item, and how much on average."""

    lexelt: str
    id: str
    solved_by: int
    runs: int
    mean: float


@dataclass(frozen=True, slots=True)
class Difficulty:
    """The items by how hard they are for all runs together, the hardest first.

    `unsolved` counts the items on which no run earns anything; `undefined` those on which the figure has no value for
    any run.
    """

    measure: str
    label: str
    figure: str
    unsolved: int
    undefined: int
    items: tuple[ItemDifficulty, ...]

    def unsolved_items(self) -> tuple[ItemDifficulty, ...]:
        """The items on which no run earns anything."""
        return tuple(item for item in self.items if item.solved_by == 0)
