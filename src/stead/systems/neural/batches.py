"""Batches of texts of similar length, so that little is wasted on padding."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Integers = npt.NDArray[np.int64]

_TOKENS_AT_ONCE = 2048
_NUMBERS_AT_ONCE = 1 << 26
"""As many logarithms as fit into a quarter of a gigabyte: models with large vocabularies get fewer texts at a time."""


def batch_by_length(sizes: Sequence[int], vocabulary: int = 1, most: int = _TOKENS_AT_ONCE) -> list[list[int]]:
    """Indices of texts in batches of at most a number of tokens, from short to long."""
    most = min(most, _NUMBERS_AT_ONCE // vocabulary)
    parts: list[list[int]] = []
    for place in sorted(range(len(sizes)), key=sizes.__getitem__):
        if not parts or (len(parts[-1]) + 1) * sizes[place] > most:
            parts.append([])
        parts[-1].append(place)
    return parts


def pad(rows: Sequence[Sequence[int]], padding: int) -> tuple[Integers, Integers]:
    """Pad the rows to one array; also return the mask of their own tokens."""
    width = max(len(row) for row in rows)
    ids, own = np.full((len(rows), width), padding, np.int64), np.zeros((len(rows), width), np.int64)
    for number, row in enumerate(rows):
        ids[number, : len(row)], own[number, : len(row)] = row, 1
    return ids, own
