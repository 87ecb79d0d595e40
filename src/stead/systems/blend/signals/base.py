"""What a signal is: numbers for the candidates of a shortlist, from the sentence around the target."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from stead.systems.blend.slot import Slot
from stead.systems.blend.tables import Floats


class Shortlist(NamedTuple):
    """The candidates of a slot that are worth a closer look, the most likely first."""

    slot: Slot
    words: Sequence[str]


class Signal(Protocol):
    """A source of numbers in context."""

    @property
    def name(self) -> str:
        """What models and signatures call it."""

    @property
    def features(self) -> tuple[str, ...]:
        """The names of its numbers."""

    @property
    def depth(self) -> int:
        """How many candidates of a shortlist it looks at; the others have no value."""

    def values(self, shortlists: Sequence[Shortlist]) -> list[Floats]:
        """For each shortlist a row for each word that is looked at."""
