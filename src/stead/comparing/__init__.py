"""Comparing: intervals, paired tests, rankings, meta-evaluation of measures and golds, breakdowns."""

from stead.comparing.breakdown import breakdown, breakdowns
from stead.comparing.compare import compare, compare_groups
from stead.comparing.discrimination import discriminative_power
from stead.comparing.item_by_item import difficulty, duel, report_items
from stead.comparing.rank_agreement import agreement, agreements
from stead.comparing.rank_biased_overlap import rank_biased_overlap
from stead.comparing.ranking import ranking, rankings
from stead.comparing.sampling import Sampling
from stead.comparing.stability import growing_samples, split_half
from stead.comparing.swap_rate import swap_rates
from stead.comparing.tables import golds_table, results_table
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
