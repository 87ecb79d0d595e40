"""A comparison as tables: the leaderboard with intervals, every pair, groups, and how far the measures agree."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations

from stead.core.text import plural
from stead.records.comparison import (
    Comparison,
    Estimate,
    Figure,
    GoldsTable,
    Pair,
    Ranking,
    headline_figures,
    of_figure,
)
from stead.records.report import ComparisonReport
from stead.records.scores import Score, headline_figure
from stead.reporting.ranking_tables import ALL, annotators_table, square_table, squares, two_digits
from stead.reporting.tables import Layout, Table, figure_label, fit_table, percent

_MOST_ACROSS = 10
"""Groups that stand side by side; more of them stand one below the other."""


def group_tables(report: ComparisonReport, order: Sequence[str]) -> Iterator[Table]:
    """For each division that was asked for and each measure one table; all of them keep the order of the runs."""
    for division in dict.fromkeys(each.name for each in report.inputs.divisions):
        prefix = f"{division}="
        groups = list(dict.fromkeys(each.group for each in report.scores if each.group.startswith(prefix)))
        for measure in dict.fromkeys(each.measure for each in report.scores):
            own = {(each.group, each.run): each for each in report.scores if each.measure == measure}
            if groups and all((group, order[0]) in own for group in groups):
                yield _Groups(prefix, groups, own, order).table()


class _Groups:
    """One measure on the groups of one division."""

    def __init__(
        self, prefix: str, groups: Sequence[str], scores: dict[tuple[str, str], Score], order: Sequence[str]
    ) -> None:
        self.prefix, self.groups, self.scores, self.order = prefix, groups, scores, order
        first = scores[groups[0], order[0]]
        self.label, self.figures = first.label, list(first.figures)
        self.headline = headline_figure(self.figures)

    def table(self) -> Table:
        """Groups across, all figures of each; or, if there are many, groups down, the headline figure of each run."""
        title = f"{self.label} by {self.prefix.removesuffix('=')}"
        return self._across(title) if len(self.groups) <= _MOST_ACROSS else self._down(title)

    def _across(self, title: str) -> Table:
        columns = [(group, figure) for group in self.groups for figure in self.figures]
        heads = (f"{self._short(group)}{'' if figure == 'mean' else f' {figure}'}" for group, figure in columns)
        rows = tuple((run, *(self._value(group, run, figure) for group, figure in columns)) for run in self.order)
        sizes = ", ".join(f"{self._short(group)} {self._items(group)}" for group in self.groups)
        caption = f"Scores x 100; runs in the order of the leaderboard. Items: {sizes}."
        return Table(title=title, columns=("run", *heads), rows=rows, caption=caption)

    def _down(self, title: str) -> Table:
        rows = tuple(
            (
                self._short(group),
                str(self._items(group)),
                *(self._value(group, run, self.headline) for run in self.order),
            )
            for group in self.groups
        )
        figure = "" if self.headline == "mean" else f" {self.headline}"
        caption = f"Scores x 100 ({self.label}{figure}); runs in the order of the leaderboard."
        return Table(title=title, columns=("group", "items", *self.order), rows=rows, caption=caption)

    def _short(self, group: str) -> str:
        return group.removeprefix(self.prefix)

    def _items(self, group: str) -> int:
        return self.scores[group, self.order[0]].scored

    def _value(self, group: str, run: str, figure: str) -> str:
        return percent(self.scores[group, run].figures[figure])


SURE = 0.05
TESTS = {
    "randomisation": "approximate randomisation",
    "bootstrap": "paired bootstrap",
    "wilcoxon": "Wilcoxon's signed ranks",
    "sign": "sign test",
}
CORRECTIONS = {"holm": "Holm", "bh": "Benjamini and Hochberg", "none": ""}
INTERVALS = {"bca": "BCa", "percentile": "percentile"}


def comparison_tables(report: ComparisonReport, layout: Layout) -> list[Table]:
    """All that fits on paper."""
    order = best_first(report)
    further = (*group_tables(report, order), *map(square_table, squares(report)), *annotators_table(report))
    return [
        *_leaderboards(report, layout),
        *_differences(report, layout),
        *_golds(report, layout),
        *_measures(report),
        *(part for table in further for part in fit_table(table, layout)),
    ]


def headline_ranking(report: ComparisonReport) -> Ranking:
    """The runs by the first headline figure."""
    headline = headline_figures(report.comparisons[0])[0]
    return next(each for each in report.comparisons[0].rankings if (each.by.measure, each.by.figure) == headline)


def best_first(report: ComparisonReport) -> list[str]:
    """The runs in the order of the first headline figure; those without a value last."""
    return [place.run for place in headline_ranking(report).places]


def _leaderboards(report: ComparisonReport, layout: Layout) -> Iterator[Table]:
    """The runs by every measure; marks say which other runs a run surely beats."""
    comparison, order = report.comparisons[0], best_first(report)
    numbers = {run: place for place, run in enumerate(order, start=1)}
    beaten = _beaten(comparison, numbers)
    columns = [_column(comparison, figure, order, beaten) for figure in headline_figures(comparison)]
    heads, *rows = zip(("no.", *map(str, numbers.values())), ("run", *order), *columns, strict=True)
    whole = Table(title="leaderboard", columns=heads, rows=tuple(rows), caption=_leaderboard_caption(report), labels=2)
    return fit_table(whole, layout, "measure")


def _column(
    comparison: Comparison, figure: Figure, order: list[str], beaten: Mapping[tuple[str, Figure], list[int]]
) -> list[str]:
    """A heading, and below it a cell for each run."""
    own = {each.run: each for each in of_figure(comparison, figure)}
    label = figure_label(own[order[0]].label, figure[1])
    return [label, *(_estimate(own[run], beaten[run, figure]) for run in order)]


def _estimate(estimate: Estimate, beaten: list[int]) -> str:
    interval = estimate.interval
    around = "" if interval.low is None else f" [{percent(interval.low)}, {percent(interval.high)}]"
    return f"{percent(estimate.value)}{around}" + (f" >{ranges(beaten)}" if beaten else "")


def ranges(numbers: list[int]) -> str:
    """Rising numbers, as short as can be: `2,4-6`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ",".join(
        str(own[0]) if len(own) == 1 else f"{own[0]}{',' if len(own) == 2 else '-'}{own[-1]}" for own in parts
    )


