"""Runs: the answers of a system."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stead.core.arrays import TermLists
from stead.core.faults import Source


class RunRow(NamedTuple):
    """The answers to one item, best first, with the system's own scores if it gave any."""

    lexelt: str
    id: str
    answers: list[str]
    scores: list[float] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """Answers of one system, in the order of its file."""

    lexelts: list[str]
    ids: list[str]
    answers: TermLists
    source: Source
    scores: npt.NDArray[np.float64] | None = None

    @classmethod
    def of(cls, rows: Iterable[RunRow], source: Source) -> "Run":
        """Make a run of rows; scores are kept if every answer has one."""
        rows = list(rows)
        scored = any(row.answers for row in rows) and all(row.scores is not None for row in rows if row.answers)
        scores = [score for row in rows for score in row.scores or ()] if scored else None
        return cls(
            [row.lexelt for row in rows],
            [row.id for row in rows],
            TermLists.of(row.answers for row in rows),
            source,
            None if scores is None else np.array(scores, dtype=np.float64),
        )

    @property
    def name(self) -> str:
        """The name people know the run by."""
        return self.source.name

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[RunRow]:
        starts = self.answers.starts.tolist()
        scores = None if self.scores is None else self.scores.tolist()
        for position, (lexelt, identifier, answers) in enumerate(
            zip(self.lexelts, self.ids, self.answers, strict=True)
        ):
            row_scores = None if scores is None else scores[starts[position] : starts[position + 1]]
            yield RunRow(lexelt, identifier, answers, row_scores)
