"""Decisions applied in order, counted, and undone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stead.golds import Curation, Decision, make_gold
from stead.task import Annotations, BadInput
from tests.golds.made import annotation, annotations, by_letters, decisions, weights

ROWS = [
    *by_letters("bright.a 1", "well-lit", "well lit", "sunny", "games"),
    *by_letters("bright.a 2", "well-lit", "games", "game"),
    *by_letters("dim.a 3", "games", "game", "dark"),
]


def curated(*rows: tuple[str, ...]) -> dict[str, dict[str, float]]:
    return weights(make_gold(annotations(*ROWS), curation=decisions(*rows)).gold)


def changed(*rows: tuple[str, ...]) -> list[int]:
    return [change.changed for change in make_gold(annotations(*ROWS), curation=decisions(*rows)).changes]


def test_a_form_is_merged_everywhere() -> None:
    assert curated(("merge", "well-lit", "well lit")) == {
        "bright.a 1": {"well lit": 2.0, "games": 1.0, "sunny": 1.0},
        "bright.a 2": {"game": 1.0, "games": 1.0, "well lit": 1.0},
        "dim.a 3": {"dark": 1.0, "game": 1.0, "games": 1.0},
    }
    assert changed(("merge", "well-lit", "well lit")) == [2]


def test_a_form_is_lemmatised_in_one_lexelt_or_in_one_item() -> None:
    everywhere = curated(("lemmatise", "games", "game"))
    lexelt = curated(("lemmatise", "games", "game", "bright.a"))
    one = curated(("lemmatise", "games", "game", "bright.a", "2"))
    assert [own.get("game") for own in everywhere.values()] == [1.0, 2.0, 2.0]
    assert [own.get("game") for own in lexelt.values()] == [1.0, 2.0, 1.0]
    assert [own.get("game") for own in one.values()] == [None, 2.0, 1.0]
    assert changed(("lemmatise", "games", "game", "bright.a"), ("lemmatise", "games", "game")) == [2, 1]


def test_decisions_are_applied_in_order() -> None:
    there, back = ("merge", "games", "game"), ("merge", "game", "play")
    assert changed(there, back) == [3, 5]
    assert changed(back, there) == [2, 3]
    assert "play" in curated(there, back)["bright.a 1"]
    assert "game" in curated(back, there)["bright.a 1"]


def test_forms_can_be_exchanged_by_way_of_a_third() -> None:
    swapped = curated(
        ("merge", "game", "?"), ("merge", "games", "game"), ("merge", "?", "games"), ("merge", "sunny", "x")
    )
    assert swapped["dim.a 3"] == {"dark": 1.0, "game": 1.0, "games": 1.0}
    assert changed(("merge", "game", "?"), ("merge", "games", "game"), ("merge", "?", "games")) == [2, 3, 2]


def test_an_annotator_counts_once_for_forms_that_became_one() -> None:
    own = annotations(("a.n 1", "ada", "well-lit;well lit"), ("a.n 1", "bob", "sunny"))
    result = make_gold(own, curation=decisions(("merge", "well-lit", "well lit")))
    assert weights(result.gold) == {"a.n 1": {"sunny": 1.0, "well lit": 1.0}}
    assert result.counts["answers that curation made equal"] == 1


def test_items_may_fall_short_by_merging() -> None:
    own = annotations(("a.n 1", "ada", "well-lit;well lit"), *by_letters("b.n 2", "x", "y"))
    result = make_gold(own, curation=decisions(("merge", "well-lit", "well lit")))
    assert result.left_out == (("a.n", "1", "fewer than 2 usable answers: 1 (NIL 0, NAME 0)"),)


def test_multiwords_are_curated_as_substitutes_are() -> None:
    own = annotations(("a.n 1", "p", "x", "hold one's horses"), ("a.n 1", "q", "x", "hold your horses"))
    result = make_gold(own, curation=decisions(("merge", "hold one's horses", "hold your horses")))
    assert weights(result.multiwords) == {"a.n 1": {"hold your horses": 2.0}}
    assert [change.changed for change in result.changes] == [1]


def test_an_item_or_a_lexelt_is_dropped_with_its_reason() -> None:
    result = make_gold(
        annotations(*ROWS, ("dim.a 3", "z", "NIL", "dim light")),
        curation=decisions(
            ("drop-item", "", "", "bright.a", "2", "a noun"), ("drop-lexelt", "", "", "dim.a", "", "odd")
        ),
    )
    assert list(weights(result.gold)) == ["bright.a 1"]
    assert result.left_out == (("bright.a", "2", "drop-item: a noun"), ("dim.a", "3", "drop-lexelt: odd"))
    assert [change.changed for change in result.changes] == [3, 4]
    assert (len(result.multiwords), result.specials) == (0, ())
    assert result.counts["annotations dropped by curation"] == 7


def test_what_is_dropped_is_not_changed_afterwards() -> None:
    assert changed(("drop-lexelt", "", "", "bright.a", "", "odd"), ("merge", "games", "game")) == [7, 1]


def test_a_decision_that_changes_nothing_is_reported_with_its_line() -> None:
    curation = decisions(
        ("merge", "nowhere", "somewhere"), ("drop-item", "", "", "dim.a", "9", "odd"), ("merge", "game", "play", "no.n")
    )
    result = make_gold(annotations(*ROWS), curation=curation)
    assert [note for note in result.notes if "changes nothing" in note] == [
        "curation.tsv:2: merge nowhere into somewhere: changes nothing.",
        "curation.tsv:3: drop-item dim.a 9: changes nothing.",
        "curation.tsv:4: merge game into play in no.n: changes nothing.",
    ]


@pytest.mark.parametrize("status", ["refuse", "proposed"])
def test_only_what_is_accepted_is_applied(status: str) -> None:
    curation = Curation((Decision(status, "merge", "games", "game"),), "curation.tsv", "c" * 64)
    result = make_gold(annotations(*ROWS), curation=curation)
    assert weights(result.gold) == curated()
    assert result.changes == ()
    assert any("1 proposal not decided yet, not applied" in note for note in result.notes) is (status == "proposed")


def test_everything_dropped_is_refused() -> None:
    with pytest.raises(BadInput, match=r"2 of 2 items left out: drop-lexelt \(2\)"):
        make_gold(
            annotations(*by_letters("a.n 1", "x", "y"), *by_letters("a.n 2", "x", "y")),
            curation=decisions(("drop-lexelt", "", "", "a.n", "", "odd")),
        )


forms = st.sampled_from(["x", "y", "z", "v"])
merges = st.lists(st.tuples(st.just("merge"), forms, forms).filter(lambda row: row[1] != row[2]), max_size=6)


@settings(deadline=None)
@given(merges, st.lists(st.lists(forms, min_size=1, max_size=3), min_size=2, max_size=4))
def test_merging_is_replacing_word_by_word(rows: list[tuple[str, str, str]], given_answers: list[list[str]]) -> None:
    own = [
        annotation("a.n 1", f"p{number}", ";".join(dict.fromkeys(each))) for number, each in enumerate(given_answers)
    ]
    result = make_gold(Annotations.of(own, annotations().source), curation=decisions(*rows))
    by_hand, counts = [list(each.substitutes) for each in own], []
    for _, old, new in rows:
        counts.append(sum(answers.count(old) for answers in by_hand))
        by_hand = [[new if answer == old else answer for answer in answers] for answers in by_hand]
    assert [change.changed for change in result.changes] == counts
    expected = {term: float(sum(term in answers for answers in by_hand)) for answers in by_hand for term in answers}
    assert weights(result.gold) == {"a.n 1": expected}
