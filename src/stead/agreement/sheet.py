"""The statistics of every coefficient on every item, and the figures that sums of them amount to."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Generic

import numpy as np

from stead.agreement.coefficient import Coefficient, Table
from stead.agreement.grouping import item_names
from stead.agreement.leaving_out import first_reasons
from stead.agreement.resampling import by_cluster, interval, resampled_sums
from stead.agreement.settings import CONFIDENCE, Settings, signature
from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.core.source import Source
from stead.records.agreement import AgreementFigure, Interval


@dataclass(frozen=True)
class Context:
    """What a signature says besides coefficient and group."""

    settings: Settings
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
        """A signed figure on a group of `size` items, of all people or of some `fewer`."""
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
class Sheet(Generic[Table]):
    """Row i of `statistics` holds those of item i, the coefficients side by side."""

    coefficients: Sequence[Coefficient[Table]]
    table: Table
    statistics: FloatArray
    columns: Sequence[slice]

    @classmethod
    def of(cls, coefficients: Sequence[Coefficient[Table]], table: Table) -> "Sheet[Table]":
        """Work out the statistics."""
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
        """Why each coefficient leaves out which items."""
        return [first_reasons(coefficient, self.table) for coefficient in self.coefficients]

    @cached_property
    def lexelts(self) -> IntArray:
        """A number for the lexelt of each item."""
        return np.unique(np.array(self.table.lexelts, dtype=np.str_), return_inverse=True)[1]

    def figures(self, group: str, items: IntArray, context: Context) -> Iterator[AgreementFigure]:
        """Every coefficient on a group of items."""
        own = self.statistics[items]
        sums = own.sum(axis=0)
        resampled = _resampled(own, self.lexelts[items], context.settings)
        for number, coefficient in enumerate(self.coefficients):
            columns = self.columns[number]
            value = coefficient.value(sums[columns])
            by_item, by_lexelt = (
                None if each is None or value is None else interval(each[:, columns], coefficient.combine, CONFIDENCE)
                for each in resampled
            )
            reasons = {reason: int(holds[items].sum()) for reason, holds in self.reasons[number].items()}
            units = own[:, columns.stop - 1]
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

    def figures_by_item(self, context: Context) -> Iterator[AgreementFigure]:
        """Every coefficient on every item alone; chance cannot be told from one item."""
        chosen = [
            (coefficient, self.statistics[:, columns])
            for coefficient, columns in zip(self.coefficients, self.columns, strict=True)
            if not coefficient.corrected_for_chance
        ]
        values = [coefficient.combine(own).tolist() for coefficient, own in chosen]
        for item, name in enumerate(item_names(self.table)):
            for (coefficient, own), figures in zip(chosen, values, strict=True):
                value, units = figures[item], float(own[item, -1])
                known = None if np.isnan(value) else value
                yield context.figure(coefficient, name, known, size=1, items=int(units > 0), compared=units)


def _resampled(own: FloatArray, lexelts: IntArray, settings: Settings) -> tuple[FloatArray | None, FloatArray | None]:
    """The sums of resampled items, and of resampled lexelts; None where there is only one to draw."""
    by_lexelt = by_cluster(own, lexelts)
    drawn = [
        resampled_sums(each, settings.resamples, settings.seed) if settings.resamples and len(each) > 1 else None
        for each in (own, by_lexelt)
    ]
    return drawn[0], drawn[1]
