"""stead, the workbench for lexical substitution: which words can stand in another word's stead?

>>> import stead
>>> result = stead.score({"1": {"clever": 3, "smart": 1}}, {"1": ["smart"]}, measures="best,oot@10")
>>> result.value("best", "R")
0.25
"""

from typing import TYPE_CHECKING, Any

from stead._version import __version__

if TYPE_CHECKING:
    from stead.api.agreement import agree, humans
    from stead.api.compare import ComparisonResult, add_runs, compare, load_comparison
    from stead.api.gold import (
        GoldResult,
        Proposals,
        SheetResult,
        describe_gold,
        diff_golds,
        make_gold,
        propose_curation,
    )
    from stead.api.leaderboard import Leaderboard, leaderboard
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
    from stead.api.results import Result
    from stead.api.score import load, score
    from stead.api.study import SimulationResult, StudyResult, plan, simulate, study
    from stead.api.suggest import Substitute, Suggestions, suggest
    from stead.core.annotation import Annotation, Annotations
    from stead.core.canonical_forms import CanonicalForms
    from stead.core.errors import BadInput, SteadError, UsageError
    from stead.core.gold import GoldStandard
    from stead.core.item import Item
    from stead.core.notes import SteadWarning
    from stead.core.rating import Rating
    from stead.core.run import Run
    from stead.golds import Curation, Decision
    from stead.rules.matching import Rules

__all__ = [
    "Annotation",
    "Annotations",
    "BadInput",
    "CanonicalForms",
    "ComparisonResult",
    "Curation",
    "Decision",
    "DispatchResult",
    "FilterResult",
    "GoldResult",
    "GoldStandard",
    "Item",
    "Leaderboard",
    "PoolResult",
    "Proposals",
    "Rating",
    "Result",
    "Rules",
    "Run",
    "SheetResult",
    "SimulationResult",
    "SteadError",
    "SteadWarning",
    "StudyResult",
    "Substitute",
    "Suggestions",
    "UsageError",
    "__version__",
    "add_runs",
    "agree",
    "compare",
    "describe_gold",
    "diff_golds",
    "dispatch",
    "extend_gold",
    "filter_ratings",
    "humans",
    "leaderboard",
    "load",
    "load_comparison",
    "load_dispatch",
    "load_pool",
    "make_gold",
    "plan",
    "pool",
    "propose_curation",
    "score",
    "simulate",
    "study",
    "suggest",
    "verify_dispatch",
]


_MODULES = {
    "api.agreement": "agree humans",
    "api.compare": "ComparisonResult add_runs compare load_comparison",
    "api.gold": "GoldResult Proposals SheetResult describe_gold diff_golds make_gold propose_curation",
    "api.leaderboard": "Leaderboard leaderboard",
    "api.posthoc": "DispatchResult FilterResult PoolResult dispatch extend_gold filter_ratings load_dispatch load_pool "
    "pool verify_dispatch",
    "api.results": "Result",
    "api.score": "load score",
    "api.study": "SimulationResult StudyResult plan simulate study",
    "api.suggest": "Substitute Suggestions suggest",
    "core.annotation": "Annotation Annotations",
    "core.canonical_forms": "CanonicalForms",
    "core.errors": "BadInput SteadError UsageError",
    "core.gold": "GoldStandard",
    "core.item": "Item",
    "core.notes": "SteadWarning",
    "core.rating": "Rating",
    "core.run": "Run",
    "golds": "Curation Decision",
    "rules.matching": "Rules",
}
_HOMES = {name: module for module, names in _MODULES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import stead` costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'stead' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    return getattr(import_module(f"stead.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
