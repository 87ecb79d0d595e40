"""How long `stead score` takes on 2,000 items, cold, against starting Python and reading the files in a plain loop."""

import sys
from pathlib import Path

from benchmarks.generator import write_files
from benchmarks.measuring import command, medians

ITEMS = 2_000
_PLAIN_LOOP = """
import sys
for path in sys.argv[1:]:
    for line in open(path, encoding="utf-8"):
        head, _, rest = line.partition(" :")
        terms = [term.strip() for term in rest.lstrip(": ").split(";")]
"""
_STEAD = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"


def report(folder: Path, *, rounds: int = 7) -> None:
    """Print both, and their ratio."""
    gold, run = write_files(folder, ITEMS)
    found = medians(
        {
            "start Python and read the files": command([sys.executable, "-c", _PLAIN_LOOP, str(gold), str(run)]),
            "stead score, every measure": command([sys.executable, "-c", _STEAD, "score", str(gold), str(run)]),
        },
        rounds,
    )
    base, own = found.values()
    print(f"cold start, {ITEMS} items")
    for name, median in found.items():
        print(f"  {name:32} {median:6.3f} s")
    print(f"  ratio {own / base:.1f}; aim: below 0.5 s")
