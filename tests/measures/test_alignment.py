"""Gold and run, lined up: totals, maxima and ideal answers, against plain Python lists."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.arrays import Weights
from stead.measures.base import Alignment
from tests.core.weights import weights_of

weights = st.floats(min_value=0, max_value=100, allow_subnormal=False)
gold_lists = st.lists(st.lists(weights, max_size=6).map(lambda own: sorted(own, reverse=True)), max_size=6)


def aligned(gold: list[list[float]], answers: list[list[float]]) -> Alignment:
    return Alignment(
        lexelts=["a.n"] * len(gold),
        ids=[str(number) for number in range(len(gold))],
        gold=weights_of(gold),
        answers=weights_of(answers),
    )


def plain(lists: Weights) -> list[list[float]]:
    return [lists.row(number).tolist() for number in range(len(lists))]


@given(gold_lists)
def test_total_and_maximum_are_those_of_the_gold(gold: list[list[float]]) -> None:
    alignment = aligned(gold, [[] for _ in gold])
    assert len(alignment) == len(gold)
    assert alignment.gold_total.tolist() == pytest.approx([sum(own) for own in gold])
    assert alignment.gold_max.tolist() == [max(own, default=0.0) for own in gold]


@given(gold_lists, st.data())
def test_items_with_any_answer_are_answered(gold: list[list[float]], data: st.DataObject) -> None:
    answers = [data.draw(st.lists(weights, max_size=3)) for _ in gold]
    assert aligned(gold, answers).answered.tolist() == [bool(own) for own in answers]


@given(gold_lists, st.integers(1, 8))
def test_the_first_answers_are_those_of_a_shorter_run(answers: list[list[float]], depth: int) -> None:
    alignment = aligned([[] for _ in answers], answers)
    assert plain(alignment.first_answers(depth)) == [own[:depth] for own in answers]
    assert alignment.first_answers("all") is alignment.answers


@given(gold_lists, st.none() | st.integers(0, 8))
def test_the_ideal_answer_is_the_heaviest_substitutes(gold: list[list[float]], size: int | None) -> None:
    ideal = aligned(gold, [[] for _ in gold]).ideal(size)
    assert plain(ideal.answers) == [own[:size] for own in gold]
    assert plain(ideal.gold) == gold


@given(gold_lists, st.none() | st.integers(1, 8), st.data())
def test_the_ideal_answers_only_where_it_is_told(
    gold: list[list[float]], size: int | None, data: st.DataObject
) -> None:
    where = [data.draw(st.booleans()) for _ in gold]
    ideal = aligned(gold, [[] for _ in gold]).ideal(size, np.array(where, dtype=np.bool_))
    assert plain(ideal.answers) == [own[:size] if chosen else [] for own, chosen in zip(gold, where, strict=True)]


def test_the_running_example_of_the_measures() -> None:
    alignment = aligned([[3.0, 3.0, 2.0, 1.0, 1.0], [3.0, 2.0, 1.0, 1.0]], [[2.0, 0.0], []])
    assert alignment.gold_total.tolist() == [10.0, 7.0]
    assert alignment.gold_max.tolist() == [3.0, 3.0]
    assert alignment.answered.tolist() == [True, False]
