"""Comparing many runs by many measures, against plain NumPy loops over the resamples."""

import random
import resource
import time
from collections.abc import Sequence

import numpy as np

import stead
from benchmarks.measuring import seconds
from stead.comparing import Resampling, compare
from stead.comparing.inference import randomise, resample_figures
from stead.comparing.stack import Stack, stack
from stead.records.scores import Evaluation

ITEMS, RUNS, RESAMPLES = 1_700, 20, 10_000
MEASURES = "semeval,jabbari,semdis,p@1,p@3,r@10"  # fifteen
PLAIN_RESAMPLES, PLAIN_SWAPS = 40, 4
AIM_RATIO, AIM_SECONDS = 20, 10


def made_evaluation(items: int, runs: int) -> Evaluation:
    """Runs of different quality on a made gold, scored."""
    chance = random.Random(items)
    gold: dict[tuple[str, str], dict[str, int]] = {}
    answers: list[dict[str, list[str]]] = [{} for _ in range(runs)]
    for number in range(items):
        terms = [f"term{number % 170}x{rank}" for rank in range(25)]
        good = chance.sample(terms, chance.randint(2, 8))
        gold[f"target{number // 10}.n", str(number)] = {term: chance.randint(1, 5) for term in good}
        for quality, run in enumerate(answers):
            if chance.random() > 0.03:
                pool = terms + good * (quality % 7)
                run[str(number)] = list(dict.fromkeys(chance.choices(pool, k=chance.randint(1, 10))))
    return stead.score(gold, *answers, measures=MEASURES, min_responses=1).evaluation


def plain_bootstrap(evaluation: Evaluation, resamples: int) -> None:
    """The obvious way: draw items, add up their rows, run by run and measure by measure."""
    chance = np.random.default_rng(0)
    rows = [(statistic.values, statistic.combine) for statistic in evaluation.statistics]
    size = len(rows[0][0])
    for _ in range(resamples):
        drawn = chance.integers(0, size, size)
        for values, combine in rows:
            combine(values[drawn].sum(axis=0))


def plain_randomisation(stacked: Stack, pairs: Sequence[tuple[int, int]], swaps: int) -> None:
    """The obvious way: toss coins, swap rows, add them up, pair by pair and measure by measure."""
    chance = np.random.default_rng(0)
    for _ in range(swaps):
        swap = chance.integers(0, 2, (len(stacked.items), 1), dtype=bool)
        for measure in stacked.measures:
            for first, second in pairs:
                mine, theirs = measure.rows[first], measure.rows[second]
                measure.first.combine(np.where(swap, theirs, mine).sum(axis=0))
                measure.first.combine(np.where(swap, mine, theirs).sum(axis=0))


def report() -> None:
    """Print the time of a whole comparison, and how many times faster its two parts are than plain loops."""
    evaluation = made_evaluation(ITEMS, RUNS)
    stacked = stack(evaluation, "item")
    pairs = [(first, second) for first in range(RUNS) for second in range(first + 1, RUNS)]
    print(f"\ncomparing {RUNS} runs by {len(stacked.measures)} measures on {ITEMS} items, {RESAMPLES} resamples")
    _report_ratio(
        "bootstrap of every figure",
        seconds(lambda: resample_figures(stacked, seed=0, resamples=RESAMPLES)) / RESAMPLES,
        seconds(lambda: plain_bootstrap(evaluation, PLAIN_RESAMPLES)) / PLAIN_RESAMPLES,
        PLAIN_RESAMPLES,
    )
    _report_ratio(
        f"randomisation of {len(pairs)} pairs",
        seconds(lambda: randomise(stacked, pairs, seed=0, resamples=RESAMPLES)) / RESAMPLES,
        seconds(lambda: plain_randomisation(stacked, pairs, PLAIN_SWAPS)) / PLAIN_SWAPS,
        PLAIN_SWAPS,
    )
    busy = time.process_time()
    whole = seconds(lambda: compare(evaluation, Resampling(resamples=RESAMPLES)))
    busy = time.process_time() - busy
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print("  everything: BCa intervals of all figures and differences, tests, effect sizes:")
    print(
        f"    {whole:.2f} s ({busy:.2f} s of work on all cores; aim: below {AIM_SECONDS} s); {megabytes:.0f} MB at most"
    )


def _report_ratio(what: str, ours: float, plain: float, measured: int) -> None:
    print(
        f"  {what:28} {ours * RESAMPLES:8.2f} s; plain loop {plain * RESAMPLES:8.0f} s (measured on {measured})", end=""
    )
    print(f": {plain / ours:.0f} times faster; aim: {AIM_RATIO}")
