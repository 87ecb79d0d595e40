"""Render a comparison as text, Markdown, LaTeX, TSV, JSON or HTML; check that a saved one can be rendered."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import combinations

from stead.core.errors import BadInput, UsageError
from stead.records.comparison import Comparison, Estimate, Figure, PairedTest, RunPair
from stead.records.json import to_json
from stead.records.report import ComparisonReport
from stead.reporting.comparison_tables import CORRECTIONS, TESTS, further_tables, leaderboards
from stead.reporting.latex import PAPER, latex_signatures, latex_table
from stead.reporting.machine_readable import SEPARATORS, Record, separated_records
from stead.reporting.page import comparison_page
from stead.reporting.page_details import PageDetails
from stead.reporting.paper_latex import latex_floats
from stead.reporting.paper_table import paper_table
from stead.reporting.ranking_tables import ALL
from stead.reporting.score_tables import INTERVALS, common_signatures
from stead.reporting.tables import (
    PLAIN,
    TEXT_WIDTH,
    Signatures,
    Style,
    Table,
    TableLayout,
    markdown_signatures,
    markdown_table,
    text_signatures,
    text_table,
)

_SCREEN = 160
"""The width of Markdown in characters."""


def _text(report: ComparisonReport, width: int | None = None, style: Style = PLAIN) -> str:
    row = width or TEXT_WIDTH
    return _tables(report, TableLayout(row, shortens=True), partial(text_table, line=row, style=style), text_signatures)


def _markdown(report: ComparisonReport) -> str:
    return _tables(report, TableLayout(_SCREEN), markdown_table, markdown_signatures)


def _latex(report: ComparisonReport) -> str:
    """The table for a paper, which fits the page with more measures than the leaderboard does, and all others."""
    leaderboard = latex_floats(paper_table(report, intervals=True))
    return "\n".join(
        [leaderboard, *map(latex_table, further_tables(report, PAPER)), latex_signatures(_signatures(report))]
    )


def _tables(
    report: ComparisonReport, layout: TableLayout, table: Callable[[Table], str], footer: Callable[[Signatures], str]
) -> str:
    tables = (*leaderboards(report, layout), *further_tables(report, layout))
    return "\n".join([*map(table, tables), footer(_signatures(report))])


def _signatures(report: ComparisonReport) -> Signatures:
    scored = common_signatures(score for score in report.scores if score.group == ALL)
    return Signatures([*(comparison.signature for comparison in report.comparisons), *scored])


def comparison_records(report: ComparisonReport) -> list[Record]:
    """Make records of every figure of every run, and of every test of every pair of runs, by item and by lexelt.

    Without a second run, the interval is that of the value, otherwise that of the difference.
    """
    return [record for comparison in report.comparisons for record in _comparison_records(comparison)]


def _comparison_records(comparison: Comparison) -> Iterator[Record]:
    for estimate in comparison.estimates:
        yield _record(comparison, estimate, (estimate.run, ""), (estimate.value, None, None), None)
    for pair in comparison.pairs:
        names, values = (pair.first, pair.second), (pair.first_value, pair.second_value, pair.difference)
        yield from (_record(comparison, pair, names, values, test) for test in pair.tests)


def _record(
    comparison: Comparison,
    compared: Estimate | RunPair,
    names: tuple[str, str],
    values: tuple[float | None, ...],
    test: PairedTest | None,
) -> Record:
    return {
        **dict(zip(("first", "second"), names, strict=True)),
        "measure": compared.measure,
        "figure": compared.figure,
        "unit": comparison.unit,
        **dict(zip(("first_value", "second_value", "difference"), values, strict=True)),
        "low": compared.interval.low,
        "high": compared.interval.high,
        "test": None if test is None else test.test,
        "p": None if test is None else test.p,
        "corrected": None if test is None else test.corrected,
        "signature": comparison.signature,
        "score_signature": " ".join(
            scored for scored in comparison.scored if scored.partition("|")[0] == compared.measure
        ),
    }


def _separated(format: str) -> Callable[[ComparisonReport], str]:
    return lambda report: separated_records(comparison_records(report), format)


COMPARISON_RENDERERS: dict[str, Callable[[ComparisonReport], str]] = {
    "text": _text,
    "markdown": _markdown,
    "latex": _latex,
    **{name: _separated(name) for name in SEPARATORS},
    "json": to_json,
    "html": comparison_page,
}


def render_comparison(
    report: ComparisonReport,
    format: str = "text",
    *,
    width: int | None = None,
    style: Style = PLAIN,
    details: PageDetails | None = None,
) -> str:
    """Render the comparison as text of a width and style, markdown, latex, tsv, csv, json or html (with details)."""
    if format not in COMPARISON_RENDERERS:
        raise UsageError(f"format is one of {', '.join(COMPARISON_RENDERERS)}, not {format!r}.", parameter="format")
    if format == "html":
        return comparison_page(report, details=details)
    return _text(report, width, style) if format == "text" else COMPARISON_RENDERERS[format](report)


# ------------------------------------------------------------------------------------------------ consistency

_UNITS = ("item", "lexelt")


def check_consistency(report: ComparisonReport, source: str) -> None:
    """Refuse a document whose parts contradict each other, for example an edited or damaged one."""
    for complaint in _complaints(report):
        raise BadInput(f"{source}: its parts do not fit together: {complaint}. Save the comparison again.")


def _complaints(report: ComparisonReport) -> Iterator[str]:
    runs, names = [(run.name, run.task) for run in report.runs], list(report.systems)
    if not runs or _has_repeats(runs):
        yield "it names no run, or one twice"
    if [(run.name, run.task) for run in report.inputs.runs] != runs:
        yield "its inputs are of other runs than its results"
    units = [comparison.unit for comparison in report.comparisons]
    if not units or _has_repeats(units) or not set(units) <= set(_UNITS):
        yield f"expected comparisons by {' and by '.join(_UNITS)}, each once"
    figures = _figures(report.comparisons[0])
    if not figures:
        yield "it has no figure"
    if len({comparison.baseline for comparison in report.comparisons}) > 1:
        yield "its comparisons have different baselines"
    for comparison in report.comparisons:
        yield from _complaints_of(comparison, names, figures)
    yield from _other_complaints(report, names, figures)


def _figures(comparison: Comparison) -> list[Figure]:
    return list(dict.fromkeys((estimate.measure, estimate.figure) for estimate in comparison.estimates))


def _pair_keys(comparison: Comparison) -> list[tuple[str, ...]]:
    return [(pair.measure, pair.figure, *sorted((pair.first, pair.second))) for pair in comparison.pairs]


def _complaints_of(comparison: Comparison, names: list[str], figures: list[Figure]) -> Iterator[str]:
    by = f"the comparison by {comparison.unit}"
    estimated: dict[Figure, list[str]] = {}
    for estimate in comparison.estimates:
        estimated.setdefault((estimate.measure, estimate.figure), []).append(estimate.run)
    if estimated != dict.fromkeys(figures, names):
        yield f"{by} does not have every figure of every run once"
    if comparison.baseline not in {None, *names}:
        yield f"{by} is with a baseline that is no run"
    runs_paired = (pair for pair in combinations(names, 2) if comparison.baseline in {None, *pair})
    every_pair = [(*figure, *sorted(pair)) for pair in runs_paired for figure in figures]
    if sorted(_pair_keys(comparison)) != sorted(every_pair):
        yield f"{by} does not have every pair of runs by every figure once"
    if not all(pair.tests for pair in comparison.pairs):
        yield f"{by} has a pair without a test"
    ranked = {
        (ranking.by.measure, ranking.by.figure): [ranked_run.run for ranked_run in ranking.places]
        for ranking in comparison.rankings
    }
    if any(sorted(ranked.get(figure, [])) != sorted(names) for figure in figures):
        yield f"{by} does not rank every run by every figure"
    if not _is_known_procedure(comparison.procedure):
        yield f"{by} does not say how it was made"


def _is_known_procedure(procedure: dict[str, str]) -> bool:
    known = {"tests": TESTS, "correction": CORRECTIONS, "interval": INTERVALS}
    return (
        all(set(procedure.get(name, "").split(",")) <= choices.keys() for name, choices in known.items())
        and {"resamples", "seed"} <= procedure.keys()
        and _is_number(procedure.get("level", ""))
    )


def _is_number(text: str) -> bool:
    try:
        return 0 < float(text) < 1
    except ValueError:
        return False


def _other_complaints(report: ComparisonReport, names: list[str], figures: list[Figure]) -> Iterator[str]:
    scored = {(score.run, score.measure): score.ceiling for score in report.scores if score.group == "all"}
    if any(figure not in scored.get((run, measure), {}) for run in names for measure, figure in figures):
        yield "a measure that is compared was not scored"
    if not _every_group_is_whole(report, names):
        yield "a group of items does not have every figure of every run"
    for breakdown in report.breakdowns:
        expected = {(group, *figure, run) for group in breakdown.groups for figure in figures for run in names}
        if {(row.group, row.measure, row.figure, row.run) for row in breakdown.rows} != expected:
            yield f"the breakdown by {breakdown.grouping} does not have every figure of every run once"
    if any(len(item.answers) != len(names) or len(item.credit) != len(names) for item in report.items):
        yield "an item does not have answers and credit of every run"
    halves = {(record.measure, record.figure) for record in report.stability if record.compared_with == "half"}
    swaps = {(record.measure, record.figure) for record in report.swaps}
    if not {(record.measure, record.figure) for record in report.power} <= halves & swaps:
        yield "not every measure was examined in every way"


def _every_group_is_whole(report: ComparisonReport, names: list[str]) -> bool:
    """Whether each group that a measure was scored on has all runs, with the same figures."""
    groups: dict[tuple[str, str], dict[str, tuple[str, ...]]] = {}
    for score in report.scores:
        groups.setdefault((score.group, score.measure), {})[score.run] = tuple(score.figures)
    return all(set(runs) == set(names) and len(set(runs.values())) == 1 for runs in groups.values())


def _has_repeats(values: Iterable[object]) -> bool:
    return any(count > 1 for count in Counter(values).values())
