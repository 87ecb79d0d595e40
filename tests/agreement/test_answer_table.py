"""Annotations into a table: rules, repeats, contradictions, and what is refused."""

import pytest

from stead.agreement.answer_table import AnswerState, tabulate
from stead.core.annotation import Annotation
from stead.core.errors import BadInput, UsageError
from stead.rules.definitions import Rules, parse_rules
from tests.agreement.made import ANNOTATIONS, answer, made, measured, tabulated, values


def states(*annotations: Annotation, rules: str = "lenient") -> list[AnswerState]:
    table = tabulate(made(annotations), parse_rules(rules)).table
    return [AnswerState(state) for state in table.states.tolist()]


def test_what_a_row_holds() -> None:
    rows = [
        answer("bright.a 1", "ann", "clever"),
        answer("bright.a 1", "bob", nil=True),
        answer("bright.a 1", "cat", name=True),
        answer("bright.a 1", "dan"),
        answer("bright.a 1", "eve", " ", ""),
        answer("bright.a 1", "fay", nil=True, name=True),
    ]
    assert states(*rows) == [
        AnswerState.SUBSTITUTES,
        AnswerState.NIL,
        AnswerState.NAME,
        AnswerState.BLANK,
        AnswerState.BLANK,
        AnswerState.NAME,
    ]


def test_an_answer_of_which_the_rules_leave_nothing_is_neither_nil_nor_blank() -> None:
    rows = [answer("bright.a 1", "ann", "bright"), answer("bright.a 1", "bob", "clever", "Bright")]
    assert states(*rows, rules="lenient,target=drop") == [AnswerState.RULED_OUT, AnswerState.SUBSTITUTES]
    assert states(*rows) == [AnswerState.SUBSTITUTES, AnswerState.SUBSTITUTES]


def test_multiwords_are_dropped_if_the_rules_drop_them_from_golds() -> None:
    rows = [answer("bright.a 1", "ann", "full of light"), answer("bright.a 1", "bob", "lit")]
    assert states(*rows, rules="lenient,gold_multiwords=drop") == [AnswerState.RULED_OUT, AnswerState.SUBSTITUTES]


def test_substitutes_count_even_where_nil_is_marked_and_that_is_said() -> None:
    rows = [answer("bright.a 1", "ann", "clever", nil=True), answer("bright.a 1", "bob", "clever")]
    found = measured(rows)
    assert values(found)["pairwise"] == 1
    assert found.notes == ("made: 1 answer marked NIL or NAME, but with substitutes; the substitutes count.",)


def test_a_substitute_given_twice_in_one_answer_counts_once_and_that_is_said() -> None:
    rows = [answer("bright.a 1", "ann", "lit", "Lit", "lit "), answer("bright.a 1", "bob", "lit")]
    found = measured(rows)
    assert values(found)["pairwise"] == 1
    assert found.notes == ("made: 2 substitutes given twice in one answer; counted once.",)
    assert found.annotators[0].substitutes == 1


def test_it_is_refused_if_the_rules_say_so() -> None:
    rows = [answer("bright.a 1", "ann", "lit", "Lit"), answer("bright.a 1", "bob", "lit")]
    with pytest.raises(BadInput, match="duplicates=error refuses that"):
        tabulate(made(rows), Rules(duplicates="error"))


def test_copies_cannot_be_paid() -> None:
    with pytest.raises(UsageError, match="duplicates=paid"):
        tabulate(made(), Rules(duplicates="paid"))


def test_the_same_row_again_is_counted_once_and_said() -> None:
    found = measured([*ANNOTATIONS, ANNOTATIONS[4], ANNOTATIONS[0]])
    assert values(found) == values(measured())
    assert found.notes == ("made: 2 rows given a second time, the same as the first; counted once.",)


