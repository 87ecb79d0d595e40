"""Arithmetic on ragged arrays, against plain Python lists."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core.alignment import Alignment, Ragged

weights = st.floats(min_value=0, max_value=100, allow_subnormal=False)
ragged_lists = st.lists(st.lists(weights, max_size=6), max_size=6)
gold_lists = st.lists(st.lists(weights, max_size=6).map(lambda own: sorted(own, reverse=True)), max_size=6)


def ragged(lists: list[list[float]]) -> Ragged:
    starts = np.cumsum([0, *map(len, lists)], dtype=np.int64)
    return Ragged(np.array([value for own in lists for value in own], dtype=np.float64), starts)


def aligned(gold: list[list[float]], answers: list[list[float]]) -> Alignment:
    return Alignment(
        lexelts=["a.n"] * len(gold),
        ids=[str(number) for number in range(len(gold))],
        gold=ragged(gold),
        answers=ragged(answers),
    )


def plain(lists: Ragged) -> list[list[float]]:
    values, starts = lists.values.tolist(), lists.starts.tolist()
    return [values[start:end] for start, end in pairwise(starts)]


@given(ragged_lists)
def test_sizes_sums_and_positives_are_those_of_the_lists(lists: list[list[float]]) -> None:
    one = ragged(lists)
    assert len(one) == len(lists)
    assert one.sizes.tolist() == [len(own) for own in lists]
    assert one.sums().tolist() == pytest.approx([sum(own) for own in lists])
    assert one.positive.sums().tolist() == [sum(value > 0 for value in own) for own in lists]


@given(ragged_lists, st.integers(0, 8))
def test_the_first_values_are_padded_with_zeros(lists: list[list[float]], depth: int) -> None:
    expected = [(own + [0.0] * depth)[:depth] for own in lists]
    assert ragged(lists).first(depth).tolist() == expected
    assert ragged(lists).first(depth).shape == (len(lists), depth)


@given(gold_lists)
def test_total_maximum_and_mode_are_those_of_the_gold(gold: list[list[float]]) -> None:
    alignment = aligned(gold, [[] for _ in gold])
    assert len(alignment) == len(gold)
    assert alignment.gold_total.tolist() == pytest.approx([sum(own) for own in gold])
    assert alignment.gold_max.tolist() == [max(own, default=0.0) for own in gold]
    assert alignment.has_mode.tolist() == [has_mode(own) for own in gold]


def has_mode(own: list[float]) -> bool:
    """Whether one positive weight is larger than every other."""
    return bool(own) and own[0] > 0 and (len(own) == 1 or own[0] > own[1])


@given(gold_lists, st.data())
def test_items_with_any_answer_are_answered(gold: list[list[float]], data: st.DataObject) -> None:
    answers = [data.draw(st.lists(weights, max_size=3)) for _ in gold]
    assert aligned(gold, answers).answered.tolist() == [bool(own) for own in answers]


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
    assert alignment.has_mode.tolist() == [False, True]
    assert alignment.answered.tolist() == [True, False]
