"""Signals of a candidate in its sentence: n-grams, the words around, language models, encoders, translation.

Neural models are asked twice: with the target hidden, which asks whether the sentence wants the candidate, and with the
target in sight, which asks whether it does in the target's sense.
"""

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from itertools import chain, pairwise
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

from stead.core.errors import UsageError
from stead.core.parallel import map_in_order
from stead.counts.count_settings import BEGIN, END
from stead.lexicons.lexicon_files import RandomAccessFile
from stead.resources import derive
from stead.systems.base import RatingQuestion
from stead.systems.blend.word_tables import ENCODED_WORDS, EncodedVocabulary, Floats, Ints, Tables, in_short_sentence
from stead.systems.context import TargetContext
from stead.systems.llm.prompted import PromptedSystem
from stead.systems.neural.biencoder import BiEncoder
from stead.systems.neural.causal import Causal, open_causal
from stead.systems.neural.encoders import Encoder, Span, open_encoder
from stead.systems.neural.masked import MaskedModel, Slot
from stead.systems.neural.translation import TranslatedGap, open_round_trip
from stead.systems.ngram_models import FormSlot, LanguageModel, SlotScores, Window, open_language_model
from stead.words import language_code, words_of
from stead.words.inflection import inflect_lemma

_REACH = 2
_WINDOW = 8
_FREQUENT = 6.5
"""The logarithm of a frequency per million from which on a word says nothing of a sentence's subject."""
_READ_WORDS = 6  # words on each side: what is further away says little and costs much
_READ_LETTERS = 160  # where words are not separated by spaces
_SENTENCE_WORDS = 20  # words on each side where a sentence is read once
_WORDS_KEPT = 1 << 12
_VECTORS, _SCALES = "vectors", "scales.npy"
_LAYOUT = 2
"""Goes up when the vectors of frequent words are laid out differently."""
_LAID_OUT_AT_ONCE = 2048
_LARGEST = 127
_FORMS_KEPT = 1 << 15
_LISTS_KEPT = 1 << 10
_TRANSLATED_WORDS = 4  # words on each side: a translation of more is no better a judge, and costs more
Halves = npt.NDArray[np.float16]
WordWithPart = tuple[str, str]


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

    @cached_property
    def _read(self) -> Callable[[str, str], Sequence[str]]:
        """The words of a candidate in a form, which are the same in every sentence."""
        return lru_cache(_FORMS_KEPT)(lambda word, tag: self._model.words(inflect_lemma(word, tag)) or [word])

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """Score all shortlists in one pass."""
        model = self._model
        slots = [self._slot(shortlist) for shortlist in shortlists]
        following = model.log10([Window(slot.right, 0) for slot in slots])
        return [
            self._rows(scores, without) for scores, without in zip(model.score_slots(slots), following, strict=True)
        ]

    def _slot(self, shortlist: Shortlist) -> FormSlot:
        """The slot of the target with its forms: the candidates, then the target itself."""
        model, context = self._model, shortlist.context
        left = [BEGIN, *model.words(context.before)][-_REACH:]
        right = [*model.words(context.after), END][:_REACH]
        target = model.words(context.item.target) or [context.item.target]
        read, tag = self._read, context.tag
        return FormSlot(left, [*(read(word, tag) for word in shortlist.words[: self.depth]), target], right)

    def _rows(self, scores: SlotScores, without: float) -> Floats:
        """Features of the candidates; the target is the last form, and `without` what comes after it alone."""
        whole, prefix, near, following, alone = scores
        rows = np.column_stack(
            [whole, whole - alone - without, prefix - alone, following - without, near - alone, alone]
        )
        candidates, of_target = rows[:-1], rows[-1]
        if not len(candidates):
            return np.empty((0, len(self.features)), np.float32)
        windows = candidates[:, :2]
        return np.column_stack([candidates, windows - of_target[:2], windows - windows.max(axis=0)]).astype(np.float32)


