"""What a sentence encoder says: does the sentence mean the same with the candidate in the target's stead?

Three cosines, from the cheapest to the dearest: of the target in its sentence with the candidate alone (one pass for
the sentence, candidates are remembered); of the target in its sentence with the candidate in the same place; of the two
sentences as wholes (one pass for each candidate).
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np

from stead.systems.blend.signals.base import Shortlist
from stead.systems.blend.slot import Slot
from stead.systems.blend.tables import Floats
from stead.systems.neural.encoders import open_encoder
from stead.systems.neural.spans import Encoder, Span

_WINDOW = 6  # words on each side: what is further away says little and costs much
_LETTERS = 160  # where words are not divided by blanks
_ALONE_KEPT = 1 << 15


class EncoderSignal:
    """The signal of an encoder."""

    name = "encoder"
    features = (
        *("encoded_alone", "encoded_place", "encoded_sentence"),
        *("encoded_alone_to_best", "encoded_place_to_best", "encoded_sentence_to_best"),
    )
    depth = 20

    def __init__(self, encoder: str) -> None:
        self._name = encoder
        self._alone: dict[str, Floats] = {}

    @cached_property
    def _encoder(self) -> Encoder:
        return open_encoder(self._name)

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """All sentences of all shortlists in one go."""
        spans, forms, ends = [], [], []
        for shortlist in shortlists:
            own = [shortlist.slot.form(word) for word in shortlist.words[: self.depth]]
            before, after = _window(shortlist.slot)
            spans += [
                Span(f"{before}{form}{after}", len(before), len(before) + len(form))
                for form in (shortlist.slot.item.target, *own)
            ]
            forms.append(own)
            ends.append(len(spans))
        places, wholes = self._told(spans, [form for own in forms for form in own])
        starts = [0, *ends[:-1]]
        return [
            self._rows(own, places[start:end], wholes[start:end])
            for own, start, end in zip(forms, starts, ends, strict=True)
        ]

    def _told(self, spans: Sequence[Span], forms: Sequence[str]) -> tuple[Floats, Floats]:
        """The vectors of sentences; those of words alone are remembered."""
        new = list(dict.fromkeys(form for form in forms if form not in self._alone))
        if len(self._alone) + len(new) > _ALONE_KEPT:
            self._alone.clear()
            new = list(dict.fromkeys(forms))
        places, wholes = self._encoder.vectors([*spans, *(Span(form, 0, len(form)) for form in new)])
        self._alone.update(zip(new, places[len(spans) :], strict=True))
        return places[: len(spans)], wholes[: len(spans)]

    def _rows(self, forms: Sequence[str], places: Floats, wholes: Floats) -> Floats:
        """The first vector is of the sentence as it is."""
        if not forms:
            return np.empty((0, len(self.features)), np.float32)
        alone = np.stack([self._alone[form] for form in forms])
        cosines = np.column_stack([alone @ places[0], places[1:] @ places[0], wholes[1:] @ wholes[0]])
        return np.column_stack([cosines, cosines - cosines.max(axis=0)]).astype(np.float32)


@lru_cache(64)
def _window(slot: Slot) -> tuple[str, str]:
    """The sentence on both sides of the target, as far as it is looked at."""
    before, after = slot.before[-_LETTERS:].split(" "), slot.after[:_LETTERS].split(" ")
    return " ".join(before[-_WINDOW - 1 :]), " ".join(after[: _WINDOW + 1])
