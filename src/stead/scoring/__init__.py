"""Scoring: align gold and run once, per-item statistics, aggregates by group, signatures."""

from stead.scoring.credit import Credits, Sentences, headline_credits, item_outcomes
from stead.scoring.evaluate import NMWS, Recorded, Request, evaluate, leave_out_unused_runs, note_unused, summary_of
from stead.scoring.groups import (
    Grouping,
    by_agreement,
    by_lexelt,
    by_multiword_target,
    by_part_of_speech,
    by_sentence_choice,
    by_sentence_length,
    by_substitutes,
    by_table,
    check_names,
)
from stead.scoring.indexed_gold import Lemmatiser
from stead.scoring.settings import ALL, OFFICIAL, PRESETS, Preset, ScoringSettings

__all__ = [
    "ALL",
    "NMWS",
    "OFFICIAL",
    "PRESETS",
    "Credits",
    "Grouping",
    "Lemmatiser",
    "Preset",
    "Recorded",
    "Request",
    "ScoringSettings",
    "Sentences",
    "by_agreement",
    "by_lexelt",
    "by_multiword_target",
    "by_part_of_speech",
    "by_sentence_choice",
    "by_sentence_length",
    "by_substitutes",
    "by_table",
    "check_names",
    "evaluate",
    "headline_credits",
    "item_outcomes",
    "leave_out_unused_runs",
    "note_unused",
    "summary_of",
]
