"""Index a gold standard for look-up: normalise its terms, merge equal ones, choose the items to score."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count

import numpy as np

from stead.core.arrays import (
    BoolArray,
    Column,
    FloatArray,
    IntArray,
    Ragged,
    TermLists,
    Weights,
    is_among,
    look_up,
    starts_of,
)
from stead.core.errors import BadInput, UsageError
from stead.core.gold import PROPER_NAME, GoldRow, GoldStandard
from stead.core.item import lemma_of, lexelt_key, speech_letter
from stead.rules.definitions import merge_equal, weighs_enough
from stead.rules.matching import Rules, is_compound, is_multiword


@dataclass(frozen=True, slots=True)
class Lemmatiser:
    """What finds lemmas, by a name that stands in signatures: a form and a part of speech in, the lemma out."""

    name: str
    lemma: Callable[[str, str], str]

    def terms(self, terms: TermLists, lexelts: Sequence[str]) -> TermLists:
        """The terms of each list as lemmas for the part of speech of its lexelt; each pair is looked up once."""
        speech = Column.of(map(speech_letter, lexelts))
        size = max(len(speech.vocabulary), 1)
        pairs, own = np.unique(terms.codes * size + speech.codes[terms.positions], return_inverse=True)
        lemmas = [self.lemma(terms.vocabulary[pair // size], speech.vocabulary[pair % size]) for pair in pairs.tolist()]
        return TermLists(lemmas, Ragged(own, terms.starts))


def target_words(gold: GoldStandard, lemmatiser: Lemmatiser | None) -> list[str]:
    """The target of each row, as substitutes are compared with it."""
    forms = gold.targets or [""] * len(gold)
    return [target_word(*target, lemmatiser) for target in zip(gold.lexelts, forms, strict=True)]


def target_word(lexelt: str, form: str, lemmatiser: Lemmatiser | None) -> str:
    """The word of a lexelt, or the lemma that a lemmatiser finds, for the target's form in the sentence if it is known.

    The form matters: the lemma that is found for `saw` need not be the `see` of the lexelt.
    """
    word = lemma_of(lexelt)
    return word if lemmatiser is None else lemmatiser.lemma(form or word, speech_letter(lexelt))


Key = str | tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class NormalisedTerms:
    """Lists of terms under matching rules: `codes` are those of the indexed terms in `index`."""

    terms: TermLists
    rules: Rules
    index: dict[str, int]
    codes: IntArray

    @classmethod
    def of(
        cls, terms: TermLists, rules: Rules, index: dict[str, int], known: Mapping[str, int] | None = None
    ) -> "NormalisedTerms":
        """Level each distinct term once, unless its code is known; terms new to the index are added to it."""
        known = known or {}
        codes = [
            known[term] if term in known else index.setdefault(rules.normalise(term), len(index))
            for term in terms.vocabulary
        ]
        return cls(terms, rules, index, np.array(codes, dtype=np.int64)[terms.codes])

    def counted(self, targets: Callable[[], Iterable[str]], *, multiwords: str) -> BoolArray:
        """Which terms count: not empty, and neither a multiword nor the target where the rules drop those."""
        counted: BoolArray = self.codes != self.index.get("", -1)
        if multiwords == "drop":
            counted &= ~self._multiword()
        if self.rules.target == "drop":
            counted &= self.codes != self._codes_of(targets())[self.terms.positions]
        return counted

    def _multiword(self) -> BoolArray:
        return np.array([is_multiword(term) for term in self.terms.vocabulary], dtype=np.bool_)[self.terms.codes]

    def as_written(self) -> dict[str, int]:
        """The code of each term by how it was written."""
        codes = np.zeros(len(self.terms.vocabulary), dtype=np.int64)
        codes[self.terms.codes] = self.codes
        used = np.flatnonzero(np.bincount(self.terms.codes, minlength=len(codes))).tolist()
        return {self.terms.vocabulary[term]: int(codes[term]) for term in used}

    def compound(self) -> BoolArray:
        """Which terms were written with a blank or a hyphen; blanks around a term count if the rules keep them."""
        kept = self.rules.spaces == "keep"
        compound = [is_compound(term) or (kept and term != term.strip()) for term in self.terms.vocabulary]
        return np.array(compound, dtype=np.bool_)[self.terms.codes]

    def _codes_of(self, terms: Iterable[str]) -> IntArray:
        return np.array([self.index.get(self.rules.normalise(term), -1) for term in terms], dtype=np.int64)


@dataclass(frozen=True, kw_only=True)
class IndexedGold:
    """Weights by item and indexed term.

    The entry of term `t` in row `i` is found under the number `i * size + code(t)`: `entries` holds those numbers in
    rising order, `entry_rows` the row of each, `weights` its weight, `compound` whether it was written as a multiword.
    `index` gives the codes. Where people were asked to judge, `judged` holds the numbers of all that they judged, and
    `shares` how many of them accepted each entry.
    """

    gold: GoldStandard
    rules: Rules
    scored: BoolArray
    index: dict[str, int]
    entries: IntArray
    entry_rows: IntArray
    weights: FloatArray
    compound: BoolArray
    shares: FloatArray
    judged: IntArray
    as_written: Mapping[str, int]  # the codes of the gold's terms before levelling
    lemmatiser: Lemmatiser | None = None

    def normalise(self, terms: TermLists, lexelts: Callable[[], list[str]]) -> NormalisedTerms:
        """Other terms, for the targets of these lexelts, under the same rules."""
        if self.lemmatiser is not None:
            terms = self.lemmatiser.terms(terms, lexelts())
        return NormalisedTerms.of(terms, self.rules, dict(self.index), self.as_written)

    @cached_property
    def target_words(self) -> list[str]:
        """The target of each row, as substitutes are compared with it."""
        return target_words(self.gold, self.lemmatiser)

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
        return (lexelt_key(lexelt), identifier) if self.by_key else identifier

    @cached_property
    def rows(self) -> dict[Key, int]:
        """Where each item stands in the gold."""
        keys = map(self.key, self.gold.lexelts, self.gold.ids) if self.by_key else self.gold.ids
        rows = dict(zip(keys, range(len(self.gold)), strict=True))
        if len(rows) < len(self.gold):
            raise BadInput(f"{self.gold.source.place}: the gold has two rows for the same item{self._twice()}.")
        return rows

    def _twice(self) -> str:
        """The first two rows of one item."""
        first: dict[Key, str] = {}
        for lexelt, identifier in zip(self.gold.lexelts, self.gold.ids, strict=True):
            own, key = f"{lexelt} {identifier}".strip(), self.key(lexelt, identifier)
            if key in first:
                return f", {first[key]} and {own}"
            first[key] = own
        return ""

    def look_up(self, rows: IntArray, codes: IntArray) -> FloatArray:
        """The weights of terms in rows; 0 for what is not in the gold (also codes beyond the index)."""
        return look_up(self._numbers(rows, codes), self.entries, self.weights)

    def _numbers(self, rows: IntArray, codes: IntArray) -> IntArray:
        """What terms in rows are found under; -1 for codes beyond the index."""
        return np.where(codes < self.size, rows * self.size + codes, -1)

    @cached_property
    def heaviest_first(self) -> IntArray:
        """The entries of the scored rows, by row, the heaviest first."""
        order = np.lexsort((-self.weights, self.entry_rows))
        return order if self.scored.all() else order[self.scored[self.entry_rows[order]]]

    def sorted_weights(self) -> Weights:
        """The weights of the scored rows, heaviest first."""
        sizes = np.bincount(self.entry_rows, minlength=len(self.gold))[self.scored]
        return Ragged(self.weights[self.heaviest_first], starts_of(sizes))

    @cached_property
    def targets(self) -> IntArray:
        """A number for the target of each row; spellings of one lexelt are one target."""
        keys = list(map(lexelt_key, self.gold.lexelts))
        numbers = dict(zip(dict.fromkeys(keys), count()))
        return np.fromiter(map(numbers.__getitem__, keys), np.int64, len(keys))

    def look_up_share(self, rows: IntArray, codes: IntArray) -> FloatArray:
        """The shares of terms in rows, as `look_up` gives the weights."""
        if not len(self.judged):
            return np.zeros(len(codes))
        return look_up(self._numbers(rows, codes), self.entries, self.shares)

    def was_judged(self, rows: IntArray, codes: IntArray) -> BoolArray:
        """Whether anybody was asked about terms in rows."""
        return is_among(self._numbers(rows, codes), self.judged)


def names_as_terms(gold: GoldStandard) -> GoldStandard:
    """The gold with its NAME responses as entries `pn`, as programs see it that do not know what they mean."""
    return GoldStandard.of(map(_with_name, gold), gold.source, graded=gold.graded)


def _with_name(row: GoldRow) -> GoldRow:
    """Whoever gives a NAME accepts it."""
    if not row.names:
        return row
    judges = None if row.judges is None else [*row.judges, row.names]
    return row._replace(weights=[*row.weights, (PROPER_NAME, row.names)], names=0.0, judges=judges)


def index_gold(
    gold: GoldStandard,
    rules: Rules,
    *,
    threshold: float | None,
    further_terms: Iterable[str] = (),
    lemmatiser: Lemmatiser | None = None,
) -> IndexedGold:
    """Apply the rules; a row is scored if it then has any weight, `threshold` or more, or always if that is None.

    `further_terms` get codes too: candidates that are in no gold. The `lemmatiser` is what the rules need for lemmas.
    """
    if rules.lemmas != "keep" and lemmatiser is None:
        raise UsageError(f"the matching rule lemmas={rules.lemmas} holds for scoring only; leave it out here.")
    written = gold.substitutes if lemmatiser is None else lemmatiser.terms(gold.substitutes, gold.lexelts)
    terms = NormalisedTerms.of(written, rules, {})
    for term in further_terms:
        terms.index.setdefault(rules.normalise(term), len(terms.index))
    size = max(len(terms.index), 1)
    counted = terms.counted(lambda: target_words(gold, lemmatiser), multiwords=rules.gold_multiwords)
    numbers = gold.substitutes.positions * size + terms.codes
    kept = counted & (gold.weights > 0)
    entries, places = _distinct_by_rows(numbers[kept], size)
    weights = merge_equal(places, gold.weights[kept], len(entries), graded=gold.graded)
    compound = np.zeros(len(entries), dtype=np.bool_)
    compound[places[terms.compound()[kept]]] = True
    rows = np.zeros(len(entries), dtype=np.int64)
    rows[places] = gold.substitutes.positions[kept]
    totals = np.bincount(rows, weights=weights, minlength=len(gold))
    scored = np.ones(len(gold), dtype=bool) if threshold is None else weighs_enough(totals, threshold)
    shares, judged = _judgements(gold, numbers, counted, entries)
    return IndexedGold(
        gold=gold,
        rules=rules,
        scored=scored,
        index=terms.index,
        entries=entries,
        entry_rows=rows,
        weights=weights,
        compound=compound,
        shares=shares,
        judged=judged,
        as_written=terms.as_written(),
        lemmatiser=lemmatiser,
    )


def _distinct_by_rows(numbers: IntArray, size: int) -> tuple[IntArray, IntArray]:
    """The distinct numbers in rising order, and which each is; rows come in order, so some at a time will do."""
    found, places, count, start = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)], 0, 0
    while start < len(numbers):
        stop = start + (1 << 16)
        while stop < len(numbers) and numbers[stop] // size == numbers[stop - 1] // size:
            stop += 1
        distinct, own = np.unique(numbers[start:stop], return_inverse=True)
        found.append(distinct)
        places.append(own + count)
        count, start = count + len(distinct), stop
    return np.concatenate(found), np.concatenate(places)


def _judgements(
    gold: GoldStandard, numbers: IntArray, counted: BoolArray, entries: IntArray
) -> tuple[FloatArray, IntArray]:
    """The share of judges who accept each entry, and all that was judged; votes on equal terms are joined."""
    if gold.judges is None:
        return np.zeros(len(entries)), np.zeros(0, dtype=np.int64)
    judged, places = np.unique(numbers[counted], return_inverse=True)
    accepted = merge_equal(places, gold.weights[counted], len(judged), graded=False)
    votes = merge_equal(places, gold.judges[counted], len(judged), graded=False)
    shares = np.divide(accepted, votes, out=np.zeros_like(accepted), where=votes > 0)
    return shares[np.searchsorted(judged, entries)], judged
