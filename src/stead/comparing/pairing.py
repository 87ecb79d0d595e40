"""Compare pairs of runs by every figure: difference, interval, tests, effect sizes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from stead.comparing import classical_tests as plain
from stead.comparing.intervals import Resampled, intervals
from stead.comparing.randomisation import NumberedPair, Randomised
from stead.comparing.stack import TOLERANCE, MeasureRows, Stack, none_if_nan
from stead.core.arrays import FloatArray, IntArray
from stead.core.resampling import Resampling
from stead.records.comparison import EffectSize, Interval, PairedTest, RunPair


@dataclass(frozen=True, eq=False)
class MeasureDraws:
    """One measure with its resamples and swaps; None where the units cannot be resampled."""

    stack: Stack
    measure: MeasureRows
    procedure: Resampling
    resampled: Resampled | None
    swapped: Randomised | None


def compare_pairs(drawn: MeasureDraws, pairs: Sequence[NumberedPair]) -> Iterator[RunPair]:
    """Compare pairs by each figure; p-values are corrected within the figure."""
    for figure in range(len(drawn.measure.figures)):
        by_figure = _ByFigure(drawn, figure, pairs)
        yield from _correct([by_figure.pair(number) for number in range(len(pairs))], drawn.procedure.correction)


def _correct(pairs: Sequence[RunPair], method: str) -> Iterator[RunPair]:
    families = zip(*(pair.tests for pair in pairs), strict=True)
    values = [plain.correct_p_values([test.p for test in family], method) for family in families]
    for number, pair in enumerate(pairs):
        tests_and_values = zip(pair.tests, values, strict=True)
        yield replace(pair, tests=tuple(replace(test, corrected=family[number]) for test, family in tests_and_values))


class _ByFigure:
    """All pairs by one figure of one measure."""

    def __init__(self, drawn: MeasureDraws, figure: int, pairs: Sequence[NumberedPair]) -> None:
        self.drawn, self.figure, self.pairs = drawn, figure, pairs
        self.values: FloatArray = drawn.measure.values[figure]
        self.plain = plain.plain_means(drawn.measure, drawn.measure.figures[figure], drawn.stack.units)

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
        return plain.wilcoxon(differences) if name == "wilcoxon" else plain.sign_test(differences)

    def _effects(self, first: int, second: int, missing: str) -> tuple[EffectSize, ...]:
        differences, reason = self._differences(first, second)
        if missing or differences is None:
            return tuple(EffectSize(name, None, missing or reason) for name in plain.EFFECTS)
        return plain.effect_sizes(differences)

    def _differences(self, first: int, second: int) -> tuple[FloatArray | None, str]:
        if self.plain is None:
            return None, plain.NOT_PLAIN
        differences = self.plain.differences(first, second)
        return differences, plain.OTHER_ITEMS if differences is None else ""

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


def bootstrap_tests(observed: FloatArray, resampled: FloatArray) -> list[PairedTest]:
    """The paired bootstrap test: how often resampled differences, shifted to zero, are as large as the observed one.

    Efron and Tibshirani (1993), chapter 16; Berg-Kirkpatrick, Burkett and Klein (2012), two-sided here.
    """
    cases = resampled.shape[1]
    shifted = np.abs(resampled - observed[:, None])
    below = np.count_nonzero(shifted < np.abs(observed)[:, None] - TOLERANCE, axis=1)
    undefined = np.count_nonzero(np.isnan(shifted), axis=1)
    return [
        PairedTest(test="bootstrap", p=(cases - under + 1) / (cases + 1), cases=cases, undefined=missing)
        for under, missing in zip(below.tolist(), undefined.tolist(), strict=True)
    ]
