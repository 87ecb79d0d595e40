"""The rows of a file of lines as they are collected: block by block, or one by one."""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from stead.formats.columns import Block, weights_apart
from stead.formats.interning import Spans
from stead.task import TermLists
from stead.task.alignment import BoolArray, FloatArray, starts_of
from stead.task.terms import IntArray


@dataclass(slots=True)
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

    def add_answers(self, block: Block, first_line: int) -> None:
        """The rows of a block of answers."""
        self._add_block(block, block.terms, first_line)

    def add_weighted(self, block: Block, first_line: int, read_weight: Callable[[str], float | None]) -> bool:
        """The rows of a block of gold, if that can be done: an entry without a good weight needs a closer look."""
        apart = weights_apart(block.terms) if len(block.terms.starts) else (block.terms, block.terms)
        if apart is None:
            return False
        terms, weights = apart
        texts, codes = weights.distinct()
        values = [read_weight(text) for text in texts]
        if None in values:
            return False
        self._add_block(block, terms, first_line)
        self._weights.append(np.array(values, dtype=np.float64)[codes])
        return True

    def _add_block(self, block: Block, terms: Spans, first_line: int) -> None:
        count = len(block.ids.starts)
        lexelts, lexelt_codes = block.lexelts.distinct()
        self.lexelts += [lexelts[code] for code in lexelt_codes.tolist()]
        self.ids += block.ids.texts(np.arange(count))
        self.numbers += range(first_line, first_line + count)
        texts, codes = terms.distinct()
        own = np.array([self.index.setdefault(text, len(self.index)) for text in texts], dtype=np.int64)
        self._codes.append(own[codes])
        self._sizes.append(np.bincount(block.owners, minlength=count))

    def terms(self) -> TermLists:
        """The terms of all rows."""
        sizes = np.concatenate([np.zeros(0, dtype=np.int64), *self._sizes])
        codes = np.concatenate([np.zeros(0, dtype=np.int64), *self._codes])
        return TermLists(list(self.index), codes, starts_of(sizes))

    def weights(self) -> FloatArray:
        """The weights of all terms."""
        return np.concatenate([np.zeros(0), *self._weights])

    def repeated(self) -> BoolArray:
        """Which rows are for an item that an earlier row is for."""
        seen: set[tuple[str, str]] = set()
        again = np.zeros(len(self.ids), dtype=np.bool_)
        if len(set(self.ids)) == len(self.ids):
            return again
        for row, item in enumerate(zip(self.lexelts, self.ids, strict=True)):
            again[row] = item in seen
            seen.add(item)
        return again
