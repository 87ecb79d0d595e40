"""Annotations counted."""

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stead.core.annotation import Annotation, Annotations
from stead.core.errors import BadInput, UsageError
from stead.core.item import Item
from stead.core.substitutes import GoldRow
from stead.golds import AnswerRules, make_gold
from tests.golds.made import MEMORY, annotation, annotations, by_letters, decisions, item, made, naive, weights

# ------------------------------------------------------------------------------------------------------- counts


def test_the_example_of_the_paper() -> None:
    """McCarthy and Navigli (2007), section 3: item 9999 of happy.a."""
    rows = by_letters("happy.a 9999", "glad;merry", "glad", "cheerful;glad", "merry", "jovial")
    [row] = made(*rows).gold
    assert row == GoldRow("happy.a", "9999", [("glad", 3.0), ("merry", 2.0), ("cheerful", 1.0), ("jovial", 1.0)])


def test_equal_counts_are_in_the_order_of_code_points() -> None:
    [row] = made(*by_letters("a.n 1", "été", "zoo", "Zoo", "eté", "😀")).gold
    assert [term for term, _ in row.weights] == ["Zoo", "eté", "zoo", "été", "😀"]


def test_items_are_in_the_order_of_their_first_annotation() -> None:
    gold = made(*by_letters("b.n 2", "x", "y"), *by_letters("a.n 1", "x", "y"), ("b.n 2", "c", "z")).gold
    assert list(weights(gold)) == ["b.n 2", "a.n 1"]


def test_an_annotator_counts_once_however_often_a_word_is_repeated() -> None:
    result = made(("a.n 1", "ada", "x;x;y"), ("a.n 1", "bob", "x"))
    assert weights(result.gold) == {"a.n 1": {"x": 2.0, "y": 1.0}}
    assert result.counts["answers repeated by an annotator"] == 1
    assert any("1 answer given twice by one annotator" in note for note in result.notes)


def test_only_the_first_three_answers_are_used_and_the_others_reported() -> None:
    result = made(("a.n 1", "ada", "v;w;x;y;z"), ("a.n 1", "bob", "z"))
    assert weights(result.gold) == {"a.n 1": {"v": 1.0, "w": 1.0, "x": 1.0, "z": 1.0}}
    assert result.counts["answers beyond the limit"] == 2
    assert any("2 answers beyond the first 3" in note for note in result.notes)


def test_a_repeat_takes_no_place_among_the_first_three() -> None:
    assert weights(made(("a.n 1", "ada", "x;x;y;z")).gold) == {"a.n 1": {"x": 1.0, "y": 1.0, "z": 1.0}}


def test_how_many_answers_are_used_is_a_choice() -> None:
    rows = [("a.n 1", "ada", "v;w;x"), ("a.n 1", "bob", "x")]
    assert weights(made(*rows, rules=AnswerRules(max_answers=1)).gold) == {"a.n 1": {"v": 1.0, "x": 1.0}}


def test_ids_that_are_unique_only_within_a_lexelt_are_different_items() -> None:
    gold = made(*by_letters("a.n 1", "x", "x"), *by_letters("b.n 1", "y", "y")).gold
    assert weights(gold) == {"a.n 1": {"x": 2.0}, "b.n 1": {"y": 2.0}}


def test_annotators_share_one_among_their_answers() -> None:
    """glad 1/2 + 1 + 1/2 = 2, merry 1/2 + 1 = 1.5, cheerful 1/2, jovial 1."""
    rows = by_letters("happy.a 9999", "glad;merry", "glad", "cheerful;glad", "merry", "jovial")
    result = made(*rows, rules=AnswerRules(weights="shares"))
    assert weights(result.gold) == {"happy.a 9999": {"glad": 2.0, "merry": 1.5, "jovial": 1.0, "cheerful": 0.5}}
    assert list(weights(result.gold)["happy.a 9999"]) == ["glad", "merry", "jovial", "cheerful"]
    assert result.gold.graded is False


def test_shares_are_the_same_in_whatever_order_annotations_come() -> None:
    """x gets 1/3 + 1/3 + 1/2 + 1/3 = 3/2 exactly; added up as floats in some orders it is not."""
    rows = [("a.n 1", "p", "x;a;b"), ("a.n 1", "q", "x;c;d"), ("a.n 1", "r", "x;e"), ("a.n 1", "s", "x;f;g")]
    shares = AnswerRules(weights="shares")
    found = {weights(made(*rows[turn:], *rows[:turn], rules=shares).gold)["a.n 1"]["x"] for turn in range(4)}
    assert found == {1.5}


# ------------------------------------------------------------------------------------------------ NIL and NAME


