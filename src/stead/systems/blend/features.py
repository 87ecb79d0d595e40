"""The feature rows of the forests: features of a candidate without its sentence, and in it.

A first ranking, made without the sentence, gives the shortlist. Signals look at it in stages: those that look at many
candidates come first, and whatever looks at fewer sees the best of a ranking by all that is known by then.
"""

from collections.abc import Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple, Protocol

import numpy as np

from stead.counts.count_settings import BEGIN, END
from stead.systems.blend.word_tables import Floats, Tables
from stead.systems.context import TargetContext
from stead.systems.ngram_models import LanguageModel, Window, open_language_model
from stead.words import words_of

PATHS = ("synonym", "hypernym", "hyponym", "similar", "other", "also", "sister", "hypernym2", "similar2", "part")
_LEADING = tuple(f"{path}_{what}" for path in PATHS for what in ("share", "rank"))
PAST_ANSWER_FEATURES = ("answered", "answered_share", "answered_back", "answered_together", "popular", "target_known")
FEATURES = (
    *_LEADING,
    *("antonym", "close_share", "paths", "candidate_senses", "target_senses", "candidate_count", "sense_of_candidate"),
    *("listed", "listed_back", "shared_entries", "shared_entries_cosine", "entry_size", "target_entry_size"),
    *("cosine", "nearest_rank", "frequency", "target_frequency", "frequency_ratio"),
    *("spaces", "length", "same_stem", "contains_target", "hyphen", "in_gloss", "in_candidates_gloss", "shared_gloss"),
    "part_of_speech",
    *PAST_ANSWER_FEATURES,
)
"""What a row says of a candidate, in order."""
_RANKED = ("score", "to_best", "rank")
PERCENTILE_FEATURES = ("shared_entries", "shared_entries_cosine", "entry_size", "target_entry_size", "cosine")
"""What is known of candidates without a sentence, and is measured by another yardstick in each language."""
_REACH = 2
_WINDOW = 8
_FREQUENT = 6.5
"""The logarithm of a frequency per million from which on a word says nothing of a sentence's subject."""


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
        return [self._rows(each) for each in shortlists]

    def _rows(self, shortlist: Shortlist) -> Floats:
        model, context = self._model, shortlist.context
        left = [BEGIN, *model.words(context.before)][-_REACH:]
        right = [*model.words(context.after), END][:_REACH]
        forms = [model.words(context.form(word)) or [word] for word in shortlist.words[: self.depth]]
        rows = self._of([*forms, model.words(context.item.target) or [context.item.target]], left, right)
        own, target = rows[:-1], rows[-1]
        if not len(own):
            return np.empty((0, len(self.features)), np.float32)
        relative = np.column_stack([own[:, :2] - target[:2], own[:, :2] - own[:, :2].max(axis=0)])
        return np.column_stack([own, relative]).astype(np.float32)

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
        return [self._rows(each) for each in shortlists]

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
        own = content @ tables.vectors[tables.number(context.target[0])]
        mean = cosines.mean(axis=1)
        return np.column_stack([mean, cosines.max(axis=1), mean - own.mean()]).astype(np.float32)


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
        return [percentiles(each) for each in self._signal.values(shortlists)]


def percentiles(columns: Floats) -> Floats:
    """The share of the column below each value, ties counted half; missing values stay missing."""
    return np.column_stack([_of_one(column) for column in columns.T]) if columns.size else columns


class RankedCandidates(NamedTuple):
    """Candidates, best first, and a row for each."""

    words: list[str]
    rows: Floats


def stages_of(signals: Sequence[Signal]) -> list[list[Signal]]:
    """Group signals that score the same number of candidates, those that score most first; at least one stage."""
    ordered = sorted(signals, key=lambda signal: -signal.depth)
    return [list(some) for _, some in groupby(ordered, lambda signal: signal.depth)] or [[]]


def feature_names(signals: Sequence[Signal]) -> tuple[str, ...]:
    """The names of all columns, with those of every signal."""
    names = list(FEATURES)
    for number, stage in enumerate(stages_of(signals)):
        names += [f"ranking{number}_{what}" for what in _RANKED]
        names += [name for signal in stage for name in signal.features]
    return tuple(names)


def past_answer_columns(signals: Sequence[Signal]) -> list[int]:
    """The columns that depend on past answers, directly or by a ranking."""
    names = feature_names(signals)
    return [place for place, name in enumerate(names) if name in PAST_ANSWER_FEATURES or name.startswith("ranking")]


def later_ranking_columns(signals: Sequence[Signal]) -> list[int]:
    """The columns of all rankings but the first: they repeat the other columns, and forests overfit on them."""
    names = feature_names(signals)
    rankings = ((place, name) for place, name in enumerate(names) if name.startswith("ranking"))
    return [place for place, name in rankings if not name.startswith("ranking0_")]


def rerank(ranked: RankedCandidates, scores: Floats, depth: int | None = None) -> RankedCandidates:
    """The best candidates by a ranking, or all, in its order; their scores become part of their rows."""
    order = np.argsort(-scores, kind="stable")[:depth]
    best = scores[order]
    rows = np.column_stack([ranked.rows[order], best, best - best[:1], np.arange(len(order))])
    return RankedCandidates([ranked.words[number] for number in order], rows.astype(np.float32))


def add_signals(
    contexts: Sequence[TargetContext], ranked: Sequence[RankedCandidates], signals: Sequence[Signal]
) -> list[RankedCandidates]:
    """Append the features of each signal; candidates that a signal does not score have no value there."""
    shortlists = [Shortlist(context, each.words) for context, each in zip(contexts, ranked, strict=True)]
    found = [[each.rows] for each in ranked]
    for signal in signals:
        for own, values in zip(found, signal.values(shortlists), strict=True):
            padded = np.full((len(own[0]), len(signal.features)), np.nan, np.float32)
            padded[: len(values)] = values
            own.append(padded)
    return [RankedCandidates(each.words, np.column_stack(own)) for each, own in zip(ranked, found, strict=True)]


def _of_one(column: Floats) -> Floats:
    known = ~np.isnan(column)
    found = np.full(len(column), np.nan, np.float32)
    _, places, counts = np.unique(column[known], return_inverse=True, return_counts=True)
    if len(counts):
        found[known] = ((np.cumsum(counts) - counts / 2) / counts.sum())[places]
    return found
