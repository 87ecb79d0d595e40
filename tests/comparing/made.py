"""Evaluations made of numbers: credits item by item, as scoring would have left them."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from stead.core.arrays import FloatArray
from stead.measures import MEASURES, Measure
from stead.records.scores import Evaluation, GoldSummary, ItemStatistics, Score
from tests.reporting.examples import run_summary

MEAN = "rank"  # any measure that is a mean of scores
PRECISION_RECALL = "best"
POOLED = "swords-f"
AVERAGED_F = "coverage"


def evaluation(
    runs: Mapping[str, Any],
    *,
    lexelts: Sequence[str] | None = None,
    name: str = MEAN,
    gold: str = "gold",
) -> Evaluation:
    """Runs by their scores on each item; NaN is an item that does not count."""
    return evaluation_of_rows({run: mean_rows(scores) for run, scores in runs.items()}, name, lexelts, gold=gold)


def mean_rows(scores: Any) -> FloatArray:
    """Counted, attempted, score."""
    values = np.asarray(scores, dtype=np.float64)
    counted = ~np.isnan(values)
    return np.column_stack([counted, counted, np.where(counted, values, 0.0)])


def evaluation_of_rows(
    runs: Mapping[str, Any],
    name: str,
    lexelts: Sequence[str] | None = None,
    *,
    gold: str = "gold",
    ids: Mapping[str, Sequence[str]] | None = None,
) -> Evaluation:
    """Runs by the rows of their statistics under one measure."""
    return joined([statistics(run, rows, MEASURES[name], lexelts, ids) for run, rows in runs.items()], gold)


def random_rows(chance: np.random.Generator, items: int, name: str) -> FloatArray:
    """Statistics that a measure could give: credits only where the item was attempted."""
    attempted = (chance.random(items) < 0.7).astype(float)
    thirds = chance.integers(0, 4, size=(2, items)) / 3
    ones = np.ones(items)
    if name == POOLED:
        answers = attempted * chance.integers(1, 10, size=items)
        hits = np.minimum(answers, chance.integers(0, 4, size=items))
        return np.column_stack([ones, attempted, hits, answers, chance.integers(4, 10, size=items)])
    fields = [ones, attempted, *(attempted * field for field in thirds)]
    return np.column_stack(fields[: len(MEASURES[name].fields)])


def statistics(
    run: str,
    rows: Any,
    measure: Measure,
    lexelts: Sequence[str] | None = None,
    ids: Mapping[str, Sequence[str]] | None = None,
) -> ItemStatistics:
    values = np.asarray(rows, dtype=np.float64)
    return ItemStatistics(
        run=run,
        measure=str(measure),
        label=measure.label,
        lexelts=list(lexelts) if lexelts is not None else [f"word{place}.n" for place in range(len(values))],
        ids=list(ids[run]) if ids is not None else [str(place) for place in range(len(values))],
        fields=measure.fields,
        parts=lambda: [values],
        figure_names=measure.figures,
        combine=measure.combine,
        quotients=measure.quotients,
    )


def joined(parts: Sequence[ItemStatistics], gold: str = "gold") -> Evaluation:
    """The evaluation that these statistics belong to."""
    items = len(parts[0].ids)
    summary = GoldSummary(
        name=gold, sha256="f" * 64, format="memory", graded=False, items=items, scored=items, with_mode=0, faults={}
    )
    runs = tuple(run_summary(run) for run in dict.fromkeys(part.run for part in parts))
    return Evaluation(gold=summary, runs=runs, scores=tuple(map(score_of, parts)), statistics=tuple(parts))


def score_of(part: ItemStatistics) -> Score:
    sums = part.values.sum(axis=0)
    figures = {
        name: None if np.isnan(value) else float(value)
        for name, value in zip(part.figure_names, part.combine(sums), strict=True)
    }
    return Score(
        run=part.run,
        group="all",
        measure=part.measure,
        label=part.label,
        family="family",
        figures=figures,
        ceiling=figures,
        scored=int(sums[0]),
        attempted=int(sums[1]),
        signature=f"{part.measure}|dup:once|v:1.0.0",
    )


def published(scores: Mapping[str, Mapping[str, Mapping[str, float | None]]], gold: str = "gold") -> Evaluation:
    """An evaluation that has scores only: figures (`P`, `R`) of each measure (`best`, or `best/subset=NMWT`) by run."""
    found = []
    for measure, runs in scores.items():
        name, _, group = measure.partition("/")
        own = MEASURES[name]
        for run, figures in runs.items():
            values = dict(figures)
            found.append(
                Score(
                    run=run,
                    group=group or "all",
                    measure=str(own),
                    label=own.label,
                    family=own.family,
                    figures=values,
                    ceiling=values,
                    scored=1,
                    attempted=1,
                    signature=str(own),
                )
            )
    summary = GoldSummary(
        name=gold, sha256="f" * 64, format="memory", graded=False, items=1, scored=1, with_mode=0, faults={}
    )
    names = dict.fromkeys(score.run for score in found)
    return Evaluation(gold=summary, runs=tuple(map(run_summary, names)), scores=tuple(found), statistics=())
