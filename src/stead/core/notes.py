"""Notes on what was read and found, and which of them are warnings.

The rule: a note becomes a warning (a `Caution`) if something that was given is left out, repaired, ignored or read
otherwise than it stands, so that a figure is not the one its author may expect. What is merely absent (an item that a
run does not answer) or worth knowing (too few units for good intervals) is a note and no warning.
"""

import os
import sys
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path

from stead.core.text import visible

_PACKAGE = f"{Path(__file__).parents[1]}{os.sep}"


class SteadWarning(UserWarning):
    """Something that was given does not count as it stands; `result.notes` has all that is to be known."""


class Caution(str):
    """A note that is also a warning."""

    __slots__ = ()


def with_notes(text: str, notes: Sequence[str]) -> str:
    """A printed result, and below it what is to be known about it."""
    return text + "".join(["\nNotes:\n", *(f"  {visible(note)}\n" for note in notes)]) if notes else text


def warn_about(notes: Iterable[str]) -> None:
    """Warn of what does not count as it was given, at the line that called stead."""
    for note in notes:
        if isinstance(note, Caution):
            warnings.warn(str(note), SteadWarning, stacklevel=_level_of_caller())


def _level_of_caller() -> int:
    """How far above `warn_about` the first frame outside of the package is."""
    level, frame = 1, sys._getframe(1)  # noqa: SLF001 (the only way, before Python 3.12)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_PACKAGE):
        level, frame = level + 1, frame.f_back
    return level
