"""Krippendorff's alpha: equal to that of the library `krippendorff`, and right on a published example."""

import sys
from typing import Any

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.agreement.alpha import Alpha, AlphaMultiwords, AlphaSubstitutes, Level
from stead.agreement.rating_table import tabulate_ratings
from stead.agreement.tanguy2018 import RatingAlpha
from stead.core.annotation import Annotation
from stead.core.rating import Rating
from tests.agreement.made import ANNOTATIONS, answer, figures, measured, tabulated, values
from tests.agreement.strategies import annotation_lists
from tests.agreement.test_tanguy2018 import rated

# Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability", example C: four observers, twelve units.
OBSERVERS = {
    "A": "1 2 3 3 2 1 4 1 2 . . .",
    "B": "1 2 3 3 2 2 4 1 2 5 . 3",
    "C": ". 3 3 3 2 3 4 2 2 5 1 .",
    "D": "1 2 3 3 2 4 4 1 2 5 1 .",
}


def observed() -> list[Rating]:
    return [
        Rating(lexelt="unit.n", id=str(unit), candidate="it", rater=who, value=float(value))
        for who, row in OBSERVERS.items()
        for unit, value in enumerate(row.split())
        if value != "."
    ]


@pytest.mark.parametrize(("level", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_the_published_example(level: str, expected: float) -> None:
    assert values(rated(observed()))[f"alpha-{level}"] == pytest.approx(expected, abs=0.0005)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_ratings_are_converted_as_the_library_wants_them(level: str) -> None:
    matrix = [[float("nan") if value == "." else float(value) for value in row.split()] for row in OBSERVERS.values()]
    expected = krippendorff.alpha(matrix, level_of_measurement=level)
    assert values(rated(observed()))[f"alpha-{level}"] == pytest.approx(expected, abs=1e-12)


def test_proposed_or_not_is_worked_by_hand() -> None:
    """Observed 4 + 4 + 8 + 4 = 20 unlike values of 15 proposed and 13 not: 1 - 20 x 27 / (2 x 15 x 13)."""
    found = figures(measured())["alpha-substitutes"]
    assert found.value == pytest.approx(-5 / 13)
    assert (found.items, found.compared, found.unit) == (4, 11, "substitutes")


def test_detection_of_multiwords_is_worked_by_hand() -> None:
    """Two unlike values on hold.v 5, of 4 that say yes and 9 no: 1 - 2 x 12 / (2 x 4 x 9)."""
    found = figures(measured())["alpha-multiwords"]
    assert found.value == pytest.approx(2 / 3)
    assert (found.items, found.compared, found.unit) == (5, 5, "items")


def matrix_of_decisions(annotations: list[Annotation]) -> list[list[float]]:
    """Annotators by (item, substitute), as the library is used everywhere: 1, 0, or missing."""
    people = sorted({annotation.annotator for annotation in annotations})
    given = {(each.annotator, each.lexelt, each.id): set(each.substitutes) for each in annotations if each.substitutes}
    units = sorted({(lexelt, number, term) for (_, lexelt, number), terms in given.items() for term in terms})
    return [
        [
            float(term in given[who, lexelt, number]) if (who, lexelt, number) in given else float("nan")
            for lexelt, number, term in units
        ]
        for who in people
    ]


def test_annotations_are_converted_as_the_library_wants_them() -> None:
    expected = krippendorff.alpha(matrix_of_decisions(list(ANNOTATIONS)), level_of_measurement="nominal")
    assert values(measured())["alpha-substitutes"] == pytest.approx(expected, abs=1e-12)


def by_library(alpha: Alpha[Any], table: Any) -> float | None:
    """None where it refuses: no unit has two values, or all values are the same."""
    counts = alpha.counts(table)
    pairable = counts[counts.sum(axis=1) >= 2]
    if np.count_nonzero(pairable.sum(axis=0)) < 2:
        return None
    whole = counts.astype(np.int64)
    return float(krippendorff.alpha(value_counts=whole, value_domain=alpha.values, level_of_measurement=alpha.level))


@given(annotation_lists())
def test_every_list_of_annotations_has_the_alpha_of_the_library(annotations: list[Annotation]) -> None:
    table = tabulated(annotations)
    for alpha in (AlphaSubstitutes(), AlphaMultiwords()):
        own = alpha.value(alpha.statistics(table).sum(axis=0))
        assert own == (None if (other := by_library(alpha, table)) is None else pytest.approx(other, abs=1e-9))


@given(
    st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 3), st.sampled_from([0, 1, 3, 4.5]))),
    st.sampled_from(["nominal", "ordinal", "interval"]),
)
def test_every_list_of_ratings_has_the_alpha_of_the_library(
    given: list[tuple[int, int, int, float]], level: Level
) -> None:
    """Items, candidates, raters and values."""
    distinct = {each[:3]: each[3] for each in given} | {(9, 0, 0): 0, (9, 0, 1): 1}
    ratings = [
        Rating(lexelt="unit.n", id=str(item), candidate=str(which), rater=str(who), value=value)
        for (item, which, who), value in distinct.items()
    ]
    table, _ = tabulate_ratings(ratings, (), "made")
    alpha = RatingAlpha(level, table.values)
    own = alpha.value(alpha.statistics(table).sum(axis=0))
    assert own == (None if (other := by_library(alpha, table)) is None else pytest.approx(other, abs=1e-9))


