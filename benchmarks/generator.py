"""Synthetic golds and runs of any size: the same bytes for the same size."""

import json
import random
from collections.abc import Iterator
from pathlib import Path

SENTENCES_PER_TARGET = 10
VOCABULARY = 20_000


def write_files(folder: Path, items: int, *, answers: int = 10) -> tuple[Path, Path]:
    """A gold and an oot run of `items` items with `answers` answers each."""
    gold, run = folder / f"gold_{items}.txt", folder / f"run_{items}.txt"
    chance = random.Random(items)
    with gold.open("w", encoding="utf-8") as gold_file, run.open("w", encoding="utf-8") as run_file:
        for head, weights, guesses in _rows(chance, items, answers):
            gold_file.write(f"{head} :: {''.join(f'{term} {weight};' for term, weight in weights)}\n")
            run_file.write(f"{head} ::: {';'.join(guesses)}\n")
    return gold, run


def _rows(chance: random.Random, items: int, answers: int) -> Iterator[tuple[str, list[tuple[str, int]], list[str]]]:
    words = _vocabulary(chance)
    for number in range(items):
        target = number // SENTENCES_PER_TARGET
        pool = [words[(target * 7919 + step * 31) % VOCABULARY] for step in range(25)]
        gold = chance.sample(pool, chance.randint(2, 8))
        weights = [(term, min(5, 1 + int(chance.expovariate(0.8)))) for term in gold]
        yield f"target{target}.{'nvar'[target % 4]} {number + 1}", weights, chance.sample(pool, answers)


def write_annotations(folder: Path, items: int, *, annotators: int = 5) -> Path:
    """stead JSON Lines: every annotator answers every item, mostly with one to three substitutes."""
    path, chance = folder / f"annotations_{items}.jsonl", random.Random(items)
    words = _vocabulary(chance)
    with path.open("w", encoding="utf-8") as file:
        file.write('{"schema": "stead.annotations/1"}\n')
        for number in range(items):
            target = number // SENTENCES_PER_TARGET
            pool = [words[(target * 7919 + step * 31) % VOCABULARY] for step in range(12)]
            for annotator in range(annotators):
                record = {"lexelt": f"target{target}.{'nvar'[target % 4]}", "id": str(number + 1)}
                answer = _answer(chance, pool)
                time = {"time": f"2026-03-{1 + number % 28:02}T09:{annotator:02}:{chance.randrange(60):02}Z"}
                line = json.dumps({**record, "annotator": f"person {annotator}", **answer, **time}, ensure_ascii=False)
                file.write(f"{line}\n")
    return path


def _answer(chance: random.Random, pool: list[str]) -> dict[str, object]:
    """Substitutes, or now and then NIL or NAME; now and then a multiword too."""
    kind, phrase = chance.random(), {"multiword": f"{pool[0]} up"} if chance.random() < 0.03 else {}
    if kind < 0.04:
        return {"nil" if kind < 0.03 else "name": True, **phrase}
    return {"substitutes": chance.sample(pool, chance.choice((1, 1, 2, 2, 3))), **phrase}


def _vocabulary(chance: random.Random) -> list[str]:
    """Invented words of a realistic mix: some with capitals, hyphens, blanks, accents."""
    syllables = ["ba", "ce", "di", "fo", "gu", "la", "me", "ni", "po", "ru", "sa", "té", "vo", "wi", "ya", "zo"]
    words = []
    for number in range(VOCABULARY):
        word = "".join(chance.choice(syllables) for _ in range(chance.randint(2, 5))) + str(number)
        mark = number % 40
        words.append(
            word.capitalize() if mark == 0 else f"{word}-up" if mark == 1 else f"{word} out" if mark == 2 else word
        )
    return words
