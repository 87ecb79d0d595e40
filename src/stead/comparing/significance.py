"""Compare runs: confidence intervals of every figure and tests of every pair, from the statistics of scoring."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations

import numpy as np

from stead.comparing.breakdowns import items_by_group
from stead.comparing.inference import (
    EFFECTS,
    NOT_PLAIN,
    OTHER_ITEMS,
    NumberedPair,
    Randomised,
    Resampled,
    bootstrap_tests,
    correct_p_values,
    effect_sizes,
    intervals,
    plain_means,
    randomise,
    resample_figures,
    sign_test,
    wilcoxon,
)
from stead.comparing.rankings import rank_runs
from stead.comparing.stack import TOLERANCE, ItemKey, MeasureRows, Stack, none_if_nan, signature, stack
from stead.core.arrays import FloatArray, IntArray
from stead.core.errors import UsageError
from stead.core.extras import import_extra
from stead.core.parameters import settings
from stead.core.resampling import RESAMPLED, Resampling, interval_settings
from stead.core.text import plural
from stead.records.comparison import (
    Comparison,
    Confidence,
    EffectSize,
    Estimate,
    Interval,
    PairedTest,
    Ranking,
    RankingCriterion,
    RunPair,
)
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


def confidence(
    evaluation: Evaluation, procedure: Resampling | None = None, *, groupings: Sequence[Grouping] = ()
) -> tuple[Confidence, ...]:
    """Compute intervals of every figure of every run, on all items and on each group; nothing is tested."""
    checked = _check_procedure(procedure or Resampling())
    groups: dict[str, tuple[Collection[ItemKey] | None, str]] = {ALL: (None, "")}
    for grouping in groupings:
        groups |= {group: (items, grouping.table) for group, items in items_by_group(evaluation, grouping).items()}
    return tuple(
        _ComparisonBuilder(
            evaluation,
            checked,
            None,
            stack(evaluation, checked.unit, chosen=items),
            group=group,
            table=table,
            is_tested=False,
        ).confidence()
        for group, (items, table) in groups.items()
    )


@dataclass(frozen=True, eq=False)
class MeasureDraws:
    """One measure with its resamples and swaps; None where the units cannot be resampled."""

    stack: Stack
    measure: MeasureRows
    procedure: Resampling
    resampled: Resampled | None
    swapped: Randomised | None


class _ComparisonBuilder:
    """Builds one comparison, or the intervals of one."""

    def __init__(
        self,
        evaluation: Evaluation,
        procedure: Resampling,
        baseline: str | None,
        stack: Stack,
        *,
        group: str = ALL,
        table: str = "",
        is_tested: bool = True,
    ) -> None:
        self.evaluation, self.procedure, self.baseline, self.stack = evaluation, procedure, baseline, stack
        self.group, self.table = group, table
        self.pairs = _numbered_pairs(stack.runs, baseline) if is_tested else []

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

    def confidence(self) -> Confidence:
        """The intervals alone."""
        units = self.stack.units
        return Confidence(
            group=self.group,
            unit=units.kind,
            units=units.count,
            items=len(self.stack.items),
            procedure=interval_settings(self.procedure),
            estimates=tuple(estimate for drawn in self._drawn() for estimate in self._estimates(drawn)),
            notes=tuple(self._notes_on_units()),
            signature=self._signed("confidence", interval_settings(self.procedure)),
        )

    def _drawn(self) -> Iterator[MeasureDraws]:
        """The resamples and swaps of every measure, computed for as many measures at a time as memory allows."""
        procedure, units = self.procedure, self.stack.units
        chance = {"seed": procedure.seed, "resamples": procedure.resamples}
        for part in self.stack.parts(procedure.resamples):
            resampled = None if units.obstacle else resample_figures(part, **chance)
            swaps = self.pairs and "randomisation" in procedure.test_names
            moved = randomise(part, self.pairs, **chance) if swaps else None
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
        yield from self._notes_on_units()
        if not self.pairs:
            yield "There is one run: nothing to compare it with."

    def _notes_on_units(self) -> Iterator[str]:
        units = self.stack.units
        yield from units.notes
        if units.obstacle:
            yield f"{units.obstacle[0].upper()}{units.obstacle[1:]}: there are no intervals."
        elif units.count < FEW_UNITS:
            yield (
                f"There are only {units.count} {units.kind}s: intervals by bootstrap are too narrow on fewer than "
                f"{FEW_UNITS}."
            )

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
        baseline = {"baseline": self.baseline} if self.baseline else {}
        family = {"family": "figure", "pairs": str(len(self.pairs)), **baseline}
        return self._signed("compare", settings(self.procedure) | family)

    def _signed(self, what: str, procedure: Mapping[str, str]) -> str:
        return signature(what, procedure, self.evaluation, self.stack.units, group=self.group, table=self.table)


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


# -------------------------------------------------------------------------------------------------------- pairs of runs


def compare_pairs(drawn: MeasureDraws, pairs: Sequence[NumberedPair]) -> Iterator[RunPair]:
    """Compare pairs by each figure; p-values are corrected within the figure."""
    for figure in range(len(drawn.measure.figures)):
        by_figure = _ByFigure(drawn, figure, pairs)
        yield from _correct([by_figure.pair(number) for number in range(len(pairs))], drawn.procedure.correction)


def _correct(pairs: Sequence[RunPair], method: str) -> Iterator[RunPair]:
    families = zip(*(pair.tests for pair in pairs), strict=True)
    values = [correct_p_values([test.p for test in family], method) for family in families]
    for number, pair in enumerate(pairs):
        tests_and_values = zip(pair.tests, values, strict=True)
        yield replace(pair, tests=tuple(replace(test, corrected=family[number]) for test, family in tests_and_values))


class _ByFigure:
    """All pairs by one figure of one measure."""

    def __init__(self, drawn: MeasureDraws, figure: int, pairs: Sequence[NumberedPair]) -> None:
        self.drawn, self.figure, self.pairs = drawn, figure, pairs
        self.values: FloatArray = drawn.measure.values[figure]
        self.plain = plain_means(drawn.measure, drawn.measure.figures[figure], drawn.stack.units)

    def pair(self, number: int) -> RunPair:
        """Compare one pair; its p-values are not corrected yet."""
        first, second = self.pairs[number]
        drawn, missing = self.drawn, self._missing(first, second)
        return RunPair(
            first=drawn.stack.runs[first],
            second=drawn.stack.runs[second],
            measure=drawn.measure.measure,
            label=drawn.measure.label,
            figure=drawn.measure.figures[self.figure],
            first_value=none_if_nan(self.values[first]),
            second_value=none_if_nan(self.values[second]),
            difference=none_if_nan(self.values[first] - self.values[second]),
            interval=self._interval(number, missing),
            tests=tuple(self._test(name, number, missing) for name in drawn.procedure.test_names),
            effects=self._effects(first, second, missing),
        )

    def _missing(self, *runs: int) -> str:
        """Why there is no difference: the runs without a value."""
        without = [self.drawn.stack.runs[run] for run in runs if np.isnan(self.values[run])]
        return f"the figure has no value for {' and '.join(without)}" if without else ""

    def _interval(self, number: int, missing: str) -> Interval:
        reason = missing or self.drawn.stack.units.obstacle
        if reason:
            return Interval(
                low=None,
                high=None,
                level=self.drawn.procedure.level,
                method=self.drawn.procedure.interval,
                reason=reason,
            )
        return self._bootstrapped[number][0]

    def _test(self, name: str, number: int, missing: str) -> PairedTest:
        units = self.drawn.stack.units
        reason = missing or (units.obstacle if units.kind != "item" or name == "bootstrap" else "")
        if reason:
            return PairedTest(test=name, p=None, reason=reason)
        if name == "bootstrap":
            return self._bootstrapped[number][1]
        if name == "randomisation" and self.drawn.swapped is not None:
            return self.drawn.swapped.test(self.figure, number)
        return self._classical_test(name, *self.pairs[number])

    def _classical_test(self, name: str, first: int, second: int) -> PairedTest:
        differences, reason = self._differences(first, second)
        if differences is None:
            return PairedTest(test=name, p=None, reason=reason)
        return wilcoxon(differences) if name == "wilcoxon" else sign_test(differences)

    def _effects(self, first: int, second: int, missing: str) -> tuple[EffectSize, ...]:
        differences, reason = self._differences(first, second)
        if missing or differences is None:
            return tuple(EffectSize(name, None, missing or reason) for name in EFFECTS)
        return effect_sizes(differences)

    def _differences(self, first: int, second: int) -> tuple[FloatArray | None, str]:
        if self.plain is None:
            return None, NOT_PLAIN
        differences = self.plain.differences(first, second)
        return differences, OTHER_ITEMS if differences is None else ""

    @cached_property
    def _bootstrapped(self) -> dict[int, tuple[Interval, PairedTest]]:
        """The interval and the bootstrap test of each pair, computed for one run and all others at a time."""
        by_pair: dict[int, tuple[Interval, PairedTest]] = {}
        if self.drawn.resampled is None:
            return by_pair
        firsts = np.array([first for first, _ in self.pairs], dtype=np.int64)
        for first in dict.fromkeys(firsts.tolist()):
            numbers = np.flatnonzero(firsts == first)
            by_pair |= zip(numbers.tolist(), self._bootstrapped_with(self.drawn.resampled, first, numbers), strict=True)
        return by_pair

    def _bootstrapped_with(
        self, resampled: Resampled, first: int, numbers: IntArray
    ) -> Iterator[tuple[Interval, PairedTest]]:
        others = [self.pairs[number][1] for number in numbers.tolist()]
        replicates, left_out = resampled.replicates[self.figure], resampled.left_out[self.figure]
        observed = self.values[first] - self.values[others]
        apart = replicates[first] - replicates[others]
        tests = bootstrap_tests(observed, apart)  # before they are sorted
        procedure = self.drawn.procedure
        bounds = intervals(
            observed, apart, left_out[first] - left_out[others], level=procedure.level, method=procedure.interval
        )
        return zip(bounds, tests, strict=True)
