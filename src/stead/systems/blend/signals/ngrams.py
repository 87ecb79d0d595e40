"""How well a candidate goes with the two words before it and the two behind it, by a trigram model.

Logarithms of probabilities *less* what the candidate has without its neighbours: what is asked is whether the place
wants it, not whether it is frequent.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from stead.counts.count_settings import BEGIN, END
from stead.systems.blend.signals.base import Shortlist
from stead.systems.blend.tables import Floats
from stead.systems.language_models import LanguageModel, Window, open_language_model

_REACH = 2


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
        model, slot = self._model, shortlist.slot
        left = [BEGIN, *model.words(slot.before)][-_REACH:]
        right = [*model.words(slot.after), END][:_REACH]
        forms = [model.words(slot.form(word)) or [word] for word in shortlist.words[: self.depth]]
        rows = self._of([*forms, model.words(slot.item.target) or [slot.item.target]], left, right)
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
