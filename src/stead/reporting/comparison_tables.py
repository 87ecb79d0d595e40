"""Tables of a comparison: leaderboard with intervals, differences of all pairs, groups, and quality of the measures."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import combinations

from stead.core.text import plural
from stead.records.comparison import (
    Comparison,
    Estimate,
    Figure,
    GoldsTable,
    Ranking,
    RunPair,
    all_figures,
    estimates_of,
    headline_figures,
)
from stead.records.report import ComparisonReport
from stead.records.scores import Score, headline_figure
from stead.reporting.ranking_tables import ALL, annotators_table, square_table, squares, two_digits
from stead.reporting.score_tables import INTERVALS
from stead.reporting.tables import Table, TableLayout, figure_label, fit_table, percent

_MOST_ACROSS = 10
"""The largest number of groups in columns; more groups become rows."""


def group_tables(report: ComparisonReport, order: Sequence[str]) -> Iterator[Table]:
    """Make one table for each requested grouping and measure; all have the runs in the same order."""
    for name in dict.fromkeys(division.name for division in report.inputs.divisions):
        prefix = f"{name}="
        groups = list(dict.fromkeys(score.group for score in report.scores if score.group.startswith(prefix)))
        for measure in dict.fromkeys(score.measure for score in report.scores):
            scores = {(score.group, score.run): score for score in report.scores if score.measure == measure}
            if groups and all((group, order[0]) in scores for group in groups):
                yield _GroupTable(prefix, groups, scores, order).table()


class _GroupTable:
    """One measure on the groups of one grouping."""

    def __init__(
        self, prefix: str, groups: Sequence[str], scores: dict[tuple[str, str], Score], order: Sequence[str]
    ) -> None:
        self.prefix, self.groups, self.scores, self.order = prefix, groups, scores, order
        first = scores[groups[0], order[0]]
        self.label, self.figures = first.label, list(first.figures)
        self.headline = headline_figure(self.figures)

    def table(self) -> Table:
        """Make a table with groups and their figures in columns, or, if there are many groups, with a row for each."""
        title = f"{self.label} by {self.prefix.removesuffix('=')}"
        return self._groups_in_columns(title) if len(self.groups) <= _MOST_ACROSS else self._groups_in_rows(title)

    def _groups_in_columns(self, title: str) -> Table:
        columns = [(group, figure) for group in self.groups for figure in self.figures]
        heads = (f"{self._short(group)}{'' if figure == 'mean' else f' {figure}'}" for group, figure in columns)
        rows = tuple((run, *(self._value(group, run, figure) for group, figure in columns)) for run in self.order)
        sizes = ", ".join(f"{self._short(group)} {self._items(group)}" for group in self.groups)
        caption = f"Scores x 100; runs in the order of the leaderboard. Items: {sizes}."
        return Table(title=title, columns=("run", *heads), rows=rows, caption=caption)

    def _groups_in_rows(self, title: str) -> Table:
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


SIGNIFICANT = 0.05
TESTS = {
    "randomisation": "approximate randomisation",
    "bootstrap": "paired bootstrap",
    "wilcoxon": "Wilcoxon's signed ranks",
    "sign": "sign test",
}
CORRECTIONS = {"holm": "Holm", "bh": "Benjamini and Hochberg", "none": ""}


def further_tables(report: ComparisonReport, layout: TableLayout) -> list[Table]:
    """Make all tables but the leaderboard."""
    order = best_first(report)
    further = (*group_tables(report, order), *map(square_table, squares(report)), *annotators_table(report))
    return [
        *_differences(report, layout),
        *_golds(report, layout),
        *_measures(report),
        *(part for table in further for part in fit_table(table, layout)),
    ]


def headline_ranking(report: ComparisonReport) -> Ranking:
    """Find the ranking of the runs by the first headline figure."""
    comparison = report.comparisons[0]
    return ranking_by(comparison, headline_figures(comparison)[0])


def ranking_by(comparison: Comparison, figure: Figure) -> Ranking:
    """Find the ranking of the runs by one figure."""
    rankings = comparison.rankings
    return next(ranking for ranking in rankings if (ranking.by.measure, ranking.by.figure) == figure)


def best_first(report: ComparisonReport) -> list[str]:
    """List the runs in the order of the first headline figure; those without a value come last."""
    return [ranked.run for ranked in headline_ranking(report).places]


def leaderboards(report: ComparisonReport, layout: TableLayout) -> Iterator[Table]:
    """Make the table of runs by every measure; marks say which other runs a run beats significantly."""
    comparison, order = report.comparisons[0], best_first(report)
    numbers = {run: number for number, run in enumerate(order, start=1)}
    beaten = _beaten(comparison, numbers)
    columns = [_column(comparison, figure, order, beaten) for figure in headline_figures(comparison)]
    heads, *rows = zip(("no.", *map(str, numbers.values())), ("run", *order), *columns, strict=True)
    whole = Table(title="leaderboard", columns=heads, rows=tuple(rows), caption=_leaderboard_caption(report), labels=2)
    return fit_table(whole, layout, "measure")


def _column(
    comparison: Comparison, figure: Figure, order: list[str], beaten: Mapping[tuple[str, Figure], list[int]]
) -> list[str]:
    """Make a column: a heading, and a cell for each run."""
    estimates = {estimate.run: estimate for estimate in estimates_of(comparison, figure)}
    label = figure_label(estimates[order[0]].label, figure[1])
    return [label, *(_estimate(estimates[run], beaten[run, figure]) for run in order)]


def _estimate(estimate: Estimate, beaten: list[int]) -> str:
    interval = estimate.interval
    around = "" if interval.low is None else f" [{percent(interval.low)}, {percent(interval.high)}]"
    return f"{percent(estimate.value)}{around}" + (f" >{format_ranges(beaten)}" if beaten else "")


def format_ranges(numbers: list[int]) -> str:
    """Abbreviate ascending numbers: `2,4-6`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and number == parts[-1][-1] + 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ",".join(
        str(part[0]) if len(part) == 1 else f"{part[0]}{',' if len(part) == 2 else '-'}{part[-1]}" for part in parts
    )


