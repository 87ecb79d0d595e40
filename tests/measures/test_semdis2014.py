"""SemDis 2014 and Tanguy, Fabre and Riviere 2018: a hand-made item with more than ten substitutes."""

import pytest

from stead import score
from tests.measures.examples import Gold, figures_of_item

TWELVE: Gold = {f"term {number}": 3 - 0.25 * number for number in range(12)}
"""Weights 3, 2.75, ..., 0.25: they add up to 19.5, the ten heaviest to 18.75."""

TERMS = list(TWELVE)


def test_the_perfect_ten_answers_reach_one_only_when_normalised() -> None:
    """It is impossible to get a high score with more than ten suitable substitutes (section 5.1)."""
    perfect = TERMS[:10]
    assert figures_of_item("semdis-oot", TWELVE, perfect)["mean"] == pytest.approx(18.75 / 19.5)
    assert figures_of_item("semdis-oot-norm", TWELVE, perfect)["mean"] == 1
    assert figures_of_item("semdis-best", TWELVE, perfect)["mean"] == pytest.approx(3 / 19.5)
    assert figures_of_item("semdis-best-norm", TWELVE, perfect)["mean"] == 1


def test_a_lesser_answer_in_place_of_the_best() -> None:
    answers = [TERMS[11], *TERMS[1:10]]
    assert figures_of_item("semdis-oot", TWELVE, answers)["mean"] == pytest.approx(16 / 19.5)
    assert figures_of_item("semdis-oot-norm", TWELVE, answers)["mean"] == pytest.approx(16 / 18.75)
    assert figures_of_item("semdis-best", TWELVE, answers)["mean"] == pytest.approx(0.25 / 19.5)
    assert figures_of_item("semdis-best-norm", TWELVE, answers)["mean"] == pytest.approx(0.25 / 3)


def test_only_the_first_answer_counts_in_best() -> None:
    for rest in ([], ["wrong"], TERMS[2:]):
        assert figures_of_item("semdis-best", TWELVE, [TERMS[1], *rest])["mean"] == pytest.approx(2.75 / 19.5)
        assert figures_of_item("semdis-best-norm", TWELVE, [TERMS[1], *rest])["mean"] == pytest.approx(2.75 / 3)


def test_the_eleventh_answer_earns_nothing() -> None:
    assert figures_of_item("semdis-oot", TWELVE, TERMS)["mean"] == pytest.approx(18.75 / 19.5)
    assert figures_of_item("semdis-oot-norm", TWELVE, TERMS)["mean"] == 1


@pytest.mark.parametrize(("depth", "heaviest"), [(1, 3), (2, 5.75), (12, 19.5), (50, 19.5)])
def test_the_depth_is_that_of_the_answers_and_of_the_maximum(depth: int, heaviest: float) -> None:
    assert figures_of_item(f"semdis-oot@{depth}", TWELVE, TERMS)["mean"] == pytest.approx(heaviest / 19.5)
    assert figures_of_item(f"semdis-oot-norm@{depth}", TWELVE, TERMS)["mean"] == 1
    assert figures_of_item(f"semdis-oot-norm@{depth}", TWELVE, TERMS[:1])["mean"] == pytest.approx(3 / heaviest)


def test_up_to_ten_substitutes_normalised_oot_is_oot() -> None:
    few = {term: TWELVE[term] for term in TERMS[:10]}
    answers = [*TERMS[3:6], "wrong"]
    assert figures_of_item("semdis-oot-norm", few, answers) == figures_of_item("semdis-oot", few, answers)


@pytest.mark.parametrize("answers", [["wrong"], [TERMS[3], TERMS[0]], [TERMS[0], "wrong"]])
def test_normalised_best_is_best1_of_jabbari(answers: list[str]) -> None:
    assert figures_of_item("semdis-best-norm", TWELVE, answers) == figures_of_item("jabbari-best1", TWELVE, answers)


def test_a_substitute_rated_zero_is_not_in_the_gold() -> None:
    gold = {"1": {"bon": 1.5, "mauvais": 0.0}, "2": {"nul": 0.0}}
    result = score(gold, {"1": ["mauvais"], "2": ["nul"]}, measures="semdis,coverage")
    assert result.evaluation.gold.graded
    assert result.evaluation.gold.scored == 1
    assert [figure for one_score in result.scores for figure in one_score.figures.values()] == [0] * 7


def test_a_substitute_rated_zero_has_no_part_in_the_mean_weight_of_the_gold() -> None:
    """The price of the wrong answers is the mean of 1.5 and 0.5; the substitute rated 0 is one of them."""
    gold = {"bon": 1.5, "grand": 0.5, "mauvais": 0.0}
    figures = figures_of_item("coverage(k=mean-gold)", gold, ["bon", "mauvais", "faux"])
    assert figures["P"] == pytest.approx(1.5 / (1.5 + 2 * 1))


def test_averages_are_over_all_items_answered_or_not() -> None:
    gold = {"1": {"bon": 1.5, "grand": 0.5}, "2": {"nul": 1.0}, "3": {"vrai": 0.5}}
    result = score(gold, {"1": ["grand", "bon"], "3": ["faux"]}, measures="semdis")
    assert result.value("semdis-best", "mean") == pytest.approx(0.5 / 2 / 3)
    assert result.value("semdis-oot", "mean") == pytest.approx(1 / 3)
    assert result.value("semdis-best-norm", "mean") == pytest.approx(0.5 / 1.5 / 3)
    assert result.value("semdis-oot-norm", "mean") == pytest.approx(1 / 3)
