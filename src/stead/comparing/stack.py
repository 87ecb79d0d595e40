"""The statistics of all runs and measures side by side, so that one matrix product serves them all.

Most columns are there many times over (every run has the same `counted`, a run's measures the same `attempted`), so
each distinct column is kept once. Columns are rounded so that sums of them are exact in floating point, in whatever
order they are added: resampled figures then depend neither on the number of cores, nor on the linear algebra library,
nor on which other runs are compared.

What is resampled are units: items, or all items of a lexelt together. Items of one target word are alike: a run that
knows the word gains on all of them. If a claim is about words that were not in the data, the words are the sample, not
the sentences.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from stead.core.arrays import BoolArray, FloatArray, IntArray
from stead.core.errors import UsageError
from stead.core.parameters import VERSION, shorten_hash
from stead.core.text import plural
from stead.measures import parse_measure
from stead.records.scores import Evaluation, ItemStatistics
from stead.scoring import ALL


@dataclass(frozen=True, eq=False)
class Units:
    """The unit of each item; `obstacle` is why the units cannot be resampled, if they cannot."""

    kind: str
    codes: IntArray
    count: int
    obstacle: str = ""
    notes: tuple[str, ...] = ()

    def added_up(self, rows: FloatArray) -> FloatArray:
        """Sum rows by unit: fields x units."""
        if self.kind == "item":
            return np.ascontiguousarray(rows.T)
        return np.array([np.bincount(self.codes, weights=field, minlength=self.count) for field in rows.T])


def make_units(kind: str, lexelts: Sequence[str]) -> Units:
    """Group items into units: `item` or `lexelt`."""
    return _by_lexelt(lexelts) if kind == "lexelt" else _by_item(len(lexelts))


def _by_item(count: int) -> Units:
    obstacle = "there is only one item" if count == 1 else ""
    return Units("item", np.arange(count, dtype=np.int64), count, obstacle)


def _by_lexelt(lexelts: Sequence[str]) -> Units:
    """Group items by lexelt; an item without a lexelt is a unit by itself."""
    names = [lexelt or position for position, lexelt in enumerate(lexelts)]
    index = {name: number for number, name in enumerate(dict.fromkeys(names))}
    nameless = sum(1 for lexelt in lexelts if not lexelt)
    obstacle = ""
    notes: tuple[str, ...] = ()
    if nameless == len(lexelts):
        obstacle = "no item names its lexelt, so clustering by lexelt is impossible"
    elif len(index) == 1:
        obstacle = f"all items ({len(lexelts)}) are of one lexelt, so clustering by lexelt is impossible"
    elif nameless:
        notes = (f"{plural(nameless, 'item')} without a lexelt: each is a unit by itself.",)
    codes = np.array([index[name] for name in names], dtype=np.int64)
    return Units("lexelt", codes, len(index), obstacle, notes)


def find_measures(names: Iterable[str], labels: Mapping[str, str]) -> list[str]:
    """The full names of measures, from names such as `oot` and `oot@10`; `labels` has those that were scored."""
    full_names = list(dict.fromkeys(_full_name(name, labels) for name in names))
    if not full_names:
        raise UsageError("no measure is named; leave the measures out to get all of them.")
    return full_names


def _full_name(name: str, labels: Mapping[str, str]) -> str:
    for measure, label in labels.items():
        if name in {measure, label}:
            return measure
    full = str(parse_measure(name))
    if full not in labels:
        raise UsageError(f"{name} was not scored; there are {', '.join(labels.values())}.")
    return full


def find_figure(name: str | None, figures: Iterable[str], measure: str) -> str:
    """Find a figure of a measure: by default recall, or else the mean."""
    present = list(figures)
    wanted = name or ("R" if "R" in present else "mean")
    if wanted not in present:
        raise UsageError(f"{measure} has no figure {wanted!r}; it has {', '.join(present)}.")
    return wanted


TOLERANCE = 1e-9
"""Figures closer than this are equal: far above rounding errors, far below any difference that matters."""

_EXACT_BITS = 51
_REPLICATES_AT_ONCE = 1 << 25

ItemKey = tuple[str, str]


@dataclass(frozen=True, eq=False)
class MeasureRows:
    """One measure: the rows of every run (runs x items x fields), and the numbers of its columns (runs x fields)."""

    first: ItemStatistics
    rows: Sequence[FloatArray]
    column_numbers: IntArray

    @property
    def measure(self) -> str:
        """The measure's full name."""
        return self.first.measure

    @property
    def label(self) -> str:
        """The measure's short name."""
        return self.first.label

    @property
    def figures(self) -> tuple[str, ...]:
        """The names of the figures."""
        return self.first.figure_names

    @cached_property
    def quotients(self) -> list[tuple[int, int]] | None:
        """The two fields of each figure, if every figure is a quotient of two fields."""
        fields, known = self.first.fields, self.first.quotients
        if not {*self.figures} <= {*known}:
            return None
        return [(fields.index(known[name][0]), fields.index(known[name][1])) for name in self.figures]

    def combined(self, sums: FloatArray) -> FloatArray:
        """Compute figures from sums whose last axis but one is the fields: figures x leading axes x last axis.

        Quotients are computed directly, which is several times faster than the general `combine`.
        """
        if self.quotients is None:
            return np.stack(self.first.combine(np.moveaxis(sums, -2, -1)))
        figures = np.empty((len(self.figures), *sums.shape[:-2], sums.shape[-1]))
        with np.errstate(divide="ignore", invalid="ignore"):  # 0 / 0 is NaN, as it should be
            for figure, (above, below) in zip(figures, self.quotients, strict=True):
                np.divide(sums[..., above, :], sums[..., below, :], out=figure)
        return figures

    @cached_property
    def values(self) -> FloatArray:
        """The figures on all items: figures x runs."""
        return self.combined(np.array([rows.sum(axis=0) for rows in self.rows])[:, :, None])[..., 0]

    @cached_property
    def item_figures(self) -> FloatArray:
        """The figures of each item alone: figures x runs x items."""
        return self.combined(np.array([rows.T for rows in self.rows]))


