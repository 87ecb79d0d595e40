"""Annotations or ratings in, gold standards out: counting, curation, description, comparison."""

from stead.golds.contradictions import contradictions
from stead.golds.curation import Curation, Decision
from stead.golds.curation_file import read_curation, undone, without_lines, written_curation
from stead.golds.data_sheet import data_sheet
from stead.golds.description import Description, gold_multiwords
from stead.golds.difference import differences
from stead.golds.lookalikes import notes_on_lookalikes
from stead.golds.made import LeftOut, MadeGold, Special
from stead.golds.make import make_gold, prepare
from stead.golds.proposals import lemma_of, proposals
from stead.golds.raters import prepared_ratings, tidied_ratings
from stead.golds.ratings import make_rated_gold
from stead.golds.rules import AnswerRules, RatingRules
from stead.golds.twice import first_times
from stead.golds.typed import Problem, Reading, reading_of

__all__ = [
    "AnswerRules",
    "Curation",
    "Decision",
    "Description",
    "LeftOut",
    "MadeGold",
    "Problem",
    "RatingRules",
    "Reading",
    "Special",
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
