"""Tables of how far rankings agree: between measures, between groups of items, and without each annotator."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from stead.core.text import plural
from stead.records.comparison import Order, RankAgreement, WithoutAnnotator, headline_figures
from stead.records.report import ComparisonReport
from stead.reporting.tables import Table, figure_label

ALL = "all"


@dataclass(frozen=True, slots=True)
class Square:
    """Some rankings, each compared with each: how far two agree, by their names, in whatever order."""

    title: str
    what: str
    names: tuple[str, ...]
    agreements: dict[frozenset[str], RankAgreement]

    def tau(self, first: str, second: str) -> float | None:
        """Kendall's tau-b between two of them."""
        own = self.agreements.get(frozenset((first, second)))
        return None if own is None else own.tau

    def overlap(self, first: str, second: str) -> float | None:
        """Their rank-biased overlap."""
        own = self.agreements.get(frozenset((first, second)))
        return None if own is None else own.overlap


def squares(report: ComparisonReport) -> Iterator[Square]:
    """First between the measures, then between the groups of each division, by the first measure."""
    headlines = headline_figures(report.comparisons[0])
    measures = [each for each in report.agreements if _is_between_measures(each, headlines)]
    if measures:
        yield _square("rankings by one measure and by another", "measure", measures, _label)
    for name in dict.fromkeys(division.name for division in report.inputs.divisions):
        own = [each for each in report.agreements if _is_between_groups(each, f"{name}=", headlines[0])]
        if own:
            label = figure_label(own[0].first.label, own[0].first.figure)
            yield _square(f"rankings by {label} on groups of items: {name}", "group", own, _group(f"{name}="))


def _is_between_measures(agreement: RankAgreement, headlines: list[tuple[str, str]]) -> bool:
    first, second = agreement.first, agreement.second
    same = (first.gold, first.group) == (second.gold, second.group) and first != second
    return same and all((each.measure, each.figure) in headlines for each in (first, second))


def _is_between_groups(agreement: RankAgreement, prefix: str, headline: tuple[str, str]) -> bool:
    first, second = agreement.first, agreement.second
    ours = all(each.group == ALL or each.group.startswith(prefix) for each in (first, second))
    return ours and first.group != second.group and all((e.measure, e.figure) == headline for e in (first, second))


def _label(order: Order) -> str:
    return figure_label(order.label, order.figure)


def _group(prefix: str) -> Callable[[Order], str]:
    return lambda order: order.group.removeprefix(prefix)


def _square(title: str, what: str, agreements: Sequence[RankAgreement], name: Callable[[Order], str]) -> Square:
    names = dict.fromkeys(name(order) for each in agreements for order in (each.first, each.second))
    found = {frozenset((name(each.first), name(each.second))): each for each in agreements}
    return Square(title, what, tuple(names), found)


def square_table(square: Square) -> Table:
    """Above the diagonal tau, below it the overlap."""
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
        "which the first places count most. 1: the same ranking."
    )
    numbers = map(str, range(1, len(square.names) + 1))
    return Table(
        title=square.title, columns=("no.", square.what, *numbers), rows=tuple(rows), caption=caption, labels=2
    )


def two_digits(value: float | None) -> str:
    """A coefficient, or a dash."""
    return "-" if value is None else f"{value + 0.0:.2f}"


def by_headline(report: ComparisonReport) -> dict[str, list[WithoutAnnotator]]:
    """What becomes of the ranking without each annotator, by the label of each measure's first figure."""
    found: dict[str, list[WithoutAnnotator]] = {}
    for each in report.annotators:
        order = each.agreement.first
        if (order.measure, order.figure) in headline_figures(report.comparisons[0]):
            found.setdefault(_label(order), []).append(each)
    return found


def annotators_table(report: ComparisonReport) -> Iterator[Table]:
    """For each measure: how many rankings stay as they are, and which annotator matters most."""
    own = by_headline(report)
    if not own:
        return
    rows = tuple((label, *_summary(records)) for label, records in own.items())
    people = plural(len(next(iter(own.values()))), "annotator")
    name = next(iter(own.values()))[0].agreement.first.gold
    caption = (
        f"The runs are ranked again on the gold of {name} without each of {people}. Unmoved: rankings in which every "
        "run keeps its rank. Lowest tau: the smallest Kendall's tau to the ranking with all, and who is left out there."
    )
    columns = ("measure", "unmoved", "lowest tau", "without", "largest move")
    yield Table(title="rankings without one annotator", columns=columns, rows=rows, caption=caption)


def _summary(records: Sequence[WithoutAnnotator]) -> tuple[str, ...]:
    unmoved = sum(1 for each in records if not each.moved)
    known = [(each.agreement.tau, each.annotator) for each in records if each.agreement.tau is not None]
    tau, annotator = min(known, default=(None, "-"))
    largest = max(each.largest_move for each in records)
    if unmoved == len(records):
        annotator = "-"
    return f"{unmoved}/{len(records)}", two_digits(tau), annotator, str(largest)
