"""A model at work: the shortlist of a target, what signals say of it, and its words in the order that was learned."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from stead.core.errors import BadInput, UsageError
from stead.systems.base import Suggestion
from stead.systems.blend.kit import Kit
from stead.systems.blend.model import BlendModel
from stead.systems.blend.rows import Ranked, feature_names, ordered, stages_of, with_signals
from stead.systems.blend.slot import Slot
from stead.systems.blend.tables import Floats
from stead.systems.blend.trees import Forest

_KEPT = 4096
_BEST = ("best", "mw")
"""The tasks that ask for one word."""


@dataclass(frozen=True)
class Ranker:
    """A model with the tables and signals of one language, whose columns must be those that it was trained with."""

    model: BlendModel
    kit: Kit

    def __post_init__(self) -> None:
        place = self.model.source.place
        try:
            names = feature_names(self.kit.signals)
        except UsageError as error:
            raise BadInput(f"{place}: {error}") from None
        if names != self.model.features:
            raise BadInput(f"{place}: was trained by another version of stead: train it again.")

    def suggest(self, slots: Sequence[Slot], task: str) -> list[list[Suggestion]]:
        """The candidates of several slots, in the order that was learned for a task."""
        return self._ranked(slots, [self._shortlist(*slot.target) for slot in slots], task)

    def rank(self, slot: Slot, pool: Sequence[str]) -> list[Suggestion]:
        """Given candidates, each once, whether or not they would have been found."""
        lemma, pos = slot.target
        given = dict.fromkeys(pool)
        near = self.kit.neighbours.of_words(lemma, self._parts(lemma, pos)[0], self.model.memory, given)
        short = ordered(Ranked(near.words, near.features), self.model.rankings[0].scores(near.features))
        return self._ranked([slot], [short], "rank")[0]

    def _ranked(self, slots: Sequence[Slot], short: list[Ranked], task: str) -> list[list[Suggestion]]:
        for number, stage in enumerate(stages_of(self.kit.signals)):
            if number:
                scores = _scores(self.model.rankings[number], short)
                short = [ordered(each, own) for each, own in zip(short, scores, strict=True)]
            short = with_signals(slots, short, stage)
        accepted = _scores(self.model.heads["accept"], short)
        best = _scores(self.model.heads["best"], short) if task in _BEST else accepted
        return [self._suggestions(*each) for each in zip(short, accepted, best, strict=True)]

    def _suggestions(self, ranked: Ranked, accepted: Floats, scores: Floats) -> list[Suggestion]:
        """In the order of some scores, each with the probability that a person accepts it."""
        probabilities = self.model.calibration.probabilities(accepted)
        order = np.argsort(-scores, kind="stable")
        return [Suggestion(ranked.words[number], float(probabilities[number]), self.model.name) for number in order]

    @cached_property
    def _shortlist(self) -> Callable[[str, str], Ranked]:
        """The shortlist of a target: the same in every sentence, and remembered."""

        @lru_cache(_KEPT)
        def of(lemma: str, pos: str) -> Ranked:
            found = [self.kit.neighbours.of(lemma, part, self.model.memory) for part in self._parts(lemma, pos)]
            words = [word for near in found for word in near.words]
            rows = np.concatenate([near.features for near in found])
            scores = self.model.rankings[0].scores(rows)
            chosen = _each_once(words, scores)
            return ordered(Ranked([words[place] for place in chosen], rows[chosen]), scores[chosen], self.model.depth)

        return of

    def _parts(self, lemma: str, pos: str) -> Sequence[str]:
        """The part of speech of a target; if it is not known, all that a thesaurus knows it as."""
        return [pos] if pos or self.kit.remembers else [*self.kit.neighbours.parts_of(lemma)] or [""]


def _each_once(words: Sequence[str], scores: Floats) -> list[int]:
    """The places of words, of one that comes twice the better, in the order in which they came."""
    best: dict[str, int] = {}
    for place, word in enumerate(words):
        if word not in best or scores[place] > scores[best[word]]:
            best[word] = place
    return sorted(best.values())


def _scores(forest: Forest, ranked: Sequence[Ranked]) -> list[Floats]:
    """What a forest says of the candidates of several items, worked out at once."""
    found = forest.scores(np.concatenate([each.rows for each in ranked]))
    return np.split(found, np.cumsum([len(each.words) for each in ranked])[:-1])
