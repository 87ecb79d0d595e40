"""Check that the parts of a saved comparison are consistent, as every renderer relies on."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from stead.core.errors import BadInput
from stead.records.comparison import Comparison, Figure
from stead.records.report import ComparisonReport
from stead.reporting.comparison_tables import CORRECTIONS, INTERVALS, TESTS

UNITS = ("item", "lexelt")


def check_consistency(report: ComparisonReport, source: str) -> None:
    """Refuse a document whose parts contradict each other, for example an edited or damaged one."""
    for complaint in _complaints(report):
        raise BadInput(f"{source}: its parts do not fit together: {complaint}. Save the comparison again.")


def _complaints(report: ComparisonReport) -> Iterator[str]:
    names = [run.name for run in report.runs]
    if not names or _has_repeats(names):
        yield "it names no run, or one twice"
    if [run.name for run in report.inputs.runs] != names:
        yield "its inputs are of other runs than its results"
    units = [comparison.unit for comparison in report.comparisons]
    if not units or _has_repeats(units) or not set(units) <= set(UNITS):
        yield f"expected comparisons by {' and by '.join(UNITS)}, each once"
    figures = _figures(report.comparisons[0])
    if not figures:
        yield "it has no figure"
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
    every_pair = [(*figure, *sorted(pair)) for figure in figures for pair in combinations(names, 2)]
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