def _beaten(comparison: Comparison, numbers: Mapping[str, int]) -> dict[tuple[str, Figure], list[int]]:
    """For each run and figure the numbers of the runs that it surely beats."""
    found: dict[tuple[str, Figure], list[int]] = {
        (each.run, (each.measure, each.figure)): [] for each in comparison.estimates
    }
    for pair in comparison.pairs:
        p = pair.tests[0].corrected
        if p is None or p >= SURE or not pair.difference:
            continue
        winner, loser = (pair.first, pair.second) if pair.difference > 0 else (pair.second, pair.first)
        found[winner, (pair.measure, pair.figure)].append(numbers[loser])
    return {key: sorted(own) for key, own in found.items()}


def procedure_in_words(comparison: Comparison) -> str:
    """How the numbers were made."""
    own = comparison.procedure
    test = f"{TESTS[own['tests'].split(',')[0]]}, {correction_in_words(comparison)}"
    interval = f"{level_in_words(comparison)} interval ({INTERVALS[own['interval']]} bootstrap)"
    units = "" if comparison.unit == "item" else f" of {plural(comparison.units, comparison.unit)}, each taken as one"
    return (
        f"n = {plural(comparison.items, 'item')}{units}; brackets: {interval}; test: {test}; "
        f"{plural(int(own['resamples']), 'resample')}, seed {own['seed']}"
    )


def level_in_words(comparison: Comparison) -> str:
    """`95 %`."""
    return f"{float(comparison.procedure['level']) * 100:g} %"


def correction_in_words(comparison: Comparison) -> str:
    """`corrected by Holm`."""
    name = CORRECTIONS[comparison.procedure["correction"]]
    return f"corrected by {name}" if name else "not corrected"


def _leaderboard_caption(report: ComparisonReport) -> str:
    several = len(report.runs) > 1
    marks = f" >2,4-6: better than runs 2 and 4 to 6 with p < {SURE:g}." if several else ""
    return f"Scores x 100; {procedure_in_words(report.comparisons[0])}{_fewer_items(report)}.{marks}"


def _fewer_items(report: ComparisonReport) -> str:
    """Which measures are over fewer items than the others."""
    own = [each for each in report.scores if (each.run, each.group) == (report.runs[0].name, ALL)]
    most = report.comparisons[0].items
    fewer = [f"{each.label} {each.scored}" for each in own if each.scored != most]
    return f"; items of measures that are not defined on all: {', '.join(fewer)}" if fewer else ""


