"""One self-contained HTML page: no network, no server, everything inside."""

import base64
import hashlib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from urllib.parse import quote

from stead.core.faults import faults_in_words
from stead.core.text import plural
from stead.records.comparison import Estimate
from stead.records.report import ComparisonReport
from stead.reporting.comparison_tables import (
    best_first,
    correction_in_words,
    headline_ranking,
    level_in_words,
    procedure_in_words,
)
from stead.reporting.headlines import Figure, headline_figures, of_figure
from stead.reporting.markup import escaped
from stead.reporting.noticed import noticed
from stead.reporting.page_data import packed_data
from stead.reporting.page_rankings import annotators_part, golds_part, rankings_part
from stead.reporting.tables import figure_label, percent

_FOLDER = files("stead.reporting") / "page"
_SCRIPTS = ("basics", "theme", "plots", "tables", "items", "start")


def page(
    report: ComparisonReport, *, links: Mapping[str, str] | None = None, refused: Mapping[str, str] | None = None
) -> str:
    """The report as HTML; in a site with `links` to the systems' pages, and with what was refused, and why."""
    script = scripts(_SCRIPTS)
    return asset("page.html").format(
        style=asset("page.css"),
        script=script,
        script_hash=script_hash(script),
        data=packed_data(report),
        title=escaped(_title(report)),
        lead=escaped(_lead(report)),
        headline=escaped(_label(report, headline_figures(report.comparisons[0])[0])),
        leaderboard=_leaderboard(report, links or {}),
        level=level_in_words(report.comparisons[0]),
        correction=escaped(correction_in_words(report.comparisons[0])),
        refused=_refused(refused or {}),
        golds=golds_part(report),
        rankings=rankings_part(report),
        annotators=annotators_part(report),
        annotators_hidden="" if report.annotators else "hidden",
        procedure="".join(f"<li>{escaped(procedure_in_words(each))}.</li>" for each in report.comparisons),
        measures=_measures(report),
        notes=_notes(report),
        signatures=_signatures(report),
        pairs_hidden="" if len(report.runs) > 1 else "hidden",
        breakdowns_hidden="" if report.breakdowns else "hidden",
        version=escaped(report.version),
    )


def asset(name: str) -> str:
    """A file of the page."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def scripts(names: Iterable[str]) -> str:
    """Some of the page's scripts, as one."""
    return "".join(asset(f"{name}.js") for name in names).strip()


def script_hash(script: str) -> str:
    """What a browser is told, so that it runs this script, between two line ends, and no other."""
    return base64.b64encode(hashlib.sha256(f"\n{script}\n".encode()).digest()).decode()


def _title(report: ComparisonReport) -> str:
    return f"{plural(len(report.runs), 'system')} on {report.gold.name}"


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
    return figure_label(next(of_figure(report.comparisons[0], figure)).label, figure[1])


def _leaderboard(report: ComparisonReport, links: Mapping[str, str]) -> str:
    comparison = report.comparisons[0]
    figures = headline_figures(comparison)
    columns = [{each.run: each for each in of_figure(comparison, figure)} for figure in figures]
    best = [max((each.value for each in own.values() if each.value is not None), default=None) for own in columns]
    heads = "".join(
        _head(_label(report, figure), sort="" if place else "descending") for place, figure in enumerate(figures)
    )
    summaries = {run.name: (number, run) for number, run in enumerate(report.runs)}
    ranks = headline_ranking(report).ranks()
    rows = []
    for run in best_first(report):
        number, summary = summaries[run]
        rank, answered = ranks.get(run, ""), summary.attempted
        cells = "".join(_cell(own[run], best[place], place) for place, own in enumerate(columns))
        rows.append(
            f'<tr data-run="{number}"><th scope="row" title="{escaped(run)}">{_linked(run, links)}</th>'
            f'<td data-value="{rank}">{rank or "-"}</td>{cells}<td data-value="{answered}">{answered}</td></tr>'
        )
    return (
        '<table id="leaderboard-table"><caption class="hint">Scores x 100, each with its interval '
        f'<span id="interval-unit">by {comparison.unit}</span>; ranks by {escaped(_label(report, figures[0]))}; bold: '
        "the best of a column. Click a heading to sort.</caption>"
        f"<thead><tr>{_head('system')}{_head('rank', rising=True)}{heads}{_head('answered')}</tr></thead>"
        f"<tbody>{''.join(rows)}{_ceiling(report, figures)}</tbody></table>"
    )


