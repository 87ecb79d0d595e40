"""Signals of a candidate in its sentence: n-grams, the words around, masked and causal language models, encoders.

Neural models are asked twice: with the target hidden, which asks whether the sentence wants the candidate, and with the
target in sight, which asks whether it does in the target's sense.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from stead.core.parallel import map_in_order
from stead.counts.count_settings import BEGIN, END
from stead.systems.blend.word_tables import Floats, Tables
from stead.systems.context import TargetContext
from stead.systems.neural.causal import Causal, open_causal
from stead.systems.neural.encoders import Encoder, Span, open_encoder
from stead.systems.neural.masked import MaskedModel, Slot
from stead.systems.ngram_models import LanguageModel, Window, open_language_model
from stead.words import words_of

_REACH = 2
_WINDOW = 8
_FREQUENT = 6.5
"""The logarithm of a frequency per million from which on a word says nothing of a sentence's subject."""
_READ_WORDS = 6  # words on each side: what is further away says little and costs much
_READ_LETTERS = 160  # where words are not separated by spaces
_ALONE_KEPT = 1 << 15


class Shortlist(NamedTuple):
    """The best candidates of a target in context, the most likely first."""

    context: TargetContext
    words: Sequence[str]


class Signal(Protocol):
    """Computes features of candidates from the sentence around the target."""

    @property
    def name(self) -> str:
        """Its name in models and signatures."""

    @property
    def features(self) -> tuple[str, ...]:
        """The names of its numbers."""

    @property
    def depth(self) -> int:
        """The number of candidates of a shortlist that it scores; the others have no value."""

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """For each shortlist a row for each word that is scored."""


class NgramSignal:
    """The signal of a language model."""

    name = "ngrams"
    features = (
        *("ngram_whole", "ngram_gain", "ngram_left", "ngram_right", "ngram_wide", "ngram_alone"),
        *("ngram_to_target", "ngram_gain_to_target", "ngram_to_best", "ngram_gain_to_best"),
    )
    depth = 80

    def __init__(self, model: str) -> None:
        self._name = model

    @cached_property
    def _model(self) -> LanguageModel:
        return open_language_model(self._name)

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """Score the shortlists one by one: they share nothing."""
        return [self._rows(shortlist) for shortlist in shortlists]

    def _rows(self, shortlist: Shortlist) -> Floats:
        model, context = self._model, shortlist.context
        left = [BEGIN, *model.words(context.before)][-_REACH:]
        right = [*model.words(context.after), END][:_REACH]
        forms = [model.words(context.form(word)) or [word] for word in shortlist.words[: self.depth]]
        rows = self._of([*forms, model.words(context.item.target) or [context.item.target]], left, right)
        candidates, target = rows[:-1], rows[-1]
        if not len(candidates):
            return np.empty((0, len(self.features)), np.float32)
        windows = candidates[:, :2]
        return np.column_stack([candidates, windows - target[:2], windows - windows.max(axis=0)]).astype(np.float32)

    def _of(self, forms: Sequence[Sequence[str]], left: Sequence[str], right: Sequence[str]) -> Floats:
        """Scores of the window, the window minus the candidate alone, the left side, the right side, both sides."""
        score = self._model.log10
        whole = score([Window([*left, *form, *right], len(left)) for form in forms])
        alone = [sum(score([Window([word], 0) for word in form])) for form in forms]
        prefix = score([Window([*left, *form], len(left)) for form in forms])
        near = score([Window([*left[-1:], *form], len(left[-1:])) for form in forms])
        following = score([Window([*form, *right], len(form)) for form in forms])
        none = score([Window([*right], 0)])[0]
        columns = np.array([whole, alone, prefix, near, following]).T
        return np.column_stack(
            [
                columns[:, 0],
                columns[:, 0] - columns[:, 1] - none,
                columns[:, 2] - columns[:, 1],
                columns[:, 4] - none,
                columns[:, 3] - columns[:, 1],
                columns[:, 1],
            ]
        )


class SurroundingsSignal:
    """The signal of the vectors of the tables."""

    name = "surroundings"
    features = ("around_mean", "around_best", "around_mean_to_target")
    depth = 80

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """Score the shortlists one by one."""
        return [self._rows(shortlist) for shortlist in shortlists]

    def _rows(self, shortlist: Shortlist) -> Floats:
        tables, context = self._tables, shortlist.context
        words = tables.numbers(list(shortlist.words[: self.depth]))
        language = context.item.language or "en"
        around = [*words_of(context.before, language)[-_WINDOW:], *words_of(context.after, language)[:_WINDOW]]
        numbers = tables.numbers([word.lower() for word in around])
        content = tables.vectors[numbers[tables.frequencies[numbers] < _FREQUENT]]
        if not len(content):
            return np.full((len(words), len(self.features)), np.nan, np.float32)
        cosines = tables.vectors[words] @ content.T
        target_cosines = content @ tables.vectors[tables.number(context.target[0])]
        mean = cosines.mean(axis=1)
        return np.column_stack([mean, cosines.max(axis=1), mean - target_cosines.mean()]).astype(np.float32)


