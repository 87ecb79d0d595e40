"""What a causal language model says: how likely is the candidate behind what stands before it, and what follows it?

Left context alone says little; what a wrong word does to the words behind it says more. The text before the target is
read once for all candidates.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from stead.core.parallel import map_in_order
from stead.systems.blend.signals.base import Shortlist
from stead.systems.blend.tables import Floats
from stead.systems.neural.causal import Causal, open_causal


class CausalSignal:
    """The signal of a language model."""

    name = "causal"
    features = (
        *("causal_word", "causal_after", "causal_both"),
        *("causal_word_to_target", "causal_after_to_target", "causal_both_to_target"),
        *("causal_word_to_best", "causal_after_to_best", "causal_both_to_best"),
    )
    depth = 12

    def __init__(self, model: str) -> None:
        self._name = model

    @cached_property
    def _model(self) -> Causal:
        return open_causal(self._name)

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """Several sentences side by side, where there are several cores."""
        self._model  # noqa: B018 (opened before threads ask for it)
        return list(map_in_order(self._rows, shortlists))

    def _rows(self, shortlist: Shortlist) -> Floats:
        slot = shortlist.slot
        words = [*(slot.form(word) for word in shortlist.words[: self.depth]), slot.item.target]
        left = slot.before.rstrip()
        space = " " if left else ""  # the first word of a text has none before it
        found = self._model.pairs(left, [(f"{space}{word}", slot.after) for word in words])
        both = np.column_stack([found, found.sum(axis=1)])
        own, target = both[:-1], both[-1]
        if not len(own):
            return np.empty((0, len(self.features)), np.float32)
        return np.column_stack([own, own - target, own - own.max(axis=0)]).astype(np.float32)
