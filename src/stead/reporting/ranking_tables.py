"""Tables of agreement between rankings: by measures, on groups of items, and without each annotator."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from stead.core.text import plural
from stead.records.comparison import RankAgreement, RankingCriterion, WithoutAnnotator, headline_figures
from stead.records.report import ComparisonReport
from stead.reporting.tables import Table, figure_label

ALL = "all"


@dataclass(frozen=True, slots=True)
class Square:
    """The agreement of each pair of some rankings, by the names of the two, in either order."""

    title: str
    what: str
    names: tuple[str, ...]
    agreements: dict[frozenset[str], RankAgreement]

    def tau(self, first: str, second: str) -> float | None:
        """Kendall's tau-b between two rankings."""
        agreement = self.agreements.get(frozenset((first, second)))
        return None if agreement is None else agreement.tau

    def overlap(self, first: str, second: str) -> float | None:
        """The rank-biased overlap of two rankings."""
        agreement = self.agreements.get(frozenset((first, second)))
        return None if agreement is None else agreement.overlap


def squares(report: ComparisonReport) -> Iterator[Square]:
    """Collect the agreement between the measures, then between the groups of each grouping by the first measure."""
    headlines = headline_figures(report.comparisons[0])
    measures = [agreement for agreement in report.agreements if _is_between_measures(agreement, headlines)]
    if measures:
        yield _square("agreement of rankings by two measures", "measure", measures, _label)
    for name in dict.fromkeys(division.name for division in report.inputs.divisions):
        prefix = f"{name}="
        groups = [agreement for agreement in report.agreements if _is_between_groups(agreement, prefix, headlines[0])]
        if groups:
            label = figure_label(groups[0].first.label, groups[0].first.figure)
            yield _square(
                f"agreement of rankings by {label} on groups of items: {name}", "group", groups, _group(prefix)
            )


def _is_between_measures(agreement: RankAgreement, headlines: list[tuple[str, str]]) -> bool:
    first, second = agreement.first, agreement.second
    same = (first.gold, first.group) == (second.gold, second.group) and first != second
    return same and all((order.measure, order.figure) in headlines for order in (first, second))


def _is_between_groups(agreement: RankAgreement, prefix: str, headline: tuple[str, str]) -> bool:
    first, second = agreement.first, agreement.second
    orders = (first, second)
    ours = all(order.group == ALL or order.group.startswith(prefix) for order in orders)
    return ours and first.group != second.group and all((by.measure, by.figure) == headline for by in orders)


def _label(order: RankingCriterion) -> str:
    return figure_label(order.label, order.figure)


def _group(prefix: str) -> Callable[[RankingCriterion], str]:
    return lambda order: order.group.removeprefix(prefix)


def _square(
    title: str, what: str, agreements: Sequence[RankAgreement], name: Callable[[RankingCriterion], str]
) -> Square:
    names = dict.fromkeys(name(order) for agreement in agreements for order in (agreement.first, agreement.second))
    by_names = {frozenset((name(agreement.first), name(agreement.second))): agreement for agreement in agreements}
    return Square(title, what, tuple(names), by_names)


def square_table(square: Square) -> Table:
    """Make a table with tau above the diagonal and the overlap below it."""
    rows = []
    for row, first in enumerate(square.names):
        cells = (
            "·" if row == column else two_digits((square.tau if row < column else square.overlap)(first, second))
            for column, second in enumerate(square.names)
        )
        rows.append((str(row + 1), first, *cells))
    persistence = next(iter(square.agreements.values())).persistence
    caption = (
        f"Above the diagonal: Kendall's tau of the two rankings; below: rank-biased overlap (p = {persistence:g}), for "
        "which the first ranks count most. 1: the same ranking."
    )
    numbers = map(str, range(1, len(square.names) + 1))
    return Table(
        title=square.title, columns=("no.", square.what, *numbers), rows=tuple(rows), caption=caption, labels=2
    )


def two_digits(value: float | None) -> str:
    """Print a coefficient with two decimals, or a dash."""
    return "-" if value is None else f"{value:z.2f}"


def annotators_by_measure(report: ComparisonReport) -> dict[str, list[WithoutAnnotator]]:
    """Collect the rankings without each annotator, by the label of each measure's headline figure."""
    by_measure: dict[str, list[WithoutAnnotator]] = {}
    for record in report.annotators:
        order = record.agreement.first
        if (order.measure, order.figure) in headline_figures(report.comparisons[0]):
            by_measure.setdefault(_label(order), []).append(record)
    return by_measure


def annotators_table(report: ComparisonReport) -> Iterator[Table]:
    """Make a table of how many rankings stay the same without an annotator, and which annotator matters most."""
    by_measure = annotators_by_measure(report)
    if not by_measure:
        return
    rows = tuple((label, *_summary(records)) for label, records in by_measure.items())
    first = next(iter(by_measure.values()))
    people, name = plural(len(first), "annotator"), first[0].agreement.first.gold
    caption = (
        f"The runs are ranked again on the gold of {name} without each of {people}. Unchanged: rankings in which every "
        "run keeps its rank. Lowest tau: the smallest Kendall's tau with the ranking by all annotators, and the "
        "annotator who is left out there."
    )
    columns = ("measure", "unchanged", "lowest tau", "without", "largest move")
    yield Table(title="rankings without one annotator", columns=columns, rows=rows, caption=caption)


def _summary(records: Sequence[WithoutAnnotator]) -> tuple[str, ...]:
    unchanged = sum(1 for record in records if not record.moved)
    known = [(record.agreement.tau, record.annotator) for record in records if record.agreement.tau is not None]
    tau, annotator = min(known, default=(None, "-"))
    largest = max(record.largest_move for record in records)
    if unchanged == len(records):
        annotator = "-"
    return f"{unchanged}/{len(records)}", two_digits(tau), annotator, str(largest)