def _differences(report: ComparisonReport, layout: Layout) -> Iterator[Table]:
    """Every pair by the first figure, by item and by lexelt, the better run first."""
    if len(report.runs) < 2:
        return
    first = report.comparisons[0]
    headline = headline_figures(first)[0]
    by_unit = {each.unit: _pairs(each, headline) for each in report.comparisons}
    rows = []
    for better, worse in combinations(best_first(report), 2):
        pair = by_unit[first.unit][frozenset((better, worse))]
        values = [starred(own[frozenset((better, worse))].tests[0].corrected) for own in by_unit.values()]
        named = " - ".join(layout.name(run, (layout.row + _NUMBERS) // 2) for run in (better, worse))
        rows.append((named, *_difference(pair, turned=pair.first != better), *values))
    label = figure_label(next(of_figure(first, headline)).label, headline[1])
    caption = (
        f"Differences x 100; {procedure_in_words(first)}. P-values by lexelt treat the sentences of a target as one; "
        f"*: p < {SURE:g}."
    )
    columns = ("pair", "difference", "interval", *(f"p by {unit}" for unit in by_unit))
    yield Table(title=f"differences in {label}", columns=columns, rows=tuple(rows), caption=caption)


_NUMBERS = 58
"""What the numbers about a pair take of a row."""


def _difference(pair: Pair, *, turned: bool) -> tuple[str, str]:
    """The difference and its interval, or those of the pair the other way round."""
    ends, difference = (pair.interval.low, pair.interval.high), pair.difference
    if turned:
        ends = ends[1], ends[0]
        difference, ends = _negative(difference), (_negative(ends[0]), _negative(ends[1]))
    around = "-" if ends[0] is None else f"[{percent(ends[0])}, {percent(ends[1])}]"
    return percent(difference), around


def _negative(value: float | None) -> float | None:
    return None if value is None else 0.0 - value  # not -0.0


def _pairs(comparison: Comparison, figure: Figure) -> dict[frozenset[str], Pair]:
    own = (pair for pair in comparison.pairs if (pair.measure, pair.figure) == figure)
    return {frozenset((pair.first, pair.second)): pair for pair in own}


def probability(p: float | None) -> str:
    """A p-value as papers print it, rounded once from all its digits, halves up, as browsers do on the page."""
    if p is None:
        return "-"
    return "< .001" if p < 0.001 else str(Decimal(p).quantize(_THOUSANDTH, ROUND_HALF_UP)).removeprefix("0")


_THOUSANDTH = Decimal("0.001")


def starred(p: float | None) -> str:
    """A p-value with a star where the difference is real, and otherwise layout for one."""
    return f"{probability(p)}{'*' if p is not None and p < SURE else ' '}"


def _golds(report: ComparisonReport, layout: Layout) -> Iterator[Table]:
    """Ranks on two golds, in the layout of Tanguy et al. 2018, tables 2 and 3."""
    for table in report.golds:
        first, second = table.first, table.second
        rows = tuple(
            (
                layout.name(row.run, layout.row // 2),
                percent(row.first_value),
                _rank(row.first_rank),
                percent(row.second_value),
                _rank(row.second_rank),
                moved_by(row.rank_difference),
            )
            for row in table.rows
        )
        yield Table(
            title=f"{figure_label(first.label, first.figure)} on two golds",
            columns=("run", first.gold, "rank", second.gold, "rank", "difference"),
            rows=rows,
            caption=f"Scores x 100; in the order of {second.gold}; a difference above 0 means that the run falls. "
            f"{agreement_in_words(report, table)}",
        )


def moved_by(difference: int | None) -> str:
    """A rank difference with its sign."""
    return "-" if difference is None else f"{difference:+d}" if difference else "0"


def agreement_in_words(report: ComparisonReport, table: GoldsTable) -> str:
    """How far the rankings on two golds agree."""
    own = [each for each in report.agreements if (each.first, each.second) == (table.first, table.second)]
    return "".join(
        f"Kendall's tau {two_digits(each.tau)}, rank-biased overlap {two_digits(each.overlap)}." for each in own
    )


def _rank(rank: int | None) -> str:
    return "-" if rank is None else str(rank)


def _measures(report: ComparisonReport) -> Iterator[Table]:
    """How well each measure tells the runs apart, and how firm its ranking is."""
    if not report.power:
        return
    headlines = headline_figures(report.comparisons[0])
    halves = {(each.measure, each.figure): each for each in report.stability if each.compared_with == "half"}
    swaps = {(each.measure, each.figure): each for each in report.swaps}
    rows = tuple(
        (
            figure_label(power.label, power.figure),
            f"{power.separated}/{power.pairs}",
            two_digits(halves[power.measure, power.figure].tau),
            percent(swaps[power.measure, power.figure].needed),
        )
        for power in report.power
        if (power.measure, power.figure) in headlines
    )
    caption = (
        f"Pairs apart: pairs of runs with p < {SURE:g}, uncorrected. Halves: Kendall's tau between the rankings on two "
        "halves of the items. Difference needed: from which on two halves disagree on a pair in 5 % of cases at most."
    )
    yield Table(
        title="how well the measures tell these runs apart",
        columns=("measure", "pairs apart", "halves", "difference needed"),
        rows=rows,
        caption=caption,
    )
