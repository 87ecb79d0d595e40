"""The place of a target in its sentence, seen once for all candidates: the words around it, and its form."""

from dataclasses import dataclass
from functools import cached_property

from stead.core.item import Item
from stead.systems.base import target_of
from stead.systems.slots import sentence_bounds
from stead.words import inflect
from stead.words.inflection import inflect_lemma


@dataclass(frozen=True)
class Slot:
    """An item's target in the sentence that it stands in."""

    item: Item

    @cached_property
    def target(self) -> tuple[str, str]:
        """Lemma and part of speech."""
        lemma, pos = target_of(self.item)
        return lemma.lower(), pos

    @cached_property
    def _bounds(self) -> tuple[int, int]:
        return sentence_bounds(self.item.text, self.item.start, self.item.end, self.item.language)

    @property
    def before(self) -> str:
        """The sentence up to the target."""
        return self.item.text[self._bounds[0] : self.item.start]

    @property
    def after(self) -> str:
        """The sentence behind the target."""
        return self.item.text[self.item.end : self._bounds[1]]

    @cached_property
    def _tag(self) -> str:
        lemma, _ = self.target
        return inflect(
            lemma, self.item.target, self.item.lexelt, self.item.language or "en", before=self.before, after=self.after
        ).tag

    def form(self, word: str) -> str:
        """A word in the target's form, in small letters."""
        return inflect_lemma(word, self._tag) if self._tag else word
