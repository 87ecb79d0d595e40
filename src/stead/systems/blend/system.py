"""The system blend: many sources of candidates, many signals, one learned ranking that knows where to stop."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from stead.lexicons import Lexicon, open_lexicon
from stead.systems.base import Suggestion, System
from stead.systems.blend.kit import Kit, english_tables
from stead.systems.blend.model import BlendModel, open_model
from stead.systems.blend.rows import Ranked, ordered, stages_of, with_signals
from stead.systems.blend.slot import Slot
from stead.systems.blend.tables import Floats
from stead.systems.blend.trees import Forest
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

    model: str = text("", "what was learned", "swift, fine, finest (default: the best that can be used), or a file")
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
        return self.suggest_all([item], task)[0]

    def suggest_all(self, items: Sequence[Item], task: str) -> list[Sequence[Suggestion]]:
        """Signals see the sentences of all items at once."""
        for item in items:
            self.check_language(item)
        slots = [Slot(item) for item in items]
        return self._ranked(slots, [self._shortlist(*slot.target) for slot in slots], task)

    def rank(self, item: Item, pool: Sequence[str]) -> list[Suggestion]:
        """Given candidates, whether or not they would have been found."""
        slot = Slot(item)
        near = self._kit.neighbours.of_words(*slot.target, self._model.memory, pool)
        short = ordered(Ranked(near.words, near.features), self._model.rankings[0].scores(near.features))
        return list(self._ranked([slot], [short], "rank")[0])

    def _ranked(self, slots: Sequence[Slot], short: list[Ranked], task: str) -> list[Sequence[Suggestion]]:
        for number, stage in enumerate(stages_of(self._kit.signals)):
            if number:
                scores = _scores(self._model.rankings[number], short)
                short = [ordered(each, own) for each, own in zip(short, scores, strict=True)]
            short = with_signals(slots, short, stage)
        accepted = _scores(self._model.heads["accept"], short)
        best = _scores(self._model.heads["best"], short) if task in _BEST else accepted
        return [self._suggestions(*each) for each in zip(short, accepted, best, strict=True)]

    def _suggestions(self, ranked: Ranked, accepted: Floats, scores: Floats) -> list[Suggestion]:
        """In the order of some scores, each with the probability that a person accepts it."""
        probabilities = self._model.calibration.probabilities(accepted)
        order = np.argsort(-scores, kind="stable")
        return [Suggestion(ranked.words[number], float(probabilities[number]), self._model.name) for number in order]

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
        def of(lemma: str, pos: str) -> Ranked:
            near = self._kit.neighbours.of(lemma, pos, self._model.memory)
            scores = self._model.rankings[0].scores(near.features)
            return ordered(Ranked(near.words, near.features), scores, self._model.depth)

        return of


def _scores(forest: Forest, ranked: Sequence[Ranked]) -> list[Floats]:
    """What a forest says of the candidates of several items, worked out at once."""
    found = forest.scores(np.concatenate([each.rows for each in ranked]))
    return np.split(found, np.cumsum([len(each.words) for each in ranked])[:-1])
