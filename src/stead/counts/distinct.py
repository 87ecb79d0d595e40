"""Distinct rows of whole numbers, counted by sorting them as single numbers: many times quicker than sorting rows."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Longs = npt.NDArray[np.int64]

_BITS = 63  # of a number that is not negative


def distinct_rows(columns: Sequence[npt.NDArray[np.integer]], size: int) -> tuple[list[Ints], Longs]:
    """The distinct rows of columns of numbers from 0 to below `size`, in order, and how often each is there.

    Where the columns are too many for one number, the first of them are numbered, in their order.
    """
    bits = max(size - 1, 1).bit_length()
    together = _BITS // bits
    if len(columns) <= together:
        keys, counts = distinct_keys(_packed(columns, bits))
        return _unpacked(keys, len(columns), bits), counts
    first, numbers = np.unique(_packed(columns[:together], bits), return_inverse=True)
    (chosen, *others), counts = distinct_rows([numbers, *columns[together:]], max(size, len(first)))
    return [*_unpacked(first[chosen], together, bits), *others], counts


def distinct_keys(keys: Longs) -> tuple[Longs, Longs]:
    """The distinct numbers, in order, and how often each is there; the array that is given is sorted."""
    keys.sort()
    is_first = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=is_first[1:])
    starts = np.flatnonzero(is_first)
    return keys[starts], np.diff(starts, append=len(keys))


def _packed(columns: Sequence[npt.NDArray[np.integer]], bits: int) -> Longs:
    """Each row as one number; their order is that of the rows."""
    keys = columns[0].astype(np.int64)
    for column in columns[1:]:
        keys <<= bits
        keys |= column
    return keys


def _unpacked(keys: Longs, columns: int, bits: int) -> list[Ints]:
    """The rows of such numbers."""
    mask = (1 << bits) - 1
    return [((keys >> bits * place) & mask).astype(np.int32) for place in reversed(range(columns))]
