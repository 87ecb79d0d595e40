"""The tables of systems in the guide to language models: `stead worth` on items drawn at random from a data set.

`python -m benchmarks.worth semeval2007:trial wordnet swift fine` draws the same items each time, unless another --seed
is given. The data set has to be there (`stead datasets get`). Of SWORDS, systems that can rate are compared with its
ten unnamed judges, too: yes is 3, unsure 1.5, no 0.
"""

import argparse
import gzip
import json
import random
from collections.abc import Iterator
from pathlib import Path

import stead

_JUDGES = 10
"""Candidates with fewer, most of which the first three rejected, are left out."""
_VALUES = {"TRUE": 3.0, "UNSURE": 1.5, "FALSE": 0.0}


def report(name: str, systems: list[str], number: int, seed: int) -> None:
    """Draw items that have an answer in the gold, let the systems answer them, and print the table."""
    part = stead.dataset(name)
    gold = part.gold
    answered = {row.id for row in gold}
    items = sorted((item for item in part.items if item.id in answered), key=lambda item: (item.lexelt, item.id))
    drawn = random.Random(seed).sample(items, min(number, len(items)))
    print(f"{name}: {len(drawn)} of {len(items)} items, drawn with seed {seed}")
    ratings = list(_swords_ratings(part.path("gold"), {item.id: item.lexelt for item in drawn}))
    result = stead.worth(systems, gold, drawn, ratings=ratings or None)
    print(result.to("markdown"))
    print("\n".join(result.notes))


def _swords_ratings(path: Path, lexelts: dict[str, str]) -> Iterator[stead.Rating]:
    """What the judges of SWORDS said of the candidates of these items; of other data sets, nothing."""
    if "swords" not in path.name:
        return
    with gzip.open(path, "rt", encoding="utf-8") as file:
        document = json.load(file)
    for name, labels in document["substitute_labels"].items():
        candidate = document["substitutes"][name]
        lexelt = lexelts.get(candidate["target_id"])
        if lexelt is None or len(labels) != _JUDGES:
            continue
        for judge, label in enumerate(labels, start=1):
            yield stead.Rating(
                lexelt=lexelt,
                id=candidate["target_id"],
                candidate=candidate["substitute"],
                rater=f"judge {judge}",
                value=_VALUES[label],
            )


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("name", help="a part of a data set, as `stead datasets` lists them")
    parser.add_argument("systems", nargs="+", help="as `stead systems` lists them")
    parser.add_argument("--number", type=int, default=40, help="how many items (default: 40)")
    parser.add_argument("--seed", type=int, default=1, help="random seed of the items (default: 1)")
    options = parser.parse_args()
    report(options.name, options.systems, options.number, options.seed)


if __name__ == "__main__":
    main()
