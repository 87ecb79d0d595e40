"""Probabilities of held-out candidates, and whether each was accepted: a table with two columns."""

import math
from pathlib import Path

import numpy as np

from stead.core.errors import BadInput
from stead.formats import read_content
from stead.systems.blend.cross_validation import Bin, reliability

_HEADING = ("probability", "accepted")


def read_bins(path: Path) -> list[Bin]:
    """The candidates of a file, `probability<TAB>accepted` (0 or 1) on each line, in bins."""
    heading, *lines = _lines(path)
    if heading != "\t".join(_HEADING):
        raise BadInput(f"{path}:1: expected the heading {'<TAB>'.join(_HEADING)}, found {heading!r}.")
    rows = [_row(path, number, line) for number, line in enumerate(lines, start=2)]
    if not rows:
        raise BadInput(f"{path}: expected at least one candidate, found none.")
    values = np.array(rows)
    return reliability(values[:, 0], values[:, 1] > 0)


def _lines(path: Path) -> list[str]:
    try:
        return read_content(path).data.decode().splitlines() or [""]
    except UnicodeDecodeError:
        raise BadInput(f"{path}: expected UTF-8, found other bytes.") from None


def _row(path: Path, number: int, line: str) -> tuple[float, float]:
    probability, _, accepted = line.partition("\t")
    try:
        value = float(probability)
    except ValueError:
        value = math.nan
    if not 0 <= value <= 1 or accepted not in {"0", "1"}:
        raise BadInput(f"{path}:{number}: expected a number from 0 to 1, a tab, and 0 or 1, found {line!r}.")
    return value, float(accepted)
