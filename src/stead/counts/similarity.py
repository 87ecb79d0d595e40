"""Distributional similarity: the five measures of SemEval-2007's baselines (McCarthy and Navigli 2007, 3.1).

A context of a word is another word together with its side. With q for the distribution of the contexts of the query
word, r for that of another word, and Q and R for the sets of contexts:

    cosine    sum q r / (|q| |r|)
    jaccard   |Q & R| / |Q | R|
    l1        sum |q - r|                                    a distance
    skew      sum q log(q / (alpha r + (1 - alpha) q))       a distance (Lee 1999; which side is smoothed: see below)
    lin       sum of I(q) + I(r) over shared contexts / (sum of I(q) + sum of I(r))   (Lin 1998)

I is the mutual information of word and context, computed for each side as Lin computes it for each relation, and only
where it is above 0. Each of the five is made of a sum over the contexts that two words share, and of a value of each
word alone; so only shared contexts are ever looked up, and the result is exact.

Lee writes the divergence as D(r || alpha q + (1 - alpha) r). Here the query word takes the role of r: what counts is
how well another word predicts its contexts, whatever other contexts that word has.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stead.core.errors import UsageError
from stead.core.parallel import map_in_order
from stead.counts.count_model import Direction, Model

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]

SIDES: tuple[tuple[Direction, Direction], ...] = (("after", "before"), ("before", "after"))
"""Each side with the one of its transpose: a word that has j after it is before j."""

_ROWS_AT_ONCE = 1 << 14
_CELLS_AT_ONCE = 1 << 17
"""As many cells as stay in the processor's cache."""
_ROUNDING = 1e-12
"""Mutual information that is not above this is 0: a count that is exactly as expected must not depend on rounding."""
_LOGARITHMS = np.log(np.maximum(np.arange(1 << 12), 1))
"""The logarithms of small counts, which most are: looking them up takes a tenth of the time."""


class SimilarWord(NamedTuple):
    """A word with its similarity; of a distance, the negative."""

    lemma: str
    similarity: float


@dataclass(frozen=True)
class Contexts:
    """The contexts of one word on one side: which, how often, and how often expected by chance."""

    side: Direction
    words: npt.NDArray[np.int32]
    counts: Floats
    expected: Floats

    def where(self, chosen: Booleans | slice) -> "Contexts":
        """Select some of them."""
        return Contexts(self.side, self.words[chosen], self.counts[chosen], self.expected[chosen])


