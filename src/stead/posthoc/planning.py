"""Plan the number of people: simulated campaigns with more and more of them, against the truth."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean

import numpy as np

from stead.comparing.meta_evaluation import kendall_tau
from stead.core.annotation import Annotation
from stead.core.arrays import FloatArray
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Source
from stead.core.pool import CandidatePool
from stead.core.random_streams import Purpose, stream
from stead.core.rating import MAX_RATING
from stead.core.substitutes import GoldStandard, Run
from stead.core.text import plural
from stead.measures import parse_measures
from stead.posthoc.candidate_pools import PoolRules, graded_gold, make_pool
from stead.posthoc.gold_comparison import spearman
from stead.posthoc.simulated_world import Design, Nature, World
from stead.posthoc.simulation import baseline_run, counted_gold, simulate_annotations, simulate_runs
from stead.records.sheet import Section, Sheet
from stead.scoring import Request, evaluate

PEOPLE = (1, 2, 3, 4, 5, 7, 10, 15)
CAMPAIGNS = 5
ENOUGH = 0.01
"""One more person is not worth it if Kendall's tau with the true order rises by less than this."""

_MEASURES = "semdis-best-norm,semdis-oot-norm"
_MIDDLE = (5, 95)
_GRADED = Source("graded", "simulation")


@dataclass(frozen=True)
class Planned:
    """What a number of people achieves in one campaign; `in_gold` is the share of items in the gold."""

    people: int
    in_gold: float
    rho: float
    tau_best: float
    tau_oot: float


def plan(
    design: Design | None = None,
    nature: Nature | None = None,
    *,
    people: Sequence[int] = PEOPLE,
    campaigns: int = CAMPAIGNS,
) -> Sheet:
    """Plan numbers of annotators, who make a gold of counts, and of raters, who rate the pool of all annotators."""
    design, nature = design or Design(), nature or Nature()
    if not people or min(people) < 1 or max(people) > 100:
        raise UsageError("people are whole numbers from 1 to 100.", parameter="people")
    if design.runs < 3:
        raise UsageError("runs: the order of fewer than 3 systems says nothing; simulate more.", parameter="runs")
    plannings = [_Planning(world) for world in _worlds(design, nature, campaigns)]
    numbers = sorted(set(people))
    by_raters = [planning.with_raters(numbers) for planning in plannings]
    return Sheet(
        f"How many people? {plural(design.items, 'sentence')}, {plural(design.runs, 'system')}, "
        f"{plural(campaigns, 'simulated campaign')}",
        (
            _section_of_annotators([planning.with_annotators(numbers) for planning in plannings]),
            _section("raters", f"raters of the pool of a gold by {plural(design.annotators, 'annotator')}", by_raters),
        ),
        f"plan|targets:{design.targets}|sentences:{design.sentences}|runs:{design.runs}|"
        f"annotators:{design.annotators}|campaigns:{campaigns}|seed:{design.seed}",
        "stead.plan/1",
    )


def plan_annotators(design: Design, *, people: Sequence[int], campaigns: int = CAMPAIGNS) -> Section:
    """Plan numbers of annotators alone, which takes a fraction of the time."""
    worlds = _worlds(design, Nature(), campaigns)
    return _section_of_annotators([_Planning(world).with_annotators(sorted(set(people))) for world in worlds])


def _worlds(design: Design, nature: Nature, campaigns: int) -> list[World]:
    return [World(replace(design, seed=design.seed + number), nature) for number in range(campaigns)]


def _section_of_annotators(campaigns: Sequence[Sequence[Planned]]) -> Section:
    return _section("annotators", "annotators who give substitutes", campaigns)


class _Planning:
    """One campaign with different numbers of people."""

    def __init__(self, world: World) -> None:
        self.world, self.truth = world, world.truth()
        self.runs = [*simulate_runs(world), baseline_run(world)]
        self.true_scores = _scores(self.truth, self.runs)

    def with_annotators(self, numbers: Sequence[int]) -> list[Planned]:
        """Evaluate golds of counts by these numbers of annotators."""
        everybody = simulate_annotations(self.world, max(numbers))
        planned = []
        for number in numbers:
            names = {f"a{person + 1}" for person in range(number)}
            gold = _gold_or_none([annotation for annotation in everybody if annotation.annotator in names])
            planned.append(self._planned(number, gold))
        return planned

    def with_raters(self, numbers: Sequence[int]) -> list[Planned]:
        """Evaluate graded golds of the pool by these numbers of raters."""
        gold = counted_gold(simulate_annotations(self.world))
        pool = make_pool(gold, self.runs, [], PoolRules()).pool
        rated = _simulated_grades(self.world, pool, max(numbers))
        return [self._planned(number, graded_gold(pool, rated[:, :number].mean(axis=1), _GRADED)) for number in numbers]

    def _planned(self, number: int, gold: GoldStandard | None) -> Planned:
        if gold is None:
            return Planned(number, 0.0, 0.0, 0.0, 0.0)
        scores = _scores(gold, self.runs)
        best, oot = (
            float(kendall_tau(scores_of_measure[:, None], true[:, None])[0])
            for scores_of_measure, true in zip(scores, self.true_scores, strict=True)
        )
        return Planned(number, len(gold) / len(self.truth), self._rho(gold), best, oot)

    def _rho(self, gold: GoldStandard) -> float:
        """The correlation of weights with the truth over all words of all items; absent words weigh 0."""
        given = {(row.id, term): weight for row in gold for term, weight in row.weights}
        weights = [given.get((row.id, term), 0.0) for row in self.truth for term, _ in row.weights]
        return spearman(np.array(weights), self.truth.weights).rho or 0.0


