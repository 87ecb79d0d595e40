"""The rows of numbers that forests see: what is known of a candidate without the sentence, and in it."""

from collections.abc import Sequence

import numpy as np

from stead.systems.blend.neighbourhood import FEATURES, Neighbourhood
from stead.systems.blend.signals.base import Shortlist, Signal
from stead.systems.blend.tables import Floats

_RANKED = ("first_score", "first_to_best", "first_rank")


def feature_names(signals: Sequence[Signal]) -> tuple[str, ...]:
    """The columns of the second stage."""
    return (*FEATURES, *_RANKED, *(name for signal in signals for name in signal.features))


def shortlisted(near: Neighbourhood, scores: Floats, depth: int) -> tuple[list[str], Floats]:
    """The best candidates by the first stage, and their rows so far."""
    order = np.argsort(-scores, kind="stable")[:depth]
    best = scores[order]
    rows = np.column_stack([near.features[order], best, best - best[:1], np.arange(len(order))])
    return [near.words[number] for number in order], rows.astype(np.float32)


def with_signals(rows: Sequence[Floats], shortlists: Sequence[Shortlist], signals: Sequence[Signal]) -> list[Floats]:
    """The rows with what each signal says; candidates that one does not look at have no value there."""
    found = [[each] for each in rows]
    for signal in signals:
        for own, values in zip(found, signal.values(shortlists), strict=True):
            padded = np.full((len(own[0]), len(signal.features)), np.nan, np.float32)
            padded[: len(values)] = values
            own.append(padded)
    return [np.column_stack(own) if len(own) > 1 else own[0] for own in found]