@dataclass(frozen=True)
class SharedContexts:
    """The words that have the same contexts: for each context its words, concatenated, with their counts."""

    words: npt.NDArray[np.int32]
    counts: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]

    def repeat(self, of_contexts: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Repeat the value of a context for every word that has it."""
        return np.repeat(of_contexts, self.lengths)


class Similarities:
    """The similarities of the words of a model; values of each word alone are computed when first needed."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def nearest(
        self, lemma: str, measure: "Measure", number: int, among: Booleans | None = None
    ) -> tuple[SimilarWord, ...]:
        """List the most similar words (`among`: a mask of allowed words, by id); empty for a word without contexts."""
        word = self._model.lemmas.id(lemma)
        if word is None or word >= self._model.size:
            return ()
        similarities = measure(self, word)
        similarities[word] = -np.inf
        if among is not None:
            similarities[~among] = -np.inf
        kept = np.flatnonzero(similarities > -np.inf)
        best = kept[np.argsort(-similarities[kept], kind="stable")[:number]]  # of ties, the more frequent
        return tuple(
            SimilarWord(self._model.lemmas.name(int(lemma_id)), float(similarities[lemma_id])) for lemma_id in best
        )

    def contexts(self, word: int) -> Iterator[Contexts]:
        """List the contexts of a word, for each side."""
        for side, opposite in SIDES:
            row = self._matrix(side)[word]
            shares = self._totals[opposite][row.indices] / self._pairs
            yield Contexts(side, row.indices, row.data.astype(float), shares * self._totals[side][word])

    def shared(self, contexts: Contexts) -> Iterator[tuple[Contexts, SharedContexts]]:
        """List all words that have these contexts, some contexts at a time."""
        matrix = self._matrix(dict(SIDES)[contexts.side])
        sizes = matrix.indptr[contexts.words + 1] - matrix.indptr[contexts.words]
        share = np.cumsum(sizes, dtype=np.int64) // _CELLS_AT_ONCE
        for start, end in pairwise([0, *(np.flatnonzero(np.diff(share)) + 1), len(sizes)]):
            some = contexts.where(slice(start, end))
            rows = matrix[some.words]
            yield some, SharedContexts(rows.indices, rows.data, sizes[start:end])

    def sum_by_word(self, words: npt.NDArray[np.int32], values: Floats) -> Floats:
        """Sum up the values of each word."""
        return np.asarray(np.bincount(words, values, self._model.size), float)

    def _matrix(self, side: Direction) -> Any:
        return self._model.cooccurrences(side)

    @cached_property
    def _totals(self) -> dict[Direction, Floats]:
        """The number of contexts of each word on each side."""
        return {side: np.asarray(self._matrix(side).sum(axis=1), float).ravel() for side, _ in SIDES}

    @cached_property
    def _pairs(self) -> float:
        """The number of pairs."""
        return max(float(self._totals["after"].sum()), 1.0)

    @cached_property
    def totals(self) -> Floats:
        """The number of contexts of each word."""
        return self._totals["after"] + self._totals["before"]

    @cached_property
    def weights(self) -> Floats:
        """The share of one occurrence in the contexts of each word."""
        return 1 / np.maximum(self.totals, 1.0)

    @cached_property
    def kinds(self) -> Floats:
        """The number of distinct contexts of each word."""
        return sum((np.diff(self._matrix(side).indptr) for side, _ in SIDES), np.zeros(self._model.size))

    @cached_property
    def lengths(self) -> Floats:
        """The Euclidean norm of each word's counts."""
        return np.sqrt(self._by_row(lambda _, counts, __: counts**2))

    @cached_property
    def information(self) -> Floats:
        """The sum of each word's positive mutual information with its contexts."""

        def positive(side: Direction, counts: Floats, places: tuple[Any, Any]) -> Floats:
            word, context = places
            totals, others = self._log_totals[side], self._log_totals[dict(SIDES)[side]]
            return _positive(np.log(counts) - (totals[word] + others[context] - np.log(self._pairs)))

        return self._by_row(positive)

    def log_expected(self, contexts: Contexts, shared: SharedContexts) -> Floats:
        """Compute the logarithms of the counts expected by chance: N(word) N(context) / N."""
        totals, others = self._log_totals[contexts.side], self._log_totals[dict(SIDES)[contexts.side]]
        return np.asarray(totals[shared.words] + shared.repeat(others[contexts.words] - np.log(self._pairs)), float)

    @cached_property
    def _log_totals(self) -> dict[Direction, Floats]:
        return {side: np.log(np.maximum(totals, 1.0)) for side, totals in self._totals.items()}

    def _by_row(self, value: Callable[[Direction, Floats, tuple[Any, Any]], Floats]) -> Floats:
        """Sum up a value over the contexts of each word, some rows at a time."""
        sums = np.zeros(self._model.size)
        for side, _ in SIDES:
            matrix = self._matrix(side)
            for start in range(0, self._model.size, _ROWS_AT_ONCE):
                piece = matrix[start : start + _ROWS_AT_ONCE].tocoo()
                values = value(side, piece.data.astype(float), (piece.row + start, piece.col))
                sums[start : start + _ROWS_AT_ONCE] += np.bincount(piece.row, values, piece.shape[0])
        return sums


def _logarithms(counts: npt.NDArray[np.int64]) -> Floats:
    """Compute the logarithms of counts of at least 1."""
    if not len(counts) or counts.max() < len(_LOGARITHMS):
        return _LOGARITHMS[counts]
    return np.log(counts)


def _positive(information: Floats) -> Floats:
    """Keep the information of words and contexts that co-occur more often than by chance; else 0."""
    return np.maximum(information, 0.0)


Measure = Callable[[Similarities, int], Floats]
"""Computes the similarity of all words to one of them; minus infinity for those without a shared context."""