def _gold_or_none(answers: Sequence[Annotation]) -> GoldStandard | None:
    try:
        return counted_gold(answers)
    except BadInput:  # one annotator with one answer to each item: no item has the two responses that it needs
        return None


def _scores(gold: GoldStandard, runs: Sequence[Run]) -> list[FloatArray]:
    """The mean of each measure for each run."""
    measures = parse_measures(_MEASURES)
    scores = evaluate(Request(gold=gold, runs=runs, measures=measures)).scores
    return [
        np.array([score.figures["mean"] for score in scores if score.measure == str(measure)], dtype=np.float64)
        for measure in measures
    ]


def _simulated_grades(world: World, pool: CandidatePool, number: int) -> FloatArray:
    """Simulated ratings of all candidates by all raters: candidates x raters."""
    nature, chance = world.nature, stream(world.design.seed, Purpose.RATINGS, 1)
    items = [int(identifier) - 1 for identifier in pool.ids]
    fitness = np.concatenate(
        [
            world.fitness[item, [world.word_numbers[lexelt][term] for term in terms]]
            for item, lexelt, terms in zip(items, pool.lexelts, pool.candidates, strict=True)
        ]
    )
    lenient = chance.normal(0, nature.leniency, size=number)
    said = fitness[:, None] + lenient + nature.hesitation * chance.normal(size=(len(fitness), number))
    return np.clip(np.round(said), 0, MAX_RATING)


def _section(kind: str, description: str, campaigns: Sequence[Sequence[Planned]]) -> Section:
    by_number = list(zip(*campaigns, strict=True))
    rows = tuple((campaigns_of_number[0].people, *_cells(campaigns_of_number)) for campaigns_of_number in by_number)
    columns = (
        kind,
        "items in the gold %",
        "rho with the truth",
        "tau, BEST",
        "5 %",
        "95 %",
        "tau, OOT",
        "5 %  ",
        "95 %  ",
    )
    return Section(f"Number of {kind}", columns, rows, f"By {description}. {_answer(kind, by_number)}", labels=0)


def _cells(planned: Sequence[Planned]) -> Iterator[float]:
    yield round(100 * fmean(campaign.in_gold for campaign in planned), 1)
    yield round(fmean(campaign.rho for campaign in planned), 3)
    for value in (_tau_best, _tau_oot):
        values = [value(campaign) for campaign in planned]
        yield round(fmean(values), 3)
        yield from (round(float(bound), 3) for bound in np.percentile(values, _MIDDLE))


def _tau_best(planned: Planned) -> float:
    return planned.tau_best


def _tau_oot(planned: Planned) -> float:
    return planned.tau_oot


def _answer(kind: str, by_number: Sequence[Sequence[Planned]]) -> str:
    """The number of people from which one more makes almost no difference, in a sentence."""
    needed = [_enough(by_number, value) for value in (_tau_best, _tau_oot)]
    words = [
        f"{number} for {name}" if number is not None else f"more than {by_number[-1][0].people} for {name}"
        for name, number in zip(("BEST", "OOT"), needed, strict=True)
    ]
    return (
        f"Enough {kind} for the order of the systems: {', '.join(words)} (from there on, one more brings Kendall's tau "
        f"with the true order up by less than {ENOUGH:g})."
    )


def _enough(by_number: Sequence[Sequence[Planned]], value: Callable[[Planned], float]) -> int | None:
    numbers = [planned[0].people for planned in by_number]
    means = [fmean(map(value, planned)) for planned in by_number]
    for number in range(len(numbers) - 1):
        gains = [
            (means[later] - means[number]) / (numbers[later] - numbers[number])
            for later in range(number + 1, len(means))
        ]
        if all(gain < ENOUGH for gain in gains):
            return numbers[number]
    return None
