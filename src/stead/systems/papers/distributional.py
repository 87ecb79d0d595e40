"""The distributional baselines of SemEval-2007 (McCarthy and Navigli 2007, section 3.1): words of similar use."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from stead.core.item import Item
from stead.counts import Model
from stead.counts.similarity import Similarities, SimilarWord, measure_named
from stead.lexicons import Lexicon, open_lexicon
from stead.systems.base import Suggestion, System, real, target_of, text
from stead.systems.counted_corpora import open_counts

_TARGETS_KEPT = 4096
_NUMBER = 50
"""How many neighbours are candidates."""


@dataclass(frozen=True)
class DistributionalSystem(System):
    """The nearest words of the same part of speech in a counted corpus, whatever the sentence.

    The score is the similarity; of the distances l1 and skew, the negative.
    """

    name = "distributional"
    paper = "McCarthy & Navigli 2007"
    about = "the most similar words in a counted corpus: lin, l1, skew, jaccard or cosine"

    measure: str = text("lin", "the similarity", "lin, l1, skew, jaccard or cosine")
    model: str = text("glosses", "the counted corpus", "a folder that `stead count` made, or glosses: WordNet's own")
    lexicon: str = text("wordnet", "what says which words have the part of speech", "the name of a lexicon")
    alpha: float = real(0.99, "the share of the other word in the skew divergence")
    cut: float = real(0.1, "the score from which on candidates are good enough for coverage")

    @property
    def threshold(self) -> float:
        """The cut-off: the parameter `cut`."""
        return self.cut

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """Suggest the nearest words, the nearest first."""
        return [
            Suggestion(neighbour.lemma, neighbour.similarity, self.measure)
            for neighbour in self._neighbours(*target_of(item))
        ]

    def signature(self) -> str:
        """The signature with the names of the corpus and lexicon in use."""
        return f"{self}|model:{self._model.name}|lexicon:{self._lexicon.name}"

    @cached_property
    def _neighbours(self) -> Callable[[str, str], tuple[SimilarWord, ...]]:
        return lru_cache(_TARGETS_KEPT)(self._nearest)

    def _nearest(self, lemma: str, pos: str) -> tuple[SimilarWord, ...]:
        measure = measure_named(self.measure, self.alpha)
        return self._similarities.nearest(lemma.lower(), measure, _NUMBER, self._with_pos(pos))

    @cached_property
    def _with_pos(self) -> Callable[[str], npt.NDArray[np.bool_]]:
        return cache(lambda pos: lemmas_with(self._model, self._lexicon, pos))

    @cached_property
    def _similarities(self) -> Similarities:
        return Similarities(self._model)

    @cached_property
    def _model(self) -> Model:
        return open_counts(self.model)

    @cached_property
    def _lexicon(self) -> Lexicon:
        return open_lexicon(self.lexicon)


def lemmas_with(model: Model, lexicon: Lexicon, pos: str) -> npt.NDArray[np.bool_]:
    """The lemmas of a model that the lexicon has with a part of speech, by id; without one, all that it has."""
    known = np.zeros(model.size, bool)
    ids = (model.lemmas.id(lemma) for lemma in lexicon.lemmas(pos) if " " not in lemma)
    known[[number for number in ids if number is not None and number < model.size]] = True
    return known
