"""Systems: candidates, signals, a ranking, a cut-off. One file for each system of the papers."""

from stead.systems.base import RatingQuestion, Suggestion, System
from stead.systems.context import lexelt_in, lexelt_of, phrasal_target
from stead.systems.execution import ENGINES, Answerer, Execution, Journal, RunPlan, SystemCall
from stead.systems.registry import SYSTEMS, known_systems, parse_system
from stead.systems.substituter import Substituter
from stead.systems.suggestions import Substitute, Suggestions
from stead.systems.suitable import suitable
from stead.systems.tasks import (
    TASKS,
    annotate_items,
    answer,
    answer_all,
    rank_pool,
    rate_candidates,
    suggestions_of,
)
from stead.systems.whole_texts import RewrittenSentence, TextOptions

__all__ = [
    "ENGINES",
    "SYSTEMS",
    "TASKS",
    "Answerer",
    "Execution",
    "Journal",
    "RatingQuestion",
    "RewrittenSentence",
    "RunPlan",
    "Substitute",
    "Substituter",
    "Suggestion",
    "Suggestions",
    "System",
    "SystemCall",
    "TextOptions",
    "annotate_items",
    "answer",
    "answer_all",
    "known_systems",
    "lexelt_in",
    "lexelt_of",
    "parse_system",
    "phrasal_target",
    "rank_pool",
    "rate_candidates",
    "suggestions_of",
    "suitable",
]
