"""Tables of a study, in the layout of the papers: Tanguy et al. 2018, tables 1 to 3, and SemEval-2007's table 8."""

from collections.abc import Iterator

from stead.core.text import plural
from stead.records.study import (
    Curve,
    MachineRater,
    NamedFigure,
    RankChange,
    RankStudy,
    Study,
    StudyBreakdown,
    TermFrequencies,
)
from stead.reporting.tables import Table

_SHORT = {"semdis-best-norm": "BEST", "semdis-oot-norm@10": "OOT"}
"""The names of the two measures in the paper's tables."""

_KINDS = {"raters": "ratings of each candidate", "depth": "answers of each run in the pool"}
_CLOSENESS = {"raters": "rho with gold 2", "depth": "% of gold 2 found"}


def study_tables(study: Study) -> list[Table]:
    """Make all tables, in the order of the paper."""
    return [
        *_data(study),
        _bands(study),
        _boxes(study),
        *([] if study.verdicts is None else [_verdicts(study.verdicts)]),
        *([] if study.frequencies is None else [_frequencies(study.frequencies)]),
        *(_ranks(study, rank) for rank in study.ranks),
        *_curves(study),
        *(_machine(machine) for machine in study.machines),
    ]


def format_number(value: float | None, digits: int = 2) -> str:
    """Print a number with some decimals, whole numbers above 1 without, or a dash for None."""
    if value is None:
        return "-"
    return str(int(value)) if value == int(value) and abs(value) > 1 else f"{value:z.{digits}f}"


def whole_percent(count: int, total: int) -> str:
    """Print a share as the paper does: `16%`, halves up."""
    return f"{int(100 * count / total + 0.5)}%" if total else "-"


def format_p(p: float | None) -> str:
    """Print a p-value as papers do."""
    return "-" if p is None else "< .001" if p < 0.001 else f"{p:.3f}".removeprefix("0")


def level_in_words(study: Study) -> str:
    """Print the confidence level: `95 %`."""
    return f"{100 * study.level:g} %"


def median_of(counts: dict[str, int]) -> float:
    """Compute the median of numbers from the frequency of each."""
    values = [int(number) for number, frequency in counts.items() for _ in range(frequency)]
    values.sort()
    middle = len(values) // 2
    return values[middle] if len(values) % 2 else (values[middle - 1] + values[middle]) / 2


def _data(study: Study) -> Iterator[Table]:
    total = study.candidates
    rows = [(name, str(count), f"{100 * count / total:.1f}%") for name, count in study.origins.items()]
    yield Table(
        title="the pool",
        columns=("origin", "candidates", "share"),
        rows=(*rows, ("all", str(total), "100%")),
        caption=f"{plural(study.items, 'sentence')}, {plural(len(study.runs), 'run')}.",
    )
    for title, figures in (("agreement of the annotators", study.production), ("the ratings", study.ratings)):
        if figures:
            rows = [(figure.name, format_number(figure.value), _interval(figure)) for figure in figures]
            yield Table(
                title=title, columns=("figure", "value", "95 %"), rows=tuple(rows), caption="Intervals resample items."
            )
    yield Table(title="the two golds", columns=("what", "number"), rows=tuple(_changes(study)), caption=_lost(study))
    yield Table(
        title="correlation of both weights (Spearman)",
        columns=("over", "N", "rho", "p"),
        rows=tuple(
            (figure.what, str(figure.number), format_number(figure.rho), format_p(figure.p))
            for figure in study.correlations
        ),
    )


def _interval(named: NamedFigure) -> str:
    return (
        "-" if named.interval is None else f"[{format_number(named.interval[0])}, {format_number(named.interval[1])}]"
    )


def _changes(study: Study) -> Iterator[tuple[str, str]]:
    yield from ((name, str(count)) for name, count in study.changes.items())
    numbers = sorted(map(int, study.positives))
    yield "substitutes of gold 2 for a sentence, fewest", str(numbers[0])
    yield "substitutes of gold 2 for a sentence, median", format_number(median_of(study.positives), 1)
    yield "substitutes of gold 2 for a sentence, most", str(numbers[-1])


