"""Gold standards: rows in, rows out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.faults import Source
from stead.core.substitutes import GoldRow, GoldStandard

MEMORY = Source("made", "")
weights = st.floats(min_value=0, allow_infinity=False)
lists = st.lists(st.tuples(st.text(max_size=3), weights), max_size=5)
rows_of_gold = st.lists(
    st.builds(GoldRow, st.text(), st.text(), lists, weights, st.none(), proficient=st.none()), max_size=6
)


@st.composite
def judged_rows(draw: st.DrawFn) -> list[GoldRow]:
    """Rows that say how many judged each substitute."""
    rows = draw(rows_of_gold)
    return [
        row._replace(judges=draw(st.lists(weights, min_size=len(own), max_size=len(own))))
        for row in rows
        if (own := row.weights)
    ]


@st.composite
def proficient_rows(draw: st.DrawFn) -> list[GoldRow]:
    """Rows that say which substitutes are proficient."""
    rows = draw(rows_of_gold)
    return [row._replace(proficient=[draw(st.booleans()) for _ in row.weights]) for row in rows]


@given(rows_of_gold)
def test_rows_come_back_as_they_went_in(rows: list[GoldRow]) -> None:
    gold = GoldStandard.of(rows, MEMORY)
    assert list(gold) == rows
    assert len(gold) == len(rows)


@given(judged_rows())
def test_how_many_judged_each_substitute_comes_back_too(rows: list[GoldRow]) -> None:
    assert list(GoldStandard.of(rows, MEMORY)) == rows


@given(proficient_rows())
def test_which_substitutes_are_proficient_comes_back_too(rows: list[GoldRow]) -> None:
    assert list(GoldStandard.of(rows, MEMORY)) == rows


def test_a_gold_says_what_it_knows_besides_weights() -> None:
    row = GoldRow("a.n", "1", [("b", 1.0)])
    judged, proficient = row._replace(judges=[3.0]), row._replace(proficient=[True])
    both = judged._replace(proficient=[True])
    known = [GoldStandard.of([one], MEMORY).known for one in (row, judged, proficient, both)]
    assert known == [set(), {"judges"}, {"proficient"}, {"judges", "proficient"}]


def test_judges_are_known_of_all_items_or_of_none() -> None:
    rows = [GoldRow("a.n", "1", [("b", 1.0)], judges=[3.0]), GoldRow("a.n", "2", [("b", 1.0)])]
    assert GoldStandard.of(rows, MEMORY).judges is None
    assert GoldStandard.of([], MEMORY).judges is None


@given(rows_of_gold)
def test_a_gold_made_of_the_rows_of_a_gold_is_the_same(rows: list[GoldRow]) -> None:
    gold = GoldStandard.of(rows, MEMORY)
    assert list(GoldStandard.of(gold, MEMORY, graded=gold.graded)) == list(gold)


def test_equal_terms_stay_apart_until_rules_say_what_is_equal() -> None:
    row = GoldRow("plot.n", "4", [("garden", 2.0), ("garden", 1.0), ("Garden", 1.0)])
    assert list(GoldStandard.of([row], MEMORY)) == [row]


@pytest.mark.parametrize(("weight", "graded"), [(2.0, False), (2.5, True), (0.0, False), (0.1, True), (1e15, False)])
def test_a_weight_that_is_no_whole_number_makes_a_gold_graded(weight: float, graded: bool) -> None:
    gold = GoldStandard.of([GoldRow("a.n", "1", [("b", 1.0), ("c", weight)])], MEMORY)
    assert gold.graded is graded


@pytest.mark.parametrize("graded", [True, False])
def test_whether_a_gold_is_graded_can_be_said(graded: bool) -> None:
    assert GoldStandard.of([GoldRow("a.n", "1", [("b", 1.5)])], MEMORY, graded=graded).graded is graded
    assert GoldStandard.of([GoldRow("a.n", "1", [("b", 1.0)])], MEMORY, graded=graded).graded is graded


def test_a_gold_without_rows_is_a_gold() -> None:
    gold = GoldStandard.of([], MEMORY)
    assert (len(gold), list(gold), gold.graded) == (0, [], False)


def test_a_generator_of_rows_is_read_once() -> None:
    gold = GoldStandard.of((GoldRow("a.n", str(number), [("b", 1.0)]) for number in range(3)), MEMORY)
    assert gold.ids == ["0", "1", "2"]


def test_names_are_zero_unless_said() -> None:
    assert GoldRow("a.n", "1", []).names == 0.0
