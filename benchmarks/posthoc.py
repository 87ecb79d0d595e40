"""Pool and dispatch a million candidates, against reading the same files; and the page of a large study."""

import random
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.measuring import seconds
from benchmarks.scale import measured

RUNS = 100
SENTENCES = (1_000, 10_000)
CANDIDATES = 100
ANSWERS = 10
MOST_MEGABYTES = 2048
STUDY_RUNS, STUDY_TARGETS, STUDY_SENTENCES = 19, 200, 10
MOST_PAGE = 3e6
_STEAD = "import sys; from stead.cli import main; sys.exit(main(sys.argv[1:]))"
_READ = "import sys; from stead.formats import load\nfor path in sys.argv[1:]: load(path, 'run')"


def report(folder: Path) -> None:
    """Print seconds, ratios and memory at two sizes, and the size of a page."""
    print(f"\npool and dispatch, {RUNS} runs with {ANSWERS} answers a sentence")
    for sentences in SENTENCES:
        pooled(folder / str(sentences), sentences)
    with tempfile.TemporaryDirectory() as scratch:
        study_page(Path(scratch))


def pooled(folder: Path, sentences: int) -> None:
    """One size."""
    gold, runs = write_files(folder, sentences)
    names = [str(run) for run in runs]
    pool, dispatch = str(folder / "pool.jsonl"), str(folder / "dispatch.jsonl")
    stead = [sys.executable, "-c", _STEAD]
    reading = measured([sys.executable, "-c", _READ, *names]).elapsed
    print(f"  {sentences} sentences, {sentences * CANDIDATES} candidates: reading the runs {reading:.2f} s")
    for name, words in (
        ("pool", [*stead, "pool", str(gold), *names, "-o", pool]),
        ("dispatch", [*stead, "dispatch", pool, "--size", "150", "-o", dispatch]),
        ("verify", [*stead, "dispatch", pool, "--verify", dispatch]),
    ):
        taken, _, megabytes = measured(words)
        microseconds = 1e6 * taken / (sentences * CANDIDATES)
        print(
            f"    {name:9} {taken:7.2f} s, {taken / reading:5.2f} x reading, {microseconds:6.1f} us a candidate, "
            f"{megabytes:5.0f} MB (aim: at most {MOST_MEGABYTES})"
        )


def write_files(folder: Path, sentences: int) -> tuple[Path, list[Path]]:
    """A gold and runs that draw their answers from a hundred words a sentence: the same bytes for the same size."""
    (folder / "runs").mkdir(parents=True, exist_ok=True)
    chance = random.Random(sentences)
    names = [f"target{sentence // 10}.{'nvar'[sentence // 10 % 4]} {sentence}" for sentence in range(sentences)]
    gold = folder / "gold.txt"
    with gold.open("w", encoding="utf-8") as file:
        for sentence, name in enumerate(names):
            file.write(f"{name} :: " + "".join(f"w{sentence % 500}x{rank} {5 - rank};" for rank in range(5)) + "\n")
    runs = [folder / "runs" / f"run{number:03}.txt" for number in range(RUNS)]
    for number, path in enumerate(runs):
        with path.open("w", encoding="utf-8") as file:
            for sentence, name in enumerate(names):
                words = [f"w{sentence % 500}x{rank}" for rank in chance.sample(range(CANDIDATES), ANSWERS - 1)]
                words.append(f"w{sentence % 500}x{number % CANDIDATES}")  # so that every candidate is somebody's
                file.write(f"{name} ::: {';'.join(dict.fromkeys(words))}\n")
    return gold, runs


def study_page(folder: Path) -> None:
    """How large the page of a study of twenty runs on two thousand items is, and how long the study takes."""
    import stead  # noqa: PLC0415

    made = stead.posthoc.simulate(targets=STUDY_TARGETS, sentences=STUDY_SENTENCES, runs=STUDY_RUNS)
    campaign = made.campaign
    gold2 = stead.posthoc.extend_gold(campaign.gold, campaign.ratings).gold
    begin = time.perf_counter()
    study = stead.posthoc.study(
        campaign.gold,
        gold2,
        *campaign.runs,
        baselines=[campaign.baseline],
        pool=campaign.pool,
        ratings=campaign.ratings,
        items=campaign.items,
    )
    taken = time.perf_counter() - begin
    path = folder / "study.html"
    writing = seconds(lambda: study.save(path))
    print(
        f"\nstudy of {STUDY_RUNS + 1} runs on {len(campaign.items)} items, {campaign.pool.size} candidates, "
        f"{len(campaign.ratings)} ratings: {taken:.1f} s; page {path.stat().st_size / 1e6:.2f} MB in {writing:.1f} s "
        f"(aim: below {MOST_PAGE / 1e6:.0f} MB)"
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        report(Path(scratch))
