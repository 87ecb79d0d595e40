"""How long `stead agreement` takes on 100,000 annotations, against reading their file in a plain loop."""

import json
import random
import sys
from pathlib import Path

from benchmarks.measuring import command, medians

ANNOTATIONS = 100_000
ANNOTATORS = 5
ITEMS_PER_TARGET = 10
_PLAIN_LOOP = """
import json, sys
rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
"""
_STEAD = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"


def report(folder: Path, *, rounds: int = 3) -> None:
    """Print all, and their ratios."""
    path = str(write_annotations(folder, ANNOTATIONS))
    times = medians(
        {
            "read the file in a plain loop": command([sys.executable, "-c", _PLAIN_LOOP, path]),
            "stead agreement": command([sys.executable, "-c", _STEAD, "agreement", path]),
            "stead agreement --humans": command([sys.executable, "-c", _STEAD, "agreement", path, "--humans"]),
        },
        rounds,
    )
    base = next(iter(times.values()))
    print(f"agreement, {ANNOTATIONS} annotations")
    for name, median in times.items():
        print(f"  {name:32} {median:6.3f} s, ratio {median / base:.1f}")


def write_annotations(folder: Path, annotations: int) -> Path:
    """Answers of a few people who mostly think of the same few words: the same bytes for the same number."""
    path = folder / f"annotations_{annotations}.jsonl"
    chance = random.Random(annotations)
    with path.open("w", encoding="utf-8") as file:
        file.write('{"schema": "stead.annotations/1"}\n')
        for item in range(annotations // ANNOTATORS):
            target = item // ITEMS_PER_TARGET
            for person in range(ANNOTATORS):
                words = [
                    f"word{target % 997}x{int(chance.expovariate(0.4))}" for _ in range(chance.choice([1, 1, 2, 3]))
                ]
                record = {"lexelt": f"target{target}.{'nvar'[target % 4]}", "id": str(item), "annotator": f"a{person}"}
                rest = {"nil": True} if chance.random() < 0.05 else {"substitutes": list(dict.fromkeys(words))}
                file.write(json.dumps({**record, **rest}) + "\n")
    return path
