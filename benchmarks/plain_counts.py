"""The obvious program that counts a corpus: a Counter for each table, and Python's own loops."""

import sys
from collections import Counter
from pathlib import Path
from unicodedata import normalize

from stead.words import lemmatiser, split_sentences, words_of


class PlainCounts:
    """Forms, lemmas, pairs of lemmas in a window and trigrams of forms, cut into sentences and words as stead does."""

    def __init__(self, path: Path, window: int = 5) -> None:
        self.forms: Counter[str] = Counter()
        self.lemmas: Counter[str] = Counter()
        self.pairs: Counter[tuple[str, str]] = Counter()
        self.trigrams: Counter[tuple[str, ...]] = Counter()
        self._lemmas_of = lemmatiser("en")
        self._known: dict[str, str] = {}
        with path.open(encoding="utf-8") as file:
            for line in file:
                for sentence in split_sentences(normalize("NFC", line), "en"):
                    self._count(words_of(sentence.text.lower(), "en"), window)

    def _count(self, words: list[str], window: int) -> None:
        lemmas = [self._lemma(word) for word in words]
        self.forms.update(words)
        self.lemmas.update(lemmas)
        for position, lemma in enumerate(lemmas):
            for other in lemmas[position + 1 : position + 1 + window]:
                self.pairs[lemma, other] += 1
        self.trigrams.update(zip(words, words[1:], words[2:], strict=False))

    def _lemma(self, word: str) -> str:
        if word not in self._known:
            self._known[word] = self._lemmas_of(word, "")[0].lower()
        return self._known[word]


if __name__ == "__main__":
    counts = PlainCounts(Path(sys.argv[1]))
    print(counts.forms.total(), len(counts.forms), len(counts.lemmas), len(counts.pairs), len(counts.trigrams))
