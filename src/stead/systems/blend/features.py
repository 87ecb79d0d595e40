"""The feature rows of the forests: features of a candidate without its sentence, and in it.

A first ranking, made without the sentence, gives the shortlist. Signals look at it in stages: those that look at many
candidates come first, and whatever looks at fewer sees the best of a ranking by all that is known by then.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import compress, groupby
from math import isnan
from typing import NamedTuple

import numpy as np

from stead.systems.blend.signals import EncoderSignal, Shortlist, Signal
from stead.systems.blend.word_tables import Floats
from stead.systems.context import TargetContext

PATHS = ("synonym", "hypernym", "hyponym", "similar", "other", "also", "sister", "hypernym2", "similar2", "part")
_LEADING = tuple(f"{path}_{what}" for path in PATHS for what in ("share", "rank"))
PAST_ANSWER_FEATURES = ("answered", "answered_share", "answered_back", "answered_together", "popular", "target_known")
FEATURES = (
    *_LEADING,
    *("antonym", "close_share", "paths", "candidate_senses", "target_senses", "candidate_count", "sense_of_candidate"),
    *("listed", "listed_back", "shared_entries", "shared_entries_cosine", "entry_size", "target_entry_size"),
    *("paraphrase", "paraphrase_back", "paraphrase_rank", "shared_paraphrases", "target_paraphrases"),
    *("cosine", "nearest_rank", "encoded_cosine"),
    *("frequency", "target_frequency", "frequency_ratio"),
    *("spaces", "length", "same_stem", "contains_target", "hyphen", "in_gloss", "in_candidates_gloss", "shared_gloss"),
    "part_of_speech",
    *PAST_ANSWER_FEATURES,
)
"""What a row says of a candidate, in order."""
_RANKED = ("score", "to_best", "rank")
PERCENTILE_FEATURES = ("shared_entries", "shared_entries_cosine", "entry_size", "target_entry_size", "cosine")
"""What is known of candidates without a sentence, and is measured by another yardstick in each language."""


SOURCES = {
    "paths": "wordnet",
    "listed": "thesaurus",
    "nearest_rank": "vectors",
    "paraphrase": "paraphrases",
    "paraphrase_back": "paraphrases",
    "answered": "past answers",
    "answered_back": "past answers",
}
"""Where candidates come from, by the features that say so."""
REASONS = {
    "ngram_to_target": "ngrams",
    "around_mean": "surroundings",
    "masked_in_sight_to_target": "masked",
    "matched": "bi-encoder",
    "encoded_place": "encoder",
    "translated_both_to_target": "translation",
    "causal_both_to_target": "language model",
    "llm_rating": "llm",
}
"""The feature of each signal that is given as a reason, with the name of the signal.

ngrams: log10 of the probability of the word and its neighbours, minus the target's. surroundings: mean cosine of the
word's vector with those of the words around. masked, language model: natural logarithm of the probability in the
sentence, minus the target's. encoder: cosine of the vectors of the word and the target, both in the sentence.
bi-encoder: a learned score, of which differences between two words of a list are log-odds.
translation: natural logarithm of the probability in a translation to French and back, minus the target's. llm: its
rating, from 0 to 3.
"""
NO_RANK = 99.0
"""The rank of a word that no path leads to, or that is not among the nearest vectors."""


class Evidence(NamedTuple):
    """The sources of a candidate, and what the signals that looked at it say."""

    sources: tuple[str, ...]
    reasons: dict[str, float]


def evidence_of(rows: Floats, names: Sequence[str]) -> list[Evidence]:
    """The evidence for each row, read from its features; a percentile (`_standing`) is no reason by itself."""
    known = {name: names.index(name) for name in SOURCES if name in names}
    holds = np.column_stack([_holds(rows[:, column], name) for name, column in known.items()]) if known else rows[:, :0]
    reason_columns = {reason: names.index(name) for name, reason in REASONS.items() if name in names}
    values = rows[:, [*reason_columns.values()]]
    reasons = [dict(zip(reason_columns, of_row, strict=True)) for of_row in values.tolist()]
    for row in np.flatnonzero(np.isnan(values).any(axis=1)).tolist():  # a signal has not looked at it
        reasons[row] = {reason: value for reason, value in reasons[row].items() if not isnan(value)}
    sources = (_sources(tuple(known), tuple(flags)) for flags in holds.tolist())
    return [*map(Evidence, sources, reasons)]


@lru_cache(1 << len(SOURCES))
def _sources(names: tuple[str, ...], flags: tuple[bool, ...]) -> tuple[str, ...]:
    """The sources that some features say a candidate has, each once."""
    return tuple(dict.fromkeys(SOURCES[name] for name in compress(names, flags)))


def _holds(values: Floats, name: str) -> Floats:
    return np.asarray(values < NO_RANK if name.endswith("_rank") else values > 0)


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
    return [column for column, name in enumerate(names) if name in PAST_ANSWER_FEATURES or name.startswith("ranking")]


def columns_beside_an_encoder(signals: Sequence[Signal]) -> list[int]:
    """The columns of words read alone, which say less than an encoder that reads them in the sentence."""
    if not any(signal.name == EncoderSignal.name for signal in signals):
        return []
    return [FEATURES.index(name) for name in ("encoded_cosine", "nearest_rank")]


def later_ranking_columns(signals: Sequence[Signal]) -> list[int]:
    """The columns of all rankings but the first: they repeat the other columns, and forests overfit on them."""
    names = feature_names(signals)
    rankings = ((column, name) for column, name in enumerate(names) if name.startswith("ranking"))
    return [column for column, name in rankings if not name.startswith("ranking0_")]


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
    shortlists = [Shortlist(context, candidates.words) for context, candidates in zip(contexts, ranked, strict=True)]
    features = [[candidates.rows] for candidates in ranked]
    for signal in signals:
        for columns, values in zip(features, signal.values(shortlists), strict=True):
            padded = np.full((len(columns[0]), len(signal.features)), np.nan, np.float32)
            padded[: len(values)] = values
            columns.append(padded)
    return [
        RankedCandidates(candidates.words, np.column_stack(columns))
        for candidates, columns in zip(ranked, features, strict=True)
    ]
