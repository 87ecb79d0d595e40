"""Decisions that do not go together are said, with their places."""

import pytest

from stead.golds import Curation, Decision, contradictions, make_gold
from tests.golds.made import annotations, by_letters, decisions, weights


def said(*rows: tuple[str, ...]) -> list[str]:
    return list(contradictions(decisions(*rows)))


def test_one_form_read_in_two_ways() -> None:
    assert said(("merge", "a", "b"), ("merge", "c", "d"), ("lemmatise", "a", "d")) == [
        "curation.tsv:4: lemmatise a into d: contradicts curation.tsv:2, merge a into b, which is applied before."
    ]


def test_one_form_that_is_dropped_and_read_as_another() -> None:
    assert said(("drop", "a", "", "", "", "odd"), ("merge", "a", "b"), ("split", "a", "b; c")) == [
        "curation.tsv:3: merge a into b: contradicts curation.tsv:2, drop a, which is applied before.",
        "curation.tsv:4: split a into b; c: contradicts curation.tsv:2, drop a, which is applied before.",
    ]


def test_an_exception_for_a_lexelt_or_an_item_is_none() -> None:
    assert said(("merge", "a", "c", "x.n"), ("merge", "a", "d", "x.n", "1"), ("merge", "a", "b")) == []
    assert len(said(("merge", "a", "c", "x.n", "1"), ("merge", "a", "d", "x.n", "1"))) == 1


def test_the_same_decision_twice_is_none() -> None:
    assert said(("merge", "a", "b"), ("lemmatise", "a", "b")) == []


@pytest.mark.parametrize(
    ("accepted", "refused", "contradictory"),
    [
        (("", ""), ("", ""), True),
        (("", ""), ("x.n", ""), True),
        (("", ""), ("x.n", "1"), True),
        (("x.n", ""), ("x.n", "1"), True),
        (("x.n", ""), ("", ""), False),
        (("x.n", "1"), ("x.n", ""), False),
        (("x.n", ""), ("y.n", ""), False),
    ],
)
def test_what_is_refused_for_fewer_items_than_it_is_done_for(
    accepted: tuple[str, str], refused: tuple[str, str], contradictory: bool
) -> None:
    both = Curation(
        (
            Decision(status="refuse", action="merge", form="a", to="b", lexelt=refused[0], id=refused[1]),
            Decision(status="accept", action="lemmatise", form="a", to="b", lexelt=accepted[0], id=accepted[1]),
        )
    )
    found = list(contradictions(both))
    assert len(found) == contradictory
    if contradictory:
        assert found[0].startswith("curation, decision 1: merge a into b")
        assert "but curation, decision 2, lemmatise a into b" in found[0]


def test_an_item_that_is_kept_and_dropped() -> None:
    kept = Decision(status="refuse", action="drop-item", lexelt="x.n", id="1", reason="it is fine")
    dropped = Decision(status="accept", action="drop-lexelt", lexelt="x.n", reason="odd")
    assert len(list(contradictions(Curation((kept, dropped))))) == 1


def test_circles() -> None:
    [found] = said(("merge", "z", "a"), ("merge", "a", "b"), ("merge", "b", "c"), ("merge", "c", "a"))
    assert found == ('curation.tsv:5: merge c into a: goes round in a circle ("a", "b", "c", "a"); the order decides.')
    assert len(said(("merge", "a", "b"), ("merge", "b", "a"), ("merge", "p", "q"), ("merge", "q", "p"))) == 2


def test_chains_and_ways_back_for_some_items_are_no_circles() -> None:
    assert said(("merge", "a", "b"), ("merge", "b", "c"), ("merge", "d", "b")) == []
    assert said(("merge", "a", "b"), ("merge", "b", "a", "x.n")) == []


def test_they_are_among_the_notes_of_a_gold_and_the_order_decides() -> None:
    """a is read as b, and then b, all three of them, as a."""
    own = annotations(*by_letters("x.n 1", "a", "b", "b"))
    made = make_gold(own, curation=decisions(("merge", "a", "b"), ("merge", "b", "a")))
    assert weights(made.gold) == {"x.n 1": {"a": 3.0}}
    assert any("goes round in a circle" in note for note in made.notes)