def test_nil_and_name_are_kept_apart() -> None:
    result = made(*by_letters("a.n 1", "x", "x", "NIL", "NAME", "NAME"), *by_letters("b.n 2", "x", "y"))
    assert weights(result.gold) == {"a.n 1": {"x": 2.0}, "b.n 2": {"x": 1.0, "y": 1.0}}
    assert result.specials == (("a.n", "1", 1, 2),)
    assert not result.gold.names.any()


def test_substitutes_beside_nil_are_counted_and_so_is_nil() -> None:
    odd = Annotation(lexelt="a.n", id="1", annotator="ada", substitutes=("x",), nil=True)
    result = make_gold(Annotations.of([odd, annotation("a.n 1", "bob", "x")], MEMORY))
    assert weights(result.gold) == {"a.n 1": {"x": 2.0}}
    assert result.specials == (("a.n", "1", 1, 0),)
    assert any("1 annotation with substitutes beside NIL or NAME" in note for note in result.notes)


def test_an_annotation_that_says_nothing_is_reported() -> None:
    result = made(*by_letters("a.n 1", "x", "x", ""))
    assert result.counts["annotations without an answer"] == 1
    assert any("1 annotation with neither substitutes nor NIL nor NAME" in note for note in result.notes)


def test_nil_written_as_a_word_is_reported() -> None:
    odd = Annotation(lexelt="a.n", id="1", annotator="ada", substitutes=("NIL", "nil"))
    result = make_gold(Annotations.of([odd], MEMORY))
    assert weights(result.gold) == {"a.n 1": {"NIL": 1.0, "nil": 1.0}}
    assert [note for note in result.notes if " is among the substitutes (1 answer)" in note] == [
        f'made: "{word}" is among the substitutes (1 answer) and is counted as a word; if NIL is meant, mark it as NIL.'
        for word in ("NIL", "nil")
    ]


def test_answers_that_are_hardly_one_substitute_are_reported() -> None:
    odd = [
        Annotation(lexelt="a.n", id="1", annotator="ada", substitutes=("clever, smart", "CLEVER.", "12")),
        Annotation(lexelt="a.n", id="1", annotator="bob", substitutes=("a/b", "::", "\u200b")),
        Annotation(lexelt="a.n", id="1", annotator="eve", substitutes=("malin ou futé", "x or y", "cle\u200bver")),
    ]
    result = make_gold(
        Annotations.of(odd, MEMORY), items=[Item(id="1", lexelt="a.n", text="Un.", start=0, end=2, language="fr")]
    )
    notes = [note.removesuffix(": counted as written.") for note in result.notes if "as written" in note]
    assert notes == [
        'made: 3 answers may be several substitutes in one ("a/b", "clever, smart", "malin ou futé")',
        'made: 1 answer with punctuation around the word ("CLEVER.")',
        'made: 1 answer without letters ("12")',
        'made: 1 answer of punctuation only ("::")',
        'made: 1 answer with invisible characters ("cle\\u200bver")',
        'made: 1 answer with nothing that can be seen ("\\u200b")',
    ]


# -------------------------------------------------------------------------------------------------- left out


def test_an_item_needs_two_usable_answers_of_whomever() -> None:
    """ "T be the set of test items with 2 or more responses (non NIL or NAME)": a response is one substitute."""
    result = made(
        *by_letters("one.n 1", "x", "NIL", "NAME"),
        *by_letters("two.n 2", "x;y", "NIL"),
        *by_letters("three.n 3", "NIL"),
    )
    assert list(weights(result.gold)) == ["two.n 2"]
    assert result.left_out == (
        ("one.n", "1", "fewer than 2 usable answers: 1 (NIL 1, NAME 1)"),
        ("three.n", "3", "fewer than 2 usable answers: 0 (NIL 1, NAME 0)"),
    )
    assert any("2 of 3 items left out: fewer than 2 usable answers (2); one.n 1, three.n 3." in n for n in result.notes)


def test_of_many_items_left_out_the_first_are_named() -> None:
    lonely = [answer for number in range(5) for answer in by_letters(f"one.n {number}", "x")]
    result = made(*lonely, *by_letters("two.n 9", "x;y"))
    assert any(note.endswith("(5); one.n 0, one.n 1, one.n 2 and 2 more.") for note in result.notes)


def test_how_many_answers_an_item_needs_is_a_choice() -> None:
    rows = [*by_letters("a.n 1", "x"), *by_letters("b.n 2", "x", "y", "z")]
    assert list(weights(made(*rows, rules=AnswerRules(min_responses=1)).gold)) == ["a.n 1", "b.n 2"]
    assert list(weights(made(*rows, rules=AnswerRules(min_responses=3)).gold)) == ["b.n 2"]


