"""The tables of the page, each with a caption that says how its figures were made."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from benchmarks.results.listing import Published, System
from benchmarks.results.measuring import COLUMNS, COVERAGE, HEADLINES, MOST_FIXED, OOT, Column, F, Measured
from stead.core.text import plural
from stead.records.comparison import Comparison, Estimate, RunPair
from stead.records.scores import Figures
from stead.reporting.comparison_tables import SIGNIFICANT, level_in_words
from stead.reporting.score_tables import INTERVALS
from stead.reporting.tables import Table, percent
from stead.systems.blend.cross_validation import Bin, CutoffPoint, calibration_error

NONE = "-"
_MANY = 15
_PARTS = {"n": "nouns", "v": "verbs", "a": "adjectives", "r": "adverbs"}


def main_table(measured: Measured, published: Sequence[Published]) -> Table:
    """Every system with its figures, intervals and cost; after them what papers report of the same data."""
    rows = [
        (
            *(system.name, system.group),
            *(_figure(measured.comparisons, column, system.name) for column in COLUMNS),
            *(_cost(system.milliseconds), _cost(system.memory)),
        )
        for system in measured.gold.shown()
    ]
    rows += [
        (entry.name, f"published: {entry.paper}", *(_reported(entry, column.head) for column in COLUMNS), NONE, NONE)
        for entry in published
    ]
    heads = (*(column.head for column in COLUMNS), "ms an item", "memory, MB")
    return Table(
        title="All systems",
        columns=("system", "group", *heads),
        rows=tuple(rows),
        caption=_main_caption(measured),
        labels=2,
    )


def _main_caption(measured: Measured) -> str:
    comparison = next(iter(measured.comparisons.values()))
    procedure = comparison.procedure
    drawn = f"{plural(comparison.items, 'item')} of {plural(comparison.units, comparison.unit)}"
    return (
        f"Scores x 100 on {drawn}; mode R counts the {comparison.gold.with_mode} items that have a mode. In brackets "
        f"{level_in_words(comparison)} intervals ({INTERVALS[procedure['interval']]} bootstrap, "
        f"{procedure['resamples']} resamples of {comparison.unit}s, seed {procedure['seed']}). "
        "Each system answered each task by itself: best and P@1 are of its run for best, oot of its run for oot (ten "
        "answers at most), coverage (k = 1) of its run for coverage, in which it decides how many answers to give. An "
        "item without an answer scores 0. Milliseconds are of items asked one at a "
        "time when everything is loaded, on two cores that do nothing else. A dash: no such run, or not measured."
    )


def part_of_speech_tables(measured: Measured) -> Iterator[Table]:
    """A table for each headline figure, parts of speech across."""
    for column in HEADLINES:
        groups = measured.by_part_of_speech.get(column.task, {})
        names = [group.partition("=")[2] for group in groups]
        rows = tuple(
            (system.name, *(_estimate(comparison, column, system.name) for comparison in groups.values()))
            for system in measured.gold.shown()
            if column.task in system.runs
        )
        sizes = ", ".join(
            f"{_PARTS.get(name, name)} {comparison.items}"
            for name, comparison in zip(names, groups.values(), strict=True)
        )
        if groups:
            caption = f"Scores x 100 with intervals as above, within each part of speech. Items: {sizes}."
            heads = (_PARTS.get(name, name) for name in names)
            yield Table(
                title=f"{column.head} by part of speech", columns=("system", *heads), rows=rows, caption=caption
            )


def cut_off_tables(measured: Measured) -> Iterator[Table]:
    """What the systems' own cut-offs are worth, and every fixed number of answers."""
    cut_offs = {system: measured.cut_off(system) for system in measured.gold.shown() if _has_cuts(system)}
    if not cut_offs:
        return
    rows = tuple(
        (
            system.name,
            *_coverage(cut.learned),
            *_numbers(cut.answers),
            NONE if cut.best is None else str(cut.best),
            *_coverage(None if cut.best is None else cut.fixed[cut.best - 1]),
            NONE if cut.gain is None else _difference(cut.gain),
        )
        for system, cut in cut_offs.items()
    )
    learned = ("own P", "own R", "own F", "median of answers", "90 %", f"over {_MANY}")
    heads = ("system", *learned, "best number", "P", "R", "F", "own F less best F")
    yield Table(
        title="Where to stop: the system's own cut-off, and the best fixed number of answers",
        columns=heads,
        rows=rows,
        caption=_CUT,
    )
    yield Table(
        title="Where to stop: every fixed number of answers",
        columns=("system", "figure", *map(str, range(1, MOST_FIXED + 1)), "own"),
        rows=tuple(
            (system.name, figure, *_cells(cut.fixed, figure), percent(cut.learned[figure]) if cut.learned else NONE)
            for system, cut in cut_offs.items()
            for figure in COVERAGE
        ),
        caption="Coverage (k = 1) x 100 of the first 1 to 10 answers of the run for oot, and of the run for coverage.",
        labels=2,
    )


_CUT = (
    "Coverage (k = 1) x 100. Own: the run for coverage, in which the system decides how many answers to give; of "
    "their number the median, the 90th percentile, and the items with more than fifteen. Best number: the "
    "first answers of its run for oot, as many on every item as give the highest F on this very gold, which favours "
    "the fixed number. The difference has a paired interval, made as above. A star: p < .05 (approximate "
    "randomisation)."
)


