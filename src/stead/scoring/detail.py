"""What only some measures need: shares of judges, multiwords as written, scores, pools of candidates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from stead.core.alignment import Detail, Pool
from stead.core.arrays import BoolArray, FloatArray, IntArray, is_among, is_first_in_row
from stead.core.item import lexelt_key
from stead.core.terms import TermLists
from stead.scoring.lemmas import target_word
from stead.scoring.levelled import LevelledGold, LevelledTerms

Value = TypeVar("Value", np.float64, np.bool_)
Candidates = Mapping[str, Sequence[str]]
"""Candidates by lexelt."""


@dataclass(frozen=True, eq=False)
class Answers:
    """The answers of a run, one entry each: the gold row it answers, the code of its term."""

    rows: IntArray
    codes: IntArray
    terms: LevelledTerms
    scores: FloatArray | None
    places: IntArray | None = None  # where each stands in `terms`; in order if None

    def chosen(self, which: IntArray) -> "Answers":
        """Some of the answers."""
        places = which if self.places is None else self.places[which]
        return Answers(self.rows[which], self.codes[which], self.terms, self.scores, places)

    def of_terms(self, values: npt.NDArray[Value]) -> npt.NDArray[Value]:
        """Values of all terms of the run, for these answers."""
        return values if self.places is None else values[self.places]


def make_detail(
    levelled: LevelledGold,
    answers: Answers,
    weights: FloatArray,
    pools: Iterable[str],
    candidates: Candidates | None,
) -> Detail:
    """The detail of an alignment whose answers these are, and whose weights."""
    order = levelled.heaviest_first
    scores = answers.of_terms(answers.scores) if answers.scores is not None else np.zeros(len(answers.rows))
    return Detail(
        gold_shares=levelled.shares[order],
        gold_compound=levelled.compound[order],
        answer_shares=levelled.look_up_share(answers.rows, answers.codes),
        answer_judged=levelled.was_judged(answers.rows, answers.codes),
        answer_compound=_compound(levelled, answers, weights),
        answer_scores=scores,
        scored=answers.scores is not None,
        pools={name: _pool(levelled, answers, _members(name, levelled, candidates)) for name in dict.fromkeys(pools)},
    )


def _compound(levelled: LevelledGold, answers: Answers, weights: FloatArray) -> BoolArray:
    """Whether an answer, or the gold substitute that it matches, was written with a blank or a hyphen."""
    compound = answers.of_terms(answers.terms.compound())
    numbers = levelled.entries[levelled.compound]
    unsure = np.flatnonzero(~compound & (weights > 0))
    compound[unsure] = is_among(answers.rows[unsure] * levelled.size + answers.codes[unsure], numbers)
    return compound


@dataclass(frozen=True, eq=False)
class _Members:
    """Which terms are candidates for which target, by number and code."""

    targets: IntArray
    codes: IntArray
    compound: BoolArray
    whole_gold: bool = False


def _pool(levelled: LevelledGold, answers: Answers, members: _Members) -> Pool:
    """How many candidates each scored item has, and which answers are among them; none is ranked twice."""
    target_of_row = levelled.targets
    size = max(levelled.size, int(answers.codes.max(initial=0)) + 1)
    everything, single_words = _distinct(members, size)
    targets = int(target_of_row.max(initial=0)) + 1
    scored = target_of_row[levelled.scored]
    wanted = target_of_row[answers.rows] * size + answers.codes
    contains = is_among(wanted, everything)
    if levelled.rules.duplicates == "paid":
        contains &= is_first_in_row(answers.rows, answers.codes)
    return Pool(
        np.bincount(everything // size, minlength=targets)[scored],
        np.bincount(single_words // size, minlength=targets)[scored],
        contains,
        _gold_in_pool(levelled, everything, size, members),
    )


def _gold_in_pool(levelled: LevelledGold, pool: IntArray, size: int, members: _Members) -> BoolArray:
    """Which gold substitutes are candidates, heaviest first in each item."""
    order = levelled.heaviest_first
    if members.whole_gold:
        return np.ones(len(order), dtype=np.bool_)
    rows = levelled.entry_rows[order]
    codes = levelled.entries[order] - rows * levelled.size
    return is_among(levelled.targets[rows] * size + codes, pool)


def _distinct(members: _Members, size: int) -> tuple[IntArray, IntArray]:
    """Each candidate once, in rising order of target and code; and those that are single words as somebody wrote them.

    For many numbers, sorting is faster than NumPy's table of hashes. The last bit tells compounds apart.
    """
    rising = np.sort((members.targets * size + members.codes) * 2 + members.compound)
    numbers = rising >> 1
    first = np.ones(len(numbers), dtype=np.bool_)
    first[1:] = numbers[1:] != numbers[:-1]
    return numbers[first], numbers[first & (rising & 1 == 0)]


def _members(name: str, levelled: LevelledGold, candidates: Candidates | None) -> _Members:
    """All gold substitutes of a target in any of its items, or the candidates of a file."""
    if name == "gold":
        rows = levelled.entry_rows
        codes = levelled.entries - rows * levelled.size
        return _Members(levelled.targets[rows], codes, levelled.compound, whole_gold=True)
    numbers = dict(zip(map(lexelt_key, levelled.gold.lexelts), levelled.targets.tolist(), strict=True))
    lexelts = [lexelt for lexelt in candidates or {} if lexelt_key(lexelt) in numbers]
    terms = levelled.level(TermLists.of((candidates or {})[lexelt] for lexelt in lexelts), lambda: lexelts)
    words = (target_word(lexelt, "", levelled.lemmatiser) for lexelt in lexelts)
    counted = terms.counted(lambda: words, multiwords=levelled.rules.gold_multiwords)
    targets = np.array([numbers[lexelt_key(lexelt)] for lexelt in lexelts], dtype=np.int64)[terms.terms.positions]
    return _Members(targets[counted], terms.codes[counted], terms.compound()[counted])
