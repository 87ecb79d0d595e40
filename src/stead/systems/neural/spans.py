"""What an encoder is asked, and what it answers."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


class Span(NamedTuple):
    """A place in a text."""

    text: str
    start: int
    end: int


class Encoder(Protocol):
    """What gives places in sentences vectors of length 1."""

    @property
    def name(self) -> str:
        """What signatures call it."""

    def vectors(self, spans: Sequence[Span]) -> tuple[Floats, Floats]:
        """For each the mean vector of the tokens of the place, and of the whole text."""
