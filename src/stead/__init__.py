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
    from stead.api.corpora import (
        CountResult,
        Neighbours,
        SampleResult,
        Targets,
        count,
        neighbours,
        propose_targets,
        sample,
    )
    from stead.api.data import (
        Check,
        Conversion,
        check,
        convert,
        read_annotations,
        read_forms,
        read_gold,
        read_items,
        read_ratings,
        read_run,
        write,
    )
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
    from stead.api.score import score
    from stead.api.study import SimulationResult, StudyResult, plan, simulate, study
    from stead.api.suggest import Substitute, Suggestions, suggest
    from stead.api.systems import RunResult, TrainResult, TuneResult, run, train, tune
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
    "Check",
    "ComparisonResult",
    "Conversion",
    "CountResult",
    "Curation",
    "Decision",
    "DispatchResult",
    "FilterResult",
    "GoldResult",
    "GoldStandard",
    "Item",
    "Leaderboard",
    "Neighbours",
    "PoolResult",
    "Proposals",
    "Rating",
    "Result",
    "Rules",
    "Run",
    "RunResult",
    "SampleResult",
    "SheetResult",
    "SimulationResult",
    "SteadError",
    "SteadWarning",
    "StudyResult",
    "Substitute",
    "Suggestions",
    "Targets",
    "TrainResult",
    "TuneResult",
    "UsageError",
    "__version__",
    "add_runs",
    "agree",
    "check",
    "compare",
    "convert",
    "count",
    "describe_gold",
    "diff_golds",
    "dispatch",
    "extend_gold",
    "filter_ratings",
    "humans",
    "leaderboard",
    "load_comparison",
    "load_dispatch",
    "load_pool",
    "make_gold",
    "neighbours",
    "plan",
    "pool",
    "propose_curation",
    "propose_targets",
    "read_annotations",
    "read_forms",
    "read_gold",
    "read_items",
    "read_ratings",
    "read_run",
    "run",
    "sample",
    "score",
    "simulate",
    "study",
    "suggest",
    "train",
    "tune",
    "verify_dispatch",
    "write",
]


_MODULES = {
    "api.agreement": "agree humans",
    "api.compare": "ComparisonResult add_runs compare load_comparison",
    "api.corpora": "CountResult Neighbours SampleResult Targets count neighbours propose_targets sample",
    "api.data": "Check Conversion check convert read_annotations read_forms read_gold read_items read_ratings read_run "
    "write",
    "api.gold": "GoldResult Proposals SheetResult describe_gold diff_golds make_gold propose_curation",
    "api.leaderboard": "Leaderboard leaderboard",
    "api.posthoc": "DispatchResult FilterResult PoolResult dispatch extend_gold filter_ratings load_dispatch load_pool "
    "pool verify_dispatch",
    "api.results": "Result",
    "api.score": "score",
    "api.study": "SimulationResult StudyResult plan simulate study",
    "api.suggest": "Substitute Suggestions suggest",
    "api.systems": "RunResult TrainResult TuneResult run train tune",
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
