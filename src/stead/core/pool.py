"""Candidate pools (the candidates of the first gold and of all runs, to be rated) and their dispatch to raters."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray, Ragged, TermLists


class PoolSource(NamedTuple):
    """A run whose answers are in a pool; a baseline is a run that nobody sent in."""

    name: str
    baseline: bool = False


class PoolRow(NamedTuple):
    """One item: its candidates, and of each its weight in the first gold, its best rank in a run, and its runs.

    A weight of 0 means that the first gold does not have it, a place (rank) of 0 that no run has it.
    """

    lexelt: str
    id: str
    candidates: list[str]
    weights: list[float]
    places: list[int]
    runs: list[list[int]]


@dataclass(frozen=True, eq=False, kw_only=True)
class CandidatePool:
    """Candidate `c` has the weight `weights[c]`, the best rank `places[c]` and the runs `runs.row(c)`.

    Runs are indices of `sources`. `signature` says how the pool was made.
    """

    lexelts: list[str]
    ids: list[str]
    candidates: TermLists
    weights: FloatArray
    places: IntArray
    runs: Ragged[np.int64]
    sources: tuple[PoolSource, ...]
    signature: str = ""

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def size(self) -> int:
        """Number of candidates."""
        return len(self.weights)

    @property
    def owners(self) -> IntArray:
        """For each candidate, its item."""
        return self.candidates.owners

    @cached_property
    def in_gold(self) -> BoolArray:
        """Which candidates the first gold has."""
        return np.greater(self.weights, 0)

    @property
    def run_counts(self) -> IntArray:
        """Number of runs that have each candidate."""
        return self.runs.sizes

    @cached_property
    def in_runs(self) -> BoolArray:
        """Which candidates any run has."""
        return np.greater(self.run_counts, 0)

    def __iter__(self) -> Iterator[PoolRow]:
        starts, weights, places = self.candidates.starts.tolist(), self.weights.tolist(), self.places.tolist()
        run_starts = self.runs.starts.tolist()
        for row, (lexelt, identifier, terms) in enumerate(zip(self.lexelts, self.ids, self.candidates, strict=True)):
            begin, end = starts[row], starts[row + 1]
            bounds = run_starts[begin : end + 1]
            codes = self.runs.values[bounds[0] : bounds[-1]].tolist()
            runs = [codes[bounds[index] - bounds[0] : bounds[index + 1] - bounds[0]] for index in range(end - begin)]
            yield PoolRow(
                lexelt=lexelt,
                id=identifier,
                candidates=terms,
                weights=weights[begin:end],
                places=places[begin:end],
                runs=runs,
            )


class Screen(NamedTuple):
    """One sentence in one subset, with the candidates to be rated in the order in which they are shown.

    `planted` are those that fit nowhere, to check the raters' attention. A screen that comes `again` is the second of a
    sentence in its subset; the candidates that the first has, too, check the raters' consistency.
    """

    subset: int
    lexelt: str
    id: str
    candidates: list[str]
    planted: list[str]
    again: bool = False


class ScreenCandidates(NamedTuple):
    """The candidates of the pool on a screen: those shown for the first time, and those repeated."""

    screen: Screen
    new: list[str]
    repeated: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispatch:
    """Subsets from 1 to `subsets`; each is to be rated by `least` to `most` people; a person may rate any number.

    `size` is the maximum number of candidates in a subset, 0 if it follows from the number of subsets; controls
    (`repeats` and `planted` in each subset) are not counted. `pool` is the signature of the pool.
    """

    screens: tuple[Screen, ...]
    subsets: int
    size: int
    least: int
    most: int
    repeats: int
    planted: int
    signature: str
    pool: str

    def screen_candidates(self) -> Iterator[ScreenCandidates]:
        """The candidates of every screen, without the planted ones."""
        first: dict[tuple[int, str, str], set[str]] = {}
        for screen in self.screens:
            if not screen.again:
                first.setdefault((screen.subset, screen.lexelt, screen.id), set()).update(screen.candidates)
        for screen in self.screens:
            before = first.get((screen.subset, screen.lexelt, screen.id), set()) if screen.again else set()
            terms = [term for term in screen.candidates if term not in screen.planted]
            yield ScreenCandidates(
                screen, [term for term in terms if term not in before], [term for term in terms if term in before]
            )

    def sizes(self) -> list[int]:
        """Number of candidates of the pool in each subset."""
        counts = [0] * self.subsets
        for screen, new, _ in self.screen_candidates():
            counts[screen.subset - 1] += len(new)
        return counts
