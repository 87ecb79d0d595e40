"""GAP: four rankings of the LS07 trial gold, multiwords kept and removed, against the evaluator of Melamud et al."""

from functools import cache
from pathlib import Path

import pytest

from stead import ScoreResult, score
from stead.reporting.score_tables import item_records
from tests.parity.kit import Case, cases_of
from tests.shared import shared

RANKINGS = ("frequency", "random", "noisy", "repeated")
MULTIWORDS = ("kept", "removed")
AGREEING = ("frequency", "random", "noisy")
IGNORED = {"kept": 0, "removed": 2}
PRESET = "gap(pool=run,multiwords=removed,ties=file,weights=counts)"

each_ranking = pytest.mark.parametrize("ranking", RANKINGS)
each_way = pytest.mark.parametrize("multiwords", MULTIWORDS)


def folder() -> Path:
    return shared("parity", "gap")


def case_of(ranking: str, multiwords: str) -> Case:
    return next(
        case
        for case in cases_of(folder())
        if case["ranking"] == f"ranking_{ranking}.txt" and case["multiwords"].startswith(multiwords)
    )


def measure(multiwords: str) -> str:
    return f"gap(pool=run,multiwords={multiwords},ties=file)"


@cache
def scored(ranking: str, multiwords: str, *, repeats: str = "paid") -> ScoreResult:
    return score(
        folder() / "gold.txt",
        folder() / f"ranking_{ranking}.txt",
        preset="melamud-gap",
        measures=measure(multiwords),
        match=f"exact,duplicates={repeats}",
    )


def mean(result: ScoreResult, multiwords: str) -> float:
    value = result.value(measure(multiwords))
    assert value is not None
    return value


def printed(value: float) -> str:
    """As Python 2 prints a number: twelve digits that count."""
    return f"{value:.12g}"


def test_the_kit_has_no_other_case() -> None:
    names = {(case["ranking"], case["multiwords"].split()[0]) for case in cases_of(folder())}
    assert names == {(f"ranking_{ranking}.txt", multiwords) for ranking in RANKINGS for multiwords in MULTIWORDS}


@each_way
@each_ranking
def test_averages(ranking: str, multiwords: str) -> None:
    case = case_of(ranking, multiwords)
    assert mean(scored(ranking, multiwords), multiwords) == pytest.approx(case["own_mean_gap"], rel=0, abs=1e-6)


@each_way
@each_ranking
def test_averages_as_the_evaluator_prints_them(ranking: str, multiwords: str) -> None:
    expected = case_of(ranking, multiwords)["lst_gap"]
    assert printed(mean(scored(ranking, multiwords), multiwords)) == expected["mean_gap"]


@each_way
@each_ranking
def test_items_without_a_substitute_are_left_out(ranking: str, multiwords: str) -> None:
    own, expected = scored(ranking, multiwords).scores[0], case_of(ranking, multiwords)["lst_gap"]
    assert (own.scored, expected["ignored"]) == (expected["items"], IGNORED[multiwords])
    assert own.signature.split("|items:")[1].startswith(f"{expected['items']}/300|")


@each_way
@each_ranking
def test_items(ranking: str, multiwords: str) -> None:
    """Item by item as printed; what the evaluator leaves out has no value here."""
    path = folder() / case_of(ranking, multiwords)["lst_gap"]["per_item_file"]
    lines = (line.rpartition("\t") for line in path.read_text(encoding="utf-8").splitlines())
    expected = {name: float(value) for name, _, value in lines}
    records = {
        f"{item['lexelt']} {item['id']}": item["figures"]["mean"]
        for item in item_records(scored(ranking, multiwords).evaluation)
    }
    own = {name: value for name, value in records.items() if value is not None}
    assert own.keys() == expected.keys()
    assert own == pytest.approx(expected, rel=0, abs=1e-11)


@each_way
def test_repeats_removed(multiwords: str) -> None:
    """The evaluator pays a repeated candidate again; by default stead does not."""
    own = mean(scored("repeated", multiwords, repeats="once"), multiwords)
    assert own == pytest.approx(case_of("repeated", multiwords)["own_mean_gap_repeats_removed"], rel=0, abs=1e-6)
    assert own < mean(scored("repeated", multiwords), multiwords)


@each_way
@pytest.mark.parametrize("ranking", AGREEING)
def test_without_repeats_it_does_not_matter_whether_they_are_paid(ranking: str, multiwords: str) -> None:
    assert "own_mean_gap_repeats_removed" not in case_of(ranking, multiwords)
    assert mean(scored(ranking, multiwords, repeats="once"), multiwords) == mean(
        scored(ranking, multiwords), multiwords
    )


@each_ranking
def test_the_preset_alone_gives_the_figures_of_the_evaluator(ranking: str) -> None:
    result = score(folder() / "gold.txt", folder() / f"ranking_{ranking}.txt", preset="melamud-gap")
    assert [own.measure for own in result.scores] == [PRESET]
    assert printed(result.scores[0].figures["mean"] or 0) == case_of(ranking, "removed")["lst_gap"]["mean_gap"]


def test_the_ties_of_the_evaluator_are_in_the_order_of_the_file() -> None:
    """The ranking by frequency has many ties: over all their orders the value is another."""
    expected = score(
        folder() / "gold.txt",
        folder() / "ranking_frequency.txt",
        preset="melamud-gap",
        measures="gap(pool=run,multiwords=kept,ties=expected)",
    )
    assert expected.scores[0].figures["mean"] != pytest.approx(mean(scored("frequency", "kept"), "kept"), abs=1e-4)
