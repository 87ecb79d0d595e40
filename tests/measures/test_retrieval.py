"""Precision, recall and hits at k, reciprocal ranks, discounted gains: small items, the fractions written out."""

from math import log2

import pytest

from stead import score
from tests.measures.examples import RUNNING_EXAMPLE, figures_of_item, spell_out

ANSWERS = spell_out("G X S Y Ch")
"""Right, wrong, right, wrong, right; the gold has five substitutes."""


@pytest.mark.parametrize(("depth", "hits"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3), (10, 3)])
def test_precision_divides_by_k_and_recall_by_the_gold(depth: int, hits: int) -> None:
    """Answers that were not given count as wrong."""
    assert figures_of_item(f"p@{depth}", RUNNING_EXAMPLE, ANSWERS)["mean"] == pytest.approx(hits / depth)
    assert figures_of_item(f"r@{depth}", RUNNING_EXAMPLE, ANSWERS)["mean"] == pytest.approx(hits / 5)


def test_the_defaults_are_one_for_precision_and_ten_for_recall() -> None:
    result = score({"1": {"clever": 2}}, {"1": ["clever"]}, measures="p,r")
    assert [one_score.measure for one_score in result.scores] == ["p@1", "r@10"]


def test_heavy_or_light_is_all_the_same() -> None:
    for measure in ("p@1", "p@3", "r@10"):
        heavy, light = (figures_of_item(measure, RUNNING_EXAMPLE, spell_out(letters)) for letters in ("G X", "J X"))
        assert heavy == light


def test_a_substitute_of_weight_zero_is_none() -> None:
    gold = {"clever": 2.0, "dull": 0.0}
    assert figures_of_item("p@2", gold, ["dull", "clever"])["mean"] == 1 / 2
    assert figures_of_item("r@2", gold, ["dull", "clever"])["mean"] == 1


def test_a_repeat_takes_no_place() -> None:
    """After matching: the first three distinct answers are right, wrong, right."""
    answers = ["glad", "Glad", "GLAD", "wrong", "merry"]
    assert figures_of_item("p@3", RUNNING_EXAMPLE, answers)["mean"] == pytest.approx(2 / 3)
    assert figures_of_item("r@3", RUNNING_EXAMPLE, answers)["mean"] == pytest.approx(2 / 5)


def test_a_paid_repeat_takes_one() -> None:
    answers, match = ["glad", "glad", "wrong", "merry"], "lenient,duplicates=paid"
    assert figures_of_item("p@3", RUNNING_EXAMPLE, answers, match=match)["mean"] == pytest.approx(2 / 3)
    assert figures_of_item("p@4", RUNNING_EXAMPLE, answers, match=match)["mean"] == pytest.approx(3 / 4)


def test_averages_are_over_all_items() -> None:
    """Item 2 is wrong, item 3 unanswered, item 4 has too few responses."""
    gold = {"1": {"clever": 2, "smart": 1}, "2": {"pub": 2}, "3": {"rod": 2}, "4": {"few": 1}}
    result = score(gold, {"1": ["clever", "smart"], "2": ["bar"], "4": ["few"]}, measures="p@1,p@3,r@10")
    assert result.value("p@1") == pytest.approx(1 / 3)
    assert result.value("p@3") == pytest.approx(2 / 3 / 3)
    assert result.value("r@10") == pytest.approx(1 / 3)
    assert {(one_score.scored, one_score.attempted) for one_score in result.scores} == {(3, 2)}


@pytest.mark.parametrize(
    ("letters", "rank"),
    [("G X", 1), ("X G", 2), ("X J", 2), ("X Y G M", 3), ("X X X Ch", 2), ("X Y", None), ("", None)],
)
def test_the_reciprocal_rank_is_that_of_the_first_right_answer(letters: str, rank: int | None) -> None:
    """However much it weighs; a repeat takes no place."""
    expected = 0 if rank is None else 1 / rank
    assert figures_of_item("mrr", RUNNING_EXAMPLE, spell_out(letters))["mean"] == expected


@pytest.mark.parametrize(("depth", "expected"), [(1, 0), (2, 0), (3, 1 / 3), (10, 1 / 3)])
def test_the_reciprocal_rank_within_a_depth(depth: int, expected: float) -> None:
    assert figures_of_item(f"mrr@{depth}", RUNNING_EXAMPLE, spell_out("X Y G M"))["mean"] == expected


def test_the_mean_reciprocal_rank_is_over_all_items() -> None:
    """1, 1/4, and an unanswered item."""
    gold = {"1": {"clever": 2}, "2": {"pub": 2}, "3": {"rod": 2}}
    run = {"1": ["clever"], "2": ["bar", "inn", "café", "pub"]}
    assert score(gold, run, measures="mrr").value("mrr") == pytest.approx((1 + 1 / 4) / 3)


IDEAL = 3 + 3 / log2(3) + 2 / 2 + 1 / log2(5) + 1 / log2(6)
"""glad 3, merry 3, sunny 2, jovial 1, cheerful 1, in this order; the third discount is log2(4) = 2."""


@pytest.mark.parametrize(
    ("depth", "letters", "gain", "ideal"),
    [
        (10, "G M S J Ch", IDEAL, IDEAL),
        (10, "M G S Ch J X", IDEAL, IDEAL),
        (10, "S X G", 2 + 3 / 2, IDEAL),
        (10, "X Y", 0, IDEAL),
        (1, "S G M", 2, 3),
        (2, "S G M", 2 + 3 / log2(3), 3 + 3 / log2(3)),
        (3, "X Y J", 1 / 2, 3 + 3 / log2(3) + 2 / 2),
    ],
)
def test_the_gain_is_the_weight_over_the_logarithm_of_the_rank(
    depth: int, letters: str, gain: float, ideal: float
) -> None:
    actual = figures_of_item(f"ndcg@{depth}", RUNNING_EXAMPLE, spell_out(letters))["mean"]
    assert actual == pytest.approx(gain / ideal)


def test_the_gain_grows_with_the_weight_and_not_with_a_power_of_it() -> None:
    """1 of 5, where powers of two would give (2 - 1) of (32 - 1)."""
    assert figures_of_item("ndcg@1", {"heavy": 5, "light": 1}, ["light"])["mean"] == pytest.approx(1 / 5)


def test_every_depth_is_small_enough_for_the_gain() -> None:
    assert figures_of_item("ndcg@1000000", RUNNING_EXAMPLE, spell_out("G M S J Ch"))["mean"] == pytest.approx(1)


@pytest.mark.parametrize(("depth", "found"), [(1, 0), (2, 0), (3, 1), (10, 1)])
def test_a_hit_is_any_right_answer_within_the_depth(depth: int, found: int) -> None:
    answers = spell_out("X Y J G")
    figures = figures_of_item(f"hit@{depth}", RUNNING_EXAMPLE, answers)
    assert figures == figures_of_item(f"potential@{depth}", RUNNING_EXAMPLE, answers) == {"mean": found}
