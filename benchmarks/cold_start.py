"""How long `stead score` takes on 2,000 items, cold, against importing NumPy; processor time and elapsed time.

Both run in turns, so that a busy machine hits them alike. Bytecode is written before: an installed package has it.
"""

import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.generator import write_files

ITEMS = 2_000
AIM = 2.0
_STEAD = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"
_SLOWING = {"PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED"}
"""Settings of developers' machines: without bytecode, every start compiles the package."""


def report(folder: Path, *, rounds: int = 25) -> None:
    """Print the medians and minima of both, and their ratios."""
    gold, run = write_files(folder, ITEMS)
    commands = {
        "import numpy": [sys.executable, "-c", "import numpy"],
        "stead score, every measure": [sys.executable, "-c", _STEAD, "score", str(gold), str(run)],
    }
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
    for words in commands.values():
        _measure(words)
    for _ in range(rounds):
        for name, words in commands.items():
            times[name].append(_measure(words))
    print(f"cold start, {ITEMS} items, {rounds} rounds; aim: ratios of at most {AIM}")
    base, scoring = ([*zip(*measured, strict=True)] for measured in times.values())
    for kind, ours, theirs in zip(("elapsed", "processor"), scoring, base, strict=True):
        for name, choose in (("median", statistics.median), ("minimum", min)):
            ratio = choose(ours) / choose(theirs)
            print(f"  {kind:9} {name:7} {choose(theirs):.3f} s, {choose(ours):.3f} s, ratio {ratio:.2f}")


def _measure(words: list[str]) -> tuple[float, float]:
    """Elapsed and processor seconds of a command."""
    environment = {name: value for name, value in os.environ.items() if name not in _SLOWING}
    begin = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{words!r} failed")
    return time.perf_counter() - begin, usage.ru_utime + usage.ru_stime
