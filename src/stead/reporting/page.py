"""Render a comparison as one self-contained HTML page, which needs no network and no server."""

import base64
import hashlib
import html
from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import files
from urllib.parse import quote, urlsplit

from stead.core.faults import describe_faults
from stead.core.text import escape_unprintable, plural
from stead.records.comparison import Estimate, Figure, GoldsTable, WithoutAnnotator, estimates_of, headline_figures
from stead.records.report import ComparisonReport
from stead.reporting.comparison_tables import (
    agreement_in_words,
    best_first,
    correction_in_words,
    format_rank_change,
    headline_ranking,
    level_in_words,
    procedure_in_words,
)
from stead.reporting.page_data import pack_report
from stead.reporting.page_details import PageDetails, SystemDetails
from stead.reporting.ranking_tables import Square, annotators_by_measure, squares, two_digits
from stead.reporting.score_tables import CEILING, warnings_of
from stead.reporting.tables import figure_label, percent


def escape_html(text: str) -> str:
    """Escape a text for HTML, and make control characters visible."""
    return html.escape(escape_unprintable(text))


_MANY = 8
"""With more columns than this, headings are upright."""


def rankings_part(report: ComparisonReport) -> str:
    """Make the tables of agreement between rankings."""
    agreements = list(squares(report))
    if not agreements:
        return ""
    first, *others = map(_square, agreements)
    tables = f'{first}<div class="columns">{"".join(others)}</div>'
    return (
        '<h3 id="agreeing">Do rankings agree?</h3><p class="hint">Above the diagonal Kendall\'s τ between the two '
        "rankings of the systems, below it rank-biased overlap, for which the first ranks count most; 1: the same "
        f"ranking; darker: closer.</p>{tables}"
    )


def _square(square: Square) -> str:
    rows = []
    for row, first in enumerate(square.names):
        cells = "".join(
            '<td class="cell">·</td>'
            if row == column
            else _rank_cell((square.tau if row < column else square.overlap)(first, second))
            for column, second in enumerate(square.names)
        )
        rows.append(f'<tr><th scope="row"><bdi dir="auto">{escape_html(first)}</bdi></th>{cells}</tr>')
    return f"<div><h4>{escape_html(square.title)}</h4>{_table(square.title, ['', *square.names], rows)}</div>"


def _rank_cell(value: float | None) -> str:
    """Make a cell, the darker, the closer two rankings are."""
    return _tinted("heat", 0.55 * max(0.0, value or 0.0), two_digits(value))


def _tinted(colour: str, strength: float, content: str) -> str:
    return f'<td class="cell" style="background: rgba(var(--{colour}), {strength:.2f})">{content}</td>'


def _table(label: str, names: Sequence[str], rows: Iterable[str]) -> str:
    many = len(names) > _MANY
    columns = "".join(map(_upright if many else _plain, names))
    compact = ' class="compact"' if many else ""
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape_html(label)}"><table{compact}><thead><tr>'
        f"{columns}</tr></thead><tbody>{''.join(rows)}</tbody></table></div>"
    )


def _plain(name: str) -> str:
    return f'<th scope="col">{escape_html(name)}</th>' if name else "<td></td>"


def _upright(name: str) -> str:
    return f'<th scope="col" class="upright"><span>{escape_html(name)}</span></th>' if name else "<td></td>"


def annotators_part(report: ComparisonReport) -> str:
    """Make the table of rankings by each measure without each annotator."""
    by_measure = annotators_by_measure(report)
    if not by_measure:
        return ""
    by_annotator: dict[str, list[WithoutAnnotator]] = {}
    for records in by_measure.values():
        for record in records:
            by_annotator.setdefault(record.annotator, []).append(record)
    rows = [
        f'<tr><th scope="row"><bdi dir="auto">{escape_html(name)}</bdi></th><td>{records[0].scored}</td>'
        f"{''.join(map(_moves_cell, records))}</tr>"
        for name, records in by_annotator.items()
    ]
    return (
        '<section id="annotators" aria-labelledby="annotators-head">'
        '<h2 id="annotators-head">Does the ranking depend on one annotator?</h2>'
        f'<p class="hint">{_ANNOTATORS}</p>'
        f"{_table('Rankings without one annotator', ['', 'items', *by_measure], rows)}</section>"
    )


