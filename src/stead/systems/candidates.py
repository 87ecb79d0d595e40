"""The candidates of systems that rank in context: all that the four classes of a lexicon hold."""

from itertools import chain

from stead.lexicons import four_classes, open_lexicon
from stead.systems.base import target_of
from stead.task import Item


class Candidates:
    """What a lexicon has for a target: synonyms and near ones of all its senses, the first sense first."""

    def __init__(self, lexicon: str) -> None:
        self._lexicon = open_lexicon(lexicon)
        self.name = self._lexicon.name

    def of(self, item: Item) -> list[str]:
        """The candidates for an item's target."""
        lemma, pos = target_of(item)
        return [word for word in chain.from_iterable(four_classes(self._lexicon, lemma, pos)) if word.lower() != lemma]
