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
    from stead.api.compare import ComparisonResult, PaperTableResult, add_runs, compare, load_comparison
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
        to_frame,
        write,
    )
    from stead.api.data_sets import dataset
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
    from stead.api.machine_answers import AnnotateResult, RateResult, annotate, rate
    from stead.api.options import Scoring
    from stead.api.reproduction import reproduce
    from stead.api.results import Result
    from stead.api.score import ScoreResult, score
    from stead.api.suggest import SuggestionsResult, suggest
    from stead.api.systems import RunResult, TrainResult, TuneResult, run, train, tune
    from stead.api.worth import WorthResult, worth
    from stead.core.annotation import Annotation, Annotations
    from stead.core.errors import BadInput, SteadError, UsageError
    from stead.core.faults import SteadWarning
    from stead.core.item import Item
    from stead.core.rating import Rating
    from stead.core.resampling import Resampling
    from stead.core.substitutes import CanonicalForms, GoldStandard, Run
    from stead.datasets import DatasetPart
    from stead.golds import Curation, Decision
    from stead.rules.definitions import Rules
    from stead.systems import RewrittenSentence, Substitute, Substituter, Suggestions, TextOptions

__all__ = [
    "AgreementResult",
    "AnnotateResult",
    "Annotation",
    "Annotations",
    "BadInput",
    "CanonicalForms",
    "CheckResult",
    "ComparisonResult",
    "ConversionResult",
    "CountResult",
    "Curation",
    "DatasetPart",
    "Decision",
    "GoldResult",
    "GoldStandard",
    "HumanCeilingResult",
    "Item",
    "LeaderboardResult",
    "NeighboursResult",
    "PaperTableResult",
    "ProposalsResult",
    "RateResult",
    "Rating",
    "Resampling",
    "Result",
    "RewrittenSentence",
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
    "Substituter",
    "Suggestions",
    "SuggestionsResult",
    "TargetsResult",
    "TextOptions",
    "TrainResult",
    "TuneResult",
    "UsageError",
    "WorthResult",
    "__version__",
    "add_runs",
    "annotate",
    "check",
    "compare",
    "compare_golds",
    "convert",
    "count",
    "dataset",
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
    "rate",
    "read_annotations",
    "read_forms",
    "read_gold",
    "read_items",
    "read_ratings",
    "read_run",
    "reproduce",
    "run",
    "sample",
    "score",
    "suggest",
    "to_frame",
    "train",
    "tune",
    "worth",
    "write",
]

__getattr__ = lazy_names(
    "stead",
    {
        "stead.api.agreement": "AgreementResult HumanCeilingResult human_ceiling measure_agreement",
        "stead.api.compare": "ComparisonResult PaperTableResult add_runs compare load_comparison",
        "stead.api.corpora": "CountResult NeighboursResult SampleResult TargetsResult count neighbours "
        "propose_targets sample",
        "stead.api.data": "CheckResult ConversionResult check convert read_annotations read_forms read_gold read_items "
        "read_ratings read_run to_frame write",
        "stead.api.systems": "RunResult TrainResult TuneResult run train tune",
        "stead.api.gold": "GoldResult ProposalsResult SheetResult compare_golds describe_gold make_gold "
        "propose_curation",
        "stead.api.machine_answers": "AnnotateResult RateResult annotate rate",
        "stead.api.leaderboard": "LeaderboardResult leaderboard",
        "stead.api.data_sets": "dataset",
        "stead.api.options": "Scoring",
        "stead.api.reproduction": "reproduce",
        "stead.api.results": "Result",
        "stead.api.score": "ScoreResult score",
        "stead.api.suggest": "SuggestionsResult suggest",
        "stead.api.worth": "WorthResult worth",
        "stead.core.resampling": "Resampling",
        "stead.core.annotation": "Annotation Annotations",
        "stead.core.errors": "BadInput SteadError UsageError",
        "stead.core.substitutes": "CanonicalForms GoldStandard Run",
        "stead.core.item": "Item",
        "stead.core.faults": "SteadWarning",
        "stead.core.rating": "Rating",
        "stead.datasets": "DatasetPart",
        "stead.golds": "Curation Decision",
        "stead.rules.definitions": "Rules",
        "stead.systems": "RewrittenSentence Substitute Substituter Suggestions TextOptions",
    },
    subpackages=["posthoc"],
)


def __dir__() -> list[str]:
    return __all__
