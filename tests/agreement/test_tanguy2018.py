"""Agreement on ratings, on figures worked by hand."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from stead.agreement import AgreementSettings, rating_agreement
from stead.agreement.rating_table import MOST_VALUES
from stead.core.errors import BadInput, UsageError
from stead.core.rating import Rating
from stead.records.agreement import Agreement
from tests.agreement.made import MEMORY, figures, values

# candidate        ratings     mean   standard deviation
# 1 distance       3 3 3       3      0
# 1 volume         0 1         1/2    sqrt(1/4 + 1/4) = sqrt(1/2)
# 1 jardin         0           -      one rater: left out
# 2 ouverture      0 0 3       1      sqrt((1 + 1 + 4) / 2) = sqrt(3)
RATINGS = tuple(
    Rating(lexelt="espace.n", id=item, candidate=candidate, rater=rater, value=value)
    for item, candidate, given in (
        ("1", "distance", {"r1": 3, "r2": 3, "r3": 3}),
        ("1", "volume", {"r1": 0, "r2": 1}),
        ("1", "jardin", {"r3": 0}),
        ("2", "ouverture", {"r1": 0, "r2": 0, "r3": 3}),
    )
    for rater, value in given.items()
)
DEVIATIONS = (0, math.sqrt(1 / 2), math.sqrt(3))


def rated(ratings: Sequence[Rating] = RATINGS, *divisions: str, **settings: Any) -> Agreement:
    return rating_agreement(
        ratings, AgreementSettings(**{"rules": None, "resamples": 0, **settings}), MEMORY, divisions
    )


def test_the_rate_of_unanimous_decisions() -> None:
    found = figures(rated())["unanimous"]
    assert found.value == pytest.approx(1 / 3)
    assert (found.items, found.compared, found.unit) == (2, 3, "candidates")


def test_the_mean_standard_deviation() -> None:
    assert values(rated())["mean-standard-deviation"] == pytest.approx(sum(DEVIATIONS) / 3)


def test_its_margin_is_that_of_a_normal_distribution() -> None:
    mean = sum(DEVIATIONS) / 3
    variance = sum((each - mean) ** 2 for each in DEVIATIONS) / 2
    assert values(rated())["standard-deviation-margin"] == pytest.approx(1.959964 * math.sqrt(variance / 3), abs=1e-6)


def test_one_candidate_has_no_margin() -> None:
    found = values(rated(RATINGS[:3]))
    assert (found["mean-standard-deviation"], found["standard-deviation-margin"]) == (0, None)


def test_candidates_with_one_rating_are_left_out_and_named() -> None:
    left_out = rated().left_out
    assert left_out.answers == {"rated by one rater only": (("espace.n", "1", "jardin"),)}
    assert left_out.items == {}


def test_pairs_are_counted() -> None:
    """Four candidates with three pairs of raters each; used 3 + 1 + 0 + 3."""
    pairs = rated().pairs
    assert (pairs.possible, pairs.used, pairs.left_out) == (12, 7, {"not rated": 5})


def test_people_are_counted() -> None:
    assert [(each.name, each.answers, each.missing) for each in rated().annotators] == [
        ("r1", 3, 1),
        ("r2", 3, 1),
        ("r3", 3, 1),
    ]


def test_an_item_whose_candidates_were_all_rated_once_is_left_out_for_that_reason() -> None:
    lone = Rating(lexelt="espace.n", id="3", candidate="air", rater="r1", value=2)
    found = rated([*RATINGS, lone])
    assert found.left_out.items == {"no candidate was rated by two raters": (("espace.n", "3"),)}
    assert figures(found)["unanimous"].left_out == {"no candidate was rated by two raters": 1}


def test_by_item() -> None:
    found = rated(RATINGS, "item")
    assert values(found, "item=espace.n 1")["unanimous"] == 1 / 2
    assert values(found, "item=espace.n 2")["mean-standard-deviation"] == pytest.approx(math.sqrt(3))


def test_without_a_rater() -> None:
    """distance 3 3, volume 0 alone, ouverture 0 3: one unanimous of two."""
    assert values(rated(RATINGS, without=("r2",)))["unanimous"] == 1 / 2


def test_an_unknown_rater_cannot_be_left_out() -> None:
    with pytest.raises(UsageError, match="no annotator 'r9' to leave out; there are r1, r2, r3"):
        rated(RATINGS, without=("r9",))


def test_one_rater_is_not_enough() -> None:
    with pytest.raises(BadInput, match=r"one annotator only \(r3\)"):
        rated([rating for rating in RATINGS if rating.rater == "r3"])


def test_raters_who_never_meet_cannot_be_compared() -> None:
    apart = [
        Rating(lexelt="a.n", id="1", candidate="x", rater="r1", value=1),
        Rating(lexelt="a.n", id="1", candidate="y", rater="r2", value=1),
    ]
    with pytest.raises(BadInput, match="no candidate was rated by two raters"):
        rated(apart)


def test_the_same_rating_again_is_counted_once_and_said() -> None:
    found = rated([*RATINGS, RATINGS[0]])
    assert values(found) == values(rated())
    assert found.notes == ("made: 1 rating given a second time, the same as the first; counted once.",)


def test_another_rating_of_the_same_is_refused() -> None:
    with pytest.raises(BadInput, match=r"r1 on 'distance' in espace\.n 1"):
        rated([*RATINGS, Rating(lexelt="espace.n", id="1", candidate="distance", rater="r1", value=2)])


@pytest.mark.parametrize("value", [math.nan, math.inf, "3", True, None])
def test_a_value_is_a_finite_number(value: Any) -> None:
    with pytest.raises(BadInput, match="expected a finite number"):
        rated([*RATINGS, Rating(lexelt="espace.n", id="1", candidate="x", rater="r1", value=value)])


def test_a_scale_has_not_any_number_of_values() -> None:
    many = [
        Rating(lexelt="a.n", id="1", candidate=f"c{number}", rater="r1", value=number)
        for number in range(MOST_VALUES + 1)
    ]
    with pytest.raises(BadInput, match="102 different values; expected a scale of 101 at most"):
        rated(many)


def test_ratings_of_one_item_need_not_stand_together() -> None:
    assert values(rated(RATINGS[::-1])) == pytest.approx(values(rated()))


def test_candidates_and_raters_are_tidied() -> None:
    """The same candidate and the same raters, written with other blanks and accents."""
    plain = [
        Rating(lexelt="a.n", id="1", candidate="été", rater="Zoé", value=3),
        Rating(lexelt="a.n", id="1", candidate="été", rater="Ann", value=3),
        Rating(lexelt="a.n", id="1", candidate="x", rater="Zoé", value=1),
    ]
    odd = [plain[0], Rating(lexelt="a.n", id="1", candidate=" e\N{COMBINING ACUTE ACCENT}té", rater="Ann ", value=3)]
    odd.append(Rating(lexelt="a.n", id="1", candidate="x", rater="Zoe\N{COMBINING ACUTE ACCENT}", value=1))
    assert rated(odd) == rated(plain)


def test_ratings_of_blank_candidates_are_left_out_and_counted() -> None:
    found = rated([*RATINGS, Rating(lexelt="espace.n", id="1", candidate=" ", rater="r1", value=2)])
    assert values(found) == values(rated())
    assert found.notes == ("made: 1 rating of blank candidates: left out.",)


def test_verdicts_are_numbers_but_not_beside_numbers() -> None:
    """good good, bad good: half are unanimous; the deviation of 0 and 2 is the root of 2, and the mean half of it."""
    words = [
        Rating(lexelt="a.n", id="1", candidate=candidate, rater=rater, value=verdict)
        for candidate, rater, verdict in [("x", "r", "good"), ("x", "s", "good"), ("y", "r", "bad"), ("y", "s", "good")]
    ]
    found = values(rated(words))
    assert found["unanimous"] == 1 / 2
    assert found["mean-standard-deviation"] == pytest.approx(math.sqrt(2) / 2)
    with pytest.raises(BadInput, match=r"made: 4 verdicts \(bad, reasonable, good\) and 1 number among the ratings"):
        rated(
            [
                *words,
                Rating(lexelt="a.n", id="1", candidate="z", rater="r", value=2),
            ]
        )


def test_a_rater_has_a_name() -> None:
    with pytest.raises(BadInput, match="made, rating 2: expected the name of the rater"):
        rated([RATINGS[0], replace(RATINGS[1], rater=" ")])
