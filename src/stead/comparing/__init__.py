"""Comparing: intervals, paired tests, rankings, meta-evaluation of measures and golds, breakdowns."""

from stead.comparing.breakdowns import breakdown, breakdowns, difficulty, duel, report_items
from stead.comparing.meta_evaluation import discriminative_power, growing_samples, split_half, swap_rates
from stead.comparing.random_draws import Sampling
from stead.comparing.rankings import (
    agreement,
    agreements,
    golds_table,
    rank_biased_overlap,
    ranking,
    rankings,
    results_table,
)
from stead.comparing.significance import compare, compare_groups, confidence
from stead.comparing.without_annotator import LeavingOut, Moves, Votes, without_annotators
from stead.core.resampling import TESTS, UNITS, Resampling

__all__ = [
    "TESTS",
    "UNITS",
    "LeavingOut",
    "Moves",
    "Resampling",
    "Sampling",
    "Votes",
    "agreement",
    "agreements",
    "breakdown",
    "breakdowns",
    "compare",
    "compare_groups",
    "confidence",
    "difficulty",
    "discriminative_power",
    "duel",
    "golds_table",
    "growing_samples",
    "rank_biased_overlap",
    "ranking",
    "rankings",
    "report_items",
    "results_table",
    "split_half",
    "swap_rates",
    "without_annotators",
]
