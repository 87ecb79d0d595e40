"""Memory stays within its bound and the cost of a word does not grow, however large the corpus and its vocabulary."""

import sys
from pathlib import Path

import pytest

from benchmarks.counts import measured, write_growing

_COUNT = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"


def counted(corpus: Path, memory: str, *options: str) -> tuple[float, int]:
    """Seconds of processor, and bytes of memory."""
    model = str(corpus.parent / "model")
    words = [sys.executable, "-c", _COUNT, "count", str(corpus), "-o", model, "--memory", memory, *options]
    _, processor, peak = measured(words)
    return processor, peak


@pytest.mark.soak
def test_memory_is_bounded_where_more_would_be_used(tmp_path: Path) -> None:
    # Every fifth word is new and, since none is too rare, in pairs and n-grams: some 30 rows of tables for each.
    corpus = write_growing(tmp_path / "corpus.txt", 10_000_000, noise=0.2)
    _, unbounded = counted(corpus, "8GB", "--min-count", "1")
    _, bounded = counted(corpus, "1GB", "--min-count", "1")
    assert unbounded > 1_000_000_000 > bounded


@pytest.mark.soak
def test_a_word_of_a_hundred_million_costs_no_more_than_one_of_ten(tmp_path: Path) -> None:
    few, _ = counted(write_growing(tmp_path / "few.txt", 10_000_000), "1GB")
    many, peak = counted(write_growing(tmp_path / "many.txt", 100_000_000), "1GB")
    assert many / 10 < 1.3 * few
    assert peak < 1_000_000_000
