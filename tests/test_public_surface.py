"""What the package offers to the world, and what importing it costs."""

import json
import subprocess
import sys
from importlib.metadata import entry_points, version
from importlib.resources import files

import pytest

import stead

PUBLIC = [
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

POSTHOC = [
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

LOADED = "import json, sys; print('LOADED', json.dumps(sorted(sys.modules)))"


def modules_after(program: str) -> set[str]:
    """The modules that a new interpreter has loaded after a program, at whatever point the program exits."""
    wrapped = f"try:\n    {program}\nexcept SystemExit:\n    pass\n{LOADED}"
    done = subprocess.run([sys.executable, "-c", wrapped], capture_output=True, text=True, check=True)
    (line,) = [line for line in done.stdout.splitlines() if line.startswith("LOADED ")]
    return set(json.loads(line.removeprefix("LOADED ")))


def test_the_public_names_are_these_and_sorted() -> None:
    assert stead.__all__ == sorted(stead.__all__)
    assert stead.__all__ == PUBLIC


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_can_be_imported_and_is_documented(name: str) -> None:
    value = getattr(stead, name)
    assert isinstance(value, str) or value.__doc__


def test_the_public_names_of_post_hoc_studies_are_these_and_sorted() -> None:
    assert stead.posthoc.__all__ == sorted(stead.posthoc.__all__)
    assert stead.posthoc.__all__ == POSTHOC


@pytest.mark.parametrize("name", POSTHOC)
def test_every_public_name_of_post_hoc_studies_can_be_imported_and_is_documented(name: str) -> None:
    assert getattr(stead.posthoc, name).__doc__


def test_a_star_import_gives_exactly_the_public_names() -> None:
    namespace: dict[str, object] = {}
    exec("from stead import *", namespace)
    assert sorted(set(namespace) - {"__builtins__"}) == PUBLIC


def test_a_public_name_is_the_same_object_each_time() -> None:
    assert stead.score is stead.score
    assert stead.BadInput is stead.BadInput


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="scoer"):
        stead.scoer  # noqa: B018


def test_the_exceptions_form_one_tree() -> None:
    assert issubclass(stead.BadInput, stead.SteadError)
    assert issubclass(stead.UsageError, stead.SteadError)
    assert (stead.BadInput.status, stead.UsageError.status) == (1, 2)


def test_the_package_says_that_it_is_typed() -> None:
    assert (files("stead") / "py.typed").is_file()


def test_the_version_is_that_of_the_installed_package() -> None:
    assert stead.__version__ == version("stead")


@pytest.mark.parametrize(
    ("command", "target"), [("stead", "stead.cli:main"), ("lexsub_score", "stead.cli.lexsub_score:main")]
)
def test_the_commands_are_installed(command: str, target: str) -> None:
    (script,) = entry_points(group="console_scripts", name=command)
    assert script.value == target
    assert callable(script.load())


def test_importing_the_package_loads_nothing_heavy() -> None:
    new = modules_after("import stead") - modules_after("pass")
    assert not new & {"numpy", "argparse", "dataclasses", "gzip", "hashlib", "pathlib", "xml", "unicodedata"}
    assert {name for name in new if name.startswith("stead")} == {
        "stead",
        "stead._version",
        "stead.core",
        "stead.core.lazy",
    }


@pytest.mark.parametrize(
    "words",
    [["--help"], ["--version"], ["official", "--help"], ["nonsense"], []],
    ids=lambda words: " ".join(words) or "-",
)
def test_a_command_that_computes_nothing_does_not_load_numpy(words: list[str]) -> None:
    assert "numpy" not in modules_after(f"from stead.cli import main; main({words!r})")


def test_an_unused_command_is_not_loaded() -> None:
    loaded = modules_after("from stead.cli import main; main(['official', '--help'])")
    assert not {f"stead.cli.{name}" for name in ("compare", "check", "gold", "demo", "posthoc")} & loaded


@pytest.mark.parametrize(
    "words", [["score", "--help"], ["campaign", "--help"], ["campaign", "init", "--help"]], ids=" ".join
)
def test_what_only_campaigns_need_is_loaded_by_campaigns_only_when_they_work(words: list[str]) -> None:
    loaded = modules_after(f"from stead.cli import main; main({words!r})")
    assert not {"sqlalchemy", "alembic", "argon2", "psycopg", "starlette"} & loaded
