"""What made-up annotators and systems produce: answers of people, and runs."""

import hashlib
from collections.abc import Iterator

import numpy as np

from stead.core.annotation import Annotation
from stead.core.arrays import FloatArray, IntArray
from stead.core.run import Run, RunRow
from stead.core.source import Source
from stead.posthoc.chance import Purpose, stream
from stead.posthoc.world import World

_MOST_ANSWERS = 3
_ANSWERS_OF_A_RUN = 10
BASELINE = "baseline"


def annotations(world: World, number: int | None = None) -> list[Annotation]:
    """The answers of so many annotators (as the design has, unless said otherwise) to every sentence."""
    people = world.design.annotators if number is None else number
    return [each for person in range(people) for each in _annotations_of(world, person)]


def _annotations_of(world: World, person: int) -> Iterator[Annotation]:
    """A person's answers depend on the seed and the person alone: more annotators change nobody's."""
    nature, design = world.nature, world.design
    chance = stream(design.seed, Purpose.ANNOTATORS, person)
    skill = float(np.exp(chance.normal(0, 0.15)))
    verbosity = float(np.clip(nature.verbosity + chance.normal(0, 0.1), 0.02, 0.98))
    salience = nature.salience * world.fitness + nature.commonness * world.log_frequency[world.targets]
    come_to_mind = np.argsort(-(skill * salience + chance.gumbel(size=salience.shape)), axis=1)
    sizes = 1 + chance.binomial(_MOST_ANSWERS - 1, verbosity, size=design.items)
    nil = chance.random(design.items) < nature.nil
    named = _shared(world, nature.name * 5, 0) & (chance.random(design.items) < 0.2)
    phrases = _shared(world, nature.multiword, 1) & (chance.random(design.items) < 0.7)
    for place, item in enumerate(world.items):
        words = world.words[world.targets[place]]
        answers = tuple(words[word] for word in come_to_mind[place, : sizes[place]].tolist())
        yield Annotation(
            lexelt=item.lexelt,
            id=item.id,
            annotator=f"a{person + 1}",
            substitutes=() if nil[place] or named[place] else answers,
            nil=bool(nil[place]),
            name=bool(named[place] and not nil[place]),
            multiword=f"{item.target} {words[0]}" if phrases[place] else "",
        )


def _shared(world: World, share: float, number: int) -> np.typing.NDArray[np.bool_]:
    """Sentences of a kind, the same for all annotators."""
    chance = stream(world.design.seed, Purpose.ANNOTATORS, 1_000_000 + number)
    return np.less(chance.random(world.design.items), share)


def qualities(world: World) -> dict[str, float]:
    """How good each run is made to be; names do not tell."""
    nature, design = world.nature, world.design
    steps = np.linspace(nature.lowest_quality, nature.highest_quality, design.runs)
    shuffled = stream(design.seed, Purpose.RUNS).permutation(steps).tolist()
    width = len(str(design.runs))
    return {f"system-{number:0{width}}": quality for number, quality in enumerate(shuffled, start=1)}


def runs(world: World) -> list[Run]:
    """A run for every quality: the better it is, the more its order is that of fitness, the less that of its errors."""
    return [_run(world, name, number, quality) for number, (name, quality) in enumerate(qualities(world).items())]


def _run(world: World, name: str, number: int, quality: float) -> Run:
    chance = stream(world.design.seed, Purpose.RUNS, number)
    about_words = chance.normal(size=world.log_frequency.shape)[world.targets]
    mistakes = world.nature.mistakes * (0.7 * about_words + 0.7 * chance.normal(size=world.fitness.shape))
    common = 0.2 * world.log_frequency[world.targets]
    return _answered(world, name, quality * world.fitness + (1 - quality) * mistakes + common)


def baseline(world: World) -> Run:
    """The words of a target by falling frequency, whatever the sentence."""
    return _answered(world, BASELINE, world.log_frequency[world.targets])


def _answered(world: World, name: str, liking: FloatArray) -> Run:
    liked = np.where(world.known[world.targets], liking, -np.inf)
    order: IntArray = np.argsort(-liked, axis=1)[:, :_ANSWERS_OF_A_RUN]
    rows = [
        RunRow(item.lexelt, item.id, [world.words[target][word] for word in own])
        for item, target, own in zip(world.items, world.targets.tolist(), order.tolist(), strict=True)
    ]
    digest = hashlib.sha256(repr(rows).encode()).hexdigest()
    return Run.of(rows, Source(name, digest, "simulation"))
