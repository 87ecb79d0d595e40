"""Index a gold standard for look-up: normalise its terms, merge equal ones, choose the items to score."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import NamedTuple

import numpy as np

from stead.core.arrays import (
    BoolArray,
    Column,
    FloatArray,
    IntArray,
    Ragged,
    TermLists,
    Weights,
    find,
    heaviest_first,
    in_pieces,
    is_among,
    map_rows,
    starts_of,
    values_at,
)
from stead.core.errors import BadInput, UsageError
from stead.core.item import lemma_of, lexelt_key, speech_letter
from stead.core.parameters import Record
from stead.core.substitutes import PROPER_NAME, GoldRow, GoldStandard
from stead.rules.definitions import Rules, is_compound, is_multiword, merge_equal, weighs_enough


class Lemmatiser(NamedTuple):
    """A function from a form and its part of speech to the lemma, with a name for signatures."""

    name: str
    lemma: Callable[[str, str], str]

    def terms(self, terms: TermLists, lexelts: Sequence[str]) -> TermLists:
        """Lemmatise the terms of each list by the part of speech of its lexelt; each distinct pair only once."""
        speech = Column.of(map(speech_letter, lexelts))
        size = max(len(speech.vocabulary), 1)
        pairs, codes = np.unique(terms.codes * size + speech.codes[terms.owners], return_inverse=True)
        lemmas = [self.lemma(terms.vocabulary[pair // size], speech.vocabulary[pair % size]) for pair in pairs.tolist()]
        return TermLists(lemmas, Ragged(codes, terms.starts))


def target_words(gold: GoldStandard, lemmatiser: Lemmatiser | None) -> list[str]:
    """List the target word of each row, in the form that substitutes are compared with."""
    forms = gold.targets or [""] * len(gold)
    return [target_word(*target, lemmatiser) for target in zip(gold.lexelts, forms, strict=True)]


def target_word(lexelt: str, form: str, lemmatiser: Lemmatiser | None) -> str:
    """The word of a lexelt, or, with a lemmatiser, the lemma of the target's form in the sentence if it is known.

    The form matters: the lemma of `saw` need not be the `see` of the lexelt.
    """
    word = lemma_of(lexelt)
    return word if lemmatiser is None else lemmatiser.lemma(form or word, speech_letter(lexelt))


Key = str | tuple[str, str]


class NormalisedTerms(Record, eq=False):
    """Lists of terms normalised by matching rules; `codes` are the codes of the normalised terms in `index`."""

    terms: TermLists
    rules: Rules
    index: dict[str, int]
    codes: IntArray

    @classmethod
    def of(
        cls, terms: TermLists, rules: Rules, index: dict[str, int], known: Mapping[str, int] | None = None
    ) -> "NormalisedTerms":
        """Normalise each distinct term once, unless its code is known; new terms are added to the index."""
        known = known or {}
        codes = [
            known[term] if term in known else index.setdefault(rules.normalise(term), len(index))
            for term in terms.vocabulary
        ]
        return cls(terms, rules, index, np.array(codes, dtype=np.int64)[terms.codes])

    def counted(self, targets: Callable[[], Iterable[str]], *, multiwords: str) -> BoolArray:
        """Mark the terms that count: not empty, and neither a multiword nor the target where the rules drop those."""
        counted: BoolArray = self.codes != self.index.get("", -1)
        if multiwords == "drop":
            counted &= ~self._multiword()
        if self.rules.target == "drop":
            counted &= self.codes != self._codes_of(targets())[self.terms.owners]
        return counted

    def _multiword(self) -> BoolArray:
        return np.array([is_multiword(term) for term in self.terms.vocabulary], dtype=np.bool_)[self.terms.codes]

    def as_written(self) -> dict[str, int]:
        """Map each term as written to its code."""
        codes = np.zeros(len(self.terms.vocabulary), dtype=np.int64)
        codes[self.terms.codes] = self.codes
        used = np.flatnonzero(np.bincount(self.terms.codes, minlength=len(codes))).tolist()
        return {self.terms.vocabulary[term]: int(codes[term]) for term in used}

    @cached_property
    def compounds(self) -> BoolArray:
        """Which distinct terms are written with a space or a hyphen; those around it count if the rules keep them."""
        kept = self.rules.spaces == "keep"
        compound = [is_compound(term) or (kept and term != term.strip()) for term in self.terms.vocabulary]
        return np.array(compound, dtype=np.bool_)

    def _codes_of(self, terms: Iterable[str]) -> IntArray:
        return np.array([self.index.get(self.rules.normalise(term), -1) for term in terms], dtype=np.int64)


class IndexedGold(Record, kw_only=True):
    """A gold standard's weights, indexed by item and normalised term.

    The entry of term `t` in row `i` has the number `i * size + code(t)`: `entries` holds those numbers in ascending
    order, `entry_rows` the row of each, `weights` its weight, `compound` whether it was written as a multiword,
    `proficient` whether the gold says that it is as advanced as the target. `index` gives the codes. In a gold with
    judges, `judged` holds the numbers of all judged terms, and `shares` the share of judges who accepted each entry.
    """

    gold: GoldStandard
    rules: Rules
    scored: BoolArray
    index: dict[str, int]
    entries: IntArray
    entry_rows: IntArray
    weights: FloatArray
    compound: BoolArray
    proficient: BoolArray
    shares: FloatArray
    judged: IntArray
    as_written: Mapping[str, int]  # the codes of the gold's terms before normalisation
    lemmatiser: Lemmatiser | None = None

    def normalise(self, terms: TermLists, lexelts: Callable[[], list[str]]) -> NormalisedTerms:
        """Normalise other terms, for the targets of these lexelts, by the same rules."""
        if self.lemmatiser is not None:
            terms = self.lemmatiser.terms(terms, lexelts())
        return NormalisedTerms.of(terms, self.rules, dict(self.index), self.as_written)

    @cached_property
    def target_words(self) -> list[str]:
        """The target word of each row, in the form that substitutes are compared with."""
        return target_words(self.gold, self.lemmatiser)

    @property
    def size(self) -> int:
        """The number of codes."""
        return max(len(self.index), 1)

    @cached_property
    def by_key(self) -> bool:
        """Whether ids repeat across lexelts, so that an item is known by lexelt and id."""
        return len(set(self.gold.ids)) < len(self.gold.ids)

    def key(self, lexelt: str, identifier: str) -> Key:
        """The key of an item: its id, or lexelt and id where ids repeat."""
        return (lexelt_key(lexelt), identifier) if self.by_key else identifier

    @cached_property
    def rows(self) -> dict[Key, int]:
        """The row of each item in the gold."""
        keys = map(self.key, self.gold.lexelts, self.gold.ids) if self.by_key else self.gold.ids
        rows = dict(zip(keys, range(len(self.gold)), strict=True))
        if len(rows) < len(self.gold):
            raise BadInput(f"{self.gold.source.location}: the gold has two rows for the same item{self._twice()}.")
        return rows

    def _twice(self) -> str:
        """Name the first two rows of one item."""
        first: dict[Key, str] = {}
        for lexelt, identifier in zip(self.gold.lexelts, self.gold.ids, strict=True):
            name, key = f"{lexelt} {identifier}".strip(), self.key(lexelt, identifier)
            if key in first:
                return f", {first[key]} and {name}"
            first[key] = name
        return ""

    def look_up(self, rows: IntArray, codes: IntArray) -> FloatArray:
        """Look up the weights of terms in rows; 0 for terms that are not in the gold."""
        return values_at(self.find(rows, codes), self.weights)

    def find(self, rows: IntArray, codes: IntArray) -> IntArray:
        """Find the entries of terms in rows; -1 for terms that are not in the gold."""

        def find_piece(piece: slice) -> IntArray:
            return find(self._numbers(rows[piece], codes[piece]), self.entries)

        return in_pieces(find_piece, len(rows))

    def _numbers(self, rows: IntArray, codes: IntArray) -> IntArray:
        """Compute the entry numbers of terms in rows; -1 for codes beyond the index."""
        return np.where(codes < self.size, rows * self.size + codes, -1)

    @cached_property
    def heaviest_first(self) -> IntArray:
        """The entries of the scored rows, by row, the heaviest first."""

        def sort(piece: slice) -> IntArray:
            order = heaviest_first(self.entry_rows[piece], self.weights[piece])
            return np.asarray(order + piece.start)

        order: IntArray = np.concatenate(map_rows(sort, self.entry_rows))
        return order if self.scored.all() else order[self.scored[self.entry_rows[order]]]

    @cached_property
    def sorted_weights(self) -> Weights:
        """The weights of each scored row, heaviest first."""
        sizes = np.bincount(self.entry_rows, minlength=len(self.gold))[self.scored]
        return Ragged(self.weights[self.heaviest_first], starts_of(sizes))

    @cached_property
    def targets(self) -> IntArray:
        """The number of each row's target; different spellings of a lexelt are one target."""
        keys = {lexelt: lexelt_key(lexelt) for lexelt in dict.fromkeys(self.gold.lexelts)}
        numbers = dict(zip(dict.fromkeys(keys.values()), count()))
        number_of = {lexelt: numbers[key] for lexelt, key in keys.items()}
        return np.fromiter(map(number_of.__getitem__, self.gold.lexelts), np.int64, len(self.gold))

    def was_judged(self, rows: IntArray, codes: IntArray) -> BoolArray:
        """Mark the terms in rows that anybody judged."""
        if not len(self.judged):
            return np.zeros(len(codes), dtype=np.bool_)
        return is_among(self._numbers(rows, codes), self.judged)


