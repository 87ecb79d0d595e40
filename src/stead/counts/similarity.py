"""Which words are used alike: the five similarities of SemEval-2007's baselines (McCarthy and Navigli 2007, 3.1).

A context of a word is another word together with the side on which it stands. With q for the distribution of the
contexts of the word that is asked for, r for that of another word, and Q and R for the contexts themselves:

    cosine    sum q r / (|q| |r|)
    jaccard   |Q & R| / |Q | R|
    l1        sum |q - r|                                    a distance
    skew      sum q log(q / (alpha r + (1 - alpha) q))       a distance (Lee 1999; which side is smoothed: see below)
    lin       sum of I(q) + I(r) over shared contexts / (sum of I(q) + sum of I(r))   (Lin 1998)

I is the mutual information of word and context, taken side by side as Lin takes it relation by relation, and only
where it is above 0. Each of the five is a sum over the contexts that two words share, and something that belongs to
each word alone; so only the shared contexts of a word are ever looked at, and the result is exact.

Lee writes the divergence as D(r || alpha q + (1 - alpha) r). Here the word that is asked for is in the place of r:
what counts is how well another word predicts its contexts, whatever else that word can do.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from stead.counts.model import Direction, Model
from stead.task.errors import UsageError

Floats = npt.NDArray[np.float64]
Booleans = npt.NDArray[np.bool_]

SIDES: tuple[tuple[Direction, Direction], ...] = (("after", "before"), ("before", "after"))
"""Each side with the one that holds its transpose: who has j after it, is before j."""

_ROWS_AT_ONCE = 1 << 14


class Neighbour(NamedTuple):
    """A word with how similar it is; of a distance, the negative."""

    lemma: str
    similarity: float


class Shared(NamedTuple):
    """The shared contexts of one side: the other word, the two counts, and the mutual information's denominators."""

    words: npt.NDArray[np.int32]
    own: Floats
    other: Floats
    own_expected: Floats
    other_expected: Floats


class Similarities:
    """The similarities of the words of a model; what belongs to each word alone is worked out when first needed."""

    def __init__(self, model: Model) -> None:
        self._model = model

    def nearest(
        self, lemma: str, measure: "Measure", number: int, among: Booleans | None = None
    ) -> tuple[Neighbour, ...]:
        """The most similar words (`among` says which may be named, by id); none for a word without contexts."""
        word = self._model.lemmas.id(lemma)
        if word is None or word >= self._model.size:
            return ()
        found = measure(self, word)
        found[word] = -np.inf
        if among is not None:
            found[~among] = -np.inf
        kept = np.flatnonzero(found > -np.inf)
        best = kept[np.argsort(-found[kept], kind="stable")[:number]]  # of equals, the more frequent
        return tuple(Neighbour(self._model.lemmas.name(int(each)), float(found[each])) for each in best)

    def shared(self, word: int) -> Iterator[Shared]:
        """The contexts that a word has in common with all words, itself included; side by side."""
        for side, opposite in SIDES:
            row = self._matrix(side)[word]
            rows = self._matrix(opposite)[row.indices]
            lengths = np.diff(rows.indptr)
            total = self._totals[side]
            per_context = self._totals[opposite][row.indices] / max(total.sum(), 1)
            contexts = np.repeat(per_context, lengths)
            yield Shared(
                rows.indices,
                np.repeat(row.data.astype(float), lengths),
                rows.data.astype(float),
                contexts * total[word],
                contexts * total[rows.indices],
            )

    def added_up(self, words: npt.NDArray[np.int32], values: Floats) -> Floats:
        """The sum of the values of each word."""
        return np.asarray(np.bincount(words, values, self._model.size), float)

    def _matrix(self, side: Direction) -> Any:
        return self._model.cooccurrences(side)

    @cached_property
    def _totals(self) -> dict[Direction, Floats]:
        """How many contexts each word has on each side."""
        return {side: np.asarray(self._matrix(side).sum(axis=1), float).ravel() for side, _ in SIDES}

    @cached_property
    def totals(self) -> Floats:
        """How many contexts each word has."""
        return self._totals["after"] + self._totals["before"]

    @cached_property
    def kinds(self) -> Floats:
        """How many different contexts each word has."""
        return sum((np.diff(self._matrix(side).indptr) for side, _ in SIDES), np.zeros(self._model.size))

    @cached_property
    def lengths(self) -> Floats:
        """The Euclidean length of each word's counts."""
        return np.sqrt(self._by_row(lambda _, counts, __: counts**2))

    @cached_property
    def information(self) -> Floats:
        """The sum of each word's mutual information with its contexts, where it is above 0."""

        def positive(side: Direction, counts: Floats, places: tuple[Any, Any]) -> Floats:
            own, context = places
            opposite = dict(SIDES)[side]
            expected = self._totals[side][own] * self._totals[opposite][context] / self._totals[side].sum()
            return _positive_information(counts, expected)

        return self._by_row(positive)

    def _by_row(self, value: Callable[[Direction, Floats, tuple[Any, Any]], Floats]) -> Floats:
        """The sums over the contexts of each word, some rows at a time."""
        sums = np.zeros(self._model.size)
        for side, _ in SIDES:
            matrix = self._matrix(side)
            for start in range(0, self._model.size, _ROWS_AT_ONCE):
                piece = matrix[start : start + _ROWS_AT_ONCE].tocoo()
                values = value(side, piece.data.astype(float), (piece.row + start, piece.col))
                sums[start : start + _ROWS_AT_ONCE] += np.bincount(piece.row, values, piece.shape[0])
        return sums


