"""A comparison as tables: the leaderboard with intervals, every pair, and how far the measures agree."""

from collections.abc import Iterator, Mapping

from stead._wording import counted
from stead.reporting.headlines import Figure, headline_figures, of_figure
from stead.reporting.tables import Table, figure_label, percent
from stead.task.comparison import Comparison, Estimate, Pair
from stead.task.report import ComparisonReport

SURE = 0.05
_TESTS = {
    "randomisation": "approximate randomisation",
    "bootstrap": "paired bootstrap",
    "wilcoxon": "Wilcoxon's signed ranks",
    "sign": "sign test",
}
_CORRECTIONS = {"holm": "Holm", "bh": "Benjamini and Hochberg", "none": ""}
_INTERVALS = {"bca": "BCa", "percentile": "percentile"}


def comparison_tables(report: ComparisonReport) -> list[Table]:
    """All that fits on paper."""
    return [*_leaderboards(report), *_differences(report), *_golds(report), *_measures(report)]


def best_first(report: ComparisonReport) -> list[str]:
    """The runs in the order of the first headline figure; those without a value last."""
    ranking = next(iter(report.comparisons[0].rankings))
    headline = headline_figures(report.comparisons[0])[0]
    for each in report.comparisons[0].rankings:
        if (each.by.measure, each.by.figure) == headline:
            ranking = each
    return [place.run for place in ranking.places]


_COLUMNS = 4


def _leaderboards(report: ComparisonReport) -> Iterator[Table]:
    """Some measures at a time, so that a page is wide enough; marks say below which run the next one surely falls."""
    comparison = report.comparisons[0]
    figures = headline_figures(comparison)
    for start in range(0, len(figures), _COLUMNS):
        yield _leaderboard(report, figures[start : start + _COLUMNS], number=start)


def _leaderboard(report: ComparisonReport, figures: list[Figure], *, number: int) -> Table:
    comparison, order = report.comparisons[0], best_first(report)
    columns = {figure: {each.run: each for each in of_figure(comparison, figure)} for figure in figures}
    labels = [figure_label(next(iter(own.values())).label, figure[1]) for figure, own in columns.items()]
    letters = {run: str(place) for place, run in enumerate(order, start=1)}
    beaten = _beaten(comparison, letters)
    rows = tuple(
        (letters[run], run, *(_estimate(columns[figure][run], beaten[run, figure]) for figure in figures))
        for run in order
    )
    title = "leaderboard" if number == 0 else f"leaderboard, measures {number + 1} to {number + len(figures)}"
    return Table(title, ("#", "run", *labels), rows, _leaderboard_caption(report), labels=2)


def _estimate(estimate: Estimate, beaten: list[str]) -> str:
    interval = estimate.interval
    around = "" if interval.low is None else f" [{percent(interval.low)}, {percent(interval.high)}]"
    return f"{percent(estimate.value)}{around}" + (f" >{','.join(beaten)}" if beaten else "")


def _beaten(comparison: Comparison, letters: Mapping[str, str]) -> dict[tuple[str, Figure], list[str]]:
    """For each run and figure the numbers of the runs that it surely beats."""
    found: dict[tuple[str, Figure], list[str]] = {
        (each.run, (each.measure, each.figure)): [] for each in comparison.estimates
    }
    for pair in comparison.pairs:
        p = pair.tests[0].corrected
        if p is None or p >= SURE or not pair.difference:
            continue
        winner, loser = (pair.first, pair.second) if pair.difference > 0 else (pair.second, pair.first)
        found[winner, (pair.measure, pair.figure)].append(letters[loser])
    return {key: sorted(numbers, key=int) for key, numbers in found.items()}


def procedure_in_words(comparison: Comparison) -> str:
    """How the numbers were made."""
    own = comparison.procedure
    test = _TESTS[own["tests"].split(",")[0]]
    corrected = f", corrected by {_CORRECTIONS[own['correction']]}" if own["correction"] != "none" else ""
    interval = f"{float(own['level']) * 100:g} % interval ({_INTERVALS[own['interval']]} bootstrap)"
    units = "" if comparison.unit == "item" else f" of {counted(comparison.units, comparison.unit)}, each taken as one"
    return (
        f"n = {counted(comparison.items, 'item')}{units}; brackets: {interval}; test: {test}{corrected}; "
        f"{own['resamples']} resamples, seed {own['seed']}"
    )


def _leaderboard_caption(report: ComparisonReport) -> str:
    several = len(report.runs) > 1
    marks = f" >2,3: better than runs 2 and 3 with p < {SURE:g}." if several else ""
    return f"Scores x 100; {procedure_in_words(report.comparisons[0])}.{marks}"


def _differences(report: ComparisonReport) -> Iterator[Table]:
    """Every pair by the first figure, by item and by lexelt."""
    if len(report.runs) < 2:
        return
    headline = headline_figures(report.comparisons[0])[0]
    by_unit = {each.unit: _pairs(each, headline) for each in report.comparisons}
    first = report.comparisons[0]
    label = next(of_figure(first, headline)).label
    columns = ["pair", "difference", "interval"]
    columns += [f"p by {unit}" for unit in by_unit]
    rows = []
    for key, pair in by_unit[first.unit].items():
        interval = pair.interval
        around = "-" if interval.low is None else f"[{percent(interval.low)}, {percent(interval.high)}]"
        values = [probability(own[key].tests[0].corrected) for own in by_unit.values()]
        rows.append((f"{pair.first} - {pair.second}", percent(pair.difference), around, *values))
    caption = (
        f"Differences x 100; {procedure_in_words(first)}. P-values by lexelt treat the sentences of a target as one."
    )
    yield Table(f"differences in {figure_label(label, headline[1])}", tuple(columns), tuple(rows), caption)


def _pairs(comparison: Comparison, figure: Figure) -> dict[tuple[str, str], Pair]:
    return {(pair.first, pair.second): pair for pair in comparison.pairs if (pair.measure, pair.figure) == figure}


def probability(p: float | None) -> str:
    """A p-value as papers print it."""
    return "-" if p is None else "< .001" if p < 0.001 else f"{p:.3f}".removeprefix("0")


def _golds(report: ComparisonReport) -> Iterator[Table]:
    """Ranks on two golds, in the layout of Tanguy et al. 2018, tables 2 and 3."""
    for table in report.golds:
        first, second = table.first, table.second
        rows = tuple(
            (
                row.run,
                percent(row.first_value),
                _rank(row.first_rank),
                percent(row.second_value),
                _rank(row.second_rank),
                "-" if row.rank_difference is None else f"{row.rank_difference:+d}",
            )
            for row in table.rows
        )
        yield Table(
            f"{figure_label(first.label, first.figure)} on two golds",
            ("run", first.gold, "rank", second.gold, "rank", "difference"),
            rows,
            f"Scores x 100; in the order of {second.gold}; a difference above 0 means that the run falls.",
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
            _plain(halves[power.measure, power.figure].tau),
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
        "how well the measures tell these runs apart",
        ("measure", "pairs apart", "halves", "difference needed"),
        rows,
        caption,
    )


def _plain(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
