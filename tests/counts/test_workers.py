"""However many cores there are, no more blocks are worked on at once than there is memory for."""

import os
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from stead.counts.engines import DuckDBEngine


@pytest.mark.parametrize(("memory", "most"), [(500_000_000, 1), (1_000_000_000, 3), (8_000_000_000, 25)])
def test_jobs_at_once_are_bounded_by_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, memory: int, most: int
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    seen: list[int] = []
    running: set[int] = set()
    lock = threading.Lock()

    def job(number: int) -> None:
        with lock:
            running.add(number)
            seen.append(len(running))
        time.sleep(0.02)
        with lock:
            running.remove(number)

    jobs: Sequence[int] = range(60)
    DuckDBEngine(tmp_path, memory).each(job, jobs)
    assert len(seen) == 60
    assert 1 <= max(seen) <= most
