"""What a gold standard looks like: sizes, modes, multiwords, weights."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from stead.core.arrays import Ragged, Weights, starts_of
from stead.core.gold import GoldStandard
from stead.core.item import part_of_speech_of
from stead.records.sheet import Section, Value
from stead.rules.definitions import has_gold_multiword, has_mode, merge_equal
from stead.rules.matching import Rules, is_multiword

_MOST_WEIGHTS = 20


@dataclass(frozen=True)
class Description:
    """A gold and, if there is one, the gold of its multiwords, under the usual matching rules."""

    gold: GoldStandard
    multiwords: GoldStandard | None = None

    @cached_property
    def _entries(self) -> Weights:
        """The weights of each item, largest first, equal terms merged."""
        return _Entries(self.gold, graded=self.gold.graded).weights

    def sections(self) -> tuple[Section, ...]:
        """Everything that can be said without a run."""
        return (self._sizes(), self._parts_of_speech(), self._substitutes(), self._weights())

    def _sizes(self) -> Section:
        entries, gold = self._entries, self.gold
        sizes, sums = entries.sizes.tolist(), entries.sums().tolist()
        terms = [term for substitutes in gold.substitutes for term in substitutes]
        phrases = sum(map(is_multiword, terms))
        modes = int(np.count_nonzero(has_mode(entries)))
        named = int(np.count_nonzero(gold.names))
        values: list[tuple[str, Value]] = [
            ("weights", "graded" if gold.graded else "counts"),
            ("items", len(gold)),
            ("lexelts", len(set(gold.lexelts))),
            ("substitutes", sum(sizes)),
            ("distinct substitutes", len(set(terms))),
            ("substitutes an item, mean", _mean(sizes)),
            ("substitutes an item, median", float(np.median(sizes)) if sizes else None),
            ("weight of an item, mean", _mean(sums)),
            ("items with a mode", modes),
            ("items with a mode, share", modes / len(gold) if len(gold) else None),
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
        counts = Counter(self._entries.sizes.tolist())
        return Section("Substitutes of each item", ("substitutes", "items"), tuple(sorted(counts.items())), labels=0)

    def _weights(self) -> Section:
        """How often each weight occurs; of many different weights, the quartiles."""
        values = self._entries.values.tolist()
        counts = Counter(values)
        if len(counts) <= _MOST_WEIGHTS:
            rows: tuple[tuple[Value, ...], ...] = tuple(sorted(counts.items()))
            return Section("Weights", ("weight", "substitutes"), rows, labels=0)
        names = ("smallest", "first quartile", "median", "third quartile", "largest")
        quartiles = np.percentile(values, [0, 25, 50, 75, 100]).tolist()
        return Section("Weights", ("which", "weight"), tuple(zip(names, quartiles, strict=True)))


class _Entries:
    """The substitutes of a gold, equal ones merged under the usual matching rules, the heaviest of each item first."""

    def __init__(self, gold: GoldStandard, *, graded: bool) -> None:
        terms, rules, index = gold.substitutes, Rules(), dict[str, int]()
        levels = [index.setdefault(rules.normalise(term), len(index)) for term in terms.vocabulary]
        self.codes_as_written = np.array(levels, dtype=np.int64)[terms.codes]
        size = max(len(index), 1)
        entries, places = np.unique(terms.positions * size + self.codes_as_written, return_inverse=True)
        owners, codes = np.divmod(entries, size)
        weights = merge_equal(places, gold.weights, len(entries), graded=graded)
        order = np.lexsort((-weights, owners))
        starts = starts_of(np.bincount(owners, minlength=len(gold)))
        self.weights, self.codes = Ragged(weights[order], starts), Ragged(codes[order], starts)


def gold_multiwords(multiwords: GoldStandard) -> dict[tuple[str, str], str]:
    """The gold multiword of each item that has one, written as most annotators wrote it."""
    entries, terms, found = _Entries(multiwords, graded=False), multiwords.substitutes, {}
    as_written, weights = Ragged(entries.codes_as_written, terms.starts), Ragged(multiwords.weights, terms.starts)
    for item in np.flatnonzero(has_gold_multiword(entries.weights)).tolist():
        votes = np.where(as_written.row(item) == entries.codes.row(item)[0], weights.row(item), 0)
        found[multiwords.lexelts[item], multiwords.ids[item]] = terms[item][int(votes.argmax())]
    return found


def _mean(values: Iterable[float]) -> float | None:
    values = list(values)
    return sum(values) / len(values) if values else None
