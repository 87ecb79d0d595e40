"""The tables of systems in the guide to language models: `stead worth` on items drawn at random from a data set.

`python -m benchmarks.worth semeval2007:trial wordnet swift fine` draws the same items each time, unless another --seed
is given. The data set has to be there (`stead datasets get`).
"""

import argparse
import random

import stead


def report(name: str, systems: list[str], number: int, seed: int) -> None:
    """Draw items that have an answer in the gold, let the systems answer them, and print the table."""
    part = stead.dataset(name)
    gold = part.gold
    answered = {row.id for row in gold}
    items = sorted((item for item in part.items if item.id in answered), key=lambda item: (item.lexelt, item.id))
    drawn = random.Random(seed).sample(items, min(number, len(items)))
    print(f"{name}: {len(drawn)} of {len(items)} items, drawn with seed {seed}")
    print(stead.worth(systems, gold, drawn).to("markdown"))


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
