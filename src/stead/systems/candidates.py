"""Candidates of systems that rank in context: all that the four classes of a lexicon hold, and how they are ranked."""

from collections.abc import Sequence
from itertools import chain

from stead.core.item import Item
from stead.lexicons import four_classes, open_lexicon
from stead.systems.base import Suggestion, target_of


class Candidates:
    """What a lexicon has for a target: synonyms and near ones of all its senses, the first sense first."""

    def __init__(self, lexicon: str) -> None:
        self._lexicon = open_lexicon(lexicon)
        self.name = self._lexicon.name

    def of(self, item: Item) -> list[str]:
        """The candidates for an item's target."""
        lemma, pos = target_of(item)
        return [word for word in chain.from_iterable(four_classes(self._lexicon, lemma, pos)) if word.lower() != lemma]


def ranked(terms: Sequence[str], scores: Sequence[float], sources: Sequence[str]) -> list[Suggestion]:
    """Suggestions by score less the best one's, so that scores of different sentences can be compared."""
    best = max(scores, default=0.0)
    found = [Suggestion(*each) for each in zip(terms, (score - best for score in scores), sources, strict=True)]
    return sorted(found, key=lambda each: -each.score)
