"""The table for a paper: a row for each run, a column for each measure, the best in bold, marks of significance."""

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from stead.core.errors import UsageError
from stead.records.comparison import Comparison, Figure, Interval, all_figures, estimates_of, headline_figures
from stead.records.report import ComparisonReport
from stead.records.scores import headline_figure
from stead.reporting.comparison_tables import fewer_items, pairs_by, procedure_in_words, ranking_by
from stead.reporting.machine_readable import SEPARATORS, Record, separated_records, to_json_text
from stead.reporting.ranking_tables import ALL
from stead.reporting.score_tables import common_signatures
from stead.reporting.tables import (
    PLAIN,
    TEXT_WIDTH,
    Signatures,
    Style,
    Table,
    check_format,
    escape_markdown,
    figure_label,
    fitted_text_table,
    markdown_signatures,
    markdown_table,
    percent,
    text_signatures,
)

MARKS = {0.01: "‡", 0.05: "†"}
"""The mark of a difference that is significant at a level, the strictest level first."""

BEST_EXPLAINED = "Bold: the best of a column."
_LABEL = re.compile(r"[A-Za-z0-9:./+_-]+")


class PaperCell(NamedTuple):
    """A figure of a run: its value and interval, whether no other run is better, and the corrected p-value.

    The p-value is that of the difference from the baseline, or from the best run of the column.
    """

    value: float | None
    interval: Interval
    is_best: bool
    p: float | None

    @property
    def mark(self) -> str:
        """The mark of significance."""
        return next((mark for level, mark in MARKS.items() if self.p is not None and self.p < level), "")

    @property
    def brackets(self) -> str:
        """The interval in brackets."""
        low, high = self.interval.low, self.interval.high
        return "" if low is None else f"[{percent(low)}, {percent(high)}]"


class PaperColumn(NamedTuple):
    """A figure of all runs."""

    measure: str
    label: str
    figure: str
    cells: tuple[PaperCell, ...]

    @property
    def heading(self) -> str:
        """The measure, and the figure unless it is the mean."""
        return figure_label(self.label, self.figure)


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """Runs in the order in which they were given, and their figures by column; `label` is for references in LaTeX.

    `compared_with` is what p-values compare a run with: the name of the baseline, or `the best` of each column; it is
    empty if nothing was tested.
    """

    title: str
    caption: str
    label: str
    runs: tuple[str, ...]
    columns: tuple[PaperColumn, ...]
    has_intervals: bool
    compared_with: str
    signatures: tuple[str, ...]


def paper_table(
    report: ComparisonReport,
    *,
    figures: str = "headline",
    intervals: bool = False,
    label: str | None = None,
    baseline: str | None = None,
) -> PaperTable:
    """Make the table of a comparison; `figures` are those of each measure: `headline`, `all`, or names as in `P,R`.

    Marks compare with the `baseline`, whose pairs must have been tested; default: that of the comparison.
    """
    comparison = _with_baseline(report, baseline)
    runs = report.systems
    columns = tuple(_column(comparison, figure, runs) for figure in _choose_figures(comparison, figures))
    marks = {cell.mark for column in columns for cell in column.cells}
    scored = common_signatures(score for score in report.scores if score.group == ALL)
    return PaperTable(
        title=f"Results on {report.gold.name}",
        caption=_caption(report, comparison, marks, intervals=intervals),
        label=_label(report.gold.name) if label is None else check_label(label),
        runs=runs,
        columns=columns,
        has_intervals=intervals,
        compared_with=(comparison.baseline or "the best") if comparison.pairs else "",
        signatures=(comparison.signature, *scored),
    )


def _with_baseline(report: ComparisonReport, baseline: str | None) -> Comparison:
    """The comparison that marks are taken from, with the baseline that is asked for."""
    comparison = report.comparisons[0]
    if baseline is None or baseline == comparison.baseline:
        return comparison
    if baseline not in report.systems:
        raise UsageError(
            f"baseline is one of the runs, {', '.join(report.systems)}, not {baseline!r}.", parameter="baseline"
        )
    if comparison.baseline is not None:
        raise UsageError(
            f"baseline: only pairs with {comparison.baseline} were tested; compare again with the baseline {baseline}.",
            parameter="baseline",
        )
    return replace(comparison, baseline=baseline)


def _choose_figures(comparison: Comparison, figures: str) -> list[Figure]:
    """List the chosen figures of each measure; a measure that has none of them shows its headline figure."""
    if figures == "headline":
        return headline_figures(comparison)
    by_measure: dict[str, list[str]] = {}
    for estimate in comparison.estimates:
        names = by_measure.setdefault(estimate.measure, [])
        if estimate.figure not in names:
            names.append(estimate.figure)
    known = dict.fromkeys(name for _, name in all_figures(comparison))
    check_figures(figures, known)
    wanted = list(known) if figures == "all" else figures.split(",")
    return [
        (measure, name)
        for measure, names in by_measure.items()
        for name in [name for name in names if name in wanted] or [headline_figure(names)]
    ]


def check_figures(figures: str, known: Iterable[str]) -> None:
    """Refuse figures that are neither `headline` nor `all`, nor known."""
    for name in () if figures in {"headline", "all"} else figures.split(","):
        if name not in known:
            raise UsageError(
                f"figures are headline, all, or some of {', '.join(known)}, joined by commas, not {name!r}.",
                parameter="figures",
            )