class PercentileSignal:
    """Another signal, each of its numbers as a percentile within the shortlist."""

    def __init__(self, signal: Signal) -> None:
        self._signal = signal

    @property
    def name(self) -> str:
        """The name of the signal."""
        return self._signal.name

    @property
    def features(self) -> tuple[str, ...]:
        """The names of the signal's features."""
        return tuple(f"{name}_standing" for name in self._signal.features)

    @property
    def depth(self) -> int:
        """The depth of the signal."""
        return self._signal.depth

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """Percentiles within each shortlist."""
        return [percentiles(rows) for rows in self._signal.values(shortlists)]


def percentiles(columns: Floats) -> Floats:
    """The share of the column below each value, ties counted half; missing values stay missing."""
    return np.column_stack([_of_one(column) for column in columns.T]) if columns.size else columns


def _of_one(column: Floats) -> Floats:
    known = ~np.isnan(column)
    percentile = np.full(len(column), np.nan, np.float32)
    _, ranks, counts = np.unique(column[known], return_inverse=True, return_counts=True)
    if len(counts):
        percentile[known] = ((np.cumsum(counts) - counts / 2) / counts.sum())[ranks]
    return percentile


# ---------------------------------------------------------------------------------------------------- neural models


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
        slots = [self._slot(shortlist) for shortlist in shortlists]
        hidden = self._model.log_probabilities(slots, target_in_sight=False)
        in_sight = self._model.log_probabilities(slots, target_in_sight=True)
        return [_masked_rows(np.column_stack(both)) for both in zip(hidden, in_sight, strict=True)]

    def _slot(self, shortlist: Shortlist) -> Slot:
        """The slot of the target with its options: the target first, then the candidates."""
        context = shortlist.context
        target = context.item.target
        forms = [context.form(word) for word in shortlist.words[: self.depth]]
        return Slot(context.before, target, context.after, [target, *forms])


def _masked_rows(logs: Floats) -> Floats:
    """Features relative to the target, which is the first row. A word that the model cannot spell has no value."""
    target, candidates = logs[0], logs[1:]
    best = np.fmax.reduce(candidates, axis=0, initial=-np.inf)
    return np.column_stack([candidates, candidates - target, candidates - best]).astype(np.float32)


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
            candidate_forms = [shortlist.context.form(word) for word in shortlist.words[: self.depth]]
            before, after = _window(shortlist.context)
            spans += [
                Span(f"{before}{form}{after}", len(before), len(before) + len(form))
                for form in (shortlist.context.item.target, *candidate_forms)
            ]
            forms.append(candidate_forms)
            ends.append(len(spans))
        places, wholes, alone = self._encode(spans, [form for shortlist_forms in forms for form in shortlist_forms])
        starts = [0, *ends[:-1]]
        return [
            _encoder_rows([alone[form] for form in candidate_forms], places[start:end], wholes[start:end])
            for candidate_forms, start, end in zip(forms, starts, ends, strict=True)
        ]

    def _encode(self, spans: Sequence[Span], forms: Sequence[str]) -> tuple[Floats, Floats, dict[str, Floats]]:
        """Encode texts, and words alone, whose vectors are cached; another thread may clear the cache at any time."""
        alone = {form: vector for form in forms if (vector := self._alone.get(form)) is not None}
        new = list(dict.fromkeys(form for form in forms if form not in alone))
        places, wholes = self._encoder.vectors([*spans, *(Span(form, 0, len(form)) for form in new)])
        alone.update(zip(new, places[len(spans) :], strict=True))
        if len(self._alone) + len(new) > _ALONE_KEPT:
            self._alone.clear()
        self._alone.update(alone)
        return places[: len(spans)], wholes[: len(spans)], alone


def _encoder_rows(alone: Sequence[Floats], places: Floats, wholes: Floats) -> Floats:
    """Features relative to the original sentence, whose vector is the first."""
    if not alone:
        return np.empty((0, len(EncoderSignal.features)), np.float32)
    cosines = np.column_stack([np.stack(alone) @ places[0], places[1:] @ places[0], wholes[1:] @ wholes[0]])
    return np.column_stack([cosines, cosines - cosines.max(axis=0)]).astype(np.float32)


@lru_cache(64)
def _window(context: TargetContext) -> tuple[str, str]:
    """The sentence on both sides of the target, up to the size of the window."""
    before, after = context.before[-_READ_LETTERS:].split(" "), context.after[:_READ_LETTERS].split(" ")
    return " ".join(before[-_READ_WORDS - 1 :]), " ".join(after[: _READ_WORDS + 1])


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
        logs = self._model.pairs(left, [(f"{space}{word}", context.after) for word in words])
        both = np.column_stack([logs, logs.sum(axis=1)])
        candidates, target = both[:-1], both[-1]
        if not len(candidates):
            return np.empty((0, len(self.features)), np.float32)
        best = candidates.max(axis=0)
        return np.column_stack([candidates, candidates - target, candidates - best]).astype(np.float32)
