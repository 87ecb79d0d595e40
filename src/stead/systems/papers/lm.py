"""The system lm (Jabbari et al. 2010, section 5): candidates by how probable the sentence is with each in the slot."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from stead.core.item import Item
from stead.counts.count_settings import BEGIN, END
from stead.systems.base import LexiconCandidates, Suggestion, System, real, suggestions_by_score, text
from stead.systems.context import sentence_bounds
from stead.systems.ngram_models import LanguageModel, Window, open_language_model
from stead.words import ReplacedTarget, replace_target


@dataclass(frozen=True)
class LanguageModelSystem(System):
    """WordNet's candidates by the probability of the words around the slot with the inflected candidate in it.

    The probability is that of the candidate and of the words after it that the model sees together with it, each given
    the words before. The score is its decimal logarithm, less that of the best candidate.
    """

    name = "lm"
    paper = "Jabbari et al. 2010"
    about = "WordNet neighbours by n-gram probability in the slot"
    languages = ("en",)

    lexicon: str = text("wordnet", "where candidates come from", "the name of a lexicon")
    model: str = text("pocketsphinx", "the language model", "pocketsphinx, counts:FOLDER or kenlm:FILE")
    cut: float = real(-2.6, "the score from which on candidates are good enough for coverage")

    @property
    def threshold(self) -> float:
        """The cut-off: the parameter `cut`."""
        return self.cut

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """Rank candidates by the probability of the sentence with each."""
        self.check_language(item)
        candidates = self._candidates.of(item)
        return suggestions_by_score(candidates, self.logarithms(item, candidates), [self._model.name] * len(candidates))

    def logarithms(self, item: Item, candidates: Sequence[str]) -> list[float]:
        """The decimal logarithm of each candidate's probability."""
        return self._model.log10(windows(item, candidates, self._model))

    def signature(self) -> str:
        """The signature with the names of the lexicon and model in use."""
        return f"{self}|lexicon:{self._candidates.name}|model:{self._model.name}"

    @cached_property
    def _candidates(self) -> LexiconCandidates:
        return LexiconCandidates(self.lexicon)

    @cached_property
    def _model(self) -> LanguageModel:
        return open_language_model(self.model)


def windows(item: Item, candidates: Sequence[str], model: LanguageModel) -> list[Window]:
    """The window of the model around the slot with each candidate, inflected, in the target's place."""
    return [_window(replace_target(item, candidate), item.language, model) for candidate in candidates]


def _window(replaced: ReplacedTarget, language: str, model: LanguageModel) -> Window:
    text, reach = replaced.text, model.order - 1
    first, last = sentence_bounds(text, replaced.start, replaced.end, language)
    left = [BEGIN, *model.words(text[first : replaced.start])][-reach:] if reach else []
    right = [*model.words(text[replaced.end : last]), END][:reach]
    return Window([*left, *model.words(text[replaced.start : replaced.end]), *right], len(left))
