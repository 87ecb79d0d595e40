"""What a masked language model says: how probable is the candidate in the target's place?

Twice: with the target hidden, which asks whether the sentence wants the candidate, and with the target in sight, which
asks whether it does in the target's sense.
"""

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from stead.systems.blend.signals.base import Shortlist
from stead.systems.blend.tables import Floats
from stead.systems.neural.masked import Gap, MaskedModel


class MaskedSignal:
    """The signal of a masked language model; `model` is the folder of a checkpoint or its name on the hub."""

    name = "masked"
    features = (
        *("masked_hidden", "masked_in_sight"),
        *("masked_hidden_to_target", "masked_in_sight_to_target"),
        *("masked_hidden_to_best", "masked_in_sight_to_best"),
    )
    depth = 40

    def __init__(self, model: str) -> None:
        self._name = model

    @cached_property
    def _model(self) -> MaskedModel:
        return MaskedModel(self._name)

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """All shortlists in one go."""
        gaps = [self._gap(each) for each in shortlists]
        hidden = self._model.log_probabilities(gaps, target_in_sight=False)
        in_sight = self._model.log_probabilities(gaps, target_in_sight=True)
        return [_rows(np.column_stack(both)) for both in zip(hidden, in_sight, strict=True)]

    def _gap(self, shortlist: Shortlist) -> Gap:
        """The target itself is the first of the candidates."""
        slot = shortlist.slot
        target = slot.item.target
        forms = [slot.form(word) for word in shortlist.words[: self.depth]]
        return Gap(slot.before, target, slot.after, [target, *forms])


def _rows(logs: Floats) -> Floats:
    """The first row is the target's. What the model cannot spell has no value, and is nobody's best."""
    target, own = logs[0], logs[1:]
    best = np.fmax.reduce(own, axis=0, initial=-np.inf)
    return np.column_stack([own, own - target, own - best]).astype(np.float32)
