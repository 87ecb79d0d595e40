"""Memory stays within its bound and the cost of a word does not grow, however large the corpus and its vocabulary."""

import sys
from pathlib import Path

import pytest

from benchmarks.counts import measured, write_growing

_COUNT = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"


def counted(folder: Path, millions: int, memory: str) -> tuple[float, int]:
    """Seconds of processor a million words, and bytes of memory."""
    corpus = folder / f"{millions}.txt"
    if not corpus.exists():
        write_growing(corpus, millions * 1_000_000)
    words = [sys.executable, "-c", _COUNT, "count", str(corpus), "-o", str(folder / "model"), "--memory", memory]
    _, processor, peak = measured(words)
    return processor / millions, peak


@pytest.mark.soak
def test_memory_is_bounded_where_more_would_be_used(tmp_path: Path) -> None:
    _, unbounded = counted(tmp_path, 30, "8GB")
    _, bounded = counted(tmp_path, 30, "1GB")
    assert unbounded > 1_000_000_000 > bounded


@pytest.mark.soak
def test_a_word_of_a_hundred_million_costs_no_more_than_one_of_ten(tmp_path: Path) -> None:
    few, _ = counted(tmp_path, 10, "1GB")
    many, peak = counted(tmp_path, 100, "1GB")
    assert many < 1.3 * few
    assert peak < 1_000_000_000
