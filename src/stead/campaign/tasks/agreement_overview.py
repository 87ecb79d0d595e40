"""Agreement for organisers: by item and by lexelt, over time, and who differs from the others and where.

Everything here is a mean over *compared pairs*: two annotators' answers to one item, and the share of the substitutes
of either that both gave. Their mean over all items is pairwise agreement (McCarthy and Navigli 2007, section 2.2).
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random
from statistics import fmean
from typing import TypeVar

import numpy as np

from stead.agreement import AgreementSettings, annotation_agreement
from stead.core.annotation import Annotation, Annotations
from stead.core.errors import BadInput
from stead.core.faults import Source
from stead.golds import AnswerRules
from stead.posthoc.planning import plan_annotators
from stead.posthoc.simulated_world import Design
from stead.records.agreement import AgreementFigure, Interval
from stead.records.sheet import Section
from stead.rules.definitions import Rules

Key = tuple[str, str]
"""Lexelt and id of an item."""
K = TypeVar("K", bound=Hashable)
_RESAMPLES, _SEED = 1_000, 1
_BOUNDS = (2.5, 97.5)
_DIFFERENCES = 5  # items at which an annotator differs most


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """Two annotators' answers to an item: the share that both gave, and when the later of the two was given."""

    item: Key
    annotators: tuple[str, str]
    share: float
    time: str


@dataclass(frozen=True, slots=True)
class MeanShare:
    """The mean share of some compared pairs, and their number."""

    share: float
    pairs: int


@dataclass(frozen=True, slots=True)
class AnnotatorDifference:
    """How an annotator agrees with the others, compared with the others among themselves.

    `interval` is of the difference, from resampled items; None if there are not two others. `items` are those at which
    the difference is largest, with the share of the annotator and of the others.
    """

    name: str
    with_others: MeanShare
    among_others: MeanShare | None
    interval: Interval | None
    items: tuple[tuple[Key, float, float], ...]

    @property
    def differs(self) -> bool:
        """Whether the annotator agrees less with the others than they do among themselves, by more than chance."""
        return self.interval is not None and self.interval[1] < 0


