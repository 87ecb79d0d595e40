"""The obvious way from annotations to gold: a loop over the lines, a dict of counters. Nothing is checked."""

import json
import sys
from collections import Counter, defaultdict


def count(annotations: str, gold: str) -> None:
    """Write the gold of a file of annotations."""
    counts: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    with open(annotations, encoding="utf-8") as file:  # noqa: PTH123
        next(file)
        for line in file:
            record = json.loads(line)
            counts[record["lexelt"], record["id"]].update(record.get("substitutes", []))
    with open(gold, "w", encoding="utf-8") as file:  # noqa: PTH123
        for (lexelt, identifier), answers in counts.items():
            if answers.total() >= 2:
                pairs = sorted(answers.items(), key=lambda pair: (-pair[1], pair[0]))
                file.write(f"{lexelt} {identifier} :: {''.join(f'{term} {weight};' for term, weight in pairs)}\n")


if __name__ == "__main__":
    count(*sys.argv[1:])
