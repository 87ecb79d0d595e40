"""Post hoc: pool what everybody gave, dispatch it to raters, filter, extend the gold, and ask if it was worth it."""

from stead.posthoc.choosing import Conditions, choose_items
from stead.posthoc.dispatching import DispatchRules, make_dispatch
from stead.posthoc.extending import MERGES, extend_gold
from stead.posthoc.filtering import RULES, Filtered, FilterRules, filter_ratings
from stead.posthoc.planning import CAMPAIGNS, PEOPLE, plan
from stead.posthoc.pooling import DEPTH, Pooled, PoolRules, make_pool
from stead.posthoc.reranking import Resampling
from stead.posthoc.sheets import dispatch_sheet, filter_sheet, origin_counts, pool_sheet
from stead.posthoc.simulation import Campaign, simulate
from stead.posthoc.study import StudyInputs, make_study
from stead.posthoc.verifying import Check, verify
from stead.posthoc.world import Design, Nature

__all__ = [
    "CAMPAIGNS",
    "DEPTH",
    "MERGES",
    "PEOPLE",
    "RULES",
    "Campaign",
    "Check",
    "Conditions",
    "Design",
    "DispatchRules",
    "FilterRules",
    "Filtered",
    "Nature",
    "PoolRules",
    "Pooled",
    "Resampling",
    "StudyInputs",
    "choose_items",
    "dispatch_sheet",
    "extend_gold",
    "filter_ratings",
    "filter_sheet",
    "make_dispatch",
    "make_pool",
    "make_study",
    "origin_counts",
    "plan",
    "pool_sheet",
    "simulate",
    "verify",
]
