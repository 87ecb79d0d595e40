"""The system cmlc (Jabbari et al. 2010): the combined model of lexical context, bow and lm in one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from stead.core.item import Item
from stead.systems.base import Suggestion, System, positive, real, suggestions_by_score, text
from stead.systems.papers.bow import BagOfWordsSystem
from stead.systems.papers.lm import LanguageModelSystem


@dataclass(frozen=True, kw_only=True)
class CombinedSystem(System):
    """WordNet's candidates by both models, log-linear: weight * bow + (1 - weight) * lm.

    Both are logarithms less those of the best candidate; the weight was chosen on development data.
    """

    name = "cmlc"
    paper = "Jabbari et al. 2010"
    about = "bow and lm combined"
    languages = ("en",)
    grid: ClassVar[Mapping[str, tuple[float, ...]]] = {"weight": (0.2, 0.3, 0.4, 0.5, 0.6)}

    lexicon: str = text("wordnet", "where candidates come from", "the name of a lexicon")
    counts: str = text("glosses", "the counted corpus of bow", "a folder that `stead count` made, or glosses")
    model: str = text("pocketsphinx", "the language model of lm", "pocketsphinx, counts:FOLDER or kenlm:FILE")
    mu: float = positive(3000.0, "how much bow knows of a word before anything is counted")
    weight: float = real(0.4, "the share of bow, from 0 to 1")
    cut: float = real(-1.8, "the score from which on candidates are good enough for coverage")

    @property
    def threshold(self) -> float:
        """The cut-off: the parameter `cut`."""
        return self.cut

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """Rank candidates by the combined score; its source is the words that bow names."""
        by_words = self._bow.suggest(item)
        by_model = {suggestion.term: suggestion.score for suggestion in self._lm.suggest(item)}
        scores = [
            self.weight * suggestion.score + (1 - self.weight) * by_model[suggestion.term] for suggestion in by_words
        ]
        sources = [f"{suggestion.source}; n-grams {by_model[suggestion.term]:+.1f}" for suggestion in by_words]
        return suggestions_by_score([suggestion.term for suggestion in by_words], scores, sources)

    def signature(self) -> str:
        """The signature with the resources of both models."""
        _, *read = self._lm.signature().split("|")
        return f"{self}|{'|'.join(read)}|{self._bow.signature().rpartition('|')[2].replace('model', 'counts', 1)}"

    @cached_property
    def _bow(self) -> BagOfWordsSystem:
        return BagOfWordsSystem(self.lexicon, self.counts, self.mu)

    @cached_property
    def _lm(self) -> LanguageModelSystem:
        return LanguageModelSystem(self.lexicon, self.model)
