"""What a system answers to each task: the first, the first ten, a phrase, all that is good enough, a pool in order."""

from collections.abc import Callable, Mapping, Sequence

from stead._wording import one_line, visible
from stead.systems.base import Suggestion, System
from stead.task import BadInput, Item, RunRow, SteadError, UsageError

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
    found = suggestions_of(system, item, task)
    if task in {"best", "mw"}:
        return _row(item, found[:1])
    if task == "oot":
        return _row(item, found[:_TEN])
    if task == "coverage":
        return _row(item, system.good_enough(found))
    raise UsageError(f"{task!r} is not a task; there are {', '.join(TASKS)}.")


def rank_pool(system: System, item: Item, pools: Mapping[str, Sequence[str]]) -> RunRow:
    """The candidates of the item's target, in the system's order, with scores."""
    return _row(item, _asked(system, item, lambda: system.rank(item, pools.get(item.lexelt, ()))))


def suggestions_of(system: System, item: Item, task: str = "oot") -> Sequence[Suggestion]:
    """All that a system suggests; if it is a user's own and fails, that is said with its name and the item."""
    return _asked(system, item, lambda: system.suggest_for(item, task))


def _asked(system: System, item: Item, ask: Callable[[], Sequence[Suggestion]]) -> Sequence[Suggestion]:
    where = f"the system {visible(system.name)}, item {item.id}"
    try:
        found: object = ask()
    except SteadError:
        raise
    except Exception as error:
        if type(system).__module__.partition(".")[0] == __name__.partition(".")[0]:
            raise  # ours: a person should see where
        raise BadInput(f"{where}: {type(error).__name__}: {one_line(str(error))}.") from error
    if not isinstance(found, Sequence) or not all(isinstance(each, Suggestion) for each in found):
        raise BadInput(f"{where}: expected a list of Suggestion, found {one_line(repr(found))[:60]}.")
    return found


def _row(item: Item, suggestions: Sequence[Suggestion]) -> RunRow:
    terms = [each.term for each in suggestions]
    return RunRow(item.lexelt, item.id, terms, [each.score for each in suggestions])
