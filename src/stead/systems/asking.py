"""What items are asked, in a form that can be sent to another process, and the batches that they come in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from stead.core.item import Item
from stead.core.run import RunRow
from stead.systems.answering import answer, answer_all, rank_pool
from stead.systems.base import System
from stead.systems.registry import parse_system

BATCH = 32


class Batch(NamedTuple):
    """Some items, the first of which may have been answered before."""

    items: Sequence[Item]
    answered: int = 0

    @property
    def left(self) -> Sequence[Item]:
        """Those that have not."""
        return self.items[self.answered :]


def batches(items: Sequence[Item], answered: int = 0) -> Iterator[Batch]:
    """The batches with items that are left; the same items share one wherever an earlier try was stopped.

    So a system whose figures depend, in their last digit, on what they are computed together with gives the same bytes.
    """
    for begin in range(answered - answered % BATCH, len(items), BATCH):
        batch = Batch(items[begin : begin + BATCH], max(0, answered - begin))
        if batch.left:
            yield batch


@dataclass(frozen=True)
class Question:
    """A system as a user names it, a task, and for a ranking the candidates of each lexelt."""

    system: str
    task: str
    pools: Mapping[str, Sequence[str]] | None = None

    def asker(self) -> "Asker":
        """The system, ready to be asked in this process."""
        return Asker(self, parse_system(self.system))


@dataclass(frozen=True)
class Asker:
    """A question and the system that it is put to."""

    question: Question
    system: System

    @property
    def at_once(self) -> bool:
        """Whether the system has its own way to answer many items."""
        return self.question.pools is None and type(self.system).suggest_all is not System.suggest_all

    def __call__(self, batch: Batch) -> Iterator[RunRow]:
        """The answers to what is left of a batch: all at once if the system can do that, otherwise one by one."""
        task, pools = self.question.task, self.question.pools
        if self.at_once:
            yield from answer_all(self.system, batch.items, task)[batch.answered :]
        elif pools is None:
            yield from (answer(self.system, item, task) for item in batch.left)
        else:
            yield from (rank_pool(self.system, item, pools) for item in batch.left)
