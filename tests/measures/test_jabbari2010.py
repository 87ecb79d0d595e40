"""Jabbari, Hepple and Guthrie 2010: every worked example of the paper and its slides, and the price of an error."""

import pytest

from stead import score
from tests.measures.examples import RUNNING_EXAMPLE, figures_of_item, spell_out


@pytest.mark.parametrize(
    ("answers", "expected"),
    [("M", 1), ("G", 1), ("S", 2 / 3), ("G S", 5 / 6), ("G X", 1 / 2), ("S X", 1 / 3), ("J", 1 / 3)],
)
def test_best(answers: str, expected: float) -> None:
    assert figures_of_item("jabbari-best", RUNNING_EXAMPLE, spell_out(answers))["mean"] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("answers", "expected"), [("M", 1), ("G X", 1), ("S G", 2 / 3), ("J X Y", 1 / 3), ("X G M", 0)]
)
def test_best1(answers: str, expected: float) -> None:
    assert figures_of_item("jabbari-best1", RUNNING_EXAMPLE, spell_out(answers))["mean"] == pytest.approx(expected)


@pytest.mark.parametrize("letter", ["G", "M", "S", "J", "Ch", "X"])
def test_best1_is_best_for_a_single_answer(letter: str) -> None:
    answers = spell_out(letter)
    assert figures_of_item("jabbari-best1", RUNNING_EXAMPLE, answers) == figures_of_item(
        "jabbari-best", RUNNING_EXAMPLE, answers
    )


@pytest.mark.parametrize(
    ("answers", "precision", "recall"),
    [
        ("G M S J Ch", 1, 1),
        ("G M S J Ch X Y Z V W", 10 / 15, 1),
        ("G S J X Y", 6 / 8, 6 / 10),
        ("X Y", 0, 0),
        ("", 0, 0),
    ],
)
def test_coverage(answers: str, precision: float, recall: float) -> None:
    harmonic = 2 * precision * recall / (precision + recall) if precision + recall else 0
    expected = {"P": pytest.approx(precision), "R": pytest.approx(recall), "F": pytest.approx(harmonic)}
    assert figures_of_item("coverage", RUNNING_EXAMPLE, spell_out(answers)) == expected


def test_coverage_has_no_limit_of_ten() -> None:
    answers = spell_out("A B C D E F H I K L G")
    assert figures_of_item("coverage", RUNNING_EXAMPLE, answers)["R"] == pytest.approx(3 / 10)


def test_recall_of_coverage_is_oot_up_to_ten_answers() -> None:
    answers = spell_out("G S J X Y")
    coverage = figures_of_item("coverage", RUNNING_EXAMPLE, answers)
    assert coverage["R"] == figures_of_item("oot@10", RUNNING_EXAMPLE, answers)["R"]


@pytest.mark.parametrize(
    ("price", "precision"),
    [
        ("0", 1),
        ("0.5", 6 / (6 + 0.5 * 2)),
        ("3", 6 / (6 + 3 * 2)),
        ("mean-gold", 6 / (6 + 10 / 5 * 2)),
        ("mean-answer", 6 / (6 + 6 / 5 * 2)),
    ],
)
def test_price_of_a_wrong_answer(price: str, precision: float) -> None:
    figures = figures_of_item(f"coverage(k={price})", RUNNING_EXAMPLE, spell_out("G S J X Y"))
    assert figures["P"] == pytest.approx(precision)
    assert figures["R"] == pytest.approx(6 / 10)


@pytest.mark.parametrize("price", ["0", "1", "mean-gold", "mean-answer"])
@pytest.mark.parametrize("answers", ["", "X Y"])
def test_nothing_right_scores_nothing_whatever_the_price(answers: str, price: str) -> None:
    figures = figures_of_item(f"coverage(k={price})", RUNNING_EXAMPLE, spell_out(answers))
    assert figures == {"P": 0, "R": 0, "F": 0}


def test_overall_f_is_the_harmonic_mean_of_the_averages() -> None:
    """Not the average of the items' F: P = (1 + 0)/2, R = (1 + 0)/2 gives 1/2 either way; here the two differ."""
    gold = {"1": {"glad": 3, "merry": 1}, "2": {"sunny": 2}}
    result = score(gold, {"1": ["merry"], "2": ["sunny", "x", "y"]}, measures="coverage")
    precision, recall = (1 + 2 / 4) / 2, (1 / 4 + 1) / 2
    assert result.value("coverage", "P") == pytest.approx(precision)
    assert result.value("coverage", "R") == pytest.approx(recall)
    assert result.value("coverage", "F") == pytest.approx(2 * precision * recall / (precision + recall))
    assert result.value("coverage", "F") != pytest.approx((2 / 5 + 2 / 3) / 2)


