"""Whether an answer is in another language than its sentence, by how frequent its words are in both (wordfreq).

Each word counts for or against another language by the ratio of its frequencies, as in a naive Bayes classifier. Many
words are words of several languages, and a real word may be rare: an answer is judged as a whole, refused only where it
is a hundred times as probable in the other language, and no word counts for more than that. A word that neither
language lists says nothing.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.metadata import version
from math import log10
from typing import Any, NamedTuple

from stead.core.errors import UsageError
from stead.core.extras import import_extra, is_installed
from stead.words import language_code

_COMPARED = ("de", "en", "es", "fr", "it", "pt")
"""Languages that models fall into. More of them would take more real words for foreign ones."""
_SURE = 2.0  # powers of ten; of one word, and of an answer
_LIBRARY = "wordfreq"
_WORD = re.compile(r"[^\W_]{2,}")  # single letters are words of some languages, and abbreviations of all


class LanguageCheck(NamedTuple):
    """The other language that an answer is in, if it is; or why that was not checked."""

    other: str = ""
    unchecked: str = ""


def check_language(terms: Iterable[str], language: str) -> LanguageCheck:
    """Compare the words of an answer to a sentence of a language with the lists of that and of other languages."""
    if not language:
        return LanguageCheck(unchecked="the item names no language")
    if not is_installed(_LIBRARY):
        return LanguageCheck(unchecked=f"{_LIBRARY} is not installed")
    try:
        code = language_code(language)
    except UsageError:
        code = ""
    if code not in _library().available_languages():
        return LanguageCheck(unchecked=f"{_LIBRARY} has no list for the language of the item")
    words = [word for term in terms for word in _WORD.findall(term.lower())]
    evidence = {other: _evidence(words, code, other) for other in _COMPARED if other != code}
    other = max(evidence, key=evidence.__getitem__)
    return LanguageCheck(other=other if evidence[other] >= _SURE else "")


def lists_signature() -> str:
    """The lists that answers depend on, for signatures."""
    return f"{_LIBRARY}-{version(_LIBRARY)}" if is_installed(_LIBRARY) else "none"


def _evidence(words: Iterable[str], language: str, other: str) -> float:
    """How much more probable the words are in the other language, in powers of ten."""
    here, there = _frequencies(language, "best"), _frequencies(other, "small")
    least_here, least_there = _least(language, "best"), _least(other, "small")

    def ratio(word: str) -> float:
        frequency = here.get(word, least_here)
        times = there.get(word, min(frequency, least_there)) / frequency
        return max(-_SURE, min(_SURE, log10(times)))

    return sum(map(ratio, words))


def _library() -> Any:
    return import_extra(_LIBRARY, "checking the language of answers")


@lru_cache
def _frequencies(language: str, size: str) -> Mapping[str, float]:
    frequencies: Mapping[str, float] = _library().get_frequency_dict(language, size)
    return frequencies


@lru_cache
def _least(language: str, size: str) -> float:
    """The frequency of the rarest words of a list; those that are not on it are taken for as rare."""
    return min(_frequencies(language, size).values())
