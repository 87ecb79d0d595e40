"""What a signal is: numbers for the candidates of a shortlist, from the sentence around the target."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple, Protocol

import numpy as np

from stead.counts.count_settings import BEGIN, END
from stead.systems.blend.word_tables import Floats, Tables
from stead.systems.context import TargetContext
from stead.systems.ngram_models import LanguageModel, Window, open_language_model
from stead.words import words_of

_REACH = 2
_WINDOW = 8
_FREQUENT = 6.5
"""The logarithm of a frequency per million from which on a word says nothing of a sentence's subject."""


class Shortlist(NamedTuple):
    """The candidates of a context that are worth a closer look, the most likely first."""

    context: TargetContext
    words: Sequence[str]


class Signal(Protocol):
    """A source of numbers in context."""

    @property
    def name(self) -> str:
        """What models and signatures call it."""

    @property
    def features(self) -> tuple[str, ...]:
        """The names of its numbers."""

    @property
    def depth(self) -> int:
        """How many candidates of a shortlist it looks at; the others have no value."""

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """For each shortlist a row for each word that is looked at."""


class NgramSignal:
    """The signal of a language model."""

    name = "ngrams"
    features = (
        *("ngram_whole", "ngram_gain", "ngram_left", "ngram_right", "ngram_wide", "ngram_alone"),
        *("ngram_to_target", "ngram_gain_to_target", "ngram_to_best", "ngram_gain_to_best"),
    )
    depth = 80

    def __init__(self, model: str) -> None:
        self._name = model

    @cached_property
    def _model(self) -> LanguageModel:
        return open_language_model(self._name)

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """One sentence after the other: there is nothing to share."""
        return [self._rows(each) for each in shortlists]

    def _rows(self, shortlist: Shortlist) -> Floats:
        model, context = self._model, shortlist.context
        left = [BEGIN, *model.words(context.before)][-_REACH:]
        right = [*model.words(context.after), END][:_REACH]
        forms = [model.words(context.form(word)) or [word] for word in shortlist.words[: self.depth]]
        rows = self._of([*forms, model.words(context.item.target) or [context.item.target]], left, right)
        own, target = rows[:-1], rows[-1]
        if not len(own):
            return np.empty((0, len(self.features)), np.float32)
        relative = np.column_stack([own[:, :2] - target[:2], own[:, :2] - own[:, :2].max(axis=0)])
        return np.column_stack([own, relative]).astype(np.float32)

    def _of(self, forms: Sequence[Sequence[str]], left: Sequence[str], right: Sequence[str]) -> Floats:
        """Whole window; the same less the candidate alone; what the left says; what the right does; both sides."""
        score = self._model.log10
        whole = score([Window([*left, *form, *right], len(left)) for form in forms])
        alone = [sum(score([Window([word], 0) for word in form])) for form in forms]
        behind = score([Window([*left, *form], len(left)) for form in forms])
        near = score([Window([*left[-1:], *form], len(left[-1:])) for form in forms])
        following = score([Window([*form, *right], len(form)) for form in forms])
        none = score([Window([*right], 0)])[0]
        columns = np.array([whole, alone, behind, near, following]).T
        return np.column_stack(
            [
                columns[:, 0],
                columns[:, 0] - columns[:, 1] - none,
                columns[:, 2] - columns[:, 1],
                columns[:, 4] - none,
                columns[:, 3] - columns[:, 1],
                columns[:, 1],
            ]
        )


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
        tables, context = self._tables, shortlist.context
        words = tables.numbers(list(shortlist.words[: self.depth]))
        language = context.item.language or "en"
        around = [*words_of(context.before, language)[-_WINDOW:], *words_of(context.after, language)[:_WINDOW]]
        numbers = tables.numbers([word.lower() for word in around])
        content = tables.vectors[numbers[tables.frequencies[numbers] < _FREQUENT]]
        if not len(content):
            return np.full((len(words), len(self.features)), np.nan, np.float32)
        cosines = tables.vectors[words] @ content.T
        own = content @ tables.vectors[tables.number(context.target[0])]
        mean = cosines.mean(axis=1)
        return np.column_stack([mean, cosines.max(axis=1), mean - own.mean()]).astype(np.float32)
