"""The system blend: many sources of candidates, many signals, one learned ranking that knows where to stop."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from stead.lexicons import Lexicon, open_lexicon
from stead.systems.base import Suggestion, System
from stead.systems.blend.kit import Kit, english_tables
from stead.systems.blend.model import BlendModel, open_model
from stead.systems.blend.rows import shortlisted, with_signals
from stead.systems.blend.signals.base import Shortlist
from stead.systems.blend.slot import Slot
from stead.systems.blend.tables import Floats
from stead.systems.parameters import real, text
from stead.task import Item

_KEPT = 4096
_BEST = ("best", "mw")
"""The tasks that ask for one word."""


@dataclass(frozen=True)
class BlendSystem(System):
    """Candidates of WordNet, Moby, vectors and memory; two learned rankings; the score is a probability.

    The probability is that of a person's answering the word. The one best word is chosen by a ranking of its own.
    """

    name = "blend"
    paper = "stead"
    about = "everything at hand, ranked by what was learned from people's answers"
    languages = ("en",)

    model: str = text("", "what was learned", "a file that `stead train` wrote")
    cut: float = real(
        -1.0, "the probability from which on a word is good enough; below 0: where it was learned to stop"
    )

    @property
    def threshold(self) -> float:
        """As set."""
        return self.cut

    def good_enough(self, found: Sequence[Suggestion]) -> Sequence[Suggestion]:
        """As many as promise most, unless a probability is set."""
        if self.cut >= 0:
            return super().good_enough(found)
        return found[: self._model.stopping.number(np.array([each.score for each in found]))]

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """The shortlist, the most probable first."""
        return self.suggest_for(item, "oot")

    def suggest_for(self, item: Item, task: str) -> Sequence[Suggestion]:
        """In the order that was learned for a task."""
        self.check_language(item)
        slot = Slot(item)
        words, rows = self._shortlist(*slot.target)
        return self._ranked(slot, words, rows, task)

    def rank(self, item: Item, pool: Sequence[str]) -> list[Suggestion]:
        """Given candidates, whether or not they would have been found."""
        slot = Slot(item)
        near = self._kit.neighbours.of_words(*slot.target, self._model.memory, pool)
        words, rows = shortlisted(near, self._model.first.scores(near.features).astype(np.float32), len(near.words))
        return self._ranked(slot, words, rows, "rank")

    def _ranked(self, slot: Slot, words: list[str], rows: Floats, task: str) -> list[Suggestion]:
        if not words:
            return []
        (seen,) = with_signals([rows], [Shortlist(slot, words)], self._kit.signals)
        probabilities = self._model.calibration.probabilities(self._model.heads["accept"].scores(seen))
        scores = self._model.heads["best"].scores(seen) if task in _BEST else probabilities
        order = np.argsort(-scores, kind="stable")
        return [Suggestion(words[number], float(probabilities[number]), self._model.name) for number in order]

    def signature(self) -> str:
        """With what the model was trained on."""
        return f"{self}|model:{self._model.name}-{self._model.card.get('data', '')}"

    def lexicon_for(self, language: str) -> Lexicon:  # noqa: ARG002
        """WordNet."""
        return open_lexicon("wordnet")

    @cached_property
    def _model(self) -> BlendModel:
        return open_model(self.model)

    @cached_property
    def _kit(self) -> Kit:
        return Kit(english_tables(), self._model.signals)

    @cached_property
    def _shortlist(self):  # type: ignore[no-untyped-def]
        """The shortlist of a target: the same in every sentence, and remembered."""

        @lru_cache(_KEPT)
        def of(lemma: str, pos: str) -> tuple[list[str], Floats]:
            near = self._kit.neighbours.of(lemma, pos, self._model.memory)
            return shortlisted(near, self._model.first.scores(near.features).astype(np.float32), self._model.depth)

        return of
