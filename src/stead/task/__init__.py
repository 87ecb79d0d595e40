"""The nouns of the task: plain data, no input or output, imported by every other room.

Each noun is imported when it is first used: half of them need NumPy, and those who look a word up do not.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stead.task.alignment import Alignment, Ragged
    from stead.task.annotation import Annotation
    from stead.task.errors import BadInput, SteadError, UsageError
    from stead.task.faults import Fault, Report, Severity
    from stead.task.gold import MAX_WEIGHT, GoldRow, GoldStandard
    from stead.task.item import Item, lemma_of, part_of_speech_of
    from stead.task.mapping import Mapping
    from stead.task.results import Evaluation, GoldSummary, ItemStatistics, RunSummary, Score
    from stead.task.run import Run, RunRow
    from stead.task.source import Source
    from stead.task.terms import TermLists

__all__ = [
    "MAX_WEIGHT",
    "Alignment",
    "Annotation",
    "BadInput",
    "Evaluation",
    "Fault",
    "GoldRow",
    "GoldStandard",
    "GoldSummary",
    "Item",
    "ItemStatistics",
    "Mapping",
    "Ragged",
    "Report",
    "Run",
    "RunRow",
    "RunSummary",
    "Score",
    "Severity",
    "Source",
    "SteadError",
    "TermLists",
    "UsageError",
    "lemma_of",
    "part_of_speech_of",
]

_HOMES = {
    "Alignment": "alignment",
    "Ragged": "alignment",
    "Annotation": "annotation",
    "BadInput": "errors",
    "SteadError": "errors",
    "UsageError": "errors",
    "Fault": "faults",
    "Report": "faults",
    "Severity": "faults",
    "GoldRow": "gold",
    "GoldStandard": "gold",
    "MAX_WEIGHT": "gold",
    "Item": "item",
    "lemma_of": "item",
    "part_of_speech_of": "item",
    "Mapping": "mapping",
    "Evaluation": "results",
    "GoldSummary": "results",
    "ItemStatistics": "results",
    "RunSummary": "results",
    "Score": "results",
    "Run": "run",
    "RunRow": "run",
    "Source": "source",
    "TermLists": "terms",
}


def __getattr__(name: str) -> Any:
    """Import a noun from the file it is in."""
    if name not in _HOMES:
        raise AttributeError(f"module 'stead.task' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    value = getattr(import_module(f"stead.task.{_HOMES[name]}"), name)
    globals()[name] = value
    return value
