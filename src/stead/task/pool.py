"""What is to be rated: for every item the candidates of the first gold and of all runs, and where each comes from."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from stead.task.alignment import BoolArray, FloatArray
from stead.task.terms import IntArray, TermLists


class PoolSource(NamedTuple):
    """A run whose answers are in a pool; a baseline is a run that nobody sent in."""

    name: str
    baseline: bool = False


class PoolRow(NamedTuple):
    """One item: its candidates, and of each its weight in the first gold, its best place in a run, and its runs.

    A weight of 0 means that the first gold does not have it, a place of 0 that no run has it.
    """

    lexelt: str
    id: str
    candidates: list[str]
    weights: list[float]
    places: list[int]
    runs: list[list[int]]


@dataclass(frozen=True, eq=False)
class CandidatePool:
    """Candidate `c` has the weight `weights[c]`, the best place `places[c]` and the runs `run_codes[...]`.

    The runs of candidate `c` are `run_codes[run_starts[c]:run_starts[c + 1]]`, numbers of `sources`. `signature` says
    how the pool was made.
    """

    lexelts: list[str]
    ids: list[str]
    candidates: TermLists
    weights: FloatArray
    places: IntArray
    run_codes: IntArray
    run_starts: IntArray
    sources: tuple[PoolSource, ...]
    signature: str = ""

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def size(self) -> int:
        """How many candidates there are."""
        return len(self.weights)

    @cached_property
    def owners(self) -> IntArray:
        """For each candidate, the item it is of."""
        return self.candidates.positions

    @cached_property
    def in_gold(self) -> BoolArray:
        """Which candidates the first gold has."""
        return np.greater(self.weights, 0)

    @cached_property
    def run_counts(self) -> IntArray:
        """How many runs have each candidate."""
        return np.diff(self.run_starts)

    @cached_property
    def in_runs(self) -> BoolArray:
        """Which candidates any run has."""
        return np.greater(self.run_counts, 0)

    def __iter__(self) -> Iterator[PoolRow]:
        starts, weights, places = self.candidates.starts.tolist(), self.weights.tolist(), self.places.tolist()
        run_starts = self.run_starts.tolist()
        for row, (lexelt, identifier, terms) in enumerate(zip(self.lexelts, self.ids, self.candidates, strict=True)):
            begin, end = starts[row], starts[row + 1]
            own = run_starts[begin : end + 1]
            codes = self.run_codes[own[0] : own[-1]].tolist()
            runs = [codes[own[place] - own[0] : own[place + 1] - own[0]] for place in range(end - begin)]
            yield PoolRow(lexelt, identifier, terms, weights[begin:end], places[begin:end], runs)