def test_another_answer_of_the_same_person_is_refused_by_name() -> None:
    others = [answer("bright.a 2", "bob", "lit"), answer("bright.a 2", "ann", nil=True)]
    with pytest.raises(BadInput, match="made, annotation 15: ") as caught:
        measured([*ANNOTATIONS, *others])
    one, other, last = str(caught.value).split("\n")
    assert one.endswith(
        '"bob" answers "bright.a" "2" with "lit", but in made, annotation 5 with "shiny", "vivid", "lit".'
    )
    assert other.startswith('made, annotation 16: "ann" answers "bright.a" "2" with NIL')
    assert last.startswith("made: 2 annotations of people who had already answered the item differently")


def test_another_comment_or_time_is_no_other_answer() -> None:
    again = answer("bright.a 1", "ann", "clever", comment="Again!", time="2026-01-01T00:00:00Z")
    assert values(measured([*ANNOTATIONS, again])) == values(measured())


def test_the_same_id_under_another_lexelt_is_another_item() -> None:
    assert len(tabulated([*ANNOTATIONS, answer("dull.a 1", "ann", "clever")])) == 6


def test_nobody_is_not_enough() -> None:
    with pytest.raises(BadInput, match="made: no annotator; agreement needs the answers of two or more"):
        measured([])


def test_one_annotator_is_not_enough() -> None:
    with pytest.raises(BadInput, match=r"made: one annotator only \(ann\); agreement needs the answers of two or more"):
        measured([each for each in ANNOTATIONS if each.annotator == "ann"])


def test_one_annotator_who_is_left_is_not_enough() -> None:
    with pytest.raises(BadInput, match=r"one annotator only \(ann\) without cat, bob"):
        measured(ANNOTATIONS, without=("cat", "bob"))


def test_an_unknown_annotator_cannot_be_left_out() -> None:
    with pytest.raises(UsageError, match="made: there is no annotator 'Bob' to leave out; there are ann, bob, cat"):
        measured(ANNOTATIONS, without=("Bob",))


def test_of_a_crowd_only_some_are_named() -> None:
    crowd = [answer("bright.a 1", f"a{number}", "clever") for number in range(30)]
    with pytest.raises(UsageError, match="a9 and 20 more"):
        measured(crowd, without=("nobody",))


def test_annotators_who_never_meet_cannot_be_compared() -> None:
    apart = [answer("bright.a 1", "ann", "clever", "smart"), answer("bright.a 2", "bob", "lit")]
    with pytest.raises(BadInput, match="made: no item was answered by two annotators"):
        measured(apart)


def test_annotators_who_meet_but_only_in_nil_have_no_pairwise_agreement() -> None:
    rows = [answer("bright.a 1", "ann", nil=True), answer("bright.a 1", "bob", name=True)]
    found = values(measured(rows))
    assert found["pairwise"] is None
    assert found["items-with-mode"] is None
    assert found["multiword-detection"] == 1


def test_leaving_an_annotator_out_is_as_if_there_had_been_none() -> None:
    others = [each for each in ANNOTATIONS if each.annotator != "bob"]
    assert values(measured(ANNOTATIONS, without=("bob",))) == values(measured(others))


def test_a_mark_written_as_a_word_is_said() -> None:
    rows = [answer("bright.a 1", "ann", "nil", "-"), answer("bright.a 1", "bob", "Name"), *ANNOTATIONS[2:]]
    assert [note.partition(" is among")[0] for note in measured(rows).notes] == [
        'made: "-"',
        'made: "Name"',
        'made: "nil"',
    ]


def test_answers_beyond_the_limit_are_not_used_and_that_is_said() -> None:
    """Blanks and repeats take no place: a, b, c count, d and e do not."""
    rows = [answer("a.n 1", "ann", "a", "", "a", "b", " a", "c", "d", "e", "d"), answer("a.n 1", "bob", "d")]
    found = measured(rows)
    assert (values(found)["pairwise"], found.annotators[0].substitutes) == (0, 3)
    assert "made: 2 answers beyond the first 3 of an annotator: not used." in found.notes