@dataclass(frozen=True, slots=True)
class GoldGrowth:
    """The gold by n annotators of each item, drawn at random of those there are."""

    annotators: int
    substitutes: float
    """Different ones for each item."""
    in_gold: float
    """The share of the items that have enough responses."""
    has_mode: float
    """The share of the items on which one substitute was given by more annotators than any other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgreementOverview:
    """The agreement of the answers so far."""

    figures: tuple[AgreementFigure, ...]
    items: Mapping[Key, MeanShare]
    lexelts: Mapping[str, MeanShare]
    trend: tuple[tuple[str, MeanShare], ...]
    """By day: of all pairs until its end."""
    annotators: tuple[AnnotatorDifference, ...]
    growth: tuple[GoldGrowth, ...]


def agreement_overview(annotations: Sequence[Annotation], *, resamples: int = _RESAMPLES) -> AgreementOverview | None:
    """Measure the agreement of answers; None if no two annotators have answered the same item."""
    try:
        columns = Annotations.of(annotations, Source("campaign", ""))
        agreement = annotation_agreement(columns, AgreementSettings(resamples=resamples))
    except BadInput:
        return None
    pairs = compared_pairs(annotations)
    return AgreementOverview(
        figures=tuple(figure for figure in agreement.figures if figure.group == agreement.figures[0].group),
        items=_means(pairs, lambda pair: pair.item),
        lexelts=_means(pairs, lambda pair: pair.item[0]),
        trend=tuple(_trend(pairs)),
        annotators=tuple(_differences(pairs, resamples)),
        growth=tuple(_growth(annotations)),
    )


def compared_pairs(annotations: Iterable[Annotation]) -> list[ComparedPair]:
    """All pairs of answers with substitutes to the same item, in the order of the items."""
    by_item: dict[Key, list[tuple[Annotation, frozenset[str]]]] = {}
    for annotation in annotations:
        if terms := _terms(annotation):
            by_item.setdefault((annotation.lexelt, annotation.id), []).append((annotation, terms))
    return [
        ComparedPair(
            item,
            (one.annotator, other.annotator),
            len(terms & others) / len(terms | others),
            max(one.time, other.time),
        )
        for item, answers in by_item.items()
        for (one, terms), (other, others) in combinations(answers, 2)
    ]


def _terms(annotation: Annotation) -> frozenset[str]:
    """The substitutes that count, as they are compared."""
    return frozenset(map(_RULES.normalise, annotation.substitutes[: AnswerRules.max_answers]))


_RULES = Rules()


def _mean(shares: Sequence[float]) -> MeanShare:
    return MeanShare(fmean(shares), len(shares))


def _means(pairs: Iterable[ComparedPair], key: Callable[[ComparedPair], K]) -> dict[K, MeanShare]:
    shares: dict[K, list[float]] = {}
    for pair in pairs:
        shares.setdefault(key(pair), []).append(pair.share)
    return {name: _mean(values) for name, values in shares.items()}


def _trend(pairs: Sequence[ComparedPair]) -> Iterable[tuple[str, MeanShare]]:
    total, number = 0.0, 0
    by_day = _means(pairs, lambda pair: pair.time[:10])
    for day, mean in sorted(by_day.items()):
        total, number = total + mean.share * mean.pairs, number + mean.pairs
        yield day, MeanShare(total / number, number)


# ------------------------------------------------------------------------------------------------- who differs


def _differences(pairs: Sequence[ComparedPair], resamples: int) -> Iterable[AnnotatorDifference]:
    """Each annotator against the others, the one who differs most first."""
    names = sorted({name for pair in pairs for name in pair.annotators})
    return sorted(
        (_difference(name, pairs, resamples) for name in names),
        key=lambda person: person.with_others.share - (person.among_others.share if person.among_others else 0.0),
    )


def _difference(name: str, pairs: Sequence[ComparedPair], resamples: int) -> AnnotatorDifference:
    with_others = [pair for pair in pairs if name in pair.annotators]
    answered = {pair.item for pair in with_others}
    others = [pair for pair in pairs if name not in pair.annotators and pair.item in answered]
    mine, theirs = (_means(group, lambda pair: pair.item) for group in (with_others, others))
    gaps = sorted((mine[item].share - mean.share, item) for item, mean in theirs.items())
    return AnnotatorDifference(
        name,
        _mean([pair.share for pair in with_others]),
        _mean([pair.share for pair in others]) if others else None,
        _interval(mine, theirs, resamples) if others else None,
        tuple((item, mine[item].share, theirs[item].share) for gap, item in gaps[:_DIFFERENCES] if gap < 0),
    )


def _interval(mine: Mapping[Key, MeanShare], theirs: Mapping[Key, MeanShare], resamples: int) -> Interval | None:
    """The interval of the difference of two means over pairs, from resampled items."""
    if resamples < 1:
        return None
    none = MeanShare(0.0, 0)
    sums = np.array(
        [
            (mean.share * mean.pairs, mean.pairs, other.share * other.pairs, other.pairs)
            for item, mean in mine.items()
            for other in (theirs.get(item, none),)
        ]
    )
    drawn = np.random.default_rng(_SEED).multinomial(len(sums), np.full(len(sums), 1 / len(sums)), size=resamples)
    shares, pairs, other_shares, other_pairs = (drawn @ sums).T
    known = other_pairs > 0
    if not known.any():
        return None
    low, high = np.percentile(shares[known] / pairs[known] - other_shares[known] / other_pairs[known], _BOUNDS)
    return float(low), float(high)


# ---------------------------------------------------------------------------------------- what more of them change


def _growth(annotations: Sequence[Annotation]) -> Iterable[GoldGrowth]:
    """The gold by one annotator of each item, by two, and so on up to as many as most items have."""
    by_item: dict[Key, list[frozenset[str]]] = {}
    for annotation in annotations:
        by_item.setdefault((annotation.lexelt, annotation.id), []).append(_terms(annotation))
    sizes = Counter(map(len, by_item.values()))
    most = max((size for size in sizes if 2 * _at_least(sizes, size) >= len(by_item)), default=0)
    answers = [given for given in by_item.values() if len(given) >= most]
    chance = Random(_SEED)  # noqa: S311 (a sample, not a secret)
    orders = [chance.sample(given, len(given)) for given in answers]
    for number in range(1, most + 1):
        votes = [Counter(term for terms in order[:number] for term in terms) for order in orders]
        yield GoldGrowth(
            number,
            fmean(map(len, votes)),
            fmean(counts.total() >= AnswerRules.min_responses for counts in votes),
            fmean(map(_has_mode, votes)),
        )


def _at_least(sizes: Counter[int], least: int) -> int:
    return sum(number for size, number in sizes.items() if size >= least)


def _has_mode(votes: Counter[str]) -> bool:
    first, second = (*(count for _, count in votes.most_common(2)), 0, 0)[:2]
    return first > second and votes.total() >= AnswerRules.min_responses


_MOST_TARGETS, _MOST_SENTENCES = 30, 10
_FEWEST_CAMPAIGNS, _MOST_CAMPAIGNS, _SIMULATED_ITEMS = 3, 12, 600
_MORE = (0, 1, 2, 5)


@lru_cache(maxsize=8)
def plan_more_annotators(items: int, lexelts: int, annotators: int) -> Section:
    """Simulate campaigns of this size, or of 300 items if it is larger, with as many annotators and with more."""
    targets = max(1, min(lexelts, _MOST_TARGETS))
    sentences = max(1, min(round(items / max(1, lexelts)), _MOST_SENTENCES))
    design = Design(targets=targets, sentences=sentences, annotators=min(annotators, 95))
    campaigns = min(max(_FEWEST_CAMPAIGNS, _SIMULATED_ITEMS // design.items), _MOST_CAMPAIGNS)
    return plan_annotators(design, people=[design.annotators + more for more in _MORE], campaigns=campaigns)
