"""What is drawn: the right sums, the right chances, and the same for the same seed."""

from collections import Counter

import numpy as np
import pytest

from stead.comparing.random_draws import bootstrap_counts, every_swap, random_orders, random_swaps, row_blocks
from stead.core.random_streams import Purpose


def test_a_resample_draws_as_many_units_as_there_are() -> None:
    counts = np.concatenate(list(bootstrap_counts(0, 700, 13)))
    assert counts.shape == (700, 13)
    assert set(counts.sum(axis=1).tolist()) == {13.0}


def test_units_are_drawn_as_by_a_multinomial_distribution() -> None:
    """The count of one unit of n has the mean 1 and the variance 1 - 1/n."""
    counts = np.concatenate(list(bootstrap_counts(1, 20_000, 5)))
    assert counts.mean(axis=0) == pytest.approx(1, abs=5 * np.sqrt(0.8 / 20_000))
    assert counts.var(axis=0) == pytest.approx(0.8, abs=0.05)


def test_swaps_are_tosses_of_a_coin() -> None:
    swaps = np.concatenate(list(random_swaps(1, 20_000, 4)))
    assert set(np.unique(swaps).tolist()) == {0.0, 1.0}
    assert swaps.mean(axis=0) == pytest.approx(0.5, abs=5 * np.sqrt(0.25 / 20_000))
    assert np.corrcoef(swaps.T)[np.triu_indices(4, 1)] == pytest.approx(0, abs=0.05)


def test_every_swap_is_there_once() -> None:
    ways = every_swap(3).tolist()
    assert len(ways) == len({tuple(way) for way in ways}) == 8
    assert every_swap(0).shape == (1, 0)


def test_places_are_orders_of_the_units_each_as_likely() -> None:
    places = np.concatenate(list(random_orders(1, Purpose.HALVES, 12_000, 3)))
    found = Counter(map(tuple, places.tolist()))
    assert len(found) == 6
    assert all(count == pytest.approx(2000, abs=5 * np.sqrt(2000)) for count in found.values())


@pytest.mark.parametrize(("rows", "units"), [(1, 1), (512, 10), (513, 10), (1000, 1 << 20), (3, 1 << 30)])
def test_blocks_add_up_and_stay_small(rows: int, units: int) -> None:
    sizes = list(row_blocks(rows, units))
    assert sum(sizes) == rows
    assert all(size == 1 or size * units <= 1 << 22 for size in sizes)


def test_what_is_drawn_first_does_not_depend_on_how_much_is_drawn() -> None:
    few, many = (np.concatenate(list(random_swaps(3, count, 9))) for count in (100, 2000))
    assert np.array_equal(few, many[:100])
