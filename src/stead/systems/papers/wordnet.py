"""The WordNet baseline of SemEval-2007 (McCarthy and Navigli 2007, section 5): four classes, each by frequency."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from stead.core.item import Item
from stead.lexicons import Lexicon, WordFrequencies, four_classes, open_frequencies, open_lexicon
from stead.systems.base import Suggestion, System, real, target_of, text

_CLASSES = ("first synset", "near the first synset", "any synset", "near any synset")


@dataclass(frozen=True)
class WordNetSystem(System):
    """Synonyms from the first synset, from synsets near it, from all synsets, from those near any: in this order.

    Near are hypernyms of nouns and verbs, and similar adjectives. Inside a class the most frequent word is first. The
    score is 4, 3, 2 or 1 for the class, and below 1 more for the frequency f per million: f / (f + 1).
    """

    name = "wordnet"
    paper = "McCarthy & Navigli 2007"
    about = "WordNet neighbours in four classes, each by frequency"
    languages = ("en",)

    lexicon: str = text("wordnet", "where candidates come from", "the name of a lexicon")
    frequencies: str = text("bnc", "what orders a class", "the name of a list of frequencies")
    # Of the thresholds tried on the development part of CoInCo, 1.9 to 2.9 give the same coverage F (22 %).
    cut: float = real(2.5, "the score from which on candidates are good enough for coverage")

    @property
    def threshold(self) -> float:
        """The cut-off: the parameter `cut`."""
        return self.cut

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """Suggest the candidates class by class."""
        self.check_language(item)
        lemma, pos = target_of(item)
        suggestions = []
        for number, words in enumerate(four_classes(self._lexicon, lemma, pos)):
            scored = [(self._frequencies.of(word), word) for word in words]
            suggestions += [
                Suggestion(word, 4 - number + frequency / (frequency + 1), f"{self._lexicon.name}: {_CLASSES[number]}")
                for frequency, word in sorted(scored, key=lambda pair: -pair[0])
            ]
        return suggestions

    def signature(self) -> str:
        """The signature with the names of the lexicon and frequencies in use."""
        return f"{self}|lexicon:{self._lexicon.name}|frequencies:{self._frequencies.name}"

    def lexicon_for(self, language: str) -> Lexicon:  # noqa: ARG002
        """The lexicon that the parameter names."""
        return self._lexicon

    @cached_property
    def _lexicon(self) -> Lexicon:
        return open_lexicon(self.lexicon)

    @cached_property
    def _frequencies(self) -> WordFrequencies:
        return open_frequencies(self.frequencies)
