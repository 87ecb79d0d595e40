"""Gold 2 by hand: means, SemEval's majority verdicts, and ratings added to counts."""

from itertools import product

import pytest

from stead.core.errors import BadInput, UsageError
from stead.core.faults import Source
from stead.core.rating import Rating
from stead.core.substitutes import GoldStandard
from stead.golds import RatingRules
from stead.posthoc.second_gold import extend_gold
from tests.posthoc.made import A1, A2, gold_of, rating

GOLD = gold_of({A1: {"large": 3, "Huge": 1}, A2: {"great": 2}})
SOURCE = Source("ratings", "f" * 64)
RATINGS = [
    rating(A1, "large", "p", 3.0),
    rating(A1, "large", "q", 2.0),
    rating(A1, "huge", "p", 0.0),
    rating(A1, "huge", "q", 0.0),
    rating(A1, "grand", "p", 1.0),
    rating(A1, "grand", "q", 2.0),
]


def weights(gold: GoldStandard) -> dict[tuple[str, str], dict[str, float]]:
    return {(row.lexelt, row.id): dict(row.weights) for row in gold}


def test_the_mean_alone() -> None:
    made = extend_gold(GOLD, RATINGS, SOURCE)
    assert weights(made.gold) == {A1: {"large": 2.5, "grand": 1.5, "huge": 0.0}}
    assert made.gold.graded
    assert made.counts["substitutes of the first gold that nobody rated"] == 1  # great
    assert any("1 substitute of the first gold that nobody rated: left out" in note for note in made.notes)


def test_ratings_are_added_to_counts_on_their_scale() -> None:
    """Three annotators at most, ratings up to 3: one point is worth one annotator."""
    made = extend_gold(GOLD, RATINGS, SOURCE, merge="added")
    assert weights(made.gold) == {A1: {"large": 5.5, "grand": 1.5, "Huge": 1.0}, A2: {"great": 2.0}}


def test_seven_annotators_make_a_point_worth_seven_thirds() -> None:
    made = extend_gold(GOLD, RATINGS, SOURCE, merge="added", annotators=7)
    assert weights(made.gold)[A1] == pytest.approx({"large": 3 + 2.5 * 7 / 3, "grand": 1.5 * 7 / 3, "Huge": 1.0})
    assert "|merge:added|annotators:7|" in made.signature


VERDICTS = {
    # McCarthy & Navigli 2007, 5.1: the majority, "but if there is one reasonable and one good verdict, then reasonable"
    ("good", "good", "bad"): 2,
    ("good", "good", "reasonable"): 2,
    ("bad", "bad", "good"): 0,
    ("reasonable", "reasonable", "good"): 1,
    ("good", "reasonable", "bad"): 1,
    ("good", "reasonable"): 1,
    ("good", "bad"): 0,
    ("good", "good", "good"): 2,
    ("reasonable", "bad", "bad"): 0,
    ("reasonable", "bad"): 0,
}


@pytest.mark.parametrize("verdicts", VERDICTS)
def test_majority_verdicts(verdicts: tuple[str, ...]) -> None:
    ratings = [rating(A1, "large", f"r{number}", verdict) for number, verdict in enumerate(verdicts)]
    assert weights(extend_gold(GOLD, ratings, SOURCE).gold)[A1]["large"] == VERDICTS[verdicts]


def test_every_table_of_three_verdicts() -> None:
    """Three judges: a word said twice or more is the verdict; of three different words it is the middle one."""
    words = ("bad", "reasonable", "good")
    for verdicts in product(words, repeat=3):
        twice = [word for word in words if verdicts.count(word) >= 2]
        expected = words.index(twice[0]) if twice else 1
        ratings = [rating(A1, "large", f"r{number}", verdict) for number, verdict in enumerate(verdicts)]
        assert weights(extend_gold(GOLD, ratings, SOURCE).gold)[A1]["large"] == expected


def test_verdicts_added_to_counts_reach_the_annotators_at_good() -> None:
    ratings = [rating(A1, "grand", "p", "good"), rating(A1, "large", "p", "reasonable")]
    made = extend_gold(GOLD, ratings, SOURCE, merge="added", annotators=4)
    assert weights(made.gold)[A1] == {"large": 3 + 1 * 4 / 2, "grand": 2 * 4 / 2, "Huge": 1.0}


def test_ratings_of_other_data_are_refused() -> None:
    with pytest.raises(BadInput, match="no item of the first gold was rated"):
        extend_gold(GOLD, [Rating(lexelt="other.n", id="9", candidate="x", rater="p", value=1.0)], SOURCE)


@pytest.mark.parametrize(
    "wrong",
    [{"merge": "mixed"}, {"annotators": 5}, {"merge": "added", "annotators": 0}],
)
def test_wrong_usage_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        extend_gold(GOLD, RATINGS, SOURCE, **wrong)  # type: ignore[arg-type]


def test_a_graded_gold_has_no_counts_to_add_to() -> None:
    graded = gold_of({A1: {"large": 1.5}})
    with pytest.raises(UsageError, match="no counts"):
        extend_gold(graded, RATINGS, SOURCE, merge="added")


def test_numbers_can_have_a_majority_too() -> None:
    made = extend_gold(GOLD, RATINGS, SOURCE, grade=RatingRules("majority"))
    assert weights(made.gold)[A1] == {"large": 2.0, "grand": 1.0, "huge": 0.0}  # lower medians
