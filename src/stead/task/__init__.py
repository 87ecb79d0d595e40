"""The nouns of the task: plain data, no input or output, imported by every other room.

Each noun is imported when it is first used: half of them need NumPy, and those who look a word up do not.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stead.task.agreement import (
        Agreement,
        AgreementFigure,
        AnnotatorSummary,
        HumanScores,
        LeftOut,
        MeanScore,
        PairCounts,
    )
    from stead.task.alignment import Alignment, Ragged
    from stead.task.annotation import Annotation, Annotations
    from stead.task.errors import BadInput, SteadError, UsageError
    from stead.task.faults import Fault, Report, Severity
    from stead.task.gold import MAX_WEIGHT, GoldRow, GoldStandard
    from stead.task.item import Item, lemma_of, lexelt_key, part_of_speech_of, speech_letter
    from stead.task.mapping import Mapping
    from stead.task.rating import MAX_RATING, VERDICTS, Rating
    from stead.task.results import Evaluation, GoldSummary, ItemStatistics, RunSummary, Score
    from stead.task.run import Run, RunRow
    from stead.task.sheet import Section, Sheet
    from stead.task.source import Source
    from stead.task.terms import Column, TermLists

__all__ = [
    "MAX_RATING",
    "MAX_WEIGHT",
    "VERDICTS",
    "Agreement",
    "AgreementFigure",
    "Alignment",
    "Annotation",
    "Annotations",
    "AnnotatorSummary",
    "BadInput",
    "Column",
    "Evaluation",
    "Fault",
    "GoldRow",
    "GoldStandard",
    "GoldSummary",
    "HumanScores",
    "Item",
    "ItemStatistics",
    "LeftOut",
    "Mapping",
    "MeanScore",
    "PairCounts",
    "Ragged",
    "Rating",
    "Report",
    "Run",
    "RunRow",
    "RunSummary",
    "Score",
    "Section",
    "Severity",
    "Sheet",
    "Source",
    "SteadError",
    "TermLists",
    "UsageError",
    "lemma_of",
    "lexelt_key",
    "part_of_speech_of",
    "speech_letter",
]

_HOMES = {
    "Agreement": "agreement",
    "AgreementFigure": "agreement",
    "AnnotatorSummary": "agreement",
    "HumanScores": "agreement",
    "LeftOut": "agreement",
    "MeanScore": "agreement",
    "PairCounts": "agreement",
    "Alignment": "alignment",
    "Ragged": "alignment",
    "Annotation": "annotation",
    "Annotations": "annotation",
    "BadInput": "errors",
    "SteadError": "errors",
    "UsageError": "errors",
    "Fault": "faults",
    "Report": "faults",
    "Severity": "faults",
    "MAX_WEIGHT": "gold",
    "GoldRow": "gold",
    "GoldStandard": "gold",
    "Item": "item",
    "lemma_of": "item",
    "lexelt_key": "item",
    "part_of_speech_of": "item",
    "speech_letter": "item",
    "Mapping": "mapping",
    "MAX_RATING": "rating",
    "VERDICTS": "rating",
    "Rating": "rating",
    "Evaluation": "results",
    "GoldSummary": "results",
    "ItemStatistics": "results",
    "RunSummary": "results",
    "Score": "results",
    "Run": "run",
    "RunRow": "run",
    "Section": "sheet",
    "Sheet": "sheet",
    "Source": "source",
    "Column": "terms",
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
