"""The multiword baseline of SemEval-2007 (section 5): a WordNet phrase with the target, within two words of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from stead.lexicons import Lexicon, open_lexicon
from stead.systems.base import Suggestion, System, target_of
from stead.systems.wordnet import text
from stead.task import Item
from stead.task.declared import number
from stead.words import tokenise


@dataclass(frozen=True)
class MultiwordSystem(System):
    """The longest WordNet phrase that contains the target and stands within two words before and after it.

    The target may be inflected: its lemma is tried too. The score is the number of words.
    """

    name = "multiword"
    paper = "McCarthy & Navigli 2007"
    about = "WordNet phrases around the target; for the multiword task"
    languages = ("en",)

    lexicon: str = text("wordnet", "where phrases come from", "the name of a lexicon")
    window: int = number(2, "how many words before and after the target")

    @property
    def threshold(self) -> float:
        """Any phrase will do."""
        return 0.0

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """Phrases, the longest first, and of equal ones that which begins first."""
        self.check_language(item)
        found = sorted(self._phrases(item), key=lambda words: -len(words))
        return [
            Suggestion(phrase, float(phrase.count(" ") + 1), self._lexicon.name)
            for phrase in dict.fromkeys(" ".join(words) for words in found)
        ]

    def _phrases(self, item: Item) -> Iterator[tuple[str, ...]]:
        words, place = _words_around(item, self.window)
        for start in range(place + 1):
            for end in range(place + 1, len(words) + 1):
                if end - start > 1:
                    yield from (
                        form for form in _forms(item, words, start, end, place) if " ".join(form) in self._lexicon
                    )

    def signature(self) -> str:
        """With the name of the lexicon as it was found."""
        return f"{self}|lexicon:{self._lexicon.name}"

    def lexicon_for(self, language: str) -> Lexicon:  # noqa: ARG002
        """The one it has."""
        return self._lexicon

    @cached_property
    def _lexicon(self) -> Lexicon:
        return open_lexicon(self.lexicon)


def _words_around(item: Item, window: int) -> tuple[list[str], int]:
    """The target's word with those before and after it, in small letters, and the target's place among them."""
    before = [token.text for token in tokenise(item.text[: item.start], "en") if token.text[0].isalnum()][-window:]
    behind = [token.text for token in tokenise(item.text[item.end :], "en") if token.text[0].isalnum()][:window]
    return [word.lower() for word in (*before, item.target, *behind)], len(before)


def _forms(item: Item, words: Sequence[str], start: int, end: int, place: int) -> Iterator[tuple[str, ...]]:
    """The words as they stand, and with the target's lemma."""
    own = tuple(words[start:end])
    yield own
    lemma = target_of(item)[0].lower()
    if lemma != words[place]:
        yield (*words[start:place], lemma, *words[place + 1 : end])
