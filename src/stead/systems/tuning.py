"""Tune a system's parameters and its cut-off on development data.

Every combination of the values that a system declares as worth trying, and for each the cut-offs between its scores, is
scored once, item by item. What is best on all items is kept; what is best without the lexelts of a fold is scored on
these, which tells what to expect of words that were not seen.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from itertools import product

import numpy as np
import numpy.typing as npt

from stead._version import __version__
from stead.core.errors import BadInput, UsageError
from stead.core.faults import Source
from stead.core.item import Item
from stead.core.parameters import configure, declarations
from stead.core.progress import Progress, silent
from stead.core.substitutes import GoldStandard, Run, RunRow
from stead.core.text import plural
from stead.measures import parse_measure
from stead.records.scores import ItemStatistics
from stead.records.tuned import SCHEMA, TunedFold, TunedSystem
from stead.scoring import Request, evaluate
from stead.systems.base import Suggestion, System

MEASURE, FIGURE = "coverage(k=1)", "F"
_CUTS = 40
_DIGITS = 6

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class Development:
    """Development data: items with their gold, and the hashes of their files."""

    items: Sequence[Item]
    gold: GoldStandard
    items_sha256: str = ""
    gold_sha256: str = ""


def tune(
    system: System, data: Development, *, folds: int = 5, seed: int = 1, progress: Progress = silent
) -> TunedSystem:
    """Find the parameters that maximise coverage F (k = 1)."""
    if "cut" not in declarations(system):
        raise UsageError(f"the system {system.name} has no cut-off (no parameter `cut`), and cannot be tuned.")
    _folds(data.gold.lexelts, folds, seed)  # too many are refused before hours of work
    tried = list(_try_settings(system, data, progress))
    statistics = [attempt.statistics for attempt in tried]
    fold_of = _folds(statistics[0].lexelts, folds, seed)
    chosen = _best(statistics, np.ones(len(fold_of), bool))
    best_by_fold = [_fold(tried, fold_of == number) for number in range(folds)]
    held_out = sum(
        statistics[best].values[fold_of == number].sum(axis=0) for number, (best, _) in enumerate(best_by_fold)
    )
    return TunedSystem(
        schema=SCHEMA,
        system=str(tried[chosen].system),
        signature=tried[chosen].system.signature(),
        measure=MEASURE,
        value=_figure(statistics[chosen], statistics[chosen].values.sum(axis=0)),
        held_out=_figure(statistics[chosen], np.asarray(held_out)),
        items_sha256=data.items_sha256,
        gold_sha256=data.gold_sha256,
        items=len(fold_of),
        lexelts=len(set(statistics[0].lexelts)),
        tried=len(tried),
        folds=tuple(fold for _, fold in best_by_fold),
        version=__version__,
    )


@dataclass(frozen=True)
class _Tried:
    """A setting, and its suggestions for each item."""

    system: System
    statistics: ItemStatistics


def _try_settings(system: System, data: Development, progress: Progress) -> Iterator[_Tried]:
    settings = [dict(zip(system.grid, values, strict=True)) for values in product(*system.grid.values())]
    for number, setting in enumerate(settings):
        progress(_describe(system.name, setting), number / len(settings), 1)
        yield from _with_cuts(replace(system, **setting), data)


def _describe(name: str, setting: Mapping[str, float]) -> str:
    return f"{name}({','.join(f'{parameter}={value:g}' for parameter, value in setting.items())})" if setting else name


def _with_cuts(system: System, data: Development) -> Iterator[_Tried]:
    """The system with each cut-off worth trying; the scores are computed once."""
    wanted = {*data.gold.ids}
    suggested = [(item, system.suggest(item)) for item in data.items if item.id in wanted]
    cuts = _cuts([suggestion.score for _, suggestions in suggested for suggestion in suggestions])
    if not cuts:
        raise BadInput(f"{system} suggests nothing for any item of the gold; are items and gold of the same data set?")
    runs = [Run.of(_rows(suggested, cut), Source(f"{number}", "")) for number, cut in enumerate(cuts)]
    evaluation = evaluate(Request(gold=data.gold, runs=runs, measures=[parse_measure(MEASURE)]))
    for cut, statistics in zip(cuts, evaluation.statistics, strict=True):
        yield _Tried(configure(system, {"cut": repr(cut)}), statistics)


def _cuts(scores: Sequence[float]) -> list[float]:
    """Quantiles of all scores, rounded towards keeping more."""
    if not scores:
        return []
    quantiles = np.quantile(scores, np.linspace(0, 1, _CUTS, endpoint=False), method="lower")
    scale = 10**_DIGITS
    return sorted({float(np.floor(quantile * scale) / scale) for quantile in quantiles})


def _rows(suggested: Sequence[tuple[Item, Sequence[Suggestion]]], cut: float) -> list[RunRow]:
    return [
        RunRow(item.lexelt, item.id, [suggestion.term for suggestion in suggestions if suggestion.score >= cut], [])
        for item, suggestions in suggested
    ]


def _folds(lexelts: Sequence[str], folds: int, seed: int) -> npt.NDArray[np.int64]:
    """The fold of each item: that of its lexelt, in an order that the seed shuffles, all of nearly the same size."""
    distinct = sorted(set(lexelts), key=lambda lexelt: blake2b(f"{seed}\0{lexelt}".encode(), digest_size=8).digest())
    if len(distinct) < folds or folds < 2:
        raise UsageError(
            f"folds: {folds} of {plural(len(distinct), 'lexelt')}; expected at least 2, and a lexelt for each.",
            parameter="folds",
        )
    number = {lexelt: index % folds for index, lexelt in enumerate(distinct)}
    return np.array([number[lexelt] for lexelt in lexelts])


def _fold(tried: Sequence[_Tried], left_out: npt.NDArray[np.bool_]) -> tuple[int, TunedFold]:
    """The best setting on the other items, and its value on the held-out ones."""
    best = _best([attempt.statistics for attempt in tried], ~left_out)
    statistics = tried[best].statistics
    lexelts = {lexelt for lexelt, left in zip(statistics.lexelts, left_out, strict=True) if left}
    value = _figure(statistics, statistics.values[left_out].sum(axis=0))
    return best, TunedFold(len(lexelts), int(left_out.sum()), str(tried[best].system), value)


def _best(statistics: Sequence[ItemStatistics], chosen: npt.NDArray[np.bool_]) -> int:
    """The setting with the highest value on some items; the first of equals."""
    values = [_figure(setting, setting.values[chosen].sum(axis=0)) for setting in statistics]
    return int(np.argmax(values))


def _figure(statistics: ItemStatistics, sums: Floats) -> float:
    value = float(statistics.combine(sums)[statistics.figure_names.index(FIGURE)])
    return 0.0 if np.isnan(value) else round(value, _DIGITS)
