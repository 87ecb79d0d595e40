"""Post hoc: pool what everybody gave, dispatch it to raters, filter, extend the gold, and ask if it was worth it.

>>> import stead
>>> gold, run = {"1": {"clever": 3, "smart": 1}}, {"1": ["smart", "able"]}
>>> stead.posthoc.pool(gold, run).pool.size
3

The names below are what users call; they are in `stead.api`. The modules of this package do the work.
"""

from typing import TYPE_CHECKING

from stead.core.lazy import lazy_names

if TYPE_CHECKING:
    from stead.api.posthoc import (
        DispatchResult,
        FilterResult,
        PoolResult,
        dispatch,
        extend_gold,
        filter_ratings,
        load_dispatch,
        load_pool,
        pool,
        verify_dispatch,
    )
    from stead.api.study import SimulationResult, StudyResult, plan, simulate, study

__all__ = [
    "DispatchResult",
    "FilterResult",
    "PoolResult",
    "SimulationResult",
    "StudyResult",
    "dispatch",
    "extend_gold",
    "filter_ratings",
    "load_dispatch",
    "load_pool",
    "plan",
    "pool",
    "simulate",
    "study",
    "verify_dispatch",
]

__getattr__ = lazy_names(
    "stead.posthoc",
    {
        "stead.api.posthoc": "DispatchResult FilterResult PoolResult dispatch extend_gold filter_ratings load_dispatch "
        "load_pool pool verify_dispatch",
        "stead.api.study": "SimulationResult StudyResult plan simulate study",
    },
)