@pytest.mark.parametrize(
    ("answers", "ratios", "rounded"),
    [
        ("S Ch M J G X Y Z V", [2 / 3, 3 / 6, 6 / 8, 7 / 9, 1, 1, 1, 1, 1, 1], 0.869),
        ("X Y S Ch M Z J V G", [0, 0, 2 / 8, 3 / 9, 0.6, 0.6, 0.7, 0.7, 1, 1], 0.518),
        ("X Y Z V W G M S J Ch", [0, 0, 0, 0, 0, 0.3, 0.6, 0.8, 0.9, 1], 0.36),
        ("X Y Z V W G S J Ch", [0, 0, 0, 0, 0, 0.3, 0.5, 0.6, 0.7, 0.7], 0.28),
        ("M G S Ch J X Y Z V W", [1] * 10, 1),
    ],
)
def test_rank(answers: str, ratios: list[float], rounded: float) -> None:
    actual = figures_of_item("rank", RUNNING_EXAMPLE, spell_out(answers))["mean"]
    assert actual == pytest.approx(sum(ratios) / 10)
    assert actual == pytest.approx(rounded, abs=0.0005)


def test_rank_tells_orders_apart_that_oot_does_not() -> None:
    """A = (G, M, X, Y) and A' = (X, Y, G, M) are equal as sets (section 6)."""
    good, bad = spell_out("G M X Y"), spell_out("X Y G M")
    assert figures_of_item("oot", RUNNING_EXAMPLE, good) == figures_of_item("oot", RUNNING_EXAMPLE, bad)
    better, worse = (figures_of_item("rank", RUNNING_EXAMPLE, answers)["mean"] for answers in (good, bad))
    assert better is not None
    assert worse is not None
    assert better > worse


@pytest.mark.parametrize(
    ("depth", "ratios"),
    [
        (1, [2 / 3]),
        (3, [2 / 3, 5 / 6, 5 / 8]),
        (7, [2 / 3, 5 / 6, 5 / 8, 5 / 9, 0.5, 0.5, 0.5]),
        (12, [2 / 3, 5 / 6, 5 / 8, 5 / 9, *[0.5] * 8]),
    ],
)
def test_rank_averages_as_many_ranks_as_its_depth(depth: int, ratios: list[float]) -> None:
    actual = figures_of_item(f"rank@{depth}", RUNNING_EXAMPLE, spell_out("S G"))["mean"]
    assert actual == pytest.approx(sum(ratios) / depth)


def test_rank_beyond_the_longest_list_does_not_depend_on_other_items() -> None:
    """The same item alone and beside one with many substitutes and many answers."""
    many = {f"term {number}": 20.0 - number for number in range(15)}
    alone = score({"1": RUNNING_EXAMPLE}, {"1": spell_out("S G")}, measures="rank@20").items()[0]
    beside = score(
        {"1": RUNNING_EXAMPLE, "2": many}, {"1": spell_out("S G"), "2": list(many)}, measures="rank@20"
    ).items()[0]
    expected = (2 / 3 + 5 / 6 + 5 / 8 + 5 / 9 + 0.5 * 16) / 20
    assert alone["credit"] == pytest.approx(expected)
    assert beside["credit"] == pytest.approx(expected)


@pytest.mark.parametrize("measure", ["jabbari-best", "jabbari-best1", "rank"])
def test_an_unanswered_item_scores_nothing_and_counts(measure: str) -> None:
    result = score({"1": {"glad": 2}, "2": {"merry": 2}}, {"1": ["glad"]}, measures=measure)
    assert result.value(measure, "mean") == 1 / 2
    assert result.scores[0].scored == 2


@pytest.mark.parametrize(
    ("measure", "figures"),
    [
        ("jabbari-best@1", {"mean": 2 / 3}),
        ("jabbari-best@2", {"mean": 2 / 3 / 2}),
        ("coverage@1", {"P": 1, "R": 2 / 10, "F": 2 * 2 / (2 + 10)}),
        ("coverage@2", {"P": 2 / 3, "R": 2 / 10, "F": 2 * 2 / (3 + 10)}),
        ("coverage@3", {"P": 5 / 6, "R": 5 / 10, "F": 2 * 5 / (6 + 10)}),
    ],
)
def test_measures_of_the_first_answers_alone(measure: str, figures: dict[str, float]) -> None:
    """sunny 2, wrong, glad 3, wrong."""
    assert figures_of_item(measure, RUNNING_EXAMPLE, spell_out("S X G Y")) == pytest.approx(figures)
