"""What measures are: values that turn an alignment of gold and run into statistics of items, and these into scores.

An alignment holds gold and run item by item, as arrays. A measure gives each item a fixed tuple of numbers, its
statistics, and has one function from their sums to the score. Averages, tables by group, intervals and paired tests
all read those tuples.

Every tuple begins with `counted` (1 if the measure is defined on the item: the denominator of recall) and `attempted`
(1 if the system answered such an item: the denominator of precision).
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, Protocol, TypeVar

import numpy as np

from stead.core.arrays import BoolArray, FloatArray, IntArray, Weights
from stead.core.parallel import map_in_order
from stead.core.parameters import Declaration, Record, number, settings, validate

Task = Literal["best", "oot", "mw", ""]
Result = TypeVar("Result")
ALL = "all"
"""The depth of a measure that looks at every answer."""


def truncation() -> Any:
    """Declare the parameter `depth` of a measure that looks at all answers of a run, or at the first few only."""
    limited: Declaration = number(1, "number of answers that are looked at").metadata["declaration"]

    def read(text: str) -> int | str:
        depth: int | str = text if text == ALL else limited.read(text)
        return depth

    declaration = Declaration(limited.meaning, f"{limited.accepts}, or {ALL}", read)
    return field(default=ALL, metadata={"declaration": declaration})


class Pool(Record, eq=False):
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


class Detail(Record, kw_only=True, eq=False):
    """Further arrays that only some measures need: one entry for each gold weight, or for each answer."""

    gold_shares: FloatArray  # the share of judges who accept it; 0 where nobody was asked
    gold_compound: BoolArray  # whether it was written with a space or a hyphen
    gold_proficient: BoolArray  # whether it is at least as advanced as the target; False where the gold does not say
    answer_shares: FloatArray
    answer_judged: BoolArray  # whether anybody was asked
    answer_compound: BoolArray
    answer_proficient: BoolArray
    answer_scores: FloatArray
    scored: bool  # whether the system gave scores at all
    pools: dict[str, Pool]

    def part(self, items: slice, gold: slice, answers: slice) -> "Detail":
        """The detail of a slice of the items."""
        return Detail(
            gold_shares=self.gold_shares[gold],
            gold_compound=self.gold_compound[gold],
            gold_proficient=self.gold_proficient[gold],
            answer_shares=self.answer_shares[answers],
            answer_judged=self.answer_judged[answers],
            answer_compound=self.answer_compound[answers],
            answer_proficient=self.answer_proficient[answers],
            answer_scores=self.answer_scores[answers],
            scored=self.scored,
            pools={name: pool.part(items, gold, answers) for name, pool in self.pools.items()},
        )


class DetailSource(Protocol):
    """A detail, or what makes one when it is asked for."""

    def part(self, items: slice, gold: slice, answers: slice) -> Detail:
        """The detail of a slice of the items."""


class Alignment(Record, kw_only=True, eq=False):
    """The scored items in gold order.

    `gold` holds the gold weights of each item, largest first. `answers` holds, for each answer in the order the
    system gave them, the gold weight it earns (0 if it is wrong), after the matching rules.
    """

    lexelts: list[str]
    ids: list[str]
    gold: Weights
    answers: Weights
    detail: DetailSource | None = None
    of_gold: dict["Measure", Any] = field(default_factory=dict)  # what measures computed of the gold alone
    answerable: BoolArray | None = None  # where an answer can count at all; everywhere if None
    listed: BoolArray | None = None  # for which items the run has a line, even an empty one; all if None

    @property
    def with_line(self) -> BoolArray:
        """For which items the run has a line."""
        return np.ones(len(self), dtype=np.bool_) if self.listed is None else self.listed

    @cached_property
    def known_detail(self) -> Detail:
        """The detail, which must have been asked for when the alignment was made."""
        if self.detail is None:
            raise ValueError("the alignment was made without the detail that this measure needs")
        return self.detail.part(slice(None), slice(None), slice(None))

    def first_answers(self, depth: int | str) -> Weights:
        """The weights that the first `depth` answers earn, or `all` of them."""
        if not isinstance(depth, int) or depth >= self.answers.sizes.max(initial=0):
            return self.answers
        if depth not in self._cut_answers:
            self._cut_answers[depth] = self.answers.only(self.answers.ranks < depth)
        return self._cut_answers[depth]

    @cached_property
    def _cut_answers(self) -> dict[int, Weights]:
        return {}

    def hits(self, depth: int) -> FloatArray:
        """Number of the first `depth` answers that are in the gold."""
        return self.answers.positive.sums(depth)

    def finds_heaviest(self, depth: int) -> BoolArray:
        """Whether one of the first `depth` answers weighs as much as the heaviest substitute."""
        return self._heaviest_answers.sums(depth) > 0

    @cached_property
    def _heaviest_answers(self) -> Weights:
        """1 for each answer that weighs as much as the heaviest substitute."""
        answers = self.answers
        is_heaviest = (answers.values == answers.spread(self.gold_max)) & (answers.values > 0)
        return answers.with_values(is_heaviest.astype(np.float64))

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
        if self.answerable is not None:
            return self.ideal_of(np.ones(len(self.gold.values), dtype=np.bool_))
        return self._answered(self.gold, slice(None))  # sums and ranks of the gold are computed once for both

    @cached_property
    def _heaviest_named(self) -> "Alignment":
        return self.ideal_of(self.gold.ranks < 1)

    def map_parts(self, compute: Callable[["Alignment"], Result], size: int = 1 << 15) -> list[Result]:
        """Apply a function to slices of `size` items: arrays that fit the cache are several times faster."""
        if len(self) <= size:
            return [compute(self._part(0, len(self)))]  # what it remembers is gone with it
        parts = (self._part(start, min(start + size, len(self))) for start in range(0, len(self), size))
        return list(map_in_order(compute, parts))

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
        return self._answered(self.gold.only(chosen), np.flatnonzero(chosen))

    def _answered(self, answers: Weights, which: IntArray | slice) -> "Alignment":
        """The same items with other answers: those gold substitutes."""
        return Alignment(
            lexelts=self.lexelts,
            ids=self.ids,
            gold=self.gold,
            answers=answers,
            detail=self.detail and self._detail_of(answers, which),
            of_gold=self.of_gold,
            listed=self.listed,
        )

    def _detail_of(self, answers: Weights, which: IntArray | slice) -> Detail:
        detail = self.known_detail
        return replace(
            detail,
            answer_shares=detail.gold_shares[which],
            answer_judged=np.ones(len(answers.values), dtype=np.bool_),
            answer_compound=detail.gold_compound[which],
            answer_proficient=detail.gold_proficient[which],
            answer_scores=-answers.ranks.astype(np.float64),
            pools={name: replace(pool, contains=pool.contains_gold[which]) for name, pool in detail.pools.items()},
        )


class Measure(Record, ABC):
    """One published measure with its parameters: immutable, and `parse_measure(str(measure)) == measure`."""

    name: ClassVar[str]
    family: ClassVar[str]
    paper: ClassVar[str]
    rewards: ClassVar[str]
    figures: ClassVar[tuple[str, ...]]
    fields: ClassVar[tuple[str, ...]]
    task: ClassVar[Task] = ""
    """The task of SemEval-2007 that the measure was defined for, or an empty string."""
    ideal_size: ClassVar[int | None] = None
    """The number of heaviest substitutes in a perfect answer; None for all of them."""
    quotients: ClassVar[Mapping[str, tuple[str, str]]] = {}
    """The figures that are the sum of one field over the sum of another, with the names of both fields."""
    needs_detail: ClassVar[bool] = False
    """Whether the measure reads the alignment's detail."""

    @property
    def run_task(self) -> Task:
        """The task of SemEval-2007 whose runs the measure is for, or an empty string for runs of any task."""
        return self.task

    @property
    def needs_of_gold(self) -> tuple[str, ...]:
        """What the gold must say of each substitute besides its weight (`GoldStandard.known`)."""
        return ()

    @property
    def pools(self) -> tuple[str, ...]:
        """The pools of candidates that the measure ranks."""
        return ()

    @abstractmethod
    def statistics(self, alignment: Alignment) -> FloatArray:
        """Compute the statistics of each item: one row of `fields`."""

    @abstractmethod
    def combine(self, sums: FloatArray) -> tuple[FloatArray, ...]:
        """Compute the `figures` from sums of statistics, NaN where a denominator is 0.

        The last axis of `sums` runs over `fields`; any axes before it (items, resamples) are kept.
        """

    def ideal(self, alignment: Alignment) -> Alignment:
        """Align the gold with perfect answers by this measure; their statistics give the ceiling."""
        return alignment.ideal(self.ideal_size)

    def __post_init__(self) -> None:
        validate(self)

    def __str__(self) -> str:
        """Print as `oot@10` or `coverage(k=1)`: the depth after an at sign unless it is `all`, the rest in brackets."""
        return self._print(settings(self))

    @property
    def label(self) -> str:
        """The measure's name without parameters that have their default value, for tables."""
        default = settings(type(self)())
        shown = {name: value for name, value in settings(self).items() if name == "depth" or value != default[name]}
        return self._print(shown)

    def _print(self, parameters: dict[str, str]) -> str:
        depth = parameters.pop("depth", None)
        rest = ",".join(f"{name}={value}" for name, value in parameters.items())
        return self.name + (f"@{depth}" if depth not in {None, ALL} else "") + (f"({rest})" if rest else "")