_ANNOTATORS = (
    "The systems are ranked again on a gold without each annotator: Kendall's τ with the ranking by all annotators, "
    "and, coloured, how many systems change their rank. Items: how many are still scored."
)


def _moves_cell(record: WithoutAnnotator) -> str:
    """Make a cell, coloured where any system moves."""
    tau = record.agreement.tau
    if not record.moved:
        return f'<td class="cell">{two_digits(tau)}</td>'
    moves = f"<small>{record.moved} move{'s' if record.moved == 1 else ''}</small>"
    return _tinted("worse", 0.15 + 0.2 * (1 - (tau or 0.0)), f"{two_digits(tau)}{moves}")


def golds_part(report: ComparisonReport, details: PageDetails) -> str:
    """Make the tables of runs on two golds, one for each measure."""
    if not report.golds:
        return ""
    tables = "".join(_golds_table(report, table, details) for table in report.golds)
    other = escape_html(report.golds[0].second.gold)
    return (
        f'<section aria-labelledby="golds"><h2 id="golds">Ranks on two golds</h2><p class="hint">In the order of '
        f'{other}; a difference above 0 means that the system falls.</p><div class="columns">{tables}</div></section>'
    )


def _golds_table(report: ComparisonReport, table: GoldsTable, details: PageDetails) -> str:
    rows = (
        f'<tr><th scope="row"><bdi dir="auto">{escape_html(details.name(row.run))}</bdi></th>'
        f"<td>{percent(row.first_value)}</td>"
        f"<td>{row.first_rank or '-'}</td><td>{percent(row.second_value)}</td><td>{row.second_rank or '-'}</td>"
        f"<td>{format_rank_change(row.rank_difference)}</td></tr>"
        for row in table.rows
    )
    heads = ["", table.first.gold, "rank", table.second.gold, "rank", "difference"]
    title = figure_label(table.first.label, table.first.figure)
    agreeing = escape_html(agreement_in_words(report, table))
    return f'<div><h3>{escape_html(title)}</h3>{_table(title, heads, rows)}<p class="hint">{agreeing}</p></div>'


_FOLDER = files("stead.reporting") / "page"
_SCRIPTS = ("basics", "theme", "address", "download", "plots", "tables", "items", "start")


def comparison_page(
    report: ComparisonReport,
    *,
    details: PageDetails | None = None,
    links: Mapping[str, str] | None = None,
    refused: Mapping[str, str] | None = None,
) -> str:
    """Render the report as HTML; in a site, with `links` to the systems' pages and the reasons of `refused` files."""
    script, details = join_scripts(_SCRIPTS), details or PageDetails()
    return read_asset("page.html").format(
        style=read_asset("page.css"),
        script=script,
        script_hash=script_hash(script),
        data=pack_report(report, details),
        title=escape_html(details.title or _title(report)),
        date=date_html(details),
        lead=escape_html(f"{_title(report)}. {_lead(report)}" if details.title else _lead(report)),
        headline=escape_html(_label(report, headline_figures(report.comparisons[0])[0])),
        leaderboard=_leaderboard(report, details, links or {}),
        level=level_in_words(report.comparisons[0]),
        correction=escape_html(correction_in_words(report.comparisons[0])),
        refused=_refused(refused or {}),
        golds=golds_part(report, details),
        rankings=rankings_part(report),
        annotators=annotators_part(report),
        annotators_hidden="" if report.annotators else "hidden",
        procedure="".join(f"<li>{escape_html(procedure_in_words(one))}.</li>" for one in report.comparisons),
        measures=_measures(report),
        notes=_notes(report),
        signatures=_signatures(report),
        pairs_hidden="" if len(report.systems) > 1 else "hidden",
        breakdowns_hidden="" if report.breakdowns else "hidden",
        version=escape_html(report.version),
    )


def date_html(details: PageDetails) -> str:
    """Make the line with the date, if there is one."""
    return f'<p class="lead"><time datetime="{details.date}">{details.date}</time></p>' if details.date else ""


def external_link(address: str, text: str) -> str:
    """Make a link to another site, which is not told where the reader comes from."""
    return f'<a href="{escape_html(address)}" rel="noopener noreferrer">{escape_html(text)}</a>'


def paper_html(system: SystemDetails) -> str:
    """Name the paper of a system, with its link; a link without a paper goes by its host."""
    return (
        external_link(system.link, system.paper or urlsplit(system.link).netloc)
        if system.link
        else escape_html(system.paper)
    )


