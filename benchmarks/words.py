"""How fast text is cut into words and sampled, against a plain loop that splits lines at blanks."""

import random
from pathlib import Path

from benchmarks.measuring import medians
from stead.words import (
    Corpus,
    CorpusLayout,
    SampleSettings,
    TargetFinder,
    sample_items,
    split_sentences,
    tokenise,
    words_of,
)

MEGABYTES = 4
_TARGETS = ["match.n", "bright.a", "hold.v", "spring.n", "leave.v", "quickly.r", "look after.v", "paper.n"]
_FORMS = ["match", "matches", "brighter", "held", "spring", "left", "leaves", "quickly", "paper"]


def made_text(megabytes: int, *, seed: int = 1) -> list[str]:
    """Lines of one to three sentences of made-up words, one in a hundred a form of some target."""
    chance = random.Random(seed)
    words = ["".join(chance.choices("etaoinshrdlu", k=chance.randint(2, 9))) for _ in range(20_000)]
    weights = [1 / rank for rank in range(1, len(words) + 1)]
    lines, size = [], 0
    while size < megabytes * 1_000_000:
        sentences = []
        for _ in range(chance.randint(1, 3)):
            chosen = [
                *chance.choices(words, weights, k=chance.randint(8, 25)),
                *chance.sample(_FORMS, k=chance.random() < 0.2),
            ]
            sentences.append(" ".join(chosen).capitalize() + chance.choice(".?!"))
        lines.append(" ".join(sentences) + "\n")
        size += len(lines[-1])
    return lines


def sampled(path: Path) -> int:
    """Draw ten sentences a target from a file."""
    corpus = Corpus(paths=[str(path)], layout=CorpusLayout.LINES)
    return len(sample_items(corpus, _TARGETS, TargetFinder(_TARGETS, "en"), SampleSettings()).items)


def report(folder: Path, *, rounds: int = 5) -> None:
    """Print megabytes a second, and what twice the text takes."""
    lines = made_text(MEGABYTES)
    once, twice = folder / "once.txt", folder / "twice.txt"
    once.write_text("".join(lines), encoding="utf-8")
    twice.write_text("".join(lines) + "".join(made_text(MEGABYTES, seed=2)), encoding="utf-8")
    sampled(once)  # what is loaded once is not counted
    times = medians(
        {
            "split at blanks": lambda: [line.split() for line in lines],
            "words_of": lambda: [words_of(line, "en") for line in lines],
            "tokenise": lambda: [tokenise(line, "en") for line in lines],
            "split_sentences": lambda: [split_sentences(line, "en") for line in lines],
            "sample": lambda: sampled(once),
            "sample, twice the text": lambda: sampled(twice),
        },
        rounds,
    )
    print(f"words, {MEGABYTES} MB of text")
    for name, median in times.items():
        size = 2 * MEGABYTES if "twice" in name else MEGABYTES
        print(f"  {name:32} {median:6.3f} s {size / median:7.1f} MB/s")
    print(f"  twice the text takes {times['sample, twice the text'] / times['sample']:.2f} times as long; aim: 2")
