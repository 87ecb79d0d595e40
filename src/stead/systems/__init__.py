"""Systems: candidates, signals, a ranking, a cut-off. One file for each system of the papers."""

from stead.systems.base import Suggestion, System
from stead.systems.context import lexelt_in, lexelt_of
from stead.systems.execution import Answerer, Execution, Journal, RunPlan, SystemCall
from stead.systems.registry import SYSTEMS, known_systems, parse_system
from stead.systems.substituter import Substituter
from stead.systems.suggestions import Substitute, Suggestions
from stead.systems.tasks import TASKS, answer, answer_all, rank_pool, suggestions_of
from stead.systems.whole_texts import RewrittenSentence, TextOptions

__all__ = [
    "SYSTEMS",
    "TASKS",
    "Answerer",
    "Execution",
    "Journal",
    "RewrittenSentence",
    "RunPlan",
    "Substitute",
    "Substituter",
    "Suggestion",
    "Suggestions",
    "System",
    "SystemCall",
    "TextOptions",
    "answer",
    "answer_all",
    "known_systems",
    "lexelt_in",
    "lexelt_of",
    "parse_system",
    "rank_pool",
    "suggestions_of",
]