class SurroundingsSignal:
    """The signal of the vectors of the tables."""

    name = "surroundings"
    features = ("around_mean", "around_best", "around_mean_to_target")
    depth = 80

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    @cached_property
    def _numbers(self) -> Callable[[tuple[str, ...]], Ints]:
        """The numbers of the candidates of a target, which are the same in every sentence."""
        return lru_cache(_LISTS_KEPT)(lambda words: self._tables.numbers(list(words)))

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """Score the shortlists one by one."""
        return [self._rows(shortlist) for shortlist in shortlists]

    def _rows(self, shortlist: Shortlist) -> Floats:
        tables, context = self._tables, shortlist.context
        words = self._numbers(tuple(shortlist.words[: self.depth]))
        language = context.item.language or "en"
        around = [*words_of(context.before, language)[-_WINDOW:], *words_of(context.after, language)[:_WINDOW]]
        numbers = tables.numbers([word.lower() for word in around])
        content = tables.vectors(numbers[tables.frequencies[numbers] < _FREQUENT])
        if not len(content):
            return np.full((len(words), len(self.features)), np.nan, np.float32)
        cosines = tables.vectors(words) @ content.T
        target_cosines = content @ tables.vectors(tables.numbers([context.target[0]]))[0]
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
        self._alone: dict[str, Halves] = {}

    @cached_property
    def _encoder(self) -> Encoder:
        return open_encoder(self._name)

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """Encode all sentences of all shortlists in one pass."""
        spans, forms, ends = [], [], [0]
        for shortlist in shortlists:
            candidate_forms = [shortlist.context.form(word) for word in shortlist.words[: self.depth]]
            before, after = _window(shortlist.context, _READ_WORDS)
            spans += [
                Span(f"{before}{form}{after}", len(before), len(before) + len(form))
                for form in (shortlist.context.item.target, *candidate_forms)
            ]
            forms.append(candidate_forms)
            ends.append(len(spans))
        places, wholes, alone = self._encode(spans, [*chain.from_iterable(forms)])
        return [
            _encoder_rows([alone[form] for form in candidate_forms], places[start:end], wholes[start:end])
            for candidate_forms, (start, end) in zip(forms, pairwise(ends), strict=True)
        ]

    def _encode(self, spans: Sequence[Span], forms: Sequence[str]) -> tuple[Floats, Floats, dict[str, Halves]]:
        """Encode texts, and words alone, whose vectors are cached; another thread may clear the cache at any time."""
        alone = {form: vector for form in forms if (vector := self._alone.get(form)) is not None}
        new = list(dict.fromkeys(form for form in forms if form not in alone))
        places, wholes = self._encoder.vectors([*spans, *(Span(form, 0, len(form)) for form in new)])
        alone.update(zip(new, places[len(spans) :].astype(np.float16), strict=True))
        if len(self._alone) + len(new) > _WORDS_KEPT:
            self._alone.clear()
        self._alone.update(alone)
        return places[: len(spans)], wholes[: len(spans)], alone


def _encoder_rows(alone: Sequence[Halves], places: Floats, wholes: Floats) -> Floats:
    """Features relative to the original sentence, whose vector is the first."""
    if not alone:
        return np.empty((0, len(EncoderSignal.features)), np.float32)
    read_alone = np.stack(alone).astype(np.float32)
    cosines = np.column_stack([read_alone @ places[0], places[1:] @ places[0], wholes[1:] @ wholes[0]])
    return np.column_stack([cosines, cosines - cosines.max(axis=0)]).astype(np.float32)


class BiEncoderReading(NamedTuple):
    """The vectors that a bi-encoder is given: of the target in its sentence, the sentence, and words without one."""

    target: Floats
    sentence: Floats
    word: Floats
    candidates: npt.NDArray[np.float16]


