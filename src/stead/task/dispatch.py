"""Who is shown what: the candidates of a pool in subsets that are small enough for one sitting."""

from dataclasses import dataclass
from typing import NamedTuple


class Screen(NamedTuple):
    """One sentence in one subset, with the candidates to be rated in the order in which they are shown.

    `planted` are those among them that fit nowhere, to see who looks. A screen that comes `again` shows candidates of
    its own subset a second time, to see who remains of the same opinion.
    """

    subset: int
    lexelt: str
    id: str
    candidates: list[str]
    planted: list[str]
    again: bool = False


@dataclass(frozen=True, slots=True)
class Dispatch:
    """Subsets from 1 to `subsets`; each is to be rated by `least` to `most` people, anybody as many as they like.

    `size` is how many candidates a subset may hold, 0 if that was left to the number of subsets; controls (`repeats`
    and `planted` in each subset) come on top of that. `pool` is the signature of the pool.
    """

    screens: tuple[Screen, ...]
    subsets: int
    size: int
    least: int
    most: int
    repeats: int
    planted: int
    signature: str
    pool: str

    def sizes(self) -> list[int]:
        """How many candidates of the pool each subset holds."""
        found = [0] * self.subsets
        for screen in self.screens:
            if not screen.again:
                found[screen.subset - 1] += len(screen.candidates) - len(screen.planted)
        return found
