"""The coefficients of SemEval-2007, on figures worked by hand (the working is in made.py)."""

import pytest

from stead.core.annotation import Annotation
from tests.agreement.made import ANNOTATIONS, answer, figures, measured, values


def test_pairwise_is_the_mean_over_all_pairs_of_all_items() -> None:
    """(1 + 1/3 + 1/3 + 0) / (3 + 1 + 3 + 1); the mean over items would be (1/3 + 1/3 + 1/9 + 0) / 4."""
    assert values(measured())["pairwise"] == pytest.approx(5 / 24)


def test_pairwise_says_how_many_items_and_pairs_it_saw() -> None:
    found = figures(measured())["pairwise"]
    assert (found.items, found.compared, found.unit) == (4, 8, "pairs")
    assert found.left_out == {"fewer than two annotators gave substitutes": 1}


def test_items_with_a_mode_are_counted_among_those_that_scoring_keeps() -> None:
    """bright.a 2 and run.v 4 of all but dog.n 3, which has one response."""
    found = figures(measured())["items-with-mode"]
    assert (found.value, found.items, found.compared) == (2 / 4, 4, 4)


def test_the_mode_is_compared_with_every_answer_as_another_answer() -> None:
    """bright.a 2: 1 + 1/3 of 2 answers; run.v 4: 1 + 1/3 + 0 of 3."""
    found = figures(measured())["mode-pairwise"]
    assert found.value == pytest.approx((4 / 3 + 4 / 3) / 5)
    assert (found.items, found.compared, found.unit) == (2, 5, "answers")
    assert found.left_out == {"substitutes named fewer than two times in total": 1, "no mode": 2}


def test_multiword_detection_counts_everybody_who_answered_anything() -> None:
    """Pairs that say the same: 3 + 3 (NIL is an answer) + 1 + 3 + 0; cat's blank row on hold.v 5 is no answer."""
    found = figures(measured())["multiword-detection"]
    assert found.value == pytest.approx(10 / 11)
    assert (found.items, found.compared) == (5, 11)


def test_multiword_identification_has_two_readings() -> None:
    """run.v 4: one pair of three names the same (case is levelled); hold.v 5: one of the two names something."""
    found = values(measured())
    assert found["multiword-identification-either"] == pytest.approx(1 / 4)
    assert found["multiword-identification-both"] == pytest.approx(1 / 3)


def test_no_agreement_at_all_is_zero() -> None:
    annotations = [answer("bright.a 1", "ann", "clever"), answer("bright.a 1", "bob", "smart")]
    found = values(measured(annotations))
    assert (found["pairwise"], found["items-with-mode"], found["semdis-both"], found["semdis-same"]) == (0, 0, 0, 0)
    assert found["mode-pairwise"] is None


def test_the_example_of_the_2007_paper() -> None:
    """glad merry; glad; cheerful glad; merry; jovial: pairs 1/2, 1/3, 1/2, 0, 1/2, 0, 0, 0, 0, 0; the mode is glad."""
    answers = {"1": ("glad", "merry"), "2": ("glad",), "3": ("cheerful", "glad"), "4": ("merry",), "5": ("jovial",)}
    found = values(measured([answer("happy.a 9999", who, *terms) for who, terms in answers.items()]))
    assert found["pairwise"] == pytest.approx((1 / 2 + 1 / 3 + 1 / 2 + 1 / 2) / 10)
    assert found["mode-pairwise"] == pytest.approx((1 / 2 + 1 + 1 / 2) / 5)
    assert found["semdis-mode-annotators"] == pytest.approx(3 / 5)
    assert found["semdis-mode-propositions"] == pytest.approx(3 / 7)


def test_an_annotator_who_always_gives_three_lowers_the_agreement_by_naming_more() -> None:
    """ann and bob agree; cat names the same and two more each time: 1, 1/3, 1/3."""
    items = [f"bright.a {number}" for number in range(4)]
    everybody = [
        annotation
        for item in items
        for annotation in (
            answer(item, "ann", "clever"),
            answer(item, "bob", "clever"),
            answer(item, "cat", "clever", "smart", "gifted"),
        )
    ]
    agreement = measured(everybody)
    assert values(agreement)["pairwise"] == pytest.approx((1 + 1 / 3 + 1 / 3) / 3)
    assert values(agreement)["mode-pairwise"] == pytest.approx((1 + 1 + 1 / 3) / 3)
    assert values(agreement)["semdis-mode-annotators"] == 1
    assert values(agreement, "without=cat")["pairwise"] == 1
    assert values(agreement, "without=ann")["pairwise"] == pytest.approx(1 / 3)


def test_answers_are_compared_under_the_rules() -> None:
    annotations = [answer("bright.a 1", "ann", "Well-lit"), answer("bright.a 1", "bob", "well lit", "WELL  LIT")]
    assert values(measured(annotations))["pairwise"] == 1


def test_the_order_of_rows_does_not_matter() -> None:
    def shown(annotations: tuple[Annotation, ...]) -> dict[str, float | None]:
        return {name: value and round(value, 12) for name, value in values(measured(annotations)).items()}

    assert shown(ANNOTATIONS[::-1]) == shown(ANNOTATIONS)
