"""The multiword baseline of SemEval-2007 (section 5): a WordNet phrase with the target, within two words of it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from stead.core.item import Item
from stead.core.parameters import number
from stead.lexicons import Lexicon, open_lexicon
from stead.systems.base import Suggestion, System, target_of, text
from stead.systems.context import morphology_of
from stead.words import WordNetMorphology, split_sentences, tokenise

_HYPHENS = ("-", "\u2010", "\u2011")


@dataclass(frozen=True)
class MultiwordSystem(System):
    """The longest WordNet phrase that contains the target and is within two words before and after it.

    Words may be inflected: WordNet's rules for phrases find their lemmas, and the target's own is tried too. Parts of a
    word with hyphens are words. A phrase does not go beyond its sentence. The score is the number of words.
    """

    name = "multiword"
    paper = "McCarthy & Navigli 2007"
    about = "WordNet phrases around the target; for the multiword task"
    languages = ("en",)

    lexicon: str = text("wordnet", "where phrases come from", "the name of a lexicon")
    window: int = number(2, "how many words before and after the target")

    @property
    def threshold(self) -> float:
        """No threshold: any phrase will do."""
        return 0.0

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """Suggest phrases, the longest first, and of equal ones the leftmost."""
        self.check_language(item)
        phrases = sorted(self._phrases(item), key=lambda phrase: -_size(phrase))
        spelled = {phrase.replace("-", " "): phrase for phrase in reversed(phrases)}  # the first spelling of each
        return [
            Suggestion(spelled[phrase], float(_size(phrase)), self._lexicon.name)
            for phrase in dict.fromkeys(phrase.replace("-", " ") for phrase in phrases)
        ]

    def _phrases(self, item: Item) -> Iterator[str]:
        words, position = _words_around(item, self.window)
        lemma = _PhraseWord(target_of(item)[0].lower(), words[position].joined)
        for start in range(position + 1):
            for end in range(position + 1, len(words) + 1):
                if end - start > 1:
                    with_lemma = [*words[start:position], lemma, *words[position + 1 : end]]
                    spellings = chain(_spellings(words[start:end]), _spellings(with_lemma))
                    yield from (
                        phrase for spelling in dict.fromkeys(spellings) for phrase in self._morphology(spelling)
                    )

    def signature(self) -> str:
        """The signature with the name of the lexicon in use."""
        return f"{self}|lexicon:{self._lexicon.name}"

    @cached_property
    def _morphology(self) -> WordNetMorphology:
        return morphology_of(self._lexicon)

    def lexicon_for(self, language: str) -> Lexicon:  # noqa: ARG002
        """The lexicon that the parameter names."""
        return self._lexicon

    @cached_property
    def _lexicon(self) -> Lexicon:
        return open_lexicon(self.lexicon)


class _PhraseWord(NamedTuple):
    """A word, or a part of one with hyphens, in lower case; `joined` says whether a hyphen follows it."""

    text: str
    joined: bool


def _words_around(item: Item, window: int) -> tuple[list[_PhraseWord], int]:
    """The target with the words before and after it in its sentence, and its index among them."""
    start, end = _sentence_around(item)
    before = [word for part in _tokens(item.text[start : item.start])[-window:] for word in _parts(part)]
    after = [word for part in _tokens(item.text[item.end : end])[:window] for word in _parts(part)]
    if before and item.text[item.start - 1] in _HYPHENS:
        before[-1] = _PhraseWord(before[-1].text, joined=True)
    target = _PhraseWord(item.target.lower(), joined=item.text[item.end : item.end + 1] in _HYPHENS)
    return [*before, target, *after], len(before)


def _sentence_around(item: Item) -> tuple[int, int]:
    for sentence in split_sentences(item.text, "en"):
        if sentence.start <= item.start < sentence.end:
            return sentence.start, max(sentence.end, item.end)
    return 0, len(item.text)


def _tokens(text: str) -> list[str]:
    return [token.text.lower() for token in tokenise(text, "en") if token.is_word]


def _parts(word: str) -> list[_PhraseWord]:
    *first, last = re.split(r"(?<=\w)[-\u2010\u2011](?=\w)", word)
    return [*(_PhraseWord(part, joined=True) for part in first), _PhraseWord(last, joined=False)]


def _spellings(words: Sequence[_PhraseWord]) -> Iterator[str]:
    """The spellings of a phrase: as it is, with spaces only, with hyphens only."""
    texts = [word.text for word in words]
    yield "".join(f"{word.text}{'-' if word.joined else ' '}" for word in words[:-1]) + texts[-1]
    yield " ".join(texts)
    yield "-".join(texts)


def _size(phrase: str) -> int:
    return len(re.split(r"[ -]", phrase))
