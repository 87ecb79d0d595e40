"""What a system answers to each task: the first, the first ten, a phrase, all that is good enough, a pool in order."""

from collections.abc import Mapping, Sequence

from stead.systems.base import Suggestion, System
from stead.task import Item, RunRow, UsageError

TASKS = {
    "best": "the one best substitute",
    "oot": "up to ten",
    "mw": "the phrase that the target is part of",
    "coverage": "all that are good enough",
    "rank": "given candidates in order, with scores",
}
_TEN = 10


def answer(system: System, item: Item, task: str) -> RunRow:
    """The answer to an item as a row of a run."""
    found = system.suggest(item)
    if task in {"best", "mw"}:
        return _row(item, found[:1])
    if task == "oot":
        return _row(item, found[:_TEN])
    if task == "coverage":
        return _row(item, [each for each in found if each.score >= system.threshold])
    raise UsageError(f"{task!r} is not a task; there are {', '.join(TASKS)}.")


def rank_pool(system: System, item: Item, pools: Mapping[str, Sequence[str]]) -> RunRow:
    """The candidates of the item's target, in the system's order, with scores."""
    return _row(item, system.rank(item, pools.get(item.lexelt, ())))


def _row(item: Item, suggestions: Sequence[Suggestion]) -> RunRow:
    terms = [each.term for each in suggestions]
    return RunRow(item.lexelt, item.id, terms, [each.score for each in suggestions])
