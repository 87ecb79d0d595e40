"""Many short lists of terms, stored flat, against plain lists of lists."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.arrays import Column, TermLists

lists_of_terms = st.lists(st.lists(st.text(max_size=2), max_size=5), max_size=6)


@given(lists_of_terms)
def test_what_is_stored_comes_back(lists: list[list[str]]) -> None:
    terms = TermLists.of(lists)
    assert list(terms) == lists
    assert [terms[position] for position in range(len(terms))] == lists
    assert len(terms) == len(lists)


@given(lists_of_terms)
def test_the_vocabulary_has_each_term_once_in_the_order_of_appearance(lists: list[list[str]]) -> None:
    assert TermLists.of(lists).vocabulary == list(dict.fromkeys(term for one in lists for term in one))


@given(lists_of_terms)
def test_codes_starts_and_positions_say_where_each_term_stands(lists: list[list[str]]) -> None:
    terms = TermLists.of(lists)
    assert [terms.vocabulary[code] for code in terms.codes] == [term for one in lists for term in one]
    assert terms.starts.tolist() == [sum(map(len, lists[:position])) for position in range(len(lists) + 1)]
    assert terms.owners.tolist() == [position for position, one in enumerate(lists) for _ in one]


def test_iterators_are_stored_as_well_as_lists() -> None:
    assert list(TermLists.of(iter([iter("ab"), iter("a")]))) == [["a", "b"], ["a"]]


def test_no_lists_at_all_are_stored() -> None:
    terms = TermLists.of([])
    assert (len(terms), list(terms), terms.owners.tolist()) == (0, [], [])


def test_there_is_no_list_beyond_the_last() -> None:
    with pytest.raises(IndexError):
        TermLists.of([["a"]])[1]


def test_a_position_from_the_end_gives_that_list_or_none_but_never_another() -> None:
    terms = TermLists.of([["a"], ["b", "c"]])
    try:
        last = terms[-1]
    except IndexError:
        return
    assert last == ["b", "c"]


def test_lists_can_be_walked_more_than_once() -> None:
    terms = TermLists.of([["a"], ["b"]])
    assert list(terms) == list(terms) == [["a"], ["b"]]


@given(st.lists(st.text(max_size=2)))
def test_a_column_is_a_text_for_each_row(texts: list[str]) -> None:
    column = Column.of(iter(texts))
    assert list(column) == texts
    assert [column[row] for row in range(len(column))] == texts
    assert column.vocabulary == list(dict.fromkeys(texts))