def test_the_items_of_a_gold_do_not_depend_on_its_weights() -> None:
    rows = [*by_letters("a.n 1", "x;y;z"), *by_letters("b.n 2", "x"), *by_letters("c.n 3", "x", "y;z")]
    counts, shares = (made(*rows, rules=AnswerRules(weights=each)) for each in ("counts", "shares"))
    assert counts.gold.ids == shares.gold.ids == ["1", "3"]


def test_a_gold_of_nothing_is_refused_with_the_reasons() -> None:
    with pytest.raises(BadInput, match=r"no item is left .+ 1 of 1 item left out: fewer than 2 usable answers"):
        made(*by_letters("a.n 1", "x", "NIL"))


def test_no_annotations_are_refused() -> None:
    with pytest.raises(BadInput, match="no annotations"):
        made()


# ----------------------------------------------------------------------------------------------------- items


def test_with_items_only_those_are_made_in_their_order() -> None:
    own = annotations(*by_letters("a.n 1", "x", "y"), *by_letters("b.n 2", "x", "y"), *by_letters("c.n 3", "x", "y"))
    result = make_gold(own, items=[item("c.n 3"), item("a.n 1"), item("d.n 4")])
    assert list(weights(result.gold)) == ["c.n 3", "a.n 1"]
    assert result.counts["annotations of unknown items"] == 2
    assert result.left_out == (("d.n", "4", "no annotation"),)
    assert any(
        "2 annotations of items that are not among those given: left out (b.n 2)." in note for note in result.notes
    )


def test_an_item_under_another_lexelt_is_unknown() -> None:
    with pytest.raises(BadInput, match="none of the annotated items is among the 1 item given"):
        make_gold(annotations(*by_letters("a.n 1", "x", "y")), items=[item("a.v 1")])


# ---------------------------------------------------------------------------------------------------- tidying


def test_what_nobody_can_see_makes_no_difference() -> None:
    rows = [("a.n 1", "p", " full  of light "), ("a.n 1", "q", "full of light"), ("a.n 1", "r", "full\u00a0of light")]
    result = made(*rows, ("a.n 1", "s", "cafe\u0301"), ("a.n 1", "t", "café"))
    assert weights(result.gold) == {"a.n 1": {"full of light": 3.0, "café": 2.0}}
    assert result.counts["answers tidied (spaces, Unicode)"] == 3


def test_blank_answers_are_no_answers_and_reported() -> None:
    result = made(("a.n 1", "p", " ;x;\t"), ("a.n 1", "q", "x"))
    assert weights(result.gold) == {"a.n 1": {"x": 2.0}}
    assert result.counts["answers that were blank"] == 2
    assert any("2 answers blank: left out" in note for note in result.notes)


def test_case_and_hyphens_are_left_to_the_curation_but_reported() -> None:
    result = made(("a.n 1", "p", "well-lit"), ("a.n 1", "q", "Well lit"), ("a.n 1", "r", "well lit"))
    assert weights(result.gold) == {"a.n 1": {"Well lit": 1.0, "well lit": 1.0, "well-lit": 1.0}}
    assert any("2 substitutes differ from another of the same item only in case" in note for note in result.notes)


def test_variants_in_different_items_are_nothing_to_report() -> None:
    rows = [*by_letters("a.n 1", "well-lit", "x"), *by_letters("b.n 2", "well lit", "x")]
    assert made(*rows).notes == ()


# -------------------------------------------------------------------------------------------------- multiwords


def test_multiwords_are_counted_apart_also_on_items_without_gold() -> None:
    rows = [("a.n 1", "p", "x", "in a way"), ("a.n 1", "q", "y", "in a way"), ("a.n 1", "r", "NIL", "by the way")]
    result = made(*rows, ("b.n 2", "p", "NIL", "on the way"))
    assert weights(result.gold) == {"a.n 1": {"x": 1.0, "y": 1.0}}
    assert weights(result.multiwords) == {"a.n 1": {"in a way": 2.0, "by the way": 1.0}, "b.n 2": {"on the way": 1.0}}


def test_blank_multiwords_are_none() -> None:
    assert len(made(("a.n 1", "p", "x;y", "  ")).multiwords) == 0


# --------------------------------------------------------------------------------------------- odd annotators


def test_one_annotator_is_reported() -> None:
    assert any("only one annotator" in note for note in made(("a.n 1", "ada", "x;y")).notes)


@pytest.mark.parametrize("name", ["", "Doe, Jane", "<b>x</b>", "a|b", "*_`", "\u202eabc", "x\ty", "😀"])
def test_annotators_may_be_called_anything(name: str) -> None:
    result = made(("a.n 1", name, "x"), ("a.n 1", "bob", "x"))
    assert weights(result.gold) == {"a.n 1": {"x": 2.0}}
    [section, *_] = result.tables()
    assert {row[0] for row in section.rows} == {name, "bob"}


