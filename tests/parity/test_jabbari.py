"""Jabbari, Hepple and Guthrie's measures: the averages and the items of the kit.

The synthetic cases are here; those on the trial data of SemEval-2007 are read from ../shared.
"""

import json
from pathlib import Path

import pytest

from stead import BadInput, ScoreResult, score
from stead.reporting.score_tables import item_records
from tests.parity.kit import (
    JABBARI,
    Case,
    Numbers,
    assert_one_sentence,
    case_named,
    cases_of,
    load_as_submitted,
    records_of,
)
from tests.scoring.figures import assert_near
from tests.shared import shared

COVERAGES = {"": "coverage", "_k_mean_gold": "coverage(k=mean-gold)", "_k_mean_answer": "coverage(k=mean-answer)"}
MEASURES = ["jabbari-best", "jabbari-best1", "rank", *COVERAGES.values()]
MIN_RESPONSES = {"over_T": None, "over_all_gold": 0}

NOTHING_ATTEMPTED = {"synthetic_empty_best", "synthetic_only_blank_best"}
ALL_SYNTHETIC = {case["name"]: case for case in cases_of(JABBARI)}
SYNTHETIC = {name: case for name, case in ALL_SYNTHETIC.items() if name not in NOTHING_ATTEMPTED}
TRIAL = [f"ls07_{system}_{task}" for system in ("wordnet", "oracle", "shuffled", "hedger") for task in ("best", "oot")]


def trial_folder() -> Path:
    return shared("parity", "jabbari")


def scored(folder: Path, case: Case, over: str) -> ScoreResult:
    run = folder / case["run"]
    task = run.stem.rsplit("_", 1)[-1]
    return score(
        folder / case["gold"],
        load_as_submitted(run, task),
        measures=MEASURES,
        min_responses=MIN_RESPONSES[over],
    )


def averages(result: ScoreResult) -> Numbers:
    """The scores as the kit names them."""
    first = result.scores[0]
    names = {"best_new": "jabbari-best", "best1": "jabbari-best1", "rank": "rank@10"}
    numbers: Numbers = {name: result.value(measure, "mean") for name, measure in names.items()}
    numbers |= {"items": first.scored, "answered": first.attempted, "cov_r": result.value("coverage", "R")}
    for suffix, measure in COVERAGES.items():
        numbers |= {f"cov_p{suffix}": result.value(measure, "P"), f"cov_f{suffix}": result.value(measure, "F")}
    return numbers | {"cov_f_mean_of_items": mean_of_item_f(result)}


def mean_of_item_f(result: ScoreResult) -> float:
    coverage = next(each for each in result.evaluation.statistics if each.measure == "coverage(k=1)")
    return float(coverage.figures[:, coverage.figure_names.index("F")].mean())


def items(result: ScoreResult) -> dict[str, dict[str, float | None]]:
    """The figures of each item as the kit names them (k = 1)."""
    names = {
        ("jabbari-best", "mean"): "best_new",
        ("jabbari-best1", "mean"): "best1",
        ("coverage(k=1)", "P"): "cov_p",
        ("coverage(k=1)", "R"): "cov_r",
        ("coverage(k=1)", "F"): "cov_f",
        ("rank@10", "mean"): "rank",
    }
    own: dict[str, dict[str, float | None]] = {}
    for record in item_records(result.evaluation):
        figures = {names.get((record["measure"], figure)): value for figure, value in record["figures"].items()}
        own.setdefault(record["id"], {}).update({name: value for name, value in figures.items() if name})
    return own


def assert_same_items(folder: Path, case: Case) -> None:
    result = scored(folder, case, "over_all_gold")
    expected = records_of(folder / case["per_item"])
    names = ("best_new", "best1", "cov_p", "cov_r", "cov_f", "rank")
    own = items(result)
    assert list(own) == [record["id"] for record in expected]
    for record in expected:
        assert_near(own[record["id"]], {name: record[name] for name in names})
    answered = result.evaluation.statistics[0].values[:, 1].astype(bool).tolist()
    assert answered == [record["answers"] > 0 for record in expected]
    in_t = {record["id"] for record in expected if record["in_T"]}
    assert set(scored(folder, case, "over_T").evaluation.statistics[0].ids) == in_t


def test_the_kit_is_all_there() -> None:
    assert len(ALL_SYNTHETIC) == 50
    assert sum("per_item" in case for case in SYNTHETIC.values()) == 9


def test_the_trial_kit_has_no_other_case() -> None:
    names = {case["name"] for case in cases_of(trial_folder())}
    assert names == ALL_SYNTHETIC.keys() | set(TRIAL)


@pytest.mark.parametrize("over", MIN_RESPONSES)
@pytest.mark.parametrize("name", SYNTHETIC)
def test_synthetic_averages(name: str, over: str) -> None:
    case = SYNTHETIC[name]
    assert_near(averages(scored(JABBARI, case, over)), case[over])


@pytest.mark.parametrize("name", [name for name, case in SYNTHETIC.items() if "per_item" in case])
def test_synthetic_items(name: str) -> None:
    assert_same_items(JABBARI, SYNTHETIC[name])


@pytest.mark.parametrize("over", MIN_RESPONSES)
@pytest.mark.parametrize("name", TRIAL)
def test_trial_averages(name: str, over: str) -> None:
    case = case_named(trial_folder(), name)
    assert_near(averages(scored(trial_folder(), case, over)), case[over])


@pytest.mark.parametrize("name", TRIAL)
def test_trial_items(name: str) -> None:
    assert_same_items(trial_folder(), case_named(trial_folder(), name))


@pytest.mark.parametrize("over", MIN_RESPONSES)
@pytest.mark.parametrize("name", sorted(NOTHING_ATTEMPTED))
def test_a_run_that_attempts_nothing_is_refused_in_a_sentence(name: str, over: str) -> None:
    with pytest.raises(BadInput) as refusal:
        scored(JABBARI, ALL_SYNTHETIC[name], over)
    assert_one_sentence(refusal.value)


WORKED = json.loads((JABBARI / "worked_examples.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "example", WORKED["examples"], ids=[" ".join(example["answers"]) or "nothing" for example in WORKED["examples"]]
)
def test_worked_examples_to_six_decimals(example: Case) -> None:
    """Answered or not, next to an item that is, so that the run is not empty."""
    gold = {"1": WORKED["gold"], "2": {"glad": 2}}
    result = score(gold, {"1": example["answers"], "2": ["glad"]}, measures=MEASURES)
    own = {(record["measure"], record["id"]): record["figures"] for record in item_records(result.evaluation)}
    figures: Numbers = {
        "best_new": own["jabbari-best", "1"]["mean"],
        "best1": own["jabbari-best1", "1"]["mean"],
        "rank": own["rank@10", "1"]["mean"],
        "cov_r": own["coverage(k=1)", "1"]["R"],
    }
    for suffix, price in (("", "1"), ("_k_mean_gold", "mean-gold"), ("_k_mean_answer", "mean-answer")):
        coverage = own[f"coverage(k={price})", "1"]
        figures |= {f"cov_p{suffix}": coverage["P"], f"cov_f{suffix}": coverage["F"]}
    assert_near(figures, {name: value for name, value in example.items() if name != "answers"})