@dataclass(frozen=True, eq=False)
class Stack:
    """The statistics of runs and measures over the units; `columns` has each distinct column once: columns x units."""

    runs: tuple[str, ...]
    items: Sequence[ItemKey]
    units: Units
    measures: tuple[MeasureRows, ...]
    columns: FloatArray

    @cached_property
    def totals(self) -> FloatArray:
        """The sum of each column."""
        sums: FloatArray = self.columns.sum(axis=1)
        return sums

    def sums_of(self, sums: FloatArray, measure: MeasureRows) -> FloatArray:
        """Select the sums of one measure's columns: runs x fields x trailing axes."""
        picked: FloatArray = sums[measure.column_numbers]
        return picked

    def parts(self, resamples: int) -> Iterator["Stack"]:
        """Split the stack by measures, so that the resampled figures of a part fit into memory."""
        part: list[MeasureRows] = []
        size = 0
        for measure in self.measures:
            needed = len(measure.figures) * len(self.runs) * resamples
            if part and size + needed > _REPLICATES_AT_ONCE:
                yield self._part(part)
                part, size = [], 0
            part.append(measure)
            size += needed
        yield self._part(part)

    def _part(self, measures: Sequence[MeasureRows]) -> "Stack":
        """The stack of these measures, with the columns that they need."""
        if len(measures) == len(self.measures):
            return self
        needed, numbers = np.unique(
            np.concatenate([measure.column_numbers.ravel() for measure in measures]), return_inverse=True
        )
        bounds = np.cumsum([measure.column_numbers.size for measure in measures])[:-1]
        by_measure = np.split(numbers, bounds)
        moved = tuple(
            replace(measure, column_numbers=new.reshape(measure.column_numbers.shape))
            for measure, new in zip(measures, by_measure, strict=True)
        )
        return replace(self, measures=moved, columns=self.columns[needed])


def stack(
    evaluation: Evaluation,
    unit: str,
    *,
    measures: Sequence[str] | None = None,
    chosen: Collection[ItemKey] | None = None,
) -> Stack:
    """Stack the statistics of an evaluation: all measures unless some are named, all items unless chosen."""
    by_measure = _by_measure(evaluation, measures)
    runs = tuple(dict.fromkeys(statistics.run for statistics in evaluation.statistics))
    items, lined_up = _align_items(by_measure)
    if chosen is not None:
        kept = np.array([item in chosen for item in items], dtype=np.bool_)
        items = [item for item, keep in zip(items, kept.tolist(), strict=True) if keep]
        lined_up = [[rows[kept] for rows in by_run] for by_run in lined_up]
    units = make_units(unit, [lexelt for lexelt, _ in items])
    columns = _DistinctColumns(units)
    stacked = tuple(
        MeasureRows(by_run[0], rows_by_run, np.array([columns.numbers(rows) for rows in rows_by_run], dtype=np.int64))
        for by_run, rows_by_run in zip(by_measure, lined_up, strict=True)
    )
    return Stack(runs, items, units, stacked, columns.array())


