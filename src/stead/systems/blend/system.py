"""The system blend: many sources of candidates, many signals, one learned ranking that knows where to stop."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from stead.core.errors import UsageError
from stead.core.item import Item
from stead.lexicons import Lexicon, open_lexicon
from stead.systems.base import Suggestion, System
from stead.systems.blend.kit import Kit, tables_of
from stead.systems.blend.model import BlendModel, open_model
from stead.systems.blend.ranker import Ranker
from stead.systems.blend.slot import Slot
from stead.systems.blend.thesauri import ENGLISH_TABLES, THESAURI, kind_for, refuse_lacking
from stead.systems.blend.tiers import refuse_lacking_tier
from stead.systems.blend.worlds import WORLDS
from stead.systems.parameters import real, text
from stead.words import language_code

_ENGLISH = "en"


@dataclass(frozen=True)
class BlendSystem(System):
    """Candidates of WordNet, Moby, vectors and memory; two learned rankings; the score is a probability.

    The probability is that of a person's answering the word. The one best word is chosen by a ranking of its own. In
    other languages, candidates are those of a thesaurus and of vectors, ranked by what was learned from English.
    """

    name = "blend"
    paper = "stead"
    about = "everything at hand, as people taught it: swift, fine, finest or your own"
    languages = tuple(THESAURI)

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
        if self.cut >= 0 or not found:
            return super().good_enough(found)
        stopping = self._models[found[0].source].stopping
        return found[: stopping.number(np.array([each.score for each in found]))]

    def suggest(self, item: Item) -> Sequence[Suggestion]:
        """The shortlist, the most probable first."""
        return self.suggest_for(item, "oot")

    def suggest_for(self, item: Item, task: str) -> Sequence[Suggestion]:
        """In the order that was learned for a task."""
        return self.suggest_all([item], task)[0]

    def suggest_all(self, items: Sequence[Item], task: str) -> list[Sequence[Suggestion]]:
        """Signals see the sentences of all items at once, those of one language together."""
        languages = [self._language(item) for item in items]
        found: list[Sequence[Suggestion]] = [()] * len(items)
        for language in dict.fromkeys(languages):
            own = [place for place, other in enumerate(languages) if other == language]
            told = self._ranker(language).suggest([Slot(items[place]) for place in own], task)
            for place, suggestions in zip(own, told, strict=True):
                found[place] = suggestions
        return found

    def rank(self, item: Item, pool: Sequence[str]) -> list[Suggestion]:
        """Given candidates, whether or not they would have been found."""
        return self._ranker(self._language(item)).rank(Slot(item), pool)

    def signature(self) -> str:
        """With the checksum of the model; where none is named, the language of an item decides which is used."""
        if self.model:
            return f"{self}|model:{open_model(self.model).signed}"
        try:
            english = open_model("").signed
        except UsageError:
            english = "none"
        return f"{self}|model:{english}|others:{','.join(open_model(path).signed for path in WORLDS.values())}"

    def lexicon_for(self, language: str) -> Lexicon:
        """WordNet; in other languages, the thesaurus."""
        if language == _ENGLISH:
            return open_lexicon("wordnet")
        refuse_lacking(kind_for(language), language)
        return open_lexicon(THESAURI[language])

    def _language(self, item: Item) -> str:
        self.check_language(item)
        return language_code(item.language) if item.language else _ENGLISH

    @cached_property
    def _models(self) -> dict[str, BlendModel]:
        """Those in use, by name, which is the source of their suggestions."""
        return {}

    @cached_property
    def _ranker(self) -> Callable[[str], Ranker]:
        """What is used in a language."""

        @cache
        def of(language: str) -> Ranker:
            model = open_model(self.model or ("" if language == _ENGLISH else WORLDS[kind_for(language)]))
            kind = str(model.card["tables"])
            if kind == ENGLISH_TABLES and language != _ENGLISH:
                raise UsageError(
                    f"the model {model.name} is for English, but there are items in {language!r}: name no model, or "
                    "one that was trained with `stead train --tables thesaurus`."
                )
            refuse_lacking_tier(self.model)
            self._models[model.name] = model
            return Ranker(model, Kit(tables_of(kind, language), model.signals, kind))

        return of
