"""Timing commands and functions fairly: interleaved, repeated, the median reported."""

import os
import statistics
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path


def seconds(action: Callable[[], object]) -> float:
    """How long an action takes."""
    begin = time.perf_counter()
    action()
    return time.perf_counter() - begin


def medians(actions: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """Median seconds of each action, taken in turns so that a busy machine hits all alike."""
    times: dict[str, list[float]] = {name: [] for name in actions}
    for _ in range(rounds):
        for name, action in actions.items():
            times[name].append(seconds(action))
    return {name: statistics.median(of_rounds) for name, of_rounds in times.items()}


def command(words: Sequence[str]) -> Callable[[], object]:
    """An action that runs a command and throws its output away."""

    def run() -> object:
        return subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    return run


def processor_seconds() -> float:
    """The processor time of this process and of those that it has started, once they have ended."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def peak_megabytes() -> int:
    """The most memory that this process has used.

    Linux counts from where the process was started, other than in `ru_maxrss`, in which a program begins with the
    memory of the process that started it.
    """
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:")) // 1024
