"""Answers counted: weights by item and substitute."""

from math import lcm

import numpy as np

from stead.core.arrays import BoolArray, IntArray, Ragged, TermLists, starts_of
from stead.core.gold import GoldStandard
from stead.core.source import Source
from stead.golds.answers import Answers, distinct, first_of_run


def gold_of(answers: Answers, weights: str, kept: BoolArray, source: Source) -> GoldStandard:
    """The gold of some items: substitutes by falling weight, then in order of their characters."""
    items = answers.item_of[answers.owners]
    sharers = answers.sizes[answers.owners] if weights == "shares" else np.ones(len(items), dtype=np.int64)
    return _gold(answers, items, answers.codes, sharers, kept=kept, source=source)


def multiword_gold_of(answers: Answers, source: Source) -> GoldStandard:
    """How many annotators named which multiword, for each item with any."""
    named = answers.named
    items, codes = answers.item_of[named], answers.multiwords[named]
    kept = np.bincount(items, minlength=len(answers.items)) > 0
    return _gold(answers, items, codes, np.ones(len(items), dtype=np.int64), kept=kept, source=source)


def _gold(
    answers: Answers, items: IntArray, codes: IntArray, sharers: IntArray, *, kept: BoolArray, source: Source
) -> GoldStandard:
    """The gold of answers, each of which adds 1 to its substitute, or a part of 1 if it shares that with others."""
    size = max(len(answers.vocabulary), 1)
    unit = lcm(*np.flatnonzero(np.bincount(sharers)).tolist())  # halves and thirds add up exactly as sixths
    entries, totals = _added_up(items * size + codes, unit // sharers)
    owners, terms = np.divmod(entries, size)
    order = _in_order(owners, totals, _alphabetical(answers.vocabulary)[terms], size)
    order = order[kept[owners[order]]]
    sizes = np.bincount(owners[order], minlength=len(answers.items))[kept]
    chosen = [answers.items[item] for item in np.flatnonzero(kept).tolist()]
    return GoldStandard(
        lexelts=[lexelt for lexelt, _ in chosen],
        ids=[identifier for _, identifier in chosen],
        substitutes=TermLists(answers.vocabulary, Ragged(terms[order], starts_of(sizes))),
        weights=totals[order] / unit,
        names=np.zeros(len(chosen)),
        graded=False,
        source=source,
    )


def _added_up(entries: IntArray, parts: IntArray) -> tuple[IntArray, IntArray]:
    """Each entry once, in rising order, with the sum of its parts."""
    order = np.argsort(entries)
    ordered = entries[order]
    starts = np.flatnonzero(first_of_run(ordered))
    return ordered[starts], np.add.reduceat(parts[order], starts) if len(starts) else parts[:0]


def _in_order(owners: IntArray, totals: IntArray, ranks: IntArray, size: int) -> IntArray:
    """By owner, then falling total, then rank, of which there are so many: one number says all three."""
    known = distinct(totals)
    falling = len(known) - 1 - np.searchsorted(known, totals)
    return np.argsort((owners * len(known) + falling) * size + ranks)


def _alphabetical(vocabulary: list[str]) -> IntArray:
    """The rank of each term in the order of code points."""
    ranks = np.empty(len(vocabulary), dtype=np.int64)
    ranks[sorted(range(len(vocabulary)), key=vocabulary.__getitem__)] = np.arange(len(vocabulary))
    return ranks
