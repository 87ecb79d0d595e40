"""Probabilities in bins."""

import numpy as np
import pytest

from stead.systems.blend.cross_validation import BINS, calibration_error, reliability


def test_bins_have_means_and_shares() -> None:
    bins = reliability(np.array([0.0, 0.05, 0.5, 1.0]), np.array([False, True, True, True]))
    assert len(bins) == BINS
    # 0 and .05 are below 1/15; .5 * 15 = 7.5 is in the eighth bin; 1 is in the last, not behind it
    assert [(number, each.count) for number, each in enumerate(bins) if each.count] == [(0, 2), (7, 1), (14, 1)]
    assert bins[0].expected == pytest.approx(0.025)
    assert bins[0].accepted == 0.5
    assert (bins[1].expected, bins[1].accepted) == (0, 0)


def test_the_error_is_weighed_by_the_size_of_bins() -> None:
    bins = reliability(np.array([0.1, 0.1, 0.1, 0.9]), np.array([False, False, False, False]))
    assert calibration_error(bins) == pytest.approx((3 * 0.1 + 1 * 0.9) / 4)
