"""The answers of a system to each task: the first, the first ten, a phrase, all good ones, a ranked pool.

NumPy's products have one thread meanwhile: their last digit depends on the number, and no answer may.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from stead.core.errors import BadInput, SteadError, UsageError
from stead.core.item import Item
from stead.core.parallel import one_blas_thread
from stead.core.substitutes import RunRow
from stead.core.text import escape_unprintable, one_line, shorten
from stead.systems.base import RatingQuestion, Suggestion, System

TASKS = {
    "best": "the one best substitute",
    "oot": "up to ten",
    "mw": "the phrase that the target is part of",
    "coverage": "all that are good enough",
    "rank": "given candidates in order, with scores",
}
_TEN = 10
Answers = TypeVar("Answers")


def answer(system: System, item: Item, task: str) -> RunRow:
    """Answer an item: a row of a run."""
    return _answer_of(system, item, task, suggestions_of(system, item, task))


def answer_all(system: System, items: Sequence[Item], task: str) -> list[RunRow]:
    """Answer many items, which the system gets at once."""
    suggestions = suggestions_of_all(system, items, task) if items else []
    return [
        _answer_of(system, item, task, item_suggestions)
        for item, item_suggestions in zip(items, suggestions, strict=True)
    ]


def rank_pool(system: System, item: Item, pools: Mapping[str, Sequence[str]]) -> RunRow:
    """Rank the candidates of the item's target, with scores."""
    return _row(item, rank_candidates(system, item, pools.get(item.lexelt, ())))


def rank_candidates(system: System, item: Item, candidates: Sequence[str]) -> Sequence[Suggestion]:
    """Rank given candidates for an item."""
    return _ask(system, item, lambda: system.rank(item, candidates))


def suggestions_of(system: System, item: Item, task: str = "oot") -> Sequence[Suggestion]:
    """All suggestions of a system; a failure of a user's own system is reported with its name and the item."""
    return _ask(system, item, lambda: system.suggest_for(item, task))


def annotate_items(system: System, items: Sequence[Item]) -> Sequence[Sequence[str] | None]:
    """Annotate items: up to three substitutes each, None where there is no answer."""
    return _call(system, items, lambda: system.annotate_all(items))


def rate_candidates(system: System, questions: Sequence[RatingQuestion]) -> Sequence[Sequence[float | None]]:
    """Rate the candidates of items, None where there is no rating."""
    return _call(system, [question.item for question in questions], lambda: system.rate_all(questions))


def _call(system: System, items: Sequence[Item], ask: Callable[[], Sequence[Answers]]) -> Sequence[Answers]:
    """Ask a system about items; a failure of a user's own system is reported with its name and the items."""
    where = f"the system {escape_unprintable(system.name)}, items {items[0].id} to {items[-1].id}"
    try:
        with one_blas_thread:
            answers = ask()
    except SteadError:
        raise
    except Exception as error:
        if _is_ours(system):
            raise
        raise BadInput(f"{where}: {_describe(error)}") from error
    if len(answers) != len(items):
        raise BadInput(f"{where}: expected {len(items)} answers, found {_quote(answers)}.")
    return answers


def _answer_of(system: System, item: Item, task: str, suggestions: Sequence[Suggestion]) -> RunRow:
    """The suggestions that the task wants."""
    if task in {"best", "mw"}:
        return _row(item, suggestions[:1])
    if task == "oot":
        return _row(item, suggestions[:_TEN])
    if task == "coverage":
        return _row(item, _ask(system, item, lambda: system.good_enough(suggestions)))
    raise UsageError(f"{task!r} is not a task; there are {', '.join(TASKS)}.")


def suggestions_of_all(system: System, items: Sequence[Item], task: str) -> Sequence[Sequence[Suggestion]]:
    """The suggestions for many items at once; if that fails, they are asked for one by one to find the item."""
    where = f"the system {escape_unprintable(system.name)}, items {items[0].id} to {items[-1].id}"
    try:
        with one_blas_thread:
            suggested: object = system.suggest_all(items, task)
    except SteadError:
        raise
    except Exception as error:
        if _is_ours(system):
            raise
        for item in items:
            suggestions_of(system, item, task)
        raise BadInput(f"{where}: {_describe(error)}") from error
    if not isinstance(suggested, Sequence) or len(suggested) != len(items):
        raise BadInput(f"{where}: expected {len(items)} lists of Suggestion, found {_quote(suggested)}.")
    return [_check(system, item, item_suggestions) for item, item_suggestions in zip(items, suggested, strict=True)]


def _ask(system: System, item: Item, ask: Callable[[], Sequence[Suggestion]]) -> Sequence[Suggestion]:
    try:
        with one_blas_thread:
            suggested: object = ask()
    except SteadError:
        raise
    except Exception as error:
        if _is_ours(system):
            raise  # a person should see where
        raise BadInput(f"{_where(system, item)}: {_describe(error)}") from error
    return _check(system, item, suggested)


def _check(system: System, item: Item, suggested: object) -> Sequence[Suggestion]:
    if not isinstance(suggested, Sequence) or not all(isinstance(suggestion, Suggestion) for suggestion in suggested):
        raise BadInput(f"{_where(system, item)}: expected a list of Suggestion, found {_quote(suggested)}.")
    return suggested


def _is_ours(system: System) -> bool:
    return type(system).__module__.partition(".")[0] == __name__.partition(".")[0]


def _where(system: System, item: Item) -> str:
    return f"the system {escape_unprintable(system.name)}, item {shorten(item.id)}"


def _describe(error: Exception) -> str:
    return f"{type(error).__name__}: {one_line(str(error))}."


def _quote(value: object) -> str:
    return one_line(repr(value))[:60]


def _row(item: Item, suggestions: Sequence[Suggestion]) -> RunRow:
    terms = [suggestion.term for suggestion in suggestions]
    return RunRow(item.lexelt, item.id, terms, [suggestion.score for suggestion in suggestions])
