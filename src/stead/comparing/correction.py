"""P-values corrected for their number: of many tests, some are small by chance."""

from collections.abc import Sequence

import numpy as np

from stead.core.extras import library


def corrected(p_values: Sequence[float | None], method: str) -> list[float | None]:
    """The p-values of one family corrected; tests without a p-value are no part of the family."""
    known = [p for p in p_values if p is not None]
    found = iter(_CORRECTIONS[method](known) if known else [])
    return [None if p is None else next(found) for p in p_values]


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm (1979): the smallest of m times m, the next times m - 1, and so on, never falling, at most 1."""
    values = np.array(p_values)
    order = np.argsort(values, kind="stable")
    stepped = np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1))
    found = np.empty_like(values)
    found[order] = np.minimum(stepped, 1.0)
    return [float(p) for p in found]


def benjamini_hochberg(p_values: Sequence[float]) -> list[float]:
    """Benjamini and Hochberg (1995), by SciPy."""
    stats = library("scipy.stats", "the correction of Benjamini and Hochberg")
    return [float(p) for p in stats.false_discovery_control(p_values, method="bh")]


def _unchanged(p_values: Sequence[float]) -> list[float]:
    return list(p_values)


_CORRECTIONS = {"holm": holm, "bh": benjamini_hochberg, "none": _unchanged}
