"""Ways to divide the items: by part of speech, by lexelt, by the subsets of the 2007 paper, by a user's file."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from stead.core.alignment import Alignment
from stead.core.arrays import BoolArray
from stead.core.errors import BadInput
from stead.core.gold import GoldStandard
from stead.core.item import lexelt_key, part_of_speech_of
from stead.core.signature import digest
from stead.rules.mode import has_gold_multiword
from stead.scoring.levelled import level_gold
from stead.scoring.settings import Settings

UNGROUPED = "(none)"
MULTIWORD_SUBSETS = ("NMWT", "MWT")
"""Items whose target is not part of a gold multiword, and the others."""

_POS_ORDER = "nvar"  # as the 2007 paper lists them; any other letter behind these


@dataclass(frozen=True, slots=True)
class Grouping:
    """A named division: the group of an item by lexelt and id, and the hash of the table it was read from.

    Groups named in `order` come in that order, before all others.
    """

    name: str
    group_of: Callable[[str, str], str]
    table: str = ""
    order: tuple[str, ...] = ()

    def groups(self, alignment: Alignment) -> dict[str, BoolArray]:
        """Which items are in each group; items in no group come last, under a name of their own."""
        labels = np.array(self.labels(alignment.lexelts, alignment.ids))
        return {f"{self.name}={label}": labels == label for label in self.in_order(labels.tolist())}

    def labels(self, lexelts: Iterable[str], ids: Iterable[str]) -> list[str]:
        """The group of each item."""
        return [self.group_of(*item) or UNGROUPED for item in zip(lexelts, ids, strict=True)]

    def in_order(self, labels: Iterable[str]) -> list[str]:
        """Each group once, in the order of a table."""
        present = dict.fromkeys(labels)
        first = [label for label in self.order if label in present]
        return first + sorted(present.keys() - {*first}, key=group_order)


def group_order(label: str) -> tuple[int, int, str]:
    """Where a group stands among the others: parts of speech as in 2007, other names by the alphabet."""
    place = _POS_ORDER.find(label) if len(label) == 1 else -1
    return label == UNGROUPED, place if place >= 0 else len(_POS_ORDER), label


def by_part_of_speech() -> Grouping:
    """By the first letter after the word."""
    return Grouping("pos", lambda lexelt, _: part_of_speech_of(lexelt))


def by_lexelt() -> Grouping:
    """By target word."""
    return Grouping("lexelt", lambda lexelt, _: lexelt)


def by_table(name: str, table: Mapping[str, str]) -> Grouping:
    """By a user's table from ids or lexelts to groups."""

    by_key = {lexelt_key(name): group for name, group in table.items()}

    def group_of(lexelt: str, identifier: str) -> str:
        return table.get(identifier) or table.get(lexelt) or by_key.get(lexelt_key(lexelt), "")

    return Grouping(name, group_of, digest(sorted(table.items())))


def by_sentence_choice(manual: set[str]) -> Grouping:
    """MAN or RAND: whether the sentences of a target were picked by hand or drawn at random."""
    keys = {*map(lexelt_key, manual)}
    return Grouping("subset", lambda lexelt, _: "MAN" if lexelt_key(lexelt) in keys else "RAND", digest(sorted(manual)))


def by_multiword_target(multiwords: GoldStandard, settings: Settings, gold: GoldStandard) -> Grouping:
    """NMWT: the items whose target is not part of a gold multiword; MWT: the others."""
    key = level_gold(gold, settings.rules, threshold=None, lemmatiser=settings.lemmatiser).key
    phrases = {key(*item) for item in multiword_items(multiwords, settings)}
    free, part = MULTIWORD_SUBSETS
    return Grouping("subset", lambda lexelt, identifier: part if key(lexelt, identifier) in phrases else free)


def multiword_items(multiwords: GoldStandard, settings: Settings) -> list[tuple[str, str]]:
    """The items with a gold multiword."""
    levelled = level_gold(multiwords, settings.rules, threshold=None, lemmatiser=settings.lemmatiser)
    found = np.flatnonzero(has_gold_multiword(levelled.sorted_weights())).tolist()
    return [(multiwords.lexelts[row], multiwords.ids[row]) for row in found]


def check_names(name: str, names: Iterable[str], gold: GoldStandard) -> None:
    """A table or list that knows none of the gold's items is a mistake."""
    named = {*names}
    if not named & {*gold.ids} and not {*map(lexelt_key, named)} & {*map(lexelt_key, gold.lexelts)}:
        raise BadInput(f"{name}: names no id and no lexelt of the gold. Is it of the same data set?")
