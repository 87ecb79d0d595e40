"""stead, the workbench for lexical substitution: which words can stand in another word's stead?

>>> import stead
>>> result = stead.score({"1": {"clever": 3, "smart": 1}}, {"1": ["smart"]}, measures="best,oot@10")
>>> result.value("best", "R")
0.25
"""

from typing import TYPE_CHECKING, Any

from stead._version import __version__

if TYPE_CHECKING:
    from stead._agreement import agree, humans
    from stead._api import load, score
    from stead._compare import ComparisonResult, add_runs, compare, load_comparison
    from stead._gold_api import (
        GoldResult,
        Proposals,
        SheetResult,
        describe_gold,
        diff_golds,
        make_gold,
        propose_curation,
    )
    from stead._leaderboard import Leaderboard, leaderboard
    from stead._notes import SteadWarning
    from stead._posthoc import (
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
    from stead._result import Result
    from stead._simulate import SimulationResult, plan, simulate
    from stead._study import StudyResult, study
    from stead._suggest import Substitute, Suggestions, suggest
    from stead.golds import Curation, Decision
    from stead.matching import Rules
    from stead.task import (
        Annotation,
        Annotations,
        BadInput,
        GoldStandard,
        Item,
        Mapping,
        Rating,
        Run,
        SteadError,
        UsageError,
    )

__all__ = [
    "Annotation",
    "Annotations",
    "BadInput",
    "ComparisonResult",
    "Curation",
    "Decision",
    "DispatchResult",
    "FilterResult",
    "GoldResult",
    "GoldStandard",
    "Item",
    "Leaderboard",
    "Mapping",
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


_HOMES = {
    **dict.fromkeys(("load", "score"), "_api"),
    "Result": "_result",
    **dict.fromkeys(("ComparisonResult", "add_runs", "compare", "load_comparison"), "_compare"),
    **dict.fromkeys(("GoldResult", "Proposals", "SheetResult"), "_gold_api"),
    **dict.fromkeys(("describe_gold", "diff_golds", "make_gold", "propose_curation"), "_gold_api"),
    **dict.fromkeys(("DispatchResult", "FilterResult", "PoolResult", "dispatch", "extend_gold"), "_posthoc"),
    **dict.fromkeys(("filter_ratings", "load_dispatch", "load_pool", "pool", "verify_dispatch"), "_posthoc"),
    **dict.fromkeys(("StudyResult", "study"), "_study"),
    **dict.fromkeys(("SimulationResult", "plan", "simulate"), "_simulate"),
    **dict.fromkeys(("Leaderboard", "leaderboard"), "_leaderboard"),
    **dict.fromkeys(("agree", "humans"), "_agreement"),
    **dict.fromkeys(("Substitute", "Suggestions", "suggest"), "_suggest"),
    **dict.fromkeys(("Curation", "Decision"), "golds"),
    "Rules": "matching",
    "SteadWarning": "_notes",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import stead` costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'stead' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    return getattr(import_module(f"stead.{_HOMES.get(name, 'task')}"), name)


def __dir__() -> list[str]:
    return __all__
