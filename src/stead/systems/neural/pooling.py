"""One vector of the vectors of many tokens."""

from collections.abc import Sequence

import numpy as np

from stead.systems.neural.spans import Floats, Span


def pooled(states: Floats, offsets: Sequence[tuple[int, int]], span: Span) -> tuple[Floats, Floats]:
    """The mean over the tokens of the place (of all, if none is there), and over all tokens; both of length 1."""
    inside = [at for at, (start, end) in enumerate(offsets) if start < span.end and end > span.start]
    whole = states.mean(axis=0)
    return _of_length_1(states[inside].mean(axis=0) if inside else whole), _of_length_1(whole)


def _of_length_1(vector: Floats) -> Floats:
    return vector / (np.linalg.norm(vector) or np.float32(1))
