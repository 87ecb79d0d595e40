"""Compare runs: confidence intervals of every figure and tests of every pair, from the statistics of scoring."""

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from stead.comparing.breakdowns import items_by_group
from stead.comparing.intervals import intervals, resample_figures
from stead.comparing.pairing import MeasureDraws, compare_pairs
from stead.comparing.randomisation import NumberedPair, randomise
from stead.comparing.rankings import rank_runs
from stead.comparing.stack import TOLERANCE, Stack, none_if_nan, signature, stack
from stead.core.errors import UsageError
from stead.core.extras import import_extra
from stead.core.parameters import settings
from stead.core.resampling import RESAMPLED, Resampling
from stead.core.text import plural
from stead.records.comparison import Comparison, Estimate, Interval, Ranking, RankingCriterion, RunPair
from stead.records.scores import Evaluation
from stead.scoring import ALL, Grouping

LEVEL = 0.05
"""The level of significance."""

FEW_UNITS = 30
"""With fewer units, bootstrap intervals cover the truth clearly less often than their confidence level."""


def compare(
    evaluation: Evaluation,
    procedure: Resampling | None = None,
    *,
    measures: Sequence[str] | None = None,
    baseline: str | None = None,
) -> Comparison:
    """Compare runs: intervals of every run, and tests of every pair, or of every run against a `baseline`.

    All measures of the evaluation are compared unless some are named. Nothing is scored again: the statistics of items
    are resampled.
    """
    checked = _check_procedure(procedure or Resampling())
    return _ComparisonBuilder(
        evaluation, checked, baseline, stack(evaluation, checked.unit, measures=measures)
    ).comparison()


def compare_groups(
    evaluation: Evaluation,
    grouping: Grouping,
    procedure: Resampling | None = None,
    *,
    measures: Sequence[str] | None = None,
    baseline: str | None = None,
) -> dict[str, Comparison]:
    """Compare runs within each group of items; p-values are corrected within a group, not across groups."""
    checked = _check_procedure(procedure or Resampling())
    by_group = {}
    for group, items in items_by_group(evaluation, grouping).items():
        chosen = stack(evaluation, checked.unit, measures=measures, chosen=items)
        by_group[group] = _ComparisonBuilder(
            evaluation, checked, baseline, chosen, group=group, table=grouping.table
        ).comparison()
    return by_group


