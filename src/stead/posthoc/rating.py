"""What made-up raters say of the candidates that they are shown, honest ones and others."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import numpy as np

from stead.core.arrays import FloatArray
from stead.core.pool import Dispatch, Screen
from stead.core.rating import MAX_RATING, Rating
from stead.posthoc.chance import Purpose, stream
from stead.posthoc.world import World

HONEST = "honest"
BAD_KINDS = ("random", "straight", "hasty", "partial")
"""Says anything; always says the same; says anything, at once; leaves after half of a subset."""

_PLANTED_FITNESS = -4.0
_BEGINNING = datetime(2026, 1, 5, 9, tzinfo=UTC)
_HASTE = 0.3  # seconds


def kinds_of_raters(world: World) -> dict[str, str]:
    """Every rater, honest or of one of the bad kinds; names do not tell."""
    design = world.design
    kinds = [BAD_KINDS[number % len(BAD_KINDS)] for number in range(design.bad_raters)]
    kinds += [HONEST] * (design.raters - design.bad_raters)
    shuffled = stream(design.seed, Purpose.RATERS).permutation(np.array(kinds)).tolist()
    return {f"r{number:0{len(str(design.raters))}}": kind for number, kind in enumerate(shuffled, start=1)}


def ratings(world: World, dispatch: Dispatch) -> list[Rating]:
    """All ratings: each subset by some raters, least to most of them honest, and by bad ones on top of that."""
    raters = [_Rater(world, number, name, kind) for number, (name, kind) in enumerate(kinds_of_raters(world).items())]
    honest = [rater for rater in raters if rater.kind == HONEST]
    bad = [rater for rater in raters if rater.kind != HONEST]
    chance = stream(world.design.seed, Purpose.RATINGS)
    sizes = np.arange(dispatch.least, dispatch.most + 1)
    shares = (len(sizes) - np.arange(len(sizes))) / (len(sizes) * (len(sizes) + 1) / 2)  # fewer is more usual
    found: list[Rating] = []
    for screens in _subsets(dispatch):
        chosen = chance.choice(len(honest), size=int(chance.choice(sizes, p=shares)), replace=False)
        people = [honest[place] for place in chosen.tolist()]
        people += [rater for rater in bad if chance.random() < 0.2]
        for rater in people:
            found += rater.rate(screens)
    return found


def _subsets(dispatch: Dispatch) -> list[list[Screen]]:
    found: list[list[Screen]] = [[] for _ in range(dispatch.subsets)]
    for screen in dispatch.screens:
        found[screen.subset - 1].append(screen)
    return found


class _Rater:
    """Somebody with a leniency, an unsteadiness and a memory."""

    def __init__(self, world: World, number: int, name: str, kind: str) -> None:
        self.world, self.name, self.kind = world, name, kind
        self.chance = stream(world.design.seed, Purpose.RATERS, number + 1)
        nature = world.nature
        self.leniency = float(self.chance.normal(0, nature.leniency))
        self.hesitation = nature.hesitation * float(np.exp(self.chance.normal(0, 0.15)))
        self.clock = _BEGINNING + timedelta(hours=int(self.chance.integers(0, 2000)))
        self.thought: dict[tuple[str, str, str], float] = {}

    def rate(self, screens: list[Screen]) -> Iterator[Rating]:
        """Rate what is shown, one candidate after the other."""
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
        found = np.empty(len(shown))
        noise = self.chance.normal(size=(len(shown), 2))
        for place, (screen, term) in enumerate(shown):
            key = screen.lexelt, screen.id, term
            opinion = self.thought.setdefault(key, float(noise[place, 0]))
            mood = constancy * opinion + np.sqrt(1 - constancy**2) * noise[place, 1]
            found[place] = self._fitness(*key) + self.leniency + self.hesitation * mood
        return np.clip(np.round(found), 0, MAX_RATING) + 0.0

    def _fitness(self, lexelt: str, identifier: str, term: str) -> float:
        word = self.world.places[lexelt].get(term)
        return _PLANTED_FITNESS if word is None else float(self.world.fitness[int(identifier) - 1, word])
