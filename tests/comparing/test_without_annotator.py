"""Leaving annotators out of the gold."""

import pytest

from stead import UsageError, score
from stead.comparing import without_annotators
from stead.records.scores import Evaluation
from tests.comparing.made import evaluation

ANSWERS = {"ann": {"1": "clever", "2": "pub"}, "bob": {"1": "clever", "2": "rod"}, "cho": {"1": "smart", "2": "rod"}}
"""Three annotators on two items."""

RUNS = [{"1": ["clever"], "2": ["pub"]}, {"1": ["smart"], "2": ["rod"]}]


def scored_without(left_out: str) -> Evaluation:
    gold: dict[str, dict[str, int]] = {"1": {}, "2": {}}
    for annotator, answers in ANSWERS.items():
        for item, term in answers.items():
            if annotator != left_out:
                gold[item][term] = gold[item].get(term, 0) + 1
    return score(gold, *RUNS, measures="best").evaluation


def test_by_hand() -> None:
    """Everybody: run 1 earns 2/3 and 1/3, run 2 1/3 and 2/3: a tie. Without ann: run 1 1/2 and 0, run 2 1/2 and 1."""
    without_ann, without_bob, without_cho = without_annotators(
        scored_without("nobody"), scored_without, ANSWERS, measures=["best"], figures=["R"]
    )
    assert [each.annotator for each in (without_ann, without_bob, without_cho)] == ["ann", "bob", "cho"]
    assert (without_ann.moved, without_ann.largest_move, without_ann.scored) == (1, 1, 2)
    assert without_ann.agreement.tau is None
    assert without_ann.agreement.reason == "all runs are tied in one of the rankings"
    # without bob both have 1/2 everywhere; without cho run 1 has 1 and 1/2, run 2 has 0 and 1/2
    assert without_bob.moved == 0
    assert without_cho.moved == 1


def test_evaluations_that_are_made_already_give_the_same() -> None:
    whole = scored_without("nobody")
    made = {name: scored_without(name) for name in ANSWERS}
    assert without_annotators(whole, made) == without_annotators(whole, scored_without, ANSWERS)
    assert len(without_annotators(whole, made)) == 6  # P and R without each of three


def test_the_annotators_must_be_known() -> None:
    with pytest.raises(UsageError, match="say which annotators there are"):
        without_annotators(scored_without("nobody"), scored_without)


def test_runs_that_are_missing_from_an_evaluation_are_named() -> None:
    whole, fewer = evaluation({"a": [1], "b": [0], "c": [0.5]}), evaluation({"a": [1], "b": [0]})
    (found,) = without_annotators(whole, {"ann": fewer})
    assert found.agreement.left_out == ("c",)
    assert found.agreement.tau == pytest.approx(1)
    assert (found.moved, found.largest_move) == (1, 1)  # b is third of three, and second of two


def test_a_measure_that_an_evaluation_lacks() -> None:
    with pytest.raises(UsageError, match="was not scored"):
        without_annotators(evaluation({"a": [1]}), {"ann": evaluation({"a": [1]}, name="gap")})
