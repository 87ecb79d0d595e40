"""Comparing: intervals, paired tests, rankings, meta-evaluation of measures and golds, breakdowns."""

from stead.comparing.annotators import without_annotators
from stead.comparing.breakdown import breakdown, breakdowns
from stead.comparing.compare import compare, compare_groups
from stead.comparing.discrimination import discriminative_power
from stead.comparing.item_by_item import difficulty, duel
from stead.comparing.rank_agreement import agreement, agreements
from stead.comparing.rank_biased_overlap import rank_biased_overlap
from stead.comparing.ranking import ranking, rankings
from stead.comparing.resampling import TESTS, UNITS, Resampling
from stead.comparing.sampling import Sampling
from stead.comparing.stability import growing_samples, split_half
from stead.comparing.swap_rate import swap_rates
from stead.comparing.tables import golds_table, results_table

__all__ = [
    "TESTS",
    "UNITS",
    "Resampling",
    "Sampling",
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
    "results_table",
    "split_half",
    "swap_rates",
    "without_annotators",
]
