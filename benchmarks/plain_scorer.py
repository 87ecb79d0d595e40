"""The obvious scorer: dicts, loops, one measure. What everybody would write first, with the same matching rules."""

import sys
import unicodedata


def level(term: str) -> str:
    """Lower case, NFC, hyphens as blanks, single blanks."""
    return " ".join(unicodedata.normalize("NFC", term.lower()).replace("-", " ").split())


def read_gold(path: str) -> dict[str, dict[str, float]]:
    """Weights by id and term."""
    gold: dict[str, dict[str, float]] = {}
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        for line in file:
            head, _, rest = line.partition(" :: ")
            weights: dict[str, float] = {}
            for entry in rest.split(";"):
                term, _, weight = entry.strip().rpartition(" ")
                if term and term != "pn":
                    weights[level(term)] = weights.get(level(term), 0.0) + float(weight)
            gold[head.split(" ")[1]] = weights
    return gold


def read_run(path: str) -> dict[str, list[str]]:
    """The first ten distinct answers by id."""
    run: dict[str, list[str]] = {}
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        for line in file:
            head, _, rest = line.partition(" ::: ")
            answers = dict.fromkeys(level(answer) for answer in rest.split(";"))
            run.setdefault(head.split(" ")[1], [answer for answer in answers if answer][:10])
    return run


def oot(gold_path: str, run_path: str) -> tuple[float, float]:
    """Precision and recall, out of ten."""
    gold, run = read_gold(gold_path), read_run(run_path)
    credit, attempted, total = 0.0, 0, 0
    for identifier, weights in gold.items():
        if sum(weights.values()) < 2:
            continue
        total += 1
        answers = run.get(identifier, [])
        if answers:
            attempted += 1
            credit += sum(weights.get(answer, 0.0) for answer in answers) / sum(weights.values())
    return credit / attempted, credit / total


if __name__ == "__main__":
    print(oot(*sys.argv[1:]))
