"""Figures of agreement: settings and signature, statistics by item, groups of items, bootstrap intervals.

Items, or whole lexelts, are resampled with replacement (Efron and Tibshirani 1993).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import Generic

import numpy as np

from stead.agreement.coefficient import Coefficient, ItemTable, Table
from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.core.faults import Source
from stead.core.item import part_of_speech_of
from stead.core.parameters import VERSION, shorten_hash, signed, signed_parts
from stead.golds import AnswerRules
from stead.records.agreement import AgreementFigure, Interval
from stead.rules.definitions import MIN_RESPONSES, Rules, rules_without_duplicates
from stead.scoring import ALL
from stead.scoring.groups import UNGROUPED, group_order

RESAMPLES = 1000
CONFIDENCE = 0.95
_INTERVALS = ("resamples", "seed")


@dataclass(frozen=True)
class FigureOrigin:
    """The source and the number of people of a figure, for its signature."""

    source: Source
    people: int


@dataclass(frozen=True, kw_only=True)
class AgreementSettings:
    """How agreement is measured. Each field declares its part of the signature, in the order of signatures.

    `rules` say when two substitutes are equal (None for ratings, whose candidates are not matched), `max_answers` is
    how many answers of an annotator to an item are used, `policy` is the policy on faults of the file, `without` names
    the annotators who are left out, `resamples` and `seed` are for the intervals.
    """

    rules: Rules | None = field(
        default_factory=Rules,
        metadata=signed(
            {
                "dup": lambda settings, _: settings.rules and settings.rules.duplicates,
                "match": lambda settings, _: settings.rules and rules_without_duplicates(settings.rules),
            }
        ),
    )
    max_answers: int = field(
        default=AnswerRules.max_answers,
        metadata=signed(
            {
                "max": lambda settings, _: settings.rules and str(settings.max_answers),
                "min": lambda settings, _: settings.rules and str(MIN_RESPONSES),
            }
        ),
    )
    policy: str = field(
        default="repair",
        metadata=signed(
            {
                "faults": lambda settings, _: settings.policy,
                "from": lambda _, answered: answered.source.format,
                "annotators": lambda _, answered: str(answered.people),
            }
        ),
    )
    without: tuple[str, ...] = field(
        default=(),
        metadata=signed({"without": lambda settings, _: ",".join(map(_escape, sorted(settings.without))) or None}),
    )
    resamples: int = field(
        default=RESAMPLES, metadata=signed({"resamples": lambda settings, _: str(settings.resamples)})
    )
    seed: int = field(
        default=1, metadata=signed({"seed": lambda settings, _: str(settings.seed) if settings.resamples else None})
    )


def signature(name: str, group: str, settings: AgreementSettings, source: Source, *, items: int, people: int) -> str:
    """The signature of a figure: `pairwise|dup:once|match:lenient|max:3|...|annotations:sha256:ab12...|v:1.0.0`."""
    parts = [name, *signed_parts(settings, FigureOrigin(source, people))]
    if group != ALL:
        parts.append(f"group:{group}")
    return "|".join([*parts, f"items:{items}", *_origin(settings, source)])


def human_signature(measure: str, settings: AgreementSettings, source: Source, *, items: int, people: int) -> str:
    """The signature of the score of an annotator against the others, which has no interval."""
    parts = [measure, "gold:others", *signed_parts(settings, FigureOrigin(source, people), without=_INTERVALS)]
    return "|".join([*parts, f"items:{items}", *_origin(settings, source)])


def _escape(name: str) -> str:
    """Escape the separators of signatures in a name."""
    return "".join(f"%{ord(char):02X}" if char in "%|," or not char.isprintable() else char for char in name)


def _origin(settings: AgreementSettings, source: Source) -> list[str]:
    kind = "ratings" if settings.rules is None else "annotations"
    return [f"{kind}:{shorten_hash(source.sha256)}", VERSION]


_CELLS_AT_A_TIME = 1 << 21
_FEW_ROWS = 100
_DIGITS = 12  # beyond these, sums depend on how a processor adds up


def resample_sums(statistics: FloatArray, resamples: int, seed: int) -> FloatArray:
    """Sums of rows that are drawn with replacement, as many as there are: one row for each resample."""
    columns = np.ascontiguousarray(statistics.T)  # long rows: several times faster to multiply than long columns
    rows = len(statistics)
    drawn = _all_drawn(rows, resamples, seed) if rows <= _FEW_ROWS else _drawn(rows, resamples, seed)
    return np.concatenate([np.zeros((0, statistics.shape[1])), *((columns @ counts.T).T for counts in drawn)])


@lru_cache(maxsize=32)
def _all_drawn(rows: int, resamples: int, seed: int) -> tuple[FloatArray, ...]:
    """The draws for few rows, cached: most lexelts have the same number of items."""
    return tuple(_drawn(rows, resamples, seed))


def _drawn(rows: int, resamples: int, seed: int) -> Iterator[FloatArray]:
    """How often each row is drawn in each resample, in blocks of resamples."""
    chance = np.random.default_rng(seed)
    at_a_time = max(1, _CELLS_AT_A_TIME // rows)
    for start in range(0, resamples, at_a_time):
        count = min(at_a_time, resamples - start)
        drawn = chance.integers(rows, size=(count, rows))
        drawn += np.arange(count)[:, np.newaxis] * rows
        yield np.bincount(drawn.ravel(), minlength=count * rows).reshape(count, rows).astype(np.float64)


def interval(sums: FloatArray, combine: Callable[[FloatArray], FloatArray], confidence: float) -> Interval | None:
    """The percentile interval of resampled figures; None if no resample has a figure."""
    figures = combine(sums)
    figures = np.sort(figures[~np.isnan(figures)])
    if not len(figures):
        return None
    tail = (1 - confidence) / 2
    low, high = (_quantile(figures, share) for share in (tail, 1 - tail))
    return round(low, _DIGITS), round(high, _DIGITS)


def _quantile(ordered: FloatArray, share: float) -> float:
    """The quantile of sorted values, interpolated linearly; np.quantile does the same, but slower."""
    exact = share * (len(ordered) - 1)
    below = int(exact)
    above = min(below + 1, len(ordered) - 1)
    return float(ordered[below] + (exact - below) * (ordered[above] - ordered[below]))


def sum_by_cluster(statistics: FloatArray, clusters: IntArray) -> FloatArray:
    """Sum the statistics of rows by cluster."""
    distinct, cluster_of = np.unique(clusters, return_inverse=True)
    columns = [np.bincount(cluster_of, weights=column, minlength=len(distinct)) for column in statistics.T]
    return np.column_stack(columns)


BY_ITEM = "item"
_LABELS: dict[str, Callable[[str], str]] = {"pos": part_of_speech_of, "lexelt": lambda lexelt: lexelt}
GROUPINGS = (*_LABELS, BY_ITEM)
"""Ways to group items: by part of speech, by lexelt, or each item by itself."""


def groups_by(grouping: str, table: ItemTable) -> dict[str, IntArray]:
    """The items of each group, sorted."""
    labels = np.array([_LABELS[grouping](lexelt) or UNGROUPED for lexelt in table.lexelts], dtype=object)
    distinct, which = np.unique(labels.astype(np.str_), return_inverse=True)
    order = np.argsort(which, kind="stable")
    members = np.split(order, np.cumsum(np.bincount(which, minlength=len(distinct)))[:-1])
    items_of = dict(zip(map(str, distinct), members, strict=True))
    return {f"{grouping}={label}": items_of[label] for label in sorted(items_of, key=group_order)}


def item_names(table: ItemTable) -> list[str]:
    """The names of groups of one item."""
    return [f"{BY_ITEM}={lexelt} {identifier}" for lexelt, identifier in zip(table.lexelts, table.ids, strict=True)]


@dataclass(frozen=True)
class FigureContext:
    """What the figures of one measurement share: settings, source and number of people."""

    settings: AgreementSettings
    source: Source
    people: int

    def figure(
        self,
        coefficient: Coefficient[Table],
        group: str,
        value: float | None,
        *,
        size: int,
        items: int,
        compared: float,
        intervals: tuple[Interval | None, Interval | None] = (None, None),
        left_out: dict[str, int] | None = None,
        fewer: int = 0,
    ) -> AgreementFigure:
        """Make a signed figure on a group of `size` items, of all people or `fewer`."""
        return AgreementFigure(
            group=group,
            coefficient=coefficient.name,
            family=coefficient.family,
            scale=coefficient.scale,
            value=value,
            interval_by_item=intervals[0],
            interval_by_lexelt=intervals[1],
            items=items,
            compared=round(compared),
            unit=coefficient.unit,
            left_out=left_out or {},
            signature=signature(
                coefficient.name, group, self.settings, self.source, items=size, people=self.people - fewer
            ),
        )


@dataclass(frozen=True, eq=False)
class StatisticsSheet(Generic[Table]):
    """The statistics of every coefficient on every item: row i is item i, the coefficients are side by side."""

    coefficients: Sequence[Coefficient[Table]]
    table: Table
    statistics: FloatArray
    columns: Sequence[slice]

    @classmethod
    def of(cls, coefficients: Sequence[Coefficient[Table]], table: Table) -> "StatisticsSheet[Table]":
        """Compute the statistics."""
        parts = [coefficient.statistics(table) for coefficient in coefficients]
        edges = [0, *accumulate(part.shape[1] for part in parts)]
        return cls(
            coefficients,
            table,
            np.concatenate(parts, axis=1),
            [slice(start, stop) for start, stop in pairwise(edges)],
        )

    @cached_property
    def reasons(self) -> list[dict[str, BoolArray]]:
        """The items that each coefficient leaves out, by reason."""
        return [coefficient.first_reasons(self.table) for coefficient in self.coefficients]

    @cached_property
    def lexelts(self) -> IntArray:
        """The number of each item's lexelt."""
        return np.unique(np.array(self.table.lexelts, dtype=np.str_), return_inverse=True)[1]

    def figures(self, group: str, items: IntArray, context: FigureContext) -> Iterator[AgreementFigure]:
        """The figures of every coefficient on a group of items."""
        statistics = self.statistics[items]
        sums = statistics.sum(axis=0)
        resampled = _resample(statistics, self.lexelts[items], context.settings)
        for number, coefficient in enumerate(self.coefficients):
            columns = self.columns[number]
            value = coefficient.value(sums[columns])
            by_item, by_lexelt = (
                None
                if sums_of_draws is None or value is None
                else interval(sums_of_draws[:, columns], coefficient.combine, CONFIDENCE)
                for sums_of_draws in resampled
            )
            reasons = {reason: int(holds[items].sum()) for reason, holds in self.reasons[number].items()}
            units = statistics[:, columns.stop - 1]
            yield context.figure(
                coefficient,
                group,
                value,
                size=len(items),
                items=int(np.count_nonzero(units)),
                compared=float(units.sum()),
                intervals=(by_item, by_lexelt),
                left_out={reason: count for reason, count in reasons.items() if count},
            )

    def figures_by_item(self, context: FigureContext) -> Iterator[AgreementFigure]:
        """The figures on single items, of coefficients that need no correction for chance."""
        chosen = [
            (coefficient, self.statistics[:, columns])
            for coefficient, columns in zip(self.coefficients, self.columns, strict=True)
            if not coefficient.corrected_for_chance
        ]
        values = [coefficient.combine(statistics).tolist() for coefficient, statistics in chosen]
        for item, name in enumerate(item_names(self.table)):
            for (coefficient, statistics), figures in zip(chosen, values, strict=True):
                value, units = figures[item], float(statistics[item, -1])
                known = None if np.isnan(value) else value
                yield context.figure(coefficient, name, known, size=1, items=int(units > 0), compared=units)


def _resample(
    statistics: FloatArray, lexelts: IntArray, settings: AgreementSettings
) -> tuple[FloatArray | None, FloatArray | None]:
    """Sums over resampled items, and over resampled lexelts; None where there is only one to draw."""
    by_lexelt = sum_by_cluster(statistics, lexelts)
    drawn = [
        resample_sums(rows, settings.resamples, settings.seed) if settings.resamples and len(rows) > 1 else None
        for rows in (statistics, by_lexelt)
    ]
    return drawn[0], drawn[1]
