"""The rows of a file of lines as they are collected: block by block, or one by one."""

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray, Ragged, TermLists, starts_of
from stead.core.item import lexelt_key
from stead.formats.columns import Block, weights_apart
from stead.formats.interning import Spans


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Columns:
    """The rows of a block of lines: what they hold, each distinct term once."""

    first_line: int
    separator_sizes: set[int]
    lexelts: list[str]
    ids: list[str]
    texts: list[str]
    codes: IntArray
    sizes: IntArray
    weights: FloatArray

    @classmethod
    def of_answers(cls, block: Block, first_line: int) -> "Columns":
        """The rows of a block of answers."""
        return cls._of(block, block.terms, np.zeros(0), first_line)

    @classmethod
    def of_weighted(cls, block: Block, first_line: int, read_weight: Callable[[str], float | None]) -> "Columns | None":
        """The rows of a block of gold, or nothing if an entry has no good weight and needs a closer look."""
        apart = weights_apart(block.terms) if len(block.terms.starts) else (block.terms, block.terms)
        if apart is None:
            return None
        terms, weights = apart
        texts, codes = weights.distinct()
        values = [read_weight(text) for text in texts]
        if None in values:
            return None
        return cls._of(block, terms, np.array(values, dtype=np.float64)[codes], first_line)

    @classmethod
    def _of(cls, block: Block, terms: Spans, weights: FloatArray, first_line: int) -> "Columns":
        lexelts, lexelt_codes = block.lexelts.distinct()
        texts, codes = terms.distinct()
        return cls(
            first_line=first_line,
            separator_sizes=block.separator_sizes(),
            lexelts=np.array(lexelts, dtype=np.object_)[lexelt_codes].tolist(),
            ids=block.ids.texts(),
            texts=texts,
            codes=codes,
            sizes=np.bincount(block.owners, minlength=len(block.ids.starts)),
            weights=weights,
        )


@dataclass(slots=True, kw_only=True)
class LineTable:
    """Lexelts, ids and line numbers of rows; their terms, each distinct one once; and weights, if it is a gold."""

    lexelts: list[str] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    index: dict[str, int] = field(default_factory=dict)
    _codes: list[IntArray] = field(default_factory=list)
    _sizes: list[IntArray] = field(default_factory=list)
    _weights: list[FloatArray] = field(default_factory=list)

    def add_row(self, lexelt: str, identifier: str, number: int, terms: list[str], weights: list[float]) -> None:
        """One row."""
        self.lexelts.append(lexelt)
        self.ids.append(identifier)
        self.numbers.append(number)
        codes = [self.index.setdefault(term, len(self.index)) for term in terms]
        self._codes.append(np.array(codes, dtype=np.int64))
        self._sizes.append(np.array([len(codes)], dtype=np.int64))
        self._weights.append(np.array(weights, dtype=np.float64))

    def add_block(self, block: Columns) -> None:
        """The rows of a block."""
        self.lexelts += block.lexelts
        self.ids += block.ids
        self.numbers += range(block.first_line, block.first_line + len(block.ids))
        new = [text for text in block.texts if text not in self.index]
        self.index.update(zip(new, count(len(self.index))))
        own = np.fromiter(map(self.index.__getitem__, block.texts), np.int64, len(block.texts))
        self._codes.append(own[block.codes])
        self._sizes.append(block.sizes)
        self._weights.append(block.weights)

    def terms(self) -> TermLists:
        """The terms of all rows."""
        sizes = np.concatenate([np.zeros(0, dtype=np.int64), *self._sizes])
        codes = np.concatenate([np.zeros(0, dtype=np.int64), *self._codes])
        return TermLists(list(self.index), Ragged(codes, starts_of(sizes)))

    def weights(self) -> FloatArray:
        """The weights of all terms."""
        return np.concatenate([np.zeros(0), *self._weights])

    def repeated(self) -> BoolArray:
        """Which rows are for an item that an earlier row is for."""
        seen: set[tuple[str, str]] = set()
        again = np.zeros(len(self.ids), dtype=np.bool_)
        if len(set(self.ids)) == len(self.ids):
            return again
        for row, item in enumerate(zip(map(lexelt_key, self.lexelts), self.ids, strict=True)):
            again[row] = item in seen
            seen.add(item)
        return again