def _by_measure(evaluation: Evaluation, measures: Sequence[str] | None) -> list[list[ItemStatistics]]:
    """The statistics of each measure, run by run."""
    by_measure: dict[str, list[ItemStatistics]] = {}
    for statistics in evaluation.statistics:
        by_measure.setdefault(statistics.measure, []).append(statistics)
    if measures is None:
        return list(by_measure.values())
    labels = {name: by_run[0].label for name, by_run in by_measure.items()}
    return [by_measure[name] for name in find_measures(measures, labels)]


def _align_items(by_measure: Sequence[Sequence[ItemStatistics]]) -> tuple[list[ItemKey], list[list[FloatArray]]]:
    """The items of all runs, and the rows of every run for them.

    Runs have the same items, except for multiwords without a gold of substitutes, where a run adds the items that only
    it answers; the other runs have zeros there, since these items do not count for them.
    """
    first = by_measure[0][0]
    if all(
        statistics.ids == first.ids and statistics.lexelts == first.lexelts
        for by_run in by_measure
        for statistics in by_run
    ):
        items = list(zip(first.lexelts, first.ids, strict=True))
        return items, [[statistics.values for statistics in by_run] for by_run in by_measure]
    everywhere = dict.fromkeys(item for by_run in by_measure for statistics in by_run for item in _items_of(statistics))
    index = {item: number for number, item in enumerate(everywhere)}
    return list(everywhere), [[_rows_of_items(statistics, index) for statistics in by_run] for by_run in by_measure]


def _items_of(statistics: ItemStatistics) -> Iterator[ItemKey]:
    return zip(statistics.lexelts, statistics.ids, strict=True)


def _rows_of_items(statistics: ItemStatistics, index: dict[ItemKey, int]) -> FloatArray:
    rows = np.zeros((len(index), len(statistics.fields)))
    rows[[index[item] for item in _items_of(statistics)]] = statistics.values
    return rows


class _DistinctColumns:
    """The distinct columns, numbered."""

    def __init__(self, units: Units) -> None:
        self.units = units
        self.known: dict[bytes, int] = {}
        self.columns: list[FloatArray] = []

    def numbers(self, rows: FloatArray) -> list[int]:
        """The numbers of the columns of these rows."""
        least = float(np.bincount(self.units.codes, minlength=1).max() * self.units.count)
        return [self._number(round_for_exact_sums(column, least)) for column in self.units.added_up(rows)]

    def _number(self, column: FloatArray) -> int:
        number = self.known.setdefault(column.tobytes(), len(self.columns))
        if number == len(self.columns):
            self.columns.append(column)
        return number

    def array(self) -> FloatArray:
        """All columns: columns x units."""
        return np.array(self.columns)


def round_for_exact_sums(column: FloatArray, least: float = 1.0) -> FloatArray:
    """Round values to a common binary digit, so that the sum of any `len(column)` of them is exact.

    No sum exceeds the count times the largest value; a digit 51 bits below that leaves every partial sum representable.
    Whole numbers do not change, others change by less than one part in 10^12 for a thousand items. Columns whose sums
    do not exceed `least` are rounded to the same digit, so that equal values stay equal.
    """
    largest = max(least, float(np.abs(column).max(initial=0.0)) * len(column))
    step = 2.0 ** (int(np.ceil(np.log2(largest))) - _EXACT_BITS)
    rounded: FloatArray = np.round(column / step) * step + 0.0  # no negative zeros
    return rounded


def none_if_nan(value: npt.NDArray[np.float64] | float) -> float | None:
    """None for NaN."""
    return None if np.isnan(value) else float(value)


def differing_units(columns: FloatArray, first: IntArray, second: IntArray) -> BoolArray:
    """Mark the units in which the fields of two runs differ."""
    apart = first != second
    differ: BoolArray = np.any(np.abs(columns[first[apart]] - columns[second[apart]]) > TOLERANCE, axis=0)
    return differ


def signature(
    what: str,
    procedure: Mapping[str, str],
    evaluation: Evaluation,
    units: Units,
    *,
    group: str = ALL,
    table: str = "",
) -> str:
    """The signature of a comparison: `compare|tests:randomisation|unit:item|...|gold:sha256:ab12...|v:1.0.0`."""
    chosen = [f"{name}:{value}" for name, value in procedure.items()]
    where = [] if group == ALL else [f"group:{group}" + (f":{shorten_hash(table)}" if table else "")]
    size, gold = f"units:{units.count}/{len(units.codes)}", f"gold:{shorten_hash(evaluation.gold.sha256)}"
    return "|".join([what, *chosen, *where, size, gold, VERSION])
