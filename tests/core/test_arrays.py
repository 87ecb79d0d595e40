"""Ragged arrays and look-up in sorted numbers, against plain Python lists."""

from bisect import bisect_left
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stead.core import arrays
from stead.core.arrays import Ragged, find, heaviest_first, is_among, is_first_in_row, starts_of, values_at
from tests.core.weights import weights_of

weights = st.floats(min_value=0, max_value=100, allow_subnormal=False)
ragged_lists = st.lists(st.lists(weights, max_size=6), max_size=6)
lists_of_integers = st.lists(st.lists(st.integers(0, 50), max_size=5), min_size=1, max_size=8)
numbers = st.lists(st.integers(0, 9), max_size=30)


@pytest.fixture(params=[3, 1 << 16], ids=["few at a time", "all at once"])
def at_a_time(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Long arrays are worked on in pieces; here they are short."""
    monkeypatch.setattr(arrays, "_AT_A_TIME", request.param)


@given(ragged_lists)
def test_sizes_sums_and_positives_are_those_of_the_lists(lists: list[list[float]]) -> None:
    one = weights_of(lists)
    assert len(one) == len(lists)
    assert one.sizes.tolist() == [len(own) for own in lists]
    assert one.sums().tolist() == pytest.approx([sum(own) for own in lists])
    assert one.positive.sums().tolist() == [sum(value > 0 for value in own) for own in lists]


@given(ragged_lists, st.integers(0, 8))
def test_the_first_values_are_padded_with_zeros(lists: list[list[float]], depth: int) -> None:
    expected = [(own + [0.0] * depth)[:depth] for own in lists]
    assert weights_of(lists).first(depth).tolist() == expected
    assert weights_of(lists).first(depth).shape == (len(lists), depth)


@given(ragged_lists)
def test_every_value_knows_its_list_and_its_place(lists: list[list[float]]) -> None:
    one = weights_of(lists)
    assert one.owners.tolist() == [number for number, own in enumerate(lists) for _ in own]
    assert one.ranks.tolist() == [rank for own in lists for rank in range(len(own))]


@given(ragged_lists, st.integers(0, 8))
def test_sums_of_the_first_values_are_those_of_the_shorter_lists(lists: list[list[float]], depth: int) -> None:
    one = weights_of(lists)
    assert one.sums(depth).tolist() == one.only(one.ranks < depth).sums().tolist()
    assert one.only(one.ranks < depth).sizes.tolist() == [min(len(own), depth) for own in lists]


@given(ragged_lists)
def test_what_is_known_of_a_list_is_repeated_for_its_values(lists: list[list[float]]) -> None:
    one = weights_of(lists)
    assert one.spread(one.sizes).tolist() == [len(own) for own in lists for _ in own]


@given(st.lists(st.lists(st.sampled_from([0.0, 0.5, 1.0, 1e-300, 1e300]), max_size=6), max_size=6))
def test_the_heaviest_of_each_row_comes_first_and_equal_ones_stay_in_order(lists: list[list[float]]) -> None:
    one = weights_of(lists)
    expected = np.lexsort((-one.values, one.owners))
    assert heaviest_first(one.owners, one.values).tolist() == expected.tolist()


@pytest.mark.parametrize("kind", [np.int32, np.int64])
@given(lists=lists_of_integers, data=st.data())
def test_lists_come_out_as_they_went_in(
    kind: type[np.int32 | np.int64], lists: list[list[int]], data: st.DataObject
) -> None:
    """Also with the small numbers of the lexicons' tables."""
    starts: Any = np.cumsum([0, *map(len, lists)], dtype=kind)
    made = Ragged(np.array([value for own in lists for value in own], dtype=kind), starts)
    asked = data.draw(st.lists(st.integers(0, len(lists) - 1), max_size=6))
    some = made.rows(np.array(asked, dtype=kind))
    assert some.values.tolist() == [value for number in asked for value in lists[number]]
    assert some.values.dtype == kind
    assert some.owners.tolist() == [place for place, number in enumerate(asked) for _ in lists[number]]
    assert made.sizes_of(np.array(asked, dtype=kind)).tolist() == [len(lists[number]) for number in asked]
    assert [made.row(number).tolist() for number in range(len(lists))] == lists


@given(lists_of_integers, st.data())
def test_lists_that_follow_each_other_are_a_part(lists: list[list[int]], data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(lists)))
    stop = data.draw(st.integers(start, len(lists)))
    part = weights_of(lists).part(start, stop)
    assert [part.row(number).tolist() for number in range(len(part))] == lists[start:stop]


