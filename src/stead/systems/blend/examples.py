"""What a blend learns from: items with their candidates, as they would be known in a document nobody has seen."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stead.core.errors import BadInput
from stead.core.gold import GoldStandard
from stead.core.item import Item
from stead.core.progress import Progress
from stead.systems.blend.folds import groups_of
from stead.systems.blend.kit import Kit
from stead.systems.blend.memory import Memory, tidy
from stead.systems.blend.neighbourhood import Neighbourhood
from stead.systems.blend.slot import Slot
from stead.systems.blend.tables import Floats


@dataclass(frozen=True)
class Example:
    """An item, what people answered, its candidates as others' answers show them, and the weight of each."""

    slot: Slot
    gold: dict[str, float]
    near: Neighbourhood

    @property
    def item(self) -> Item:
        """The sentence with its target."""
        return self.slot.item

    def weights(self, words: Sequence[str]) -> Floats:
        """How many people answered each of some words."""
        return np.array([self.gold.get(word, 0.0) for word in words], np.float32)


def answered(items: Sequence[Item], gold: GoldStandard) -> list[tuple[Item, dict[str, float]]]:
    """The items that somebody answered, with what; answers that are tidied to the same word weigh together."""
    answers: dict[tuple[str, str], dict[str, float]] = {}
    for row in gold:
        own = answers[row.lexelt, row.id] = defaultdict(float)
        for term, weight in row.weights:
            if weight > 0:
                own[tidy(term)] += weight
    found = ((item, answers.get((item.lexelt, item.id))) for item in items)
    return [(item, dict(own)) for item, own in found if own]


def examples_of(items: Sequence[Item], gold: GoldStandard, kit: Kit, by: str, progress: Progress) -> list[Example]:
    """The items that have a gold; what was answered in an item's own group (document or word) is not known to it."""
    known = answered(items, gold)
    if not known:
        raise BadInput("items and gold have nothing in common; are they of the same data set?")
    slots, golds = [Slot(item) for item, _ in known], [own for _, own in known]
    groups = groups_of([item for item, _ in known], by)
    memories = _memories(slots, golds, groups) if kit.remembers else {}
    near: dict[tuple[str, ...], Neighbourhood] = {}
    found = []
    for place, (slot, own, group) in enumerate(zip(slots, golds, groups, strict=True)):
        key = (*slot.target, group)
        if key not in near:
            progress("candidates", place / len(known), 1)
            near[key] = kit.neighbours.of(*slot.target, memories.get(group, Memory()))
        found.append(Example(slot, own, near[key]))
    return found


def memory_of(examples: Sequence[Example]) -> Memory:
    """All that people answered."""
    return Memory.of((".".join(each.slot.target), each.gold) for each in examples)


def _memories(slots: Sequence[Slot], golds: Sequence[dict[str, float]], groups: Sequence[str]) -> dict[str, Memory]:
    """For each group what was answered in all others."""
    whole = Memory.of((".".join(slot.target), gold) for slot, gold in zip(slots, golds, strict=True))
    own: dict[str, list[tuple[str, dict[str, float]]]] = {}
    for slot, gold, group in zip(slots, golds, groups, strict=True):
        own.setdefault(group, []).append((".".join(slot.target), gold))
    return {group: whole.without(Memory.of(answers)) for group, answers in own.items()}
