"""Gold and run aligned item by item: the arrays that measures are computed from."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray, Ragged, Weights, starts_of


@dataclass(frozen=True, eq=False)
class Pool:
    """The candidates to be ranked: how many each item has, and which answers and substitutes are among them."""

    all_sizes: IntArray
    single_word_sizes: IntArray
    contains: BoolArray  # one for each answer
    contains_gold: BoolArray  # one for each gold weight

    def sizes(self, *, single_words: bool) -> IntArray:
        """Number of candidates of each item, with or without multiwords."""
        return self.single_word_sizes if single_words else self.all_sizes

    def part(self, items: slice, gold: slice, answers: slice) -> "Pool":
        """The pool of a slice of the items."""
        sizes = self.all_sizes[items], self.single_word_sizes[items]
        return Pool(*sizes, self.contains[answers], self.contains_gold[gold])


@dataclass(frozen=True, eq=False, kw_only=True)
class Detail:
    """Further arrays that only some measures need: one entry for each gold weight, or for each answer."""

    gold_shares: FloatArray  # the share of judges who accept it; 0 where nobody was asked
    gold_compound: BoolArray  # whether it was written with a space or a hyphen
    answer_shares: FloatArray
    answer_judged: BoolArray  # whether anybody was asked
    answer_compound: BoolArray
    answer_scores: FloatArray
    scored: bool  # whether the system gave scores at all
    pools: dict[str, Pool]

    def part(self, items: slice, gold: slice, answers: slice) -> "Detail":
        """The detail of a slice of the items."""
        return Detail(
            gold_shares=self.gold_shares[gold],
            gold_compound=self.gold_compound[gold],
            answer_shares=self.answer_shares[answers],
            answer_judged=self.answer_judged[answers],
            answer_compound=self.answer_compound[answers],
            answer_scores=self.answer_scores[answers],
            scored=self.scored,
            pools={name: pool.part(items, gold, answers) for name, pool in self.pools.items()},
        )


@dataclass(frozen=True, eq=False, kw_only=True)
class Alignment:
    """The scored items in gold order.

    `gold` holds the gold weights of each item, largest first. `answers` holds, for each answer in the order the
    system gave them, the gold weight it earns (0 if it is wrong), after the matching rules.
    """

    lexelts: list[str]
    ids: list[str]
    gold: Weights
    answers: Weights
    detail: Detail | None = None
    answerable: BoolArray | None = None  # where an answer can count at all; everywhere if None
    listed: BoolArray | None = None  # for which items the run has a line, even an empty one; all if None

    @property
    def with_line(self) -> BoolArray:
        """For which items the run has a line."""
        return np.ones(len(self), dtype=np.bool_) if self.listed is None else self.listed

    @property
    def known_detail(self) -> Detail:
        """The detail, which must have been asked for when the alignment was made."""
        if self.detail is None:
            raise ValueError("the alignment was made without the detail that this measure needs")
        return self.detail

    def hits(self, depth: int) -> FloatArray:
        """Number of the first `depth` answers that are in the gold."""
        return self.answers.positive.sums(depth)

    def finds_heaviest(self, depth: int) -> BoolArray:
        """Whether one of the first `depth` answers weighs as much as the heaviest substitute."""
        answers = self.answers
        is_heaviest = (answers.values == self.gold_max[answers.owners]) & (answers.values > 0) & (answers.ranks < depth)
        return answers.sum_by_list(is_heaviest.astype(np.float64)) > 0

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def gold_total(self) -> FloatArray:
        """|H|w: the sum of all weights."""
        return self.gold.sums()

    @cached_property
    def gold_max(self) -> FloatArray:
        """maxw: the largest weight."""
        return self.gold.first(1)[:, 0]

    @cached_property
    def first_answer(self) -> FloatArray:
        """w(a1): the weight that the first answer earns."""
        return self.answers.first(1)[:, 0]

    @cached_property
    def answered(self) -> BoolArray:
        """Whether the system attempted the item."""
        return self.answers.sizes > 0

    def ideal(self, size: int | None, where: BoolArray | None = None) -> "Alignment":
        """The same items (those in `where`) answered with their `size` heaviest substitutes, or with all of them."""
        if where is None and size in {None, 1}:
            return self._all_named if size is None else self._heaviest_named
        chosen = np.ones(len(self.gold.values), dtype=np.bool_) if size is None else self.gold.ranks < size
        return self.ideal_of(chosen if where is None else chosen & where[self.gold.owners])

    @cached_property
    def _all_named(self) -> "Alignment":
        return self.ideal_of(np.ones(len(self.gold.values), dtype=np.bool_))

    @cached_property
    def _heaviest_named(self) -> "Alignment":
        return self.ideal_of(self.gold.ranks < 1)

    def parts(self, size: int = 1 << 15) -> Iterator["Alignment"]:
        """Slices of `size` items: arrays that fit the cache are several times faster than large ones."""
        for start in range(0, len(self), size):
            yield self._part(start, min(start + size, len(self)))

    def _part(self, start: int, stop: int) -> "Alignment":
        answers = slice(self.answers.starts[start], self.answers.starts[stop])
        gold = slice(self.gold.starts[start], self.gold.starts[stop])
        return Alignment(
            lexelts=self.lexelts[start:stop],
            ids=self.ids[start:stop],
            gold=self.gold.part(start, stop),
            answers=self.answers.part(start, stop),
            detail=self.detail and self.detail.part(slice(start, stop), gold, answers),
            answerable=None if self.answerable is None else self.answerable[start:stop],
            listed=None if self.listed is None else self.listed[start:stop],
        )

    def ideal_of(self, chosen: BoolArray) -> "Alignment":
        """The same items answered with the chosen substitutes, heaviest first, wherever an answer can count."""
        if self.answerable is not None:
            chosen = chosen & self.answerable[self.gold.owners]
        answers = Ragged(
            self.gold.values[chosen], starts_of(np.bincount(self.gold.owners[chosen], minlength=len(self)))
        )
        detail = self.detail and replace(
            self.detail,
            answer_shares=self.detail.gold_shares[chosen],
            answer_judged=np.ones(len(answers.values), dtype=np.bool_),
            answer_compound=self.detail.gold_compound[chosen],
            answer_scores=-answers.ranks.astype(np.float64),
            pools={
                name: replace(pool, contains=pool.contains_gold[chosen]) for name, pool in self.detail.pools.items()
            },
        )
        return Alignment(
            lexelts=self.lexelts, ids=self.ids, gold=self.gold, answers=answers, detail=detail, listed=self.listed
        )
