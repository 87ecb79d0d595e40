"""What a gold standard looks like: sizes, modes, multiwords, weights."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stead.core.gold import GoldStandard
from stead.core.item import part_of_speech_of
from stead.records.sheet import Section, Value
from stead.rules.matching import Rules, is_multiword

_MOST_WEIGHTS = 20
_AGREED = 2  # annotators that a gold multiword needs


@dataclass(frozen=True)
class Description:
    """A gold and, if there is one, the gold of its multiwords, under the usual matching rules."""

    gold: GoldStandard
    multiwords: GoldStandard | None = None

    @cached_property
    def _rows(self) -> list[list[float]]:
        """The weights of each item, largest first, equal terms merged."""
        levelled = _Levelled(graded=self.gold.graded)
        return [sorted(levelled.merged(row.weights).values(), reverse=True) for row in self.gold]

    def sections(self) -> tuple[Section, ...]:
        """Everything that can be said without a run."""
        return (self._sizes(), self._parts_of_speech(), self._substitutes(), self._weights())

    def _sizes(self) -> Section:
        rows, gold = self._rows, self.gold
        sizes, sums = [len(row) for row in rows], [sum(row) for row in rows]
        terms = [term for substitutes in gold.substitutes for term in substitutes]
        phrases = sum(map(is_multiword, terms))
        modes = sum(has_mode(row) for row in rows)
        named = int(np.count_nonzero(gold.names))
        values: list[tuple[str, Value]] = [
            ("weights", "graded" if gold.graded else "counts"),
            ("items", len(rows)),
            ("lexelts", len(set(gold.lexelts))),
            ("substitutes", sum(sizes)),
            ("distinct substitutes", len(set(terms))),
            ("substitutes an item, mean", _mean(sizes)),
            ("substitutes an item, median", float(np.median(sizes)) if sizes else None),
            ("weight of an item, mean", _mean(sums)),
            ("items with a mode", modes),
            ("items with a mode, share", modes / len(rows) if rows else None),
            ("substitutes of several words", phrases),
            ("substitutes of several words, share", phrases / len(terms) if terms else None),
            ("items with NAME responses (pn)", named),
        ]
        if self.multiwords is not None:
            values.append(("items with a gold multiword", len(gold_multiwords(self.multiwords))))
        return Section("Gold", ("what", "value"), tuple(values))

    def _parts_of_speech(self) -> Section:
        counts = Counter(part_of_speech_of(lexelt) or "none" for lexelt in self.gold.lexelts)
        return Section("Parts of speech", ("part of speech", "items"), tuple(sorted(counts.items())))

    def _substitutes(self) -> Section:
        counts = Counter(map(len, self._rows))
        return Section("Substitutes of each item", ("substitutes", "items"), tuple(sorted(counts.items())), labels=0)

    def _weights(self) -> Section:
        """How often each weight occurs; of many different weights, the quartiles."""
        values = [weight for row in self._rows for weight in row]
        counts = Counter(values)
        if len(counts) <= _MOST_WEIGHTS:
            rows: tuple[tuple[Value, ...], ...] = tuple(sorted(counts.items()))
            return Section("Weights", ("weight", "substitutes"), rows, labels=0)
        names = ("smallest", "first quartile", "median", "third quartile", "largest")
        quartiles = np.percentile(values, [0, 25, 50, 75, 100]).tolist()
        return Section("Weights", ("which", "weight"), tuple(zip(names, quartiles, strict=True)))


class _Levelled:
    """Weights under the usual matching rules; each distinct term is levelled once."""

    def __init__(self, *, graded: bool) -> None:
        self.graded, self.rules, self.known = graded, Rules(), dict[str, str]()

    def level(self, term: str) -> str:
        """The form in which a term is compared."""
        if term not in self.known:
            self.known[term] = self.rules.level(term)
        return self.known[term]

    def merged(self, pairs: Iterable[tuple[str, float]]) -> dict[str, float]:
        """The weights of levelled terms: equal terms add up, or keep the larger weight if they are graded."""
        weights: dict[str, float] = {}
        for term, weight in pairs:
            level = self.level(term)
            before = weights.get(level, 0.0)
            weights[level] = max(before, weight) if self.graded else before + weight
        return weights


def has_mode(weights: list[float]) -> bool:
    """Whether one substitute weighs more than every other; weights are given largest first."""
    return bool(weights) and weights[0] > 0 and (len(weights) == 1 or weights[0] > weights[1])


def gold_multiwords(multiwords: GoldStandard) -> dict[tuple[str, str], str]:
    """The gold multiword of each item that has one: the unique most frequent, named by two annotators or more.

    Forms that are equal under the usual matching rules are one multiword, written as most annotators wrote it.
    """
    levelled, found = _Levelled(graded=False), {}
    for row in multiwords:
        named = [pair for pair in sorted(row.weights, key=lambda pair: -pair[1]) if pair[1] > 0]
        weights = levelled.merged(named)
        heaviest = sorted(weights.values(), reverse=True)
        if has_mode(heaviest) and heaviest[0] >= _AGREED:
            found[row.lexelt, row.id] = next(form for form, _ in named if weights[levelled.level(form)] == heaviest[0])
    return found


def _mean(values: Iterable[float]) -> float | None:
    values = list(values)
    return sum(values) / len(values) if values else None
