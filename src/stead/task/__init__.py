"""The nouns of the task: plain data, no input or output, imported by every other room."""

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
from stead.task.item import Item, lemma_of, part_of_speech_of
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
    "part_of_speech_of",
]
