"""Large files take time and memory in proportion to their size; the stand-in that times are compared with is sound."""

import shutil
import subprocess
from pathlib import Path

import pytest

from benchmarks.generator import write_files
from benchmarks.scale import measured, perl_command, stead_command
from tests.official.test_official_cases import CASES

LARGE, LARGEST = 200_000, 2_000_000


@pytest.mark.soak
def test_two_million_items_take_ten_times_what_two_hundred_thousand_take(tmp_path: Path) -> None:
    large = measured(stead_command(*write_files(tmp_path, LARGE)))
    largest = measured(stead_command(*write_files(tmp_path, LARGEST)))
    growth = LARGEST / LARGE
    assert large.megabytes < 1_500
    assert largest.megabytes < 1.3 * growth * large.megabytes
    assert largest.processor < 1.8 * growth * large.processor  # time is noisy; a square would be ten times that


def test_twenty_thousand_items_take_no_more_than_ten_times_what_two_thousand_take(tmp_path: Path) -> None:
    """The start of the program weighs in favour of the larger file, so a square would show all the same."""
    few = measured(stead_command(*write_files(tmp_path, 2_000)))
    many = measured(stead_command(*write_files(tmp_path, 20_000)))
    assert many.processor < 10 * few.processor


@pytest.mark.skipif(shutil.which("perl") is None, reason="perl is not on this machine")
def test_the_perl_stand_in_of_the_benchmark_prints_what_the_program_of_2007_printed(tmp_path: Path) -> None:
    """Otherwise the benchmark would compare with something else."""
    cases = [case for case in CASES if case["task"] == "oot"]
    assert len(cases) > 100
    for case in cases:
        gold, run = tmp_path / "gold", tmp_path / "run"
        gold.write_text(case["gold"], "utf-8", newline="")
        run.write_text(case["run"], "utf-8", newline="")
        printed = subprocess.run(perl_command(gold, run), check=False, capture_output=True).stdout.decode()
        assert printed.replace(f"Error in {run} on", "Error in run on") == case["stdout"], case
