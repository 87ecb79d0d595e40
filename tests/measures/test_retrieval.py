"""Precision and recall at k: small items with the fractions written out."""

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