class FrequentWords:
    """The vectors of frequent words with their parts of speech, in 8 bits, computed once for all processes.

    They are read from the file one by one: mapped, nearly all of it would soon be in the memory of the process.
    """

    def __init__(self, encoder: Encoder) -> None:
        frequent = EncodedVocabulary.load(ENCODED_WORDS)
        words = [*zip(frequent.words, frequent.parts, strict=True)]

        def lay_out(target: Path) -> None:
            scales = []
            with (target / _VECTORS).open("wb") as file:
                for start in range(0, len(words), _LAID_OUT_AT_ONCE):
                    spans = [in_short_sentence(*word) for word in words[start : start + _LAID_OUT_AT_ONCE]]
                    vectors, _ = encoder.vectors(spans)
                    scales.append(np.abs(vectors).max(axis=1) / _LARGEST)
                    file.write(np.round(vectors / scales[-1][:, None]).astype(np.int8).tobytes())
            np.save(target / _SCALES, np.concatenate(scales).astype(np.float32))

        kind = f"read-words{_LAYOUT}-{encoder.name.partition(':')[0]}"
        folder = derive(kind, [*encoder.files, ENCODED_WORDS], lay_out, "encoding words: a minute or two, this once.")
        self._rows = {word: row for row, word in enumerate(words)}
        self._scales = np.load(folder / _SCALES, allow_pickle=False)
        self._vectors = RandomAccessFile(folder / _VECTORS)
        self._length = self._vectors.size // len(words)

    def get(self, word: WordWithPart) -> Halves | None:
        """The vector of a word, if it is frequent."""
        if (row := self._rows.get(word)) is None:
            return None
        vector = np.frombuffer(self._vectors.read(row * self._length, self._length), np.int8)
        return np.asarray(vector * self._scales[row], np.float16)


class BiEncoderSignal:
    """The signal of a bi-encoder on top of a sentence encoder: one pass for a sentence with all its candidates.

    Candidates, and the target once more, are read in a short sentence for their part of speech. The weights are learned
    with the model that uses them (see `training`), and are stored with it.
    """

    name = "biencoder"
    features = ("matched", "matched_to_best")
    depth = 80

    def __init__(self, encoder: str, learned: BiEncoder | None = None) -> None:
        self._name, self._learned = encoder, learned
        self._read_before: dict[WordWithPart, Halves] = {}

    @cached_property
    def _encoder(self) -> Encoder:
        return open_encoder(self._name)

    @cached_property
    def _frequent(self) -> FrequentWords | None:
        """The vectors of frequent words; a training computes its own, so that it depends on no file."""
        return FrequentWords(self._encoder) if self._learned and self._encoder.files else None

    def with_weights(self, learned: BiEncoder) -> "BiEncoderSignal":
        """The same signal with weights."""
        return BiEncoderSignal(self._name, learned)

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """Encode all sentences in one pass."""
        return [self.rows(reading) for reading in self.read(shortlists)]

    def read(self, shortlists: Sequence[Shortlist]) -> list[BiEncoderReading]:
        """Encode sentences, and words, whose vectors are cached; another thread may clear the cache."""
        spans = [_span(shortlist.context) for shortlist in shortlists]
        words = [_words_of(shortlist, self.depth) for shortlist in shortlists]
        asked = dict.fromkeys(chain.from_iterable(words))
        frequent, before = self._frequent, self._read_before.get
        known = ((word, frequent.get(word) if frequent else None) for word in asked)
        known = ((word, before(word) if vector is None else vector) for word, vector in known)
        vectors = {word: vector for word, vector in known if vector is not None}
        new = [word for word in asked if word not in vectors]
        places, wholes = self._encoder.vectors([*spans, *(in_short_sentence(*word) for word in new)])
        vectors.update(zip(new, places[len(spans) :].astype(np.float16), strict=True))
        if len(self._read_before) + len(new) > _WORDS_KEPT:
            self._read_before.clear()
        self._read_before.update((word, vectors[word]) for word in new)
        of_items = (np.stack([vectors[word] for word in of_item]) for of_item in words)
        return [
            BiEncoderReading(target, sentence, of_item[0].astype(np.float32), of_item[1:])
            for target, sentence, of_item in zip(places, wholes, of_items, strict=False)
        ]

    def rows(self, reading: BiEncoderReading) -> Floats:
        """The score of each candidate, and how far it is from the best."""
        if self._learned is None:
            raise UsageError(f"the signal {self.name} has no weights: they are learned by `stead train`.")
        if not len(reading.candidates):
            return np.empty((0, len(self.features)), np.float32)
        direction = self._learned.direction(reading.target, reading.sentence, reading.word)
        scores = reading.candidates.astype(np.float32) @ direction
        return np.column_stack([scores, scores - scores.max()]).astype(np.float32)


def _words_of(shortlist: Shortlist, depth: int) -> list[WordWithPart]:
    """The target and the candidates, with the part of speech of the target."""
    lemma, pos = shortlist.context.target
    return [(word, pos) for word in (lemma, *shortlist.words[:depth])]


