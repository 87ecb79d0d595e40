"""The processes of a count end with the one that started them, even if that one is killed."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

SCRIPT = """
import os, time
from stead.counts.shards import ShardWorkers

if __name__ == "__main__":
    pool = ShardWorkers(2)._started()
    pids = {pool.submit(os.getpid).result() for _ in range(4)}
    print(*pids, flush=True)
    time.sleep(60)
"""


def is_running(pid: str) -> bool:
    """Whether a process exists and is not a zombie, which nobody in a container may have waited for."""
    try:
        state = Path("/proc", pid, "stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
def test_a_killed_count_leaves_no_process_behind(tmp_path: Path) -> None:
    script = tmp_path / "count.py"
    script.write_text(SCRIPT, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        workers = parent.stdout.readline().split()
        assert workers
        assert all(map(is_running, workers))
        parent.send_signal(signal.SIGKILL)
    deadline = time.monotonic() + 30
    while any(map(is_running, workers)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not [pid for pid in workers if is_running(pid)]
