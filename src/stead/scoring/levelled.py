"""A gold standard under matching rules: equal terms merged, what does not count left out, ready for look-up."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stead.matching import Rules, is_multiword
from stead.task import BadInput, GoldStandard, Ragged, TermLists, lemma_of
from stead.task.alignment import BoolArray, FloatArray
from stead.task.terms import IntArray

Key = str | tuple[str, str]
_ROUNDING = 1e-9  # 0.1 + 0.7 reaches 0.8


@dataclass(frozen=True, slots=True, eq=False)
class LevelledTerms:
    """Lists of terms under matching rules: `codes` are those of the levelled terms in `index`."""

    terms: TermLists
    rules: Rules
    index: dict[str, int]
    codes: IntArray

    @classmethod
    def of(cls, terms: TermLists, rules: Rules, index: dict[str, int]) -> "LevelledTerms":
        """Level each distinct term once; terms new to the index are added to it."""
        codes = [index.setdefault(rules.level(term), len(index)) for term in terms.vocabulary]
        return cls(terms, rules, index, np.array(codes, dtype=np.int64)[terms.codes])

    def counted(self, lexelts: list[str], *, multiwords: str) -> BoolArray:
        """Which terms count: not empty, and neither a multiword nor the target where the rules drop those."""
        counted: BoolArray = self.codes != self.index.get("", -1)
        if multiwords == "drop":
            counted &= ~self._multiword()
        if self.rules.target == "drop":
            counted &= self.codes != self._targets(lexelts)[self.terms.positions]
        return counted

    def _multiword(self) -> BoolArray:
        return np.array([is_multiword(term) for term in self.terms.vocabulary], dtype=np.bool_)[self.terms.codes]

    def _targets(self, lexelts: list[str]) -> IntArray:
        levelled = (self.rules.level(lemma_of(lexelt)) for lexelt in lexelts)
        return np.array([self.index.get(term, -1) for term in levelled], dtype=np.int64)


@dataclass(frozen=True)
class LevelledGold:
    """Weights by item and levelled term.

    The entry of term `t` in row `i` is found under the number `i * size + code(t)`: `entries` holds those numbers in
    rising order, `weights` the weight of each. `index` gives the codes.
    """

    gold: GoldStandard
    rules: Rules
    scored: BoolArray
    index: dict[str, int]
    entries: IntArray
    weights: FloatArray

    @property
    def size(self) -> int:
        """How many numbers a row takes."""
        return max(len(self.index), 1)

    @cached_property
    def by_key(self) -> bool:
        """Whether ids repeat across lexelts, so that an item is known by lexelt and id."""
        return len(set(self.gold.ids)) < len(self.gold.ids)

    def key(self, lexelt: str, identifier: str) -> Key:
        """What an item is known by."""
        return (lexelt, identifier) if self.by_key else identifier

    @cached_property
    def rows(self) -> dict[Key, int]:
        """Where each item stands in the gold."""
        keys = map(self.key, self.gold.lexelts, self.gold.ids)
        rows = {key: row for row, key in enumerate(keys)}
        if len(rows) < len(self.gold):
            raise BadInput(f"{self.gold.source.place}: the gold has two rows for the same item.")
        return rows

    def look_up(self, rows: IntArray, codes: IntArray) -> FloatArray:
        """The weights of terms in rows; 0 for what is not in the gold (also codes beyond the index)."""
        if not len(self.entries):
            return np.zeros(len(codes))
        wanted = np.where(codes < self.size, rows * self.size + codes, -1)
        places = np.minimum(np.searchsorted(self.entries, wanted), len(self.entries) - 1)
        return np.where(self.entries[places] == wanted, self.weights[places], 0.0)

    def sorted_weights(self) -> Ragged:
        """The weights of the scored rows, heaviest first."""
        owners = self.entries // self.size
        order = np.lexsort((-self.weights, owners))
        kept = self.scored[owners[order]]
        sizes = np.bincount(owners, minlength=len(self.gold))[self.scored]
        return Ragged(self.weights[order][kept], starts_of(sizes))


def starts_of(sizes: IntArray) -> IntArray:
    """Where lists of these sizes begin, and where the last one ends."""
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def level_gold(gold: GoldStandard, rules: Rules, *, threshold: float | None) -> LevelledGold:
    """Apply the rules; a row is scored if it then has any weight, `threshold` or more, or always if that is None."""
    terms = LevelledTerms.of(gold.substitutes, rules, {})
    size = max(len(terms.index), 1)
    kept = (gold.weights > 0) & terms.counted(gold.lexelts, multiwords=rules.gold_multiwords)
    numbers = gold.substitutes.positions[kept] * size + terms.codes[kept]
    entries, weights = _merged(numbers, gold.weights[kept], graded=gold.graded)
    totals = np.bincount(entries // size, weights=weights, minlength=len(gold))
    scored = np.ones(len(gold), dtype=bool) if threshold is None else (totals > 0) & (totals >= threshold - _ROUNDING)
    return LevelledGold(gold, rules, scored, terms.index, entries, weights)


def _merged(entries: IntArray, weights: FloatArray, *, graded: bool) -> tuple[IntArray, FloatArray]:
    """Equal terms of a row: counts add up, graded weights keep the maximum."""
    distinct, places = np.unique(entries, return_inverse=True)
    if not graded:
        return distinct, np.bincount(places, weights=weights, minlength=len(distinct)).astype(np.float64)
    largest = np.zeros(len(distinct))
    np.maximum.at(largest, places, weights)
    return distinct, largest
