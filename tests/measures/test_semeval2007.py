"""SemEval-2007 Task 10 and EVALITA 2009: the worked examples of the papers, and what their rules leave to hand."""

from pathlib import Path

import pytest

from stead import GoldStandard, score
from stead.core.faults import Source
from stead.core.substitutes import GoldRow
from tests.measures.examples import RUNNING_EXAMPLE, figures_of_item, spell_out

ANNOTATORS = {1: ["glad", "merry"], 2: ["glad"], 3: ["cheerful", "glad"], 4: ["merry"], 5: ["jovial"]}
HAPPY = {"glad": 3, "merry": 2, "cheerful": 1, "jovial": 1}


def gold_of_single_responses() -> GoldStandard:
    """Item 9999 with every response as an entry of its own."""
    responses = [(substitute, 1.0) for answer in ANNOTATORS.values() for substitute in answer]
    return GoldStandard.of([GoldRow("happy.a", "9999", responses)], Source("paper", "0" * 64))


def test_happy_9999_scores_286() -> None:
    """(3+1)/2/7 = .286 for `glad; cheerful`."""
    result = score(gold_of_single_responses(), {"9999": ["glad", "cheerful"]}, measures="semeval")
    assert result.value("best", "P") == result.value("best", "R") == pytest.approx((3 + 1) / 2 / 7)
    assert round(result.value("best", "R") or 0, 3) == 0.286
    assert result.value("best-mode", "R") == 1


@pytest.mark.parametrize(("substitute", "count"), HAPPY.items())
def test_responses_of_happy_9999_add_up(substitute: str, count: int) -> None:
    """glad 3, merry 2, cheerful 1, jovial 1: a single answer earns its count out of seven."""
    result = score(gold_of_single_responses(), {"9999": [substitute]}, measures="best,oot@10")
    assert result.value("best", "R") == pytest.approx(count / 7)
    assert result.value("oot@10", "R") == pytest.approx(count / 7)


def test_evalita_fulmineo_7_scores_4166(tmp_path: Path) -> None:
    """The guidelines' own lines: (3+2)/2/6; their oot, equations 5 and 6, is (3+2)/6."""
    gold, run = tmp_path / "gold", tmp_path / "run"
    gold.write_text("fulmineo.a$7$::$veloce 3;rapido 2; istantaneo 1\n", encoding="utf-8")
    run.write_text("fulmineo.a7::$veloce;rapido\n", encoding="utf-8")
    result = score(gold, run, measures="best,oot@10,best-mode", min_responses=1)
    assert result.value("best", "P") == result.value("best", "R") == pytest.approx((3 + 2) / 2 / 6)
    assert str(result.value("best", "P")).startswith("0.4166")
    assert result.value("oot@10", "R") == pytest.approx(5 / 6)
    assert result.value("best-mode", "R") == 1


def test_evalita_counts_items_with_a_single_response_and_semeval_does_not() -> None:
    gold = {"1": {"veloce": 1}, "2": {"rapido": 2}}
    run = {"1": ["veloce"], "2": ["lento"]}
    assert score(gold, run, measures="best", min_responses=1).value("best", "R") == 1 / 2
    assert score(gold, run, measures="best").value("best", "R") == 0


@pytest.mark.parametrize(("answers", "expected"), [("M", 0.3), ("G", 0.3), ("S", 0.2)])
def test_original_best_on_the_running_example_of_jabbari(answers: str, expected: float) -> None:
    figures = figures_of_item("best", RUNNING_EXAMPLE, spell_out(answers))
    assert figures == {"P": pytest.approx(expected), "R": pytest.approx(expected)}


def test_the_running_example_of_jabbari_has_no_mode() -> None:
    for measure in ("best-mode", "oot-mode@10"):
        assert figures_of_item(measure, RUNNING_EXAMPLE, ["glad", "merry"]) == {"P": None, "R": None}


def test_best_has_no_limit_of_ten() -> None:
    answers = [f"wrong {number}" for number in range(19)] + ["glad"]
    assert figures_of_item("best", HAPPY, answers)["R"] == pytest.approx(3 / 20 / 7)


def test_oot_takes_ten_answers_and_no_eleventh() -> None:
    wrong = [f"wrong {number}" for number in range(9)]
    assert figures_of_item("oot", HAPPY, [*wrong, "glad"])["R"] == pytest.approx(3 / 7)
    assert figures_of_item("oot", HAPPY, [*wrong, "worse", "glad"])["R"] == 0
    assert figures_of_item("oot-mode", HAPPY, [*wrong, "glad"])["R"] == 1
    assert figures_of_item("oot-mode", HAPPY, [*wrong, "worse", "glad"])["R"] == 0


def test_repeats_do_not_fill_the_ten() -> None:
    answers = ["wrong"] * 10 + ["glad", "Glad", "GLAD", "merry"]
    assert figures_of_item("oot", HAPPY, answers)["R"] == pytest.approx(5 / 7)
    assert figures_of_item("oot", HAPPY, answers, match="lenient,duplicates=paid")["R"] == 0


def test_precision_is_over_the_attempted_and_recall_over_all() -> None:
    gold = {"1": {"glad": 2, "merry": 1}, "2": {"sunny": 2}, "3": {"jovial": 1, "sad": 1}, "4": {"alone": 1}}
    result = score(gold, {"1": ["glad"], "3": ["jovial", "wrong"], "4": ["alone"]}, measures="semeval")
    assert result.value("best", "P") == pytest.approx((2 / 3 + 1 / 4) / 2)
    assert result.value("best", "R") == pytest.approx((2 / 3 + 1 / 4) / 3)
    assert result.value("oot", "P") == pytest.approx((2 / 3 + 1 / 2) / 2)
    assert result.value("oot", "R") == pytest.approx((2 / 3 + 1 / 2) / 3)
    assert result.value("best-mode", "P") == 1
    assert result.value("best-mode", "R") == 1 / 2


MULTIWORDS = {
    "agreed": {"red tape": 3, "tape": 1},
    "tied": {"take part": 2, "take a part": 2},
    "single": {"by and large": 1},
    "missed": {"bread and butter": 2},
}


def test_multiword_items_need_a_unique_winner_named_by_two() -> None:
    """MW = {agreed, missed}; answered: agreed (right), tied, single, other."""
    run = {"agreed": ["red tape"], "tied": ["take part"], "single": ["by and large"], "other": ["so to speak"]}
    result = score(MULTIWORDS, run, measures="multiwords")
    for measure in ("mw-detection", "mw-identification"):
        assert result.value(measure, "P") == 1 / 4
        assert result.value(measure, "R") == 1 / 2


def test_a_multiword_is_detected_but_not_identified() -> None:
    result = score(MULTIWORDS, {"agreed": ["tape"], "missed": ["butter"]}, measures="multiwords")
    assert (result.value("mw-detection", "P"), result.value("mw-detection", "R")) == (1, 1)
    assert (result.value("mw-identification", "P"), result.value("mw-identification", "R")) == (0, 0)


@pytest.mark.parametrize(
    ("measure", "expected"), [("best", 5 / 3 / 10), ("best@1", 2 / 10), ("best@2", 5 / 2 / 10), ("best@5", 5 / 3 / 10)]
)
def test_best_of_the_first_guesses_alone(measure: str, expected: float) -> None:
    """sunny 2, glad 3, wrong: the guesses that are looked at share the credit."""
    figures = figures_of_item(measure, RUNNING_EXAMPLE, spell_out("S G X"))
    assert figures == {"P": pytest.approx(expected), "R": pytest.approx(expected)}
