"""A gold under the rules: which items are scored, how equal terms merge, and which weights there may be."""

import itertools
from collections.abc import Mapping
from typing import Any

import pytest

from stead import BadInput, GoldStandard, ScoreResult, score
from stead.core.faults import Source
from stead.core.substitutes import GoldRow


def gold_of(*entries: tuple[str, float], graded: bool | None = None) -> GoldStandard:
    """One item with these entries, equal ones included."""
    return GoldStandard.of([GoldRow("bright.a", "1", list(entries))], Source("gold", "0" * 64), graded=graded)


def score_answers(gold: GoldStandard | Mapping[str, Mapping[str, float]], *answers: str, **options: Any) -> ScoreResult:
    return score(gold, {"1": list(answers)}, measures="best,best-mode", **options)


def test_counts_of_equal_terms_add_up() -> None:
    gold = gold_of(("Clever", 1), ("clever", 1), ("cl-ever", 1), ("cl ever", 1), ("smart", 1), graded=False)
    assert score_answers(gold, "CLEVER").value("best") == pytest.approx(2 / 5)
    assert score_answers(gold, "cl  ever").value("best") == pytest.approx(2 / 5)


def test_graded_weights_of_equal_terms_keep_the_maximum() -> None:
    gold = gold_of(("Clever", 1.5), ("clever", 0.5), ("smart", 1.0))
    assert score_answers(gold, "clever").value("best") == pytest.approx(1.5 / 2.5)


def test_merging_makes_and_unmakes_modes() -> None:
    made = gold_of(("clever", 2), ("smart", 2), ("Clever", 1))
    unmade = gold_of(("clever", 2), ("smart", 1), ("SMART", 1))
    assert score_answers(made, "clever").value("best-mode", "R") == 1
    assert score_answers(unmade, "clever").value("best-mode", "R") is None


def test_merging_is_a_matter_of_the_rules() -> None:
    gold = gold_of(("Clever", 1), ("clever", 1))
    assert score_answers(gold, "clever").value("best") == 1
    assert score_answers(gold, "clever", match="exact").value("best") == 1 / 2


def test_the_order_of_the_gold_is_of_no_matter() -> None:
    entries = [("clever", 3.0), ("smart", 1.0), ("Clever", 1.0), ("sharp", 2.0)]
    results = [score_answers(gold_of(*order), "clever", "sharp") for order in itertools.permutations(entries)]
    assert len({tuple(map(str, result.scores[0].figures.values())) for result in results}) == 1


@pytest.mark.parametrize(
    ("total", "min_responses", "expected"),
    [(1, None, 0), (2, None, 1), (1, 1, 1), (2, 3, 0), (3, 3, 1), (1, 0, 1), (2.5, 2.5, 1), (2.25, 2.5, 0)],
)
def test_items_need_enough_weight(total: float, min_responses: float | None, expected: int) -> None:
    gold = GoldStandard.of(
        [GoldRow("bright.a", "1", [("clever", total)]), GoldRow("bright.a", "2", [("smart", 9)])],
        Source("gold", "0" * 64),
        graded=False,
    )
    result = score(gold, {"2": ["smart"]}, measures="best", min_responses=min_responses)
    assert result.evaluation.gold.scored == 1 + expected


def test_in_a_graded_gold_any_positive_weight_will_do() -> None:
    gold = {"1": {"clever": 0.25}, "2": {"smart": 0.0}, "3": {"sharp": 3.0}}
    assert score_answers(gold, "clever").evaluation.gold.scored == 2
    assert score_answers(gold, "clever", weights="graded").evaluation.gold.scored == 2
    with pytest.raises(BadInput):
        score_answers(gold, "clever", weights="counts")


def test_no_threshold_lets_in_an_item_without_weight() -> None:
    gold = {"1": {"clever": 2}, "2": {"smart": 0}, "3": {}}
    assert score_answers(gold, "clever", min_responses=0).evaluation.gold.scored == 1


@pytest.mark.parametrize("entries", [[("clever", 0.7), ("smart", 0.1)], [("smart", 0.1), ("clever", 0.7)]])
def test_weights_that_add_up_to_the_threshold_in_decimals_reach_it(entries: list[tuple[str, float]]) -> None:
    """0.7 + 0.1 is 0.8, though not in binary."""
    gold = gold_of(*entries)
    assert score_answers(gold, "clever", min_responses=0.8).evaluation.gold.scored == 1


def test_an_empty_term_is_no_response() -> None:
    gold = {"1": {"-": 5, "clever": 1}, "2": {"smart": 2}}
    result = score(gold, {"2": ["smart"]}, measures="best")
    assert result.evaluation.gold.scored == 1


@pytest.mark.parametrize("weight", [float("nan"), float("inf"), -1.0], ids=str)
def test_a_weight_that_is_none_is_refused(weight: float) -> None:
    """In a file such a line is reported and left out; in Python it must not vanish, or spoil the score, in silence."""
    with pytest.raises(BadInput):
        score({"1": {"clever": 2, "smart": weight}}, {"1": ["clever"]}, measures="best")


def test_names_as_terms_beside_judges() -> None:
    row = GoldRow("bright.a", "1", [("clever", 2.0)], names=1.0, judges=[3.0])
    gold = GoldStandard.of([row], Source("gold", "0" * 64), graded=False)
    result = score(gold, {"1": ["clever"]}, measures="swords-f", names="terms")
    assert result.scores[0].figures["P"] == 1


def test_names_as_terms_are_not_proficient() -> None:
    row = GoldRow("bright.a", "1", [("clever", 2.0)], names=1.0, proficient=[True])
    gold = GoldStandard.of([row], Source("gold", "0" * 64), graded=False)
    result = score(gold, {"1": ["pn", "clever"]}, measures="prolex", names="terms")
    assert [one_score.figures["P"] for one_score in result.scores] == [1, 1 / 2]


def test_forms_of_one_term_are_proficient_if_any_is() -> None:
    row = GoldRow("bright.a", "1", [("Clever", 1.0), ("clever", 1.0), ("smart", 1.0)], proficient=[False, True, False])
    gold = GoldStandard.of([row], Source("gold", "0" * 64), graded=True)
    figures = {"P": 1 / 2, "R": 1, "F": pytest.approx(2 / 3)}
    assert score(gold, {"1": ["CLEVER", "smart"]}, measures="prolex-f").scores[0].figures == figures
