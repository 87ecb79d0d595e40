"""Large files take time and memory in proportion to their size."""

from pathlib import Path

import pytest

from benchmarks.generator import write_files
from benchmarks.scale import measured, stead_command

LARGE, LARGEST = 200_000, 2_000_000


@pytest.mark.soak
def test_two_million_items_take_ten_times_what_two_hundred_thousand_take(tmp_path: Path) -> None:
    seconds, megabytes = measured(stead_command(*write_files(tmp_path, LARGE)))
    most_seconds, most_megabytes = measured(stead_command(*write_files(tmp_path, LARGEST)))
    growth = LARGEST / LARGE
    assert megabytes < 1_500
    assert most_megabytes < 1.3 * growth * megabytes
    assert most_seconds < 1.8 * growth * seconds  # time is noisy; a square would be ten times that


def test_twenty_thousand_items_take_no_more_than_ten_times_what_two_thousand_take(tmp_path: Path) -> None:
    """The start of the program weighs in favour of the larger file, so a square would show all the same."""
    seconds, _ = measured(stead_command(*write_files(tmp_path, 2_000)))
    more_seconds, _ = measured(stead_command(*write_files(tmp_path, 20_000)))
    assert more_seconds < 10 * seconds