class _ComparisonBuilder:
    """Builds one comparison."""

    def __init__(
        self,
        evaluation: Evaluation,
        procedure: Resampling,
        baseline: str | None,
        stack: Stack,
        *,
        group: str = ALL,
        table: str = "",
    ) -> None:
        self.evaluation, self.procedure, self.baseline, self.stack = evaluation, procedure, baseline, stack
        self.group, self.table = group, table
        self.pairs = _numbered_pairs(stack.runs, baseline)

    def comparison(self) -> Comparison:
        """The complete record."""
        estimates: list[Estimate] = []
        pairs: list[RunPair] = []
        for drawn in self._drawn():
            estimates += self._estimates(drawn)
            pairs += compare_pairs(drawn, self.pairs)
        units = self.stack.units
        return Comparison(
            gold=self.evaluation.gold,
            group=self.group,
            runs=self.stack.runs,
            baseline=self.baseline,
            unit=units.kind,
            units=units.count,
            items=len(self.stack.items),
            procedure=settings(self.procedure),
            estimates=tuple(estimates),
            pairs=tuple(pairs),
            rankings=tuple(self._rankings()),
            notes=(*self._notes(), *self._notes_on_resamples(pairs)),
            scored=tuple(self._scored()),
            signature=self._signature(),
        )

    def _drawn(self) -> Iterator[MeasureDraws]:
        """The resamples and swaps of every measure, computed for as many measures at a time as memory allows."""
        procedure, units = self.procedure, self.stack.units
        chance = {"seed": procedure.seed, "resamples": procedure.resamples}
        for part in self.stack.parts(procedure.resamples):
            resampled = None if units.obstacle else resample_figures(part, **chance)
            moved = randomise(part, self.pairs, **chance) if "randomisation" in procedure.test_names else None
            for number, measure in enumerate(part.measures):
                yield MeasureDraws(
                    part,
                    measure,
                    procedure,
                    None if resampled is None else resampled[number],
                    None if moved is None else moved[number],
                )

    def _estimates(self, drawn: MeasureDraws) -> Iterator[Estimate]:
        for number, figure in enumerate(drawn.measure.figures):
            values = drawn.measure.values[number]
            bounds = self._intervals(drawn, number)
            for run, value, interval in zip(self.stack.runs, values.tolist(), bounds, strict=True):
                yield Estimate(
                    run=run,
                    measure=drawn.measure.measure,
                    label=drawn.measure.label,
                    figure=figure,
                    value=none_if_nan(value),
                    interval=interval,
                )

    def _intervals(self, drawn: MeasureDraws, figure: int) -> list[Interval]:
        procedure, values = self.procedure, drawn.measure.values[figure]
        if drawn.resampled is None:
            without = Interval(
                low=None, high=None, level=procedure.level, method=procedure.interval, reason=self.stack.units.obstacle
            )
            return [without] * len(values)
        replicates = drawn.resampled.replicates[figure].copy()  # intervals() sorts them, but pairs need them in order
        bounds = intervals(
            values, replicates, drawn.resampled.left_out[figure], level=procedure.level, method=procedure.interval
        )
        undefined = Interval(
            low=None,
            high=None,
            level=procedure.level,
            method=procedure.interval,
            reason="the figure has no value on these items",
        )
        return [undefined if np.isnan(value) else interval for value, interval in zip(values, bounds, strict=True)]

    def _rankings(self) -> Iterator[Ranking]:
        for measure in self.stack.measures:
            for figure, values in zip(measure.figures, measure.values.tolist(), strict=True):
                by = RankingCriterion(self.evaluation.gold.name, self.group, measure.measure, measure.label, figure)
                yield rank_runs(by, dict(zip(self.stack.runs, map(none_if_nan, values), strict=True)))

    def _notes(self) -> Iterator[str]:
        units = self.stack.units
        yield from units.notes
        if units.obstacle:
            yield f"{units.obstacle[0].upper()}{units.obstacle[1:]}: there are no intervals."
        elif units.count < FEW_UNITS:
            yield (
                f"There are only {units.count} {units.kind}s: intervals by bootstrap are too narrow on fewer than "
                f"{FEW_UNITS}."
            )
        if not self.pairs:
            yield "There is one run: nothing to compare it with."

    def _notes_on_resamples(self, pairs: Sequence[RunPair]) -> Iterator[str]:
        """Warn if even the smallest possible p-value is not significant after the correction for this many pairs."""
        number, resamples = len(self.pairs), self.procedure.resamples
        least = 1 / (resamples + 1)
        if self.procedure.correction != "holm" or number * least < LEVEL:
            return
        drawn = (test for pair in pairs for test in pair.tests if not test.exact and test.test in RESAMPLED)
        if any(test.p is not None and test.p <= least * (1 + TOLERANCE) for test in drawn):
            yield (
                f"With {plural(resamples, 'resample')} no p-value can be below {number * least:.2g} after Holm's "
                f"correction for {plural(number, 'pair')}: draw {_enough(number)} or more (`resamples`), or correct "
                "in another way."
            )

    def _scored(self) -> Iterator[str]:
        names = {measure.measure for measure in self.stack.measures}
        yield from dict.fromkeys(
            score.signature for score in self.evaluation.scores if score.group == ALL and score.measure in names
        )

    def _signature(self) -> str:
        family = {"pairs": str(len(self.pairs))} | ({"baseline": self.baseline} if self.baseline else {})
        return signature(
            "compare", self.procedure, self.evaluation, self.stack.units, group=self.group, table=self.table, **family
        )


def _enough(pairs: int) -> int:
    """The number of resamples with which the smallest p-value is below the level after Holm's correction."""
    return 2 * round(pairs / LEVEL)


def _numbered_pairs(runs: Sequence[str], baseline: str | None) -> list[NumberedPair]:
    if baseline is None:
        return list(combinations(range(len(runs)), 2))
    if baseline not in runs:
        raise UsageError(f"{baseline!r} is none of the runs; there are {', '.join(runs)}.")
    number = runs.index(baseline)
    return [(run, number) for run in range(len(runs)) if run != number]


def _check_procedure(procedure: Resampling) -> Resampling:
    """Refuse a procedure without resamples, or one whose libraries are missing."""
    if procedure.resamples < 1:
        raise UsageError("resamples is a whole number from 1 where runs are compared, not 0.", parameter="resamples")
    _require_scipy(procedure)
    return procedure


def _require_scipy(procedure: Resampling) -> None:
    """Refuse at once, not after some minutes, if SciPy is needed but not installed."""
    wanted = {"wilcoxon": "the Wilcoxon test", "sign": "the sign test"}
    for name in procedure.test_names:
        if name in wanted:
            import_extra("scipy.stats", wanted[name])
    if procedure.correction == "bh":
        import_extra("scipy.stats", "the correction of Benjamini and Hochberg")
