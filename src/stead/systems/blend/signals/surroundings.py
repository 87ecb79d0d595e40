"""Whether a candidate is at home among the content words of the sentence, by word vectors.

The cosine of a candidate with each word around the target, against that of the target itself (the idea of addCos,
Melamud et al. 2015).
"""

from collections.abc import Sequence

import numpy as np

from stead.systems.blend.signals.base import Shortlist
from stead.systems.blend.tables import Floats, Tables
from stead.words import words_of

_WINDOW = 8
_FREQUENT = 6.5
"""The logarithm of a frequency per million from which on a word says nothing of a sentence's subject."""


class SurroundingsSignal:
    """The signal of the vectors of the tables."""

    name = "surroundings"
    features = ("around_mean", "around_best", "around_mean_to_target")
    depth = 80

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """One sentence after the other."""
        return [self._rows(each) for each in shortlists]

    def _rows(self, shortlist: Shortlist) -> Floats:
        tables, slot = self._tables, shortlist.slot
        words = tables.numbers(list(shortlist.words[: self.depth]))
        language = slot.item.language or "en"
        around = [*words_of(slot.before, language)[-_WINDOW:], *words_of(slot.after, language)[:_WINDOW]]
        numbers = tables.numbers([word.lower() for word in around])
        content = tables.vectors[numbers[tables.frequencies[numbers] < _FREQUENT]]
        if not len(content):
            return np.full((len(words), len(self.features)), np.nan, np.float32)
        cosines = tables.vectors[words] @ content.T
        own = content @ tables.vectors[tables.number(slot.target[0])]
        mean = cosines.mean(axis=1)
        return np.column_stack([mean, cosines.max(axis=1), mean - own.mean()]).astype(np.float32)