class PrecisionRecall(Measure):
    """A credit per item: precision averages it over the attempted items, recall over all counted items."""

    figures = ("P", "R")
    fields = ("counted", "attempted", "credit")
    quotients: ClassVar[Mapping[str, tuple[str, str]]] = {"P": ("credit", "attempted"), "R": ("credit", "counted")}

    def combine(self, sums: FloatArray) -> tuple[FloatArray, ...]:
        """Compute P = credit / attempted and R = credit / counted."""
        counted, attempted, credit = columns(sums)
        return divide_or_nan(credit, attempted), divide_or_nan(credit, counted)


class Mean(Measure):
    """A score per item, averaged over all counted items; an unanswered item scores 0."""

    figures = ("mean",)
    fields = ("counted", "attempted", "score")
    quotients: ClassVar[Mapping[str, tuple[str, str]]] = {"mean": ("score", "counted")}

    def combine(self, sums: FloatArray) -> tuple[FloatArray, ...]:
        """Compute the mean score over the counted items."""
        counted, _, score = columns(sums)
        return (divide_or_nan(score, counted),)


class PooledF(Measure):
    """Precision, recall and F of sums that are pooled over the items before they are divided."""

    figures = ("P", "R", "F")
    fields = ("counted", "attempted", "hits", "answers", "wanted")
    quotients: ClassVar[Mapping[str, tuple[str, str]]] = {"P": ("hits", "answers"), "R": ("hits", "wanted")}

    def combine(self, sums: FloatArray) -> tuple[FloatArray, ...]:
        """Compute P, R and their harmonic mean."""
        _, _, hits, answers, wanted = columns(sums)
        precision, recall = divide_or_nan(hits, answers), divide_or_nan(hits, wanted)
        harmonic = divide_or_zero(2 * hits, answers + wanted)
        return precision, recall, np.where(np.isnan(precision) | np.isnan(recall), np.nan, harmonic)


def columns(sums: FloatArray) -> tuple[FloatArray, ...]:
    """Split statistics into their fields, one array each."""
    return tuple(np.moveaxis(sums, -1, 0))


def divide_or_nan(numerator: FloatArray, denominator: FloatArray) -> FloatArray:
    """Divide element by element; NaN where the denominator is 0, since there is nothing to average."""
    missing = np.full_like(numerator, np.nan)
    return np.divide(numerator, denominator, out=missing, where=denominator > 0)


def divide_or_zero(numerators: FloatArray, denominators: FloatArray) -> FloatArray:
    """Divide element by element; 0 where the denominator is 0 (an empty answer earns nothing)."""
    return np.divide(numerators, denominators, out=np.zeros_like(numerators), where=denominators > 0)


def rows(*fields: FloatArray | BoolArray) -> FloatArray:
    """Put fields side by side as statistics; each field is contiguous in memory, since sums run along it."""
    return np.array(fields, dtype=np.float64).T
