"""A million annotations to gold, against a plain loop that checks nothing; the two golds must be the same bytes."""

import sys
from pathlib import Path

from benchmarks.generator import write_annotations
from benchmarks.measuring import command, medians
from benchmarks.scale import measured

ITEMS = 200_000
AIM = 1.0
_STEAD = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"


def report(folder: Path, *, rounds: int = 3) -> None:
    """Print both, their ratio, and the memory that stead takes."""
    annotations, plain, made = write_annotations(folder, ITEMS), folder / "plain.txt", folder / "own.txt"
    making = [sys.executable, "-c", _STEAD, "gold", "make", str(annotations), "-o", str(made)]
    times = medians(
        {
            "a plain loop and a dict": command(
                [sys.executable, "-m", "benchmarks.plain_counter", str(annotations), str(plain)]
            ),
            "stead gold make": command(making),
        },
        rounds,
    )
    if plain.read_bytes() != made.read_bytes():
        raise RuntimeError("the golds differ")
    base, ours = times.values()
    megabytes = measured(making).megabytes
    print(f"\n{5 * ITEMS} annotations of {ITEMS} items to gold")
    for name, median in times.items():
        print(f"  {name:32} {median:6.2f} s")
    print(f"  ratio {ours / base:.2f}; aim: at most {AIM}; below 10 s; {megabytes:.0f} MB at most, aim: below 1000 MB")