def test_annotations_of_several_phases_are_reported() -> None:
    rows = [replace(annotation(*row), phase="trial") for row in by_letters("a.n 1", "x", "y")]
    result = make_gold(Annotations.of([*rows, annotation("b.n 2", "c", "x;y")], MEMORY))
    assert any("several phases, all counted alike: trial (2), none (1)" in note for note in result.notes)


def test_no_oddities_no_notes() -> None:
    assert made(*by_letters("a.n 1", "x", "y")).notes == ()


# ------------------------------------------------------------------------------------------------- signature


def test_every_choice_is_in_the_signature() -> None:
    own = annotations(*by_letters("a.n 1", "x", "y"))
    other = Annotations.of(list(own), replace(MEMORY, sha256="1" * 64))
    fields = {"max_answers": 2, "min_responses": 1, "weights": "shares"}
    results = [
        make_gold(own),
        *(make_gold(own, replace(AnswerRules(), **{name: value})) for name, value in fields.items()),  # type: ignore[arg-type]
        make_gold(own, curation=decisions(("merge", "q", "r"))),
        make_gold(own, items=[item("a.n 1")]),
        make_gold(own, policy="skip"),
        make_gold(other),
    ]
    assert len({each.signature for each in results}) == len(results)
    assert results[0].signature.startswith(
        "gold|max:3|min:2|weights:counts|faults:repair|from:memory|annotations:sha256:0"
    )


def test_the_procedure_names_every_declared_choice() -> None:
    names = {setting.name for setting in made(*by_letters("a.n 1", "x", "y")).procedure}
    assert {"max answers", "min responses", "weights"} <= names


@pytest.mark.parametrize(
    "wrong", [{"max_answers": 0}, {"max_answers": 21}, {"min_responses": 0}, {"weights": "votes"}, {"max_answers": 2.5}]
)
def test_a_choice_that_is_none_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        AnswerRules(**wrong)  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------- against plain dicts

terms = st.sampled_from(["x", "y", "z", "v w", "é"])
answers = st.lists(terms, max_size=5).map(tuple)
people = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("123"), st.sampled_from("pqrs")), unique=True)


@st.composite
def some_annotations(draw: st.DrawFn) -> list[Annotation]:
    return [
        Annotation(lexelt=f"{lexelt}.n", id=identifier, annotator=who, substitutes=draw(answers))
        for lexelt, identifier, who in draw(people)
    ]


@settings(deadline=None)
@given(
    some_annotations(),
    st.builds(AnswerRules, st.integers(1, 4), st.integers(1, 3), st.sampled_from(["counts", "shares"])),
)
def test_the_gold_is_that_of_plain_dicts(rows: list[Annotation], rules: AnswerRules) -> None:
    expected = naive(rows, rules)
    if not expected:
        with pytest.raises(BadInput):
            make_gold(Annotations.of(rows, MEMORY), rules)
        return
    result = make_gold(Annotations.of(rows, MEMORY), rules)
    assert {key: list(own.items()) for key, own in weights(result.gold).items()} == {
        key: [(term, float(weight)) for term, weight in own] for key, own in expected.items()
    }


@settings(deadline=None)
@given(some_annotations())
def test_every_item_is_in_the_gold_or_left_out(rows: list[Annotation]) -> None:
    try:
        result = make_gold(Annotations.of(rows, MEMORY))
    except BadInput:
        return
    kept = list(zip(result.gold.lexelts, result.gold.ids, strict=True))
    left_out = [(each.lexelt, each.id) for each in result.left_out]
    assert sorted([*kept, *left_out]) == sorted({(row.lexelt, row.id) for row in rows})


@pytest.mark.parametrize(("least", "most"), list(product((1, 2), (1, 3))))
def test_counts_of_answers_add_up(least: int, most: int) -> None:
    rows = [("a.n 1", "p", "x;x;y;z;v"), ("a.n 1", "q", " ;x"), ("b.n 2", "p", "y;Z")]
    counts = made(*rows, rules=AnswerRules(most, least)).counts
    lost = ("answers that were blank", "answers repeated by an annotator", "answers beyond the limit")
    assert counts["answers given"] == 9 == counts["answers counted"] + sum(counts[name] for name in lost)


def test_fractions_are_what_the_oracle_adds_up() -> None:
    own = naive([annotation("a.n 1", "p", "x;y"), annotation("a.n 1", "q", "x")], AnswerRules(weights="shares"))
    assert own == {"a.n 1": [("x", Fraction(3, 2)), ("y", Fraction(1, 2))]}
