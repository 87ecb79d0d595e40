"""All measures over large files, against the obvious scorer that computes one of them; and how time and memory grow."""

import os
import resource
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.generator import write_files
from benchmarks.measuring import command, medians

ITEMS = 200_000
SIZES = (2_000, 20_000, 200_000)
AIM = 0.6
_STEAD = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"


def stead_command(gold: Path, run: Path) -> list[str]:
    """Every measure that such a gold allows, as a command."""
    return [sys.executable, "-c", _STEAD, "score", str(gold), str(run), "--format", "tsv"]


def report(folder: Path, *, rounds: int = 3) -> None:
    """Print the ratio to the obvious scorer, the memory, and the time per item at several sizes."""
    gold, run = write_files(folder, ITEMS)
    found = medians(
        {
            "plain dicts, oot only": command([sys.executable, "-m", "benchmarks.plain_scorer", str(gold), str(run)]),
            "stead score, every measure": command(stead_command(gold, run)),
        },
        rounds,
    )
    plain, own = found.values()
    print(f"\n{ITEMS} items with ten answers each")
    for name, median in found.items():
        print(f"  {name:32} {median:6.2f} s")
    print(f"  ratio {own / plain:.2f}; aim: at most {AIM}")
    growth(folder, SIZES)


def growth(folder: Path, sizes: tuple[int, ...]) -> None:
    """Time and memory at several sizes."""
    print("\ngrowth of stead score, every measure")
    for size in sizes:
        seconds, megabytes = measured(stead_command(*write_files(folder, size)))
        print(f"  {size:9} items {seconds:7.2f} s  {1e6 * seconds / size:8.1f} us an item  {megabytes:6.0f} MB at most")


def measured(words: list[str]) -> tuple[float, float]:
    """Seconds and peak megabytes of a command."""
    begin = time.perf_counter()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    usage = _wait(process)
    return time.perf_counter() - begin, usage.ru_maxrss / 1024


def _wait(process: "subprocess.Popen[bytes]") -> resource.struct_rusage:
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{process.args!r} failed")
    return usage