def test_where_all_say_the_same_there_is_no_alpha() -> None:
    """Nobody names a multiword: no two values, so nothing to be agreed beyond chance."""
    annotations = [answer("bright.a 1", who, "clever") for who in ("ann", "bob")]
    found = values(measured(annotations))
    assert (found["alpha-multiwords"], found["alpha-substitutes"]) == (None, None)
    assert (found["multiword-detection"], found["pairwise"]) == (1, 1)


def test_groups_have_an_alpha_of_their_own() -> None:
    """bright.a: 4 + 4 unlike of 8 proposed and 4 not."""
    found = values(measured(ANNOTATIONS, "lexelt"), "lexelt=bright.a")
    assert found["alpha-substitutes"] == pytest.approx(1 - 8 * 11 / (2 * 8 * 4))
    scattered = [*ANNOTATIONS[:3], *ANNOTATIONS[8:], *ANNOTATIONS[3:8]]  # the items of a lexelt apart from each other
    assert values(measured(scattered, "lexelt"), "lexelt=bright.a") == found


def test_chance_is_not_taken_from_one_item() -> None:
    assert "alpha-substitutes" not in values(measured(ANNOTATIONS, "item"), "item=bright.a 1")


def test_the_library_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "krippendorff", None)
    found = values(measured())
    assert {"alpha-substitutes", "alpha-multiwords"} < set(found)


def test_a_fine_scale_has_an_alpha_too() -> None:
    """A hundred values."""
    chance = np.random.default_rng(1)
    scores = chance.integers(0, 101, size=(3_000, 3))
    ratings = [
        Rating(lexelt="unit.n", id=str(which // 10), candidate=str(which), rater=who, value=float(value))
        for which, row in enumerate(scores)
        for who, value in zip("abc", row, strict=True)
    ]
    expected = krippendorff.alpha(scores.T.astype(np.float64), level_of_measurement="ordinal")
    assert values(rated(ratings))["alpha-ordinal"] == pytest.approx(expected, abs=1e-9)


@given(annotation_lists(people=("ann", "bob")))
def test_of_two_annotators_alpha_of_substitutes_is_never_above_zero(annotations: list[Annotation]) -> None:
    """Every unit is a substitute that one of them gave; the organisers' pages say so."""
    value = values(measured(annotations))["alpha-substitutes"]
    assert value is None or value <= 1e-12
