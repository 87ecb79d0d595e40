"""Who answers: this process or, where that is worth their start, several others."""

from collections import deque
from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from stead.core.item import Item
from stead.core.parallel import cores
from stead.core.run import RunRow
from stead.systems.asking import BATCH, Asker, Batch, batches

_TRIAL = 1.0  # seconds
_WORTH = 3.0  # seconds that are left; a worker takes about one to begin


@dataclass(frozen=True)
class Answering:
    """Who is asked, and in how many processes (None: in as many as there are cores, if it takes long)."""

    ask: Asker
    workers: int | None = None

    def __call__(self, items: Sequence[Item], answered: int) -> Generator[RunRow, None, None]:
        """The answers to all items but the first so many, in order."""
        left = deque(batches(items, answered))
        if self.workers is None:
            yield from self._while_it_is_quick(left)
        number = min(self.workers or cores(), len(left))
        if number < 2 or type(self.ask.system).__module__ == "__main__":  # which other processes do not have
            for batch in left:
                yield from self.ask(batch)
            return
        from stead.systems.workers import Workers  # noqa: PLC0415 (few runs are so long)

        with Workers(self.ask.question, number) as workers:
            yield from workers.answers(iter(left))

    def _while_it_is_quick(self, left: deque[Batch]) -> Iterator[RunRow]:
        """Answer here until it is clear that the rest would take long; what is not answered then is left."""
        clock = _Clock()
        while left:
            batch = left.popleft()
            for number, row in enumerate(self.ask(batch), start=1):
                yield row
                clock.tick()
                rest = Batch(batch.items, batch.answered + number)
                if not (self.ask.at_once and rest.left) and clock.expects(len(rest.left) + len(left) * BATCH) > _WORTH:
                    left.extendleft([rest] if rest.left else [])
                    return


class _Clock:
    """How long answers take; not the first, with which a system is loaded."""

    def __init__(self) -> None:
        self._begun = monotonic()
        self._answers = -1

    def tick(self) -> None:
        """Another answer."""
        self._answers += 1
        if not self._answers:
            self._begun = monotonic()

    def expects(self, number: int) -> float:
        """The seconds that so many more answers take; 0 while that is not yet clear."""
        seconds = monotonic() - self._begun
        return seconds / self._answers * number if seconds > _TRIAL and self._answers else 0.0