def _span(context: TargetContext) -> Span:
    """The target in the words around it."""
    before, after = _window(context, _SENTENCE_WORDS)
    return Span(f"{before}{context.item.target}{after}", len(before), len(before) + len(context.item.target))


@lru_cache(64)
def _window(context: TargetContext, words: int) -> tuple[str, str]:
    """The sentence on both sides of the target, up to a number of words, or of letters where there are no spaces."""
    letters = max(_READ_LETTERS, words * _READ_LETTERS // _READ_WORDS)
    before, after = context.before[-letters:].split(" "), context.after[:letters].split(" ")
    return " ".join(before[-words - 1 :]), " ".join(after[: words + 1])


class CausalSignal:
    """The signal of a causal language model."""

    name = "causal"
    features = (
        *("causal_word", "causal_after", "causal_both"),
        *("causal_word_to_target", "causal_after_to_target", "causal_both_to_target"),
        *("causal_word_to_best", "causal_after_to_best", "causal_both_to_best"),
    )
    depth = 8

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


class RatedSignal:
    """The signal of a language model at an endpoint, which rates the candidates as people do, from 0 to 3."""

    name = "llm"
    features = ("llm_rating", "llm_rating_to_best", "llm_rating_standing")
    depth = 12

    def __init__(self, system: PromptedSystem) -> None:
        self.system = system
        self.asked: list[RatingQuestion] = []

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """Ask for all shortlists, several at once; a candidate without a rating has no value.

        Candidates are asked about in alphabetical order: the model does not see how they are ranked.
        """
        seen = [shortlist.words[: self.depth] for shortlist in shortlists]
        questions = [
            RatingQuestion(shortlist.context.item, sorted(words))
            for shortlist, words in zip(shortlists, seen, strict=True)
        ]
        self.asked += questions
        rated = [
            dict(zip(question.candidates, ratings, strict=True))
            for question, ratings in zip(questions, self.system.rate_all(questions), strict=True)
        ]
        return [
            _rating_rows(np.array([ratings[word] for word in words], np.float32))
            for words, ratings in zip(seen, rated, strict=True)
        ]


def _rating_rows(ratings: Floats) -> Floats:
    best = np.fmax.reduce(ratings, initial=-np.inf)
    return np.column_stack([ratings, ratings - best, _of_one(ratings)]).astype(np.float32)


class TranslationSignal:
    """The signal of a translation to another language and back."""

    name = "translation"
    features = (
        *("translated_word", "translated_next", "translated_both"),
        *("translated_word_to_target", "translated_next_to_target", "translated_both_to_target"),
        *("translated_word_to_best", "translated_next_to_best", "translated_both_to_best"),
        "translated_rank",
    )
    depth = 20

    def __init__(self, model: str) -> None:
        self._name = model

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """Translate and score all sentences of a language in one pass."""
        rows: list[Floats] = [np.empty(0, np.float32)] * len(shortlists)
        languages = [language_code(shortlist.context.item.language or "en") for shortlist in shortlists]
        for language in dict.fromkeys(languages):
            indices = [index for index, other in enumerate(languages) if other == language]
            gaps = [self._gap(shortlists[index]) for index in indices]
            for index, logs in zip(indices, open_round_trip(self._name, language).score(gaps), strict=True):
                rows[index] = _translation_rows(logs)
        return rows

    def _gap(self, shortlist: Shortlist) -> TranslatedGap:
        """The gap of the target with its options: the target first, then the candidates."""
        context = shortlist.context
        before, after = _window(context, _TRANSLATED_WORDS)
        target = context.item.target
        return TranslatedGap(
            before, target, after, [target, *(context.form(word) for word in shortlist.words[: self.depth])]
        )


def _translation_rows(logs: Floats) -> Floats:
    """Features relative to the target, which is the first row; the rank is by the word and the pieces after it."""
    both = np.column_stack([logs, logs.sum(axis=1)])
    target, candidates = both[0], both[1:]
    best = np.fmax.reduce(candidates, axis=0, initial=-np.inf)
    total = candidates[:, 2]
    ranks = np.where(np.isnan(total), np.nan, (total[None] > total[:, None]).sum(axis=1))
    return np.column_stack([candidates, candidates - target, candidates - best, ranks]).astype(np.float32)
