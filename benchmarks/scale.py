"""All measures over large files, against obvious scorers that compute one of them; and how time and memory grow.

The obvious scorers are `benchmarks/plain_scorer.py` and `benchmarks/plain_scorer.pl`: dicts and loops, oot only. The
latter prints what the Perl program of 2007 prints, but it is a stand-in written for this benchmark: the program itself
is not part of this project, and its time may be another.
"""

import os
import resource
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.generator import write_files

ITEMS = 200_000
SIZES = (2_000, 20_000, 200_000)
AIM = 0.6  # of plain dicts
_STEAD = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"


def stead_command(gold: Path, run: Path) -> list[str]:
    """Every measure that such a gold allows, as a command."""
    return [sys.executable, "-c", _STEAD, "score", str(gold), str(run), "--format", "tsv"]


def perl_command(gold: Path, run: Path) -> list[str]:
    """The stand-in for the program of 2007, as a command."""
    return ["perl", str(Path(__file__).with_name("plain_scorer.pl")), str(run), str(gold)]


def report(folder: Path, *, rounds: int = 3) -> None:
    """Print the ratios to the obvious scorers, the memory, and the time per item at several sizes."""
    gold, run = write_files(folder, ITEMS)
    scoring = "stead score, every measure"
    commands = {
        scoring: stead_command(gold, run),
        "plain dicts, oot only": [sys.executable, "-m", "benchmarks.plain_scorer", str(gold), str(run)],
        "plain Perl (a stand-in for 2007), oot only": perl_command(gold, run),
    }
    print(f"\n{ITEMS} items with ten answers each, processor time; aim: at most {AIM} of plain dicts")
    if shutil.which("perl") is None:
        print(f"  (no perl on this machine: {commands.popitem()[0]} is skipped)")
    usages = [{name: measured(words) for name, words in commands.items()} for _ in range(rounds)]
    medians = {name: statistics.median(usage[name].processor for usage in usages) for name in commands}
    for name, median in medians.items():
        ratio = "" if name == scoring else f"  ratio {medians[scoring] / median:.2f}"
        print(f"  {name:44} {median:6.2f} s{ratio}")
    growth(folder, SIZES)


def growth(folder: Path, sizes: tuple[int, ...]) -> None:
    """Time and memory at several sizes."""
    print("\ngrowth of stead score, every measure")
    for size in sizes:
        elapsed, _, megabytes = measured(stead_command(*write_files(folder, size)))
        print(f"  {size:9} items {elapsed:7.2f} s  {1e6 * elapsed / size:8.1f} us an item  {megabytes:6.0f} MB at most")


class Usage(NamedTuple):
    """What a command took: elapsed and processor seconds, and megabytes at most."""

    elapsed: float
    processor: float
    megabytes: float


def measured(words: list[str]) -> Usage:
    """Run a command and measure what it takes."""
    begin = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    usage = _wait(process)
    return Usage(time.perf_counter() - begin, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def _wait(process: "subprocess.Popen[bytes]") -> resource.struct_rusage:
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{process.args!r} failed")
    return usage