def read_asset(name: str) -> str:
    """Read a template, script or style sheet of the pages."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def join_scripts(names: Iterable[str]) -> str:
    """Join scripts of the pages into one."""
    return "".join(read_asset(f"{name}.js") for name in names).strip()


def script_hash(script: str) -> str:
    """Hash a script, between two line ends, for the content security policy, so that browsers run it and no other."""
    return base64.b64encode(hashlib.sha256(f"\n{script}\n".encode()).digest()).decode()


def _title(report: ComparisonReport) -> str:
    return f"{plural(len(report.systems), 'system')} on {report.gold.name}"


def _lead(report: ComparisonReport) -> str:
    gold = report.gold
    lexelts = len({item.lexelt for item in report.items} - {""})
    words = f", of {plural(lexelts, 'target word')}" if lexelts else ""
    kind = "graded" if gold.graded else "counts of annotators"
    return (
        f"{gold.scored} of {plural(gold.items, 'item')} {'is' if gold.scored == 1 else 'are'} scored{words}; "
        f"{gold.with_mode} {'has' if gold.with_mode == 1 else 'have'} a mode; gold weights are {kind}."
    )


def _label(report: ComparisonReport, figure: Figure) -> str:
    return figure_label(next(estimates_of(report.comparisons[0], figure)).label, figure[1])


_FIRST_SHOWN = 6
"""How many measures and details of systems the leaderboard shows, as many as fit, until a reader chooses others."""


def _leaderboard(report: ComparisonReport, details: PageDetails, links: Mapping[str, str]) -> str:
    comparison = report.comparisons[0]
    figures = headline_figures(comparison)
    columns = [{estimate.run: estimate for estimate in estimates_of(comparison, figure)} for figure in figures]
    values = [[estimate.value for estimate in column.values() if estimate.value is not None] for column in columns]
    best = [max(known, default=None) for known in values]
    known_details = _known_details(details)
    heads = "".join(
        _head(
            _label(report, figure),
            ":".join(figure),
            sort="" if index else "descending",
            mark=" data-extra" if index >= _FIRST_SHOWN - len(known_details) else "",
        )
        for index, figure in enumerate(figures)
    )
    numbers = {system: number for number, system in enumerate(report.systems)}
    attempted = {run.name: run.attempted for run in sorted(report.runs, key=lambda run: run.attempted)}  # the most
    ranks = headline_ranking(report).ranks()
    rows = []
    for run in best_first(report):
        number, rank, answered = numbers[run], ranks.get(run, ""), attempted[run]
        cells = "".join(_cell(column[run], best[index], index) for index, column in enumerate(columns))
        of_system = "".join(_detail_cell(details, run, key) for key in known_details)
        rows.append(
            f'<tr data-run="{number}"><th scope="row" title="{escape_html(details.name(run))}">'
            f"{_linked(run, details, links)}</th>"
            f'<td data-value="{rank}">{rank or "-"}</td>{cells}<td data-value="{answered}">{answered}</td>{of_system}'
            "</tr>"
        )
    described = "".join(_head(key, key, mark=' class="detail"') for key in known_details)
    return (
        '<table id="leaderboard-table" data-small="interval">'
        '<caption class="hint">Scores x 100, each with its interval '
        f'<span id="interval-unit">by {comparison.unit}</span>; ranks by {escape_html(_label(report, figures[0]))}; '
        "bold: the best of a column. Click a heading to sort.</caption>"
        f"<thead><tr>{_head('system', 'system')}{_head('rank', 'rank', ascending=True)}{heads}"
        f"{_head('answered', 'answered')}{described}</tr></thead>"
        f"<tbody>{''.join(rows)}{_ceiling(report, figures, len(known_details))}</tbody></table>"
    )


def _known_details(details: PageDetails) -> list[str]:
    """List the details that are known of any system, for columns of their own."""
    systems = details.systems.values()
    known = {
        "paper": any(system.paper or system.link for system in systems),
        "parameters": any(system.parameters for system in systems),
        "cost": any(system.cost for system in systems),
    }
    return [key for key, is_known in known.items() if is_known]


def _detail_cell(details: PageDetails, run: str, key: str) -> str:
    system = details.of(run)
    text = paper_html(system) if key == "paper" else escape_html(getattr(system, key))
    value = (system.paper or system.link) if key == "paper" else getattr(system, key)
    return f'<td class="detail" data-value="{escape_html(value.replace(",", ""))}">{text or "-"}</td>'


def _linked(run: str, details: PageDetails, links: Mapping[str, str]) -> str:
    name = f'<bdi dir="auto">{escape_html(details.name(run))}</bdi>'
    return f'<a href="{escape_html(quote(links[run]))}">{name}</a>' if run in links else name


def _refused(refused: Mapping[str, str]) -> str:
    if not refused:
        return ""
    files = "".join(
        f"<li><strong>{escape_html(name)}</strong>: {escape_html(reason)}</li>" for name, reason in refused.items()
    )
    heading = '<h2 id="refused">Not scored</h2>'
    return f'<section aria-labelledby="refused">{heading}<ul class="plain">{files}</ul></section>'


def _head(text: str, column: str, *, sort: str = "", ascending: bool = False, mark: str = "") -> str:
    """Make a heading that sorts: descending first, unless the smallest is the best; addresses name it by `column`."""
    marks = (f' aria-sort="{sort}"' if sort else "") + (" data-ascending" if ascending else "")
    button = f'<button type="button">{escape_html(text)}</button>'
    return f'<th scope="col" data-column="{escape_html(column)}"{marks}{mark}>{button}</th>'


def _cell(estimate: Estimate, best: float | None, figure: int) -> str:
    interval = estimate.interval
    around = "" if interval.low is None else f"<small>{percent(interval.low)} to {percent(interval.high)}</small>"
    mark = ' class="top"' if estimate.value is not None and estimate.value == best else ""
    value = "" if estimate.value is None else f"{estimate.value:.6f}"
    return f'<td data-figure="{figure}" data-value="{value}"{mark}>{percent(estimate.value)}{around}</td>'


def _ceiling(report: ComparisonReport, figures: Iterable[Figure], details: int) -> str:
    first = report.systems[0]
    ceilings = {score.measure: score.ceiling for score in report.scores if score.run == first and score.group == "all"}
    cells = "".join(f"<td>{percent(ceilings[measure][figure])}</td>" for measure, figure in figures)
    return f'<tr class="ceiling"><th scope="row">{CEILING}</th><td></td>{cells}<td></td>{"<td></td>" * details}</tr>'


def _measures(report: ComparisonReport) -> str:
    if not report.power:
        return "<p>There is only one system: nothing to compare.</p>"
    headlines = headline_figures(report.comparisons[0])
    stability = (record for record in report.stability if record.compared_with == "half")
    halves = {(record.measure, record.figure): record for record in stability}
    swaps = {(record.measure, record.figure): record for record in report.swaps}
    rows = []
    for power in report.power:
        key = power.measure, power.figure
        if key in headlines:
            tau, needed = halves[key].tau, swaps[key].needed
            rows.append(
                f'<tr><th scope="row">{escape_html(figure_label(power.label, power.figure))}</th>'
                f"<td>{power.separated} of {power.pairs}</td><td>{'-' if tau is None else f'{tau:z.2f}'}</td>"
                f"<td>{percent(needed)}</td></tr>"
            )
    return (
        '<table><thead><tr><th scope="col">measure</th><th scope="col">pairs separated</th>'
        '<th scope="col">τ between halves</th><th scope="col">difference needed</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _notes(report: ComparisonReport) -> str:
    notes = [*_faults(report), *warnings_of(report)]
    if not notes:
        return "<p>No warnings.</p>"
    return f'<ul class="plain">{"".join(f"<li>{escape_html(note)}</li>" for note in notes)}</ul>'


def _faults(report: ComparisonReport) -> Iterable[str]:
    """Describe the faults of the files."""
    files = [(report.gold.name, report.gold.faults), *((run.label, run.faults) for run in report.runs)]
    for name, counts in files:
        if faults := describe_faults(counts):
            yield f"{name}, lines of the file: {faults}."


def _signatures(report: ComparisonReport) -> str:
    compared = [comparison.signature for comparison in report.comparisons]
    signatures = [*compared, *dict.fromkeys(_scored_signatures(report))]
    return "".join(f"<li><code>{escape_html(signature)}</code></li>" for signature in signatures)


def _scored_signatures(report: ComparisonReport) -> Iterable[str]:
    return (score.signature for score in report.scores if score.group == "all")