def _beaten(comparison: Comparison, numbers: Mapping[str, int]) -> dict[tuple[str, Figure], list[int]]:
    """List, for each run and figure, the numbers of the runs that it beats significantly."""
    beaten: dict[tuple[str, Figure], list[int]] = {
        (estimate.run, (estimate.measure, estimate.figure)): [] for estimate in comparison.estimates
    }
    for pair in comparison.pairs:
        p = pair.tests[0].corrected
        if p is None or p >= SIGNIFICANT or not pair.difference:
            continue
        winner, loser = (pair.first, pair.second) if pair.difference > 0 else (pair.second, pair.first)
        beaten[winner, (pair.measure, pair.figure)].append(numbers[loser])
    return {key: sorted(losers) for key, losers in beaten.items()}


def procedure_in_words(comparison: Comparison, *, items: int | None = None, intervals: bool = True) -> str:
    """Describe the resampling: items (default: all that are compared), interval, test, correction, resamples, seed."""
    procedure = comparison.procedure
    units = "" if comparison.unit == "item" else f" of {plural(comparison.units, comparison.unit)}, each taken as one"
    parts = [f"n = {plural(comparison.items if items is None else items, 'item')}{units}"]
    if intervals:
        parts.append(f"brackets: {level_in_words(comparison)} interval ({INTERVALS[procedure['interval']]} bootstrap)")
    if comparison.pairs:
        parts.append(f"test: {TESTS[procedure['tests'].split(',')[0]]}, {correction_in_words(comparison)}")
    if intervals or comparison.pairs:
        parts.append(f"{plural(int(procedure['resamples']), 'resample')}, seed {procedure['seed']}")
    return "; ".join(parts)


def level_in_words(comparison: Comparison) -> str:
    """Print the confidence level: `95 %`."""
    return f"{float(comparison.procedure['level']) * 100:g} %"