def test_no_lists_begin_and_end_at_zero() -> None:
    assert starts_of(np.array([], dtype=np.int64)).tolist() == [0]
    assert len(weights_of([])) == 0


@pytest.mark.usefixtures("at_a_time")
@pytest.mark.parametrize("seed", range(20))
def test_a_code_counts_the_first_time_it_stands_in_a_row(seed: int) -> None:
    chance = np.random.default_rng(seed)
    rows, codes = np.sort(chance.integers(0, 4, size=25)), chance.integers(0, 5, size=25)
    pairs = list(zip(rows.tolist(), codes.tolist(), strict=True))
    expected = [pair not in pairs[:place] for place, pair in enumerate(pairs)]
    assert is_first_in_row(rows, codes).tolist() == expected


@pytest.mark.usefixtures("at_a_time")
@pytest.mark.parametrize("count", [0, 1, 6])
def test_what_is_among_sorted_numbers_is_found(count: int) -> None:
    known = np.arange(count, dtype=np.int64) * 2
    wanted = np.array([-1, 0, 1, 2, 9, 10, 11], dtype=np.int64)
    assert is_among(wanted, known).tolist() == [number in known.tolist() for number in wanted.tolist()]
    places = {number: place for place, number in enumerate(known.tolist())}
    assert find(wanted, known).tolist() == [places.get(number, -1) for number in wanted.tolist()]


@given(numbers, numbers)
def test_numbers_are_found_as_by_bisection(wanted: list[int], known: list[int]) -> None:
    rising = sorted({*known})

    def plain(number: int) -> int:
        place = bisect_left(rising, number)
        return place if place < len(rising) and rising[place] == number else -1

    one, other = (np.array(own, dtype=np.int64) for own in (wanted, rising))
    assert find(one, other).tolist() == [plain(number) for number in wanted]


@pytest.mark.parametrize("kind", [np.int64, np.float64])
def test_what_was_not_found_has_the_value_zero(kind: type[np.int64 | np.float64]) -> None:
    chosen = values_at(np.array([2, -1, 0, 2, -1]), np.array([5, 6, 7], dtype=kind))
    assert chosen.tolist() == [7, 0, 5, 7, 0]
    assert chosen.dtype == kind
    assert values_at(np.array([-1]), np.array([], dtype=kind)).tolist() == [0]


def test_nothing_is_first_and_nothing_is_found() -> None:
    nothing = np.array([], dtype=np.int64)
    assert is_first_in_row(nothing, nothing).tolist() == []
    assert is_among(nothing, np.array([1])).tolist() == []
    assert find(nothing, nothing).tolist() == []
    assert values_at(nothing, np.array([])).tolist() == []


@pytest.mark.parametrize("spread", [3, 1_000, 1 << 40])
def test_many_numbers_are_found_as_one_by_one(spread: int) -> None:
    """Near each other, far from each other, with gaps, repeats, and some below and above all of them."""
    chance = np.random.default_rng(spread)
    numbers = np.unique(chance.integers(0, spread * 100_000, 60_000))
    wanted = np.concatenate([chance.choice(numbers, 80_000), chance.integers(-5, spread * 110_000, 80_000)])
    chance.shuffle(wanted)
    places = {number: place for place, number in enumerate(numbers.tolist())}
    expected = [places.get(number, -1) for number in wanted.tolist()]
    assert find(wanted, numbers).tolist() == expected
    assert is_among(wanted, numbers).tolist() == [place >= 0 for place in expected]
