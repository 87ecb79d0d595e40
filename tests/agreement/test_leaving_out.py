"""Which items, answer_table and pairs are left out, and why; and the same figures without one annotator at a time."""

import pytest

from stead.agreement import answer_table
from tests.agreement.made import ANNOTATIONS, answer, figures, measured, values


def test_pairs_are_left_out_for_the_worse_of_their_sides() -> None:
    """Five items with three pairs each: bright.a 2 has two with NIL, dog.n 3 one with NAME and two of whom one is
    missing, hold.v 5 two with a blank row."""
    pairs = measured().pairs
    assert (pairs.possible, pairs.used) == (15, 8)
    assert pairs.left_out == {"NIL": 2, "NAME": 1, "blank": 2, "not annotated": 2}


def test_a_pair_of_nil_and_name_counts_as_name() -> None:
    rows = [answer("a.n 1", "ann", nil=True), answer("a.n 1", "bob", name=True), answer("a.n 1", "cat", nil=True)]
    assert measured(rows).pairs.left_out == {"NIL": 1, "NAME": 2}


def test_items_are_named() -> None:
    assert measured().left_out.items == {
        "fewer than two annotators gave substitutes": (("dog.n", "3"),),
        "substitutes named fewer than two times in total": (("dog.n", "3"),),
        "no mode": (("bright.a", "1"), ("hold.v", "5")),
        "nobody named a multiword": (("bright.a", "1"), ("bright.a", "2"), ("dog.n", "3")),
        "only one annotator named a multiword": (("hold.v", "5"),),
    }


def test_answers_are_named_with_who_gave_them() -> None:
    assert measured().left_out.answers == {
        "NIL": (("bright.a", "2", "cat"),),
        "NAME": (("dog.n", "3", "bob"),),
        "blank": (("hold.v", "5", "cat"),),
        "not annotated": (("dog.n", "3", "cat"),),
    }


def test_of_a_crowd_the_missing_are_counted_only() -> None:
    crowd = [answer(f"a.n {item}", f"a{who}", "x") for item in range(4) for who in (2 * item, 2 * item + 1)]
    found = measured(crowd)
    assert "not annotated" not in found.left_out.answers
    assert found.pairs.left_out == {"not annotated": 4 * 28 - 4}
    assert [each.missing for each in found.annotators] == [3] * 8


def test_people_are_counted() -> None:
    ann, bob, cat = measured().annotators
    assert (ann.name, ann.answers, ann.substitutes, ann.missing) == ("ann", 5, 5, 0)
    assert (bob.name, bob.answers, bob.substitutes, bob.missing) == ("bob", 4, 9, 0)
    assert (cat.name, cat.answers, cat.substitutes, cat.missing) == ("cat", 2, 2, 1)
    assert ann.others == {"NIL": 0, "NAME": 0, "blank": 0}
    assert bob.others == {"NIL": 0, "NAME": 1, "blank": 0}
    assert cat.others == {"NIL": 1, "NAME": 0, "blank": 1}


def test_without_bob_nothing_agrees() -> None:
    """ann and cat meet on bright.a 1 and run.v 4 and share nothing; no mode is left."""
    found = figures(measured(), "without=bob")
    assert (found["pairwise"].value, found["pairwise"].compared) == (0, 2)
    assert (found["items-with-mode"].value, found["items-with-mode"].compared) == (0, 2)
    assert found["mode-pairwise"].value is None


def test_without_cat_more_agrees_and_the_modes_are_others() -> None:
    """1/2, 1/3, 1/3, 0; modes clever, shiny, sprint, none: 1 + 1/2, 1 + 1/3, 1 + 1/3 of six answer_table."""
    found = values(measured(), "without=cat")
    assert found["pairwise"] == pytest.approx((1 / 2 + 1 / 3 + 1 / 3) / 4)
    assert found["items-with-mode"] == 3 / 4
    assert found["mode-pairwise"] == pytest.approx((3 / 2 + 4 / 3 + 4 / 3) / 6)


def test_of_two_annotators_none_is_left_out() -> None:
    found = measured(ANNOTATIONS, without=("cat",))
    assert {figure.group for figure in found.figures} == {"all"}


def test_many_pairs_are_looked_at_part_by_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """The items fall into parts wherever so many pairs have come together; each item is whole in one of them."""
    expected = values(measured(ANNOTATIONS, "item"))
    for size in (1, 2, 3):
        monkeypatch.setattr(answer_table, "_PAIRS_AT_A_TIME", size)
        assert values(measured(ANNOTATIONS, "item")) == expected