def _numbers(answers: Sequence[int]) -> list[str]:
    """The median and the 90th percentile of the numbers of answers, and the share of items with many."""
    if not answers:
        return [NONE] * 3
    return [*(f"{np.quantile(answers, level):g}" for level in (0.5, 0.9)), f"{np.mean(np.array(answers) > _MANY):.1%}"]


def _has_cuts(system: System) -> bool:
    return bool({F.task, OOT.task} & system.runs.keys())


def _cells(fixed: Sequence[Figures], figure: str) -> list[str]:
    return [percent(figures[figure]) for figures in fixed] or [NONE] * MOST_FIXED


def _coverage(figures: Figures | None) -> list[str]:
    return [NONE if figures is None else percent(figures[name]) for name in COVERAGE]


def ablation_tables(measured: Measured) -> Iterator[Table]:
    """For each whole system, what it loses without its parts."""
    for whole in measured.gold.shown():
        without = measured.gold.ablations(whole)
        if not without:
            continue
        compared = measured.ablations(whole)
        first = (whole.name, *(_figure(measured.comparisons, column, whole.name) for column in HEADLINES))
        rows = [
            (ablation.name, *(_change(compared, column, ablation.name) for column in HEADLINES)) for ablation in without
        ]
        caption = (
            f"The first row is {whole.name} itself; the others are differences to it, x 100, with paired intervals "
            "made as above. A star: p < .05 (approximate randomisation, corrected by Holm over the rows of a column)."
        )
        heads = (column.head for column in HEADLINES)
        yield Table(
            title=f"What is {whole.name} without ...?", columns=("system", *heads), rows=(first, *rows), caption=caption
        )


def curve_table(points: Sequence[CutoffPoint], system: str) -> Table:
    """The points of the picture."""
    rows = tuple(
        (
            f"{point.share:.2f}",
            *(percent(value) for value in (point.precision, point.recall, point.f)),
            f"{point.answers:.1f}",
        )
        for point in points
    )
    caption = (
        "Coverage (k = 1) x 100 if a word is kept whose probability is at least this share of the best word's, "
        "and at least .05. Items whose document and word the forests, the memory and the calibration had not seen."
    )
    return Table(
        title=f"Cut-offs of {system}", columns=("share", "P", "R", "F", "mean answers"), rows=rows, caption=caption
    )


def reliability_table(bins: Sequence[Bin], system: str) -> Table:
    """The bins of the picture."""
    rows = tuple(
        (f"{part.low:.2f} to {part.high:.2f}", str(part.count), f"{part.expected:.3f}", f"{part.accepted:.3f}")
        for part in bins
        if part.count
    )
    total = sum(part.count for part in bins)
    caption = (
        f"{plural(total, 'candidate')} of items that the model was not trained on. Expected calibration error: "
        f"{calibration_error(bins):.4f}, the mean distance of the last two columns, each bin as heavy as it is full."
    )
    heads = ("probability", "candidates", "mean probability", "share accepted")
    return Table(title=f"Probabilities of {system}", columns=heads, rows=rows, caption=caption)


def published_tables(published: Iterable[Published]) -> Iterator[Table]:
    """A table for each data set, so that figures of different data are never in one."""
    by_data: dict[str, list[Published]] = {}
    for entry in published:
        by_data.setdefault(entry.data, []).append(entry)
    for data, rows in by_data.items():
        heads = list(dict.fromkeys(name for entry in rows for name in entry.figures))
        cells = tuple((entry.name, entry.paper, *(_reported(entry, head) for head in heads)) for entry in rows)
        yield Table(
            title=data,
            columns=("system", "paper", *heads),
            rows=cells,
            caption="Scores x 100 as the papers give them.",
            labels=2,
        )


def _figure(compared: dict[str, Comparison], column: Column, run: str) -> str:
    return _estimate(compared[column.task], column, run) if column.task in compared else NONE


def _estimate(comparison: Comparison, column: Column, run: str) -> str:
    estimate = estimate_of(comparison, column, run)
    return NONE if estimate is None else f"{percent(estimate.value)}{_interval(estimate, percent)}"


def estimate_of(comparison: Comparison, column: Column, run: str) -> Estimate | None:
    """A figure of a run, if there is such a run."""
    return next((estimate for estimate in comparison.estimates if estimate.run == run and column.is_of(estimate)), None)


def _change(compared: dict[str, Comparison], column: Column, run: str) -> str:
    pairs = compared[column.task].pairs if column.task in compared else ()
    return next((_difference(pair) for pair in pairs if pair.first == run and column.is_of(pair)), NONE)


def _difference(pair: RunPair) -> str:
    p = pair.tests[0].corrected
    return f"{_signed(pair.difference)}{_interval(pair, _signed)}{'*' if p is not None and p < SIGNIFICANT else ''}"


def _interval(estimate: Estimate | RunPair, written: Callable[[float | None], str]) -> str:
    interval = estimate.interval
    return "" if interval.low is None else f" [{written(interval.low)}, {written(interval.high)}]"


def _signed(value: float | None) -> str:
    size = NONE if value is None else percent(abs(value))
    return size if value is None or size == "0.00" else f"{'+' if value > 0 else '-'}{size}"


def _reported(entry: Published, head: str) -> str:
    return f"{entry.figures[head]:.2f}" if head in entry.figures else NONE


def _cost(value: float | None) -> str:
    return NONE if value is None else f"{value:,.3g}" if value < 100 else f"{value:,.0f}"