def _column(comparison: Comparison, figure: Figure, runs: Sequence[str]) -> PaperColumn:
    estimates = {estimate.run: estimate for estimate in estimates_of(comparison, figure)}
    ranks = ranking_by(comparison, figure).ranks()
    best = {run for run in ranks if ranks[run] == 1} if len(runs) > 1 else set()
    compared_with = best if comparison.baseline is None else {comparison.baseline}
    pairs = pairs_by(comparison, figure)
    cells = []
    for run in runs:
        tested = [pairs[frozenset((run, other))].tests[0].corrected for other in compared_with - {run}]
        known = [p for p in tested if p is not None]
        p = max(known, default=None) if run not in compared_with and len(known) == len(tested) else None
        cells.append(PaperCell(estimates[run].value, estimates[run].interval, run in best, p))
    return PaperColumn(*figure[:1], estimates[runs[0]].label, figure[1], tuple(cells))


def _caption(report: ComparisonReport, comparison: Comparison, marks: Container[str], *, intervals: bool) -> str:
    sentences = [f"Scores x 100; {procedure_in_words(comparison, intervals=intervals)}{fewer_items(report)}."]
    baseline = comparison.baseline
    difference = "below the best of the column" if baseline is None else f"different from {baseline}"
    levels = sorted((level, mark) for level, mark in MARKS.items() if mark in marks)[::-1]
    if levels:
        explained = ", ".join(f"{mark} p < {f'{level:g}'.removeprefix('0')}" for level, mark in levels)
        sentences.append(f"{explained}: {difference}.")
    elif comparison.pairs:
        sentences.append(f"No figure is significantly {difference} (p < .05).")
    return " ".join(sentences)


def _label(name: str) -> str:
    """Make a label of a name."""
    return f"tab:{'-'.join(re.findall('[A-Za-z0-9]+', name)) or 'results'}"


def check_label(label: str) -> str:
    """Refuse a label that LaTeX would not take."""
    if not _LABEL.fullmatch(label):
        raise UsageError(
            f"label is of letters, digits and : . / + _ - only, as in tab:results, not {label!r}.", parameter="label"
        )
    return label


# ----------------------------------------------------------------------------------------------------- rendering


def paper_records(table: PaperTable) -> list[Record]:
    """Make one record for each run, with all digits: every figure, and its interval and p-value if they are shown."""
    return [
        {"run": run, **{name: value for column in table.columns for name, value in _fields(table, column, number)}}
        for number, run in enumerate(table.runs)
    ]


def _fields(table: PaperTable, column: PaperColumn, row: int) -> Iterator[tuple[str, float | None]]:
    cell = column.cells[row]
    yield column.heading, cell.value
    if table.has_intervals:
        yield f"{column.heading} low", cell.interval.low
        yield f"{column.heading} high", cell.interval.high
    if table.compared_with:
        yield f"{column.heading} p against {table.compared_with}", cell.p


def _json(table: PaperTable) -> str:
    return to_json_text(
        {
            "schema": "stead.paper-table/1",
            "title": table.title,
            "caption": table.caption,
            "records": paper_records(table),
            "signatures": table.signatures,
        }
    )


def _text(table: PaperTable, width: int, style: Style) -> str:
    marked = [any(cell.mark for cell in column.cells) for column in table.columns]

    def render(cell: PaperCell, *, marked: bool) -> str:
        mark = cell.mark or (" " if marked else "")  # so that the digits stay below each other
        return f"{percent(cell.value)}{mark}" + (f" {cell.brackets}" if table.has_intervals else "")

    columns = zip(table.columns, marked, strict=True)
    cells = [[render(cell, marked=marks) for cell in column.cells] for column, marks in columns]
    shown = fitted_text_table(_plain_table(table, cells, table.caption), width, style)
    return "\n".join([shown, text_signatures(Signatures(table.signatures))])


def _plain_table(table: PaperTable, columns: Sequence[Sequence[str]], caption: str) -> Table:
    rows = tuple(zip(table.runs, *columns, strict=True))
    return Table(
        title=table.title,
        columns=("run", *(column.heading for column in table.columns)),
        rows=rows,
        caption=caption,
    )


def _markdown(table: PaperTable) -> str:
    def render(cell: PaperCell) -> str:
        value = f"**{percent(cell.value)}**" if cell.is_best else percent(cell.value)
        return f"{value}{cell.mark}" + (f" {escape_markdown(cell.brackets)}" if table.has_intervals else "")

    cells = [[render(cell) for cell in column.cells] for column in table.columns]
    caption = f"{table.caption} {BEST_EXPLAINED}" if table.compared_with else table.caption
    whole = markdown_table(_plain_table(table, cells, caption), numbers=str)
    return "\n".join([whole, markdown_signatures(Signatures(table.signatures))])


def render_paper_table(
    table: PaperTable, format: str = "text", *, width: int | None = None, style: Style = PLAIN
) -> str:
    """Render the table as text of a given width and style, markdown, latex, tsv, csv or json."""
    check_format(format)
    if format in SEPARATORS:
        signed = " ".join(table.signatures)
        return separated_records([{**record, "signatures": signed} for record in paper_records(table)], format)
    if format == "json":
        return _json(table)
    if format == "markdown":
        return _markdown(table)
    if format == "latex":
        from stead.reporting.paper_latex import latex_paper_table  # noqa: PLC0415 (it is built on this module)

        return latex_paper_table(table)
    return _text(table, width or TEXT_WIDTH, style)
