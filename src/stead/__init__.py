"""stead, the workbench for lexical substitution: which words can stand in another word's stead?

>>> import stead
>>> result = stead.score({"1": {"clever": 3, "smart": 1}}, {"1": ["smart"]}, measures="best,oot@10")
>>> result.value("best", "R")
0.25
"""

from typing import TYPE_CHECKING, Any

from stead._version import __version__

if TYPE_CHECKING:
    from stead._api import Result, load, score
    from stead._compare import ComparisonResult, add_runs, compare, load_comparison
    from stead._leaderboard import Leaderboard, leaderboard
    from stead.matching import Rules
    from stead.task import Annotation, BadInput, GoldStandard, Item, Mapping, Run, SteadError, UsageError

__all__ = [
    "Annotation",
    "BadInput",
    "ComparisonResult",
    "GoldStandard",
    "Item",
    "Leaderboard",
    "Mapping",
    "Result",
    "Rules",
    "Run",
    "SteadError",
    "UsageError",
    "__version__",
    "add_runs",
    "compare",
    "leaderboard",
    "load",
    "load_comparison",
    "score",
]


_HOMES = {
    "ComparisonResult": "_compare",
    "Leaderboard": "_leaderboard",
    "Result": "_api",
    "Rules": "matching",
    "add_runs": "_compare",
    "compare": "_compare",
    "leaderboard": "_leaderboard",
    "load": "_api",
    "load_comparison": "_compare",
    "score": "_api",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import stead` costs nothing."""
    if name not in __all__:
        raise AttributeError(f"module 'stead' has no attribute {name!r}")
    from importlib import import_module  # noqa: PLC0415

    return getattr(import_module(f"stead.{_HOMES.get(name, 'task')}"), name)


def __dir__() -> list[str]:
    return __all__
