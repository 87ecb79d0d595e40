"""Where two golds differ."""

from hypothesis import given, settings

from stead.core.faults import Source
from stead.core.substitutes import GoldRow, GoldStandard
from stead.golds import differences
from tests.formats import strategies
from tests.golds.test_description import gold, section

A = gold(("a.n", "1", {"x": 2, "y": 1, "z": 1}), ("a.n", "2", {"x": 1}), ("b.n", "1", {"x": 3}))
B = gold(("b.n", "1", {"x": 3}), ("a.n", "1", {"x": 3, "y": 1, "v": 1}), ("c.n", "9", {"p": 2, "q": 1}))


def test_every_difference_is_listed() -> None:
    summary, only_a, only_b, both = differences(A, B)
    assert dict(summary.rows) == {  # type: ignore[arg-type]
        "items of the first": 3,
        "items of the second": 3,
        "items only in the first": 1,
        "items only in the second": 1,
        "items in both that differ": 1,
        "substitutes removed": 1,
        "substitutes added": 1,
        "weights changed": 1,
    }
    assert only_a.rows == (("a.n", "2", 1, 1.0),)
    assert only_b.rows == (("c.n", "9", 2, 3.0),)
    assert both.rows == (
        ("a.n", "1", "added", "v", None, 1.0),
        ("a.n", "1", "changed", "x", 2.0, 3.0),
        ("a.n", "1", "removed", "z", 1.0, None),
    )


def test_names_are_compared_too() -> None:
    with_names = GoldStandard.of([GoldRow("a.n", "1", [("x", 2.0)], 1.0)], Source("b", ""))
    *_, both = differences(gold(("a.n", "1", {"x": 2})), with_names)
    assert both.rows == (("a.n", "1", "added", "NAME", None, 1.0),)


def test_the_order_of_items_and_substitutes_makes_no_difference() -> None:
    other = gold(("a.n", "2", {"x": 1}), ("b.n", "1", {"x": 3}), ("a.n", "1", {"z": 1, "y": 1, "x": 2}))
    assert section(differences(A, other), "Differences")["items in both that differ"] == 0


@settings(deadline=None, max_examples=40)
@given(strategies.golds())
def test_a_gold_does_not_differ_from_itself(own: GoldStandard) -> None:
    summary, *others = differences(own, own)
    assert [row[1] for row in summary.rows[2:]] == [0] * 6
    assert not any(each.rows for each in others)


@settings(deadline=None, max_examples=40)
@given(strategies.golds(), strategies.golds())
def test_the_other_way_round_is_the_mirror_image(one: GoldStandard, other: GoldStandard) -> None:
    there, back = differences(one, other), differences(other, one)
    assert there[1].rows == back[2].rows
    turned = {"added": "removed", "removed": "added", "changed": "changed"}
    mirrored = {(*row[:2], turned[str(row[2])], row[3], row[5], row[4]) for row in back[3].rows}
    assert set(there[3].rows) == mirrored


def test_spellings_of_a_lexelt_are_the_same_item_under_the_name_in_the_first() -> None:
    coarse = gold(("free.J", "1", {"x": 2}), ("thé.N", "2", {"x": 1}), ("free.N", "1", {"x": 2}))
    fine = gold(
        ("free.a", "1", {"x": 2}), ("the\N{COMBINING ACUTE ACCENT}.n", "2", {"x": 3}), ("free.n", "7", {"x": 2})
    )
    _, only_first, only_second, both = differences(coarse, fine)
    assert only_first.rows == (("free.N", "1", 1, 2.0),)
    assert only_second.rows == (("free.n", "7", 1, 2.0),)
    assert both.rows == (("thé.N", "2", "changed", "x", 1.0, 3.0),)
