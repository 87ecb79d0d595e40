"""Ratings to graded golds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.errors import BadInput, UsageError
from stead.core.faults import Source
from stead.core.rating import VERDICTS, Rating
from stead.golds import MadeGold, RatingRules, make_rated_gold
from tests.golds.made import weights

SOURCE = Source("ratings", "0" * 64)


def rated(candidate: str, *values: float | str, item: str = "bright.a 1") -> list[Rating]:
    """What raters a, b, c ... think of a candidate."""
    lexelt, _, identifier = item.rpartition(" ")
    return [
        Rating(lexelt=lexelt, id=identifier, candidate=candidate, rater=chr(97 + number), value=value)
        for number, value in enumerate(values)
    ]


def made(*ratings: list[Rating], grade: str | None = None) -> MadeGold:
    rules = None if grade is None else RatingRules(grade)
    return make_rated_gold([rating for each in ratings for rating in each], SOURCE, rules)


def verdict(*values: str) -> str:
    """What the majority thinks."""
    weight = weights(made(rated("x", *values)).gold)["bright.a 1"]["x"]
    return VERDICTS[int(weight)]


def test_the_weight_is_the_mean() -> None:
    """clever (3 + 3 + 2) / 3, lit (0 + 1) / 2, dim 0."""
    result = made(rated("lit", 0, 1), rated("dim", 0, 0, 0), rated("clever", 3, 3, 2), rated("x", 1.5, item="dim.a 2"))
    assert weights(result.gold) == {
        "bright.a 1": {"clever": 8 / 3, "lit": 0.5, "dim": 0.0},
        "dim.a 2": {"x": 1.5},
    }
    assert list(weights(result.gold)["bright.a 1"]) == ["clever", "lit", "dim"]
    assert result.gold.graded is True
    assert result.counts["candidates with weight 0"] == 1
    assert any("1 candidate of 4 with weight 0: kept" in note for note in result.notes)


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        (("good",), "good"),
        (("good", "good", "bad"), "good"),
        (("good", "reasonable"), "reasonable"),  # "one reasonable and one good verdict ... reasonable"
        (("good", "reasonable", "bad"), "reasonable"),  # no majority: the median
        (("good", "bad"), "bad"),  # no majority: the lower median
        (("good", "good", "bad", "bad"), "bad"),  # half is no majority
        (("good", "good", "reasonable", "bad"), "reasonable"),  # bad, reasonable | good, good
        (("good", "good", "good", "bad", "bad"), "good"),
        (("bad", "reasonable", "reasonable"), "reasonable"),
    ],
)
def test_the_verdict_of_the_majority(values: tuple[str, ...], expected: str) -> None:
    assert verdict(*values) == expected
    assert verdict(*reversed(values)) == expected


def test_numbers_may_have_a_majority_too() -> None:
    assert weights(made(rated("x", 3, 3, 0), grade="majority").gold) == {"bright.a 1": {"x": 3.0}}


def test_verdicts_have_no_mean() -> None:
    with pytest.raises(UsageError, match="grade='majority'"):
        made(rated("x", "good"), grade="mean")


def test_a_mixture_of_scales_is_refused() -> None:
    with pytest.raises(BadInput, match=r"1 verdict .+ and 2 numbers among the ratings"):
        made(rated("x", "good", 1, 2))


def test_the_same_rating_twice_counts_once_and_another_is_refused() -> None:
    again = made(rated("x", 3, 1), rated("x", 3))
    assert weights(again.gold) == {"bright.a 1": {"x": 2.0}}
    assert again.counts["ratings given twice"] == 1
    assert any("1 rating given a second time: counted once" in note for note in again.notes)
    with pytest.raises(BadInput, match=r'"a" rates "x" for "bright.a" "1" twice, and otherwise the second time'):
        made(rated("x", 3, 1), rated("x", 2))


def test_candidates_are_tidied_and_blank_ones_reported() -> None:
    result = made(rated(" full  of light", 2), rated(" ", 1, 1))
    assert weights(result.gold) == {"bright.a 1": {"full of light": 2.0}}
    assert result.counts["ratings of blank candidates"] == 2
    with pytest.raises(BadInput, match="blank"):
        made(rated(" ", 1))


def test_no_ratings_are_refused() -> None:
    with pytest.raises(BadInput, match="no ratings"):
        made()


def test_the_grade_is_in_the_signature() -> None:
    found = {made(rated("x", 3, 1), grade=grade).signature for grade in ("mean", "majority")}
    assert len(found) == 2
    assert made(rated("x", 3)).signature.startswith(
        "gold|grade:mean|scale:0-3|faults:repair|from:memory|ratings:sha256:0"
    )
    assert "scale:verdicts" in made(rated("x", "good")).signature


def test_raters_and_candidates_are_described() -> None:
    raters, candidates = made(rated("x", 3, 1), rated("y", 0)).tables()
    assert raters.rows == (("a", 2, 1.5), ("b", 1, 1.0))
    assert candidates.rows == ((1, 1), (2, 1))


grades = st.lists(st.sampled_from([0, 1, 2, 3, 0.1, 0.7, 2.9]), min_size=1, max_size=6)


@given(grades, st.randoms())
def test_the_mean_is_exact_in_any_order(values: list[float], chance: "st.DataObject") -> None:
    shuffled = sorted(values, key=lambda _: chance.random())  # type: ignore[attr-defined]
    means = [weights(made(rated("x", *each)).gold)["bright.a 1"]["x"] for each in (values, shuffled)]
    assert means[0] == means[1] == pytest.approx(float(sum(map(Fraction, values)) / len(values)), rel=1e-15)
