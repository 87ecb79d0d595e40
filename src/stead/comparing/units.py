"""What is drawn, swapped and counted as one: items, or all the items of a lexelt together.

Items of one target word are alike: a run that knows the word gains on all of them. If a claim is about words that
were not in the data, the words are the sample, not the sentences.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from stead.core.arrays import FloatArray, IntArray
from stead.core.text import plural


@dataclass(frozen=True, eq=False)
class Units:
    """The unit of each item; `obstacle` says why nothing can be learned from them, `notes` what is worth knowing."""

    kind: str
    codes: IntArray
    count: int
    obstacle: str = ""
    notes: tuple[str, ...] = ()

    def added_up(self, rows: FloatArray) -> FloatArray:
        """One column for each field, with the sum of each unit: fields x units."""
        if self.kind == "item":
            return np.ascontiguousarray(rows.T)
        return np.array([np.bincount(self.codes, weights=field, minlength=self.count) for field in rows.T])


def units_of(kind: str, lexelts: Sequence[str]) -> Units:
    """Divide the items."""
    return _by_lexelt(lexelts) if kind == "lexelt" else _by_item(len(lexelts))


def _by_item(count: int) -> Units:
    obstacle = "there is only one item" if count == 1 else ""
    return Units("item", np.arange(count, dtype=np.int64), count, obstacle)


def _by_lexelt(lexelts: Sequence[str]) -> Units:
    """An item that names no lexelt is a unit of its own."""
    names = [lexelt or position for position, lexelt in enumerate(lexelts)]
    index = {name: number for number, name in enumerate(dict.fromkeys(names))}
    nameless = sum(1 for lexelt in lexelts if not lexelt)
    obstacle = ""
    notes: tuple[str, ...] = ()
    if nameless == len(lexelts):
        obstacle = "no item names its lexelt, so clustering by lexelt is impossible"
    elif len(index) == 1:
        obstacle = f"all items ({len(lexelts)}) are of one lexelt, so clustering by lexelt is impossible"
    elif nameless:
        notes = (f"{plural(nameless, 'item')} without a lexelt: each is a unit of its own.",)
    codes = np.array([index[name] for name in names], dtype=np.int64)
    return Units("lexelt", codes, len(index), obstacle, notes)
