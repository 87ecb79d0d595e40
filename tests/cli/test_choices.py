"""Names and defaults that help shows without importing their homes are those of their homes."""

import argparse
import inspect
from collections.abc import Callable
from dataclasses import asdict, fields
from importlib import import_module
from typing import Any

import pytest

import stead
from stead import agreement, comparing, counts, formats, golds, lexicons, measures, systems, words
from stead.api.paper_tables import paper_tables
from stead.api.results import ENDINGS
from stead.api.study import MEASURES, RESAMPLING
from stead.cli import choices
from stead.core import annotation
from stead.counts import similarity
from stead.datasets.published import PUBLISHED
from stead.posthoc import candidate_pools, filtering, planning, second_gold, simulated_world
from stead.reporting import sheets, tables
from stead.reporting.comparisons import COMPARISON_RENDERERS
from stead.reporting.study_page import STUDY_RENDERERS
from stead.rules import definitions
from stead.scoring import PRESETS
from stead.systems.blend import components
from stead.systems.blend.trained_models import TIERS


def writers(kind: formats.Kind) -> list[str]:
    return [name for name, known in formats.FORMATS.items() if kind in known.writers]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (choices.KINDS, formats.KINDS),
        (choices.FORMATS, formats.FORMATS),
        (choices.GOLD_FORMATS, writers("gold")),
        (choices.RUN_FORMATS, writers("run")),
        (choices.FAULTS, map(str, formats.Policy)),
        (choices.FORMS, tables.FORMATS),
        (choices.FORMS, sheets.SHEET_RENDERERS),
        (choices.PAGE_FORMS, COMPARISON_RENDERERS),
        (choices.PAGE_FORMS, STUDY_RENDERERS),
        (choices.ENDINGS, ENDINGS),
        (choices.DATASET_PARTS, [f"{name}:{part.name}" for name, known in PUBLISHED.items() for part in known.parts]),
        (choices.PAPER_TABLES, paper_tables()),
        (choices.MEASURES, measures.MEASURES),
        (choices.SUITES, measures.SUITES),
        (choices.SYSTEMS, [*systems.registry.SYSTEMS, *TIERS]),
        (choices.MATCHING, definitions.PRESETS),
        (choices.PRESETS, PRESETS),
        (choices.TESTS, comparing.TESTS),
        (choices.UNITS, comparing.UNITS),
        (choices.DIVISIONS, agreement.GROUPINGS),
        (choices.ALL_SIGNALS, components.SIGNALS),
        (choices.PARTS_OF_SPEECH, lexicons.PARTS_OF_SPEECH),
        (choices.LAYOUTS, map(str, words.CorpusLayout)),
        (choices.DOCUMENTS, map(str, words.Documents)),
        (choices.ENGINES, counts.ENGINES),
        (choices.SIMILARITIES, similarity.MEASURES),
    ],
)
def test_names_are_those_of_the_registry(ours: tuple[str, ...], theirs: Any) -> None:
    assert list(ours) == list(theirs)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (choices.STUDY_MEASURES, MEASURES),
        (choices.MERGES, second_gold.MERGES),
        (choices.MACHINES, annotation.MACHINES),
        (choices.TASKS, systems.TASKS),
        (choices.RUN_ENGINES, systems.ENGINES),
        (choices.TABLES, components.KINDS),
        (choices.SIGNALS, components.DEFAULT_SIGNALS),
        (choices.PEOPLE, planning.PEOPLE),
        (choices.CAMPAIGNS, planning.CAMPAIGNS),
        ({name: default for name, (default, _) in choices.FILTER_RULES.items()}, asdict(filtering.FilterRules())),
        ({name: what for name, (_, what) in choices.FILTER_RULES.items()}, filtering.RULES),
        ({name: default for name, (default, _) in choices.DESIGN.items()}, asdict(simulated_world.Design())),
    ],
    ids=[
        "measures",
        "merges",
        "machines",
        "tasks",
        "engines",
        "tables",
        "signals",
        "people",
        "campaigns",
        "thresholds",
        "rules",
        "design",
    ],
)
def test_texts_and_defaults_are_those_of_their_home(ours: object, theirs: object) -> None:
    assert ours == theirs


def test_what_help_says_of_golds_is_declared_there() -> None:
    rules = golds.AnswerRules()
    assert (rules.max_answers, rules.min_responses, rules.weights) == (3, 2, "counts")
    assert (candidate_pools.DEPTH, agreement.RESAMPLES) == (10, 1000)


CALLS: dict[str, tuple[str, Callable[..., Any]]] = {
    "check": ("check", stead.check),
    "convert": ("check", stead.convert),
    "targets": ("items", stead.propose_targets),
    "sample": ("items", stead.sample),
    "count": ("corpus", stead.count),
    "neighbours": ("corpus", stead.neighbours),
    "run": ("systems", stead.run),
    "train": ("systems", stead.train),
    "tune": ("systems", stead.tune),
    "suggest": ("suggest", stead.suggest),
    "pool": ("posthoc", stead.posthoc.pool),
    "dispatch": ("posthoc", stead.posthoc.dispatch),
    "study": ("posthoc", stead.posthoc.study),
    "score": ("score", stead.score),
    "compare": ("compare", stead.compare),
}


@pytest.mark.parametrize("name", CALLS)
def test_an_option_has_the_default_of_the_parameter(name: str) -> None:
    module, function = CALLS[name]
    parser = argparse.ArgumentParser()
    getattr(import_module(f"stead.cli.{module}"), f"declare_{name}")(parser)
    parameters = {
        **{field.name: field.default for field in fields(stead.Scoring)},
        **{field.name: field.default for field in fields(RESAMPLING)},
        **({"resamples": RESAMPLING.resamples, "measures": MEASURES} if name == "study" else {}),
        **{name: parameter.default for name, parameter in inspect.signature(function).parameters.items()},
    }
    options = {action.dest: action.default for action in parser._actions if action.option_strings}
    shared = {
        dest: default
        for dest, default in options.items()
        if dest in parameters and default not in (None, [], argparse.SUPPRESS)
    }
    assert shared
    usual = {dest: parameters[dest] for dest in shared}
    assert shared == {dest: ",".join(value) if dest == "by" else value for dest, value in usual.items()}
