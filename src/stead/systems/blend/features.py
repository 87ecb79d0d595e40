"""The rows of numbers that forests see: what is known of a candidate without the sentence, and in it.

A first ranking, made without the sentence, gives the shortlist. Signals look at it in stages: those that look at many
candidates come first, and whatever looks at fewer sees the best of a ranking by all that is known by then.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from stead.systems.blend.signals import Shortlist, Signal
from stead.systems.blend.word_tables import Floats
from stead.systems.context import TargetContext

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


class RankedCandidates(NamedTuple):
    """Candidates, best first, and a row for each."""

    words: list[str]
    rows: Floats


def stages_of(signals: Sequence[Signal]) -> list[list[Signal]]:
    """Signals that look at equally many candidates, those that look at most first; one stage at least."""
    ordered = sorted(signals, key=lambda signal: -signal.depth)
    return [list(some) for _, some in groupby(ordered, lambda signal: signal.depth)] or [[]]


def feature_names(signals: Sequence[Signal]) -> tuple[str, ...]:
    """The columns when every signal has been asked."""
    names = list(FEATURES)
    for number, stage in enumerate(stages_of(signals)):
        names += [f"ranking{number}_{what}" for what in _RANKED]
        names += [name for signal in stage for name in signal.features]
    return tuple(names)


def past_answer_columns(signals: Sequence[Signal]) -> list[int]:
    """The columns that tell, directly or by a ranking, what people have answered before."""
    names = feature_names(signals)
    return [place for place, name in enumerate(names) if name in PAST_ANSWER_FEATURES or name.startswith("ranking")]


def later_ranking_columns(signals: Sequence[Signal]) -> list[int]:
    """The columns of all rankings but the first: what they say is in the other columns, and learned too well."""
    names = feature_names(signals)
    rankings = ((place, name) for place, name in enumerate(names) if name.startswith("ranking"))
    return [place for place, name in rankings if not name.startswith("ranking0_")]


def rerank(ranked: RankedCandidates, scores: Floats, depth: int | None = None) -> RankedCandidates:
    """The best candidates by a ranking, or all, in its order; what it says of them becomes part of their rows."""
    order = np.argsort(-scores, kind="stable")[:depth]
    best = scores[order]
    rows = np.column_stack([ranked.rows[order], best, best - best[:1], np.arange(len(order))])
    return RankedCandidates([ranked.words[number] for number in order], rows.astype(np.float32))


def add_signals(
    contexts: Sequence[TargetContext], ranked: Sequence[RankedCandidates], signals: Sequence[Signal]
) -> list[RankedCandidates]:
    """The rows with what each signal says; candidates that one does not look at have no value there."""
    shortlists = [Shortlist(context, each.words) for context, each in zip(contexts, ranked, strict=True)]
    found = [[each.rows] for each in ranked]
    for signal in signals:
        for own, values in zip(found, signal.values(shortlists), strict=True):
            padded = np.full((len(own[0]), len(signal.features)), np.nan, np.float32)
            padded[: len(values)] = values
            own.append(padded)
    return [RankedCandidates(each.words, np.column_stack(own)) for each, own in zip(ranked, found, strict=True)]


def percentiles(columns: Floats) -> Floats:
    """For each value the share of its column below it, equal ones counted half; what has no value keeps none."""
    return np.column_stack([_of_one(column) for column in columns.T]) if columns.size else columns


def _of_one(column: Floats) -> Floats:
    known = ~np.isnan(column)
    found = np.full(len(column), np.nan, np.float32)
    _, places, counts = np.unique(column[known], return_inverse=True, return_counts=True)
    if len(counts):
        found[known] = ((np.cumsum(counts) - counts / 2) / counts.sum())[places]
    return found


class PercentileSignal:
    """Another signal, each of its numbers as a percentiles in the shortlist."""

    def __init__(self, signal: Signal) -> None:
        self._signal = signal

    @property
    def name(self) -> str:
        """As the signal is called."""
        return self._signal.name

    @property
    def features(self) -> tuple[str, ...]:
        """The names of its numbers."""
        return tuple(f"{name}_standing" for name in self._signal.features)

    @property
    def depth(self) -> int:
        """As deep as the signal."""
        return self._signal.depth

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """Each shortlist by itself."""
        return [percentiles(each) for each in self._signal.values(shortlists)]