def cosine(all_words: Similarities, word: int) -> Floats:
    """The cosine of the angle between the counts."""
    products = _over_shared(all_words, word, lambda contexts, shared: shared.repeat(contexts.counts) * shared.counts)
    with np.errstate(invalid="ignore", divide="ignore"):
        return _where_shared(products, products / (all_words.lengths * all_words.lengths[word]))


def jaccard(all_words: Similarities, word: int) -> Floats:
    """The share of common contexts among those of either word."""
    common = _over_shared(all_words, word, lambda _, shared: np.ones(len(shared.words)))
    return _where_shared(common, common / np.maximum(all_words.kinds + all_words.kinds[word] - common, 1))


def l1(all_words: Similarities, word: int) -> Floats:
    """sum |q - r| = 2 - 2 sum min(q, r), since both add up to 1."""
    totals, each_weighs = all_words.totals, all_words.weights

    def least(contexts: Contexts, shared: SharedContexts) -> Floats:
        shares = shared.repeat(contexts.counts / totals[word]), shared.counts * each_weighs[shared.words]
        return np.asarray(np.minimum(*shares), float)

    shared_share = _over_shared(all_words, word, least)
    return _where_shared(shared_share, 2.0 * shared_share - 2.0)


def lin(all_words: Similarities, word: int) -> Floats:
    """Lin 1998, with sides as relations; contexts without information on the query word are not looked up."""

    def both(telling: Contexts, shared: SharedContexts) -> Floats:
        mutual = np.log(telling.counts / telling.expected)
        others = _logarithms(shared.counts) - all_words.log_expected(telling, shared)
        return np.where(others > _ROUNDING, shared.repeat(mutual) + others, 0.0)

    common = _over_shared(all_words, word, both, lambda contexts: contexts.counts > contexts.expected * (1 + _ROUNDING))
    information = all_words.information
    with np.errstate(invalid="ignore", divide="ignore"):
        return _where_shared(common, common / (information + information[word]))


@dataclass(frozen=True)
class AlphaSkew:
    """Lee 1999: the divergence from a distribution mixed with a little of the word's own."""

    alpha: float = 0.99

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise UsageError(f"alpha is a number between 0 and 1, not {self.alpha}.", parameter="alpha")

    def __call__(self, all_words: Similarities, word: int) -> Floats:
        """Compute the divergence; each context that is not shared adds log(1 / (1 - alpha)), whatever it is."""
        totals, each_weighs, rest = all_words.totals, all_words.weights, -np.log1p(-self.alpha)

        def saved(contexts: Contexts, shared: SharedContexts) -> Floats:
            shares = contexts.counts / totals[word]
            mixed = shared.counts * each_weighs[shared.words] * shared.repeat(self.alpha / shares) + (1 - self.alpha)
            return np.asarray(shared.repeat(shares) * (rest + np.log(mixed)), float)

        saved_sum = _over_shared(all_words, word, saved)
        return _where_shared(saved_sum, saved_sum - rest)


def _over_shared(
    all_words: Similarities,
    word: int,
    value: Callable[[Contexts, SharedContexts], Floats],
    telling: Callable[[Contexts], Booleans | slice] = lambda _: slice(None),
) -> Floats:
    """Sum up a value over the contexts (or the telling ones) that each word shares with one word."""

    def one_side(contexts: Contexts) -> Floats:
        sums: Floats = np.zeros(len(all_words.totals))
        for some, shared in all_words.shared(contexts.where(telling(contexts))):
            sums += all_words.sum_by_word(shared.words, value(some, shared))
        return sums

    return sum(map_in_order(one_side, all_words.contexts(word)), np.zeros(len(all_words.totals)))


def _where_shared(shared: Floats, similarity: Floats) -> Floats:
    return np.asarray(np.where(shared > 0, similarity, -np.inf), float)


MEASURES: dict[str, Measure] = {"lin": lin, "l1": l1, "skew": AlphaSkew(), "jaccard": jaccard, "cosine": cosine}


def measure_named(name: str, alpha: float) -> Measure:
    """Give a measure by name; `alpha` is that of the skew divergence."""
    if name not in MEASURES:
        raise UsageError(f"measure {name!r} is not a similarity; there are {', '.join(MEASURES)}.", parameter="measure")
    return AlphaSkew(alpha) if name == "skew" else MEASURES[name]