def _linked(run: str, links: Mapping[str, str]) -> str:
    name = f'<bdi dir="auto">{escaped(run)}</bdi>'
    return f'<a href="{escaped(quote(links[run]))}">{name}</a>' if run in links else name


def _refused(refused: Mapping[str, str]) -> str:
    if not refused:
        return ""
    told = "".join(f"<li><strong>{escaped(name)}</strong>: {escaped(why)}</li>" for name, why in refused.items())
    return f'<section aria-labelledby="refused"><h2 id="refused">Not scored</h2><ul class="plain">{told}</ul></section>'


def _head(text: str, *, sort: str = "", rising: bool = False) -> str:
    """A heading that sorts: falling first, unless the smallest is the best."""
    marks = (f' aria-sort="{sort}"' if sort else "") + (" data-rising" if rising else "")
    return f'<th scope="col"{marks}><button type="button">{escaped(text)}</button></th>'


def _cell(estimate: Estimate, best: float | None, figure: int) -> str:
    interval = estimate.interval
    around = "" if interval.low is None else f"<small>{percent(interval.low)} to {percent(interval.high)}</small>"
    mark = ' class="top"' if estimate.value is not None and estimate.value == best else ""
    value = "" if estimate.value is None else f"{estimate.value:.6f}"
    return f'<td data-figure="{figure}" data-value="{value}"{mark}>{percent(estimate.value)}{around}</td>'


def _ceiling(report: ComparisonReport, figures: Iterable[Figure]) -> str:
    first = report.runs[0].name
    ceilings = {score.measure: score.ceiling for score in report.scores if score.run == first and score.group == "all"}
    cells = "".join(f"<td>{percent(ceilings[measure][figure])}</td>" for measure, figure in figures)
    return f'<tr class="ceiling"><th scope="row">a perfect run</th><td></td>{cells}<td></td></tr>'


def _measures(report: ComparisonReport) -> str:
    if not report.power:
        return "<p>There is one system: nothing to tell apart.</p>"
    headlines = headline_figures(report.comparisons[0])
    halves = {(each.measure, each.figure): each for each in report.stability if each.compared_with == "half"}
    swaps = {(each.measure, each.figure): each for each in report.swaps}
    rows = []
    for power in report.power:
        key = power.measure, power.figure
        if key in headlines:
            tau, needed = halves[key].tau, swaps[key].needed
            rows.append(
                f'<tr><th scope="row">{escaped(figure_label(power.label, power.figure))}</th>'
                f"<td>{power.separated} of {power.pairs}</td><td>{'-' if tau is None else f'{tau:.2f}'}</td>"
                f"<td>{percent(needed)}</td></tr>"
            )
    return (
        '<table><thead><tr><th scope="col">measure</th><th scope="col">pairs told apart</th>'
        '<th scope="col">τ between halves</th><th scope="col">difference needed</th></tr></thead>'
        f"<tbody>{''.join(rows)}</tbody></table>"
    )


def _notes(report: ComparisonReport) -> str:
    told = [*_faults(report), *noticed(report)]
    if not told:
        return "<p>Nothing odd was noticed.</p>"
    return f'<ul class="plain">{"".join(f"<li>{escaped(note)}</li>" for note in told)}</ul>'


def _faults(report: ComparisonReport) -> Iterable[str]:
    """What was wrong with the files."""
    files = [(report.gold.name, report.gold.faults), *((run.name, run.faults) for run in report.runs)]
    for name, counts in files:
        if told := faults_in_words(counts):
            yield f"{name}, lines of the file: {told}."


def _signatures(report: ComparisonReport) -> str:
    signed = [*(each.signature for each in report.comparisons), *dict.fromkeys(_scored_signatures(report))]
    return "".join(f"<li><code>{escaped(each)}</code></li>" for each in signed)


def _scored_signatures(report: ComparisonReport) -> Iterable[str]:
    return (score.signature for score in report.scores if score.group == "all" and score.run == report.runs[0].name)
