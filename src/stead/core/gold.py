"""The gold standard: substitutes that people accept for each target, with weights."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stead.core.arrays import TermLists
from stead.core.faults import Source

MAX_WEIGHT = 1e12
"""No weight is larger: far above any count, far below where sums of weights lose whole units."""

PROPER_NAME = "pn"
"""How a NAME response is written among the substitutes: an entry whose whole term is `pn`, as in the 2007 gold."""


class GoldRow(NamedTuple):
    """The gold of one item: substitutes with their weights, and how many annotators called it a NAME.

    `judges` says how many people judged each substitute, where they were asked to (SWORDS); `target` is the target as
    it is written in its sentence, where the gold has it.
    """

    lexelt: str
    id: str
    weights: list[tuple[str, float]]
    names: float = 0.0
    judges: list[float] | None = None
    target: str = ""

    @classmethod
    def of(cls, lexelt: str, identifier: str, entries: Iterable[tuple[str, float]]) -> "GoldRow":
        """Make a row of entries, of which some may be NAME responses."""
        all_entries = list(entries)
        names = sum(weight for term, weight in all_entries if term == PROPER_NAME)
        return cls(lexelt, identifier, [entry for entry in all_entries if entry[0] != PROPER_NAME], names)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class GoldStandard:
    """Real weights for the substitutes of each item.

    Weights are annotator counts, or, in a `graded` gold, mean ratings. Equal terms may occur more than once: the
    matching rules merge them, since only those say what is equal.
    """

    lexelts: list[str]
    ids: list[str]
    substitutes: TermLists
    weights: npt.NDArray[np.float64]
    names: npt.NDArray[np.float64]
    graded: bool
    source: Source
    judges: npt.NDArray[np.float64] | None = None
    targets: list[str] | None = None

    @classmethod
    def of(cls, rows: Iterable[GoldRow], source: Source, *, graded: bool | None = None) -> "GoldStandard":
        """Make a gold of rows; without `graded`, one with a weight that is not a whole number is graded."""
        rows = list(rows)
        weights = np.array([weight for row in rows for _, weight in row.weights], dtype=np.float64)
        if graded is None:
            graded = bool(np.any(weights != np.floor(weights)))
        return cls(
            lexelts=[row.lexelt for row in rows],
            ids=[row.id for row in rows],
            substitutes=TermLists.of([term for term, _ in row.weights] for row in rows),
            weights=weights,
            names=np.array([row.names for row in rows], dtype=np.float64),
            graded=graded,
            source=source,
            judges=_judges(rows),
            targets=[row.target for row in rows] if any(row.target for row in rows) else None,
        )

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[GoldRow]:
        starts = self.substitutes.starts.tolist()
        weights = self.weights.tolist()
        judges = None if self.judges is None else self.judges.tolist()
        targets = self.targets or [""] * len(self)
        rows = zip(self.lexelts, self.ids, self.substitutes, self.names.tolist(), targets, strict=True)
        for position, (lexelt, identifier, terms, names, target) in enumerate(rows):
            entries = slice(starts[position], starts[position + 1])
            pairs = list(zip(terms, weights[entries], strict=True))
            yield GoldRow(
                lexelt=lexelt,
                id=identifier,
                weights=pairs,
                names=names,
                judges=None if judges is None else judges[entries],
                target=target,
            )


def _judges(rows: list[GoldRow]) -> npt.NDArray[np.float64] | None:
    """Number of judges of each entry, or None if it is not known for all."""
    if not rows or any(row.judges is None for row in rows):
        return None
    return np.array([judged for row in rows for judged in row.judges or ()], dtype=np.float64)
