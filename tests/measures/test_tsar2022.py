"""TSAR-2022: MAP@k, Potential@k and Accuracy@k@top1 on small items, with the fractions written out."""

import pytest

from stead import score
from stead.reporting.score_tables import item_records
from tests.measures.examples import RUNNING_EXAMPLE, figures_of_item, spell_out

ANSWERS = spell_out("X G Y S M Z")
"""Right at ranks 2, 4 and 5: there the precisions are 1/2, 2/4 and 3/5."""


@pytest.mark.parametrize(
    ("depth", "precisions"),
    [
        (1, 0),
        (2, 1 / 2),
        (3, 1 / 2),
        (4, 1 / 2 + 2 / 4),
        (5, 1 / 2 + 2 / 4 + 3 / 5),
        (6, 1 / 2 + 2 / 4 + 3 / 5),
        (10, 1 / 2 + 2 / 4 + 3 / 5),
    ],
)
def test_average_precision_is_divided_by_k(depth: int, precisions: float) -> None:
    assert figures_of_item(f"map@{depth}", RUNNING_EXAMPLE, ANSWERS)["mean"] == pytest.approx(precisions / depth)


def test_average_precision_is_divided_by_k_even_if_the_gold_is_smaller() -> None:
    """Perfect answers to a gold of two: (1 + 1) / 5."""
    assert figures_of_item("map@5", {"one": 3, "other": 1}, ["one", "other"])["mean"] == pytest.approx(2 / 5)


def test_the_precision_at_a_rank_is_that_of_its_own_item() -> None:
    gold = {"1": {"clever": 2}, "2": {"pub": 2, "inn": 2}, "3": {"rod": 2}}
    result = score(gold, {"1": ["clever"], "2": ["bar", "pub", "inn"], "3": ["rod", "bar"]}, measures="map@3")
    assert [item["figures"]["mean"] for item in item_records(result.evaluation)] == pytest.approx(
        [1 / 3, (1 / 2 + 2 / 3) / 3, 1 / 3], abs=1e-15
    )


@pytest.mark.parametrize(("depth", "found"), [(1, 0), (2, 1), (3, 1), (10, 1)])
def test_potential_is_whether_any_answer_is_right(depth: int, found: float) -> None:
    assert figures_of_item(f"potential@{depth}", RUNNING_EXAMPLE, ANSWERS)["mean"] == found


@pytest.mark.parametrize(("depth", "found"), [(1, 0), (2, 0), (3, 1), (10, 1)])
def test_accuracy_is_whether_the_most_frequent_is_found(depth: int, found: float) -> None:
    gold = {"heavy": 3, "light": 1}
    answers = ["light", "wrong", "heavy"]
    assert figures_of_item(f"acc-top1@{depth}", gold, answers)["mean"] == found


@pytest.mark.parametrize(("answer", "found"), [("G", 1), ("M", 1), ("S", 0), ("X", 0)])
def test_all_that_are_tied_at_the_top_are_most_frequent(answer: str, found: float) -> None:
    assert figures_of_item("acc-top1@1", RUNNING_EXAMPLE, spell_out(answer))["mean"] == found


def test_at_one_three_names_are_the_same_number() -> None:
    for answers in (["glad"], ["wrong"], ["wrong", "glad"], ["sunny", "glad"]):
        actual = [figures_of_item(measure, RUNNING_EXAMPLE, answers) for measure in ("map@1", "potential@1", "p@1")]
        assert actual[0] == actual[1] == actual[2]


def test_averages_are_over_all_items_answered_or_not() -> None:
    gold = {"1": {"clever": 2, "smart": 1}, "2": {"pub": 2}, "3": {"rod": 2}}
    result = score(gold, {"1": ["smart", "clever"], "2": ["bar"]}, measures="map@2,potential@2,acc-top1@1,acc-top1@2")
    assert [one_score.figures["mean"] for one_score in result.scores] == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])
    assert {(one_score.scored, one_score.attempted) for one_score in result.scores} == {(3, 2)}


def test_the_complex_word_is_dropped_from_gold_and_run_by_the_preset() -> None:
    gold = {("hard", "1"): {"hard": 5, "tough": 2}}
    result = score(gold, {("hard", "1"): ["hard", "tough"]}, preset="tsar")
    assert result.value("map@1(over=run)") == result.value("acc-top1@1(over=run)") == 1
