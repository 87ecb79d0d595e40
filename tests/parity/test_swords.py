"""SWORDS: two systems on the development set, every figure of the evaluator, on the files as they are published.

The lemmatised copies show that the figures follow by arithmetic, with no WordNet at hand.
"""

import gzip
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from stead import GoldStandard, Run, ScoreResult, score
from stead.core.faults import Source
from stead.core.substitutes import GoldRow, RunRow
from tests.lexicons.real import real
from tests.parity.kit import Case, cases_of, printed
from tests.shared import shared

SYSTEMS = ("noisy", "wordnet")
GOLDS = {"a": "acceptable", "c": "conceivable"}
UNJUDGED = {"strict": "wrong", "lenient": "removed"}
RANKED = "gap(pool=run,multiwords=kept,ties=file"


def folder() -> Path:
    return shared("parity", "swords", what="the SWORDS data")


def case_of(system: str) -> Case:
    return next(case for case in cases_of(folder()) if case["system"] == f"system_{system}.lsr.json")


def lemmatised(name: str) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(gzip.decompress((folder() / f"{name}_after_lemmatising.json.gz").read_bytes()))
    return content


def gold() -> GoldStandard:
    rows = [
        GoldRow(
            "",
            target,
            [(term, float(labels.count("TRUE"))) for term, labels in judged],
            judges=[float(len(labels)) for _, labels in judged],
        )
        for target, judged in lemmatised("gold").items()
    ]
    return GoldStandard.of(rows, Source("gold", "0" * 64), graded=False)


def run(system: str) -> Run:
    """Answers by falling score; equal scores stay in the order of the file."""
    rows = []
    for target, answers in lemmatised(f"system_{system}").items():
        ranked = sorted(answers, key=lambda pair: -float(pair[1]))
        rows.append(RunRow("", target, [term for term, _ in ranked], [float(value) for _, value in ranked]))
    return Run.of(rows, Source(system, "1" * 64))


def swords_f(way: str, judged: str, *, depth: int = 10, recall: str = "capped") -> str:
    return f"swords-f@{depth}(gold={GOLDS[judged]},unjudged={UNJUDGED[way]},recall={recall})"


def figures() -> dict[str, tuple[str, str]]:
    """For each figure of the evaluator the measure of stead and the figure of that."""
    own = {
        "strict_c_p@1": (swords_f("strict", "c", depth=1), "P"),
        "gap": (f"{RANKED})", "mean"),
        "gap_rat": (f"{RANKED},weights=shares)", "mean"),
    }
    for way in UNJUDGED:
        for judged in GOLDS:
            capped, full = swords_f(way, judged), swords_f(way, judged, recall="full")
            own |= {f"{way}_{judged}_{figure.lower()}@10": (capped, figure) for figure in ("P", "R", "F")}
            own |= {f"{way}_{judged}_{figure.lower()}s@10": (full, figure) for figure in ("R", "F")}
    return own


def all_measures() -> list[str]:
    return list(dict.fromkeys(measure for measure, _ in figures().values()))


@cache
def scored(system: str) -> ScoreResult:
    real("wordnet")
    files = folder() / "swords-v1.1_dev.json.gz", folder() / f"system_{system}.lsr.json"
    return score(*files, preset="swords", measures=all_measures())


@cache
def scored_copies(system: str) -> ScoreResult:
    return score(gold(), run(system), preset="swords", match="exact", measures=all_measures())


def percentages(result: ScoreResult, names: list[str]) -> dict[str, float | None]:
    values = {name: result.value(*figures()[name]) for name in names}
    return {name: None if value is None else 100 * value for name, value in values.items()}


def test_the_kit_has_no_other_system_and_no_other_figure() -> None:
    assert [case["system"] for case in cases_of(folder())] == [f"system_{system}.lsr.json" for system in SYSTEMS]
    for system in SYSTEMS:
        assert case_of(system)["own_agrees"]
        assert case_of(system)["swords_eval"].keys() == case_of(system)["as_printed"].keys() == figures().keys()


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_figure(system: str) -> None:
    """The kit has percentages to six decimals."""
    own = percentages(scored(system), list(figures()))
    assert own == pytest.approx(case_of(system)["swords_eval"], rel=0, abs=1e-6)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_figure_on_the_lemmatised_copies(system: str) -> None:
    own = percentages(scored_copies(system), list(figures()))
    assert own == pytest.approx(case_of(system)["swords_eval"], rel=0, abs=1e-6)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_figure_as_the_evaluator_prints_it(system: str) -> None:
    assert printed(percentages(scored(system), list(figures()))) == case_of(system)["as_printed"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_target_counts(system: str) -> None:
    assert {own.scored for own in scored(system).scores} == {370}


@pytest.mark.parametrize("system", SYSTEMS)
def test_the_preset_is_the_headline_figures_of_the_evaluator(system: str) -> None:
    real("wordnet")
    result = score(folder() / "swords-v1.1_dev.json.gz", folder() / f"system_{system}.lsr.json", preset="swords")
    names = [f"{way}_{judged}_f@10" for way in UNJUDGED for judged in GOLDS] + ["gap", "gap_rat"]
    assert len(result.scores) == len(names)
    expected = case_of(system)["swords_eval"]
    assert percentages(result, names) == pytest.approx({name: expected[name] for name in names}, rel=0, abs=1e-6)
