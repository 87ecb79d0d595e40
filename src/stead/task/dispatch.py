"""Who is shown what: the candidates of a pool in subsets that are small enough for one sitting."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple


class Screen(NamedTuple):
    """One sentence in one subset, with the candidates to be rated in the order in which they are shown.

    `planted` are those among them that fit nowhere, to see who looks. A screen that comes `again` is the second of a
    sentence in its subset; those of its candidates that the first has, too, show who remains of the same opinion.
    """

    subset: int
    lexelt: str
    id: str
    candidates: list[str]
    planted: list[str]
    again: bool = False


class Divided(NamedTuple):
    """The candidates of the pool on a screen: those that are shown for the first time, and those that come again."""

    screen: Screen
    new: list[str]
    repeated: list[str]


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

    def divided(self) -> Iterator[Divided]:
        """Every screen, without what is planted."""
        first: dict[tuple[int, str, str], set[str]] = {}
        for screen in self.screens:
            if not screen.again:
                first.setdefault((screen.subset, screen.lexelt, screen.id), set()).update(screen.candidates)
        for screen in self.screens:
            before = first.get((screen.subset, screen.lexelt, screen.id), set()) if screen.again else set()
            own = [term for term in screen.candidates if term not in screen.planted]
            yield Divided(
                screen, [term for term in own if term not in before], [term for term in own if term in before]
            )

    def sizes(self) -> list[int]:
        """How many candidates of the pool each subset holds."""
        found = [0] * self.subsets
        for screen, new, _ in self.divided():
            found[screen.subset - 1] += len(new)
        return found
