"""Simulate whole campaigns with known truth: annotators, runs, a pool, raters; the same for the same seed."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cached_property

import numpy as np

from stead.core.annotation import Annotation, Annotations
from stead.core.arrays import FloatArray, IntArray
from stead.core.faults import Source
from stead.core.item import Item
from stead.core.pool import CandidatePool, Dispatch, Screen
from stead.core.random_streams import Purpose, stream
from stead.core.rating import MAX_RATING, Rating
from stead.core.substitutes import GoldStandard, Run, RunRow
from stead.golds import make_gold
from stead.posthoc.candidate_pools import PoolRules, make_pool
from stead.posthoc.dispatching import DispatchRules, make_dispatch
from stead.posthoc.simulated_world import Design, Nature, World

_MOST_ANSWERS = 3
_ANSWERS_OF_A_RUN = 10
BASELINE = "baseline"


def simulate_annotations(world: World, number: int | None = None) -> list[Annotation]:
    """Simulate the answers of annotators (by default as many as in the design) to every sentence."""
    people = world.design.annotators if number is None else number
    return [annotation for person in range(people) for annotation in _annotations_of(world, person)]


def _annotations_of(world: World, person: int) -> Iterator[Annotation]:
    """Simulate one annotator; answers depend on the seed and the annotator only, not on how many there are."""
    nature, design = world.nature, world.design
    chance = stream(design.seed, Purpose.ANNOTATORS, person)
    skill = float(np.exp(chance.normal(0, 0.15)))
    verbosity = float(np.clip(nature.verbosity + chance.normal(0, 0.1), 0.02, 0.98))
    salience = nature.salience * world.fitness + nature.commonness * world.log_frequency[world.targets]
    come_to_mind = np.argsort(-(skill * salience + chance.gumbel(size=salience.shape)), axis=1)
    sizes = 1 + chance.binomial(_MOST_ANSWERS - 1, verbosity, size=design.items)
    nil = chance.random(design.items) < nature.nil
    named = _is_of_kind(world, nature.name * 5, 0) & (chance.random(design.items) < 0.2)
    phrases = _is_of_kind(world, nature.multiword, 1) & (chance.random(design.items) < 0.7)
    for number, item in enumerate(world.items):
        words = world.words[world.targets[number]]
        answers = tuple(words[word] for word in come_to_mind[number, : sizes[number]].tolist())
        yield Annotation(
            lexelt=item.lexelt,
            id=item.id,
            annotator=f"a{person + 1}",
            substitutes=() if nil[number] or named[number] else answers,
            nil=bool(nil[number]),
            name=bool(named[number] and not nil[number]),
            multiword=f"{item.target} {words[0]}" if phrases[number] else "",
        )


def _is_of_kind(world: World, share: float, number: int) -> np.typing.NDArray[np.bool_]:
    """Mark sentences of a kind (NAME, multiword), the same for all annotators."""
    chance = stream(world.design.seed, Purpose.ANNOTATORS, 1_000_000 + number)
    return np.less(chance.random(world.design.items), share)


def run_qualities(world: World) -> dict[str, float]:
    """The quality of each run; its name does not reveal it."""
    nature, design = world.nature, world.design
    steps = np.linspace(nature.lowest_quality, nature.highest_quality, design.runs)
    shuffled = stream(design.seed, Purpose.RUNS).permutation(steps).tolist()
    width = len(str(design.runs))
    return {f"system-{number:0{width}}": quality for number, quality in enumerate(shuffled, start=1)}


def simulate_runs(world: World) -> list[Run]:
    """Simulate a run for every quality: the higher, the more its order follows fitness rather than its mistakes."""
    return [_run(world, name, number, quality) for number, (name, quality) in enumerate(run_qualities(world).items())]


def _run(world: World, name: str, number: int, quality: float) -> Run:
    chance = stream(world.design.seed, Purpose.RUNS, number)
    about_words = chance.normal(size=world.log_frequency.shape)[world.targets]
    mistakes = world.nature.mistakes * (0.7 * about_words + 0.7 * chance.normal(size=world.fitness.shape))
    common = 0.2 * world.log_frequency[world.targets]
    return _ranked_run(world, name, quality * world.fitness + (1 - quality) * mistakes + common)


def baseline_run(world: World) -> Run:
    """The baseline: the words of a target by falling frequency, the same for every sentence."""
    return _ranked_run(world, BASELINE, world.log_frequency[world.targets])


def _ranked_run(world: World, name: str, liking: FloatArray) -> Run:
    liked = np.where(world.known[world.targets], liking, -np.inf)
    order: IntArray = np.argsort(-liked, axis=1)[:, :_ANSWERS_OF_A_RUN]
    rows = [
        RunRow(item.lexelt, item.id, [world.words[target][word] for word in ranked])
        for item, target, ranked in zip(world.items, world.targets.tolist(), order.tolist(), strict=True)
    ]
    digest = hashlib.sha256(repr(rows).encode()).hexdigest()
    return Run.of(rows, Source(name, digest, "simulation"))


HONEST = "honest"
BAD_KINDS = ("random", "straight", "hasty", "partial")
"""Raters who rate at random; always the same; at random and fast; only half of a subset."""

_PLANTED_FITNESS = -4.0
_BEGINNING = datetime(2026, 1, 5, 9, tzinfo=UTC)
_HASTE = 0.3  # seconds


def kinds_of_raters(world: World) -> dict[str, str]:
    """The kind of every rater, honest or bad; the name does not reveal it."""
    design = world.design
    kinds = [BAD_KINDS[number % len(BAD_KINDS)] for number in range(design.bad_raters)]
    kinds += [HONEST] * (design.raters - design.bad_raters)
    shuffled = stream(design.seed, Purpose.RATERS).permutation(np.array(kinds)).tolist()
    return {f"r{number:0{len(str(design.raters))}}": kind for number, kind in enumerate(shuffled, start=1)}


def simulate_ratings(world: World, dispatch: Dispatch) -> list[Rating]:
    """Simulate all ratings: each subset is rated by `least` to `most` honest raters, and by some bad ones."""
    raters = [_Rater(world, number, name, kind) for number, (name, kind) in enumerate(kinds_of_raters(world).items())]
    honest = [rater for rater in raters if rater.kind == HONEST]
    bad = [rater for rater in raters if rater.kind != HONEST]
    chance = stream(world.design.seed, Purpose.RATINGS)
    sizes = np.arange(dispatch.least, dispatch.most + 1)
    shares = (len(sizes) - np.arange(len(sizes))) / (len(sizes) * (len(sizes) + 1) / 2)  # fewer raters are more likely
    ratings: list[Rating] = []
    for screens in _subsets(dispatch):
        chosen = chance.choice(len(honest), size=int(chance.choice(sizes, p=shares)), replace=False)
        people = [honest[number] for number in chosen.tolist()]
        people += [rater for rater in bad if chance.random() < 0.2]
        for rater in people:
            ratings += rater.rate(screens)
    return ratings


def _subsets(dispatch: Dispatch) -> list[list[Screen]]:
    subsets: list[list[Screen]] = [[] for _ in range(dispatch.subsets)]
    for screen in dispatch.screens:
        subsets[screen.subset - 1].append(screen)
    return subsets


class _Rater:
    """A rater with a leniency, a hesitation and a memory."""

    def __init__(self, world: World, number: int, name: str, kind: str) -> None:
        self.world, self.name, self.kind = world, name, kind
        self.chance = stream(world.design.seed, Purpose.RATERS, number + 1)
        nature = world.nature
        self.leniency = float(self.chance.normal(0, nature.leniency))
        self.hesitation = nature.hesitation * float(np.exp(self.chance.normal(0, 0.15)))
        self.clock = _BEGINNING + timedelta(hours=int(self.chance.integers(0, 2000)))
        self.thought: dict[tuple[str, str, str], float] = {}

    def rate(self, screens: list[Screen]) -> Iterator[Rating]:
        """Rate the candidates on screens, one after the other."""
        shown = [(screen, term) for screen in screens for term in screen.candidates]
        if self.kind == "partial":
            shown = shown[: len(shown) // 2]
        straight = float(self.chance.integers(0, int(MAX_RATING) + 1))
        median = _HASTE if self.kind == "hasty" else self.world.nature.seconds
        waits = median * np.exp(self.chance.normal(0, 0.5, size=len(shown)))
        values = self._values(shown, straight)
        self.clock += timedelta(days=1)
        seen: set[tuple[str, str, str]] = set()
        for (screen, term), wait, value in zip(shown, waits.tolist(), values.tolist(), strict=True):
            self.clock += timedelta(seconds=wait)
            time = self.clock.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            key = screen.lexelt, screen.id, term
            phase = "again" if key in seen else ""
            seen.add(key)
            yield Rating(
                lexelt=screen.lexelt, id=screen.id, candidate=term, rater=self.name, value=value, time=time, phase=phase
            )

    def _values(self, shown: list[tuple[Screen, str]], straight: float) -> FloatArray:
        if self.kind == "straight":
            return np.full(len(shown), straight)
        if self.kind in {"random", "hasty"}:
            return self.chance.integers(0, int(MAX_RATING) + 1, size=len(shown)).astype(np.float64)
        constancy = self.world.nature.constancy
        values = np.empty(len(shown))
        noise = self.chance.normal(size=(len(shown), 2))
        for number, (screen, term) in enumerate(shown):
            key = screen.lexelt, screen.id, term
            opinion = self.thought.setdefault(key, float(noise[number, 0]))
            mood = constancy * opinion + np.sqrt(1 - constancy**2) * noise[number, 1]
            values[number] = self._fitness(*key) + self.leniency + self.hesitation * mood
        return np.clip(np.round(values), 0, MAX_RATING) + 0.0

    def _fitness(self, lexelt: str, identifier: str, term: str) -> float:
        word = self.world.word_numbers[lexelt].get(term)
        return _PLANTED_FITNESS if word is None else float(self.world.fitness[int(identifier) - 1, word])


@dataclass(frozen=True, eq=False, kw_only=True)
class SimulatedCampaign:
    """All data of a campaign, and the truth, which is unknown for a real one."""

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


def simulate(design: Design | None = None, nature: Nature | None = None) -> SimulatedCampaign:
    """Simulate a campaign."""
    design, nature = design or Design(), nature or Nature()
    world = World(design, nature)
    answers = simulate_annotations(world)
    gold = counted_gold(answers)
    systems, first = simulate_runs(world), baseline_run(world)
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
    return SimulatedCampaign(
        design=design,
        items=world.items,
        annotations=answers,
        gold=gold,
        runs=systems,
        baseline=first,
        pool=pool,
        dispatch=dispatch,
        ratings=simulate_ratings(world, dispatch),
        frequencies=world.frequencies,
        truth=world.truth(),
        qualities=run_qualities(world),
        kinds=kinds_of_raters(world),
    )


def counted_gold(answers: Sequence[Annotation]) -> GoldStandard:
    """Make a gold of counts, as in SemEval-2007."""
    digest = hashlib.sha256(repr(answers).encode()).hexdigest()
    return make_gold(Annotations.of(answers, Source("annotations", digest))).gold
