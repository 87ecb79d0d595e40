"""Distinct rows, packed or not, are those that a Counter finds."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from stead.counts.tallying import distinct_rows

ROWS = st.integers(1, 6).flatmap(lambda width: st.lists(st.tuples(*[st.integers(0, 2**31 - 1)] * width), max_size=30))


@given(ROWS, st.integers(0, 30))
def test_rows_are_counted_in_order(rows: list[tuple[int, ...]], again: int) -> None:
    # Six columns of 31 bits are far too many for a number of 63, so that the first are numbered, more than once.
    rows += rows[:again]
    if not rows:
        return
    columns = [np.array(column, np.int32) for column in zip(*rows, strict=True)]
    found, counts = distinct_rows(columns, 2**31)
    expected = sorted(Counter(rows).items())
    assert list(zip(*(column.tolist() for column in found), strict=True)) == [row for row, _ in expected]
    assert counts.tolist() == [count for _, count in expected]


def test_no_rows_at_all() -> None:
    found, counts = distinct_rows([np.empty(0, np.int32)] * 3, 5)
    assert [len(column) for column in found] == [0, 0, 0]
    assert len(counts) == 0
