"""Many short lists of terms, stored flat, each distinct term once.

A data set names the same few thousand terms over and over. Kept as one vocabulary and one array of codes, rules about
terms are applied once per distinct term, and everything about items is array arithmetic.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from stead.core.arrays import BoolArray, IntArray, Ragged


@dataclass(frozen=True, slots=True, eq=False)
class TermLists:
    """The terms of list `i` are `vocabulary[code]` for each code in `lists.row(i)`."""

    vocabulary: list[str]
    lists: Ragged[np.int64]

    @classmethod
    def of(cls, lists: Iterable[Iterable[str]]) -> "TermLists":
        """Store these lists."""
        index: dict[str, int] = {}
        codes: list[int] = []
        starts = [0]
        for terms in lists:
            codes.extend(index.setdefault(term, len(index)) for term in terms)
            starts.append(len(codes))
        return cls(list(index), Ragged(np.array(codes, dtype=np.int64), np.array(starts, dtype=np.int64)))

    @property
    def codes(self) -> IntArray:
        """The codes of all lists."""
        return self.lists.values

    @property
    def starts(self) -> IntArray:
        """Where each list begins."""
        return self.lists.starts

    @property
    def positions(self) -> IntArray:
        """For each code, the list it belongs to."""
        return self.lists.owners

    def used(self) -> set[str]:
        """The terms that stand in any list; a vocabulary may know more."""
        return {self.vocabulary[code] for code in np.flatnonzero(np.bincount(self.codes)).tolist()}

    def __len__(self) -> int:
        return len(self.lists)

    def __getitem__(self, position: int) -> list[str]:
        position = range(len(self))[position]  # from the end, or an IndexError, as in any sequence
        return [self.vocabulary[code] for code in self.lists.row(position).tolist()]

    def __iter__(self) -> Iterator[list[str]]:
        terms = [self.vocabulary[code] for code in self.codes.tolist()]
        for begin, end in pairwise(self.starts.tolist()):
            yield terms[begin:end]


@dataclass(frozen=True, slots=True, eq=False)
class Column:
    """One text for each row: that of row `i` is `vocabulary[codes[i]]`."""

    vocabulary: list[str]
    codes: IntArray

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Column":
        """Store these texts."""
        index: dict[str, int] = {}
        codes = [index.setdefault(text, len(index)) for text in texts]
        return cls(list(index), np.array(codes, dtype=np.int64))

    def only(self, rows: BoolArray) -> "Column":
        """Some of the rows."""
        return Column(self.vocabulary, self.codes[rows])

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, position: int) -> str:
        return self.vocabulary[int(self.codes[position])]

    def __iter__(self) -> Iterator[str]:
        return map(self.vocabulary.__getitem__, self.codes.tolist())
