"""A large comparison, made up: as many runs and items as a shared task has."""

import random
from dataclasses import dataclass

from stead.core.faults import Source
from stead.core.item import Item
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow

_SYLLABLES = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "té", "vo", "wi", "ya", "zo"]


@dataclass(frozen=True)
class Task:
    """Sentences, a gold standard, and runs."""

    items: list[Item]
    gold: GoldStandard
    runs: list[Run]


def task(*, runs: int, items: int, answers: int = 10) -> Task:
    """Ten sentences a target, forty words that anybody would think of, and systems of rising quality."""
    chance = random.Random(7)
    words = ["".join(chance.choices(_SYLLABLES, k=chance.randint(2, 5))) for _ in range(8000)]
    sentences, rows, of_runs = [], [], [list[RunRow]() for _ in range(runs)]
    for number in range(items):
        lexelt, identifier = f"{words[number // 10]}.{'nvar'[number // 10 % 4]}", str(number + 1)
        pool = words[number // 10 * 37 % 7900 :][:40]
        right = chance.sample(pool, chance.randint(2, 8))
        before, after = (" ".join(chance.choices(words, k=chance.randint(4, 15))) + " " for _ in range(2))
        sentences.append(
            Item(id=identifier, lexelt=lexelt, text=f"{before}target {after}", start=len(before), end=len(before) + 6)
        )
        rows.append(GoldRow(lexelt, identifier, [(term, min(5, 1 + int(chance.expovariate(0.8)))) for term in right]))
        for place, own in enumerate(of_runs):
            quality = 0.1 + 0.7 * place / runs
            given = [chance.choice(right if chance.random() < quality else pool) for _ in range(answers)]
            own.append(RunRow(lexelt, identifier, list(dict.fromkeys(given))))
    gold = GoldStandard.of(rows, Source("gold", "0" * 64))
    named = [Run.of(own, Source(f"system-{place + 1:02d}", "1" * 64)) for place, own in enumerate(of_runs)]
    return Task(sentences, gold, named)
