"""How good measures and data sets are at telling runs apart, as records."""

from dataclasses import dataclass

from stead.task.rankings import RankAgreement


@dataclass(frozen=True, slots=True)
class DiscriminativePower:
    """The share of pairs of runs that one figure separates at a level, and all p-values in rising order."""

    measure: str
    label: str
    figure: str
    test: str
    level: float
    pairs: int
    separated: int
    share: float | None
    curve: tuple[float, ...]
    undefined: int
    signature: str


@dataclass(frozen=True, slots=True)
class Stability:
    """How far the ranking on some of the units agrees with another: Kendall's tau-b over many samples.

    `compared_with` is `half` (the other half of the units) or `all` (the ranking on all of them); `units` is the size
    of a sample. `low` and `high` bound the middle 95 % of the samples. `undefined` counts samples without a tau.
    """

    measure: str
    label: str
    figure: str
    compared_with: str
    units: int
    samples: int
    tau: float | None
    low: float | None
    high: float | None
    undefined: int
    reason: str
    signature: str


@dataclass(frozen=True, slots=True)
class SwapBin:
    """Pairs of runs whose difference on one half of the units is at least `low` and below `high` (None: any).

    A pair is swapped if the other half has it the other way round; `tied` pairs are equal on one of the halves. The
    rate is the share of swapped pairs among all.
    """

    low: float
    high: float | None
    pairs: int
    swapped: int
    tied: int
    rate: float | None


@dataclass(frozen=True, slots=True)
class SwapRate:
    """How often two halves of the units put a pair of runs in different orders, by the size of the difference.

    `needed` is the smallest difference from which on no bin has a rate above `tolerated`; None of one pair of runs.
    """

    measure: str
    label: str
    figure: str
    units: int
    samples: int
    bins: tuple[SwapBin, ...]
    tolerated: float
    needed: float | None
    undefined: int
    reason: str
    signature: str


@dataclass(frozen=True, slots=True)
class WithoutAnnotator:
    """What becomes of a ranking if one annotator is left out of the gold."""

    annotator: str
    scored: int
    agreement: RankAgreement
    moved: int
    largest_move: int