def names_as_terms(gold: GoldStandard) -> GoldStandard:
    """Turn NAME responses into entries `pn`, as programs read them that do not know their meaning."""
    return GoldStandard.of(map(_with_name, gold), gold.source, graded=gold.graded)


def _with_name(row: GoldRow) -> GoldRow:
    if not row.names:
        return row
    judges = None if row.judges is None else [*row.judges, row.names]  # whoever gives a NAME accepts it
    proficient = None if row.proficient is None else [*row.proficient, False]
    weights = [*row.weights, (PROPER_NAME, row.names)]
    return row._replace(weights=weights, names=0.0, judges=judges, proficient=proficient)


def index_gold(
    gold: GoldStandard,
    rules: Rules,
    *,
    threshold: float | None,
    further_terms: Iterable[str] = (),
    lemmatiser: Lemmatiser | None = None,
) -> IndexedGold:
    """Index a gold by the rules; a row is scored if it has any weight, and `threshold` or more (None: every row).

    `further_terms` get codes too: candidates that are in no gold. The rule `lemmas` needs the `lemmatiser`.
    """
    if rules.lemmas != "keep" and lemmatiser is None:
        raise UsageError(f"the matching rule lemmas={rules.lemmas} holds for scoring only; leave it out here.")
    written = gold.substitutes if lemmatiser is None else lemmatiser.terms(gold.substitutes, gold.lexelts)
    terms = NormalisedTerms.of(written, rules, {})
    for term in further_terms:
        terms.index.setdefault(rules.normalise(term), len(terms.index))
    size = max(len(terms.index), 1)
    counted = terms.counted(lambda: target_words(gold, lemmatiser), multiwords=rules.gold_multiwords)
    merged = _merge_terms(gold, terms, np.flatnonzero(counted & (gold.weights > 0)), size)
    entries, rows, weights = merged.entries, merged.rows, merged.weights
    totals = np.bincount(rows, weights=weights, minlength=len(gold))
    scored = np.ones(len(gold), dtype=bool) if threshold is None else weighs_enough(totals, threshold)
    shares, judged = _judgements(gold, terms, counted, entries, size)
    return IndexedGold(
        gold=gold,
        rules=rules,
        scored=scored,
        index=terms.index,
        entries=entries,
        entry_rows=rows,
        weights=weights,
        compound=merged.compound,
        proficient=merged.proficient,
        shares=shares,
        judged=judged,
        as_written=terms.as_written(),
        lemmatiser=lemmatiser,
    )


