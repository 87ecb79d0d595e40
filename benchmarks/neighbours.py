"""Neighbours of a word in a vocabulary of 50,000, against a dense product of the same number of rows.

The pairs are made up: both words of a pair follow Zipf's law, as in text. The dense product is that of a matrix of
50,000 x 1,000 floats with one row of it: what comparing vectors of that size would take, without sorting.
"""

from time import perf_counter
from typing import Any

import numpy as np

from stead.counts.similarity import MEASURES, Similarities

WORDS, PAIRS, COLUMNS = 50_000, 10_000_000, 1_000
ASKED = (50, 500, 5_000)  # ranks: a frequent word, a usual one, a rare one
AIM = 0.05  # seconds


class _Numbers:
    """Words that are called by their ids."""

    def id(self, lemma: str) -> int:
        return int(lemma)

    def name(self, number: int) -> str:
        return str(number)


class _MadeUp:
    """Pairs in the place of a counted corpus."""

    def __init__(self) -> None:
        from scipy.sparse import coo_matrix  # noqa: PLC0415

        rng = np.random.default_rng(1)
        shares = 1 / np.arange(1, WORDS + 1)
        words = rng.choice(WORDS, (2, PAIRS), p=shares / shares.sum()).astype(np.int32)
        after = coo_matrix((np.ones(PAIRS, np.int64), (words[0], words[1])), (WORDS, WORDS)).tocsr()
        self.lemmas, self.size = _Numbers(), WORDS
        self._sides = {"after": after, "before": after.T.tocsr()}

    def cooccurrences(self, direction: str) -> Any:
        return self._sides[direction]


def report() -> None:
    """Print the seconds and the ratios."""
    similarities: Any = Similarities(_MadeUp())  # type: ignore[arg-type]
    matrix = np.random.default_rng(1).random((WORDS, COLUMNS), np.float32)
    dense = _best(lambda: matrix @ matrix[0])
    print(f"\nneighbours among {WORDS:,} words, {PAIRS:,} pairs (aim: under {AIM} s warm)")
    print(f"  dense product with {COLUMNS:,} columns: {dense:.4f} s")
    for name, measure in MEASURES.items():
        similarities.nearest("0", measure, 10)  # what belongs to each word alone is worked out once
        by_rank = {
            rank: _best(lambda rank=rank, measure=measure: similarities.nearest(str(rank), measure, 10))
            for rank in ASKED
        }
        shown = ", ".join(f"rank {rank} {seconds:.4f} s ({seconds / dense:.1f} x)" for rank, seconds in by_rank.items())
        print(f"  {name:8} {shown}")


def _best(work: Any, rounds: int = 5) -> float:
    """The shortest of some rounds."""
    times = []
    for _ in range(rounds):
        began = perf_counter()
        work()
        times.append(perf_counter() - began)
    return min(times)