def _lost(study: Study) -> str:
    if not study.lost_weights:
        return ""
    lost = ", ".join(f"{count} with weight {weight}" for weight, count in study.lost_weights.items())
    return f"Of gold 1, rated 0: {lost}."


def _bands(study: Study) -> Table:
    return _breakdown(
        study.bands,
        "table 1: breakdown of substitutes across annotations",
        "score 2",
        f"Share of each origin's candidates by their weight in gold 2, from 0 to {study.scale:g}.",
    )


def _breakdown(breakdown: StudyBreakdown, title: str, corner: str, caption: str) -> Table:
    rows = tuple(
        (band, *(whole_percent(column.counts[row], column.total) for column in breakdown.columns))
        for row, band in enumerate(breakdown.bands)
    )
    heads = (f"{column.origin} ({column.total})" for column in breakdown.columns)
    return Table(title=title, columns=(corner, *heads), rows=rows, caption=caption)


def _verdicts(breakdown: StudyBreakdown) -> Table:
    rows = tuple(
        (column.origin, *(_hundredths(count, column.total) for count in column.counts), str(column.total))
        for column in breakdown.columns
    )
    caption = "Majority verdicts, %; a substitute from both counts in both rows."
    return Table(
        title="post hoc verdicts by origin (SemEval-2007, table 8)",
        columns=("", *breakdown.bands, "N"),
        rows=rows,
        caption=caption,
    )


def machine_title(machine: MachineRater) -> str:
    """The title of a machine's table."""
    return f"as a rater: {machine.name}"


def _machine(machine: MachineRater) -> Table:
    """A machine as a rater: agreement, worth, and its ranking of the systems."""
    rows = [(figure.name, format_number(figure.value), _interval(figure)) for figure in machine.figures]
    if machine.worth is not None:
        worth = machine.worth
        bounds = f"[{_people(worth.low)}, {_people(worth.high)}]" if worth.has_interval else "-"
        rows.append(("people that it is worth", _people(worth.people), bounds))
    for rank in machine.ranks:
        tau = NamedFigure(f"Kendall's tau of its ranking with gold 2, {rank.label}", rank.tau, rank.interval)
        rows.append((tau.name, format_number(tau.value), _interval(tau)))
    caption = (
        f"{plural(machine.candidates, 'candidate')} that it and two or more people rated; intervals resample as the "
        "study does. Worth: the number of people whose mean predicts one more person as well as the machine does "
        "(Spearman 1910, Brown 1910)."
    )
    return Table(
        title=machine_title(machine), columns=("figure", "value", "interval"), rows=tuple(rows), caption=caption
    )


def _people(number: float | None) -> str:
    return "any number" if number is None else f"{number:.2f}"


def _hundredths(count: int, total: int) -> str:
    return f"{100 * count / total:.2f}" if total else "-"


def _boxes(study: Study) -> Table:
    rows = tuple(
        (
            f"{box.weight:g}",
            str(box.number),
            *(format_number(value) for value in (box.low, box.first, box.median, box.third, box.high)),
        )
        for box in study.boxes
    )
    heads = ("weight 1", "N", "low", "25 %", "median", "75 %", "high")
    caption = "Weights in gold 2 by weight in gold 1 (0: not in it); low and high without outliers."
    return Table(title="figure 1: correlation between the two annotations", columns=heads, rows=rows, caption=caption)


def _frequencies(frequencies: TermFrequencies) -> Table:
    rows = [
        (
            f"weight in {correlation.what}",
            str(correlation.number),
            format_number(correlation.rho),
            format_p(correlation.p),
        )
        for correlation in frequencies.correlations
    ]
    share = "-" if frequencies.rarer is None else f"{100 * frequencies.rarer:.1f} %"
    caption = (
        f"Frequencies of {frequencies.source}; {plural(frequencies.unknown, 'substitute')} without one. A new "
        f"substitute is rarer than one of gold 1 in {share} of all pairs (Wilcoxon's rank-sum test, {frequencies.new} "
        f"against {frequencies.old}: p {format_p(frequencies.p)})."
    )
    return Table(
        title="correlation with the logarithm of frequency (Spearman)",
        columns=("", "N", "rho", "p"),
        rows=tuple(rows),
        caption=caption,
    )


