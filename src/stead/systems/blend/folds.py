"""Parts of a data set that are left out in turn: whole documents, or whole words."""

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
import numpy.typing as npt

from stead.core.errors import UsageError
from stead.core.item import Item

BY = ("document", "lexelt")
_BUNCHES = 20


def groups_of(items: Sequence[Item], by: str) -> list[str]:
    """What each item belongs to; a sentence of no document is one by itself, and words are left out in bunches."""
    if by == "lexelt":
        return [str(blake2b(item.lexelt.encode(), digest_size=4).digest()[0] % _BUNCHES) for item in items]
    return [item.document or item.text for item in items]


def folds_of(groups: Sequence[str], folds: int, seed: int) -> npt.NDArray[np.int64]:
    """The fold of each item: large groups first, each to the fold that has least; the seed decides between equals."""
    sizes = Counter(groups)
    if not 2 <= folds <= len(sizes):
        raise UsageError(
            f"folds: {folds} of {len(sizes)} groups; expected at least 2, and a group for each.", parameter="folds"
        )
    ordered = sorted(sizes, key=lambda each: (-sizes[each], blake2b(f"{seed}\0{each}".encode()).digest()))
    loads = [0] * folds
    fold_of: dict[str, int] = {}
    for group in ordered:
        fold_of[group] = loads.index(min(loads))
        loads[fold_of[group]] += sizes[group]
    return np.array([fold_of[group] for group in groups])
