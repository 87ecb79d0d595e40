"""SemDis's coefficients, in both readings, on figures worked by hand."""

import pytest

from tests.agreement.made import answer, figures, measured, values

# For each substitute, n of N annotators: pairs of both, of neither, of at least one, of all.
# bright.a 1: clever 2 of 3: 1, 0, 3, 3; smart the same
# bright.a 2: shiny 2 of 2: 1, 0, 1, 1; vivid and lit 1 of 2: 0, 0, 1, 1 each
# run.v 4: sprint 2 of 3: 1, 0, 3, 3; dash, race, flee 1 of 3: 0, 1, 2, 3 each
# hold.v 5: keep and grip 1 of 2: 0, 0, 1, 1 each
# together both 2 + 1 + 1 + 0 = 4, neither 3, at least one 6 + 3 + 9 + 2 = 20, all 6 + 3 + 12 + 2 = 23


def test_read_word_for_word_both_or_neither_is_the_same() -> None:
    found = figures(measured())["semdis-same"]
    assert found.value == pytest.approx((4 + 3) / 23)
    assert (found.items, found.compared) == (4, 23)


def test_the_other_reading_is_of_pairs_of_whom_at_least_one_proposed() -> None:
    found = figures(measured())["semdis-both"]
    assert found.value == pytest.approx(4 / 20)
    assert (found.items, found.compared) == (4, 20)


def test_the_share_of_annotators_with_the_mode() -> None:
    """2 of 2 on bright.a 2, 2 of 3 on run.v 4."""
    found = figures(measured())["semdis-mode-annotators"]
    assert found.value == pytest.approx(4 / 5)
    assert (found.items, found.compared) == (2, 5)


def test_the_share_of_propositions_that_are_the_mode() -> None:
    """2 of 4 on bright.a 2, 2 of 5 on run.v 4."""
    found = figures(measured())["semdis-mode-propositions"]
    assert found.value == pytest.approx(4 / 9)
    assert (found.items, found.compared) == (2, 9)


@pytest.mark.parametrize("proposing", range(1, 8))
def test_word_for_word_seven_annotators_cannot_fall_below_nine_of_twenty_one(proposing: int) -> None:
    """However many propose a word: the least is 3 pairs of both and 6 of neither, 42.9 %; the paper found 25.8 %."""
    annotations = [answer("espace.n 208", f"a{who}", "écart" if who < proposing else f"w{who}") for who in range(7)]
    same = figures(measured(annotations))["semdis-same"].value
    assert same is not None
    assert same >= 9 / 21


def test_the_sentence_of_the_paper() -> None:
    """No 208: 4, 4, 2, 2, 1 of seven annotators, who all gave two substitutes but one, who gave one."""
    answers = [
        ("distance", "place"),
        ("distance", "place"),
        ("distance", "écart"),
        ("distance", "espacement"),
        ("place", "écart"),
        ("place", "espacement"),
        ("volume",),
    ]
    found = values(measured([answer("espace.n 208", f"a{who}", *terms) for who, terms in enumerate(answers)]))
    # both: 6 + 6 + 1 + 1 + 0 = 14; neither, of 3, 3, 5, 5, 6 others: 3 + 3 + 10 + 10 + 15 = 41; all: 5 x 21 = 105
    assert found["semdis-same"] == pytest.approx(55 / 105)
    assert found["semdis-both"] == pytest.approx(14 / (105 - 41))
    assert found["items-with-mode"] == 0
