"""Streams of random numbers: the same for the same seed and purpose, and no other."""

import numpy as np
import pytest

from stead.core.random_streams import Purpose, stream

WORKS = {purpose.work for purpose in Purpose}
NUMBERS = {
    "comparing": ["BOOTSTRAP", "SWAPS", "HALVES", "SAMPLES"],
    "posthoc": [
        *("ITEMS", "DISPATCH", "PLANTED", "REPEATS", "RATERS", "WORLD", "ANNOTATORS", "RUNS", "RATINGS"),
        "MACHINES",
    ],
}
"""Purposes from 0 on. A new one is added at the end; results that people have published depend on the others."""


def drawn(seed: int, purpose: Purpose, *numbers: int) -> int:
    return int(stream(seed, purpose, *numbers).integers(1 << 60))


def test_the_numbers_of_purposes_stay_as_they_are() -> None:
    found = {work: [each.name for each in sorted(_of(work), key=lambda own: own.number)] for work in WORKS}
    assert found == NUMBERS
    assert all([each.number for each in _of(work)] == [*range(len(_of(work)))] for work in WORKS)


def _of(work: str) -> list[Purpose]:
    return [each for each in Purpose if each.work == work]


@pytest.mark.parametrize("work", sorted(WORKS))
def test_the_same_seed_draws_the_same_and_purposes_differ(work: str) -> None:
    purposes = _of(work)
    assert [drawn(7, each) for each in purposes] == [drawn(7, each) for each in purposes]
    assert len({drawn(seed, each) for seed in (7, 8) for each in purposes}) == 2 * len(purposes)


def test_a_stream_is_that_of_seed_purpose_and_further_numbers() -> None:
    """As NumPy documents `spawn_key`: part of the entropy, beside the seed."""
    sequence = np.random.SeedSequence(7, spawn_key=(4, 3))
    assert drawn(7, Purpose.RATERS, 3) == int(np.random.default_rng(sequence).integers(1 << 60))
    assert len({drawn(7, Purpose.RATERS), drawn(7, Purpose.RATERS, 0), drawn(7, Purpose.RATERS, 3)}) == 3
