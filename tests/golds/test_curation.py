"""Decisions applied in order, counted, and undone."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stead.core.annotation import Annotations
from stead.core.errors import BadInput
from stead.golds import Curation, Decision, make_gold
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
    curation = Curation((Decision(status=status, action="merge", form="games", to="game"),), "curation.tsv", "c" * 64)
    result = make_gold(annotations(*ROWS), curation=curation)
    assert weights(result.gold) == curated()
    assert result.changes == ()
    assert any("1 proposal not decided yet, not applied" in note for note in result.notes) is (status == "proposed")


# ------------------------------------------------------------------------------------- dropped and split substitutes

JUNK = [
    *by_letters("bright.a 1", "12", "sunny", "sunny"),
    *by_letters("bright.a 2", "12;clear", "12", "clear"),
    *by_letters("dim.a 3", "12", "dark", "dark"),
]


@pytest.mark.parametrize(
    ("scope", "left"),
    [(("", ""), [0, 0, 0]), (("bright.a", ""), [0, 0, 1]), (("bright.a", "2"), [1, 0, 1])],
    ids=["everywhere", "of a lexelt", "of an item"],
)
def test_a_substitute_is_dropped(scope: tuple[str, str], left: list[int]) -> None:
    result = make_gold(annotations(*JUNK), curation=decisions(("drop", "12", "", *scope, "a slip")))
    assert [own.get("12", 0.0) for own in weights(result.gold).values()] == left
    assert [own.get(term) for own, term in zip(weights(result.gold).values(), ("sunny", "clear", "dark"), strict=True)]
    assert result.changes[0].changed == result.counts["answers dropped by curation"] == 4 - sum(left)


def test_an_item_may_fall_short_by_dropping() -> None:
    own = annotations(*by_letters("a.n 1", "12", "x"), *by_letters("b.n 2", "x", "y"))
    result = make_gold(own, curation=decisions(("drop", "12", "", "", "", "a slip")))
    assert result.left_out == (("a.n", "1", "fewer than 2 usable answers: 1 (NIL 0, NAME 0)"),)
    assert result.counts["annotations without an answer"] == 1


def test_a_multiword_is_dropped_as_a_substitute_is() -> None:
    own = annotations(("a.n 1", "p", "x", "12"), ("a.n 1", "q", "x", "12"), ("a.n 1", "r", "x", "y z"))
    result = make_gold(own, curation=decisions(("drop", "12", "", "", "", "a slip")))
    assert weights(result.multiwords) == {"a.n 1": {"y z": 1.0}}


def test_a_substitute_is_split() -> None:
    own = annotations(("a.n 1", "p", "clever, smart"), ("a.n 1", "q", "smart"), ("b.n 2", "p", "clever, smart;able"))
    result = make_gold(own, curation=decisions(("split", "clever, smart", "clever; smart")))
    assert weights(result.gold) == {
        "a.n 1": {"smart": 2.0, "clever": 1.0},
        "b.n 2": {"able": 1.0, "clever": 1.0, "smart": 1.0},
    }
    assert (result.changes[0].changed, result.counts["answers added by splitting"]) == (2, 2)


def test_parts_are_split_merged_and_dropped_further() -> None:
    own = annotations(("a.n 1", "p", "b, c / 1"), ("a.n 1", "q", "C"))
    rows = (("split", "b, c / 1", "b; c / 1"), ("split", "c / 1", "c; 1"), ("drop", "1", "", "", "", "odd"))
    result = make_gold(own, curation=decisions(*rows, ("merge", "c", "C")))
    assert weights(result.gold) == {"a.n 1": {"C": 2.0, "b": 1.0}}
    assert [change.changed for change in result.changes] == [1, 1, 1, 1]


def test_an_annotator_counts_once_for_parts_that_were_given_apart_too() -> None:
    own = annotations(("a.n 1", "p", "clever, smart;smart"), ("a.n 1", "q", "smart"))
    result = make_gold(own, curation=decisions(("split", "clever, smart", "clever; smart")))
    assert weights(result.gold) == {"a.n 1": {"smart": 2.0, "clever": 1.0}}
    assert result.counts["answers that curation made equal"] == 1


def test_parts_come_last_where_an_annotator_has_more_answers_than_are_used() -> None:
    own = annotations(("a.n 1", "p", "a, b, c;d;e"), ("a.n 1", "q", "d"))
    result = make_gold(own, curation=decisions(("split", "a, b, c", "a; b; c")))
    assert weights(result.gold) == {"a.n 1": {"d": 2.0, "a": 1.0, "e": 1.0}}
    assert result.counts["answers beyond the limit"] == 2


def test_a_multiword_is_one_and_is_not_split() -> None:
    own = annotations(("a.n 1", "p", "x", "a, b"), ("a.n 1", "q", "x", "a, b"))
    result = make_gold(own, curation=decisions(("split", "a, b", "a; b")))
    assert weights(result.multiwords) == {"a.n 1": {"a, b": 2.0}}
    assert any("split a, b into a; b: changes nothing" in note for note in result.notes)


def test_counts_add_up_when_answers_are_dropped_and_split() -> None:
    own = annotations(("a.n 1", "p", "a, b;c;12"), ("a.n 1", "q", "a;b, a"), ("a.n 1", "r", "a, b;d;e"))
    rows = (("split", "a, b", "a; b"), ("split", "b, a", "b; a"), ("drop", "12", "", "", "", "odd"))
    counts = make_gold(own, curation=decisions(*rows)).counts
    lost = ("answers dropped by curation", "answers that curation made equal", "answers beyond the limit")
    assert [counts[name] for name in lost] == [1, 1, 1]
    assert counts["answers given"] + counts["answers added by splitting"] == 8 + 3
    assert counts["answers counted"] == 8 + 3 - 3


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
