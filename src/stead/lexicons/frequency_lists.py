"""Frequencies of other sources: the library `wordfreq`, for 40 languages, and lists of the user's own."""

import math
from pathlib import Path

from stead.core.errors import BadInput, UsageError
from stead.core.extras import library
from stead.lexicons.text_lines import faulty, signed_name, text_lines


class WordfreqFrequencies:
    """Frequencies of the library's best list for a language; it takes phrases apart and combines their words."""

    def __init__(self, language: str) -> None:
        wordfreq = library("wordfreq", f"wordfreq:{language}")
        languages = sorted(wordfreq.available_languages())
        if language not in languages:
            raise UsageError(f"{language!r} is no language of wordfreq; there are {', '.join(languages)}.")
        self._frequency = wordfreq.word_frequency
        self.name, self.language = f"wordfreq:{language}", language

    def of(self, word: str) -> float:
        """Occurrences per million words; 0 for what the list does not have."""
        try:
            return float(self._frequency(word, self.language)) * 1e6
        except ImportError as error:  # Chinese, Japanese and Korean need a tokeniser of their own
            raise BadInput(f"{self.name} needs more than the library itself: {error}.") from None


class FrequencyList:
    """A list of the user's own: lines of `word<TAB>number`; of a word that comes twice, the numbers are added up."""

    def __init__(self, path: Path, language: str = "") -> None:
        self.language = language
        self._numbers: dict[str, float] = {}
        for number, line in text_lines(path):
            word, tab, text = line.partition("\t")
            value = _number(text)
            if not tab or not word.strip() or value is None:
                raise faulty(path, number, '"word<TAB>number", the number not below 0', line)
            self._numbers[word.strip()] = self._numbers.get(word.strip(), 0.0) + value
        if not self._numbers:
            raise faulty(path, 1, '"word<TAB>number"', "no such line")
        self.name = signed_name(path)

    def of(self, word: str) -> float:
        """The number of a word as it is written or, if there is none, in small letters; 0 if there is none either."""
        return self._numbers.get(word, self._numbers.get(word.lower(), 0.0))


def _number(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None
