"""What only some measures need: shares of judges, multiwords as written, scores, pools of candidates."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stead.scoring.levelled import LevelledGold, LevelledTerms, pieces
from stead.task.alignment import BoolArray, Detail, FloatArray, Pool
from stead.task.terms import IntArray, TermLists

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

    def of_terms(self, values: FloatArray) -> FloatArray:
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
    compound = answers.of_terms(answers.terms.compound()) > 0
    numbers = levelled.entries[levelled.compound]
    unsure = np.flatnonzero(~compound & (weights > 0))
    compound[unsure] = _is_among(answers.rows[unsure] * levelled.size + answers.codes[unsure], numbers)
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
    numbers = members.targets * size + members.codes
    everything, single_words = _distinct(numbers), _distinct(numbers[~members.compound])
    targets = int(target_of_row.max(initial=0)) + 1
    scored = target_of_row[levelled.scored]
    wanted = target_of_row[answers.rows] * size + answers.codes
    rows, codes = np.divmod(levelled.entries[levelled.heaviest_first], levelled.size)
    return Pool(
        np.bincount(everything // size, minlength=targets)[scored],
        np.bincount(single_words // size, minlength=targets)[scored],
        _is_among(wanted, everything) & _ranked_once(levelled, answers, size),
        np.ones(len(rows), dtype=np.bool_)
        if members.whole_gold
        else _is_among(target_of_row[rows] * size + codes, everything),
    )


def _distinct(numbers: IntArray) -> IntArray:
    """Each number once, in rising order; for many numbers, sorting is faster than NumPy's table of hashes."""
    rising = np.sort(numbers)
    return rising[np.concatenate([[True], rising[1:] != rising[:-1]])] if len(rising) else rising


def _is_among(wanted: IntArray, numbers: IntArray) -> BoolArray:
    """Which are among some numbers in rising order."""
    found = np.zeros(len(wanted), dtype=np.bool_)
    for piece in pieces(len(wanted) if len(numbers) else 0):
        places = np.minimum(np.searchsorted(numbers, wanted[piece]), len(numbers) - 1)
        found[piece] = numbers[places] == wanted[piece]
    return found


def _ranked_once(levelled: LevelledGold, answers: Answers, size: int) -> BoolArray:
    """Which answers do not stand earlier in their list; all of them, unless repeats were let through to be paid."""
    if levelled.rules.duplicates != "paid":
        return np.ones(len(answers.rows), dtype=np.bool_)
    first = np.zeros(len(answers.rows), dtype=np.bool_)
    first[np.unique(answers.rows * size + answers.codes, return_index=True)[1]] = True
    return first


def _members(name: str, levelled: LevelledGold, candidates: Candidates | None) -> _Members:
    """All gold substitutes of a target in any of its items, or the candidates of a file."""
    if name == "gold":
        rows, codes = np.divmod(levelled.entries, levelled.size)
        return _Members(levelled.targets[rows], codes, levelled.compound, whole_gold=True)
    numbers = dict(zip(levelled.gold.lexelts, levelled.targets.tolist(), strict=True))
    lexelts = [lexelt for lexelt in candidates or {} if lexelt in numbers]
    terms = LevelledTerms.of(
        TermLists.of((candidates or {})[lexelt] for lexelt in lexelts), levelled.rules, levelled.index
    )
    counted = terms.counted(lexelts, multiwords=levelled.rules.gold_multiwords)
    targets = np.array([numbers[lexelt] for lexelt in lexelts], dtype=np.int64)[terms.terms.positions]
    return _Members(targets[counted], terms.codes[counted], terms.compound()[counted] > 0)
