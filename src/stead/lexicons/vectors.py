"""Word vectors: exact nearest neighbours by cosine.

The matrix is memory-mapped and multiplied a block of rows at a time, so that it may be larger than memory; only the
words and the norms of the vectors are kept in memory.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from stead.core.errors import BadInput, UsageError
from stead.lexicons.interface import ListedSense, check_pos, damage_error
from stead.lexicons.vector_files import open_matrix

FloatArray = npt.NDArray[np.float32]
IntArray = npt.NDArray[np.int64]
_BLOCK = 1 << 15  # rows
_QUERIES = 64  # at a time
_ITSELF = -2.0  # below every cosine

Nearest = tuple[FloatArray, IntArray]
"""Cosines, largest first, and their rows."""

_NOTHING: Nearest = (np.empty(0, dtype=np.float32), np.empty(0, dtype=np.int64))


class Neighbour(NamedTuple):
    """A word and the cosine of its vector with that of the query."""

    word: str
    cosine: float


class Vectors:
    """Words with a vector each; as a lexicon, a word has one sense, whose synonyms are its nearest neighbours."""

    def __init__(self, words: Sequence[str], matrix: FloatArray, name: str, language: str = "", neighbours: int = 50):
        if len(words) != len(matrix):
            raise UsageError(f"{name}: {len(words)} words for {len(matrix)} vectors; there must be one for each.")
        self.words, self.matrix, self.name, self.language = words, matrix, name, language
        self.neighbours = neighbours

    @classmethod
    def open(cls, path: Path, vocabulary: Path | None = None, *, name: str = "", language: str = "") -> "Vectors":
        """Open vectors in a file: .npy with a vocabulary, word2vec (binary or text), or GloVe's text."""
        words, matrix = open_matrix(path, vocabulary)
        if len(words) != len(matrix):
            raise damage_error(vocabulary or path, "the end", f"{len(matrix)} words", f"{len(words)} words")
        return cls(words, matrix, name or path.stem, language)

    @cached_property
    def rows(self) -> dict[str, int]:
        """The row of each word; the first one of a repeated word."""
        last = len(self.words) - 1
        return dict(zip(reversed(self.words), range(last, -1, -1), strict=True))

    @cached_property
    def _lengths(self) -> FloatArray:
        """The norm of each vector; 1 for a null vector, so that its cosine with any other is 0."""
        with np.errstate(over="ignore", invalid="ignore"):  # overflow is refused below
            lengths = np.concatenate([np.linalg.norm(self._block(start), axis=1) for start in self._blocks()])
        if not np.isfinite(lengths).all():
            row = int(np.flatnonzero(~np.isfinite(lengths))[0])
            raise BadInput(f"{self.name}: expected finite numbers, found others in vector {row + 1}; get it again.")
        return np.where(lengths == 0, np.float32(1), lengths)

    def _block(self, start: int) -> FloatArray:
        return np.asarray(self.matrix[start : start + _BLOCK], dtype=np.float32)

    def _blocks(self) -> range:
        return range(0, len(self.words), _BLOCK)

    def vector(self, word: str) -> FloatArray | None:
        """Give the unit vector of a word (as written, then in lower case); None if it has none."""
        row = self._row(word)
        return None if row is None else np.asarray(self.matrix[row] / self._lengths[row], dtype=np.float32)

    def _row(self, word: str) -> int | None:
        return self.rows.get(word, self.rows.get(word.lower()))

    def nearest(self, words: Sequence[str], number: int) -> list[list[Neighbour]]:
        """List, for each word, the words with the largest cosines, without itself; empty for a word without a vector.

        Ties are in the order of the vocabulary.
        """
        if number < 1:
            raise UsageError(f"{number} nearest words cannot be found; ask for 1 or more.")
        known = np.array([row for word in words if (row := self._row(word)) is not None], dtype=np.int64)
        parts = [known[start : start + _QUERIES] for start in range(0, len(known), _QUERIES)]
        neighbours = iter([near for part in parts for near in self._nearest_rows(part, number)])
        return [[] if self._row(word) is None else next(neighbours) for word in words]

    def _nearest_rows(self, rows: IntArray, number: int) -> Iterator[list[Neighbour]]:
        queries = np.asarray(self.matrix[rows], dtype=np.float32) / self._lengths[rows, np.newaxis]
        best = [_NOTHING] * len(rows)
        for start in self._blocks():
            block = self._block(start)
            cosines = np.asarray(queries @ block.T / self._lengths[start : start + len(block)], dtype=np.float32)
            _leave_out(cosines, rows - start)
            best = [_merge_nearest(nearest, row, start, number) for nearest, row in zip(best, cosines, strict=True)]
        for values, indices in best:
            pairs = zip(indices.tolist(), values.tolist(), strict=True)
            yield [Neighbour(self.words[row], value) for row, value in pairs]

    def senses(self, lemma: str, pos: str = "") -> tuple[ListedSense, ...]:
        """Give one sense, whatever the part of speech: the nearest words and their cosines; none without a vector."""
        check_pos(pos)
        (near,) = self.nearest([lemma], self.neighbours)
        if not near:
            return ()
        return (
            ListedSense(id=lemma, pos="", synonyms=tuple(n.word for n in near), weights=tuple(n.cosine for n in near)),
        )

    def __contains__(self, lemma: object) -> bool:
        return isinstance(lemma, str) and self._row(lemma) is not None

    def lemmas(self, pos: str = "") -> Iterator[str]:
        """List all words."""
        check_pos(pos)
        return iter(self.words)


def _leave_out(cosines: FloatArray, columns: IntArray) -> None:
    """Exclude the query itself from its neighbours."""
    inside = np.flatnonzero((columns >= 0) & (columns < cosines.shape[1]))
    cosines[inside, columns[inside]] = _ITSELF


def _merge_nearest(best: Nearest, cosines: FloatArray, start: int, number: int) -> Nearest:
    """Merge the nearest so far with those of a further block; of ties, the earlier."""
    values, rows = best
    border = values[-1] if len(values) == number else _ITSELF
    new = np.flatnonzero(cosines > border)
    if len(new) > number:
        new = new[cosines[new] >= np.partition(cosines[new], -number)[-number]]
    values, rows = np.concatenate([values, cosines[new]]), np.concatenate([rows, new + start])
    order = np.lexsort((rows, -values))[:number]
    return values[order], rows[order]
