"""Ways to divide the items: by part of speech, by lexelt, by the subsets of the 2007 paper, by a user's file."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from stead.scoring.levelled import level_gold
from stead.scoring.settings import Settings
from stead.task import Alignment, BadInput, GoldStandard, part_of_speech_of
from stead.task.alignment import BoolArray

UNGROUPED = "(none)"
MULTIWORD_SUBSETS = ("NMWT", "MWT")
"""Items whose target is not part of a gold multiword, and the others."""

_POS_ORDER = "nvar"  # as the 2007 paper lists them; any other letter behind these


@dataclass(frozen=True, slots=True)
class Grouping:
    """A named division: the group of an item by lexelt and id."""

    name: str
    group_of: Callable[[str, str], str]

    def groups(self, alignment: Alignment) -> dict[str, BoolArray]:
        """Which items are in each group; items in no group come last, under a name of their own."""
        labels = np.array([self.group_of(*item) for item in zip(alignment.lexelts, alignment.ids, strict=True)])
        distinct = sorted(dict.fromkeys(labels.tolist()), key=_group_order)
        return {f"{self.name}={label}": labels == label for label in distinct}


def _group_order(label: str) -> tuple[int, int, str]:
    place = _POS_ORDER.find(label) if len(label) == 1 else -1
    return label == UNGROUPED, place if place >= 0 else len(_POS_ORDER), label


def by_part_of_speech() -> Grouping:
    """By the first letter after the word."""
    return Grouping("pos", lambda lexelt, _: part_of_speech_of(lexelt) or UNGROUPED)


def by_lexelt() -> Grouping:
    """By target word."""
    return Grouping("lexelt", lambda lexelt, _: lexelt)


def by_table(name: str, table: Mapping[str, str]) -> Grouping:
    """By a user's table from ids or lexelts to groups."""
    return Grouping(name, lambda lexelt, identifier: table.get(identifier, table.get(lexelt, UNGROUPED)))


def by_sentence_choice(manual: set[str]) -> Grouping:
    """MAN or RAND: whether the sentences of a target were picked by hand or drawn at random."""
    return Grouping("subset", lambda lexelt, _: "MAN" if lexelt in manual else "RAND")


def by_multiword_target(multiwords: GoldStandard, settings: Settings) -> Grouping:
    """NMWT: the items whose target is not part of a gold multiword; MWT: the others."""
    phrases = multiword_items(multiwords, settings)
    free, part = MULTIWORD_SUBSETS
    return Grouping("subset", lambda _, identifier: part if identifier in phrases else free)


def multiword_items(multiwords: GoldStandard, settings: Settings) -> set[str]:
    """Ids of the items whose most frequent multiword is unique and was named by two annotators or more."""
    levelled = level_gold(multiwords, settings.rules, threshold=None)
    top = levelled.sorted_weights().first(2)
    found = (top[:, 0] > top[:, 1]) & (top[:, 0] >= 2)
    return {multiwords.ids[row] for row in np.flatnonzero(found).tolist()}


def check_table(name: str, table: Mapping[str, str], gold: GoldStandard) -> None:
    """A table that knows none of the gold's items is a mistake."""
    if not (table.keys() & {*gold.ids, *gold.lexelts}):
        raise BadInput(
            f"{name}: names no id and no lexelt of the gold. Expected lines `id<TAB>group` or `lexelt<TAB>group`."
        )
