"""Annotations or ratings in, gold standards out: counting, curation, description, comparison."""

from stead.golds.answer_arrays import first_times
from stead.golds.curated_answers import lemma_of, proposals
from stead.golds.decisions import (
    Curation,
    Decision,
    contradictions,
    read_curation,
    undone,
    without_lines,
    written_curation,
)
from stead.golds.description import Description, data_sheet, differences, gold_multiwords
from stead.golds.from_annotations import AnswerRules, make_gold, prepare
from stead.golds.from_ratings import RatingRules, make_rated_gold, prepared_ratings, tidied_ratings
from stead.golds.result import LeftOutItem, MadeGold, Special
from stead.golds.suspicious_terms import Problem, TermReading, notes_on_lookalikes, reading_of

__all__ = [
    "AnswerRules",
    "Curation",
    "Decision",
    "Description",
    "LeftOutItem",
    "MadeGold",
    "Problem",
    "RatingRules",
    "Special",
    "TermReading",
    "contradictions",
    "data_sheet",
    "differences",
    "first_times",
    "gold_multiwords",
    "lemma_of",
    "make_gold",
    "make_rated_gold",
    "notes_on_lookalikes",
    "prepare",
    "prepared_ratings",
    "proposals",
    "read_curation",
    "reading_of",
    "tidied_ratings",
    "undone",
    "without_lines",
    "written_curation",
]
