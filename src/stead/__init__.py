"""stead, the workbench for lexical substitution: which words can stand in another word's stead?

>>> import stead
>>> result = stead.score({"1": {"clever": 3, "smart": 1}}, {"1": ["smart"]}, measures="best,oot@10")
>>> result.value("best", "R")
0.25
"""

from typing import TYPE_CHECKING

from stead._version import __version__
from stead.core.lazy import lazy_names

if TYPE_CHECKING:
    from stead import posthoc
    from stead.api.agreement import AgreementResult, HumanCeilingResult, human_ceiling, measure_agreement
    from stead.api.compare import ComparisonResult, add_runs, compare, load_comparison
    from stead.api.corpora import (
        CountResult,
        NeighboursResult,
        SampleResult,
        TargetsResult,
        count,
        neighbours,
        propose_targets,
        sample,
    )
    from stead.api.data import (
        CheckResult,
        ConversionResult,
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
        ProposalsResult,
        SheetResult,
        compare_golds,
        describe_gold,
        make_gold,
        propose_curation,
    )
    from stead.api.leaderboard import LeaderboardResult, leaderboard
    from stead.api.options import Scoring
    from stead.api.results import Result
    from stead.api.score import ScoreResult, score
    from stead.api.suggest import Substitute, SuggestionsResult, suggest
    from stead.api.systems import RunResult, TrainResult, TuneResult, run, train, tune
    from stead.core.annotation import Annotation, Annotations
    from stead.core.canonical_forms import CanonicalForms
    from stead.core.errors import BadInput, SteadError, UsageError
    from stead.core.faults import SteadWarning
    from stead.core.gold import GoldStandard
    from stead.core.item import Item
    from stead.core.rating import Rating
    from stead.core.resampling import Resampling
    from stead.core.run import Run
    from stead.golds import Curation, Decision
    from stead.rules.matching import Rules

__all__ = [
    "AgreementResult",
    "Annotation",
    "Annotations",
    "BadInput",
    "CanonicalForms",
    "CheckResult",
    "ComparisonResult",
    "ConversionResult",
    "CountResult",
    "Curation",
    "Decision",
    "GoldResult",
    "GoldStandard",
    "HumanCeilingResult",
    "Item",
    "LeaderboardResult",
    "NeighboursResult",
    "ProposalsResult",
    "Rating",
    "Resampling",
    "Result",
    "Rules",
    "Run",
    "RunResult",
    "SampleResult",
    "ScoreResult",
    "Scoring",
    "SheetResult",
    "SteadError",
    "SteadWarning",
    "Substitute",
    "SuggestionsResult",
    "TargetsResult",
    "TrainResult",
    "TuneResult",
    "UsageError",
    "__version__",
    "add_runs",
    "check",
    "compare",
    "compare_golds",
    "convert",
    "count",
    "describe_gold",
    "human_ceiling",
    "leaderboard",
    "load_comparison",
    "make_gold",
    "measure_agreement",
    "neighbours",
    "posthoc",
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
    "suggest",
    "train",
    "tune",
    "write",
]

__getattr__ = lazy_names(
    "stead",
    {
        "stead.api.agreement": "AgreementResult HumanCeilingResult human_ceiling measure_agreement",
        "stead.api.compare": "ComparisonResult add_runs compare load_comparison",
        "stead.api.corpora": "CountResult NeighboursResult SampleResult TargetsResult count neighbours "
        "propose_targets sample",
        "stead.api.data": "CheckResult ConversionResult check convert read_annotations read_forms read_gold read_items "
        "read_ratings read_run write",
        "stead.api.systems": "RunResult TrainResult TuneResult run train tune",
        "stead.api.gold": "GoldResult ProposalsResult SheetResult compare_golds describe_gold make_gold "
        "propose_curation",
        "stead.api.leaderboard": "LeaderboardResult leaderboard",
        "stead.api.options": "Scoring",
        "stead.api.results": "Result",
        "stead.api.score": "ScoreResult score",
        "stead.api.suggest": "Substitute SuggestionsResult suggest",
        "stead.core.resampling": "Resampling",
        "stead.core.annotation": "Annotation Annotations",
        "stead.core.canonical_forms": "CanonicalForms",
        "stead.core.errors": "BadInput SteadError UsageError",
        "stead.core.gold": "GoldStandard",
        "stead.core.item": "Item",
        "stead.core.faults": "SteadWarning",
        "stead.core.rating": "Rating",
        "stead.core.run": "Run",
        "stead.golds": "Curation Decision",
        "stead.rules.matching": "Rules",
    },
    subpackages=["posthoc"],
)


def __dir__() -> list[str]:
    return __all__
