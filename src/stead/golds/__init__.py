"""Make gold standards from annotations or ratings; curate, describe and compare them."""

from stead.golds.answer_arrays import is_first_annotation
from stead.golds.decisions import (
    Curation,
    Decision,
    contradictions,
    read_curation,
    remove_lines,
    serialise_curation,
    undo_decisions,
)
from stead.golds.description import (
    Description,
    LeftOutItem,
    MadeGold,
    Special,
    data_sheet,
    differences,
    gold_multiwords,
)
from stead.golds.from_annotations import AnswerRules, make_gold, prepare_answers
from stead.golds.from_ratings import RatingRules, make_rated_gold, prepare_ratings, tidy_ratings
from stead.golds.suspicious_terms import (
    Problem,
    ProposalCause,
    ProposalReason,
    TermReading,
    likeliest_lemma,
    notes_on_suspicious_terms,
    propose_decisions,
    read_term,
)

__all__ = [
    "AnswerRules",
    "Curation",
    "Decision",
    "Description",
    "LeftOutItem",
    "MadeGold",
    "Problem",
    "ProposalCause",
    "ProposalReason",
    "RatingRules",
    "Special",
    "TermReading",
    "contradictions",
    "data_sheet",
    "differences",
    "gold_multiwords",
    "is_first_annotation",
    "likeliest_lemma",
    "make_gold",
    "make_rated_gold",
    "notes_on_suspicious_terms",
    "prepare_answers",
    "prepare_ratings",
    "propose_decisions",
    "read_curation",
    "read_term",
    "remove_lines",
    "serialise_curation",
    "tidy_ratings",
    "undo_decisions",
]
