"""Ways to divide the items whose agreement is measured."""

from collections.abc import Callable

import numpy as np

from stead.agreement.coefficient import Items
from stead.core.arrays import IntArray
from stead.core.item import part_of_speech_of
from stead.scoring.groups import UNGROUPED, group_order

BY_ITEM = "item"
_LABELS: dict[str, Callable[[str], str]] = {"pos": part_of_speech_of, "lexelt": lambda lexelt: lexelt}
DIVISIONS = (*_LABELS, BY_ITEM)
"""By part of speech, by lexelt, or every item for itself."""


def groups(division: str, table: Items) -> dict[str, IntArray]:
    """The items of each group, in rising order."""
    labels = np.array([_LABELS[division](lexelt) or UNGROUPED for lexelt in table.lexelts], dtype=object)
    distinct, which = np.unique(labels.astype(np.str_), return_inverse=True)
    order = np.argsort(which, kind="stable")
    members = np.split(order, np.cumsum(np.bincount(which, minlength=len(distinct)))[:-1])
    found = dict(zip(map(str, distinct), members, strict=True))
    return {f"{division}={label}": found[label] for label in sorted(found, key=group_order)}


def item_names(table: Items) -> list[str]:
    """What each item is called when it is a group."""
    return [f"{BY_ITEM}={lexelt} {identifier}" for lexelt, identifier in zip(table.lexelts, table.ids, strict=True)]
