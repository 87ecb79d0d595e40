"""TSAR-2022: the trial data in three languages, a clean and an odd run each, against the official script."""

import math
from functools import cache
from pathlib import Path

import pytest

from stead import ScoreResult, score
from tests.parity.kit import Case, Numbers, cases_of
from tests.scoring.figures import assert_near
from tests.shared import shared

LANGUAGES = ("en", "es", "pt")
KINDS = ("clean", "quirks")
MEASURES = {
    "MAP@1/Potential@1/Precision@1": ["map@1", "potential@1", "p@1"],
    **{f"MAP@{depth}": [f"map@{depth}"] for depth in (3, 5, 10)},
    **{f"Potential@{depth}": [f"potential@{depth}"] for depth in (3, 5, 10)},
    **{f"Accuracy@{depth}@top_gold_1": [f"acc-top1@{depth}"] for depth in (1, 2, 3)},
}

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_kind = pytest.mark.parametrize("kind", KINDS)


def folder() -> Path:
    return shared("parity", "tsar", what="the TSAR-2022 data")


def case_of(language: str, kind: str) -> Case:
    return next(case for case in cases_of(folder()) if case["run"] == f"run_{language}_{kind}.tsv")


@cache
def scored(language: str, kind: str) -> ScoreResult:
    case = case_of(language, kind)
    measures = [measure for own in MEASURES.values() for measure in own]
    return score(folder() / case["gold"], folder() / case["run"], preset="tsar", measures=measures)


def averages(result: ScoreResult) -> Numbers:
    """The scores as the kit names them; the three names of its first figure are one number."""
    own = {name: {result.value(measure) for measure in measures} for name, measures in MEASURES.items()}
    assert all(len(values) == 1 for values in own.values())
    return {name: values.pop() for name, values in own.items()}


def cut(value: float | None) -> float:
    """To four decimals, not rounded, as the script does; twelve digits hide what floating point adds or takes."""
    return math.floor(round((value or 0) * 10_000, 8)) / 10_000


def test_the_kit_has_no_other_run() -> None:
    runs = {case["run"] for case in cases_of(folder())}
    assert runs == {f"run_{language}_{kind}.tsv" for language in LANGUAGES for kind in KINDS}


@each_kind
@each_language
def test_averages_over_all_lines_of_the_gold(language: str, kind: str) -> None:
    case = case_of(language, kind)
    assert {own.scored for own in scored(language, kind).scores} == {case["lines_in_gold"]}
    assert_near(averages(scored(language, kind)), case["own_over_all_gold_lines"])


@each_language
def test_clean_runs_have_the_figures_of_the_script(language: str) -> None:
    case = case_of(language, "clean")
    assert case["agree"]
    own = {name: cut(value) for name, value in averages(scored(language, "clean")).items()}
    assert own == case["tsar_eval"]["figures"]


@each_kind
@each_language
def test_the_preset_alone_has_every_figure_of_the_script(language: str, kind: str) -> None:
    """The script's denominator is the run's: a line that is left out is no item."""
    case = case_of(language, kind)
    result = score(folder() / case["gold"], folder() / case["run"], preset="tsar")
    own = [own.figures["mean"] for own in result.scores]
    assert own == pytest.approx(list(case["own_over_predicted_lines"].values()), rel=0, abs=1e-6)
    if case["agree"]:
        assert list(map(cut, own)) == list(case["tsar_eval"]["figures"].values())
