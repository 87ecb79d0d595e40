"""What some measures need of each answer and gold substitute besides its weight, computed slice by slice."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from stead.core.arrays import (
    BoolArray,
    FloatArray,
    IntArray,
    TermLists,
    is_among,
    is_first_in_row,
    sort_by_row,
    values_at,
)
from stead.core.item import lexelt_key
from stead.core.parameters import Record
from stead.measures.base import Detail, Pool
from stead.scoring.indexed_gold import IndexedGold, NormalisedTerms, target_word

Candidates = Mapping[str, Sequence[str]]
"""Candidates by lexelt."""


class RunAnswers(NamedTuple):
    """The answers of a run as arrays: the gold row that each answers, and the code of its term."""

    rows: IntArray
    codes: IntArray
    terms: NormalisedTerms
    scores: FloatArray | None
    positions: IntArray | None = None  # the index of each answer in `terms`; None if all are in order

    def select(self, which: IntArray) -> "RunAnswers":
        """Select answers by their index."""
        positions = which if self.positions is None else self.positions[which]
        return RunAnswers(self.rows[which], self.codes[which], self.terms, self.scores, positions)

    def positions_of(self, part: slice) -> IntArray | slice:
        """The indices in `terms` of a slice of the answers."""
        return part if self.positions is None else self.positions[part]


class Details(Record, eq=False):
    """Makes the detail of any slice of the items, so that its arrays are in the cache when measures read them."""

    indexed: IndexedGold
    answers: RunAnswers
    entries: IntArray  # the gold entry that each answer matches; -1 for none
    pools: "Mapping[str, _Candidates]"

    @classmethod
    def of(
        cls,
        indexed: IndexedGold,
        answers: RunAnswers,
        entries: IntArray,
        pools: Iterable[str],
        candidates: Candidates | None,
    ) -> "Details":
        """Collect the candidates of these pools."""
        size = max(indexed.size, int(answers.codes.max(initial=0)) + 1)
        by_name = {
            name: _Candidates.of(indexed, _members(name, indexed, candidates), size) for name in dict.fromkeys(pools)
        }
        return cls(indexed, answers, entries, by_name)

    def part(self, items: slice, gold: slice, answers: slice) -> Detail:
        """The detail of a slice of the items."""
        indexed, order = self.indexed, self.indexed.heaviest_first[gold]
        entries, positions = self.entries[answers], self.answers.positions_of(answers)
        terms, scores = self.answers.terms, self.answers.scores
        rows, entry_rows = self.answers.rows[answers], indexed.entry_rows[order]
        codes, entry_codes = self.answers.codes[answers], indexed.entries[order] - entry_rows * indexed.size
        written_as_compound = terms.compounds[terms.terms.codes[positions]]
        return Detail(
            gold_shares=indexed.shares[order],
            gold_compound=indexed.compound[order],
            gold_proficient=indexed.proficient[order],
            answer_shares=values_at(entries, indexed.shares),
            answer_judged=indexed.was_judged(rows, codes),
            answer_compound=written_as_compound | values_at(entries, indexed.compound),
            answer_proficient=values_at(entries, indexed.proficient),
            answer_scores=np.zeros(len(rows)) if scores is None else scores[positions],
            scored=scores is not None,
            pools={
                name: Pool(
                    pool.all_sizes[items],
                    pool.single_word_sizes[items],
                    pool.contain_once(rows, codes, is_gold=entries >= 0),
                    pool.contain(entry_rows, entry_codes, is_gold=np.ones(len(order), dtype=np.bool_)),
                )
                for name, pool in self.pools.items()
            },
        )


class _Members(NamedTuple):
    """The candidates of each target, as pairs of target number and term code."""

    targets: IntArray
    codes: IntArray
    compound: BoolArray
    whole_gold: bool = False


class _Candidates(Record, kw_only=True, eq=False):
    """A pool of candidates for each target, and how many candidates each scored row has.

    The candidate with code `c` of target `t` has the number `t * size + c`; `numbers` are in rising order.
    """

    indexed: IndexedGold
    whole_gold: bool
    size: int
    numbers: IntArray
    all_sizes: IntArray
    single_word_sizes: IntArray

    @classmethod
    def of(cls, indexed: IndexedGold, members: _Members, size: int) -> "_Candidates":
        """Count the candidates of each target."""
        everything, single_words = _distinct(members, size)
        targets = int(indexed.targets.max(initial=0)) + 1
        scored = indexed.targets[indexed.scored]
        return cls(
            indexed=indexed,
            whole_gold=members.whole_gold,
            size=size,
            numbers=everything,
            all_sizes=np.bincount(everything // size, minlength=targets)[scored],
            single_word_sizes=np.bincount(single_words // size, minlength=targets)[scored],
        )

    def contain(self, rows: IntArray, codes: IntArray, *, is_gold: BoolArray) -> BoolArray:
        """Mark the terms of gold rows that are candidates there; `is_gold` says which are gold substitutes."""
        contains = is_gold & self.whole_gold
        unsure = np.flatnonzero(~contains)
        contains[unsure] = is_among(self.indexed.targets[rows[unsure]] * self.size + codes[unsure], self.numbers)
        return contains

    def contain_once(self, rows: IntArray, codes: IntArray, *, is_gold: BoolArray) -> BoolArray:
        """The same for answers, of which none is ranked twice, even where each is paid."""
        contains = self.contain(rows, codes, is_gold=is_gold)
        return contains & is_first_in_row(rows, codes) if self.indexed.rules.duplicates == "paid" else contains


def _distinct(members: _Members, size: int) -> tuple[IntArray, IntArray]:
    """List the distinct candidates by target and code, and those that somebody wrote as a single word.

    For many numbers, sorting is faster than NumPy's hash table. The last bit marks compounds.
    """
    rising = sort_by_row((members.targets * size + members.codes) * 2 + members.compound)
    numbers = rising >> 1
    first = np.ones(len(numbers), dtype=np.bool_)
    first[1:] = numbers[1:] != numbers[:-1]
    return numbers[first], numbers[first & (rising & 1 == 0)]


def _members(name: str, indexed: IndexedGold, candidates: Candidates | None) -> _Members:
    """Collect the candidates: all gold substitutes of a target in any of its items, or those of a file."""
    if name == "gold":
        rows = indexed.entry_rows
        codes = indexed.entries - rows * indexed.size
        return _Members(indexed.targets[rows], codes, indexed.compound, whole_gold=True)
    numbers = dict(zip(map(lexelt_key, indexed.gold.lexelts), indexed.targets.tolist(), strict=True))
    lexelts = [lexelt for lexelt in candidates or {} if lexelt_key(lexelt) in numbers]
    terms = indexed.normalise(TermLists.of((candidates or {})[lexelt] for lexelt in lexelts), lambda: lexelts)
    words = (target_word(lexelt, "", indexed.lemmatiser) for lexelt in lexelts)
    counted = terms.counted(lambda: words, multiwords=indexed.rules.gold_multiwords)
    targets = np.array([numbers[lexelt_key(lexelt)] for lexelt in lexelts], dtype=np.int64)[terms.terms.owners]
    return _Members(targets[counted], terms.codes[counted], terms.compounds[terms.terms.codes[counted]])
