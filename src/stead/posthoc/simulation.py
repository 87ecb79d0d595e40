"""Whole campaigns with known truth: annotators, runs, a pool, raters; the same for the same seed."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from stead.core.annotation import Annotation, Annotations
from stead.core.gold import GoldStandard
from stead.core.item import Item
from stead.core.pool import CandidatePool, Dispatch
from stead.core.rating import Rating
from stead.core.run import Run
from stead.core.source import Source
from stead.golds import make_gold
from stead.posthoc.dispatching import DispatchRules, make_dispatch
from stead.posthoc.pooling import PoolRules, make_pool
from stead.posthoc.producing import annotations, baseline, qualities, runs
from stead.posthoc.rating import HONEST, kinds_of_raters, ratings
from stead.posthoc.world import Design, Nature, World


@dataclass(frozen=True, eq=False, kw_only=True)
class Campaign:
    """Everything that a campaign leaves behind, and what nobody could know of a real one."""

    design: Design
    items: list[Item]
    annotations: list[Annotation]
    gold: GoldStandard
    runs: list[Run]
    baseline: Run
    pool: CandidatePool
    dispatch: Dispatch
    ratings: list[Rating]
    frequencies: dict[str, float]
    truth: GoldStandard
    qualities: dict[str, float]
    kinds: dict[str, str]

    @cached_property
    def bad_raters(self) -> tuple[str, ...]:
        """The raters who are not honest."""
        return tuple(name for name, kind in self.kinds.items() if kind != HONEST)


def simulate(design: Design | None = None, nature: Nature | None = None) -> Campaign:
    """Make a campaign."""
    design, nature = design or Design(), nature or Nature()
    world = World(design, nature)
    answers = annotations(world)
    gold = gold_of(answers)
    systems, first = runs(world), baseline(world)
    pool = make_pool(gold, systems, [first], PoolRules()).pool
    how = DispatchRules(
        size=design.size,
        least=design.least,
        most=design.most,
        repeats=design.repeats,
        planted=design.planted,
        seed=design.seed,
    )
    dispatch, _ = make_dispatch(pool, how)
    return Campaign(
        design=design,
        items=world.items,
        annotations=answers,
        gold=gold,
        runs=systems,
        baseline=first,
        pool=pool,
        dispatch=dispatch,
        ratings=ratings(world, dispatch),
        frequencies=world.frequencies,
        truth=world.truth(),
        qualities=qualities(world),
        kinds=kinds_of_raters(world),
    )


def gold_of(answers: Sequence[Annotation]) -> GoldStandard:
    """The counts of annotators, as SemEval-2007 makes them."""
    digest = hashlib.sha256(repr(answers).encode()).hexdigest()
    return make_gold(Annotations.of(answers, Source("annotations", digest))).gold