def correction_in_words(comparison: Comparison) -> str:
    """Name the correction for multiple tests and its family: `corrected by Holm over 10 pairs a measure`."""
    name = CORRECTIONS[comparison.procedure["correction"]]
    family = plural(len(comparison.pairs) // len(all_figures(comparison)), "pair")
    return f"corrected by {name} over {family} a measure" if name else "not corrected"


def _leaderboard_caption(report: ComparisonReport) -> str:
    comparison = report.comparisons[0]
    marks = f" >2,4-6: better than runs 2 and 4 to 6 with p < {SIGNIFICANT:g}." if comparison.pairs else ""
    tested = f" Only pairs with {comparison.baseline} are tested." if comparison.baseline else ""
    return f"Scores x 100; {procedure_in_words(comparison)}{fewer_items(report)}.{marks}{tested}"


def fewer_items(report: ComparisonReport) -> str:
    """Name the measures that are defined on fewer items than the others."""
    most = report.comparisons[0].items
    fewer = [f"{label} {count}" for label, count in _scored_items(report).items() if count != most]
    return f"; items of measures that are not defined on all: {', '.join(fewer)}" if fewer else ""


def _scored_items(report: ComparisonReport) -> dict[str, int]:
    """Count the items that each measure is defined on."""
    scored: dict[str, int] = {}
    for score in report.scores:
        if score.group == ALL:
            scored[score.label] = max(score.scored, scored.get(score.label, 0))
    return scored


def _differences(report: ComparisonReport, layout: TableLayout) -> Iterator[Table]:
    """Make a table for each measure: the pairs, tested by item and by lexelt, the better run first."""
    first = report.comparisons[0]
    if first.pairs:
        yield from (_difference_table(report, figure, layout) for figure in headline_figures(first))


def _difference_table(report: ComparisonReport, figure: Figure, layout: TableLayout) -> Table:
    first = report.comparisons[0]
    by_unit = {comparison.unit: pairs_by(comparison, figure) for comparison in report.comparisons}
    rows = []
    for better, worse in combinations([ranked.run for ranked in ranking_by(first, figure).places], 2):
        runs = frozenset((better, worse))
        if runs not in by_unit[first.unit]:
            continue  # neither is the baseline
        pair = by_unit[first.unit][runs]
        tested = [pairs[runs].tests[0].corrected for pairs in by_unit.values()]
        names = " - ".join(layout.name(run, (layout.row + _NUMBERS) // 2) for run in (better, worse))
        rows.append((names, *_difference(pair, reverse=pair.first != better), *map(format_p_with_star, tested)))
    measure = next(estimates_of(first, figure)).label
    caption = (
        f"Differences x 100; {procedure_in_words(first, items=_scored_items(report).get(measure))}. "
        f"P-values by lexelt treat the sentences of a target as one; *: p < {SIGNIFICANT:g}."
    )
    columns = ("pair", "difference", "interval", *(f"p by {unit}" for unit in by_unit))
    title = f"differences in {figure_label(measure, figure[1])}"
    return Table(title=title, columns=columns, rows=tuple(rows), caption=caption)


_NUMBERS = 58
"""The width of the numeric columns of a pair."""


def _difference(pair: RunPair, *, reverse: bool) -> tuple[str, str]:
    """Print the difference and its interval, for the pair as it is or in reverse order."""
    ends, difference = (pair.interval.low, pair.interval.high), pair.difference
    if reverse:
        ends = ends[1], ends[0]
        difference, ends = _negative(difference), (_negative(ends[0]), _negative(ends[1]))
    around = "-" if ends[0] is None else f"[{percent(ends[0])}, {percent(ends[1])}]"
    return percent(difference), around


def _negative(value: float | None) -> float | None:
    return None if value is None else 0.0 - value  # not -0.0


def pairs_by(comparison: Comparison, figure: Figure) -> dict[frozenset[str], RunPair]:
    """Collect the pairs by one figure, by the names of the two runs, in either order."""
    pairs = (pair for pair in comparison.pairs if (pair.measure, pair.figure) == figure)
    return {frozenset((pair.first, pair.second)): pair for pair in pairs}


def format_p(p: float | None) -> str:
    """Print a p-value as papers do, rounded once from all its digits, halves up, as browsers do on the page."""
    if p is None:
        return "-"
    return "< .001" if p < 0.001 else str(Decimal(p).quantize(_THOUSANDTH, ROUND_HALF_UP)).removeprefix("0")


_THOUSANDTH = Decimal("0.001")


def format_p_with_star(p: float | None) -> str:
    """Print a p-value with a star if it is significant, and otherwise with a space."""
    return f"{format_p(p)}{'*' if p is not None and p < SIGNIFICANT else ' '}"


def _golds(report: ComparisonReport, layout: TableLayout) -> Iterator[Table]:
    """Make tables of ranks on two golds, in the layout of Tanguy et al. 2018, tables 2 and 3."""
    for table in report.golds:
        first, second = table.first, table.second
        rows = tuple(
            (
                layout.name(row.run, layout.row // 2),
                percent(row.first_value),
                _rank(row.first_rank),
                percent(row.second_value),
                _rank(row.second_rank),
                format_rank_change(row.rank_difference),
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


def format_rank_change(difference: int | None) -> str:
    """Print a rank difference with its sign."""
    return "-" if difference is None else f"{difference:+d}" if difference else "0"


def agreement_in_words(report: ComparisonReport, table: GoldsTable) -> str:
    """Describe the agreement of the rankings on two golds."""
    return "".join(
        f"Kendall's tau {two_digits(agreement.tau)}, rank-biased overlap {two_digits(agreement.overlap)}."
        for agreement in report.agreements
        if (agreement.first, agreement.second) == (table.first, table.second)
    )


def _rank(rank: int | None) -> str:
    return "-" if rank is None else str(rank)


def _measures(report: ComparisonReport) -> Iterator[Table]:
    """Make the table of each measure's discriminative power and stability."""
    if not report.power:
        return
    headlines = headline_figures(report.comparisons[0])
    stability = (record for record in report.stability if record.compared_with == "half")
    halves = {(record.measure, record.figure): record for record in stability}
    swaps = {(record.measure, record.figure): record for record in report.swaps}
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
        f"Pairs separated: pairs of runs with p < {SIGNIFICANT:g}, uncorrected. Halves: Kendall's tau between the "
        "rankings on two halves of the items. Difference needed: above it, two halves disagree on the order of a pair "
        "in at most 5 % of cases."
    )
    yield Table(
        title="discriminative power and stability of the measures",
        columns=("measure", "pairs separated", "halves", "difference needed"),
        rows=rows,
        caption=caption,
    )
