"""`stead count` against the obvious program of Counters; the cost of a word as corpora grow; and memory.

Both count forms, lemmas, pairs of lemmas in a window of five, and trigrams, of the same words of the same text: the
Brown corpus ten times over if it lies in ../shared, made-up text of the same size otherwise. That the counts are the
same is tested (tests/counts/test_plain_counts.py). Growing corpora get new words all the time.
"""

import gzip
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from benchmarks.words import made_text

COPIES = 10
SIZES = (1, 3, 10, 30)  # million words
MEMORY = "1GB"
AIM_RATIO = 8
NOISE = 0.02  # share of words that are seen nowhere else

_BROWN = Path(__file__).resolve().parents[2] / "shared" / "data" / "corpus" / "brown.txt.gz"
_STEAD = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"


def report(folder: Path) -> None:
    """Print the ratio, the cost of a word by size, and the memory."""
    corpus = folder / "ten.txt"
    corpus.write_text("".join(_lines()) * COPIES, encoding="utf-8")
    model = folder / "model"
    commands = {
        "program of Counters": [sys.executable, "-m", "benchmarks.plain_counts", str(corpus)],
        "stead count, the same tables": _count(corpus, model, "--span", "0"),
        "stead count, sentences too": _count(corpus, model),
    }
    print(f"\ncounting {corpus.stat().st_size >> 20} MB of text")
    times = {}
    for name, words in commands.items():
        times[name], processor, memory = measured(words)
        print(f"  {name:32} {times[name]:7.1f} s ({processor:.1f} of processor); memory {memory >> 20} MB")
    base, ours, _ = times.values()
    print(f"  {base / ours:.1f} times as fast; aim: {AIM_RATIO}")
    for size in SIZES:
        report_growth(folder, size)


def report_growth(folder: Path, millions: int) -> None:
    """Print what a word costs in a corpus of this many million words, and how much memory that takes."""
    corpus = write_growing(folder / "growing.txt", millions * 1_000_000)
    seconds, processor, memory = measured(_count(corpus, folder / "model", "--memory", MEMORY))
    words = millions * 1_000_000
    print(
        f"  {millions:3} M words: {seconds / words * 1e6:5.2f} us a word ({processor / words * 1e6:.2f} of processor); "
        f"memory {memory >> 20} MB; bound: {MEMORY}"
    )
    corpus.unlink()


def write_growing(path: Path, words: int, noise: float = NOISE) -> Path:
    """Write a text of this many words, of which a share is new each time."""
    chance = random.Random(words)
    lines = _lines()
    written = 0
    with path.open("w", encoding="utf-8") as file:
        while written < words:
            for line in islice(lines, (words - written) // 15 + 1):
                forms = line.split()
                for position in range(len(forms)):
                    if chance.random() < noise:
                        forms[position] = f"x{chance.getrandbits(48):x}"
                written += len(forms)
                file.write(f"{' '.join(forms)}\n")
    return path


def _lines() -> list[str]:
    if _BROWN.exists():
        with gzip.open(_BROWN, "rt", encoding="utf-8") as file:
            return list(file)
    return made_text(6)


def _count(corpus: Path, model: Path, *options: str) -> Sequence[str]:
    return [sys.executable, "-c", _STEAD, "count", str(corpus), "-o", str(model), *options]


def measured(words: Sequence[str]) -> tuple[float, float, int]:
    """Seconds, seconds of processor, and the greatest memory of all processes of a command together."""
    begin, before = time.perf_counter(), os.times()
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        watch = Watch(process.pid)
        watch.start()
        process.wait()
        watch.join()
    if process.returncode:
        raise RuntimeError(f"{' '.join(words)}: exit status {process.returncode}")
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - begin, used, watch.peak


class Watch(threading.Thread):
    """Looks at the memory of a process and those it has started, until it ends."""

    def __init__(self, process: int) -> None:
        super().__init__(daemon=True)
        self._process = process
        self.peak = 0

    def run(self) -> None:
        """Look again and again; memory that several share is counted once."""
        while Path(f"/proc/{self._process}/smaps_rollup").exists():
            sizes = [_memory(process) for process in _family(self._process)]
            if not sizes or not sizes[0]:
                return
            self.peak = max(self.peak, sum(sizes))
            time.sleep(0.05)


def _family(process: int) -> Iterator[int]:
    yield process
    for children in Path(f"/proc/{process}/task").glob("*/children"):
        try:
            identifiers = children.read_text().split()
        except OSError:
            continue
        for child in identifiers:
            yield from _family(int(child))


def _memory(process: int) -> int:
    """The memory of a process, its share of what it has in common with others; files that are mapped do not count."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss_Anon"))


if __name__ == "__main__":
    report(Path(sys.argv[1]))