class _Merged(NamedTuple):
    """The entries of a gold, or of some rows of it, after equal terms were merged."""

    entries: IntArray
    rows: IntArray
    weights: FloatArray
    compound: BoolArray
    proficient: BoolArray


def _merge_terms(gold: GoldStandard, terms: NormalisedTerms, kept: IntArray, size: int) -> _Merged:
    """Merge equal terms of a row, some rows at a time; `kept` are the terms that count."""
    rows, compounds = gold.substitutes.owners[kept], terms.compounds

    def merge(piece: slice) -> _Merged:
        which = kept[piece]
        numbers = rows[piece] * size + terms.codes[which]
        # With `return_index`, NumPy sorts by merging, which is several times faster on numbers in order by row.
        entries, first, positions = np.unique(numbers, return_index=True, return_inverse=True)
        compound, proficient = np.zeros((2, len(entries)), dtype=np.bool_)
        compound[positions[compounds[terms.terms.codes[which]]]] = True
        if gold.proficient is not None:
            proficient[positions[gold.proficient[which]]] = True
        weights = merge_equal(positions, gold.weights[which], len(entries), graded=gold.graded)
        return _Merged(entries, rows[piece][first], weights, compound, proficient)

    return _Merged(*map(np.concatenate, zip(*map_rows(merge, rows), strict=True)))


def _judgements(
    gold: GoldStandard, terms: NormalisedTerms, counted: BoolArray, entries: IntArray, size: int
) -> tuple[FloatArray, IntArray]:
    """Compute the share of judges who accept each entry, and list all judged terms; votes on equal terms are added."""
    if gold.judges is None:
        return np.zeros(len(entries)), np.zeros(0, dtype=np.int64)
    numbers = gold.substitutes.owners[counted] * size + terms.codes[counted]
    judged, positions = np.unique(numbers, return_inverse=True)
    accepted = merge_equal(positions, gold.weights[counted], len(judged), graded=False)
    votes = merge_equal(positions, gold.judges[counted], len(judged), graded=False)
    shares = np.divide(accepted, votes, out=np.zeros_like(accepted), where=votes > 0)
    return shares[np.searchsorted(judged, entries)], judged