def _positive_information(counts: Floats, expected: Floats) -> Floats:
    """I = log(count / expected), where the word and its context meet more often than by chance; else 0."""
    return np.log(np.maximum(counts / expected, 1.0))


Measure = Callable[[Similarities, int], Floats]
"""The similarity of all words to one of them; minus infinity for those that share no context with it."""


def cosine(all_words: Similarities, word: int) -> Floats:
    """The angle between the counts."""
    products = sum(all_words.added_up(part.words, part.own * part.other) for part in all_words.shared(word))
    with np.errstate(invalid="ignore", divide="ignore"):
        return _where_shared(products, products / (all_words.lengths * all_words.lengths[word]))


def jaccard(all_words: Similarities, word: int) -> Floats:
    """The share of contexts that both have among those that either has."""
    common = sum(all_words.added_up(part.words, np.ones(len(part.words))) for part in all_words.shared(word))
    return _where_shared(common, common / np.maximum(all_words.kinds + all_words.kinds[word] - common, 1))


def l1(all_words: Similarities, word: int) -> Floats:
    """sum |q - r| = 2 - 2 sum min(q, r), since both add up to 1."""
    totals = all_words.totals
    least = sum(
        all_words.added_up(part.words, np.minimum(part.own / totals[word], part.other / totals[part.words]))
        for part in all_words.shared(word)
    )
    return _where_shared(least, 2.0 * least - 2.0)


def lin(all_words: Similarities, word: int) -> Floats:
    """Lin 1998, with sides for relations."""

    def both(part: Shared) -> Floats:
        own = _positive_information(part.own, part.own_expected)
        other = _positive_information(part.other, part.other_expected)
        return np.where((own > 0) & (other > 0), own + other, 0.0)

    common = sum(all_words.added_up(part.words, both(part)) for part in all_words.shared(word))
    information = all_words.information
    with np.errstate(invalid="ignore", divide="ignore"):
        return _where_shared(common, common / (information + information[word]))


@dataclass(frozen=True)
class AlphaSkew:
    """Lee 1999: the divergence from a distribution that is mixed with a little of the word's own."""

    alpha: float = 0.99

    def __post_init__(self) -> None:
        if not 0 < self.alpha < 1:
            raise UsageError(f"alpha is {self.alpha}; expected a number between 0 and 1.")

    def __call__(self, all_words: Similarities, word: int) -> Floats:
        """What is not shared diverges by log(1 / (1 - alpha)) each, whatever it is."""
        totals, rest = all_words.totals, -np.log1p(-self.alpha)

        def gained(part: Shared) -> Floats:
            own, other = part.own / totals[word], part.other / totals[part.words]
            return np.asarray(own * (rest - np.log(own / (self.alpha * other + (1 - self.alpha) * own))), float)

        saved = sum(all_words.added_up(part.words, gained(part)) for part in all_words.shared(word))
        return _where_shared(saved, saved - rest)


def _where_shared(shared: Floats | float, similarity: Floats | float) -> Floats:
    return np.asarray(np.where(np.asarray(shared) > 0, similarity, -np.inf), float)


MEASURES: dict[str, Measure] = {"lin": lin, "l1": l1, "skew": AlphaSkew(), "jaccard": jaccard, "cosine": cosine}


def measure_named(name: str, alpha: float) -> Measure:
    """One of the five; alpha is that of the skew divergence."""
    if name not in MEASURES:
        raise UsageError(f"{name!r} is not a similarity; there are {', '.join(MEASURES)}.")
    return AlphaSkew(alpha) if name == "skew" else MEASURES[name]
