"""SemDis 2014: five runs on 150 French items, on counts and on (made) graded weights, with and without the mapping."""

import json
from pathlib import Path
from typing import Any

import pytest

from stead import ScoreResult, score
from tests.parity.kit import Numbers, records_of
from tests.scoring.figures import assert_near
from tests.shared import shared

RUNS = ("baseline_dicosyn", "bert_dropout", "made_mixer", "made_other_sentences", "made_quirks")
MEASURES = {"best": "semdis-best", "oot": "semdis-oot", "best_norm": "semdis-best-norm", "oot_norm": "semdis-oot-norm"}
GOLDS = {"gold1": "gold1.txt", "gold2": "gold2_made.txt"}
WAYS = ("normalised_by_mapping", "without_mapping")


def folder() -> Path:
    return shared("parity", "semdis", what="the SemDis 2014 data")


def expected() -> dict[str, Any]:
    content: dict[str, Any] = json.loads((folder() / "expected.json").read_text(encoding="utf-8"))
    return content


def case_of(run: str) -> dict[str, Any]:
    case: dict[str, Any] = next(case for case in expected()["cases"] if case["run"] == f"{run}.txt")
    return case


def scored(*runs: str, gold: str = "gold1", way: str = "normalised_by_mapping", match: str = "semdis") -> ScoreResult:
    return score(
        folder() / GOLDS[gold],
        *(folder() / f"{run}.txt" for run in runs),
        measures="semdis",
        match=match,
        mapping=folder() / "mapping.txt" if way == "normalised_by_mapping" else None,
    )


def averages(result: ScoreResult) -> Numbers:
    return {name: result.value(measure, "mean") for name, measure in MEASURES.items()}


def over_submitted_lines(result: ScoreResult, submitted: int) -> dict[str, float]:
    """The script averages over the lines of the run: an item that is left out is no item."""
    whole = {name: result.value(MEASURES[name], "mean") for name in ("best", "oot")}
    return {name: mean * 150 / submitted for name, mean in whole.items() if mean is not None}


def test_the_kit_has_no_other_run() -> None:
    assert sorted(case["run"] for case in expected()["cases"]) == sorted(f"{run}.txt" for run in RUNS)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("run", RUNS)
def test_averages_over_all_items_of_gold_1(run: str, way: str) -> None:
    result = scored(run, way=way)
    assert {each.scored for each in result.scores} == {150}
    assert_near(averages(result), case_of(run)[way]["by_formula_over_all_gold_items"])


@pytest.mark.parametrize("run", RUNS)
def test_averages_over_all_items_of_gold_2(run: str) -> None:
    result = scored(run, gold="gold2")
    assert result.evaluation.gold.graded
    assert_near(averages(result), case_of(run)["gold2_by_formula_over_all_gold_items"])


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("run", [run for run in RUNS if run != "made_quirks"])
def test_the_figures_of_the_script_come_out_where_its_defects_make_no_difference(run: str, way: str) -> None:
    case = case_of(run)[way]
    assert case["agree_over_submitted"]
    figures = case["semdis_eval"]["figures"]
    own = over_submitted_lines(scored(run, way=way), figures["instances"])
    assert own == pytest.approx({name: figures[name] for name in own}, rel=0, abs=1e-12)


def test_paying_every_copy_gives_the_figures_of_the_script_without_mapping() -> None:
    figures = case_of("made_quirks")["without_mapping"]["semdis_eval"]["figures"]
    result = scored("made_quirks", way="without_mapping", match="semdis,duplicates=paid")
    own = over_submitted_lines(result, figures["instances"])
    assert own == pytest.approx({name: figures[name] for name in own}, rel=0, abs=1e-12)


@pytest.mark.parametrize("gold", GOLDS)
@pytest.mark.parametrize("run", RUNS)
def test_items(run: str, gold: str) -> None:
    own: dict[str, Numbers] = {}
    by_measure = {f"{measure}@10" if "oot" in measure else measure: name for name, measure in MEASURES.items()}
    for record in scored(run, gold=gold).items():
        own.setdefault(record["id"], {})[by_measure[record["measure"]]] = record["credit"]
    records = {str(record["id"]): record[gold] for record in records_of(folder() / case_of(run)["own_per_item_file"])}
    assert own.keys() == records.keys()
    for identifier, figures in records.items():
        assert_near(own[identifier], figures)


@pytest.mark.parametrize("run", [run for run in RUNS if run != "made_quirks"])
def test_items_as_the_script_prints_them(run: str) -> None:
    lines = (folder() / case_of(run)["semdis_eval_detail_file"]).read_text(encoding="utf-8").splitlines()
    cells = [[cell.strip() for cell in line.split("\t")] for line in lines if line.count("\t") == 4]
    printed = {identifier: (float(best), float(oot)) for identifier, _, _, best, oot in cells[1:]}
    best, oot = scored(run).evaluation.statistics[:2]
    rows = zip(best.ids, best.values[:, 2].tolist(), oot.values[:, 2].tolist(), strict=True)
    own = {identifier: (best_score, oot_score) for identifier, best_score, oot_score in rows}
    assert own.keys() == printed.keys()
    for identifier, figures in printed.items():
        assert own[identifier] == pytest.approx(figures, rel=0, abs=1e-9), identifier


@pytest.mark.parametrize("name", ["best_norm", "oot_norm"])
def test_rank_study(name: str) -> None:
    """Ranks on both golds from unrounded scores; difference = rank on gold 2 minus rank on gold 1."""
    scores = {gold: run_scores(scored(*RUNS, gold=gold), MEASURES[name]) for gold in GOLDS}
    ranks = {gold: ranking(scores[gold]) for gold in GOLDS}
    for row in expected()["rank_study"]["tables"][name]:
        run = row["run"].removesuffix(".txt")
        assert_near({gold: scores[gold][run] for gold in GOLDS}, {gold: row[gold] for gold in GOLDS})
        assert (ranks["gold1"][run], ranks["gold2"][run]) == (row["rank1"], row["rank2"])
        assert ranks["gold2"][run] - ranks["gold1"][run] == row["rank_difference"]


def run_scores(result: ScoreResult, measure: str) -> dict[str, float]:
    values = {run: result.value(measure, "mean", run=run) for run in RUNS}
    return {run: value for run, value in values.items() if value is not None}


def ranking(scores: dict[str, float]) -> dict[str, int]:
    ordered = sorted(scores, key=lambda run: -scores[run])
    return {run: place for place, run in enumerate(ordered, start=1)}
