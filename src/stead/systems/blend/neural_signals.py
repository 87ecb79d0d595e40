"""Signals of neural models: masked language models, sentence encoders, causal language models.

Twice: with the target hidden, which asks whether the sentence wants the candidate, and with the target in sight, which
asks whether it does in the target's sense.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache

import numpy as np

from stead.core.parallel import map_in_order
from stead.systems.blend.features import Shortlist
from stead.systems.blend.word_tables import Floats
from stead.systems.context import TargetContext
from stead.systems.neural.causal import Causal, open_causal
from stead.systems.neural.encoders import Encoder, Span, open_encoder
from stead.systems.neural.masked import MaskedModel, Slot

_WINDOW = 6  # words on each side: what is further away says little and costs much
_LETTERS = 160  # where words are not separated by spaces
_ALONE_KEPT = 1 << 15


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
        """Score all shortlists in one pass."""
        slots = [self._slot(each) for each in shortlists]
        hidden = self._model.log_probabilities(slots, target_in_sight=False)
        in_sight = self._model.log_probabilities(slots, target_in_sight=True)
        return [_rows(np.column_stack(both)) for both in zip(hidden, in_sight, strict=True)]

    def _slot(self, shortlist: Shortlist) -> Slot:
        """The slot of the target with its options: the target first, then the candidates."""
        context = shortlist.context
        target = context.item.target
        forms = [context.form(word) for word in shortlist.words[: self.depth]]
        return Slot(context.before, target, context.after, [target, *forms])


def _rows(logs: Floats) -> Floats:
    """Features relative to the target, which is the first row. A word that the model cannot spell has no value."""
    target, own = logs[0], logs[1:]
    best = np.fmax.reduce(own, axis=0, initial=-np.inf)
    return np.column_stack([own, own - target, own - best]).astype(np.float32)


class EncoderSignal:
    """The signal of a sentence encoder."""

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
        """Encode all sentences of all shortlists in one pass."""
        spans, forms, ends = [], [], []
        for shortlist in shortlists:
            own = [shortlist.context.form(word) for word in shortlist.words[: self.depth]]
            before, after = _window(shortlist.context)
            spans += [
                Span(f"{before}{form}{after}", len(before), len(before) + len(form))
                for form in (shortlist.context.item.target, *own)
            ]
            forms.append(own)
            ends.append(len(spans))
        places, wholes = self._encode(spans, [form for own in forms for form in own])
        starts = [0, *ends[:-1]]
        return [
            self._rows(own, places[start:end], wholes[start:end])
            for own, start, end in zip(forms, starts, ends, strict=True)
        ]

    def _encode(self, spans: Sequence[Span], forms: Sequence[str]) -> tuple[Floats, Floats]:
        """Encode texts; vectors of words alone are cached."""
        new = list(dict.fromkeys(form for form in forms if form not in self._alone))
        if len(self._alone) + len(new) > _ALONE_KEPT:
            self._alone.clear()
            new = list(dict.fromkeys(forms))
        places, wholes = self._encoder.vectors([*spans, *(Span(form, 0, len(form)) for form in new)])
        self._alone.update(zip(new, places[len(spans) :], strict=True))
        return places[: len(spans)], wholes[: len(spans)]

    def _rows(self, forms: Sequence[str], places: Floats, wholes: Floats) -> Floats:
        """Features relative to the original sentence, whose vector is the first."""
        if not forms:
            return np.empty((0, len(self.features)), np.float32)
        alone = np.stack([self._alone[form] for form in forms])
        cosines = np.column_stack([alone @ places[0], places[1:] @ places[0], wholes[1:] @ wholes[0]])
        return np.column_stack([cosines, cosines - cosines.max(axis=0)]).astype(np.float32)


@lru_cache(64)
def _window(context: TargetContext) -> tuple[str, str]:
    """The sentence on both sides of the target, up to the size of the window."""
    before, after = context.before[-_LETTERS:].split(" "), context.after[:_LETTERS].split(" ")
    return " ".join(before[-_WINDOW - 1 :]), " ".join(after[: _WINDOW + 1])


class CausalSignal:
    """The signal of a causal language model."""

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
        """Score several sentences in parallel, if there are several cores."""
        self._model  # noqa: B018 (opened before threads ask for it)
        return list(map_in_order(self._rows, shortlists))

    def _rows(self, shortlist: Shortlist) -> Floats:
        context = shortlist.context
        words = [*(context.form(word) for word in shortlist.words[: self.depth]), context.item.target]
        left = context.before.rstrip()
        space = " " if left else ""  # the first word of a text has none before it
        found = self._model.pairs(left, [(f"{space}{word}", context.after) for word in words])
        both = np.column_stack([found, found.sum(axis=1)])
        own, target = both[:-1], both[-1]
        if not len(own):
            return np.empty((0, len(self.features)), np.float32)
        return np.column_stack([own, own - target, own - own.max(axis=0)]).astype(np.float32)
