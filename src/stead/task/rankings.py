"""Runs in order, how far two orders agree, and the tables of the papers, as records."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Order:
    """What runs were ranked by."""

    gold: str
    group: str
    measure: str
    label: str
    figure: str


@dataclass(frozen=True, slots=True)
class Place:
    """A run in a ranking; without a rank if it has no value."""

    run: str
    value: float | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """Runs, best first; equal ones share the better rank, and the next rank is left out (1, 2, 2, 4)."""

    by: Order
    places: tuple[Place, ...]

    def ranks(self) -> dict[str, int]:
        """The rank of each run that has one."""
        return {place.run: place.rank for place in self.places if place.rank is not None}


@dataclass(frozen=True, slots=True)
class RankAgreement:
    """How far two rankings agree on the runs that both have.

    `tau` is Kendall's tau-b with its two-sided p-value, `overlap` is rank-biased overlap with the parameter
    `persistence`. `left_out` are runs that only one of the two ranks.
    """

    first: Order
    second: Order
    runs: int
    left_out: tuple[str, ...]
    tau: float | None
    p: float | None
    overlap: float | None
    persistence: float
    reason: str = ""


@dataclass(frozen=True, slots=True)
class GoldsRow:
    """A run on two gold standards; the difference is the second rank minus the first, as in Tanguy et al. 2018."""

    run: str
    first_value: float | None
    first_rank: int | None
    second_value: float | None
    second_rank: int | None
    rank_difference: int | None


@dataclass(frozen=True, slots=True)
class GoldsTable:
    """One measure of some runs on two gold standards, in the order of the second (Tanguy et al. 2018, tables 2, 3)."""

    first: Order
    second: Order
    rows: tuple[GoldsRow, ...]
    notes: tuple[str, ...] = ()
    schema: str = "stead.golds-table/1"


@dataclass(frozen=True, slots=True)
class Column:
    """What stands in a column of a table of results."""

    group: str
    measure: str
    label: str
    figure: str


@dataclass(frozen=True, slots=True)
class ResultsRow:
    """A run with a value for each column."""

    run: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """Runs in the order of one figure on all items, whatever the columns show (McCarthy & Navigli 2007, tables 1-6)."""

    ordered_by: Order
    columns: tuple[Column, ...]
    rows: tuple[ResultsRow, ...]
    schema: str = "stead.results-table/1"
