"""Small pools, dispatches and ratings, and strategies for random ones."""

from collections.abc import Mapping, Sequence

import numpy as np
from hypothesis import strategies as st

from stead.core.faults import Source
from stead.core.pool import CandidatePool
from stead.core.rating import Rating
from stead.core.substitutes import GoldRow, GoldStandard, Run, RunRow
from stead.posthoc.candidate_pools import PoolRules, make_pool

Weights = Mapping[str, float]


def gold_of(rows: Mapping[tuple[str, str], Weights], *, name: str = "gold", graded: bool | None = None) -> GoldStandard:
    return GoldStandard.of(
        [GoldRow(*key, list(weights.items())) for key, weights in rows.items()], Source(name, "0" * 64), graded=graded
    )


def run_of(rows: Mapping[tuple[str, str], Sequence[str]], name: str) -> Run:
    return Run.of([RunRow(*key, list(answers)) for key, answers in rows.items()], Source(name, "1" * 64))


A1, A2, B1 = ("big.a", "1"), ("big.a", "2"), ("run.v", "3")
GOLD = gold_of({A1: {"large": 3, "Huge": 1}, A2: {"great": 2}, B1: {"jog": 2, "go fast": 1}})
FIRST = run_of({A1: ["large", "grand", "visa"], A2: ["fat", "great", "fat"], B1: ["jog"]}, "first")
SECOND = run_of({A1: ["HUGE", "large"], A2: ["wide"], B1: ["go fast", "sprint"]}, "second")
"""Hand-made: three items, a gold of five substitutes, two runs."""


def small_pool(**rules: object) -> CandidatePool:
    return make_pool(GOLD, [FIRST, SECOND], [], PoolRules(**rules)).pool  # type: ignore[arg-type]


def rating(key: tuple[str, str], candidate: str, rater: str, value: float | str, time: str = "") -> Rating:
    return Rating(lexelt=key[0], id=key[1], candidate=candidate, rater=rater, value=value, time=time)


@st.composite
def pools(draw: st.DrawFn) -> CandidatePool:
    """Pools of any shape: sentences with one to many candidates, of which one or more are in the gold."""
    sizes = draw(st.lists(st.tuples(st.integers(1, 6), st.integers(0, 60)), min_size=1, max_size=25))
    targets = draw(st.integers(1, 5))
    return pool_of_sizes(sizes, targets)


def pool_of_sizes(sizes: Sequence[tuple[int, int]], targets: int = 3) -> CandidatePool:
    """So many candidates of the gold and so many others for each sentence."""
    gold, answers = {}, {}
    for number, (golds, others) in enumerate(sizes):
        key = (f"t{number % targets}.{'nv'[number % targets % 2]}", str(number))
        gold[key] = {f"g{number}x{place}": 1.0 for place in range(golds)}
        answers[key] = [f"o{number}x{place}" for place in range(others)]
    return make_pool(gold_of(gold), [run_of(answers, "run")], [], PoolRules(depth=None)).pool


def candidates_of(pool: CandidatePool) -> dict[tuple[str, str], list[str]]:
    return {(row.lexelt, row.id): row.candidates for row in pool}


def weights_of(pool: CandidatePool) -> dict[str, float]:
    return {term: weight for row in pool for term, weight in zip(row.candidates, row.weights, strict=True)}


def total(pool: CandidatePool) -> int:
    return int(np.sum(np.diff(pool.candidates.starts)))
