"""The system bow (Jabbari et al. 2010, section 5): candidates by how probable the sentence's words are around each.

The paper does not say how its probabilities are smoothed. Here they are those of a multinomial with a Dirichlet prior:
with n(v, c) for how often the lemmas v and c share a sentence, N(v) for all that v shares one with, and p(c) for c's
share of all such pairs,

    P(c | v) = (n(v, c) + mu p(c)) / (N(v) + mu)

so that a candidate of which little is known says as little; mu was chosen on development data.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import ClassVar

import numpy as np
import numpy.typing as npt

from stead.core.item import Item
from stead.counts import Model
from stead.counts.similarity import SIDES
from stead.counts.tokenising import lemma_finder
from stead.systems.base import LexiconCandidates, Suggestion, System, positive, real, suggestions_by_score, text
from stead.systems.context import words_around
from stead.systems.counted_corpora import open_counts

_SHOWN = 3
_CANDIDATES_KEPT = 2048
_LEMMAS_KEPT = 1 << 16


@dataclass(frozen=True)
class BagOfWordsSystem(System):
    """WordNet's candidates by the probability of the content words of the sentence around each.

    Content words are lemmas that are not too common in the counted corpus. The score of a candidate v is the mean of
    log(P(c | v) / p(c)) over the content words c of the sentence, less that of the best candidate.
    """

    name = "bow"
    paper = "Jabbari et al. 2010"
    about = "WordNet neighbours by how probable the sentence's words are around each"
    languages = ("en",)
    grid: ClassVar[Mapping[str, tuple[float, ...]]] = {"mu": (300.0, 1000.0, 3000.0, 10000.0)}

    lexicon: str = text("wordnet", "where candidates come from", "the name of a lexicon")
    model: str = text("glosses", "the counted corpus", "a folder that `stead count` made, or glosses: WordNet's own")
    mu: float = positive(3000.0, "how much is known of a word before anything is counted")
    cut: float = real(-4.0, "the score from which on candidates are good enough for coverage")

    @property
    def threshold(self) -> float:
        """The cut-off: the parameter `cut`."""
        return self.cut

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """Rank candidates by the probability of the sentence around each."""
        self.check_language(item)
        candidates = self._candidates.of(item)
        words, support = self.support(item, candidates)
        sources = [self._supporting_words(words, row) for row in support]
        return suggestions_by_score(
            candidates, [float(mean) for mean in support.mean(axis=1)] if words else [0.0] * len(candidates), sources
        )

    def support(self, item: Item, candidates: Sequence[str]) -> tuple[list[str], npt.NDArray[np.float64]]:
        """The content words of the sentence, and the score of each for each candidate: log(P(c | v) / p(c))."""
        words = {word: code for word in words_around(item) if (code := self._content(word)) is not None}
        rows = [self._ratios(candidate.lower())[[*words.values()]] for candidate in candidates] if words else []
        return [*words], np.log(np.array(rows).reshape(len(candidates), len(words)))

    def signature(self) -> str:
        """The signature with the names of the lexicon and corpus in use."""
        return f"{self}|lexicon:{self._candidates.name}|model:{self._counts.name}"

    def _supporting_words(self, words: Sequence[str], said: npt.NDArray[np.float64]) -> str:
        """The words of the sentence that support a candidate, the strongest first."""
        loudest = [which for which in np.argsort(-said)[:_SHOWN] if said[which] > 0]
        return ", ".join(f"{words[which]} {said[which]:+.1f}" for which in loudest) or "nothing in the sentence"

    @cached_property
    def _ratios(self) -> Callable[[str], npt.NDArray[np.float64]]:
        return lru_cache(_CANDIDATES_KEPT)(self._ratios_of)

    def _ratios_of(self, candidate: str) -> npt.NDArray[np.float64]:
        """P(c | v) / p(c) for every lemma c: 1 where nothing is known."""
        model = self._counts
        together = np.zeros(model.size)
        for side, _ in SIDES:
            row = model.row(candidate, side, "same_sentence")
            together[row.indices] += row.data
        shares = self._shares
        known = shares > 0
        ratios = np.ones(model.size)
        ratios[known] = (together[known] / shares[known] + self.mu) / (together.sum() + self.mu)
        return ratios

    def _content(self, word: str) -> int | None:
        """The id of a content word's lemma; none for words that are unknown, too rare or too common."""
        lemma = self._counts.lemmas.id(self._lemma(word))
        return lemma if lemma is not None and lemma < self._counts.size and self._shares[lemma] > 0 else None

    @cached_property
    def _shares(self) -> npt.NDArray[np.float64]:
        pairs = self._counts.contexts["sentence"].astype(float)
        return np.asarray(pairs / max(pairs.sum(), 1.0))

    @cached_property
    def _lemma(self) -> Callable[[str], str]:
        return lru_cache(_LEMMAS_KEPT)(lemma_finder(self._counts.settings.language))

    @cached_property
    def _candidates(self) -> LexiconCandidates:
        return LexiconCandidates(self.lexicon)

    @cached_property
    def _counts(self) -> Model:
        return open_counts(self.model)