def _ranks(study: Study, rank: RankStudy) -> Table:
    heads = (
        "system",
        "gold 1",
        "rank",
        "gold 2",
        "rank",
        "change",
        level_in_words(study),
        "same direction",
    )
    rows = tuple(_rank_row(row) for row in rank.rows)
    name = f"normalised {short_label(rank.label)} ({rank.label})" if rank.label in _SHORT else rank.label
    return Table(title=f"{name} on both golds", columns=heads, rows=rows, caption=tau_in_words(study, rank))


def short_label(label: str) -> str:
    """Shorten a measure's name for a column of a table."""
    return _SHORT.get(label, label)


def _rank_row(row: RankChange) -> tuple[str, ...]:
    return (
        row.run,
        format_score(row.first_value),
        str(row.first_rank or "-"),
        format_score(row.second_value),
        str(row.second_rank or "-"),
        format_change(row.difference),
        "-" if row.interval is None else f"{format_change(row.interval[0])} to {format_change(row.interval[1])}",
        "-" if row.moved is None else f"{100 * row.moved:.0f} %",
    )


def format_score(value: float | None) -> str:
    """Print a score as the paper does: `0.29`."""
    return "-" if value is None else f"{int(value * 100 + 0.5) / 100:.2f}"


def format_change(difference: int | None) -> str:
    """Print a change of rank as the paper does: `-1`, `0`, `+2`."""
    return "-" if difference is None else f"{difference:+d}" if difference else "0"


def tau_in_words(study: Study, rank: RankStudy) -> str:
    """Describe the agreement of the two rankings."""
    within = ""
    if rank.interval is not None:
        within = f", {level_in_words(study)} interval {rank.interval[0]:z.2f} to {rank.interval[1]:z.2f}"
    drawn = f"; intervals: {plural(study.resamples, 'resample')} of {study.unit}s" if study.resamples else ""
    tau = "Kendall's tau is not defined" if rank.tau is None else f"Kendall's tau {rank.tau:z.2f}{within}"
    return (
        f"In the order of gold 2; change: rank 2 minus rank 1. {tau}{drawn}. Same direction: share of resamples in "
        "which the system moves in the same direction, or stays."
    )


def _curves(study: Study) -> Iterator[Table]:
    for kind in dict.fromkeys(curve.kind for curve in study.curves):
        curves = [curve for curve in study.curves if curve.kind == kind]
        efforts = [point.effort for point in curves[0].points]
        rows = tuple(
            (str(effort), *(_tau(curve, index) for curve in curves), _closeness(curves[0], index))
            for index, effort in enumerate(efforts)
        )
        heads = (
            _KINDS[kind].partition(" of ")[0],
            *(f"tau, {short_label(curve.label)}" for curve in curves),
            _CLOSENESS[kind],
        )
        enough = ", ".join(f"{curve.enough or 'more than all'} by {curve.label}" for curve in curves)
        caption = f"Kendall's tau with the order by the whole of gold 2; tau .95 from: {enough}."
        yield Table(
            title=f"how many {_KINDS[kind]} would have been enough", columns=heads, rows=rows, caption=caption, labels=0
        )


def _closeness(curve: Curve, index: int) -> str:
    value = curve.points[index].closeness
    if value is None:
        return "-"
    return f"{value:.3f}" if curve.kind == "raters" else f"{100 * value:.1f}"


def _tau(curve: Curve, index: int) -> str:
    point = curve.points[index]
    if point.tau is None or point.low is None or point.high is None:
        return "-"
    around = "" if point.low == point.high else f" [{point.low:z.2f}, {point.high:z.2f}]"
    return f"{point.tau:z.2f}{around}"


def study_records(study: Study) -> list[dict[str, object]]:
    """Make a flat record of every cell: table, row, column, value."""
    records: list[dict[str, object]] = []
    for table in study_tables(study):
        for row in table.rows:
            label = row[0]
            records += [
                {"table": table.title, "row": label, "column": column, "value": cell}
                for column, cell in zip(table.columns[1:], row[1:], strict=True)
            ]
    return records
