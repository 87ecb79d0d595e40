"""Figures by part of speech, by lexelt, and item by item."""

import pytest

from tests.agreement.made import ANNOTATIONS, answer, figures, measured, values


def groups(*divisions: str) -> list[str]:
    found = measured(ANNOTATIONS, *divisions)
    return [name for name in dict.fromkeys(figure.group for figure in found.figures) if "without=" not in name]


def test_parts_of_speech_come_as_in_2007() -> None:
    assert groups("pos") == ["all", "pos=n", "pos=v", "pos=a"]


def test_lexelts_come_by_the_alphabet() -> None:
    assert groups("lexelt") == ["all", "lexelt=bright.a", "lexelt=dog.n", "lexelt=hold.v", "lexelt=run.v"]


def test_items_come_in_their_order() -> None:
    assert groups("item")[1:] == [
        f"item={each}" for each in ("bright.a 1", "bright.a 2", "dog.n 3", "run.v 4", "hold.v 5")
    ]


def test_several_divisions_follow_each_other() -> None:
    assert groups("pos", "lexelt", "pos") == [*groups("pos"), *groups("lexelt")[1:]]


def test_a_group_is_measured_on_its_own_items() -> None:
    """Adjectives: 1 + 1/3 of four pairs; verbs: 1/3 + 0 of four; nouns: none."""
    found = measured(ANNOTATIONS, "pos")
    assert values(found, "pos=a")["pairwise"] == pytest.approx((1 + 1 / 3) / 4)
    assert values(found, "pos=v")["pairwise"] == pytest.approx((1 / 3) / 4)
    assert values(found, "pos=n")["pairwise"] is None
    assert figures(found, "pos=n")["pairwise"].left_out == {"fewer than two annotators gave substitutes": 1}


def test_an_item_is_measured_alone() -> None:
    found = measured(ANNOTATIONS, "item")
    assert values(found, "item=run.v 4")["pairwise"] == pytest.approx(1 / 9)
    assert values(found, "item=run.v 4")["items-with-mode"] == 1
    assert values(found, "item=hold.v 5")["mode-pairwise"] is None
    assert figures(found, "item=run.v 4")["pairwise"].compared == 3


def test_a_lexelt_without_a_part_of_speech_is_in_a_group_of_its_own() -> None:
    rows = [answer("bright 1", who, "clever") for who in ("ann", "bob")]
    assert {figure.group for figure in measured(rows, "pos").figures} == {"all", "pos=(none)"}


def test_the_pairs_of_the_groups_are_those_of_all() -> None:
    found = measured(ANNOTATIONS, "pos")
    parts = [figures(found, f"pos={letter}")["pairwise"].compared for letter in "nva"]
    assert sum(parts) == figures(found)["pairwise"].compared
