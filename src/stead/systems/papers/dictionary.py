"""The dictionary baseline of SemDis 2014 (Fabre et al. 2014; Tanguy et al. 2018): synonyms by corpus frequency."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from stead.core.errors import UsageError
from stead.core.item import Item
from stead.core.text import shorten
from stead.lexicons import (
    Lexicon,
    WordFrequencies,
    default_frequencies,
    default_lexicon,
    open_frequencies,
    open_lexicon,
)
from stead.systems.base import Suggestion, System, real, target_of, text
from stead.words import language_code

_USUAL = "usual"


@dataclass(frozen=True)
class DictionarySystem(System):
    """All synonyms that a thesaurus has for the target, the most frequent first.

    The score is the share of frequency: f / (f + 1) for a frequency f per million.
    """

    name = "dictionary"
    paper = "Fabre et al. 2014"
    about = "thesaurus synonyms by corpus frequency, in any language that has both"

    lexicon: str = text(_USUAL, "the thesaurus", "the name of a lexicon, or usual: that of the item's language")
    frequencies: str = text(_USUAL, "what orders synonyms", "the name of a list of frequencies, or usual")
    language: str = text("", "the language of items that do not say", "a code such as fr")
    cut: float = real(0.9, "the score from which on candidates are good enough for coverage")

    @property
    def threshold(self) -> float:
        """The cut-off: the parameter `cut`."""
        return self.cut

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """Suggest the synonyms of all senses."""
        lexicon, frequencies = self._open_resources(item)
        lemma, pos = target_of(item)
        words = dict.fromkeys(word for sense in lexicon.senses(lemma, pos) for word in sense.synonyms)
        scored = [(frequencies.of(word), word) for word in words if word.lower() != lemma.lower()]
        return [
            Suggestion(word, frequency / (frequency + 1), lexicon.name)
            for frequency, word in sorted(scored, key=lambda pair: -pair[0])
        ]

    def signature(self) -> str:
        """The signature with the names of the resources, a list's with its hash; defaults depend on the language."""
        lexicon, frequencies = self._names(self.language) if self.language else (self.lexicon, self.frequencies)
        opened = lexicon if lexicon == _USUAL else self._lexicons(lexicon).name
        counted = frequencies if frequencies == _USUAL else self._frequency_lists(frequencies).name
        return f"{self}|lexicon:{opened}|frequencies:{counted}"

    def lexicon_for(self, language: str) -> Lexicon:
        """The thesaurus."""
        return self._lexicons(self._names(language)[0])

    def _open_resources(self, item: Item) -> tuple[Lexicon, WordFrequencies]:
        language = item.language or self.language
        if not language and _USUAL in {self.lexicon, self.frequencies}:
            raise UsageError(
                f"item {shorten(item.id)} does not say its language; say it, as in dictionary(language=fr), or name a "
                "lexicon."
            )
        lexicon, frequencies = self._names(language)
        return self._lexicons(lexicon), self._frequency_lists(frequencies)

    def _names(self, language: str) -> tuple[str, str]:
        code = language_code(language) if language else ""
        return (
            default_lexicon(code) if self.lexicon == _USUAL else self.lexicon,
            default_frequencies(code) if self.frequencies == _USUAL else self.frequencies,
        )

    @cached_property
    def _lexicons(self) -> Callable[[str], Lexicon]:
        """The open lexicons, each opened once for a system: a list that has changed since is read by the next one."""
        return cache(open_lexicon)

    @cached_property
    def _frequency_lists(self) -> Callable[[str], WordFrequencies]:
        return cache(open_frequencies)
